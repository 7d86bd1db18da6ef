//! Signals and functions: what is written with arguments glued to its name, and the signals that
//! stand without.
//!
//! In: a call and where it stands. Out: an expression, and who it can be where it is a reference.
//! Instances inside the brackets are the business of [`super::select`].

use super::candidates::Cands;
use super::kinds::bare;
use super::model::{Button, ContactPhase, Expr, ExprKind, Kind, MessageId};
use super::scope::{Body, Bound, Dim, Done, Fixed, Stand, Value, plain};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Span, Text};
use crate::suggest;
use crate::syntax::ast::{self, Arg, ExprKind as E, Name, Ref};
use islay_vm::key::Key;
use islay_vm::native;

/// Signals and functions with arguments, those over numbers aside.
const CALLS: &[&str] = &[
    "key", "pressed", "released", "click", "hit", "touch", "leave", "message", "received", "value",
    "sender", "every", "chance", "random", "pick", "count", "distance", "bearing", "nearest",
    "other", "mark", "paired", "finished", "hook", "input",
];

/// Whether the name is a function or a signal that takes arguments.
pub(super) fn is_function(name: &str) -> bool {
    CALLS.contains(&name) || native::ALL.iter().any(|n| n.name == name)
}

impl Body<'_, '_> {
    /// A call.
    pub fn call(&mut self, r: &Ref) -> Option<(Value, Cands)> {
        let args = r.args.as_deref().unwrap_or_default();
        let inside = r.name.span.to(args.last().map_or(r.name.span, |a| a.span.0));
        let span = if r.rest.is_empty() { r.span.0 } else { inside };
        let name = &*r.name.text;
        let flag = |kind| Some((plain(kind, Kind::Flag, span), None));
        let number = |kind| Some((plain(kind, Kind::Number, span), None));
        if let Some(n) = r.number {
            return self.error(
                Code::NotHere,
                span,
                format!("`{name}` is a function and has no number `#{n}`"),
            );
        }
        match name {
            "key" => self.key_signal(r, args, span).and_then(|k| flag(ExprKind::Key(k))),
            "pressed" => self.key_signal(r, args, span).and_then(|k| flag(ExprKind::Pressed(k))),
            "released" => self.key_signal(r, args, span).and_then(|k| flag(ExprKind::Released(k))),
            "click" => self.click(args, span).and_then(flag),
            "hit" => self.contact(ContactPhase::Hit, r, args, span).and_then(flag),
            "touch" => self.contact(ContactPhase::Touch, r, args, span).and_then(flag),
            "leave" => self.contact(ContactPhase::Leave, r, args, span).and_then(flag),
            "message" => self.heard(r, args, span).and_then(|m| flag(ExprKind::Message(m))),
            "received" => self.heard(r, args, span).and_then(|m| number(ExprKind::Received(m))),
            "value" => self.heard(r, args, span).and_then(|m| number(ExprKind::Value(m))),
            "sender" => {
                let m = self.heard(r, args, span)?;
                Some((plain(ExprKind::Sender(m), Kind::Who, span), None))
            }
            "every" => self.every(r, args, span).and_then(flag),
            "chance" => self.chance(r, args, span).and_then(flag),
            "random" | "pick" => self.drawn(r, args, span).and_then(number),
            "count" | "distance" | "bearing" | "nearest" | "other" => self.selected(r, args, span),
            "input" => self.input(r, args, span).and_then(number),
            "hook" => self.hook(args, span).and_then(flag),
            "mark" | "paired" | "finished" => self.later(span, &format!("`{name}(…)`")),
            _ => self.native(r, args, span).map(|v| (v, None)),
        }
    }

    /// `elapsed`, `done`, `click`, `hover`.
    pub fn bare_signal(&mut self, word: &str, span: Span) -> Option<Value> {
        self.needs_code(span, &format!("`{word}`"))?;
        Some(match word {
            "click" => {
                plain(ExprKind::Click { button: Button::Left, anywhere: false }, Kind::Flag, span)
            }
            "hover" => plain(ExprKind::Hover, Kind::Flag, span),
            "elapsed" => plain(ExprKind::Elapsed(self.level(word, span)?), Kind::Number, span),
            _ => plain(self.done(span)?, Kind::Flag, span),
        })
    }

