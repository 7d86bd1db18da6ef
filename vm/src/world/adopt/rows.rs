//! Rows of one program as rows of another: variables, states, clocks.
//!
//! In: a row and how its columns correspond. Out: the new row, and which of its diagrams had to go
//! to another state. Entry reactions of diagrams that go on do not run; one that is new is entered
//! in the next tick, as if its row were new.

use super::kin::{RowMap, TrackMap};
use crate::program::{Def, DiagramSpec, StateId};
use crate::table::{NEVER, NO_STATE, Table, Track};

/// A row of a table.
pub(super) struct Row<'t> {
    pub table: &'t Table,
    pub row: usize,
    pub def: &'t Def,
}

/// A diagram that had to go to another state: its number, the old state, the new one.
pub(super) type Moved = (usize, StateId, StateId);

/// Fills a new row; `clock` is the tick in which levels count as entered that were not active.
pub(super) fn fill(
    from: &Row<'_>,
    map: &RowMap,
    def: &Def,
    (table, row): (&mut Table, usize),
    clock: u32,
) -> Vec<Moved> {
    table.visible[row] = from.table.visible[from.row];
    table.colour[row] = from.table.colour[from.row];
    for (column, old) in table.vars.iter_mut().zip(&map.vars) {
        if let Some(old) = old.and_then(|v| from.table.vars.get(v)) {
            column[row] = old[from.row];
        }
    }
    let mut moved = Vec::new();
    for (d, (spec, track)) in def.diagrams.iter().zip(&mut table.tracks).enumerate() {
        let Some(map) = map.tracks.get(d).and_then(Option::as_ref) else { continue };
        let Some(old) = from.table.tracks.get(map.old) else { continue };
        if old.fresh[from.row] == 0 {
            table.n_fresh -= u32::from(track.fresh[row]);
            track.fresh[row] = 0;
        }
        let old_spec = &from.def.diagrams[map.old];
        let state = old.state[from.row];
        let goes = run_on(old_spec, spec, map, state);
        track.state[row] = goes.leaf;
        if goes.moved {
            moved.push((d, state, goes.leaf));
        }
        let from = (old_spec, old, from.row);
        clocks(from, map, spec, (track, row), clock);
        memory(from, map, spec, (track, row), &goes);
    }
    moved
}

struct Goes {
    leaf: StateId,
    moved: bool,
}

/// The state that goes on: the same, or the first one of the nearest scope that is still there.
fn run_on(old: &DiagramSpec, new: &DiagramSpec, map: &TrackMap, state: StateId) -> Goes {
    let mut at = Some(state);
    while let Some(s) = at {
        if let Some(image) = map.images.get(s as usize).copied().flatten() {
            let leaf = new.states[image as usize].first_leaf;
            return Goes { leaf, moved: s != state || leaf != image };
        }
        at = old.states.get(s as usize).and_then(|s| s.parent);
    }
    let leaf = new.states.first().map_or(0, |s| s.first_leaf);
    Goes { leaf, moved: true }
}

type Old<'t> = (&'t DiagramSpec, &'t Track, usize);

/// Entry ticks: of states that go on their own, of others now.
fn clocks(
    (old_spec, old, old_row): Old<'_>,
    map: &TrackMap,
    spec: &DiagramSpec,
    (track, row): (&mut Track, usize),
    clock: u32,
) {
    let mut at = Some(track.state[row]);
    while let Some(s) = at {
        let state = &spec.states[s as usize];
        let column =
            |level: u8, which: usize| map.clocks.get(usize::from(level).checked_sub(1)?)?[which];
        let mut was = Some(old.state[old_row]);
        while let Some(o) = was.filter(|o| map.images.get(*o as usize) != Some(&Some(s))) {
            was = old_spec.states.get(o as usize).and_then(|o| o.parent);
        }
        let since = was
            .and_then(|o| column(old_spec.states.get(o as usize)?.level, 0))
            .and_then(|c| old.entry.get(c))
            .map_or(clock, |c| c[old_row]);
        if let Some(c) = column(state.level, 1).and_then(|c| track.entry.get_mut(c)) {
            c[row] = since;
        }
        at = state.parent;
    }
    deeper((old_spec, old, old_row), map, spec, (track, row));
}

/// Clocks of levels below the innermost state are of no use; they stay what they were.
fn deeper(
    (old_spec, old, old_row): Old<'_>,
    map: &TrackMap,
    spec: &DiagramSpec,
    (track, row): (&mut Track, usize),
) {
    let depth = |spec: &DiagramSpec, s: StateId| {
        spec.states.get(s as usize).map_or(1, |s| usize::from(s.level))
    };
    let below = depth(spec, track.state[row]).max(depth(old_spec, old.state[old_row]));
    for [from, to] in map.clocks.iter().skip(below) {
        let from = from.and_then(|c| old.entry.get(c));
        if let (Some(from), Some(to)) = (from, to.and_then(|c| track.entry.get_mut(c))) {
            to[row] = from[old_row];
        }
    }
}

/// What diagrams remember: states to go back to, lengths of timed actions, what ran once.
fn memory(
    (old_spec, old, old_row): Old<'_>,
    map: &TrackMap,
    spec: &DiagramSpec,
    (track, row): (&mut Track, usize),
    goes: &Goes,
) {
    let image = |state: StateId| {
        let image = map.images.get(state as usize).copied().flatten();
        image.map_or(NO_STATE, |i| spec.states[i as usize].first_leaf)
    };
    if let (Some(to), Some(from)) = (track.back.get_mut(row), old.back.get(old_row)) {
        *to = image(*from);
    }
    for (state, image_of) in old_spec.states.iter().zip(&map.images) {
        let new = image_of.and_then(|i| spec.states[i as usize].last);
        let slots = (state.last.map(usize::from), new.map(usize::from));
        if let (Some(from), Some(to)) = slots
            && let (Some(from), Some(to)) = (old.last.get(from), track.last.get_mut(to))
        {
            to[row] = image(from[old_row]);
        }
    }
    let lists = [
        (&map.timed, &old.timed, &mut track.timed, 0),
        (&map.once, &old.once, &mut track.once, NEVER),
    ];
    for (slots, from, to, none) in lists {
        for (slot, to) in slots.iter().zip(to) {
            let from = slot.and_then(|slot| from.get(slot));
            to[row] = from.filter(|_| !goes.moved).map_or(none, |c| c[old_row]);
        }
    }
}
