//! Constants before the scene runs, and what is known of a value.
//!
//! In: expressions of the model. Out: the same with constant parts computed, bit for bit as the
//! machine would; whether a value is surely finite; whether computing it can trap. A value whose
//! use would trap is left for the machine, which reports it.

use crate::hir::model::{BinaryOp, Expr, ExprKind as K, Kind, PoseField, Selector, What};

/// With its constant parts computed.
pub(super) fn fold(e: &Expr) -> Expr {
    simple(Expr { kind: inside(&e.kind), ty: e.ty, span: e.span })
}

/// As [`fold`], where a constant number that can be used is wanted.
pub(super) fn constant(e: &Expr) -> Option<f32> {
    usable(&fold(e))
}

/// A (folded) constant number that can be used.
pub(super) fn usable(e: &Expr) -> Option<f32> {
    settled(number(e)?)
}

/// As the machine settles a value that is used: no −0; nothing where it would trap.
fn settled(v: f32) -> Option<f32> {
    v.is_finite().then_some(v + 0.0)
}

fn boxed(e: &Expr) -> Box<Expr> {
    Box::new(fold(e))
}

/// With what is inside folded.
fn inside(kind: &K) -> K {
    match kind {
        K::Neg(a) => K::Neg(boxed(a)),
        K::Not(a) => K::Not(boxed(a)),
        K::Binary(op, a, b) => K::Binary(*op, boxed(a), boxed(b)),
        K::If(c, a, b) => K::If(boxed(c), boxed(a), boxed(b)),
        K::Native(id, args) => K::Native(*id, args.iter().map(fold).collect()),
        K::Ask(hook, args) => K::Ask(*hook, args.iter().map(fold).collect()),
        K::Random(a, b, site) => K::Random(boxed(a), boxed(b), *site),
        K::Pick(a, b, site) => K::Pick(boxed(a), boxed(b), *site),
        K::Chance(p, site) => K::Chance(boxed(p), *site),
        K::Every(t, level) => K::Every(boxed(t), *level),
        K::After(t, level) => K::After(boxed(t), *level),
        other => references(other),
    }
}

fn references(kind: &K) -> K {
    match kind {
        K::Parent(who) => K::Parent(boxed(who)),
        K::Child(who, name) => K::Child(boxed(who), name.clone()),
        K::Field { of, name, pose } => K::Field { of: boxed(of), name: name.clone(), pose: *pose },
        K::Is { of, diagram, state } => {
            K::Is { of: boxed(of), diagram: diagram.clone(), state: state.clone() }
        }
        K::Nearest(s) => K::Nearest(selector(s)),
        K::Other(s) => K::Other(selector(s)),
        K::Count(s) => K::Count(selector(s)),
        K::Distance(s) => K::Distance(selector(s)),
        K::Bearing(s) => K::Bearing(selector(s)),
        K::Contact(phase, s) => K::Contact(*phase, selector(s)),
        leaf => leaf.clone(),
    }
}

fn selector(s: &Selector) -> Box<Selector> {
    let what = match &s.what {
        What::Ref(who) => What::Ref(boxed(who)),
        what => what.clone(),
    };
    let (within, ahead) = (s.within.as_ref().map(fold), s.ahead.as_ref().map(fold));
    Box::new(Selector { what, within, ahead, side: s.side, span: s.span })
}

/// The node itself, its inside being folded.
fn simple(e: Expr) -> Expr {
    let known = match &e.kind {
        K::Neg(a) => number(a).map(|v| K::Number(-v)),
        K::Not(a) => flag(a).map(|v| K::Flag(!v)),
        K::Binary(op, a, b) => binary(*op, a, b),
        K::If(c, a, b) => flag(c).map(|c| if c { a.kind.clone() } else { b.kind.clone() }),
        K::Native(id, args) => {
            let args: Option<Vec<f32>> = args.iter().map(usable).collect();
            args.map(|args| K::Number(id.call(&args)))
        }
        _ => None,
    };
    match known {
        Some(kind) => Expr { kind, ..e },
        None => e,
    }
}

fn number(e: &Expr) -> Option<f32> {
    match e.kind {
        K::Number(v) => Some(v),
        _ => None,
    }
}

/// The value of a constant flag.
pub(super) fn flag(e: &Expr) -> Option<bool> {
    match e.kind {
        K::Flag(v) => Some(v),
        _ => None,
    }
}

fn binary(op: BinaryOp, a: &Expr, b: &Expr) -> Option<K> {
    match op {
        BinaryOp::And | BinaryOp::Or => logic(op == BinaryOp::Or, a, b),
        BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem => {
            Some(K::Number(arithmetic(op, number(a)?, number(b)?)))
        }
        _ => comparison(op, a, b).map(K::Flag),
    }
}

