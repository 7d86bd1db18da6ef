//! Facts of a scene.
//!
//! In: a scene. Out: [`SceneInfo`]. A definition counts once, however many kinds of it its
//! parameters make.

use islay_lang::hir::model::{Character, Diagram, Model};
use islay_vm::program::{WorldKind, WorldSpec};
use serde::Serialize;

use super::{Rows, json_line, numbers, short};
use crate::{Config, Error, Scene, Severity, Stage, Wants};

/// What is in a scene.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct SceneInfo {
    /// The file, as it was named.
    pub file: String,
    /// `islay`.
    pub kind: &'static str,
    /// Characters.
    pub characters: usize,
    /// Atoms.
    pub atoms: usize,
    /// Diagrams of all of them.
    pub diagrams: usize,
    /// States of all diagrams.
    pub states: usize,
    /// Edges of all diagrams and states.
    pub edges: usize,
    /// Parts of all characters.
    pub parts: usize,
    /// Groups.
    pub groups: usize,
    /// Messages.
    pub messages: usize,
    /// Tests.
    pub tests: usize,
    /// Instances at the start; 0 where there is no group `main`.
    pub instances: usize,
    /// All files besides the first that it names.
    pub files: Vec<String>,
    /// The length of a tick in seconds.
    pub tick: f32,
    /// The seed of chance.
    pub seed: u64,
    /// Where it takes place.
    pub world: World,
    /// How many warnings it has.
    pub warnings: usize,
    /// What it has with the program that runs it.
    pub host: HostSide,
}

/// What a scene has with the program that runs it, as it declares it.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct HostSide {
    /// What the host should offer: `action boost(by)`.
    pub calls: Vec<String>,
    /// Messages that it may send.
    pub messages: Vec<String>,
    /// Numbers that it may set.
    pub inputs: Vec<String>,
    /// Events that it hears.
    pub emits: Vec<String>,
}

/// Where a scene takes place.
#[derive(Clone, Debug, Serialize)]
pub struct World {
    /// `space`, `ground` or `room`.
    pub kind: &'static str,
    /// Width, height and depth of a room.
    pub size: Option<[f32; 3]>,
    /// Whether it says where it is seen from.
    pub camera: bool,
}

/// The facts of a scene that has a text; of one that is compiled [`super::compiled`] tells what is known.
pub fn scene(scene: &Scene) -> Result<SceneInfo, Error> {
    let (model, settings) = (scene.model()?, &scene.program().world);
    let defined = defined(model);
    let diagrams: Vec<&Diagram> = defined.iter().flat_map(|c| &c.diagrams).collect();
    let states = diagrams.iter().flat_map(|d| &d.states);
    let n_edges = diagrams.iter().map(|d| d.edges.len()).sum::<usize>()
        + states.clone().map(|s| s.edges.len()).sum::<usize>();
    let n_atoms = model.classes.iter().filter(|c| c.atom).count();
    Ok(SceneInfo {
        file: scene.name().to_owned(),
        kind: "islay",
        characters: model.classes.len() - n_atoms,
        atoms: n_atoms,
        diagrams: diagrams.len(),
        states: states.count(),
        edges: n_edges,
        parts: defined.iter().map(|c| c.parts.len()).sum(),
        groups: model.groups.len(),
        messages: model.messages.len(),
        tests: model.tests.len(),
        instances: n_instances(scene),
        files: scene.files().to_vec(),
        tick: settings.tick,
        seed: settings.seed,
        world: World::of(settings),
        warnings: scene.diagnostics().count(Severity::Warning),
        host: HostSide::of(scene.wants()),
    })
}

/// Instances at the start.
pub(super) fn n_instances(scene: &Scene) -> usize {
    match scene.is_library() {
        true => 0,
        false => Stage::new(scene, Config::default()).n_instances(),
    }
}

/// The first kind of each definition.
fn defined(model: &Model) -> Vec<&Character> {
    let first = |class| model.characters.iter().find(|c| c.class.index() == class);
    (0..model.classes.len()).filter_map(first).collect()
}

impl World {
    pub(super) fn of(world: &WorldSpec) -> Self {
        let kind = match world.kind {
            WorldKind::Space => "space",
            WorldKind::Ground => "ground",
            WorldKind::Room => "room",
        };
        let size = (world.kind == WorldKind::Room).then_some(world.size);
        Self { kind, size, camera: world.camera.is_some() }
    }

    pub(super) fn to_text(&self) -> String {
        let Self { kind, size, camera } = self;
        let camera = if *camera { "its own camera" } else { "a camera around everything" };
        let size = size.map(|size| format!(" {}", numbers(&size))).unwrap_or_default();
        format!("{kind}{size}, {camera}")
    }
}

impl HostSide {
    pub(super) fn of(wants: &Wants) -> Self {
        Self {
            calls: wants.calls.iter().map(ToString::to_string).collect(),
            messages: wants.messages.clone(),
            inputs: wants.inputs.clone(),
            emits: wants.emits.clone(),
        }
    }

    /// As the scene might declare them.
    pub(super) fn entries(&self) -> impl Iterator<Item = String> {
        let lists = [("message", &self.messages), ("input", &self.inputs), ("emit", &self.emits)];
        let named = lists
            .into_iter()
            .flat_map(|(word, names)| names.iter().map(move |name| format!("{word} {name}")));
        named.chain(self.calls.iter().cloned())
    }
}

impl SceneInfo {
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
        rows.row("characters", self.characters);
        rows.row("atoms", self.atoms);
        rows.row("parts", self.parts);
        rows.row("diagrams", self.diagrams);
        rows.row("states", self.states);
        rows.row("edges", self.edges);
        rows.row("groups", self.groups);
        rows.row("messages", self.messages);
        rows.row("tests", self.tests);
        rows.row("instances", format!("{} at the start", self.instances));
        rows.list("files", self.files.iter().cloned());
        rows.list("host", self.host.entries());
        rows.row("warnings", self.warnings);
        rows.text(&format!("{}: Islay scene", self.file))
    }
}
