//! The storage of instances: a table per character definition and depth of the hierarchy.
//!
//! In: rows with their poses, looks, variables and states. Out: columns that batches work on. What
//! others see of a table is not here but in [`crate::roster`]; both have the same rows in the same
//! order. It runs nothing.

use crate::column::Column;
use crate::math::{Quat, Vec3};
use crate::plan::DefPlan;
use crate::program::{Def, DefId};

mod before;
mod form;

pub use before::Before;

/// A level's first tick was never.
pub const NEVER: u32 = u32::MAX;
/// No state yet.
pub const NO_STATE: u16 = u16::MAX;

/// Values of a row that is taken out which are factors: those of now and those before.
const SCALES: usize = 6;

/// A pose in the parent's frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Where.
    pub position: Vec3,
    /// A unit quaternion.
    pub rotation: Quat,
    /// Factors.
    pub scale: Vec3,
}

impl Pose {
    /// At the origin.
    pub const ORIGIN: Self =
        Self { position: [0.0; 3], rotation: crate::math::IDENTITY, scale: [1.0; 3] };

    /// As a map.
    pub fn affine(&self) -> crate::math::affine::Affine {
        crate::math::affine::trs(self.position, self.rotation, self.scale)
    }

    /// Whether every number is finite.
    pub fn is_finite(&self) -> bool {
        let all = self.position.iter().chain(&self.rotation).chain(&self.scale);
        all.fold(true, |ok, v| ok & v.is_finite())
    }
}

/// The columns of a diagram.
#[derive(Clone, Debug, Default)]
pub struct Track {
    /// Innermost state.
    pub state: Vec<u16>,
    /// Not yet entered.
    pub fresh: Vec<u8>,
    /// Per clock: the tick in which the level was entered.
    pub entry: Vec<Vec<u32>>,
    /// The innermost state before the last arrow that changed it; empty where nothing goes back.
    pub back: Vec<u16>,
    /// Per `.last`: the innermost state it was left with.
    pub last: Vec<Vec<u16>>,
    /// Per timed action: its ticks.
    pub timed: Vec<Vec<u32>>,
    /// Per once-per-stay edge: the entry tick of the stay it ran in.
    pub once: Vec<Vec<u32>>,
    uses_back: bool,
}

/// Instances of a def at a depth.
#[derive(Clone, Debug, Default)]
pub struct Table {
    /// Which def.
    pub def: DefId,
    /// 0 for top level.
    pub depth: u16,
    /// x, y, z in the parent's frame.
    pub position: [Vec<f32>; 3],
    /// x, y, z, w.
    pub rotation: [Vec<f32>; 4],
    /// Factors; empty while all are 1.
    pub scale: [Vec<f32>; 3],
    /// Own flag.
    pub visible: Vec<u8>,
    /// 0xRRGGBBAA.
    pub colour: Vec<u32>,
    /// Parameters and variables.
    pub vars: Vec<Vec<u32>>,
    /// Diagrams.
    pub tracks: Vec<Track>,
    /// How many diagrams of rows are fresh.
    pub n_fresh: u32,
    /// Rows of a chunk; each batch is of one.
    pub chunk: usize,
    /// Chunks whose poses changed since the world matrices were made.
    pub moved: Vec<bool>,
    /// Poses before the last tick.
    pub before: Before,
}

impl Table {
    /// Without rows.
    pub fn new(def_id: DefId, depth: u16, def: &Def, plan: &DefPlan, chunk: usize) -> Self {
        let tracks = def.diagrams.iter().zip(&plan.diagrams).map(|(spec, plan)| Track {
            entry: vec![Vec::new(); plan.n_clocks],
            last: vec![Vec::new(); spec.n_last.into()],
            timed: vec![Vec::new(); spec.n_timed.into()],
            once: vec![Vec::new(); spec.n_once.into()],
            uses_back: spec.uses_back,
            ..Track::default()
        });
        Self {
            def: def_id,
            depth,
            vars: vec![Vec::new(); def.vars.len()],
            tracks: tracks.collect(),
            chunk: chunk.max(1),
            ..Self::default()
        }
    }

