//! Actions on oneself (§8): pose, look, variables, and what is told.
//!
//! In: an action and who does it. Out: the instance as it is then. What is done to others and what
//! makes or ends instances is only noted here and carried out at the end of the tick.

use islay_lang::hir::model::{
    Action, ActionKind, Aim, AssignOp, Ease, EmitArg, Expr, Frame, Kind, Piece, Timed,
};
use islay_vm::event::{EmitValue, EventKind};
use islay_vm::math::{
    Quat, Vec3, add, atan2_deg, axis_quat, euler_quat, length, mul3, pow, quat_conj, quat_euler,
    quat_mul, rotate, scaled, slerp, sub, timed_step, wrap_deg,
};
use islay_vm::native;

use super::Oracle;
use super::cast::{At, Id, Pose};
use super::eval::site;

/// How far a timed action is: tick k of n.
#[derive(Clone, Copy, Debug)]
struct Stretch {
    k: u32,
    n: u32,
    ease: Ease,
}

impl Stretch {
    /// Δf of this tick.
    fn step(self) -> f32 {
        timed_step(self.k, self.n, ease(self.ease), false)
    }

    /// Δf ÷ (1 − f): the share of what is left.
    fn share(self) -> f32 {
        timed_step(self.k, self.n, ease(self.ease), true)
    }
}

fn ease(ease: Ease) -> islay_vm::op::Ease {
    match ease {
        Ease::Linear => islay_vm::op::Ease::Linear,
        Ease::InOut => islay_vm::op::Ease::InOut,
        Ease::In => islay_vm::op::Ease::In,
        Ease::Out => islay_vm::op::Ease::Out,
    }
}

impl<'m> Oracle<'m> {
    /// Does it; a timed action that is over does nothing at all.
    pub(super) fn perform(&mut self, at: At, action: &'m Action) {
        let Some(me) = at.me else { return };
        let stretch = match &action.timed {
            None => None,
            Some(timed) => match self.stretch(at, timed) {
                None => return,
                some => some,
            },
        };
        self.coverage.action(action);
        self.change(at, me, action, stretch);
    }

    /// How far it is; `None` when it is over. The time is read where it starts.
    fn stretch(&mut self, at: At, timed: &'m Timed) -> Option<Stretch> {
        let k = at.me.map_or(0, |me| self.elapsed_ticks(me, at.diagram, timed.level)) as u32;
        if k == 1 {
            let n = self.ticks(at, &timed.time);
            self.activity(at).timed.insert(timed.slot, n);
        }
        let n = self.activity(at).timed.get(&timed.slot).copied().unwrap_or(0);
        (1..=n).contains(&k).then_some(Stretch { k, n, ease: timed.ease })
    }

    fn change(&mut self, at: At, me: Id, action: &'m Action, stretch: Option<Stretch>) {
        use ActionKind as A;
        match &action.kind {
            A::ResetMove(_) => self.cast[me].pose.position = Pose::ORIGIN.position,
            A::ResetRotate(_) => self.cast[me].pose.rotation = Pose::ORIGIN.rotation,
            A::ResetScale(_) => self.cast[me].pose.scale = Pose::ORIGIN.scale,
            A::Color(e) => {
                let target = self.used(at, e);
                self.cast[me].colour = blend(self.cast[me].colour, target, stretch);
            }
            A::Show => self.cast[me].visible = true,
            A::Hide => self.cast[me].visible = false,
            A::Assign(var, op, e) => {
                let bits = self.assigned(at, me, var.index(), *op, e, stretch);
                self.cast[me].vars[var.index()] = bits;
            }
            A::Log(pieces) => {
                let text = self.text(at, pieces);
                self.tell(me, EventKind::Log { text });
            }
            A::Emit(name, args) => {
                let args = args.iter().map(|a| self.emitted(at, a)).collect();
                self.tell(me, EventKind::Emit { name: name.to_string(), args });
            }
            A::Sound(file) => self.tell(me, EventKind::Sound { file: file.to_string() }),
            _ => match self.new_pose(at, me, &action.kind, stretch) {
                Some(pose) => self.put(at, std::ptr::from_ref(action) as usize, pose),
                None => self.note(at, me, action),
            },
        }
    }

