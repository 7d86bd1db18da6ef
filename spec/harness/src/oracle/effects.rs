//! What an action does to others, noted for the end of the tick (§8).
//!
//! In: an action and who does it. Out: an [`Effect`] with everything evaluated that is evaluated
//! where the action stands. Nothing happens here.

use islay_lang::hir::model::{
    Action, ActionKind, CharacterId, DiagramId, Expr, GroupId, MessageId, Placement, SendTo,
    StateId, VarId,
};
use islay_lang::source::Text;
use islay_vm::math::euler_quat;

use super::Oracle;
use super::cast::{At, Id, Pose};
use super::messages::To;

/// Initial states other than the first.
pub type Start<'m> = &'m [(DiagramId, StateId)];
/// Evaluated arguments.
pub type Args = Vec<(VarId, u32)>;

/// What happens at the end of the tick.
#[derive(Clone, Debug)]
pub enum Effect<'m> {
    /// These end.
    Vanish(Vec<Id>),
    /// It becomes another character.
    Become { id: Id, character: CharacterId, args: Args, start: Start<'m> },
    /// It is let go.
    Detach(Id),
    /// It becomes a child of another.
    Attach { id: Id, to: Id, placement: Option<Pose> },
    /// A new instance.
    Fork {
        by: Id,
        character: CharacterId,
        name: Text,
        args: Args,
        pose: Pose,
        start: Start<'m>,
        in_world: bool,
    },
    /// All of a group.
    ForkGroup { by: Id, group: GroupId },
    /// A message.
    Send { by: Id, message: MessageId, value: f32, to: To, delay: u64 },
    /// Everything anew.
    Restart,
    /// The last tick.
    Finish,
}

impl<'m> Oracle<'m> {
    /// Notes what the action does at the end of the tick.
    pub(super) fn note(&mut self, at: At, me: Id, action: &'m Action) {
        let effect = match &action.kind {
            ActionKind::Vanish(None) => Effect::Vanish(vec![me]),
            ActionKind::Vanish(Some(selector)) => Effect::Vanish(self.takes(at, selector)),
            ActionKind::Become { character, args, start } => {
                let args = self.arguments(at, args);
                Effect::Become { id: me, character: *character, args, start }
            }
            ActionKind::Detach(what) => Effect::Detach(self.who(at, what)),
            ActionKind::Attach { what, to, placement } => Effect::Attach {
                id: self.who(at, what),
                to: self.who(at, to),
                placement: placement.as_ref().map(|p| self.placed(at, p)),
            },
            ActionKind::Fork(spawn, in_world) => Effect::Fork {
                by: me,
                character: spawn.character,
                name: spawn.name.clone(),
                args: self.arguments(at, &spawn.args),
                pose: self.placed(at, &spawn.placement),
                start: &spawn.start,
                in_world: *in_world,
            },
            ActionKind::ForkGroup(group) => Effect::ForkGroup { by: me, group: *group },
            ActionKind::Send { message, value, to, delay } => Effect::Send {
                by: me,
                message: *message,
                value: value.as_ref().map_or(0.0, |v| self.number(at, v)),
                to: self.addressed(at, to),
                delay: delay.as_ref().map_or(1, |d| u64::from(self.ticks(at, d))),
            },
            ActionKind::Restart => Effect::Restart,
            ActionKind::Finish => Effect::Finish,
            _ => return,
        };
        self.effects.push(effect);
    }

    /// Arguments in the context of the one who asks.
    pub(super) fn arguments(&mut self, at: At, args: &'m [(VarId, Expr)]) -> Args {
        args.iter().map(|(var, e)| (*var, self.used(at, e))).collect()
    }

    /// A placement in the context of the one who asks.
    pub(super) fn placed(&mut self, at: At, placement: &'m Placement) -> Pose {
        Pose {
            position: self.numbers(at, &placement.at),
            rotation: euler_quat(self.numbers(at, &placement.turn)),
            scale: self.numbers(at, &placement.scale),
        }
    }

    /// A reference and a selector are evaluated where the message is sent, all else when it arrives.
    fn addressed(&mut self, at: At, to: &'m SendTo) -> To {
        self.coverage.target(to);
        match to {
            SendTo::All => To::All,
            SendTo::Up => To::Up,
            SendTo::Down => To::Down,
            SendTo::Parts => To::Parts,
            SendTo::Class(class) => To::Class(*class),
            SendTo::Group(group) => To::Group(*group),
            SendTo::Named(name, number) => To::Named(name.clone(), *number),
            SendTo::Ref(e) => To::These(vec![self.who(at, e)]),
            SendTo::Selector(s) => To::These(self.takes(at, s)),
        }
    }
}
