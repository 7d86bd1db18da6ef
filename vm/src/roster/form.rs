//! Who there is, as plain numbers, and back.
//!
//! In: a roster, or numbers of whatever origin. Out: the other. Maps to the world, copies of the
//! last tick, places and lists by name follow from the rows and are made anew. Numbers that no run
//! can bring about are refused.

use super::{Frozen, Identity, LAST, NO_GROUP, Roster};
use crate::column::Column;
use crate::input::InstanceId;
use crate::plan::Plan;
use crate::program::Program;
use crate::slots::Place;
use crate::snapshot::{RosterForm, who_form, who_of};

impl Frozen {
    /// The columns that follow from nothing else.
    fn each_own(&mut self, mut f: impl FnMut(Column<'_>)) {
        self.each_identity(&mut f);
        if self.keeps.parts {
            f(Column::U32(&mut self.first_part));
        }
        if self.keeps.measured {
            f(Column::F32(&mut self.speed));
            f(Column::F32(&mut self.turnrate));
            f(Column::F32(&mut self.heading));
        }
    }

    /// Their values, column by column.
    pub fn write(&self) -> Vec<u32> {
        let mut copy = Frozen {
            ids: self.ids.clone(),
            parents: self.parents.clone(),
            labels: self.labels.clone(),
            ordinals: self.ordinals.clone(),
            groups: self.groups.clone(),
            attached: self.attached.clone(),
            first_part: self.first_part.clone(),
            speed: self.speed.clone(),
            turnrate: self.turnrate.clone(),
            heading: self.heading.clone(),
            keeps: self.keeps.clone(),
            ..Frozen::default()
        };
        let mut out = Vec::new();
        copy.each_own(|c| c.write(&mut out));
        out
    }

    /// Takes the values into a table without rows; all other columns are there, without values.
    pub fn read(&mut self, n: usize, values: &[u32]) -> Result<(), &'static str> {
        let mut n_columns = 0;
        self.each_own(|_| n_columns += 1);
        if n == 0 || n_columns * n != values.len() {
            return Err("a table has another number of identities than rows");
        }
        self.each_value(|c| c.zeros(n));
        let mut columns = values.chunks_exact(n);
        self.each_own(|c| c.read(columns.next().unwrap_or(&[])));
        Ok(())
    }
}

impl Roster {
    /// What follows from no row.
    pub fn write(&self) -> RosterForm {
        let counts = (0..).zip(&self.counts).filter(|(_, n)| **n > 0);
        let whos = |list: &[(Identity, u64)]| {
            list.iter().map(|(who, tick)| (who_form(who), *tick)).collect()
        };
        let paths = self.fixed_paths.iter().map(|(id, path)| (*id, path.to_string()));
        RosterForm {
            last_id: self.last_id,
            counts: counts.map(|(name, n)| (name, *n)).collect(),
            ghosts: whos(&self.ghosts),
            changed: whos(&self.changed),
            fixed_paths: paths.collect(),
        }
    }

