//! What nobody changed since the start follows an edit of how it starts.
//!
//! In: those that go on, with what they started as in the old program and start as in the new one.
//! Out: variables, colours, visibility and poses that still were as the old program made them and
//! that the new one makes otherwise are as the new one makes them. A value that came back to
//! what it was at the start counts as one that nobody changed. What is new starts as the new
//! program says.

use super::super::World;
use super::cast::{Cast, Role};
use super::kin::RowMap;
use crate::input::InstanceId;
use crate::program::{DefId, Kind, Program, VarSpec};
use crate::text;

/// A world, and somebody in it as it is at the start of the world's program.
pub(super) struct Side<'w> {
    /// Where it lives now.
    pub world: &'w mut World,
    /// The same program at its start.
    pub begun: &'w World,
}

impl Side<'_> {
    fn place(world: &World, id: InstanceId) -> Option<(usize, usize)> {
        let place = world.roster.slots.at(id)?;
        Some((place.table as usize, place.row as usize))
    }

    /// What a variable starts as.
    fn initial(&mut self, id: InstanceId, start: InstanceId, var: usize) -> Option<u32> {
        let (table, row) = Self::place(self.world, id)?;
        let def = self.world.tables[table].def;
        if let Some((table, row)) = Self::place(self.begun, start)
            && self.begun.tables[table].def == def
        {
            return Some(self.begun.tables[table].vars.get(var)?[row]);
        }
        let init = self.world.program.defs[def as usize].vars.get(var)?.init;
        Some(self.world.here(table, row, init))
    }

    /// What colour it starts with.
    fn colour(&mut self, id: InstanceId) -> Option<u32> {
        let (table, row) = Self::place(self.world, id)?;
        let def = self.world.tables[table].def as usize;
        let def = &self.world.program.defs[def];
        let shape = def.shape.as_ref().map_or(0xffff_ffff, |s| s.color);
        match def.color {
            Some(value) => Some(self.world.here(table, row, value)),
            None => Some(shape),
        }
    }
}

/// Brings all that go on up to date; paths of what is new or was set anew.
pub(super) fn follow(
    cast: &Cast,
    maps: &mut impl FnMut(DefId, DefId) -> std::rc::Rc<RowMap>,
    mut old: Side<'_>,
    mut new: Side<'_>,
) -> Vec<String> {
    let mut told = Vec::new();
    for role in &cast.roles {
        let Some((frozen, _)) = old.world.roster.at(role.old) else { continue };
        let map = maps(frozen.def, role.def);
        variables(role, &map, &mut old, &mut new, &mut told);
        looks(role, &mut old, &mut new);
        pose(role, &old, &mut new);
    }
    told
}

fn variables(
    role: &Role,
    map: &RowMap,
    old: &mut Side<'_>,
    new: &mut Side<'_>,
    told: &mut Vec<String>,
) {
    let (Some((from, old_row)), Some((to, row))) =
        (Side::place(old.world, role.old), Side::place(new.world, role.new))
    else {
        return;
    };
    let program = new.world.program.clone();
    for (var, was) in map.vars.iter().enumerate() {
        let spec = &program.defs[role.def as usize].vars[var];
        let start = if spec.kind == Kind::Who { [0, 0] } else { role.start };
        let starts = match was {
            None => new.initial(role.new, start[1], var),
            Some(was) => {
                let held = old.world.tables[from].vars[*was][old_row];
                let began = old.initial(role.old, start[0], *was);
                let begins = new.initial(role.new, start[1], var);
                let same_one = spec.kind != Kind::Who;
                begins.filter(|b| same_one && began == Some(held) && *b != held)
            }
        };
        if let Some(bits) = starts {
            new.world.tables[to].vars[var][row] = bits;
            told.push(path_of(new.world, role.new, &program, spec));
        }
    }
}

fn path_of(world: &World, id: InstanceId, program: &Program, var: &VarSpec) -> String {
    format!("{}.{}", world.path(id).unwrap_or_default(), text::name(program, var.name))
}

fn looks(role: &Role, old: &mut Side<'_>, new: &mut Side<'_>) {
    let Some((table, row)) = Side::place(new.world, role.new) else { return };
    let def = |world: &World, table: usize| world.tables[table].def as usize;
    if let (Some(began), Some(begins)) = (old.colour(role.old), new.colour(role.new)) {
        let colour = &mut new.world.tables[table].colour[row];
        if *colour == began {
            *colour = begins;
        }
    }
    let Some((from, _)) = Side::place(old.world, role.old) else { return };
    let hidden = [
        old.world.program.defs[def(old.world, from)].hidden,
        new.world.program.defs[def(new.world, table)].hidden,
    ];
    let visible = &mut new.world.tables[table].visible[row];
    if *visible == u8::from(!hidden[0]) {
        *visible = u8::from(!hidden[1]);
    }
}

/// Place, rotation and scale, each by itself.
fn pose(role: &Role, old: &Side<'_>, new: &mut Side<'_>) {
    let start = |side: &Side<'_>, id| {
        Side::place(side.begun, id).map(|(table, row)| side.begun.tables[table].pose(row))
    };
    let (Some(began), Some(begins)) = (start(old, role.start[0]), start(new, role.start[1])) else {
        return;
    };
    let Some((table, row)) = Side::place(new.world, role.new) else { return };
    let held = new.world.tables[table].pose(row);
    let mut pose = held;
    if held.position == began.position {
        pose.position = begins.position;
    }
    if held.rotation == began.rotation {
        pose.rotation = begins.rotation;
    }
    if held.scale == began.scale {
        pose.scale = begins.scale;
    }
    if pose != held {
        new.world.tables[table].set_pose(row, &pose);
    }
}
