//! How often each thing of the language ran.
//!
//! In: edges taken, actions done, signals that held, expressions evaluated, targets addressed. Out:
//! counts by name. [`ALL`] lists every name, so what never ran is seen too.

use std::collections::BTreeMap;

use islay_lang::hir::model::{
    Action, ActionKind, Aim, AssignOp, BinaryOp, ContactPhase, Edge, ExprKind, Frame, PoseField,
    Reaction, Selector, SendTo, Target, What,
};

/// Counts by name.
#[derive(Clone, Debug, Default)]
pub struct Coverage {
    counts: BTreeMap<&'static str, u64>,
}

/// Every name that is counted.
pub const ALL: &[&str] = &[
    "edge: on",
    "edge: after",
    "edge: after if",
    "edge: else",
    "edge: on a diagram",
    "edge: on a state",
    "edge: do without arrow",
    "edge: do and arrow",
    "edge: arrow alone",
    "edge: once per stay",
    "edge: on enter",
    "edge: on exit",
    "edge: on enter if",
    "edge: on exit if",
    "arrow: state",
    "arrow: last",
    "arrow: back",
    "arrow: again",
    "arrow: one of",
    "arrow: except",
    "arrow: stays",
    "expression: number",
    "expression: flag",
    "expression: colour",
    "expression: nobody",
    "expression: variable",
    "expression: counter",
    "expression: x y z",
    "expression: heading pitch roll",
    "expression: speed",
    "expression: turnrate",
    "expression: elapsed",
    "expression: time",
    "expression: -",
    "expression: not",
    "expression: and or",
    "expression: + - * /",
    "expression: %",
    "expression: == !=",
    "expression: < <= > >=",
    "expression: if",
    "expression: function",
    "expression: function of the host",
    "expression: random",
    "expression: pick",
    "expression: self",
    "expression: parent",
    "expression: part",
    "expression: name",
    "expression: nearest",
    "expression: sender",
    "expression: other",
    "expression: field",
    "expression: count",
    "expression: distance",
    "expression: bearing",
    "expression: received",
    "expression: value",
    "signal: own D is S",
    "signal: ref.D is S",
    "signal: key",
    "signal: pressed",
    "signal: released",
    "signal: click",
    "signal: click(any)",
    "signal: hover",
    "signal: hit",
    "signal: touch",
    "signal: leave",
    "signal: message",
    "signal: every",
    "signal: chance",
    "signal: after",
    "signal: done",
    "selector: character",
    "selector: group",
    "selector: name",
    "selector: reference",
    "selector: within",
    "selector: ahead",
    "contact: character",
    "contact: group",
    "contact: name",
    "contact: reference",
    "contact: anyone",
    "contact: boundary",
    "contact: any",
    "contact: side",
    "action: move",
    "action: move in parent",
    "action: move in world",
    "action: rotate",
    "action: rotate in parent",
    "action: rotate in world",
    "action: scale",
    "action: place",
    "action: orient",
    "action: reset move",
    "action: reset rotate",
    "action: reset scale",
    "action: face reference",
    "action: face point",
    "action: approach reference",
    "action: approach point",
    "action: move for",
    "action: rotate for",
    "action: scale for",
    "action: place for",
    "action: orient for",
    "action: color for",
    "action: assign for",
    "action: += for",
    "action: color",
    "action: show",
    "action: hide",
    "action: send",
    "action: send with number",
    "action: send delay",
    "action: fork character",
    "action: fork in world",
    "action: fork group",
    "action: become",
    "action: vanish",
    "action: vanish others",
    "action: restart",
    "action: finish",
    "action: attach",
    "action: attach with placement",
    "action: detach",
    "action: =",
    "action: += -=",
    "action: *= /=",
    "action: log",
    "action: emit",
    "action: sound",
    "target: all",
    "target: up",
    "target: down",
    "target: parts",
    "target: character",
    "target: group",
    "target: name",
    "target: reference",
    "target: selector",
];

impl Coverage {
    fn note(&mut self, name: &'static str) {
        debug_assert!(ALL.contains(&name), "{name} is not listed");
        *self.counts.entry(name).or_insert(0) += 1;
    }

    /// How often it ran.
    pub fn count(&self, name: &str) -> u64 {
        self.counts.get(name).copied().unwrap_or(0)
    }

    /// Adds the counts of another run.
    pub fn add(&mut self, other: &Coverage) {
        for (name, count) in &other.counts {
            *self.counts.entry(name).or_insert(0) += count;
        }
    }

    /// An edge was taken, or its reaction ran.
    pub(super) fn edge(&mut self, on_diagram: bool, edge: &Edge) {
        self.note(match &edge.cond.kind {
            _ if edge.is_else => "edge: else",
            ExprKind::After(..) => "edge: after",
            ExprKind::Binary(BinaryOp::And, a, _) if matches!(a.kind, ExprKind::After(..)) => {
                "edge: after if"
            }
            _ => "edge: on",
        });
        self.note(if on_diagram { "edge: on a diagram" } else { "edge: on a state" });
        self.note(match (&edge.arrow, edge.actions.is_empty()) {
            (None, _) => "edge: do without arrow",
            (Some(_), false) => "edge: do and arrow",
            (Some(_), true) => "edge: arrow alone",
        });
        if edge.once.is_some() {
            self.note("edge: once per stay");
        }
    }

