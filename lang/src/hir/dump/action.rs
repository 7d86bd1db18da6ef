//! Actions as text.
//!
//! In: actions and where they stand. Out: one line.

use super::expr::Names;
use super::spawn_one;
use crate::hir::model::{Action, ActionKind as A, Aim, AssignOp, Expr, Frame};

impl Names<'_> {
    /// A list of actions.
    pub fn actions(&self, list: &[Action]) -> String {
        let all: Vec<String> = list.iter().map(|a| self.action(a)).collect();
        all.join(", ")
    }

    fn action(&self, a: &Action) -> String {
        let timed = a.timed.as_ref().map(|t| {
            format!(" for {} {:?} (slot {}, level {})", self.expr(&t.time), t.ease, t.slot, t.level)
        });
        self.action_kind(&a.kind) + &timed.unwrap_or_default()
    }

    fn action_kind(&self, kind: &A) -> String {
        let x = |e: &Expr| self.expr(e);
        match kind {
            A::Move(e, frame) => format!("move {}{}", self.three(e), in_frame(*frame)),
            A::Rotate(e, frame) => format!("rotate {}{}", self.three(e), in_frame(*frame)),
            A::Scale(e) => format!("scale {}", self.three(e)),
            A::Place(e, cut) => {
                let all = e.each_ref().map(|e| e.as_ref().map_or_else(|| "_".to_owned(), x));
                format!("place {}{}", all.join(" "), cut_word(*cut))
            }
            A::Orient(e, cut) => format!("orient {}{}", self.three(e), cut_word(*cut)),
            A::ResetMove(cut) => format!("reset move{}", cut_word(*cut)),
            A::ResetRotate(cut) => format!("reset rotate{}", cut_word(*cut)),
            A::ResetScale(cut) => format!("reset scale{}", cut_word(*cut)),
            A::Face(aim, max) => {
                let max = max.as_ref().map(|e| format!(" {}", x(e))).unwrap_or_default();
                format!("face {}{max}", self.aim(aim))
            }
            A::Approach(aim, by) => format!("approach {} {}", self.aim(aim), x(by)),
            A::Color(e) => format!("color {}", x(e)),
            A::Show => "show".to_owned(),
            A::Hide => "hide".to_owned(),
            A::Restart => "restart".to_owned(),
            A::Finish => "finish".to_owned(),
            A::Assign(id, op, e) => format!("{} {} {}", self.variable(*id), assign_word(*op), x(e)),
            _ => self.effect(kind),
        }
    }

    /// Actions on others.
    fn effect(&self, kind: &A) -> String {
        let x = |e: &Expr| self.expr(e);
        match kind {
            A::Send { message, value, to, delay } => {
                let delay = delay.as_ref().map(|e| format!(" delay {}", x(e))).unwrap_or_default();
                format!("send {}{delay}", self.sent(*message, value.as_ref(), to))
            }
            A::ForkGroup(id) => {
                format!("fork {}", self.model.groups.get(id.index()).map_or("?", |g| &g.name))
            }
            A::Fork(spawn, world) => {
                format!("fork {}{}", spawn_one(spawn, *self), if *world { " in world" } else { "" })
            }
            A::Become { character, args, start } => {
                format!("become {}", self.made(*character, args, start))
            }
            A::Vanish(None) => "vanish".to_owned(),
            A::Vanish(Some(s)) => format!("vanish {}", self.selector(s)),
            A::Attach { what, to, placement } => {
                let kept = " where it is".to_owned();
                let place = placement.as_ref().map_or(kept, |p| self.placement(p));
                format!("attach {} to {}{place}", x(what), x(to))
            }
            A::Detach(e) => format!("detach {}", x(e)),
            A::Log(pieces) => format!("log {}", self.text(pieces)),
            A::Emit(name, args) => format!("emit {name}({})", self.arguments(args)),
            A::Call(hook, args, _) => format!("call {}", self.called(*hook, args)),
            A::Sound(file) => format!("sound {file:?}"),
            _ => String::new(),
        }
    }

    fn aim(&self, aim: &Aim) -> String {
        match aim {
            Aim::Who(e) => self.expr(e),
            Aim::Point(p) => format!("at {}", self.three(p)),
        }
    }
}

fn in_frame(frame: Frame) -> &'static str {
    match frame {
        Frame::Own => "",
        Frame::Parent => " in parent",
        Frame::World => " in world",
    }
}

fn cut_word(cut: bool) -> &'static str {
    if cut { " cut" } else { "" }
}

fn assign_word(op: AssignOp) -> &'static str {
    match op {
        AssignOp::Set => "=",
        AssignOp::Add => "+=",
        AssignOp::Sub => "-=",
        AssignOp::Mul => "*=",
        AssignOp::Div => "/=",
    }
}
