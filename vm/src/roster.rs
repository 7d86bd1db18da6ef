//! Who there is, and what others see of them: as it was at the end of the last tick.
//!
//! In: rows pushed and taken out by the commit, columns published at the end of a tick. Out: places,
//! parents, parts, world poses, paths. Nothing here changes while diagrams run, so everybody may
//! read it. It carries nothing out.

use std::collections::{BTreeMap, VecDeque};

use crate::column::Column;
use crate::input::InstanceId;
use crate::math::affine::{self, Affine};
use crate::math::{Quat, Vec3};
use crate::plan::Plan;
use crate::program::{DefId, GroupId, NameId, Program};
use crate::signal::Inbox;
use crate::slots::{Place, Slots};

mod form;
mod path;
mod tree;

/// Serial numbers stay below, far from their end.
pub(crate) const LAST: InstanceId = 1 << 31;

/// No group.
pub const NO_GROUP: u16 = u16::MAX;

/// Who somebody is; kept for one more tick after the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity {
    /// The serial number.
    pub id: InstanceId,
    /// What it is.
    pub def: DefId,
    /// What it is part of or attached to, 0 for nobody.
    pub parent: InstanceId,
    /// The name in its path.
    pub label: NameId,
    /// The number of its name, 0 for a part.
    pub ordinal: u32,
    /// The group that made it.
    pub group: GroupId,
    /// It was attached, so it ends with nobody.
    pub attached: bool,
}

/// What others see of a table's rows.
#[derive(Clone, Debug, Default)]
pub struct Frozen {
    /// Which def.
    pub def: DefId,
    /// 0 for top level.
    pub depth: u16,
    /// Serial numbers.
    pub ids: Vec<InstanceId>,
    /// What each is part of or attached to.
    pub parents: Vec<InstanceId>,
    /// Names in paths.
    pub labels: Vec<NameId>,
    /// Numbers of the names, 0 for parts.
    pub ordinals: Vec<u32>,
    /// Groups that made them.
    pub groups: Vec<u16>,
    /// Attached ones.
    pub attached: Vec<u8>,
    /// The first part's number; empty without parts.
    pub first_part: Vec<InstanceId>,
    /// World maps.
    pub world: [Vec<f32>; 12],
    /// Rotations in the world; empty where nobody asks.
    pub rotation: [Vec<f32>; 4],
    /// Rotations in the parent's frame; empty where nobody asks.
    pub local: [Vec<f32>; 4],
    /// Units per second; empty where not measured.
    pub speed: Vec<f32>,
    /// Degrees per second.
    pub turnrate: Vec<f32>,
    /// Heading in the world; NaN where there was no tick before.
    pub heading: Vec<f32>,
    /// Variables that others read.
    pub vars: Vec<Vec<u32>>,
    /// Innermost states that somebody asks for, by diagram.
    pub states: Vec<Vec<u16>>,
    /// Messages, as the def's list of those it hears.
    pub heard: Vec<Inbox>,
    /// Tables in which parents of these rows are or were.
    pub parent_tables: Vec<u32>,
    /// Something in those moved since the maps were made.
    pub carried: bool,
    /// Which of the tables of its def and depth it is.
    pub nth: u32,
    keeps: Keeps,
}

/// Which columns a frozen table has.
#[derive(Clone, Debug, Default)]
struct Keeps {
    parts: bool,
    rotation: bool,
    local: bool,
    measured: bool,
    vars: Vec<bool>,
    states: Vec<bool>,
}

impl Frozen {
    /// Without rows.
    pub fn new(def_id: DefId, depth: u16, program: &Program, plan: &Plan) -> Self {
        let def = &program.defs[def_id as usize];
        let keeps = Keeps {
            parts: !def.parts.is_empty(),
            rotation: plan.world_rotation,
            local: plan.local_rotation,
            measured: def.measured || plan.measures_all,
            vars: def.vars.iter().map(|v| v.published).collect(),
            states: def.diagrams.iter().map(|d| d.published).collect(),
        };
        Self {
            def: def_id,
            depth,
            vars: vec![Vec::new(); def.vars.len()],
            states: vec![Vec::new(); def.diagrams.len()],
            heard: vec![Inbox::default(); def.heard.len()],
            keeps,
            ..Self::default()
        }
    }