    /// The roster of these tables.
    pub fn read(
        program: &Program,
        plan: &Plan,
        frozen: Vec<Frozen>,
        form: &RosterForm,
    ) -> Result<Self, &'static str> {
        let mut roster = Self::new(program);
        if form.last_id >= LAST {
            return Err("a serial number is beyond all");
        }
        roster.last_id = form.last_id;
        for (name, n) in &form.counts {
            let count = roster.counts.get_mut(*name as usize).filter(|_| *n < LAST);
            *count.ok_or("a name is not known")? = *n;
        }
        let known = |who: &Identity| fits(who, program, form.last_id);
        let whos = |list: &[([u32; 7], u64)]| {
            let list: Vec<_> = list.iter().map(|(who, tick)| (who_of(who), *tick)).collect();
            let sorted = list.is_sorted_by_key(|(who, tick)| (who.id, *tick));
            let fine = sorted && list.iter().all(|(who, _)| known(who));
            if fine { Ok(list) } else { Err("one that ended was nobody") }
        };
        roster.ghosts = whos(&form.ghosts)?;
        roster.changed = whos(&form.changed)?;
        let paths = form.fixed_paths.iter().map(|(id, path)| (*id, path.as_str().into()));
        roster.fixed_paths = paths.collect();
        for frozen in frozen {
            roster.add_table(frozen);
        }
        roster.place_all(program)?;
        roster.hang_all()?;
        roster.name_all(plan);
        Ok(roster)
    }

    /// Each row has its place.
    fn place_all(&mut self, program: &Program) -> Result<(), &'static str> {
        for (index, frozen) in self.frozen.iter().enumerate() {
            for row in 0..frozen.len() {
                let who = frozen.identity(row);
                let parts = frozen.first_part.get(row).copied().unwrap_or(0);
                let fine = fits(&who, program, self.last_id)
                    && self.slots.at(who.id).is_none()
                    && parts <= self.last_id
                    && frozen.attached[row] <= 1;
                if !fine {
                    return Err("an instance is nobody");
                }
                self.slots.set(who.id, Place { table: index as u32, row: row as u32 });
            }
        }
        Ok(())
    }

    /// Each row hangs on one a level above it.
    fn hang_all(&mut self) -> Result<(), &'static str> {
        for index in 0..self.frozen.len() {
            let mut tables = Vec::new();
            for row in 0..self.frozen[index].len() {
                let (frozen, depth) = (&self.frozen[index], self.frozen[index].depth);
                let (id, parent) = (frozen.ids[row], frozen.parents[row]);
                let place = self.slots.at(parent);
                let above = place.map(|p| self.frozen[p.table as usize].depth + 1).unwrap_or(0);
                if above != depth || (parent == 0) != (depth == 0) {
                    return Err("an instance hangs on nobody");
                }
                if frozen.attached[row] != 0 {
                    self.attached.push((parent, id));
                }
                if let Some(place) = place.filter(|p| !tables.contains(&p.table)) {
                    tables.push(place.table);
                }
            }
            self.frozen[index].parent_tables = tables;
        }
        self.attached.sort_unstable();
        Ok(())
    }

    /// Takes over what an older roster knows of those that ended or changed; `who` and `id` say what
    /// they are now.
    pub fn inherit(
        &mut self,
        older: &Roster,
        who: impl Fn(&Identity) -> Option<Identity>,
        id: impl Fn(InstanceId) -> Option<InstanceId>,
    ) {
        let known = |list: &[(Identity, u64)]| {
            let known = list.iter().filter_map(|(was, tick)| Some((who(was)?, *tick)));
            let mut known: Vec<_> = known.collect();
            known.sort_by_key(|(was, tick)| (was.id, *tick));
            known
        };
        self.ghosts = known(&older.ghosts);
        self.changed = known(&older.changed);
        let paths = older.fixed_paths.iter();
        self.fixed_paths = paths.filter_map(|(of, path)| Some((id(*of)?, path.clone()))).collect();
    }

    /// Lists of those that are looked up by name.
    pub fn name_all(&mut self, plan: &Plan) {
        for frozen in &self.frozen {
            for row in 0..frozen.len() {
                let (label, ordinal) = (frozen.labels[row] as usize, frozen.ordinals[row]);
                if ordinal > 0 && plan.named.get(label) == Some(&true) {
                    self.named[label].push_back((ordinal, frozen.ids[row]));
                }
            }
        }
        self.named.iter_mut().for_each(|list| list.make_contiguous().sort_unstable());
    }
}

/// Whether there can be one like this.
fn fits(who: &Identity, program: &Program, last_id: InstanceId) -> bool {
    let Identity { id, def, label, ordinal, group, .. } = *who;
    let known = (def as usize) < program.defs.len() && (label as usize) < program.names.len();
    let group = group == NO_GROUP || (group as usize) < program.groups.len();
    (1..=last_id).contains(&id) && known && group && ordinal < LAST
}
