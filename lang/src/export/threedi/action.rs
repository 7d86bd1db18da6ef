//! Lists of actions as one action, and what is done on entry as one option.
//!
//! In: a state of a model. Out: attributes. A list of the language can say more than the one
//! action of a state: along the axes, then about front, up and right; or places along axes; or
//! what is reset; or a scale.

use super::Export;
use super::guard::Attributes;
use super::shown;
use crate::hir::constant;
use crate::hir::model::{
    Action, ActionKind, Character, CharacterId, DiagramId, Expr, ExprKind, Frame, SendTo, State,
    StateId,
};
use crate::source::Span;

/// The reach of `jump-rand`.
const REACH: f32 = 100.0;

/// What a list comes to.
#[derive(Default)]
struct Sum {
    /// Right, front, up.
    along: Option<[f32; 3]>,
    /// Roll, yaw, pitch.
    about: [f32; 3],
    /// How many of these angles are done with.
    turned: usize,
    frame: Option<Frame>,
    place: [Option<f32>; 3],
    random: [bool; 3],
    position: bool,
    rotation: bool,
    scale: Option<[f32; 3]>,
}

impl Export<'_> {
    /// `@action` with its attributes.
    pub(super) fn action(&mut self, list: &[Action]) -> Attributes {
        let mut sum = Sum::default();
        for action in list {
            if let Err(what) = self.add(action, &mut sum) {
                let help = "a state of such documents has one action";
                self.cannot_but(action.span, what, help);
            }
        }
        let text = |kind: &str| ("action", kind.to_owned());
        if let Some([x, y, z]) = sum.scale {
            let names = ["x", "y", "z"].into_iter().zip([x, z, y].map(shown));
            return std::iter::once(text("scale")).chain(names).collect();
        }
        if sum.position || sum.rotation {
            let flags = [("tra", sum.position), ("rot", sum.rotation)];
            let flags = flags.map(|(name, flag)| (name, flag.to_string()));
            return std::iter::once(text("reset")).chain(flags).collect();
        }
        if sum.random.iter().any(|flag| *flag) {
            let [x, y, z] = sum.random;
            return std::iter::once(text("jump-rand")).chain(flags([x, z, y])).collect();
        }
        if sum.place.iter().any(Option::is_some) {
            let [x, y, z] = sum.place;
            let place = [x, z, y];
            let numbers = ["x", "y", "z"].into_iter().zip(place.map(|v| shown(v.unwrap_or(0.0))));
            let flags = flags(place.map(|v| v.is_some()));
            return std::iter::once(text("jump")).chain(numbers).chain(flags).collect();
        }
        match sum.frame {
            None => vec![text("stay")],
            Some(frame) => moved(&sum, frame),
        }
    }

    /// Takes one action of a list; the reason where it does not fit the others.
    fn add(&mut self, action: &Action, sum: &mut Sum) -> Result<(), &'static str> {
        if action.timed.is_some() {
            return Err("an action that takes its time");
        }
        let moves = sum.frame.is_some();
        let places = sum.place.iter().any(Option::is_some) || sum.random.iter().any(|f| *f);
        let resets = sum.position || sum.rotation;
        let scales = sum.scale.is_some();
        match &action.kind {
            ActionKind::Move(way, frame) => {
                if moves || places || resets || scales {
                    return Err("this action after the others");
                }
                if *frame == Frame::World {
                    return Err("a move in the world's frame");
                }
                let [right, up, front] = self.three(way);
                (sum.along, sum.frame) = (Some([right, front, up]), Some(*frame));
            }
            ActionKind::Rotate(angles, frame) => {
                if places || resets || scales || sum.frame.is_some_and(|f| f != *frame) {
                    return Err("this action after the others");
                }
                if *frame == Frame::World {
                    return Err("a rotation in the world's frame");
                }
                let [pitch, yaw, roll] = self.three(angles);
                turned(sum, [roll, yaw, pitch])?;
                sum.frame = Some(*frame);
            }
            ActionKind::Place(place, false) if !(moves || resets || scales) => {
                self.placed(place, sum)?;
            }
            ActionKind::ResetMove(false) if !(moves || places || scales || sum.position) => {
                sum.position = true;
            }
            ActionKind::ResetRotate(false) if !(moves || places || scales || sum.rotation) => {
                sum.rotation = true;
            }
            ActionKind::Scale(factors) if !(moves || places || resets || scales) => {
                sum.scale = Some(self.three(factors));
            }
            _ => return Err("this action in the list of a state"),
        }
        Ok(())
    }

    fn placed(&mut self, place: &[Option<Expr>; 3], sum: &mut Sum) -> Result<(), &'static str> {
        let slots = sum.place.iter_mut().zip(sum.random.iter_mut());
        for ((slot, random), value) in slots.zip(place) {
            let Some(value) = value else { continue };
            if slot.is_some() || *random {
                return Err("two places along one axis");
            }
            match &value.kind {
                ExprKind::Random(a, b, _)
                    if constant(a) == Some(-REACH) && constant(b) == Some(REACH) =>
                {
                    *random = true;
                }
                _ => *slot = Some(self.number(value)),
            }
        }
        let both = sum.place.iter().any(Option::is_some) && sum.random.iter().any(|flag| *flag);
        if both { Err("places by chance and others") } else { Ok(()) }
    }

    /// `@option` with its attribute; nothing where nothing is done on entry.
    pub(super) fn entry(&mut self, state: &State) -> Attributes {
        let mut out = Attributes::new();
        for reaction in &state.enter {
            if let Some(cond) = &reaction.cond {
                self.cannot(cond.span, "a condition on entry");
            }
            for action in &reaction.actions {
                if !out.is_empty() {
                    let help = "a state of such documents has one option";
                    self.cannot_but(action.span, "more than one thing on entry", help);
                    return out;
                }
                out = self.option(action);
            }
        }
        out
    }

    fn option(&mut self, action: &Action) -> Attributes {
        let named = |kind: &str| ("option", kind.to_owned());
        match &action.kind {
            ActionKind::Send { message, value: None, to, delay: None } => {
                let kind = match to {
                    SendTo::All => "broadcast",
                    SendTo::Up => "upcast",
                    SendTo::Down => "downcast",
                    _ => {
                        self.cannot(action.span, "whom this message goes to");
                        "broadcast"
                    }
                };
                let message = self.model.messages.get(message.index());
                let message = message.map(ToString::to_string).unwrap_or_default();
                vec![named(kind), ("message", message)]
            }
            ActionKind::ForkGroup(id) => {
                let group = self.model.groups.get(id.index());
                let group = group.map(|group| group.name.to_string()).unwrap_or_default();
                vec![named("gfork"), ("group", group)]
            }
            ActionKind::Become { character, args, start } => {
                if !args.is_empty() {
                    self.cannot(action.span, "arguments");
                }
                let id = *character;
                let Some(character) = self.model.characters.get(id.index()) else {
                    return Attributes::new();
                };
                let state = self.becoming((id, character), start, action.span);
                vec![named("transform"), ("chara-state", format!("{}{state}", character.name))]
            }
            ActionKind::Vanish(None) => vec![named("exit")],
            ActionKind::Finish => vec![named("finish")],
            ActionKind::Show => vec![named("show")],
            ActionKind::Hide => vec![named("hide")],
            _ => {
                let help = "messages without a number or a delay, forks of groups, `become`, \
                            `show`, `hide`, `vanish` and `finish` have counterparts";
                self.cannot_but(action.span, "this action on entry", help);
                Attributes::new()
            }
        }
    }

    /// What is behind the name: `:State`, which starts it in every diagram that has it, or
    /// `:Diagram.State` where that would be others.
    fn becoming(
        &mut self,
        (id, character): (CharacterId, &Character),
        start: &[(DiagramId, StateId)],
        span: Span,
    ) -> String {
        let mut states = start.iter().filter_map(|(diagram, state)| {
            Some(&character.diagrams.get(diagram.index())?.states.get(state.index())?.name)
        });
        let Some(state) = states.next() else { return String::new() };
        let all = character.diagrams.iter().filter(|d| d.states.iter().any(|s| s.name == *state));
        let alone = states.all(|other| other == state) && all.count() == start.len();
        let behind = if alone && !state.contains(',') {
            state.to_string()
        } else {
            self.start(id, start, span).unwrap_or_default()
        };
        let whole = format!("{}:{behind}", character.name);
        let known = |name: &str| self.model.characters.iter().any(|c| &*c.name == name);
        let first = whole.match_indices(':').map(|(at, _)| at);
        let mut first = first.filter(|at| whole.get(..*at).is_some_and(|name| known(name.trim())));
        if known(&whole) || first.next() != Some(character.name.len()) {
            self.cannot(span, "such names of what it becomes");
        }
        format!(":{behind}")
    }
}