    /// Number of rows.
    #[inline]
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// Whether rotations in the world are kept.
    pub fn keeps_rotation(&self) -> bool {
        self.keeps.rotation
    }

    /// Whether rotations in the parent's frame are kept.
    pub fn keeps_local(&self) -> bool {
        self.keeps.local
    }

    /// Whether speed is measured.
    pub fn measured(&self) -> bool {
        self.keeps.measured
    }

    /// Appends a row whose published values are not known yet.
    pub fn push(&mut self, who: &Identity) {
        self.ids.push(who.id);
        self.parents.push(who.parent);
        self.labels.push(who.label);
        self.ordinals.push(who.ordinal);
        self.groups.push(who.group);
        self.attached.push(u8::from(who.attached));
        self.each_value(|c| c.push(0));
        if let Some(heading) = self.heading.last_mut() {
            *heading = f32::NAN;
        }
    }

    /// Who is in a row.
    #[inline]
    pub fn identity(&self, row: usize) -> Identity {
        Identity {
            id: self.ids[row],
            def: self.def,
            parent: self.parents[row],
            label: self.labels[row],
            ordinal: self.ordinals[row],
            group: self.groups[row],
            attached: self.attached[row] != 0,
        }
    }

    /// The row's map to the world.
    #[inline]
    pub fn world_of(&self, row: usize) -> Affine {
        let mut m = [0.0; 12];
        for (m, column) in m.iter_mut().zip(&self.world) {
            *m = column[row];
        }
        m
    }

    /// Its origin in the world.
    #[inline]
    pub fn origin(&self, row: usize) -> Vec3 {
        [self.world[9][row], self.world[10][row], self.world[11][row]]
    }

    /// Its rotation in the world, where kept.
    #[inline]
    pub fn rotation_of(&self, row: usize) -> Quat {
        let [x, y, z, w] = &self.rotation;
        if x.is_empty() { crate::math::IDENTITY } else { [x[row], y[row], z[row], w[row]] }
    }

