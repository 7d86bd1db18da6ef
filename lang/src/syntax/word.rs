//! The words of the language: reserved ones, and those with a meaning only where the grammar wants it.
//!
//! In: the spelling of a word. Out: a [`Word`]. It decides nothing about context: whether a plain
//! word is a keyword or a name is the parser's business.

macro_rules! words {
    (reserved: $($rname:ident = $rtext:literal)*; contextual: $($name:ident = $text:literal)*;) => {
        /// A word of the language.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(missing_docs)] // each is named after its spelling
        pub enum Word { $($rname,)* $($name,)* }

        impl Word {
            /// All words, in the order of their numbers.
            pub const ALL: &'static [Word] = &[$(Word::$rname,)* $(Word::$name,)*];

            /// Its spelling.
            pub fn as_str(self) -> &'static str {
                match self { $(Word::$rname => $rtext,)* $(Word::$name => $text,)* }
            }

            /// Whether it can be no name anywhere unless it stands in backticks.
            pub fn is_reserved(self) -> bool {
                matches!(self, $(Word::$rname)|*)
            }

            /// The word of this spelling.
            pub fn of(text: &str) -> Option<Word> {
                match text { $($rtext => Some(Word::$rname),)* $($text => Some(Word::$name),)* _ => None }
            }
        }
    };
}

words! {
    reserved:
        On = "on" After = "after" Else = "else" Do = "do" Fade = "fade" Except = "except"
        State = "state" If = "if" Then = "then" And = "and" Or = "or" Not = "not" Is = "is"
        True = "true" False = "false" Back = "back" Again = "again";
    contextual:
        Use = "use" Const = "const" World = "world" Atom = "atom" Character = "character"
        Diagram = "diagram" Group = "group" Pair = "pair" Flow = "flow" Hooks = "hooks"
        Host = "host" Test = "test" As = "as" Kind = "kind" Space = "space" Ground = "ground"
        Room = "room" Size = "size" Background = "background" Floor = "floor" Wall = "wall"
        Roof = "roof" Tick = "tick" Seed = "seed" Camera = "camera" Of = "of" At = "at"
        Turn = "turn" Scale = "scale" Look = "look" Fov = "fov" Light = "light" Color = "color"
        Pairing = "pairing" First = "first" Best = "best" Box = "box" Ball = "ball"
        Cylinder = "cylinder" Cone = "cone" Capsule = "capsule" Plane = "plane" Text = "text"
        Texture = "texture" Clip = "clip" Loop = "loop" Mark = "mark" Was = "was" Part = "part"
        Shape = "shape" Var = "var" Run = "run" Bounds = "bounds" Auto = "auto" None = "none"
        Hidden = "hidden" Solid = "solid" Screen = "screen" Top = "top" Middle = "middle"
        Bottom = "bottom" Left = "left" Center = "center" Right = "right" Start = "start"
        Bone = "bone" Enter = "enter" Exit = "exit" One = "one" Last = "last" Cut = "cut"
        Repeat = "repeat" Number = "number" Flag = "flag" Who = "who" Time = "time"
        Colour = "colour" Key = "key" Message = "message" In = "in" Parent = "parent" For = "for"
        Ease = "ease" EaseIn = "ease_in" EaseOut = "ease_out" Move = "move" Rotate = "rotate"
        Place = "place" Orient = "orient" Reset = "reset" X = "x" Y = "y" Z = "z"
        Forward = "forward" Up = "up" Face = "face" Approach = "approach" Show = "show"
        Hide = "hide" Send = "send" To = "to" Delay = "delay" All = "all" Down = "down"
        Parts = "parts" Fork = "fork" Become = "become" Vanish = "vanish" Restart = "restart"
        Finish = "finish" Attach = "attach" Detach = "detach" Play = "play" Blend = "blend"
        Offer = "offer" Pause = "pause" Resume = "resume" Stop = "stop" Call = "call"
        Emit = "emit" Log = "log" Sound = "sound" Until = "until" Max = "max" Press = "press"
        Release = "release" Hold = "hold" Click = "click" Set = "set" Expect = "expect"
        Within = "within" Ahead = "ahead" Above = "above" Below = "below" Front = "front"
        Behind = "behind" Input = "input" With = "with" Over = "over" S = "s" Ms = "ms"
        Deg = "deg" Rad = "rad" Ticks = "ticks" Inertial = "inertial" Cross = "cross"
        Sync = "sync" Paced = "paced" Action = "action" Signal = "signal" Function = "function";
}

#[cfg(test)]
mod tests {
    use super::Word;

    #[test]
    fn every_word_is_found_by_its_spelling_and_its_number() {
        for (number, &word) in Word::ALL.iter().enumerate() {
            assert_eq!(Word::of(word.as_str()), Some(word));
            assert_eq!(word as usize, number);
        }
    }
}
