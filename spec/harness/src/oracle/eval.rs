//! Expressions (§7), one at a time for one who asks.
//!
//! In: an expression and who asks where. Out: 32 bits: a number, a flag, a serial number or a
//! colour. Own variables and the own pose are as they are now, all else as of the end of the last
//! tick. Arithmetic lets what is not finite pass; where a value is *used* it becomes 0 with a trap.

use islay_lang::hir::model::{
    BinaryOp, Diagram, Expr, ExprKind, Kind, PoseField, Selector, Site, StateId,
};
use islay_vm::math::{quat_euler, sight};
use islay_vm::rng;

use super::Oracle;
use super::cast::{At, Id, contains};
use super::coverage;

impl<'m> Oracle<'m> {
    /// The value where it is used: a number is finite, and zero has no sign.
    pub(super) fn used(&mut self, at: At, e: &'m Expr) -> u32 {
        let bits = self.eval(at, e);
        match e.ty {
            Kind::Number => self.checked(at, f32::from_bits(bits), site(e)).to_bits(),
            _ => bits,
        }
    }

    /// A number where it is used.
    pub(super) fn number(&mut self, at: At, e: &'m Expr) -> f32 {
        f32::from_bits(self.used(at, e))
    }

    /// Three of them.
    pub(super) fn numbers(&mut self, at: At, v: &'m [Expr; 3]) -> [f32; 3] {
        [self.number(at, &v[0]), self.number(at, &v[1]), self.number(at, &v[2])]
    }

    /// Three as arithmetic leaves them, for what refuses numbers that are not finite.
    pub(super) fn raw_numbers(&mut self, at: At, v: &'m [Expr; 3]) -> [f32; 3] {
        [0, 1, 2].map(|i| f32::from_bits(self.eval(at, &v[i])))
    }

    /// Whether it holds.
    pub(super) fn holds(&mut self, at: At, e: &'m Expr) -> bool {
        self.eval(at, e) != 0
    }

    /// Who is meant; nobody if it is gone.
    pub(super) fn who(&mut self, at: At, e: &'m Expr) -> Id {
        let id = self.eval(at, e);
        self.cast.alive(id)
    }

    /// What is not finite becomes 0 with a trap; −0 becomes 0.
    pub(super) fn checked(&mut self, at: At, v: f32, site: usize) -> f32 {
        if v.is_finite() {
            return v + 0.0;
        }
        self.trap(at, "not-finite", site);
        0.0
    }

    /// Its value; numbers as arithmetic leaves them.
    pub(super) fn eval(&mut self, at: At, e: &'m Expr) -> u32 {
        let bits = self.value(at, e);
        if bits != 0 || !coverage::is_signal(&e.kind) {
            self.coverage.expression(&e.kind);
        }
        bits
    }

    fn raw(&mut self, at: At, e: &'m Expr) -> f32 {
        f32::from_bits(self.eval(at, e))
    }

    fn value(&mut self, at: At, e: &'m Expr) -> u32 {
        use ExprKind as E;
        match &e.kind {
            E::Number(v) => v.to_bits(),
            E::Flag(v) => u32::from(*v),
            E::Colour(v) => *v,
            E::Nobody => 0,
            E::Neg(a) => (-self.raw(at, a)).to_bits(),
            E::Not(a) => u32::from(!self.holds(at, a)),
            E::Binary(op, a, b) => self.binary(at, *op, a, b),
            E::If(cond, a, b) => {
                let chosen = if self.holds(at, cond) { a } else { b };
                self.eval(at, chosen)
            }
            E::Native(native, args) => {
                let args: Vec<f32> = args.iter().map(|a| self.number(at, a)).collect();
                native.call(&args).to_bits()
            }
            E::Random(a, b, site) => {
                let (a, b) = (self.number(at, a), self.number(at, b));
                (a + (b - a) * self.draw(at, *site)).to_bits()
            }
            E::Pick(a, b, site) => {
                let (a, b) = (self.number(at, a).floor(), self.number(at, b).floor());
                (a + (self.draw(at, *site) * (b - a + 1.0)).floor()).to_bits()
            }
            E::Chance(p, site) => {
                let p = self.number(at, p);
                u32::from(self.draw(at, *site) < p)
            }
            E::Var(_) | E::Loop(_) | E::Own(_) | E::Elapsed(_) | E::Time => self.own_value(at, e),
            E::SelfRef | E::Parent(_) | E::Child(..) | E::Named(..) | E::Nearest(_) => {
                self.reference(at, e)
            }
            E::Sender(_) | E::Other(_) => self.reference(at, e),
            E::Field { of, name, pose } => {
                let of = self.who(at, of);
                self.field(at, of, name, *pose, e.ty)
            }
            E::OwnIs(diagram, state) => {
                u32::from(at.me.is_some_and(|me| self.was_in(me, diagram.index(), &[*state])))
            }
            E::Is { of, diagram, state } => {
                let of = self.who(at, of);
                u32::from(self.was(of, diagram, state))
            }
            E::Input(input) => self.inputs.get(input.index()).copied().unwrap_or(0.0).to_bits(),
            E::Ask(hook, args) => {
                let args: Vec<f32> = args.iter().map(|a| self.number(at, a)).collect();
                self.asked(at, hook.index(), &args, site(e)).to_bits()
            }
            // scripts are no part of the language's own meaning: none is called here
            E::Hook(..) => 0,
            E::Count(s) => (self.takes(at, s).len() as f32).to_bits(),
            E::Distance(s) => self.distance(at, s).to_bits(),
            E::Bearing(s) => self.bearing(at, s).to_bits(),
            _ => self.signal(at, e),
        }
    }

