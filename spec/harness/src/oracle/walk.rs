//! All expressions of a character, for questions about it as a whole.
//!
//! In: a [`Character`]. Out: a call for each expression in it, nested ones included.

use std::collections::BTreeSet;

use islay_lang::hir::model::{
    Action, ActionKind, Aim, Base, Character, Diagram, Edge, EmitArg, Expr, ExprKind, MessageId,
    Piece, Placement, Reaction, Selector, SendTo, SpawnOne, Target, VarId, What,
};

/// The messages that something in it asks for.
pub fn asked_messages(character: &Character) -> BTreeSet<MessageId> {
    let mut asked = BTreeSet::new();
    of_character(character, &mut |e| {
        if let ExprKind::Message(m)
        | ExprKind::Received(m)
        | ExprKind::Value(m)
        | ExprKind::Sender(m) = e.kind
        {
            asked.insert(m);
        }
    });
    asked
}

type Visit<'v> = dyn FnMut(&Expr) + 'v;

fn of_character(character: &Character, visit: &mut Visit) {
    character.color.iter().for_each(|e| of_expr(e, visit));
    character.vars.iter().for_each(|v| of_expr(&v.init, visit));
    if let Some(Base::Text(pieces, _)) = character.shape.as_ref().map(|s| &s.base) {
        of_pieces(pieces, visit);
    }
    for part in &character.parts {
        of_args(&part.args, visit);
        of_placement(&part.placement, visit);
    }
    character.diagrams.iter().for_each(|d| of_diagram(d, visit));
}

fn of_diagram(diagram: &Diagram, visit: &mut Visit) {
    of_scope(&diagram.edges, &diagram.enter, &diagram.exit, visit);
    for state in &diagram.states {
        of_actions(&state.actions, visit);
        of_scope(&state.edges, &state.enter, &state.exit, visit);
    }
}

fn of_scope(edges: &[Edge], enter: &[Reaction], exit: &[Reaction], visit: &mut Visit) {
    for edge in edges {
        of_expr(&edge.cond, visit);
        of_actions(&edge.actions, visit);
        if let Some(Target::OneOf(choices, _)) = edge.arrow.as_ref().map(|a| &a.target) {
            choices.iter().for_each(|(_, weight)| of_expr(weight, visit));
        }
    }
    for reaction in enter.iter().chain(exit) {
        reaction.cond.iter().for_each(|e| of_expr(e, visit));
        of_actions(&reaction.actions, visit);
    }
}

fn of_actions(actions: &[Action], visit: &mut Visit) {
    for action in actions {
        if let Some(timed) = &action.timed {
            of_expr(&timed.time, visit);
        }
        of_action(&action.kind, visit);
    }
}

fn of_action(action: &ActionKind, visit: &mut Visit) {
    match action {
        ActionKind::Move(v, _) | ActionKind::Rotate(v, _) => of_exprs(v, visit),
        ActionKind::Scale(v) | ActionKind::Orient(v, _) => of_exprs(v, visit),
        ActionKind::Place(v, _) => v.iter().flatten().for_each(|e| of_expr(e, visit)),
        ActionKind::Face(aim, most) => {
            of_aim(aim, visit);
            most.iter().for_each(|e| of_expr(e, visit));
        }
        ActionKind::Approach(aim, step) => {
            of_aim(aim, visit);
            of_expr(step, visit);
        }
        ActionKind::Color(e) | ActionKind::Assign(_, _, e) | ActionKind::Detach(e) => {
            of_expr(e, visit);
        }
        ActionKind::Send { value, to, delay, .. } => {
            value.iter().chain(delay).for_each(|e| of_expr(e, visit));
            match to {
                SendTo::Ref(e) => of_expr(e, visit),
                SendTo::Selector(s) => of_selector(s, visit),
                _ => {}
            }
        }
        ActionKind::Fork(spawn, _) => of_spawn(spawn, visit),
        ActionKind::Become { args, .. } => of_args(args, visit),
        ActionKind::Vanish(whom) => whom.iter().for_each(|s| of_selector(s, visit)),
        ActionKind::Attach { what, to, placement } => {
            of_expr(what, visit);
            of_expr(to, visit);
            placement.iter().for_each(|p| of_placement(p, visit));
        }
        ActionKind::Log(pieces) => of_pieces(pieces, visit),
        ActionKind::Emit(_, args) => {
            for arg in args {
                match arg {
                    EmitArg::Text(pieces) => of_pieces(pieces, visit),
                    EmitArg::Value(e) => of_expr(e, visit),
                }
            }
        }
        _ => {}
    }
}

fn of_aim(aim: &Aim, visit: &mut Visit) {
    match aim {
        Aim::Who(e) => of_expr(e, visit),
        Aim::Point(v) => of_exprs(&v[..], visit),
    }
}

fn of_pieces(pieces: &[Piece], visit: &mut Visit) {
    for piece in pieces {
        if let Piece::Expr(e) = piece {
            of_expr(e, visit);
        }
    }
}

fn of_spawn(spawn: &SpawnOne, visit: &mut Visit) {
    of_args(&spawn.args, visit);
    of_placement(&spawn.placement, visit);
}

fn of_args(args: &[(VarId, Expr)], visit: &mut Visit) {
    args.iter().for_each(|(_, e)| of_expr(e, visit));
}

fn of_placement(placement: &Placement, visit: &mut Visit) {
    let Placement { at, turn, scale } = placement;
    at.iter().chain(turn).chain(scale).for_each(|e| of_expr(e, visit));
}

fn of_selector(selector: &Selector, visit: &mut Visit) {
    if let What::Ref(e) = &selector.what {
        of_expr(e, visit);
    }
    selector.within.iter().chain(&selector.ahead).for_each(|e| of_expr(e, visit));
}

fn of_exprs(exprs: &[Expr], visit: &mut Visit) {
    exprs.iter().for_each(|e| of_expr(e, visit));
}

fn of_expr(expr: &Expr, visit: &mut Visit) {
    use ExprKind as E;
    visit(expr);
    match &expr.kind {
        E::Neg(a) | E::Not(a) | E::Chance(a, _) | E::Parent(a) | E::Child(a, _) => {
            of_expr(a, visit)
        }
        E::Every(a, _) | E::After(a, _) => of_expr(a, visit),
        E::Binary(_, a, b) | E::Random(a, b, _) | E::Pick(a, b, _) => {
            of_expr(a, visit);
            of_expr(b, visit);
        }
        E::If(a, b, c) => [a, b, c].into_iter().for_each(|e| of_expr(e, visit)),
        E::Native(_, args) => of_exprs(args, visit),
        E::Field { of, .. } | E::Is { of, .. } => of_expr(of, visit),
        E::Nearest(s) | E::Other(s) | E::Count(s) | E::Distance(s) | E::Bearing(s) => {
            of_selector(s, visit);
        }
        E::Contact(_, s) => of_selector(s, visit),
        _ => {}
    }
}
