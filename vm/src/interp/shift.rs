//! Arrows: which rows take which, and what is left and entered.
//!
//! In: rows in one state and the arrows that can apply there, by priority. Out: new states, after
//! `on exit`, the edge's `do` and `on enter` have run. A row takes at most one arrow.

use super::effects::Holds;
use super::{Lens, Machine};
use crate::column::{Rows, fill};
use crate::effect::{Note, Ordered};
use crate::program::{Code, DiagramSpec, ShiftSpec, StateId, TargetSpec};
use crate::rng;
use crate::table::NO_STATE;

/// Where an arrow leads, for rows that all go the same way.
#[derive(Clone, Copy, Debug)]
enum Way {
    /// To a state and the first states below it.
    To(StateId),
    /// A scope anew.
    Again(Option<StateId>),
}

impl Machine {
    /// Tries the arrows of a state in turn on the rows that have not taken one.
    pub(super) fn shift(
        &mut self,
        lens: &mut Lens<'_>,
        spec: &DiagramSpec,
        from: StateId,
        shifts: &[ShiftSpec],
        rows: Rows<'_>,
    ) {
        let (mut left, mut taken, mut rest) = (self.take(), self.take(), self.take());
        let mut whole = true;
        for shift in shifts {
            let now = if whole { rows } else { Rows::List(&left) };
            if now.is_empty() {
                break;
            }
            if never(lens, shift, from) {
                continue;
            }
            taken.clear();
            rest.clear();
            match self.condition(lens, shift.cond.code, shift.cond.reg, now) {
                Holds::None => continue,
                Holds::All => self.take_arrow(lens, spec, from, shift, now, &mut rest),
                Holds::Some => {
                    self.split(shift.cond.reg, now, &mut taken, &mut rest);
                    self.take_arrow(lens, spec, from, shift, Rows::List(&taken), &mut rest);
                }
            }
            std::mem::swap(&mut left, &mut rest);
            whole = false;
        }
        self.give(left);
        self.give(taken);
        self.give(rest);
    }

    /// Takes an arrow; rows for which it is passed over are added to `rest`.
    fn take_arrow(
        &mut self,
        lens: &mut Lens<'_>,
        spec: &DiagramSpec,
        from: StateId,
        shift: &ShiftSpec,
        rows: Rows<'_>,
        rest: &mut Vec<u32>,
    ) {
        match &shift.target {
            TargetSpec::State(state) => self.go(lens, spec, from, shift, Way::To(*state), rows),
            TargetSpec::Again(scope) => self.go(lens, spec, from, shift, Way::Again(*scope), rows),
            _ => {
                let mut targets = self.take();
                self.resolve(lens, spec, from, shift, rows, &mut targets);
                self.go_apart(lens, spec, from, shift, rows, &mut targets, rest);
                self.give(targets);
            }
        }
    }

    /// The target state of each lane.
    fn resolve(
        &mut self,
        lens: &mut Lens<'_>,
        spec: &DiagramSpec,
        from: StateId,
        shift: &ShiftSpec,
        rows: Rows<'_>,
        out: &mut Vec<u32>,
    ) {
        out.resize(rows.len(), from.into());
        if let TargetSpec::OneOf { code, states, site } = &shift.target {
            return self.draw_states(lens, *code, states, *site, rows, out);
        }
        let Some(track) = lens.track() else { return };
        let (column, none) = match shift.target {
            TargetSpec::Last(state) => {
                let state = spec.states.get(state as usize);
                let column = state.and_then(|s| track.last.get(s.last? as usize));
                (column, state.map_or(from, |s| s.first_leaf))
            }
            _ => (Some(&track.back), from),
        };
        rows.each(|lane, row| {
            let saved = column.and_then(|c| c.get(row)).copied().unwrap_or(NO_STATE);
            out[lane] = if saved == NO_STATE { none } else { saved }.into();
        });
    }

    /// Draws a state by weight: negative weights count nothing; all nothing: the first.
    fn draw_states(
        &mut self,
        lens: &mut Lens<'_>,
        code: Code,
        states: &[(StateId, u16)],
        site: u32,
        rows: Rows<'_>,
        out: &mut [u32],
    ) {
        self.run(lens, code, rows);
        let scene = &lens.scene;
        let site = scene.program.sites.get(site as usize).copied().unwrap_or(0);
        let key = rng::key(scene.seed, scene.clock, site);
        let file = self.file();
        rows.each(|lane, row| {
            let weights = states.iter().map(|(state, r)| {
                let w = file.get(*r, rows.len()).num(lane);
                (*state, if w > 0.0 { w } else { 0.0 })
            });
            let sum = weights.clone().fold(0.0, |sum, (_, w)| sum + w);
            let mark = rng::unit(key, lens.id(row)) * sum;
            let mut running = 0.0;
            let drawn = weights.clone().find(|(_, w)| {
                running += w;
                running > mark
            });
            let first = states.first().map_or(0, |(state, _)| *state);
            out[lane] = drawn.map_or(first, |(state, _)| state).into();
        });
    }