    /// A number of the host; 0 with a trap where there is none or none that is finite.
    fn asked(&mut self, at: At, hook: usize, args: &[f32], site: usize) -> f32 {
        let name = self.model.hooks.get(hook).map_or("", |h| &h.name);
        match crate::host::number(name, args) {
            Ok(v) if v.is_finite() => v + 0.0,
            _ => {
                self.trap(at, "hook-failed", site);
                0.0
            }
        }
    }

    /// A number in [0, 1) for this place of the program, this tick and the one who asks.
    pub(super) fn draw(&self, at: At, site: Site) -> f32 {
        rng::unit(rng::key(self.seed, self.clock, site), at.dice)
    }

    fn binary(&mut self, at: At, op: BinaryOp, a: &'m Expr, b: &'m Expr) -> u32 {
        use BinaryOp::*;
        match op {
            And => u32::from(self.holds(at, a) && self.holds(at, b)),
            Or => u32::from(self.holds(at, a) || self.holds(at, b)),
            Eq | Ne if a.ty != Kind::Number => {
                let same = self.used(at, a) == self.used(at, b);
                u32::from(same == (op == Eq))
            }
            Add | Sub | Mul | Div | Rem => {
                let (a, b) = (self.raw(at, a), self.raw(at, b));
                arithmetic(op, a, b).to_bits()
            }
            Eq | Ne | Lt | Le | Gt | Ge => {
                let (a, b) = (self.number(at, a), self.number(at, b));
                u32::from(compare(op, a, b))
            }
        }
    }

    /// Own values as they are now.
    fn own_value(&mut self, at: At, e: &'m Expr) -> u32 {
        let tick = self.model.world.tick;
        match (&e.kind, at.me) {
            (ExprKind::Time, _) => (self.clock as f32 * tick).to_bits(),
            (ExprKind::Loop(counter), _) => {
                self.loops.get(counter).copied().unwrap_or(0.0).to_bits()
            }
            (ExprKind::Var(var), Some(me)) => {
                let bits = self.cast[me].vars[var.index()];
                self.read(bits, e.ty)
            }
            (ExprKind::Own(field), Some(me)) => self.own_pose(me, *field).to_bits(),
            (ExprKind::Elapsed(level), Some(me)) => {
                (self.elapsed_ticks(me, at.diagram, *level) as f32 * tick).to_bits()
            }
            _ => 0,
        }
    }

    /// A stored value; a reference to what is gone reads nobody.
    pub(super) fn read(&self, bits: u32, kind: Kind) -> u32 {
        if kind == Kind::Who { self.cast.alive(bits) } else { bits }
    }

    fn own_pose(&self, me: Id, field: PoseField) -> f32 {
        let pose = self.cast[me].pose;
        let [pitch, heading, roll] = quat_euler(pose.rotation);
        let past = self.past.get(&me);
        match field {
            PoseField::X => pose.position[0],
            PoseField::Y => pose.position[1],
            PoseField::Z => pose.position[2],
            PoseField::Heading => heading,
            PoseField::Pitch => pitch,
            PoseField::Roll => roll,
            PoseField::Speed => past.map_or(0.0, |p| p.speed),
            PoseField::TurnRate => past.map_or(0.0, |p| p.turnrate),
        }
    }

