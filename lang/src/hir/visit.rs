//! Walks over the model: every expression and action, wherever it stands.
//!
//! In: a part of the model and a visitor. Out: calls, in text order. It changes nothing and
//! judges nothing.

use super::model::{
    Action, ActionKind, Aim, Arrow, Character, Diagram, Edge, EmitArg, Expr, ExprKind, Model,
    Piece, Placement, Reaction, Selector, SendTo, Shape, Spawn, SpawnOne, Step, StepKind, Target,
    What,
};

/// What wants to see a model's pieces. Each method is called before the pieces inside are walked.
pub trait Visitor {
    /// An expression, inner ones too.
    fn expr(&mut self, _: &Expr) {}
    /// An action.
    fn action(&mut self, _: &Action) {}
    /// A selector.
    fn selector(&mut self, _: &Selector) {}
}

/// Every character, group and test.
pub fn model(m: &Model, v: &mut dyn Visitor) {
    m.characters.iter().for_each(|c| character(c, v));
    m.groups.iter().for_each(|g| spawns(&g.spawns, v));
    m.tests.iter().flat_map(|t| &t.steps).for_each(|s| step(s, v));
}

/// All of a character.
pub fn character(c: &Character, v: &mut dyn Visitor) {
    if let Some(Shape { base: super::model::Base::Text(text, _), .. }) = &c.shape {
        pieces(text, v);
    }
    c.color.iter().for_each(|e| expr(e, v));
    c.vars.iter().for_each(|var| expr(&var.init, v));
    for part in &c.parts {
        part.args.iter().for_each(|(_, e)| expr(e, v));
        placement(&part.placement, v);
    }
    c.diagrams.iter().for_each(|d| diagram(d, v));
}

/// All of a diagram.
pub fn diagram(d: &Diagram, v: &mut dyn Visitor) {
    scope(&d.enter, &d.exit, &d.edges, v);
    for s in &d.states {
        s.actions.iter().for_each(|a| action(a, v));
        scope(&s.enter, &s.exit, &s.edges, v);
    }
}

fn scope(enter: &[Reaction], exit: &[Reaction], edges: &[Edge], v: &mut dyn Visitor) {
    for r in enter.iter().chain(exit) {
        r.cond.iter().for_each(|e| expr(e, v));
        r.actions.iter().for_each(|a| action(a, v));
    }
    for e in edges {
        expr(&e.cond, v);
        e.actions.iter().for_each(|a| action(a, v));
        if let Some(Arrow { target: Target::OneOf(states, _), .. }) = &e.arrow {
            states.iter().for_each(|(_, weight)| expr(weight, v));
        }
    }
}

/// An action and what is inside.
pub fn action(a: &Action, v: &mut dyn Visitor) {
    v.action(a);
    a.timed.iter().for_each(|t| expr(&t.time, v));
    match &a.kind {
        ActionKind::Move(e, _)
        | ActionKind::Rotate(e, _)
        | ActionKind::Scale(e)
        | ActionKind::Orient(e, _) => {
            e.iter().for_each(|e| expr(e, v));
        }
        ActionKind::Place(e, _) => e.iter().flatten().for_each(|e| expr(e, v)),
        ActionKind::Face(to, max) => {
            aim(to, v);
            max.iter().for_each(|e| expr(e, v));
        }
        ActionKind::Approach(to, by) => {
            aim(to, v);
            expr(by, v);
        }
        ActionKind::Color(e) | ActionKind::Detach(e) | ActionKind::Assign(_, _, e) => expr(e, v),
        ActionKind::Send { value, to, delay, .. } => {
            value.iter().chain(delay).for_each(|e| expr(e, v));
            send_to(to, v);
        }
        ActionKind::Fork(s, _) => spawn_one(s, v),
        ActionKind::Become { args, .. } => args.iter().for_each(|(_, e)| expr(e, v)),
        ActionKind::Vanish(s) => s.iter().for_each(|s| selector(s, v)),
        ActionKind::Attach { what, to, placement: p } => {
            expr(what, v);
            expr(to, v);
            p.iter().for_each(|p| placement(p, v));
        }
        ActionKind::Log(text) => pieces(text, v),
        ActionKind::Emit(_, args) | ActionKind::Call(_, args, _) => arguments(args, v),
        ActionKind::ResetMove(_)
        | ActionKind::ResetRotate(_)
        | ActionKind::ResetScale(_)
        | ActionKind::Show
        | ActionKind::Hide
        | ActionKind::ForkGroup(_)
        | ActionKind::Restart
        | ActionKind::Finish
        | ActionKind::Sound(_) => {}
    }
}

fn arguments(args: &[EmitArg], v: &mut dyn Visitor) {
    args.iter().for_each(|a| match a {
        EmitArg::Text(text) => pieces(text, v),
        EmitArg::Value(e) => expr(e, v),
    });
}