    /// The level of the clocks here.
    fn level(&mut self, word: &str, span: Span) -> Option<u8> {
        match &self.spot {
            Some(spot) => Some(spot.level),
            None => self.error(
                Code::NotHere,
                span,
                format!("`{word}` has no meaning outside of a diagram"),
            ),
        }
    }

    fn done(&mut self, span: Span) -> Option<ExprKind> {
        self.asked_done = true;
        let level = self.level("done", span)?;
        let help = "give a timed action to the state: `move forward 1 for 2s`, or write `after 2s`";
        match self.spot.as_ref().map(|s| s.done.clone()) {
            Some(Done::Slots(slots)) => Some(ExprKind::Done(slots, level)),
            Some(Done::NoState) => self.error_help(
                Code::DoneNever,
                span,
                "`done` never holds on a diagram",
                "`done` asks for the timed actions of the state whose edge it heads",
            ),
            Some(Done::Never) => self.error_help(
                Code::DoneNever,
                span,
                "`done` never holds: nothing in this state ends",
                help,
            ),
            Some(Done::Unsupported) | None => None,
        }
    }

    /// As many arguments without names as wanted.
    pub fn positional<'e>(
        &mut self,
        r: &Ref,
        args: &'e [Arg],
        n: usize,
        span: Span,
    ) -> Option<Vec<&'e ast::Expr>> {
        let name = &r.name.text;
        if args.len() != n {
            let count = |n: usize| {
                if n == 1 { "one argument".to_owned() } else { format!("{n} arguments") }
            };
            let message = format!("`{name}` takes {}, not {}", count(n), args.len());
            return self.error(Code::WrongArguments, span, message);
        }
        for arg in args {
            self.unnamed(r, arg)?;
            self.unnarrowed(arg)?;
        }
        Some(args.iter().map(|a| &a.value).collect())
    }

    /// Refuses `name:` where arguments have no names.
    pub fn unnamed(&mut self, r: &Ref, arg: &Arg) -> Option<()> {
        let Some(name) = &arg.name else { return Some(()) };
        let message = format!("the arguments of `{}` have no names", r.name.text);
        self.error_help(Code::WrongArguments, name.span, message, "write the value alone")
    }

    /// Refuses `within`, `ahead` and a side where they narrow nothing.
    pub fn unnarrowed(&mut self, arg: &Arg) -> Option<()> {
        let side = arg.side.as_ref().map(|(_, place)| place.0);
        let Some(span) = arg.within.as_ref().or(arg.ahead.as_ref()).map(|e| e.span.0).or(side)
        else {
            return Some(());
        };
        self.error(
            Code::Misplaced,
            span,
            "only characters are narrowed by `within`, `ahead` or a side",
        )
    }

    fn key_signal(&mut self, r: &Ref, args: &[Arg], span: Span) -> Option<Key> {
        let args = self.positional(r, args, 1, span)?;
        let key = args.first().and_then(|e| self.key_of(e));
        self.needs_code(span, &format!("`{}(…)`", r.name.text))?;
        key
    }

    /// A key: a parameter of this kind, or its name.
    pub fn key_of(&mut self, e: &ast::Expr) -> Option<Key> {
        if let E::Number { text, unit: None, .. } = &e.kind {
            return match Key::parse(text) {
                Some(key) => Some(key),
                None => self.unknown_key(text, e.span.0),
            };
        }
        match bare(e) {
            Some(name) => self.key_named(name),
            None => self.error(Code::KindMismatch, e.span.0, "a key is wanted here"),
        }
    }

    /// A key by its name.
    pub fn key_named(&mut self, name: &Name) -> Option<Key> {
        match self.bound(&name.text) {
            Some(Bound::Fixed(Fixed::Key(key))) => return Some(key),
            Some(Bound::Fixed(Fixed::Unknown) | Bound::Lost) => return None,
            _ => {}
        }
        match Key::parse(&name.text) {
            Some(key) => Some(key),
            None => self.unknown_key(&name.text, name.span),
        }
    }

    fn unknown_key<T>(&mut self, text: &str, span: Span) -> Option<T> {
        let mut d =
            Diagnostic::new(Code::UnknownKey, span, format!("no keyboard has a key `{text}`"));
        d.help = suggest::help(text, Key::names()).or_else(|| {
            Some(
                "keys are called as in `KeyboardEvent.code`: `Space`, `Left`, `A`, `Digit1`"
                    .to_owned(),
            )
        });
        self.b.report.push(d);
        None
    }

    fn click(&mut self, args: &[Arg], span: Span) -> Option<ExprKind> {
        let [arg] = args else {
            return self.error(
                Code::WrongArguments,
                span,
                format!("`click` takes one argument, not {}", args.len()),
            );
        };
        let word = bare(&arg.value).map(|n| n.text.clone());
        let (button, anywhere) = match word.as_deref() {
            Some("left") => (Button::Left, false),
            Some("right") => (Button::Right, false),
            Some("middle") => (Button::Middle, false),
            Some("any") => (Button::Left, true),
            _ => {
                let mut d = Diagnostic::new(
                    Code::UnknownName,
                    arg.span.0,
                    "a click is `left`, `right`, `middle` or `any`",
                );
                d.help = word.and_then(|w| suggest::help(&w, ["left", "right", "middle", "any"]));
                self.b.report.push(d);
                return None;
            }
        };
        self.needs_code(span, "`click`")?;
        Some(ExprKind::Click { button, anywhere })
    }

    fn contact(
        &mut self,
        phase: ContactPhase,
        r: &Ref,
        args: &[Arg],
        span: Span,
    ) -> Option<ExprKind> {
        let (selector, _) = self.one_selector(r, args, true, span)?;
        self.needs_code(span, &format!("`{}(…)`", r.name.text))?;
        Some(ExprKind::Contact(phase, Box::new(selector)))
    }

    fn selected(&mut self, r: &Ref, args: &[Arg], span: Span) -> Option<(Value, Cands)> {
        let name = &*r.name.text;
        let (selector, cands) = self.one_selector(r, args, name == "other", span)?;
        let selector = Box::new(selector);
        let (kind, ty) = match name {
            "count" => (ExprKind::Count(selector), Kind::Number),
            "distance" => (ExprKind::Distance(selector), Kind::Number),
            "bearing" => (ExprKind::Bearing(selector), Kind::Number),
            "nearest" => (ExprKind::Nearest(selector), Kind::Who),
            _ => (ExprKind::Other(selector), Kind::Who),
        };
        match (name, self.stand) {
            ("other", _) => self.needs_code(span, "`other(…)`")?,
            (_, Stand::Const | Stand::Group) => self.not_here(span, &format!("`{name}(…)`"))?,
            ("distance" | "bearing", Stand::Nowhere) => {
                self.not_here(span, &format!("`{name}(…)`"))?
            }
            _ => {}
        }
        Some((plain(kind, ty, span), cands))
    }

    fn heard(&mut self, r: &Ref, args: &[Arg], span: Span) -> Option<MessageId> {
        let args = self.positional(r, args, 1, span)?;
        let e = args.first()?;
        let message = match bare(e) {
            Some(name) => self.message_named(name),
            None => {
                self.error(Code::KindMismatch, e.span.0, "the name of a message is wanted here")
            }
        };
        self.needs_code(span, &format!("`{}(…)`", r.name.text))?;
        message
    }

    /// A message: a parameter of this kind, or its name.
    pub fn message_named(&mut self, name: &Name) -> Option<MessageId> {
        match self.bound(&name.text) {
            Some(Bound::Fixed(Fixed::Message(m))) => Some(m),
            Some(Bound::Fixed(Fixed::Unknown) | Bound::Lost) => None,
            _ => Some(self.b.message(&name.text)),
        }
    }

    fn every(&mut self, r: &Ref, args: &[Arg], span: Span) -> Option<ExprKind> {
        let args = self.positional(r, args, 1, span)?;
        let time = args.first().and_then(|e| self.time(e));
        self.needs_code(span, "`every(…)`")?;
        let level = self.level("every", span)?;
        Some(ExprKind::Every(Box::new(time?), level))
    }

    fn chance(&mut self, r: &Ref, args: &[Arg], span: Span) -> Option<ExprKind> {
        let args = self.positional(r, args, 1, span)?;
        let p = args.first().and_then(|e| self.number(e));
        self.can_draw(r, span)?;
        let site = self.draw("chance");
        Some(ExprKind::Chance(Box::new(p?), site))
    }

    fn drawn(&mut self, r: &Ref, args: &[Arg], span: Span) -> Option<ExprKind> {
        let args = self.positional(r, args, 2, span)?;
        let mut ends = args.iter().map(|e| self.any_number(e));
        let (a, b) = (ends.next().flatten(), ends.next().flatten());
        self.can_draw(r, span)?;
        let site = self.draw(&r.name.text);
        let (a, b) = (Box::new(a?.expr), Box::new(b?.expr));
        Some(if &*r.name.text == "random" {
            ExprKind::Random(a, b, site)
        } else {
            ExprKind::Pick(a, b, site)
        })
    }

    fn can_draw(&mut self, r: &Ref, span: Span) -> Option<()> {
        if self.stand != Stand::Const {
            return Some(());
        }
        let help = "draw it where an instance is made: in `var`, an argument, a placement";
        self.error_help(
            Code::NotConstant,
            span,
            format!("`{}` is drawn while the scene runs", r.name.text),
            help,
        )
    }

    fn native(&mut self, r: &Ref, args: &[Arg], span: Span) -> Option<Value> {
        let name = &*r.name.text;
        let arities: Vec<usize> =
            native::ALL.iter().filter(|n| n.name == name).map(|n| n.args.len()).collect();
        if arities.is_empty() {
            let of_host = self.ask(r, args, span);
            return of_host.unwrap_or_else(|| self.unknown_function(r));
        }
        let Some(id) = native::find(name, args.len()) else {
            let wanted: Vec<String> = arities.iter().map(usize::to_string).collect();
            let things = if arities == [1] { "argument" } else { "arguments" };
            let (wanted, given) = (wanted.join(" or "), args.len());
            let message = format!("`{name}` takes {wanted} {things}, not {given}");
            let names = id_args(name);
            return self.error_help(
                Code::WrongArguments,
                span,
                message,
                format!("write `{name}({names})`"),
            );
        };
        let mut values = Vec::new();
        for arg in args {
            let fine = self.unnamed(r, arg).and_then(|()| self.unnarrowed(arg));
            values.push(fine.and_then(|()| self.any_number(&arg.value)));
        }
        let values: Vec<Value> = values.into_iter().collect::<Option<_>>()?;
        let dim = self.native_dim(name, &values, span)?;
        let args: Vec<Expr> = values.into_iter().map(|v| v.expr).collect();
        Some(Value { expr: Expr { kind: ExprKind::Native(id, args), ty: Kind::Number, span }, dim })
    }

    /// The unit of a result: that of the arguments where the function keeps it.
    fn native_dim(&mut self, name: &str, values: &[Value], span: Span) -> Option<Dim> {
        let keeps =
            ["abs", "min", "max", "clamp", "floor", "ceil", "round", "lerp"].contains(&name);
        let has = |dim| values.iter().any(|v| v.dim == dim);
        match (has(Dim::Time), has(Dim::Angle)) {
            (true, true) => {
                self.error(Code::UnitMismatch, span, "a time and an angle do not go together")
            }
            (true, false) if ["sin", "cos", "tan"].contains(&name) => {
                self.error(Code::UnitMismatch, span, "a time stands where an angle is wanted")
            }
            (true, false) if keeps => Some(Dim::Time),
            (false, true) if keeps => Some(Dim::Angle),
            _ => Some(Dim::Plain),
        }
    }

    fn unknown_function<T>(&mut self, r: &Ref) -> Option<T> {
        let name = &r.name.text;
        let message = format!("there is no function or signal `{name}`");
        if self.bound(name).is_some() {
            let help = format!(
                "a name glued to `(` is a function; `{name}` stands before a space: `{name} (…)`"
            );
            return self.error_help(Code::UnknownName, r.name.span, message, help);
        }
        self.other_call(&r.name)?;
        let all = CALLS.iter().copied().chain(native::ALL.iter().map(|n| n.name));
        let hosts = self.b.host.names(ast::HostKind::Function);
        self.unknown(&r.name, message, |_| all.map(str::to_owned).chain(hosts).collect())
    }
}

fn id_args(name: &str) -> Text {
    let names = native::ALL.iter().find(|n| n.name == name).map(|n| n.args.join(", "));
    names.unwrap_or_default().into()
}