/// `and`, `or` with a constant side; a right one counts only if skipping the left hides no trap.
fn logic(or: bool, a: &Expr, b: &Expr) -> Option<K> {
    match (flag(a), flag(b)) {
        (Some(a), _) if a == or => Some(K::Flag(or)),
        (Some(_), _) => Some(b.kind.clone()),
        (None, Some(b)) if b != or => Some(a.kind.clone()),
        (None, Some(_)) if !traps(a) => Some(K::Flag(or)),
        _ => None,
    }
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

fn comparison(op: BinaryOp, a: &Expr, b: &Expr) -> Option<bool> {
    if a.ty == Kind::Number {
        let (a, b) = (usable(a)?, usable(b)?);
        return Some(match op {
            BinaryOp::Eq => a == b,
            BinaryOp::Ne => a != b,
            BinaryOp::Lt => a < b,
            BinaryOp::Le => a <= b,
            BinaryOp::Gt => a > b,
            _ => a >= b,
        });
    }
    let same = bits(a)? == bits(b)?;
    Some(same == (op == BinaryOp::Eq))
}

/// The bits of a constant that is no number.
fn bits(e: &Expr) -> Option<u32> {
    match e.kind {
        K::Flag(v) => Some(u32::from(v)),
        K::Colour(c) => Some(c),
        K::Nobody => Some(0),
        _ => None,
    }
}

/// Whether a (folded) value is surely finite and not −0, so that using it needs no check.
pub(super) fn is_settled(e: &Expr) -> bool {
    match &e.kind {
        K::Number(v) => v.is_finite() && v.to_bits() != (-0.0f32).to_bits(),
        K::If(_, a, b) => is_settled(a) && is_settled(b),
        K::Native(id, _) => {
            // their arguments are settled; these make nothing worse of them
            let safe = ["abs", "min", "max", "clamp", "floor", "sign", "atan2"];
            safe.contains(&id.native().name)
        }
        K::Random(a, b, _) | K::Pick(a, b, _) => is_narrow(a, b),
        K::Neg(_) | K::Binary(..) | K::Value(_) => e.ty != Kind::Number,
        // far away, differences and squares of places grow beyond all numbers
        K::Own(PoseField::Speed | PoseField::TurnRate) | K::Distance(_) | K::Bearing(_) => false,
        K::Field { .. } => e.ty != Kind::Number,
        _ => true,
    }
}

/// Whether both ends are constants and so is, finite, the way between them.
fn is_narrow(a: &Expr, b: &Expr) -> bool {
    let ends = (usable(a), usable(b));
    matches!(ends, (Some(a), Some(b)) if (b - a).abs() < 1e30)
}

/// Whether computing the (folded) expression can trap, using its result aside; a hook can.
pub(super) fn traps(e: &Expr) -> bool {
    matches!(e.kind, K::Hook(..) | K::Ask(..))
        || children(e).into_iter().any(|(child, used)| (used && !is_settled(child)) || traps(child))
}

/// What it is made of, and whether it *uses* that, so that it must be finite.
fn children(e: &Expr) -> Vec<(&Expr, bool)> {
    match &e.kind {
        K::Neg(a) | K::Not(a) | K::Parent(a) | K::Child(a, _) => vec![(a, false)],
        K::Field { of, .. } | K::Is { of, .. } => vec![(of, false)],
        K::Binary(_, a, b) => {
            let compared = e.ty == Kind::Flag && a.ty == Kind::Number;
            vec![(a, compared), (b, compared)]
        }
        K::If(c, a, b) => vec![(c, false), (a, false), (b, false)],
        K::Native(_, args) | K::Ask(_, args) => args.iter().map(|a| (a, true)).collect(),
        K::Random(a, b, _) | K::Pick(a, b, _) => vec![(a, true), (b, true)],
        K::Chance(a, _) | K::Every(a, _) | K::After(a, _) => vec![(a, true)],
        K::Nearest(s)
        | K::Other(s)
        | K::Count(s)
        | K::Distance(s)
        | K::Bearing(s)
        | K::Contact(_, s) => selected(s),
        _ => Vec::new(),
    }
}

fn selected(s: &Selector) -> Vec<(&Expr, bool)> {
    let bounds = s.within.iter().chain(&s.ahead).map(|e| (e, true));
    let who = match &s.what {
        What::Ref(who) => Some((&**who, false)),
        _ => None,
    };
    bounds.chain(who).collect()
}
