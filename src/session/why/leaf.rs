//! A part of a condition in words and values.
//!
//! In: a leaf of the condition, and the bits that a probed tick told of it and of its details. Out:
//! a [`Part`]: `(speed 0.2 > 3.5)=no`, `after(2 s)=no (1.2 s)`, `message(hit)=yes (3 from Guard)`,
//! and what to say where it would have to be otherwise.

use islay_lang::hir::condition::Leaf;
use islay_lang::hir::model::{BinaryOp, Expr, ExprKind as K, Kind};

use super::Part;
use crate::machine::World;
use crate::session::reason::written;
use crate::session::trace::{short, shown};
use crate::{Key, Scene, Value};

/// The tick from which values come.
pub(super) struct Asking<'a> {
    pub scene: &'a Scene,
    /// Before the tick.
    pub old: &'a World,
    /// After it.
    pub now: &'a World,
    /// Whose condition it is.
    pub id: u32,
}

impl Asking<'_> {
    /// The words of a leaf; its values and those of its details are taken from the list.
    pub fn part(&self, leaf: &Leaf<'_>, bits: &mut dyn Iterator<Item = Option<u32>>) -> Part {
        let holds = bits.next().flatten().map(|bits| bits != 0);
        let details = leaf.details.iter().map(|e| (&**e, bits.next().flatten()));
        let details: Vec<(&Expr, Option<Value>)> =
            details.map(|(e, bits)| (e, bits.map(|bits| self.value(e.ty, bits)))).collect();
        let text = self.text(leaf.expr);
        let told = self.told(leaf.expr, &text, holds, &details);
        let wants = self.wants(leaf.expr, &text, &details);
        let values = details.into_iter().filter_map(|(e, v)| Some((name(e, self.scene), v?)));
        Part { holds, told, wants, values: values.collect(), text }
    }

    fn value(&self, kind: Kind, bits: u32) -> Value {
        match kind {
            Kind::Number => Value::Number(f32::from_bits(bits)),
            Kind::Flag => Value::Flag(bits != 0),
            Kind::Colour => Value::Colour(bits),
            Kind::Who => Value::Who(self.now.path(bits).or_else(|| self.old.path(bits))),
        }
    }

    /// As it is written; `after` stands before its time.
    fn text(&self, e: &Expr) -> String {
        let text = written(self.scene, e.span);
        match e.kind {
            K::After(..) => format!("after({text})"),
            _ => text,
        }
    }

    fn told(
        &self,
        e: &Expr,
        text: &str,
        holds: Option<bool>,
        details: &[(&Expr, Option<Value>)],
    ) -> String {
        let answer = match holds {
            Some(true) => "yes",
            Some(false) => "no",
            None => "?",
        };
        if let (K::Binary(op, ..), [left, right]) = (&e.kind, details) {
            let [left, right] = [left, right].map(|(e, v)| self.side(e, v.as_ref()));
            return format!("({left} {} {right})={answer}", sign(*op));
        }
        let more = self.more(e, holds, details);
        let more = more.map(|more| format!(" ({more})")).unwrap_or_default();
        format!("{}={answer}{more}", grouped(text))
    }

    /// A side of a comparison, with its value where it does not say it itself.
    fn side(&self, e: &Expr, value: Option<&Value>) -> String {
        let text = written(self.scene, e.span);
        let compound = matches!(e.kind, K::Binary(..) | K::If(..));
        let text = if compound && !text.starts_with('(') { format!("({text})") } else { text };
        match value {
            Some(value) if !is_literal(e, &text) && shown(value) != text => {
                let unit = if matches!(e.kind, K::Elapsed(_) | K::Time) { " s" } else { "" };
                format!("{text} {}{unit}", shown(value))
            }
            _ => text,
        }
    }

    /// What says more than yes or no.
    fn more(
        &self,
        e: &Expr,
        holds: Option<bool>,
        details: &[(&Expr, Option<Value>)],
    ) -> Option<String> {
        let value = |at: usize| details.get(at).and_then(|(_, v)| v.as_ref());
        match &e.kind {
            // `D is not S`
            K::Not(inner) => self.more(inner, holds, details),
            // a parameter says which
            K::Key(key) | K::Pressed(key) | K::Released(key) => {
                let text = written(self.scene, e.span);
                let word = text.split_once('(').map_or("", |(_, word)| word.trim_end_matches(')'));
                (Key::parse(word) != Some(*key)).then(|| key.name().to_owned())
            }
            K::After(..) | K::Every(..) | K::Done(..) => {
                value(0).map(|seconds| format!("{} s", shown(seconds)))
            }
            K::Chance(p, _) => {
                let written = is_literal(p, &written(self.scene, p.span));
                value(0).filter(|_| !written).map(shown)
            }
            K::OwnIs(diagram, _) => {
                let view = self.old.view(self.id)?;
                view.states.into_iter().nth(diagram.index()).map(|(_, state)| state)
            }
            K::Is { diagram, .. } => match value(0)? {
                Value::Who(Some(path)) => {
                    let view = self.old.view(self.old.find(path)?)?;
                    let state = view.states.into_iter().find(|(d, _)| **d == **diagram);
                    state.map(|(_, state)| state)
                }
                _ => Some("nobody".to_owned()),
            },
            K::Message(_) if holds == Some(true) => match value(1) {
                Some(Value::Who(Some(sender))) => {
                    Some(format!("{} from {sender}", shown(value(0)?)))
                }
                _ => value(0).map(shown),
            },
            K::Contact(..) if holds == Some(true) => match value(0)? {
                Value::Who(Some(other)) => Some(other.clone()),
                _ => None,
            },
            _ => None,
        }
    }

    /// What there had to be so that it holds, and so that it does not.
    fn wants(
        &self,
        e: &Expr,
        text: &str,
        details: &[(&Expr, Option<Value>)],
    ) -> [Option<String>; 2] {
        let number = |at: usize| match details.get(at) {
            Some((_, Some(Value::Number(n)))) => Some(*n),
            _ => None,
        };
        let yes_no = |yes: String, no: String| [Some(yes), Some(no)];
        match &e.kind {
            K::Flag(_) => [None, None],
            K::Binary(op, a, b) if !details.is_empty() => {
                if is_fixed(a) && is_fixed(b) {
                    return [None, None];
                }
                let [a, b] = [a, b].map(|e| written(self.scene, e.span));
                yes_no(format!("{a} {} {b}", sign(*op)), format!("{a} {} {b}", opposite(*op)))
            }
            K::After(time, _) => {
                let time = written(self.scene, time.span);
                let left = number(0).zip(number(1)).map(|(now, all)| all - now);
                let left = left.map(|left| format!("{} s more", short(left)));
                yes_no(left.unwrap_or_else(|| text.to_owned()), format!("less than {time}"))
            }
            K::Every(..) => {
                let left = number(0).zip(number(1)).filter(|(_, all)| *all > 0.0);
                let left = left.map(|(now, all)| all - now % all);
                let left = left.map(|left| format!("{text} in {} s", short(left)));
                yes_no(left.unwrap_or_else(|| text.to_owned()), format!("no {text}"))
            }
            K::Not(_) => yes_no(text.to_owned(), text.replacen(" is not ", " is ", 1)),
            K::Is { .. } | K::OwnIs(..) | K::Binary(..) => {
                yes_no(text.to_owned(), text.replacen(" is ", " is not ", 1))
            }
            K::Chance(..) => yes_no(format!("luck in {text}"), format!("no luck in {text}")),
            kind if is_signal(kind) => yes_no(text.to_owned(), format!("no {text}")),
            _ => yes_no(text.to_owned(), format!("not {}", grouped(text))),
        }
    }
}