    /// Goes by target; `targets` is used up.
    #[allow(clippy::too_many_arguments)]
    fn go_apart(
        &mut self,
        lens: &mut Lens<'_>,
        spec: &DiagramSpec,
        from: StateId,
        shift: &ShiftSpec,
        rows: Rows<'_>,
        targets: &mut [u32],
        rest: &mut Vec<u32>,
    ) {
        const DONE: u32 = u32::MAX;
        let mut group = self.take();
        for lane in 0..targets.len() {
            let target = targets[lane];
            if target == DONE {
                continue;
            }
            group.clear();
            for (t, other) in targets.iter_mut().enumerate().skip(lane) {
                if *other == target {
                    group.push(rows.row(t) as u32);
                    *other = DONE;
                }
            }
            let active = lens.diagram_plan().is_some_and(|p| p.inside(from, target as StateId));
            if active && !shift.innermost {
                rest.extend(&group);
            } else {
                let way = Way::To(target as StateId);
                self.go(lens, spec, from, shift, way, Rows::List(&group));
            }
        }
        self.give(group);
    }

    /// Leaves, does what the edge does, switches, enters.
    fn go(
        &mut self,
        lens: &mut Lens<'_>,
        spec: &DiagramSpec,
        from: StateId,
        shift: &ShiftSpec,
        way: Way,
        rows: Rows<'_>,
    ) {
        self.took(lens, shift.edge, rows);
        if let Way::To(state) = way
            && state == from
            && shift.innermost
        {
            return self.run(lens, shift.actions, rows);
        }
        let Some(plan) = lens.diagram_plan() else { return };
        let stays = |s: StateId| match way {
            Way::To(target) => plan.inside(target, s),
            Way::Again(Some(scope)) => !plan.inside(s, scope),
            Way::Again(None) => false,
        };
        let whole = matches!(way, Way::Again(None));
        let mut kept = 0;
        let mut state = Some(from);
        while let Some(s) = state {
            let Some(state_spec) = spec.states.get(s as usize) else { return };
            if stays(s) {
                kept = state_spec.level;
                break;
            }
            self.run(lens, state_spec.exit, rows);
            state = state_spec.parent;
        }
        if whole {
            self.run(lens, spec.exit, rows);
        }
        self.run(lens, shift.actions, rows);
        let to = match way {
            Way::To(s) | Way::Again(Some(s)) => spec.states.get(s as usize).map(|s| s.first_leaf),
            Way::Again(None) => spec.states.first().map(|s| s.first_leaf),
        };
        let Some(to) = to else { return };
        switch(lens, spec, from, to, kept, rows);
        self.record(lens, shift.edge, [from, to], rows);
        self.enter(lens, spec, whole, to, kept, rows);
    }

    /// Runs the `on enter` of the states that contain `leaf`, below the level that was kept.
    pub(super) fn enter(
        &mut self,
        lens: &mut Lens<'_>,
        spec: &DiagramSpec,
        body: bool,
        leaf: StateId,
        kept: u8,
        rows: Rows<'_>,
    ) {
        if body {
            self.run(lens, spec.enter, rows);
        }
        let mut path = self.take();
        let mut state = Some(leaf);
        while let Some(s) = state.and_then(|s| spec.states.get(s as usize)) {
            if s.level <= kept {
                break;
            }
            path.push(state.map_or(0, u32::from));
            state = s.parent;
        }
        for s in path.iter().rev() {
            self.entered(lens, *s as StateId);
            self.run(lens, spec.states[*s as usize].enter, rows);
        }
        self.give(path);
    }

    fn record(&mut self, lens: &Lens<'_>, edge: u16, [from, to]: [StateId; 2], rows: Rows<'_>) {
        if !lens.scene.observe {
            return;
        }
        for row in rows.iter() {
            let order = self.effects.next(lens.id(row), lens.diagram);
            self.effects.notes.push(Ordered { order, what: Note::Shift { from, to, edge } });
        }
    }
}

/// Whether the arrow is passed over whatever its condition says.
fn never(lens: &Lens<'_>, shift: &ShiftSpec, from: StateId) -> bool {
    match shift.target {
        TargetSpec::State(state) if !shift.innermost => {
            lens.diagram_plan().is_some_and(|p| p.inside(from, state))
        }
        _ => false,
    }
}

/// States, clocks below the kept level, `.last` of what is left, `back`.
fn switch(
    lens: &mut Lens<'_>,
    spec: &DiagramSpec,
    from: StateId,
    to: StateId,
    kept: u8,
    rows: Rows<'_>,
) {
    let now = lens.scene.clock as u32;
    let Some(plan) = lens.diagram_plan() else { return };
    let Some(track) = lens.track_mut() else { return };
    let mut state = spec.states.get(from as usize);
    while let Some(s) = state.filter(|s| s.level > kept) {
        if let Some(column) = s.last.and_then(|slot| track.last.get_mut(slot as usize)) {
            fill(column, rows, from);
        }
        state = s.parent.and_then(|p| spec.states.get(p as usize));
    }
    for level in kept + 1..=spec.n_levels.max(kept) {
        if let Some(column) = plan.clock_of(level).and_then(|c| track.entry.get_mut(c)) {
            fill(column, rows, now);
        }
    }
    if from != to {
        if !track.back.is_empty() {
            fill(&mut track.back, rows, from);
        }
        fill(&mut track.state, rows, to);
    }
}