    fn each_identity(&mut self, mut f: impl FnMut(Column<'_>)) {
        f(Column::U32(&mut self.ids));
        f(Column::U32(&mut self.parents));
        f(Column::U32(&mut self.labels));
        f(Column::U32(&mut self.ordinals));
        f(Column::U16(&mut self.groups));
        f(Column::U8(&mut self.attached));
    }

    fn each_value(&mut self, mut f: impl FnMut(Column<'_>)) {
        let keeps = &self.keeps;
        if keeps.parts {
            f(Column::U32(&mut self.first_part));
        }
        self.world.iter_mut().for_each(|c| f(Column::F32(c)));
        if keeps.rotation {
            self.rotation.iter_mut().for_each(|c| f(Column::F32(c)));
        }
        if keeps.local {
            self.local.iter_mut().for_each(|c| f(Column::F32(c)));
        }
        if keeps.measured {
            f(Column::F32(&mut self.speed));
            f(Column::F32(&mut self.turnrate));
            f(Column::F32(&mut self.heading));
        }
        for (c, _) in self.vars.iter_mut().zip(&keeps.vars).filter(|(_, kept)| **kept) {
            f(Column::U32(c));
        }
        for (c, _) in self.states.iter_mut().zip(&keeps.states).filter(|(_, kept)| **kept) {
            f(Column::U16(c));
        }
    }

    /// Takes a row out, its values into `out`; the last row takes its place.
    pub fn remove(&mut self, row: usize, out: &mut Vec<u32>) {
        out.clear();
        self.each_identity(|c| out.push(c.swap_remove(row)));
        self.each_value(|c| out.push(c.swap_remove(row)));
    }

    /// Appends a row that was taken out of a table of the same def.
    pub fn insert(&mut self, values: &[u32]) {
        let mut values = values.iter();
        self.each_identity(|c| c.push(values.next().copied().unwrap_or(0)));
        self.each_value(|c| c.push(values.next().copied().unwrap_or(0)));
    }

    /// Takes all rows out.
    pub fn clear(&mut self) {
        self.each_identity(|c| c.clear());
        self.each_value(|c| c.clear());
        self.heard.iter_mut().for_each(Inbox::clear);
    }
}

/// The tables of a def at a depth. They are filled in order, each up to what it has room for, so there
/// are never more than the most instances that lived at a time need.
#[derive(Clone, Debug)]
pub struct Shards {
    /// 0 for top level.
    pub depth: u16,
    /// Which they are.
    pub tables: Vec<u32>,
    /// Those before it are full.
    open: usize,
}

/// Who there is.
#[derive(Clone, Debug, Default)]
pub struct Roster {
    /// Tables, rows as in the world's tables.
    pub frozen: Vec<Frozen>,
    /// Places of the living.
    pub slots: Slots,
    /// By def and depth.
    shards: Vec<Vec<Shards>>,
    /// By name, where looked up: (number, id), the oldest first.
    pub named: Vec<VecDeque<(u32, InstanceId)>>,
    /// By name: how many were ever made.
    pub counts: Vec<u32>,
    /// (to whom, who), sorted.
    pub attached: Vec<(InstanceId, InstanceId)>,
    /// Those that ended in this tick or the last, and in which; sorted by number.
    ghosts: Vec<(Identity, u64)>,
    /// What those were that became or hang on something else since, and since which tick; sorted
    /// by number and tick, kept as long as ghosts.
    changed: Vec<(Identity, u64)>,
    /// Paths of parts that were attached or detached.
    fixed_paths: BTreeMap<InstanceId, Box<str>>,
    /// The last serial number given.
    pub last_id: InstanceId,
}

impl Roster {
    /// Nobody.
    pub fn new(program: &Program) -> Self {
        Self {
            shards: vec![Vec::new(); program.defs.len()],
            named: vec![VecDeque::new(); program.names.len()],
            counts: vec![0; program.names.len()],
            ..Self::default()
        }
    }

    /// Everybody is gone and serial numbers begin anew; tables stay.
    pub fn clear(&mut self) {
        self.frozen.iter_mut().for_each(Frozen::clear);
        self.shards.iter_mut().flatten().for_each(|shards| shards.open = 0);
        self.slots.clear();
        self.named.iter_mut().for_each(VecDeque::clear);
        self.counts.fill(0);
        self.attached.clear();
        self.ghosts.clear();
        self.changed.clear();
        self.fixed_paths.clear();
        self.last_id = 0;
    }

    /// The tables of a def.
    pub fn tables_of(&self, def: DefId) -> impl Iterator<Item = usize> {
        let shards = self.shards.get(usize::from(def)).into_iter().flatten();
        shards.flat_map(|shards| &shards.tables).map(|table| *table as usize)
    }

    /// The first table of a def and depth that is not full; `room`: of the nth.
    pub fn table_with_room(
        &mut self,
        def: DefId,
        depth: u16,
        room: impl Fn(usize) -> usize,
    ) -> Option<usize> {
        let shards = self.shards[usize::from(def)].iter_mut().find(|s| s.depth == depth)?;
        while let Some(table) = shards.tables.get(shards.open) {
            let table = *table as usize;
            if self.frozen[table].len() < room(shards.open) {
                return Some(table);
            }
            shards.open += 1;
        }
        None
    }

    /// One more table; its number.
    pub fn add_table(&mut self, mut frozen: Frozen) -> usize {
        let table = self.frozen.len();
        let of_def = &mut self.shards[usize::from(frozen.def)];
        let known = of_def.iter_mut().find(|shards| shards.depth == frozen.depth);
        let nth = match known {
            Some(shards) => {
                shards.tables.push(table as u32);
                shards.tables.len() - 1
            }
            None => {
                let (depth, tables) = (frozen.depth, vec![table as u32]);
                of_def.push(Shards { depth, tables, open: 0 });
                0
            }
        };
        frozen.nth = nth as u32;
        self.frozen.push(frozen);
        table
    }

    /// There is room in a table.
    pub fn make_room(&mut self, table: usize) {
        let Frozen { def, depth, nth, .. } = self.frozen[table];
        let shards = self.shards[usize::from(def)].iter_mut().find(|s| s.depth == depth);
        if let Some(shards) = shards {
            shards.open = shards.open.min(nth as usize);
        }
    }

    /// Tables by def and depth, in the order in which there came to be such.
    pub fn kinds(&self) -> impl Iterator<Item = &[u32]> {
        let mut kinds: Vec<&[u32]> =
            self.shards.iter().flatten().map(|shards| shards.tables.as_slice()).collect();
        kinds.sort_unstable();
        kinds.into_iter()
    }

    /// The table and row of a living instance.
    #[inline]
    pub fn at(&self, id: InstanceId) -> Option<(&Frozen, usize)> {
        let Place { table, row } = self.slots.at(id)?;
        Some((&self.frozen[table as usize], row as usize))
    }

    /// Who it is, or was until a tick ago.
    pub fn identity(&self, id: InstanceId) -> Option<Identity> {
        match self.at(id) {
            Some((frozen, row)) => Some(frozen.identity(row)),
            None => {
                let i = self.ghosts.binary_search_by_key(&id, |(g, _)| g.id).ok()?;
                Some(self.ghosts[i].0)
            }
        }
    }

    /// Who it was before what it became or what it hangs on was changed by the commit of `tick` or
    /// a later one; 0 stands for all that are known, which while diagrams run is the last alone.
    pub fn identity_before(&self, id: InstanceId, tick: u64) -> Option<Identity> {
        let from = self.changed.partition_point(|(was, since)| (was.id, *since) < (id, tick));
        match self.changed.get(from) {
            Some((was, _)) if was.id == id => Some(*was),
            _ => self.identity(id),
        }
    }

    /// The number if it lives, else nobody.
    #[inline]
    pub fn alive(&self, id: InstanceId) -> InstanceId {
        if self.slots.at(id).is_some() { id } else { 0 }
    }

    /// What it is part of or attached to, 0 for nobody.
    #[inline]
    pub fn parent(&self, id: InstanceId) -> InstanceId {
        self.at(id).map_or(0, |(frozen, row)| frozen.parents[row])
    }

    /// The top-level instance of its tree.
    pub fn root(&self, mut id: InstanceId) -> InstanceId {
        loop {
            match self.parent(id) {
                0 => return id,
                parent => id = parent,
            }
        }
    }

    /// Its map to the world, none for nobody.
    pub fn world(&self, id: InstanceId) -> Option<Affine> {
        self.at(id).map(|(frozen, row)| frozen.world_of(row))
    }

    /// The frame that the children of it live in: the world's for nobody.
    pub fn frame(&self, id: InstanceId) -> Affine {
        self.world(id).unwrap_or(affine::IDENTITY)
    }

    /// Its rotation in the world, none for nobody.
    pub fn rotation(&self, id: InstanceId) -> Quat {
        self.at(id).map_or(crate::math::IDENTITY, |(frozen, row)| frozen.rotation_of(row))
    }

    /// Whether it is the oldest of its name; `then`: those that ended since count too.
    pub fn was_oldest(&self, who: &Identity, then: bool) -> bool {
        let older = |g: &Identity| g.label == who.label && g.ordinal > 0 && g.ordinal < who.ordinal;
        if then && self.ghosts.iter().any(|(g, _)| older(g)) {
            return false;
        }
        let list = self.named.get(who.label as usize);
        list.and_then(|l| l.front()).is_none_or(|(number, _)| *number >= who.ordinal)
    }

    /// The living instance of a path name: of that number, 0 for the oldest.
    pub fn find_named(&self, name: NameId, number: u32) -> InstanceId {
        let Some(list) = self.named.get(name as usize) else { return 0 };
        match number {
            0 => list.front().map_or(0, |(_, id)| *id),
            n => list.binary_search_by_key(&n, |(k, _)| *k).map_or(0, |i| list[i].1),
        }
    }
}