    /// An arrow was taken.
    pub(super) fn arrow(&mut self, edge: &Edge) {
        let Some(arrow) = &edge.arrow else { return };
        self.note(match arrow.target {
            Target::State(_) => "arrow: state",
            Target::Last(_) => "arrow: last",
            Target::Back => "arrow: back",
            Target::Again => "arrow: again",
            Target::OneOf(..) => "arrow: one of",
        });
        if !arrow.except.is_empty() {
            self.note("arrow: except");
        }
    }

    /// An arrow to the innermost state itself was used up.
    pub(super) fn stay(&mut self) {
        self.note("arrow: stays");
    }

    /// `on enter` or `on exit` ran.
    pub(super) fn reaction(&mut self, entering: bool, reaction: &Reaction) {
        self.note(if entering { "edge: on enter" } else { "edge: on exit" });
        if reaction.cond.is_some() {
            self.note(if entering { "edge: on enter if" } else { "edge: on exit if" });
        }
    }

    /// An expression was evaluated; a signal held.
    pub(super) fn expression(&mut self, kind: &ExprKind) {
        self.note(match kind {
            ExprKind::Binary(op, ..) => binary_name(*op),
            ExprKind::Own(field) => pose_name(*field),
            kind if is_signal(kind) => signal_name(kind),
            kind => value_name(kind),
        });
    }

    /// A selector was asked whom it takes.
    pub(super) fn selector(&mut self, s: &Selector) {
        self.note(match s.what {
            What::Class(_) => "selector: character",
            What::Group(_) => "selector: group",
            What::Named(..) => "selector: name",
            _ => "selector: reference",
        });
        if s.within.is_some() {
            self.note("selector: within");
        }
        if s.ahead.is_some() {
            self.note("selector: ahead");
        }
    }

    /// A contact that was asked for holds.
    pub(super) fn contact(&mut self, s: &Selector) {
        self.note(match s.what {
            What::Class(_) => "contact: character",
            What::Group(_) => "contact: group",
            What::Named(..) => "contact: name",
            What::Ref(_) => "contact: reference",
            What::Anyone => "contact: anyone",
            What::Boundary(_) => "contact: boundary",
            What::Any => "contact: any",
        });
        if s.side.is_some() {
            self.note("contact: side");
        }
    }

    /// A message was addressed.
    pub(super) fn target(&mut self, to: &SendTo) {
        self.note(match to {
            SendTo::All => "target: all",
            SendTo::Up => "target: up",
            SendTo::Down => "target: down",
            SendTo::Parts => "target: parts",
            SendTo::Class(_) => "target: character",
            SendTo::Group(_) => "target: group",
            SendTo::Named(..) => "target: name",
            SendTo::Ref(_) => "target: reference",
            SendTo::Selector(_) => "target: selector",
        });
    }

    /// An action was done.
    pub(super) fn action(&mut self, action: &Action) {
        self.note(match (action.timed.is_some(), &action.kind) {
            (true, kind) => timed_name(kind),
            (false, kind) => {
                look_name(kind).or(pose_action_name(kind)).unwrap_or(effect_name(kind))
            }
        });
        if let ActionKind::Send { value, delay, .. } = &action.kind {
            if value.is_some() {
                self.note("action: send with number");
            }
            if delay.is_some() {
                self.note("action: send delay");
            }
        }
    }
}

/// Whether it is counted only when it holds.
pub fn is_signal(kind: &ExprKind) -> bool {
    use ExprKind as E;
    matches!(
        kind,
        E::OwnIs(..) | E::Is { .. } | E::Key(_) | E::Pressed(_) | E::Released(_) | E::Click { .. }
    ) || matches!(kind, E::Hover | E::Contact(..) | E::Message(_) | E::Every(..) | E::Chance(..))
        || matches!(kind, E::After(..) | E::Done(..))
}

fn signal_name(kind: &ExprKind) -> &'static str {
    use ExprKind as E;
    match kind {
        E::OwnIs(..) => "signal: own D is S",
        E::Is { .. } => "signal: ref.D is S",
        E::Key(_) => "signal: key",
        E::Pressed(_) => "signal: pressed",
        E::Released(_) => "signal: released",
        E::Click { anywhere: false, .. } => "signal: click",
        E::Click { .. } => "signal: click(any)",
        E::Hover => "signal: hover",
        E::Contact(ContactPhase::Hit, _) => "signal: hit",
        E::Contact(ContactPhase::Touch, _) => "signal: touch",
        E::Contact(ContactPhase::Leave, _) => "signal: leave",
        E::Message(_) => "signal: message",
        E::Every(..) => "signal: every",
        E::Chance(..) => "signal: chance",
        E::After(..) => "signal: after",
        _ => "signal: done",
    }
}