    /// The pose after it; `None` for what does not change the pose.
    fn new_pose(
        &mut self,
        at: At,
        me: Id,
        action: &'m ActionKind,
        stretch: Option<Stretch>,
    ) -> Option<Pose> {
        use ActionKind as A;
        let pose = self.cast[me].pose;
        Some(match action {
            A::Move(v, frame) => {
                let way = part_of(self.numbers(at, v), stretch);
                Pose { position: self.moved(me, way, *frame), ..pose }
            }
            A::Rotate(v, frame) => {
                let turn = part_of(self.numbers(at, v), stretch);
                Pose { rotation: self.turned(me, euler_quat(turn), *frame), ..pose }
            }
            A::Scale(v) => {
                let factors = self.raw_numbers(at, v).map(|f| match stretch {
                    Some(s) => pow(f, s.step()),
                    None => f,
                });
                Pose { scale: mul3(pose.scale, factors), ..pose }
            }
            A::Place(v, _) => {
                let mut position = pose.position;
                for (here, target) in position.iter_mut().zip(v) {
                    if let Some(target) = target {
                        let to =
                            toward(*here, f32::from_bits(self.eval(at, target)), stretch) + 0.0;
                        if to.is_finite() {
                            *here = to;
                        } else {
                            self.trap(at, "not-finite", std::ptr::from_ref(v) as usize);
                        }
                    }
                }
                Pose { position, ..pose }
            }
            A::Orient(v, _) => {
                let target = euler_quat(self.raw_numbers(at, v));
                let share = stretch.map_or(1.0, Stretch::share);
                Pose { rotation: slerp(pose.rotation, target, share), ..pose }
            }
            A::Face(aim, most) => {
                let most = most.as_ref().map(|e| self.number(at, e));
                let rotation = self.facing(at, me, aim, most).unwrap_or(pose.rotation);
                Pose { rotation, ..pose }
            }
            A::Approach(aim, way) => {
                let way = self.number(at, way);
                let target = self.aim(at, me, aim);
                let position = target.map_or(pose.position, |t| nearer(pose.position, t, way));
                Pose { position, ..pose }
            }
            _ => return None,
        })
    }

    /// A new pose; one that is not finite leaves the old, with a trap.
    fn put(&mut self, at: At, place: usize, pose: Pose) {
        let Some(me) = at.me else { return };
        if pose.is_finite() {
            self.cast[me].pose = pose;
        } else {
            self.trap(at, "not-finite", place);
        }
    }

    fn moved(&self, me: Id, way: Vec3, frame: Frame) -> Vec3 {
        let here = &self.cast[me];
        let way = match frame {
            Frame::Own => rotate(here.pose.rotation, way),
            Frame::World if here.parent.is_some() => self.parent_then(me).vector_back(way),
            _ => way,
        };
        add(here.pose.position, way)
    }

    fn turned(&self, me: Id, turn: Quat, frame: Frame) -> Quat {
        let here = &self.cast[me];
        let q = here.pose.rotation;
        match frame {
            Frame::Own => quat_mul(q, turn),
            Frame::World if here.parent.is_some() => {
                let p = self.parent_then(me).rotation;
                quat_mul(quat_mul(quat_mul(quat_conj(p), turn), p), q)
            }
            _ => quat_mul(turn, q),
        }
    }

    /// What is aimed at, in the parent's frame; `None` where it is gone.
    fn aim(&mut self, at: At, me: Id, aim: &'m Aim) -> Option<Vec3> {
        let who = match aim {
            Aim::Point(v) => return Some(self.raw_numbers(at, v)),
            Aim::Who(e) => self.who(at, e),
        };
        if who == 0 {
            return None;
        }
        let there = self.world_then(who).position();
        match self.cast[me].parent {
            Some(parent) => Some(self.world_then(parent).point_back(there)),
            None => Some(there),
        }
    }

