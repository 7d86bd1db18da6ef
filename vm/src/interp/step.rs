//! A tick of the diagrams of a table: enter, act, react, shift, batch by batch.
//!
//! A chunk's rows are taken by state: a chunk in one state is a range, else the rows of each state
//! become a list. A row is in one batch of a diagram per tick, so what a shift changes does not
//! count before the next.

use super::{Lens, Machine, Scene};
use crate::column::{Rows, fill};
use crate::program::{DiagramSpec, StateId};
use crate::table::Table;

impl Machine {
    /// A tick of all rows of a table.
    pub fn step_table(&mut self, scene: Scene<'_>, table: &mut Table, index: usize) {
        let program = scene.program;
        let diagrams = &program.defs[table.def as usize].diagrams;
        let (n, chunk) = (table.len(), table.chunk);
        let fresh = table.n_fresh > 0;
        let mut lens = Lens::on(scene, table, index);
        for start in (0..n).step_by(chunk) {
            let rows = start..n.min(start + chunk);
            for (d, spec) in diagrams.iter().enumerate() {
                lens.diagram = d as u16;
                if fresh {
                    self.enter_fresh(&mut lens, spec, rows.clone());
                }
                self.step_chunk(&mut lens, spec, rows.clone());
            }
        }
        if fresh && let Some(table) = lens.own {
            table.tracks.iter_mut().for_each(|track| track.fresh.fill(0));
            table.n_fresh = 0;
        }
    }

    /// Calls `f` for each state that rows are in, with those rows.
    fn by_state(
        &mut self,
        lens: &mut Lens<'_>,
        rows: Rows<'_>,
        n_states: usize,
        f: impl Fn(&mut Self, &mut Lens<'_>, StateId, Rows<'_>),
    ) {
        let Some(states) = lens.track().map(|t| &t.state) else { return };
        if rows.is_empty() {
            return;
        }
        let first = states[rows.row(0)];
        let same = match rows {
            Rows::Range(start, n) => {
                let states = &states[start as usize..(start + n) as usize];
                states.iter().fold(true, |same, s| same & (*s == first))
            }
            Rows::List(list) => list.iter().all(|row| states[*row as usize] == first),
        };
        if same {
            return f(self, lens, first, rows);
        }
        let (mut ends, mut order) = (self.take(), self.take());
        count(states, rows, n_states, &mut ends, &mut order);
        let mut from = 0;
        for (state, end) in ends.iter().enumerate() {
            let to = *end as usize;
            if to > from {
                f(self, lens, state as StateId, Rows::List(&order[from..to]));
            }
            from = to;
        }
        self.give(ends);
        self.give(order);
    }

    fn step_chunk(
        &mut self,
        lens: &mut Lens<'_>,
        spec: &DiagramSpec,
        rows: std::ops::Range<usize>,
    ) {
        self.by_state(lens, Rows::of(rows), spec.states.len(), |m, lens, state, rows| {
            let Some(leaf) = spec.states.get(state as usize).and_then(|s| s.leaf.as_ref()) else {
                return;
            };
            if !leaf.act.is_empty() {
                m.run(lens, leaf.act, rows);
            }
            if !leaf.react.is_empty() {
                m.run(lens, leaf.react, rows);
            }
            if !leaf.shifts.is_empty() {
                m.shift(lens, spec, state, &leaf.shifts, rows);
            }
        });
    }

    /// Enters the diagram for rows in its first tick. What runs on entry sees clocks at 0; then
    /// the clocks count this tick.
    fn enter_fresh(
        &mut self,
        lens: &mut Lens<'_>,
        spec: &DiagramSpec,
        rows: std::ops::Range<usize>,
    ) {
        let mut list = self.take();
        if let Some(track) = lens.track() {
            list.extend(rows.filter(|row| track.fresh[*row] != 0).map(|row| row as u32));
        }
        let clock = lens.scene.clock as u32;
        set_clocks(lens, Rows::List(&list), clock);
        self.by_state(lens, Rows::List(&list), spec.states.len(), |m, lens, leaf, rows| {
            m.enter(lens, spec, true, leaf, 0, rows);
        });
        set_clocks(lens, Rows::List(&list), clock.wrapping_sub(1));
        self.give(list);
    }
}

/// All clocks of the running diagram.
fn set_clocks(lens: &mut Lens<'_>, rows: Rows<'_>, tick: u32) {
    if let Some(track) = lens.track_mut() {
        track.entry.iter_mut().for_each(|column| fill(column, rows, tick));
    }
}

/// Sorts rows by state: afterwards those of state s end at `ends[s]`.
fn count(states: &[u16], rows: Rows<'_>, n: usize, ends: &mut Vec<u32>, order: &mut Vec<u32>) {
    if n <= FEW
        && let Rows::Range(start, len) = rows
    {
        return count_few(&states[start as usize..][..len as usize], start, n, ends, order);
    }
    ends.resize(n, 0);
    rows.each(|_, row| ends[states[row] as usize] += 1);
    let mut sum = 0;
    for end in ends.iter_mut() {
        sum += std::mem::replace(end, sum);
    }
    order.resize(rows.len(), 0);
    rows.each(|_, row| {
        let at = &mut ends[states[row] as usize];
        order[*at as usize] = row as u32;
        *at += 1;
    });
}

/// Up to this many states, a pass per state is cheaper than counting.
const FEW: usize = 8;

/// A pass per state over the rows from `start` on.
fn count_few(states: &[u16], start: u32, n: usize, ends: &mut Vec<u32>, order: &mut Vec<u32>) {
    // a row is written before it is known whether it counts, so there is one place to spare
    order.resize(states.len() + 1, 0);
    let mut k = 0;
    for state in 0..n as u16 {
        let n_rows: u16 = states.iter().map(|s| u16::from(*s == state)).sum();
        if n_rows > 0 {
            let list = &mut order[k..];
            let mut at = 0;
            for (i, s) in states.iter().enumerate() {
                list[at] = start + i as u32;
                at += usize::from(*s == state);
            }
            k += at;
        }
        ends.push(k as u32);
    }
    order.truncate(states.len());
}