fn binary_name(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::And | BinaryOp::Or => "expression: and or",
        BinaryOp::Eq | BinaryOp::Ne => "expression: == !=",
        BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => "expression: < <= > >=",
        BinaryOp::Rem => "expression: %",
        _ => "expression: + - * /",
    }
}

fn pose_name(field: PoseField) -> &'static str {
    match field {
        PoseField::X | PoseField::Y | PoseField::Z => "expression: x y z",
        PoseField::Speed => "expression: speed",
        PoseField::TurnRate => "expression: turnrate",
        _ => "expression: heading pitch roll",
    }
}

fn value_name(kind: &ExprKind) -> &'static str {
    use ExprKind as E;
    match kind {
        E::Number(_) => "expression: number",
        E::Flag(_) => "expression: flag",
        E::Colour(_) => "expression: colour",
        E::Nobody => "expression: nobody",
        E::Var(_) => "expression: variable",
        E::Loop(_) => "expression: counter",
        E::Elapsed(_) => "expression: elapsed",
        E::Time => "expression: time",
        E::Neg(_) => "expression: -",
        E::Not(_) => "expression: not",
        E::If(..) => "expression: if",
        E::Native(..) => "expression: function",
        E::Ask(..) => "expression: function of the host",
        E::Random(..) => "expression: random",
        E::Pick(..) => "expression: pick",
        E::SelfRef => "expression: self",
        E::Parent(_) => "expression: parent",
        E::Child(..) => "expression: part",
        E::Named(..) => "expression: name",
        E::Nearest(_) => "expression: nearest",
        E::Sender(_) => "expression: sender",
        E::Other(_) => "expression: other",
        E::Field { .. } => "expression: field",
        E::Count(_) => "expression: count",
        E::Distance(_) => "expression: distance",
        E::Bearing(_) => "expression: bearing",
        E::Received(_) => "expression: received",
        _ => "expression: value",
    }
}

fn timed_name(kind: &ActionKind) -> &'static str {
    match kind {
        ActionKind::Move(..) => "action: move for",
        ActionKind::Rotate(..) => "action: rotate for",
        ActionKind::Scale(_) => "action: scale for",
        ActionKind::Place(..) => "action: place for",
        ActionKind::Orient(..) => "action: orient for",
        ActionKind::Color(_) => "action: color for",
        ActionKind::Assign(_, AssignOp::Set, _) => "action: assign for",
        _ => "action: += for",
    }
}

fn look_name(kind: &ActionKind) -> Option<&'static str> {
    Some(match kind {
        ActionKind::Color(_) => "action: color",
        ActionKind::Show => "action: show",
        ActionKind::Hide => "action: hide",
        ActionKind::Assign(_, AssignOp::Set, _) => "action: =",
        ActionKind::Assign(_, AssignOp::Add | AssignOp::Sub, _) => "action: += -=",
        ActionKind::Assign(..) => "action: *= /=",
        ActionKind::Log(_) => "action: log",
        ActionKind::Emit(..) => "action: emit",
        ActionKind::Sound(_) => "action: sound",
        _ => return None,
    })
}

fn pose_action_name(kind: &ActionKind) -> Option<&'static str> {
    Some(match kind {
        ActionKind::Move(_, Frame::Own) => "action: move",
        ActionKind::Move(_, Frame::Parent) => "action: move in parent",
        ActionKind::Move(_, Frame::World) => "action: move in world",
        ActionKind::Rotate(_, Frame::Own) => "action: rotate",
        ActionKind::Rotate(_, Frame::Parent) => "action: rotate in parent",
        ActionKind::Rotate(_, Frame::World) => "action: rotate in world",
        ActionKind::Scale(_) => "action: scale",
        ActionKind::Place(..) => "action: place",
        ActionKind::Orient(..) => "action: orient",
        ActionKind::ResetMove(_) => "action: reset move",
        ActionKind::ResetRotate(_) => "action: reset rotate",
        ActionKind::ResetScale(_) => "action: reset scale",
        ActionKind::Face(Aim::Who(_), _) => "action: face reference",
        ActionKind::Face(Aim::Point(_), _) => "action: face point",
        ActionKind::Approach(Aim::Who(_), _) => "action: approach reference",
        ActionKind::Approach(Aim::Point(_), _) => "action: approach point",
        _ => return None,
    })
}

fn effect_name(kind: &ActionKind) -> &'static str {
    match kind {
        ActionKind::Send { .. } => "action: send",
        ActionKind::ForkGroup(_) => "action: fork group",
        ActionKind::Fork(_, false) => "action: fork character",
        ActionKind::Fork(_, true) => "action: fork in world",
        ActionKind::Become { .. } => "action: become",
        ActionKind::Vanish(None) => "action: vanish",
        ActionKind::Vanish(Some(_)) => "action: vanish others",
        ActionKind::Restart => "action: restart",
        ActionKind::Finish => "action: finish",
        ActionKind::Attach { placement: None, .. } => "action: attach",
        ActionKind::Attach { .. } => "action: attach with placement",
        _ => "action: detach",
    }
}
