//! Words that may stand at a place of an entry: for completion.
//!
//! In: a scene that is played, a line, a place in it. Out: where the word at that place begins, and
//! all words that may stand there: commands and what they take, keys behind `key(`, members behind
//! a path, states behind `is`, and else all names and words of the language.

use islay_lang::syntax::keywords;
use islay_vm::key::Key;

use super::command::{self, COMMANDS, Takes};
use super::{define, guide};
use crate::session::explain;
use crate::session::play::Play;
use crate::{Instance, path};

/// More instances are not offered.
const INSTANCES: usize = 1000;

/// What may stand at a place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    /// The byte at which the word begins that is being typed.
    pub from: usize,
    /// The words that may stand there and go on from what is typed, in order.
    pub list: Vec<String>,
}

/// What may stand at byte `at` of a line.
pub fn words(play: &Play, line: &str, at: usize) -> Words {
    let typed = line.get(..at).unwrap_or(line);
    match typed.trim_start().strip_prefix(':') {
        Some(command) if !command.contains(char::is_whitespace) => {
            let names = COMMANDS.iter().map(|c| c.name.to_owned());
            given(typed, typed.len() - command.len(), names.collect())
        }
        Some(command) => behind_command(play, typed, command),
        None => in_language(play, typed),
    }
}

fn behind_command(play: &Play, typed: &str, line: &str) -> Words {
    let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim_start();
    let from = typed.len() - rest.len();
    match command::find(name).map(|c| c.takes) {
        Some(Takes::Topic) => given(typed, from, topics()),
        Some(Takes::Switch) => given(typed, from, vec!["off".into(), "on".into()]),
        Some(Takes::Name) => {
            let names = define::names(play.stage().scene());
            let names = names.iter().filter_map(|n| n.split_once(' ')).map(|(_, n)| n.to_owned());
            given(typed, from, names.collect())
        }
        Some(Takes::Key) if !rest.contains(char::is_whitespace) => given(typed, from, keys()),
        Some(Takes::Path | Takes::State | Takes::Value) => in_language(play, typed),
        _ => Words { from: typed.len(), list: Vec::new() },
    }
}

fn topics() -> Vec<String> {
    let commands = COMMANDS.iter().map(|c| c.name.to_owned());
    let codes = explain::codes().map(str::to_owned);
    commands.chain(codes).chain(guide::sections().map(|s| s.title.to_owned())).collect()
}

fn keys() -> Vec<String> {
    Key::names().collect()
}

fn in_language(play: &Play, typed: &str) -> Words {
    let begins = |c: char| c.is_whitespace() || "(){}<>,=+-*/%:".contains(c);
    let from = typed
        .rfind(begins)
        .map_or(0, |i| i + typed.get(i..).and_then(|t| t.chars().next()).map_or(1, char::len_utf8));
    let (before, word) = typed.split_at(from);
    if ["key(", "pressed(", "released("].iter().any(|call| before.ends_with(call)) {
        return given(typed, from, keys());
    }
    if ["press", "release", "hold"].contains(&before.trim_end().rsplit(begins).next().unwrap_or(""))
    {
        return given(typed, from, keys());
    }
    if let Some(diagram) = asked_diagram(before) {
        return given(typed, from, states(play, diagram));
    }
    if let Some((of, _)) = path::split(word) {
        let members = members(play, of);
        return given(typed, from + of.len() + 1, members);
    }
    given(typed, from, names(play))
}

/// The diagram that `is` asks about: `Hero.Turn is `, `Turn is not `.
fn asked_diagram(before: &str) -> Option<&str> {
    let before = before.trim_end();
    let before = before.strip_suffix(" not").unwrap_or(before).trim_end();
    let before = before.strip_suffix(" is")?.trim_end();
    before.rsplit(|c: char| c.is_whitespace() || c == '(').next()
}

/// All states of a diagram, the selected one's first.
fn states(play: &Play, diagram: &str) -> Vec<String> {
    let own = play.selected().map(|of| format!("{of}.{diagram}"));
    let found = own.and_then(|own| states_of(play, &own)).or_else(|| states_of(play, diagram));
    found.unwrap_or_default()
}

