//! Registers of ops: which one it writes, which ones it reads.
//!
//! In: an op. Out: registers; [`NONE`] among those that are read means none. Long
//! lists, since every op stands in each once.

use super::{NONE, Op, Reg};
use crate::program::{
    EmitArg, PlacementSpec, Program, SelectorSpec, SendSpec, TextPiece, WhatSpec,
};

impl Op {
    /// The register that it writes. Long because it names every op that does.
    pub fn written(&self) -> Option<Reg> {
        Some(match *self {
            Op::Num { dst, .. }
            | Op::Bits { dst, .. }
            | Op::Load { dst, .. }
            | Op::Loop { dst, .. }
            | Op::Own { dst, .. }
            | Op::Elapsed { dst, .. }
            | Op::Time { dst }
            | Op::Arith { dst, .. }
            | Op::Neg { dst, .. }
            | Op::Cmp { dst, .. }
            | Op::SameBits { dst, .. }
            | Op::And { dst, .. }
            | Op::Or { dst, .. }
            | Op::Not { dst, .. }
            | Op::Select { dst, .. }
            | Op::Native { dst, .. }
            | Op::Random { dst, .. }
            | Op::Pick { dst, .. }
            | Op::Chance { dst, .. }
            | Op::SelfId { dst }
            | Op::Parent { dst, .. }
            | Op::Child { dst, .. }
            | Op::Named { dst, .. }
            | Op::Nearest { dst, .. }
            | Op::Sender { dst, .. }
            | Op::Other { dst, .. }
            | Op::Field { dst, .. }
            | Op::OwnIs { dst, .. }
            | Op::Is { dst, .. }
            | Op::Count { dst, .. }
            | Op::Distance { dst, .. }
            | Op::Bearing { dst, .. }
            | Op::Key { dst, .. }
            | Op::Pressed { dst, .. }
            | Op::Released { dst, .. }
            | Op::Click { dst, .. }
            | Op::Hover { dst }
            | Op::Contact { dst, .. }
            | Op::Message { dst, .. }
            | Op::Received { dst, .. }
            | Op::MessageValue { dst, .. }
            | Op::Input { dst, .. }
            | Op::Hook { dst, .. }
            | Op::Ask { dst, .. }
            | Op::Every { dst, .. }
            | Op::After { dst, .. }
            | Op::TimedActive { dst, .. }
            | Op::TimedOver { dst, .. }
            | Op::TimedStep { dst, .. } => dst,
            _ => return None,
        })
    }

    /// Calls `f` with each register that it reads, those of lists of the program included.
    pub fn read(&self, p: &Program, f: &mut impl FnMut(Reg)) {
        match *self {
            Op::Store { src, .. } => f(src),
            Op::Arith { a, b, .. }
            | Op::Cmp { a, b, .. }
            | Op::SameBits { a, b, .. }
            | Op::And { a, b, .. }
            | Op::Or { a, b, .. }
            | Op::Random { a, b, .. }
            | Op::Pick { a, b, .. } => [a, b].into_iter().for_each(f),
            Op::Neg { a, .. } | Op::Not { a, .. } => f(a),
            Op::Select { cond, a, b, .. } => [cond, a, b].into_iter().for_each(f),
            Op::Native { native, args, .. } => {
                let n = crate::native::ALL.get(usize::from(native.0)).map_or(0, |n| n.args.len());
                // they are one after the other, and the last is a register too
                let args = args.min(NONE - n as Reg);
                (args..args + n as Reg).for_each(f);
            }
            Op::Finite { r, guard, .. } => [r, guard].into_iter().for_each(f),
            Op::Chance { p, .. } => f(p),
            Op::Parent { who, .. }
            | Op::Child { who, .. }
            | Op::Field { who, .. }
            | Op::Is { who, .. }
            | Op::Detach { who } => f(who),
            Op::Every { seconds, .. }
            | Op::After { seconds, .. }
            | Op::TimedStart { seconds, .. } => {
                f(seconds);
            }
            Op::If { cond, .. } | Op::Once { cond, .. } => f(cond),
            Op::Move { v, .. } | Op::Rotate { v, .. } | Op::Scale { v } => {
                v.into_iter().for_each(f)
            }
            Op::ScaleStep { v, step: more }
            | Op::Orient { v, step: more, .. }
            | Op::FacePoint { v, max: more }
            | Op::ApproachPoint { v, step: more } => v.into_iter().chain([more]).for_each(f),
            Op::Place { src: a, step: b, .. }
            | Op::Color { src: a, step: b }
            | Op::FaceWho { who: a, max: b }
            | Op::ApproachWho { who: a, step: b } => [a, b].into_iter().for_each(f),
            _ => read_by_list(p, self, f),
        }
    }
}

fn read_by_list(p: &Program, op: &Op, f: &mut impl FnMut(Reg)) {
    match *op {
        Op::Send { value, target, delay, .. } => {
            [value, delay].into_iter().for_each(&mut *f);
            match p.targets.get(target as usize) {
                Some(SendSpec::Ref(who)) => f(*who),
                Some(SendSpec::Selector(selector)) => selected(p, *selector, f),
                _ => {}
            }
        }
        Op::Nearest { selector, .. }
        | Op::Other { selector, .. }
        | Op::Count { selector, .. }
        | Op::Distance { selector, .. }
        | Op::Bearing { selector, .. }
        | Op::Contact { selector, .. }
        | Op::VanishOthers { selector } => selected(p, selector, f),
        Op::Attach { who, to, placement } => {
            [who, to].into_iter().for_each(&mut *f);
            if let Some(placement) = p.placements.get(placement as usize) {
                placed(placement, f);
            }
        }
        Op::Hook { guard, .. } | Op::Ask { guard, .. } => {
            f(guard);
            each_piece(p, op, &mut |piece| said(piece, f));
        }
        _ => each_piece(p, op, &mut |piece| said(piece, f)),
    }
}

fn said(piece: &TextPiece, f: &mut impl FnMut(Reg)) {
    if let TextPiece::Value(r, _) = piece {
        f(*r);
    }
}

fn selected(p: &Program, selector: u32, f: &mut impl FnMut(Reg)) {
    let Some(SelectorSpec { what, within, ahead, .. }) = p.selectors.get(selector as usize) else {
        return;
    };
    if let WhatSpec::Ref(who) = what {
        f(*who);
    }
    within.iter().chain(ahead).for_each(|r| f(*r));
}

/// Registers of a placement.
pub(crate) fn placed(placement: &PlacementSpec, f: &mut impl FnMut(Reg)) {
    let PlacementSpec { at, turn, scale } = *placement;
    at.into_iter().chain(turn).chain(scale).for_each(f);
}

/// Calls `f` with all that an op puts into texts and events, or gives to hooks.
pub(crate) fn each_piece(p: &Program, op: &Op, f: &mut impl FnMut(&TextPiece)) {
    let args = match *op {
        Op::Log { text } => {
            return p.texts.get(text as usize).into_iter().flat_map(|t| &t.pieces).for_each(f);
        }
        Op::Emit { emit } => p.emits.get(emit as usize).map(|emit| &emit.args),
        Op::Call { call } | Op::Hook { call, .. } | Op::Ask { call, .. } => {
            p.calls.get(call as usize).map(|call| &call.args)
        }
        _ => None,
    };
    for arg in args.into_iter().flatten() {
        match arg {
            EmitArg::Text(pieces) => pieces.iter().for_each(&mut *f),
            EmitArg::Value(r, kind) => f(&TextPiece::Value(*r, *kind)),
        }
    }
}
