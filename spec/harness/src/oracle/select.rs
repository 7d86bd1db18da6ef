//! References and selectors (§7): who is meant.
//!
//! In: an expression or a [`Selector`] and who asks. Out: serial numbers, 0 for nobody. Places are
//! those of the end of the last tick.

use islay_lang::hir::model::{Expr, ExprKind, Selector, What};
use islay_vm::math::sight;

use super::Oracle;
use super::cast::{At, Id};

impl<'m> Oracle<'m> {
    /// Who is meant.
    pub(super) fn reference(&mut self, at: At, e: &'m Expr) -> Id {
        match &e.kind {
            ExprKind::SelfRef => at.me.unwrap_or(0),
            ExprKind::Parent(of) => {
                let of = self.who(at, of);
                self.cast.get(of).and_then(|i| i.parent).unwrap_or(0)
            }
            ExprKind::Child(of, name) => {
                let of = self.who(at, of);
                self.part(of, name)
            }
            ExprKind::Named(name, number) => self.cast.named(name, *number).unwrap_or(0),
            ExprKind::Nearest(s) => {
                let taken = self.takes(at, s);
                self.nearest(at, &taken)
            }
            ExprKind::Sender(message) => {
                let mail = at.me.and_then(|me| self.mail.get(&(me, *message)));
                mail.map_or(0, |m| self.cast.alive(m.sender))
            }
            ExprKind::Other(s) => self.other(at, s),
            _ => 0,
        }
    }

    /// What was made as its part of this name.
    fn part(&self, of: Id, name: &str) -> Id {
        let is = |id: &Id| self.cast[*id].whole == Some(of) && &*self.cast[*id].name == name;
        self.cast.ids().find(|id| of != 0 && is(id)).unwrap_or(0)
    }

    /// All that the selector takes, the oldest first.
    pub(super) fn takes(&mut self, at: At, s: &'m Selector) -> Vec<Id> {
        self.coverage.selector(s);
        let within = s.within.as_ref().map(|e| self.number(at, e));
        let ahead = s.ahead.as_ref().map(|e| self.number(at, e));
        let mut taken = self.candidates(at, &s.what);
        taken.retain(|id| self.in_sight(at, within, ahead, *id));
        taken
    }

    /// Whether it is near enough and far enough ahead; from nowhere everything is.
    pub(super) fn in_sight(&self, at: At, within: Option<f32>, ahead: Option<f32>, id: Id) -> bool {
        let Some(me) = at.me else { return true };
        let from = self.world_then(me);
        let to = self.world_then(id).position();
        sight::takes(from.position(), from.rotation, within, ahead, to)
    }

    /// Self and the own tree never count, but for a reference.
    fn candidates(&mut self, at: At, what: &'m What) -> Vec<Id> {
        if let What::Ref(e) = what {
            let id = self.who(at, e);
            return if id == 0 { Vec::new() } else { vec![id] };
        }
        let cast = &self.cast;
        let own_root = at.me.map(|me| cast.root(me));
        let named = match what {
            What::Named(name, number) => cast.named(name, *number),
            _ => None,
        };
        let fits = |id: &Id| match what {
            What::Class(class) => cast[*id].character.class == *class,
            What::Group(group) => cast[*id].group == Some(*group),
            What::Named(..) => named == Some(*id),
            _ => false,
        };
        cast.ids().filter(fits).filter(|id| Some(cast.root(*id)) != own_root).collect()
    }

    /// The nearest of some, then the oldest; from nowhere the oldest.
    pub(super) fn nearest(&self, at: At, some: &[Id]) -> Id {
        let Some(me) = at.me else { return some.first().copied().unwrap_or(0) };
        let from = self.world_then(me).position();
        let mut best = (0, f32::INFINITY);
        for id in some {
            let d = sight::distance_squared(from, self.world_then(*id).position());
            if best.0 == 0 || d < best.1 {
                best = (*id, d);
            }
        }
        best.0
    }
}
