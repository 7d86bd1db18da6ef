//! What can be seen of an instance from outside.

use super::World;
use crate::column::Rows;
use crate::input::InstanceId;
use crate::interp::{Lens, Scene};
use crate::math::{Quat, Vec3};
use crate::plan::DiagramPlan;
use crate::program::{BaseSpec, DefId, DiagramSpec, Kind, StateId};
use crate::table::Track;
use crate::text;

/// A value of a variable.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A number.
    Number(f32),
    /// A flag.
    Flag(bool),
    /// A path, or nobody.
    Who(Option<String>),
    /// 0xRRGGBBAA.
    Colour(u32),
}

/// An instance as it is at the end of a tick.
#[derive(Clone, Debug, PartialEq)]
pub struct InstanceView {
    /// Its path.
    pub path: String,
    /// Its serial number.
    pub id: InstanceId,
    /// Which def it is now.
    pub def: DefId,
    /// The name of what it is.
    pub character: String,
    /// That of its class.
    pub class: String,
    /// The path of what it is part of or attached to.
    pub parent: Option<String>,
    /// Diagrams and their innermost states.
    pub states: Vec<(String, String)>,
    /// Parameters and variables that traces show.
    pub vars: Vec<(String, Value)>,
    /// In the parent's frame.
    pub position: Vec3,
    /// In the parent's frame.
    pub rotation: Quat,
    /// Factors.
    pub scale: Vec3,
    /// To the world, column by column.
    pub world: [f32; 16],
    /// Its own flag and those of all it is part of.
    pub visible: bool,
    /// 0xRRGGBBAA.
    pub colour: u32,
}

impl World {
    /// What is seen of a living instance.
    pub fn view(&self, id: InstanceId) -> Option<InstanceView> {
        let place = self.roster.slots.at(id)?;
        let (index, row) = (place.table as usize, place.row as usize);
        let (table, frozen) = (&self.tables[index], &self.roster.frozen[index]);
        let def = &self.program.defs[table.def as usize];
        let name = |n| text::name(&self.program, n).to_owned();
        let states = def.diagrams.iter().zip(&table.tracks).map(|(spec, track)| {
            let state = spec.states.get(track.state[row] as usize);
            (name(spec.name), state.map_or(String::new(), |s| name(s.path)))
        });
        let vars = def.vars.iter().zip(&table.vars).filter(|(spec, _)| spec.visible);
        let pose = table.pose(row);
        Some(InstanceView {
            path: self.path(id)?,
            id,
            def: table.def,
            character: name(def.name),
            class: self
                .program
                .classes
                .get(def.class as usize)
                .map_or(String::new(), |c| name(c.name)),
            parent: self.path(frozen.parents[row]),
            states: states.collect(),
            vars: vars.map(|(spec, c)| (name(spec.name), self.shown(c[row], spec.kind))).collect(),
            position: pose.position.map(|v| v + 0.0),
            rotation: pose.rotation.map(|v| v + 0.0),
            scale: pose.scale.map(|v| v + 0.0),
            world: columns(&frozen.world_of(row)),
            visible: self.visible(id),
            colour: table.colour[row],
        })
    }

    /// The innermost states of a living instance's diagrams.
    pub fn states_of(&self, id: InstanceId) -> Option<Vec<StateId>> {
        let place = self.roster.slots.at(id)?;
        let tracks = &self.tables[place.table as usize].tracks;
        Some(tracks.iter().map(|t| t.state[place.row as usize]).collect())
    }

    /// For each diagram of a living instance, the outermost level first: for how many ticks it has
    /// been in its state; nothing where no condition hangs on it, since then nobody counts.
    pub fn elapsed(&self, id: InstanceId) -> Option<Vec<Vec<Option<u32>>>> {
        let place = self.roster.slots.at(id)?;
        let (table, row) = (&self.tables[place.table as usize], place.row as usize);
        let def = &self.program.defs[table.def as usize];
        let plans = &self.plan.defs.get(table.def as usize)?.diagrams;
        let clock = self.clock as u32;
        let of = |((spec, plan), track): ((&DiagramSpec, &DiagramPlan), &Track)| {
            let state = spec.states.get(track.state[row] as usize);
            let depth = state.map_or(0, |state| state.level);
            let since = |level| plan.clock_of(level).and_then(|c| track.entry.get(c));
            (1..=depth).map(|level| since(level).map(|c| clock.wrapping_sub(c[row]))).collect()
        };
        Some(def.diagrams.iter().zip(plans).zip(&table.tracks).map(of).collect())
    }

    fn shown(&self, bits: u32, kind: Kind) -> Value {
        match kind {
            Kind::Number => Value::Number(f32::from_bits(bits)),
            Kind::Flag => Value::Flag(bits != 0),
            Kind::Who => Value::Who(self.path(self.roster.alive(bits))),
            Kind::Colour => Value::Colour(bits),
        }
    }

    /// What the text shape of an instance shows; `None` where it has none.
    pub fn text(&mut self, id: InstanceId) -> Option<String> {
        let place = self.roster.slots.at(id)?;
        let (index, row) = (place.table as usize, place.row as usize);
        let program = self.program.clone();
        let shape = program.defs[self.tables[index].def as usize].shape.as_ref()?;
        let BaseSpec::Text(text, _) = shape.base else { return None };
        let spec = program.texts.get(text as usize)?;
        let scene = super::scene!(self);
        let mut lens = Lens::on(scene, &mut self.tables[index], index);
        self.machine.run(&mut lens, spec.code, Rows::Range(row as u32, 1));
        Some(self.machine.text(&lens, &spec.pieces, 0, 1))
    }
}

/// Sixteen numbers, column by column.
pub(super) fn columns(m: &[f32; 12]) -> [f32; 16] {
    let mut columns = [0.0; 16];
    for (i, v) in m.iter().enumerate() {
        columns[i / 3 * 4 + i % 3] = *v + 0.0;
    }
    columns[15] = 1.0;
    columns
}