/// Angles come in the order roll, yaw, pitch.
fn turned(sum: &mut Sum, angles: [f32; 3]) -> Result<(), &'static str> {
    let given = angles.iter().enumerate().filter(|(_, angle)| **angle != 0.0);
    let given: Vec<(usize, f32)> = given.map(|(at, angle)| (at, *angle)).collect();
    match given.as_slice() {
        [] => Ok(()),
        [(at, angle)] if *at >= sum.turned => {
            if let Some(slot) = sum.about.get_mut(*at) {
                *slot = *angle;
            }
            sum.turned = at + 1;
            Ok(())
        }
        _ => Err("rotations in any order but `rotate z`, `rotate y`, `rotate x`"),
    }
}

fn flags(flags: [bool; 3]) -> impl Iterator<Item = (&'static str, String)> {
    ["xflag", "yflag", "zflag"].into_iter().zip(flags.map(|flag| flag.to_string()))
}

fn moved(sum: &Sum, frame: Frame) -> Attributes {
    let kind = if frame == Frame::Parent { "move-world" } else { "move" };
    let [right, front, up] = sum.along.unwrap_or_default().map(shown);
    let [roll, yaw, pitch] = sum.about.map(|angle| shown(0.0 - angle));
    vec![
        ("action", kind.to_owned()),
        ("front", front),
        ("right", right),
        ("up", up),
        ("pitch", pitch),
        ("yaw", yaw),
        ("roll", roll),
    ]
}