    /// Number of rows.
    #[inline]
    pub fn len(&self) -> usize {
        self.colour.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Appends a row with everything at its start: variables 0, states as the def says.
    pub fn push(&mut self, def: &Def, pose: &Pose, clock: u32) -> usize {
        let row = self.len();
        self.push_pose(pose);
        self.before.push(pose);
        self.visible.push(u8::from(!def.hidden));
        self.colour.push(def.shape.as_ref().map_or(0xffff_ffff, |s| s.color));
        self.n_fresh += self.tracks.len() as u32;
        self.vars.iter_mut().for_each(|v| v.push(0));
        for (track, spec) in self.tracks.iter_mut().zip(&def.diagrams) {
            track.push(spec.initial, clock);
        }
        self.mark_moved(row);
        row
    }

    fn push_pose(&mut self, pose: &Pose) {
        let before = self.len();
        for (column, v) in self.position.iter_mut().zip(pose.position) {
            column.push(v);
        }
        for (column, v) in self.rotation.iter_mut().zip(pose.rotation) {
            column.push(v);
        }
        let unit = pose.scale == [1.0; 3];
        if !unit && self.scale[0].is_empty() {
            self.scale_columns(|c| c.resize(before, 1.0));
        }
        if !unit || !self.scale[0].is_empty() {
            self.push_scale(pose.scale, pose.scale);
        }
    }

    /// From now on there are columns of scale.
    pub fn want_scale(&mut self) {
        let n = self.len();
        if self.scale[0].len() != n {
            self.scale_columns(|c| c.resize(n, 1.0));
        }
    }

    /// Those of now, and where kept those before.
    fn scale_columns(&mut self, mut f: impl FnMut(&mut Vec<f32>)) {
        self.scale.iter_mut().for_each(&mut f);
        if self.before.kept {
            self.before.scale.iter_mut().for_each(f);
        }
    }

    fn push_scale(&mut self, now: Vec3, before: Vec3) {
        self.scale.iter_mut().zip(now).for_each(|(c, v)| c.push(v));
        if self.before.kept {
            self.before.scale.iter_mut().zip(before).for_each(|(c, v)| c.push(v));
        }
    }

    /// The row's pose in its parent's frame.
    #[inline]
    pub fn pose(&self, row: usize) -> Pose {
        Pose {
            position: [self.position[0][row], self.position[1][row], self.position[2][row]],
            rotation: self.rotation_of(row),
            scale: self.scale_of(row),
        }
    }

    /// Its rotation.
    #[inline]
    pub fn rotation_of(&self, row: usize) -> Quat {
        let [x, y, z, w] = &self.rotation;
        [x[row], y[row], z[row], w[row]]
    }

    /// Its factors.
    #[inline]
    pub fn scale_of(&self, row: usize) -> Vec3 {
        let [x, y, z] = &self.scale;
        if x.is_empty() { [1.0; 3] } else { [x[row], y[row], z[row]] }
    }

    /// Sets its pose.
    pub fn set_pose(&mut self, row: usize, pose: &Pose) {
        for (column, v) in self.position.iter_mut().zip(pose.position) {
            column[row] = v;
        }
        for (column, v) in self.rotation.iter_mut().zip(pose.rotation) {
            column[row] = v;
        }
        if pose.scale != [1.0; 3] {
            self.want_scale();
        }
        if !self.scale[0].is_empty() {
            for (column, v) in self.scale.iter_mut().zip(pose.scale) {
                column[row] = v;
            }
        }
        self.mark_moved(row);
    }

    /// Its pose changed.
    #[inline]
    pub fn mark_moved(&mut self, row: usize) {
        let chunk = row / self.chunk;
        if chunk >= self.moved.len() {
            self.moved.resize(chunk + 1, false);
        }
        self.moved[chunk] = true;
    }

    /// Whether a pose changed since the world matrices were made.
    pub fn has_moved(&self) -> bool {
        self.moved.contains(&true)
    }

    /// All columns but those of scale, in a fixed order.
    fn each_column(&mut self, mut f: impl FnMut(Column<'_>)) {
        self.position.iter_mut().for_each(|c| f(Column::F32(c)));
        self.rotation.iter_mut().for_each(|c| f(Column::F32(c)));
        if self.before.kept {
            self.before.position.iter_mut().for_each(|c| f(Column::F32(c)));
            self.before.rotation.iter_mut().for_each(|c| f(Column::F32(c)));
        }
        f(Column::U8(&mut self.visible));
        f(Column::U32(&mut self.colour));
        self.vars.iter_mut().for_each(|c| f(Column::U32(c)));
        for track in &mut self.tracks {
            track.each_column(&mut f);
        }
    }

    /// Takes a row out, its values into `out`; the last row takes its place.
    pub fn remove(&mut self, row: usize, out: &mut Vec<u32>) {
        out.clear();
        self.n_fresh -= self.fresh_of(row);
        match self.scale[0].is_empty() {
            true => out.extend([1.0f32.to_bits(); SCALES]),
            false => {
                self.scale_columns(|c| out.push(c.swap_remove(row).to_bits()));
                out.resize(SCALES, 1.0f32.to_bits());
            }
        }
        self.each_column(|c| out.push(c.swap_remove(row)));
        if row < self.len() {
            self.mark_moved(row);
        }
    }

    /// Appends a row that was taken out of a table of the same def.
    pub fn insert(&mut self, values: &[u32]) -> usize {
        let row = self.len();
        let (scale, rest) = values.split_at(SCALES.min(values.len()));
        let unit = scale.iter().all(|s| *s == 1.0f32.to_bits());
        if !unit {
            self.want_scale();
        }
        if !unit || !self.scale[0].is_empty() {
            let of = |i: usize| scale.get(i).map_or(1.0, |v| f32::from_bits(*v));
            self.push_scale([0, 1, 2].map(of), [3, 4, 5].map(of));
        }
        let mut rest = rest.iter();
        self.each_column(|c| c.push(rest.next().copied().unwrap_or(0)));
        self.n_fresh += self.fresh_of(row);
        self.mark_moved(row);
        row
    }

    /// How many of its diagrams are fresh.
    fn fresh_of(&self, row: usize) -> u32 {
        self.tracks.iter().map(|track| u32::from(track.fresh[row])).sum()
    }

    /// Takes all rows out.
    pub fn clear(&mut self) {
        self.scale_columns(Vec::clear);
        self.each_column(|c| c.clear());
        self.n_fresh = 0;
        self.moved.clear();
    }
}

impl Track {
    fn push(&mut self, initial: u16, clock: u32) {
        self.state.push(initial);
        self.fresh.push(1);
        self.entry.iter_mut().for_each(|c| c.push(clock));
        if self.uses_back {
            self.back.push(NO_STATE);
        }
        self.last.iter_mut().for_each(|c| c.push(NO_STATE));
        self.timed.iter_mut().for_each(|c| c.push(0));
        self.once.iter_mut().for_each(|c| c.push(NEVER));
    }

    fn each_column(&mut self, f: &mut impl FnMut(Column<'_>)) {
        f(Column::U16(&mut self.state));
        f(Column::U8(&mut self.fresh));
        self.entry.iter_mut().for_each(|c| f(Column::U32(c)));
        if self.uses_back {
            f(Column::U16(&mut self.back));
        }
        self.last.iter_mut().for_each(|c| f(Column::U16(c)));
        self.timed.iter_mut().for_each(|c| f(Column::U32(c)));
        self.once.iter_mut().for_each(|c| f(Column::U32(c)));
    }
}
