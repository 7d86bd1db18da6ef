//! Facts of a compiled scene.
//!
//! In: a scene. Out: [`CompiledInfo`]: what its program tells, and what the file holds besides. What
//! only a text tells (edges, tests, which definitions are atoms) is not there.

use std::collections::BTreeMap;

use islay_vm::program::Def;
use serde::Serialize;

use super::scene::{HostSide, World, n_instances};
use super::{Rows, json_line, short};
use crate::Scene;

/// What is in a compiled scene.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct CompiledInfo {
    /// The file, as it was named.
    pub file: String,
    /// `islayc`.
    pub kind: &'static str,
    /// Characters and atoms.
    pub definitions: usize,
    /// Diagrams of all of them.
    pub diagrams: usize,
    /// States of all diagrams.
    pub states: usize,
    /// Parts of all of them.
    pub parts: usize,
    /// Groups.
    pub groups: usize,
    /// Messages.
    pub messages: usize,
    /// Instances at the start; 0 where there is no group `main`.
    pub instances: usize,
    /// Names of its models.
    pub models: Vec<String>,
    /// Names of its pictures, those of models left out.
    pub pictures: Vec<String>,
    /// Names of its scripts.
    pub scripts: Vec<String>,
    /// The length of a tick in seconds.
    pub tick: f32,
    /// The seed of chance.
    pub seed: u64,
    /// Where it takes place.
    pub world: World,
    /// What it has with the program that runs it.
    pub host: HostSide,
}

/// The facts of a compiled scene.
pub fn compiled(scene: &Scene) -> CompiledInfo {
    let program = scene.program();
    // one of each definition, whatever its parameters are
    let mut defs: BTreeMap<u16, &Def> = BTreeMap::new();
    for def in &program.defs {
        defs.entry(def.class).or_insert(def);
    }
    let diagrams = defs.values().flat_map(|def| &def.diagrams);
    let names = |names: Vec<&str>| names.into_iter().map(str::to_owned).collect();
    CompiledInfo {
        file: scene.name().to_owned(),
        kind: "islayc",
        definitions: program.classes.len(),
        diagrams: diagrams.clone().count(),
        states: diagrams.map(|d| d.states.len()).sum(),
        parts: defs.values().map(|def| def.parts.len()).sum(),
        groups: program.groups.len(),
        messages: program.messages.len(),
        instances: n_instances(scene),
        models: names(scene.library().models().map(|(name, _)| name).collect()),
        pictures: names(scene.library().images().map(|(name, _)| name).collect()),
        scripts: names(scene.scripts().collect()),
        tick: program.world.tick,
        seed: program.world.seed,
        world: World::of(&program.world),
        host: HostSide::of(scene.wants()),
    }
}

impl CompiledInfo {
    /// One line of JSON.
    pub fn to_json(&self) -> String {
        json_line(self)
    }

    /// Text for people.
    pub fn to_text(&self) -> String {
        let mut rows = Rows::new();
        rows.row("world", self.world.to_text());
        rows.row("tick", format!("{} s", short(self.tick)));
        rows.row("seed", self.seed);
        rows.row("definitions", self.definitions);
        rows.row("parts", self.parts);
        rows.row("diagrams", self.diagrams);
        rows.row("states", self.states);
        rows.row("groups", self.groups);
        rows.row("messages", self.messages);
        rows.row("instances", format!("{} at the start", self.instances));
        rows.list("models", self.models.iter().cloned());
        rows.list("pictures", self.pictures.iter().cloned());
        rows.list("scripts", self.scripts.iter().cloned());
        rows.list("host", self.host.entries());
        rows.text(&format!("{}: compiled Islay scene", self.file))
    }
}