/// An expression and what is inside.
pub fn expr(e: &Expr, v: &mut dyn Visitor) {
    v.expr(e);
    match &e.kind {
        ExprKind::Neg(a)
        | ExprKind::Not(a)
        | ExprKind::Chance(a, _)
        | ExprKind::Parent(a)
        | ExprKind::Child(a, _)
        | ExprKind::Field { of: a, .. }
        | ExprKind::Is { of: a, .. }
        | ExprKind::Every(a, _)
        | ExprKind::After(a, _) => expr(a, v),
        ExprKind::Binary(_, a, b) | ExprKind::Random(a, b, _) | ExprKind::Pick(a, b, _) => {
            expr(a, v);
            expr(b, v);
        }
        ExprKind::If(a, b, c) => [a, b, c].into_iter().for_each(|e| expr(e, v)),
        ExprKind::Hook(_, args, _) => arguments(args, v),
        ExprKind::Native(_, args) | ExprKind::Ask(_, args) => args.iter().for_each(|e| expr(e, v)),
        ExprKind::Nearest(s)
        | ExprKind::Other(s)
        | ExprKind::Count(s)
        | ExprKind::Distance(s)
        | ExprKind::Bearing(s)
        | ExprKind::Contact(_, s) => selector(s, v),
        ExprKind::Number(_)
        | ExprKind::Flag(_)
        | ExprKind::Colour(_)
        | ExprKind::Nobody
        | ExprKind::Var(_)
        | ExprKind::Loop(_)
        | ExprKind::Own(_)
        | ExprKind::Elapsed(_)
        | ExprKind::Time
        | ExprKind::SelfRef
        | ExprKind::Named(..)
        | ExprKind::Sender(_)
        | ExprKind::OwnIs(..)
        | ExprKind::Key(_)
        | ExprKind::Pressed(_)
        | ExprKind::Released(_)
        | ExprKind::Click { .. }
        | ExprKind::Hover
        | ExprKind::Message(_)
        | ExprKind::Received(_)
        | ExprKind::Value(_)
        | ExprKind::Input(_)
        | ExprKind::Done(..) => {}
    }
}

fn selector(s: &Selector, v: &mut dyn Visitor) {
    v.selector(s);
    if let What::Ref(e) = &s.what {
        expr(e, v);
    }
    s.within.iter().chain(&s.ahead).for_each(|e| expr(e, v));
}

fn aim(a: &Aim, v: &mut dyn Visitor) {
    match a {
        Aim::Who(e) => expr(e, v),
        Aim::Point(p) => p.iter().for_each(|e| expr(e, v)),
    }
}

fn send_to(to: &SendTo, v: &mut dyn Visitor) {
    match to {
        SendTo::Ref(e) => expr(e, v),
        SendTo::Selector(s) => selector(s, v),
        _ => {}
    }
}

fn pieces(text: &[Piece], v: &mut dyn Visitor) {
    for piece in text {
        if let Piece::Expr(e) = piece {
            expr(e, v);
        }
    }
}

fn placement(p: &Placement, v: &mut dyn Visitor) {
    p.at.iter().chain(&p.turn).chain(&p.scale).for_each(|e| expr(e, v));
}

fn spawn_one(s: &SpawnOne, v: &mut dyn Visitor) {
    s.args.iter().for_each(|(_, e)| expr(e, v));
    placement(&s.placement, v);
}

fn spawns(list: &[Spawn], v: &mut dyn Visitor) {
    for s in list {
        match s {
            Spawn::One(one) => spawn_one(one, v),
            Spawn::Repeat { count, spawns: inner, .. } => {
                expr(count, v);
                spawns(inner, v);
            }
        }
    }
}

fn step(s: &Step, v: &mut dyn Visitor) {
    match &s.kind {
        StepKind::Run(e)
        | StepKind::Input(_, e)
        | StepKind::Hold(_, e)
        | StepKind::Click(e)
        | StepKind::Expect(e)
        | StepKind::Ask(e) => expr(e, v),
        StepKind::AskOf(bodies) => bodies.iter().for_each(|(_, e)| expr(e, v)),
        StepKind::RunUntil(a, b) => [a, b].into_iter().for_each(|e| expr(e, v)),
        StepKind::Send(_, value, to) => {
            value.iter().for_each(|e| expr(e, v));
            send_to(to, v);
        }
        StepKind::Set { of, value, .. } => [of, value].into_iter().for_each(|e| expr(e, v)),
        StepKind::Do { who, bodies } => {
            expr(who, v);
            bodies.iter().flat_map(|(_, a)| a).for_each(|a| action(a, v));
        }
        StepKind::Fork(a) => action(a, v),
        StepKind::ExpectNear(a, b, c) => [a, b, c].into_iter().for_each(|e| expr(e, v)),
        StepKind::Press(_) | StepKind::Release(_) | StepKind::ExpectLog(_) => {}
    }
}
