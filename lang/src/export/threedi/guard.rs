//! Conditions as guards.
//!
//! In: an edge. Out: the attributes of one transition, or of several that stand below each other
//! for a condition joined by `or`.

use super::Export;
use crate::hir::constant;
use crate::hir::model::{
    BinaryOp, BoundarySet, Button, ContactPhase, Edge, Expr, ExprKind, Key, Selector, What,
};
use islay_vm::math;

/// Attributes of an element.
pub(super) type Attributes = Vec<(&'static str, String)>;

const SIDES: [(BoundarySet, &str); 6] = [
    (BoundarySet::EAST, "@eastwall"),
    (BoundarySet::WEST, "@westwall"),
    (BoundarySet::SOUTH, "@southwall"),
    (BoundarySet::NORTH, "@northwall"),
    (BoundarySet::ROOF, "@roofwall"),
    (BoundarySet::FLOOR, "@floorwall"),
];

impl Export<'_> {
    /// The guards of an edge, one for each transition.
    pub(super) fn guards(&mut self, edge: &Edge) -> Vec<Attributes> {
        if edge.is_else {
            return vec![kind("default")];
        }
        let mut out = Vec::new();
        self.guard(&edge.cond, &mut out);
        out
    }

    fn guard(&mut self, e: &Expr, out: &mut Vec<Attributes>) {
        match &e.kind {
            ExprKind::Binary(BinaryOp::Or, a, b) => match boundaries(e) {
                Some(all) => boundary_guards(all, out),
                None => {
                    self.guard(a, out);
                    self.guard(b, out);
                }
            },
            ExprKind::Flag(true) => out.push(kind("default")),
            ExprKind::Pressed(key) => match key_name(*key) {
                Some(name) => out.push(with("key", "key", name)),
                None => self.cannot(e.span, &format!("the key `{}`", key.name())),
            },
            ExprKind::Key(_) => {
                self.cannot_but(e.span, "a key that is held", "`pressed(…)` has a counterpart");
            }
            ExprKind::Click { button, anywhere: false } => {
                let button = match button {
                    Button::Left => "left",
                    Button::Right => "right",
                    Button::Middle => "middle",
                };
                out.push(with("click", "button", button.to_owned()));
            }
            ExprKind::Contact(ContactPhase::Hit, selector) => self.bump(selector, out),
            ExprKind::Message(id) => {
                let name = self.model.messages.get(id.index()).map(ToString::to_string);
                out.push(with("event", "type", name.unwrap_or_default()));
            }
            ExprKind::Chance(share, _) => {
                let percent = f64::from(self.number(share)) * 100.0;
                out.push(with("prob", "prob", format!("{percent}")));
            }
            ExprKind::After(time, _) => match constant(time) {
                Some(seconds) => {
                    let count = math::to_ticks(seconds, self.model.world.tick);
                    out.push(with("timeout", "count", count.to_string()));
                }
                None => self.cannot(time.span, "a time that is not known before the scene runs"),
            },
            _ => {
                let help = "keys that go down, clicks on it, contacts that begin, messages, chance \
                            and `after` have counterparts";
                self.cannot_but(e.span, "this condition", help);
            }
        }
    }

    fn bump(&mut self, selector: &Selector, out: &mut Vec<Attributes>) {
        let narrowed =
            selector.within.is_some() || selector.ahead.is_some() || selector.side.is_some();
        if narrowed {
            return self.cannot(selector.span, "a contact at a side or a distance");
        }
        let bump = match &selector.what {
            What::Any => "@any".to_owned(),
            What::Anyone => "@anychara".to_owned(),
            What::Boundary(set) => return boundary_guards(*set, out),
            What::Class(id) => {
                let class = self.model.classes.get(id.index());
                let name = class.map(|class| class.name.to_string()).unwrap_or_default();
                if name.starts_with('@') {
                    return self
                        .cannot(selector.span, "a contact with a name that begins with `@`");
                }
                let known =
                    self.model.characters.iter().any(|c| *c.name == *name && !self.is_atom(c));
                if !known {
                    return self.cannot(selector.span, "a contact with an atom");
                }
                name
            }
            What::Group(_) | What::Named(..) | What::Ref(_) => {
                return self.cannot(selector.span, "a contact with some of a kind");
            }
        };
        out.push(with("bump", "bump", bump));
    }
}

fn kind(kind: &str) -> Attributes {
    vec![("guard", kind.to_owned())]
}

fn with(kind: &str, name: &'static str, value: String) -> Attributes {
    vec![("guard", kind.to_owned()), (name, value)]
}

/// The boundaries of contacts with nothing else, joined by `or`.
fn boundaries(e: &Expr) -> Option<BoundarySet> {
    match &e.kind {
        ExprKind::Binary(BinaryOp::Or, a, b) => Some(boundaries(a)?.with(boundaries(b)?)),
        ExprKind::Contact(ContactPhase::Hit, selector) if selector.side.is_none() => {
            match selector.what {
                What::Boundary(set) => Some(set),
                _ => None,
            }
        }
        _ => None,
    }
}

fn boundary_guards(set: BoundarySet, out: &mut Vec<Attributes>) {
    if set == BoundarySet::ALL {
        return out.push(with("bump", "bump", "@anywall".to_owned()));
    }
    let meant = SIDES.iter().filter(|(side, _)| set.meets(*side));
    out.extend(meant.map(|(_, name)| with("bump", "bump", (*name).to_owned())));
}

/// The format's name of a key.
fn key_name(key: Key) -> Option<String> {
    let name = key.name();
    let named = ["Up", "Down", "Left", "Right", "Enter", "Space"];
    let short = name.strip_prefix("Arrow").unwrap_or(name);
    if named.contains(&short) {
        return Some(short.to_uppercase());
    }
    let plain = name.strip_prefix("Key").or_else(|| name.strip_prefix("Digit"))?;
    (plain.len() == 1).then(|| plain.to_lowercase())
}
