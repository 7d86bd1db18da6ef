//! Tables as plain numbers, and back.
//!
//! In: a table, or numbers of whatever origin. Out: the other, value by value. Poses before the
//! last tick are not written. Numbers that no run can bring about are refused.

use super::{NO_STATE, Table};
use crate::column::Column;
use crate::program::{Def, Kind};

impl Table {
    /// All values, column by column, those of scale if so wanted.
    pub fn write(&self, scaled: bool) -> Vec<u32> {
        let mut table = self.clone();
        table.keep(false);
        let mut out = Vec::new();
        if scaled {
            table.want_scale();
            table.scale_columns(|c| Column::F32(c).write(&mut out));
        }
        table.each_column(|c| c.write(&mut out));
        out
    }

    /// Takes the values into a table without rows; what does not fit is said.
    pub fn read(
        &mut self,
        def: &Def,
        n: usize,
        scaled: bool,
        values: &[u32],
    ) -> Result<(), &'static str> {
        let mut n_columns = if scaled { 3 } else { 0 };
        self.each_column(|_| n_columns += 1);
        if n == 0 || n_columns * n != values.len() {
            return Err("a table has another number of values than columns and rows");
        }
        let mut columns = values.chunks_exact(n);
        let mut next = || columns.next().unwrap_or(&[]);
        if scaled {
            self.scale_columns(|c| Column::F32(c).read(next()));
        }
        self.each_column(|c| c.read(next()));
        let fresh = self.tracks.iter().flat_map(|track| &track.fresh);
        self.n_fresh = fresh.map(|f| u32::from(*f)).sum();
        (0..n).step_by(self.chunk).for_each(|row| self.mark_moved(row));
        self.check(def)
    }

    fn check(&self, def: &Def) -> Result<(), &'static str> {
        let columns = self.position.iter().chain(&self.rotation).chain(&self.scale);
        if !columns.flatten().all(|v| v.is_finite()) {
            return Err("a pose is not finite");
        }
        let fresh = self.tracks.iter().flat_map(|track| &track.fresh);
        if !self.visible.iter().chain(fresh).all(|f| *f <= 1) {
            return Err("a flag is neither yes nor no");
        }
        for (spec, column) in def.vars.iter().zip(&self.vars) {
            let fits = |bits: &u32| match spec.kind {
                Kind::Number => f32::from_bits(*bits).is_finite(),
                Kind::Flag => *bits <= 1,
                Kind::Who | Kind::Colour => true,
            };
            if !column.iter().all(fits) {
                return Err("a variable holds what it cannot hold");
            }
        }
        for (spec, track) in def.diagrams.iter().zip(&self.tracks) {
            let leaf = |s: &u16| spec.states.get(*s as usize).is_some_and(|s| s.leaf.is_some());
            let left = |s: &u16| *s == NO_STATE || leaf(s);
            let lists = track.last.iter().chain([&track.back]).flatten();
            if !track.state.iter().all(leaf) || !lists.into_iter().all(left) {
                return Err("a diagram is in a state that it does not have");
            }
        }
        Ok(())
    }
}
