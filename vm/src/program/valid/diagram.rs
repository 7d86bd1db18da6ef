//! Diagrams: states inside of states, and arrows.
//!
//! In: a diagram of a character. Out: whether states and slots lead to others, whoever follows
//! parents comes to an end, and its code can run.

use super::code::{Ground, Walk};
use super::{Judged, Within, index, must};
use crate::op::NONE;
use crate::program::{
    Def, DiagramSpec, LeafSpec, Program, ShiftSpec, StateId, StateSpec, TargetSpec,
};

/// Levels: as many clocks as a set has bits.
const MOST_LEVELS: u8 = 32;

pub(super) fn check<'p>(
    p: &'p Program,
    walk: &mut Walk<'p>,
    def: &'p Def,
    d: &'p DiagramSpec,
) -> Judged {
    let name = |id: u32| index(id as usize, p.names.len(), "name");
    name(d.name)?;
    d.was.map_or(Ok(()), name)?;
    let levels = 1..=MOST_LEVELS;
    must(levels.contains(&d.n_levels), "it has no levels, or too many")?;
    must(d.clocks.checked_shr(d.n_levels.into()).unwrap_or(0) == 0, "it has no such clock")?;
    // the last number of a state means none
    must(d.states.len() < usize::from(StateId::MAX), "it has too many states")?;
    leaf(d, d.initial)?;
    let ground = Ground { def: Some(def), diagram: Some(d), acts: true };
    walk.code(d.enter, ground).within(|| "on enter".to_owned())?;
    walk.code(d.exit, ground).within(|| "on exit".to_owned())?;
    for (at, state) in d.states.iter().enumerate() {
        name(state.name)
            .and_then(|()| state.was.map_or(Ok(()), name))
            .and_then(|()| name(state.path))
            .and_then(|()| nested(d, at, state))
            .and_then(|()| run(p, walk, ground, state))
            .within(|| format!("state `{}`", p.name(state.path)))?;
    }
    Ok(())
}

/// There is such a state, and it has none inside.
fn leaf(d: &DiagramSpec, state: StateId) -> Judged {
    index(state.into(), d.states.len(), "state")?;
    let is = d.states.get(usize::from(state)).is_some_and(|s| s.leaf.is_some());
    must(is, "a state is not innermost")
}

/// Outer states come first and levels count them, so that parents lead out; the first leaf lies
/// inside.
fn nested(d: &DiagramSpec, at: usize, state: &StateSpec) -> Judged {
    let parent = state.parent.map(usize::from);
    must(parent.is_none_or(|p| p < at), "it stands before what it lies in")?;
    let above = parent.and_then(|p| d.states.get(p)).map_or(0, |p| p.level);
    must(above.checked_add(1) == Some(state.level), "its level is not that below its outer state")?;
    must(state.level <= d.n_levels, "it lies deeper than the diagram has levels")?;
    leaf(d, state.first_leaf)?;
    let mut out = Some(usize::from(state.first_leaf));
    for _ in 0..=MOST_LEVELS {
        match out {
            Some(s) if s == at => return Ok(()),
            Some(s) => out = d.states.get(s).and_then(|s| s.parent).map(usize::from),
            None => break,
        }
    }
    must(false, "its first state does not lie in it")
}

fn run<'p>(
    p: &'p Program,
    walk: &mut Walk<'p>,
    ground: Ground<'p>,
    state: &'p StateSpec,
) -> Judged {
    if let (Some(slot), Some(d)) = (state.last, ground.diagram) {
        index(slot.into(), d.n_last.into(), "slot")?;
    }
    walk.code(state.enter, ground).within(|| "on enter".to_owned())?;
    walk.code(state.exit, ground).within(|| "on exit".to_owned())?;
    let Some(LeafSpec { act, react, shifts }) = &state.leaf else { return Ok(()) };
    walk.code(*act, ground)?;
    walk.code(*react, ground)?;
    for (at, arrow) in shifts.iter().enumerate() {
        shift(p, walk, ground, arrow).within(|| format!("arrow {at}"))?;
    }
    Ok(())
}

fn shift<'p>(
    p: &'p Program,
    walk: &mut Walk<'p>,
    ground: Ground<'p>,
    arrow: &'p ShiftSpec,
) -> Judged {
    match arrow.cond.reg {
        NONE => must(arrow.cond.code.is_empty(), "a condition has code and no result")?,
        _ => walk.value(arrow.cond, ground)?,
    }
    walk.code(arrow.actions, ground)?;
    let Some(d) = ground.diagram else { return Ok(()) };
    let state = |s: StateId| index(s.into(), d.states.len(), "state");
    match &arrow.target {
        TargetSpec::State(s) | TargetSpec::Again(Some(s)) => state(*s),
        TargetSpec::Again(None) => Ok(()),
        TargetSpec::Back => must(d.uses_back, "nothing keeps what it goes back to"),
        TargetSpec::Last(s) => {
            state(*s)?;
            let kept = d.states.get(usize::from(*s)).is_some_and(|s| s.last.is_some());
            must(kept, "nothing keeps what it goes back to")
        }
        TargetSpec::OneOf { code, states, site } => {
            index(*site as usize, p.sites.len(), "place of a draw")?;
            must(!states.is_empty(), "it draws one of nothing")?;
            walk.code(*code, ground.still())?;
            for (s, weight) in states {
                state(*s)?;
                walk.needs(*weight)?;
            }
            Ok(())
        }
    }
}