fn states_of(play: &Play, diagram: &str) -> Option<Vec<String>> {
    let (of, name) = path::split(diagram)?;
    let character = play.stage().instance(of)?.character;
    let program = play.stage().scene().program();
    let def = program.defs.iter().find(|def| program.name(def.name) == character)?;
    let diagram = def.diagrams.iter().find(|d| program.name(d.name) == name)?;
    Some(diagram.states.iter().map(|s| program.name(s.path).to_owned()).collect())
}

/// What may follow a path and a dot.
fn members(play: &Play, of: &str) -> Vec<String> {
    if let Some(states) = states_of(play, of) {
        return states;
    }
    let own = play.selected().map(|root| format!("{root}.{of}"));
    let stage = play.stage();
    let found = stage.instance(of).or_else(|| own.and_then(|own| stage.instance(&own)));
    let Some(whole) = found else { return Vec::new() };
    let parts = stage.instances().filter(|i| i.parent.as_ref() == Some(&whole.path));
    let parts =
        parts.filter_map(|i| Some(i.path.strip_prefix(&whole.path)?.strip_prefix('.')?.to_owned()));
    parts.take(INSTANCES).chain(own_names(&whole)).collect()
}

/// Variables, diagrams and values of somebody.
fn own_names(of: &Instance) -> Vec<String> {
    let pose = ["x", "y", "z", "heading", "pitch", "roll", "speed"];
    let vars = of.vars.iter().map(|(name, _)| name.clone());
    let diagrams = of.states.iter().map(|(name, _)| name.clone());
    vars.chain(diagrams).chain(pose.map(str::to_owned)).collect()
}

/// All names there are, and the words of the language.
fn names(play: &Play) -> Vec<String> {
    let stage = play.stage();
    let scene = stage.scene();
    let own = play.selected().and_then(|path| stage.instance(path));
    let own = own.iter().flat_map(own_names).collect::<Vec<_>>();
    let living = stage.instances().take(INSTANCES).map(|i| i.path);
    let defined = define::names(scene);
    let defined = defined.iter().filter_map(|n| n.split_once(' ')).map(|(_, n)| n.to_owned());
    let defined = defined.filter(|name| !name.starts_with('"'));
    let program = scene.program();
    let messages = program.messages.iter().map(|m| program.name(*m).to_owned());
    let words = keywords().map(str::to_owned);
    own.into_iter().chain(living).chain(defined).chain(messages).chain(words).collect()
}

/// Those words that go on from what stands behind `from`.
fn given(typed: &str, from: usize, all: Vec<String>) -> Words {
    let word = typed.get(from..).unwrap_or_default();
    let mut list: Vec<String> = all.into_iter().filter(|w| w.starts_with(word)).collect();
    list.sort();
    list.dedup();
    Words { from, list }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::script::Script;
    use crate::{Config, Scene};

    fn offered(line: &str) -> Vec<String> {
        let text = "
            character Arm { var reach = 2 }
            character Hero {
              var hp = 3
              part arm: Arm
              diagram Turn { state Still on message(hop) -> Left  state Left }
            }
            group main { Hero }
        ";
        let scene = Scene::from_text("hero", text).unwrap();
        let play = Play::new(&scene, Config::default(), Script::new());
        words(&play, line, line.len()).list
    }

    #[test]
    fn what_may_stand_at_a_place_is_offered() {
        for (line, wanted) in [
            (":ho", "hold"),
            (":help unknown-n", "unknown-name"),
            (":help Tur", "Turn"),
            (":press Le", "Left"),
            (":trace o", "on"),
            (":list He", "Hero"),
            (":select Hero.a", "arm"),
            (":break Hero.Tu", "Turn"),
            (":break Hero.Turn.L", "Left"),
            ("key(Ri", "Right"),
            ("hold Spa", "Space"),
            ("Hero.h", "hp"),
            ("1 + Hero.arm.re", "reach"),
            ("Hero.Turn is not St", "Still"),
            ("send ho", "hop"),
            ("He", "Hero"),
            ("charac", "character"),
        ] {
            let found = offered(line);
            assert!(found.iter().any(|w| w == wanted), "{line}: {found:?}");
        }
        assert_eq!(offered("Hero.nothing"), Vec::<String>::new());
    }
}
