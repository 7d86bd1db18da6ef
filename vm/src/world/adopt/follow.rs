//! What nobody changed since the start follows an edit of how it starts.
//!
//! In: those that go on, with what they started as in the old program and start as in the new one.
//! Out: variables, colours, visibility and poses that still were as the old program made them and
//! that the new one makes otherwise are as the new one makes them. A value that came back to
//! what it was at the start counts as one that nobody changed. What chance decided and is written
//! as before stays. What is new starts as the new program says.

use super::super::World;
use super::cast::{Cast, Role};
use super::chance::Chance;
use super::kin::RowMap;
use crate::input::InstanceId;
use crate::program::{DefId, Kind, Program, VarSpec};
use crate::table::Pose;
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

    /// Where it starts: as `main` makes it, or where its whole puts it.
    fn starts_at(&mut self, role: &Role, i: usize) -> Option<Pose> {
        if !role.start.contains(&0) {
            let (table, row) = Self::place(self.begun, role.start[i])?;
            return Some(self.begun.tables[table].pose(row));
        }
        let part = role.part?;
        let (table, row) = Self::place(self.world, part.wholes[i])?;
        Some(self.world.put(table, row, part.spawns[i]))
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
    (cast, chance): (&Cast, &Chance<'_>),
    maps: &mut impl FnMut(DefId, DefId) -> std::rc::Rc<RowMap>,
    mut old: Side<'_>,
    mut new: Side<'_>,
) -> Vec<String> {
    let mut told = Vec::new();
    for role in &cast.roles {
        let Some((frozen, _)) = old.world.roster.at(role.old) else { continue };
        let map = maps(frozen.def, role.def);
        variables((role, chance), &map, &mut old, &mut new, &mut told);
        looks((role, chance), &mut old, &mut new);
        if !(role.thrown && role.same_place) {
            pose(role, &mut old, &mut new);
        }
        begin(role, &map, &mut new);
    }
    told
}

fn variables(
    (role, chance): (&Role, &Chance<'_>),
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
    let old_def = old.world.tables[from].def as usize;
    for (var, was) in map.vars.iter().enumerate() {
        let spec = &program.defs[role.def as usize].vars[var];
        let init = was.map(|was| old.world.program.defs[old_def].vars[was].init);
        let same = init.is_some_and(|init| chance.same_value(init, spec.init));
        if role.thrown && role.same_place && same {
            continue;
        }
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

fn looks((role, chance): (&Role, &Chance<'_>), old: &mut Side<'_>, new: &mut Side<'_>) {
    let Some((table, row)) = Side::place(new.world, role.new) else { return };
    let def = |world: &World, table: usize| world.tables[table].def as usize;
    let defs = [&*old, &*new].map(|side| side.world.program.clone());
    let same = Side::place(old.world, role.old).is_some_and(|(from, _)| {
        let [was, is] = [&defs[0].defs[def(old.world, from)], &defs[1].defs[role.def as usize]];
        chance.same_colour(was, is)
    });
    let follows = !(role.thrown && role.same_place && same);
    let colours = follows.then(|| (old.colour(role.old), new.colour(role.new)));
    if let Some((Some(began), Some(begins))) = colours {
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

/// Diagrams that are new begin where they would if somebody were new.
fn begin(role: &Role, map: &RowMap, new: &mut Side<'_>) {
    let starts = Side::place(new.begun, role.start[1]);
    let (Some((from, start)), Some((to, row))) = (starts, Side::place(new.world, role.new)) else {
        return;
    };
    let (from, to) = (&new.begun.tables[from], &mut new.world.tables[to]);
    if from.def == to.def {
        let tracks = to.tracks.iter_mut().zip(&from.tracks).zip(&map.tracks);
        for ((track, begun), _) in tracks.filter(|(_, was)| was.is_none()) {
            track.state[row] = begun.state[start];
        }
    }
}

/// Place, rotation and scale, each by itself.
fn pose(role: &Role, old: &mut Side<'_>, new: &mut Side<'_>) {
    let (Some(began), Some(begins)) = (old.starts_at(role, 0), new.starts_at(role, 1)) else {
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