    /// Turned about the parent's Y toward it, by at most so many degrees; `None` where it is gone
    /// or straight above or below.
    fn facing(&mut self, at: At, me: Id, aim: &'m Aim, most: Option<f32>) -> Option<Quat> {
        let target = self.aim(at, me, aim)?;
        let pose = self.cast[me].pose;
        let [x, _, z] = sub(target, pose.position);
        if x == 0.0 && z == 0.0 {
            return None;
        }
        let turn = wrap_deg(atan2_deg(x, z) - quat_euler(pose.rotation)[1]);
        let turn = match most {
            Some(most) if turn > most => most,
            Some(most) if turn < -most => -most,
            _ => turn,
        };
        Some(quat_mul(axis_quat(1, turn), pose.rotation))
    }

    /// The bits a variable has then.
    fn assigned(
        &mut self,
        at: At,
        me: Id,
        var: usize,
        op: AssignOp,
        e: &'m Expr,
        stretch: Option<Stretch>,
    ) -> u32 {
        if e.ty != Kind::Number {
            return self.used(at, e);
        }
        let old = f32::from_bits(self.cast[me].vars[var]);
        let amount = match stretch {
            Some(_) => self.number(at, e),
            None => f32::from_bits(self.eval(at, e)),
        };
        let new = match (op, stretch) {
            (AssignOp::Set, Some(_)) => toward(old, amount, stretch),
            (AssignOp::Set, None) => amount,
            (AssignOp::Add, Some(s)) => old + amount * s.step(),
            (AssignOp::Sub, Some(s)) => old + -amount * s.step(),
            (AssignOp::Add, None) => old + amount,
            (AssignOp::Sub, None) => old - amount,
            (AssignOp::Mul, _) => old * amount,
            (AssignOp::Div, _) => old / amount,
        };
        self.checked(at, new, site(e)).to_bits()
    }

    fn emitted(&mut self, at: At, arg: &'m EmitArg) -> EmitValue {
        let e = match arg {
            EmitArg::Text(pieces) => return EmitValue::Text(self.text(at, pieces)),
            EmitArg::Value(e) => e,
        };
        let bits = self.used(at, e);
        match e.ty {
            Kind::Number => EmitValue::Number(f32::from_bits(bits)),
            Kind::Flag => EmitValue::Flag(bits != 0),
            Kind::Who => EmitValue::Who(self.cast.get(bits).map(|i| i.path.clone())),
            Kind::Colour => EmitValue::Colour(bits),
        }
    }

    /// The pieces of a text, values shown by their kinds.
    fn text(&mut self, at: At, pieces: &'m [Piece]) -> String {
        let mut text = String::new();
        for piece in pieces {
            match piece {
                Piece::Text(t) => text.push_str(t),
                Piece::Expr(e) => {
                    let bits = self.used(at, e);
                    text.push_str(&self.shown(bits, e.ty));
                }
            }
        }
        text
    }
}

/// The share of a relative amount that is due in this tick, component by component.
fn part_of(amount: Vec3, stretch: Option<Stretch>) -> Vec3 {
    stretch.map_or(amount, |s| scaled(amount, s.step()))
}

/// All the way to a value, or the share of what is left that is due in this tick.
fn toward(now: f32, target: f32, stretch: Option<Stretch>) -> f32 {
    match stretch.map(Stretch::share) {
        Some(share) if share < 1.0 => now + (target - now) * share,
        _ => target,
    }
}

/// Moved so far toward a point, never past it; away from it by a negative amount.
fn nearer(from: Vec3, to: Vec3, way: f32) -> Vec3 {
    let delta = sub(to, from);
    let d = length(delta);
    if way >= d { to } else { add(from, scaled(delta, way / d)) }
}

/// Channel by channel in 8 bits.
fn blend(now: u32, target: u32, stretch: Option<Stretch>) -> u32 {
    let Some(share) = stretch.map(Stretch::share) else { return target };
    let channel = |shift: u32| {
        let (c, t) = ((now >> shift & 255) as f32, (target >> shift & 255) as f32);
        ((c + native::round((t - c) * share)) as u32) << shift
    };
    channel(24) | channel(16) | channel(8) | channel(0)
}