/// What a detail is called.
fn name(e: &Expr, scene: &Scene) -> String {
    match e.kind {
        K::Elapsed(_) => "elapsed".to_owned(),
        K::Value(_) => "value".to_owned(),
        K::Sender(_) => "sender".to_owned(),
        K::Other(_) => "other".to_owned(),
        _ => written(scene, e.span),
    }
}

/// In brackets where it is several words and no call.
fn grouped(text: &str) -> String {
    match text.contains(' ') && !text.ends_with(')') {
        true => format!("({text})"),
        false => text.to_owned(),
    }
}

/// Whether its words are its value.
fn is_literal(e: &Expr, text: &str) -> bool {
    is_fixed(e)
        && (text.starts_with(|c: char| c.is_ascii_digit() || "-.#".contains(c))
            || ["true", "false", "nobody"].contains(&text))
}

fn is_fixed(e: &Expr) -> bool {
    match &e.kind {
        K::Neg(inner) => is_fixed(inner),
        K::Number(_) | K::Flag(_) | K::Colour(_) | K::Nobody => true,
        _ => false,
    }
}

fn is_signal(kind: &K) -> bool {
    matches!(
        kind,
        K::Key(_)
            | K::Pressed(_)
            | K::Released(_)
            | K::Click { .. }
            | K::Hover
            | K::Contact(..)
            | K::Message(_)
    )
}

fn sign(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::Lt => "<",
        BinaryOp::Le => "<=",
        BinaryOp::Gt => ">",
        _ => ">=",
    }
}

fn opposite(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Eq => "!=",
        BinaryOp::Ne => "==",
        BinaryOp::Lt => ">=",
        BinaryOp::Le => ">",
        BinaryOp::Gt => "<=",
        _ => "<",
    }
}
