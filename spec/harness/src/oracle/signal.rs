//! Signals (§7, the table): what a condition can ask.
//!
//! In: an expression that is a signal, and who asks. Out: its bits.

use islay_lang::hir::model::{Expr, ExprKind};
use islay_vm::math::to_ticks;

use super::Oracle;
use super::cast::{At, Id};

impl<'m> Oracle<'m> {
    /// Its value in this tick.
    pub(super) fn signal(&mut self, at: At, e: &'m Expr) -> u32 {
        use ExprKind as E;
        match &e.kind {
            E::Key(key) => u32::from(self.signals.key(*key)),
            E::Pressed(key) => u32::from(self.signals.pressed(*key)),
            E::Released(key) => u32::from(self.signals.released(*key)),
            E::Click { button, anywhere } => {
                let clicked: Vec<Id> = self.signals.clicked(*button).collect();
                u32::from(clicked.iter().any(|id| *anywhere || self.pointed(at, *id)))
            }
            E::Hover => u32::from(self.pointed(at, self.signals.hovered())),
            E::Contact(phase, s) => u32::from(self.contact_holds(at, *phase, s)),
            E::Message(_) | E::Received(_) | E::Value(_) => self.mail_value(at, e),
            E::Every(time, level) => {
                let n = self.ticks(at, time);
                let k = self.elapsed(at, *level);
                u32::from(k >= 1 && k.is_multiple_of(u64::from(n)))
            }
            E::After(time, level) => {
                let n = self.ticks(at, time);
                u32::from(self.elapsed(at, *level) >= u64::from(n))
            }
            E::Done(slots, level) => u32::from(self.done(at, slots, *level)),
            _ => 0,
        }
    }

    /// The pointer's ray met this one or something that is part of it.
    fn pointed(&self, at: At, met: Id) -> bool {
        let Some(me) = at.me else { return false };
        self.cast.has(met) && self.cast.hangs_on(met, me)
    }

    fn mail_value(&self, at: At, e: &Expr) -> u32 {
        let mail = |m| at.me.and_then(|me| self.mail.get(&(me, m))).copied().unwrap_or_default();
        match e.kind {
            ExprKind::Message(m) => u32::from(mail(m).received > 0),
            ExprKind::Received(m) => (mail(m).received as f32).to_bits(),
            ExprKind::Value(m) => mail(m).value.to_bits(),
            _ => 0,
        }
    }

    /// A time in ticks (§4).
    pub(super) fn ticks(&mut self, at: At, time: &'m Expr) -> u32 {
        let seconds = self.number(at, time);
        to_ticks(seconds, self.model.world.tick)
    }

    fn elapsed(&self, at: At, level: u8) -> u64 {
        at.me.map_or(0, |me| self.elapsed_ticks(me, at.diagram, level))
    }

    /// §6: the ticks in which the active state of this level has acted, this one included.
    pub(super) fn elapsed_ticks(&self, me: Id, diagram: usize, level: u8) -> u64 {
        let entered = &self.cast[me].diagrams[diagram].entered;
        entered.get(usize::from(level).saturating_sub(1)).map_or(0, |e| self.clock - e)
    }

    /// The last of these timed actions has ended.
    fn done(&self, at: At, slots: &[u16], level: u8) -> bool {
        let Some(me) = at.me else { return false };
        let k = self.elapsed(at, level);
        let timed = &self.cast[me].diagrams[at.diagram].timed;
        slots.iter().all(|slot| timed.get(slot).is_some_and(|n| k >= u64::from(*n)))
    }
}