    /// §7 `ref.v`: its variable, else a value of its pose, as of the end of the last tick.
    fn field(&self, at: At, of: Id, name: &str, pose: Option<PoseField>, kind: Kind) -> u32 {
        let (Some(instance), Some(past)) = (self.cast.get(of), self.past.get(&of)) else {
            return 0;
        };
        if let Some(i) = instance.character.vars.iter().position(|v| &*v.name == name) {
            let right = instance.character.vars[i].kind == kind;
            return if right { self.read(past.vars[i], kind) } else { 0 };
        }
        let [pitch, heading, roll] = quat_euler(past.pose.rotation);
        let here = match at.me.and_then(|me| self.cast[me].parent) {
            Some(parent) => self.world_then(parent).point_back(past.world.position()),
            None => past.world.position(),
        };
        let value = match pose {
            None => 0.0,
            Some(PoseField::X) => here[0],
            Some(PoseField::Y) => here[1],
            Some(PoseField::Z) => here[2],
            Some(PoseField::Heading) => heading,
            Some(PoseField::Pitch) => pitch,
            Some(PoseField::Roll) => roll,
            Some(PoseField::Speed) => past.speed,
            Some(PoseField::TurnRate) => past.turnrate,
        };
        value.to_bits()
    }

    /// Whether its diagram was in one of these states or inside at the end of the last tick.
    fn was_in(&self, who: Id, diagram: usize, states: &[StateId]) -> bool {
        let Some(past) = self.past.get(&who) else { return false };
        let spec = &self.cast[who].character.diagrams[diagram];
        states.iter().any(|s| contains(spec, *s, past.leaves[diagram]))
    }

    /// `ref.D is S`.
    fn was(&self, who: Id, diagram: &str, state: &str) -> bool {
        let Some(instance) = self.cast.get(who) else { return false };
        let diagrams = &instance.character.diagrams;
        let Some(d) = diagrams.iter().position(|d| &*d.name == diagram) else { return false };
        self.was_in(who, d, &states_called(&diagrams[d], state))
    }

    /// §7: 1e9 if there is none.
    fn distance(&mut self, at: At, s: &'m Selector) -> f32 {
        let (taken, Some(me)) = (self.takes(at, s), at.me) else { return sight::FAR };
        let from = self.world_then(me).position();
        match self.nearest(at, &taken) {
            0 => sight::FAR,
            id => sight::distance(from, self.world_then(id).position()),
        }
    }

    /// Degrees in the plane of own X and Z, right positive; 0 if there is none.
    fn bearing(&mut self, at: At, s: &'m Selector) -> f32 {
        let (taken, Some(me)) = (self.takes(at, s), at.me) else { return 0.0 };
        let from = self.world_then(me);
        match self.nearest(at, &taken) {
            0 => 0.0,
            id => sight::bearing(from.position(), from.rotation, self.world_then(id).position()),
        }
    }
}

/// The place of a trap: that of the expression whose value is used.
pub fn site(e: &Expr) -> usize {
    std::ptr::from_ref(e) as usize
}

fn arithmetic(op: BinaryOp, a: f32, b: f32) -> f32 {
    match op {
        BinaryOp::Add => a + b,
        BinaryOp::Sub => a - b,
        BinaryOp::Mul => a * b,
        BinaryOp::Div => a / b,
        _ => a - b * (a / b).floor(),
    }
}

fn compare(op: BinaryOp, a: f32, b: f32) -> bool {
    match op {
        BinaryOp::Eq => a == b,
        BinaryOp::Ne => a != b,
        BinaryOp::Lt => a < b,
        BinaryOp::Le => a <= b,
        BinaryOp::Gt => a > b,
        _ => a >= b,
    }
}

/// The states of a path, or whose path ends with it.
fn states_called(diagram: &Diagram, name: &str) -> Vec<StateId> {
    let inner = format!(".{name}");
    let called = |path: &str| path == name || path.ends_with(&inner);
    let n = diagram.states.len() as u32;
    (0..n).map(StateId).filter(|s| called(&diagram.states[s.index()].path)).collect()
}
