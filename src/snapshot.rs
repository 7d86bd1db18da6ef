//! A stage between two ticks, to come back to.
//!
//! In: what [`crate::Stage::snapshot`] writes down, or bytes that were kept. Out: what
//! [`crate::Stage::restore`] takes. It says nothing of what is in it but the tick.

use std::collections::BTreeSet;

use crate::{Error, Scene, machine};

/// So many names are told of what only one of two scenes has.
const MOST: usize = 4;

/// Everything that the next ticks of a stage hang on.
#[derive(Clone, Debug)]
pub struct Snapshot {
    pub(crate) world: machine::Snapshot,
    /// The scene that ran. Bytes do not hold it.
    scene: Option<Scene>,
}

impl PartialEq for Snapshot {
    fn eq(&self, other: &Self) -> bool {
        self.world == other.world
    }
}

impl Eq for Snapshot {}

impl Snapshot {
    pub(crate) fn new(world: machine::Snapshot, scene: &Scene) -> Self {
        Self { world, scene: Some(scene.clone()) }
    }

    /// Ticks of the stage when it was taken.
    pub fn ticks(&self) -> u64 {
        self.world.ticks()
    }

    /// How many bytes it takes in memory, about. The scene that ran, which is shared, is not in it.
    pub fn size(&self) -> usize {
        self.world.size()
    }

    /// As bytes that can be kept; they are the same on every machine.
    pub fn to_bytes(&self) -> Vec<u8> {
        self.world.to_bytes()
    }

    /// From bytes that were kept. Damaged ones are refused here or by [`crate::Stage::restore`].
    ///
    /// # Errors
    ///
    /// [`Error::Snapshot`] with the reason in words.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        let read = machine::Snapshot::from_bytes(bytes);
        let world = read.map_err(|e| Error::Snapshot(e.to_string()))?;
        Ok(Self { world, scene: None })
    }

    /// Refuses a scene that does not run like the one it was taken of, as far as that one is known,
    /// and says what only one of the two has.
    pub(crate) fn fits(&self, scene: &Scene) -> Result<(), Error> {
        match &self.scene {
            Some(own) if !own.runs_like(scene) => {
                let apart = apart(own, scene);
                Err(Error::Snapshot(format!("the snapshot was taken of another scene: {apart}")))
            }
            _ => Ok(()),
        }
    }
}

/// What only one of two scenes has.
fn apart(taken: &Scene, here: &Scene) -> String {
    let (a, b) = (names(taken), names(here));
    let gone = only(&a, &b).map(|names| format!("it has {names}, which this scene has not"));
    let new = only(&b, &a).map(|names| format!("it has no {names}"));
    let told: Vec<String> = gone.into_iter().chain(new).collect();
    match told.is_empty() {
        true if taken.program().structure() == here.program().structure() => {
            "its scripts are others".to_owned()
        }
        true => "its characters and states have the same names, and something in them differs"
            .to_owned(),
        false => told.join("; "),
    }
}

/// Characters, diagrams and states, as paths.
fn names(scene: &Scene) -> BTreeSet<String> {
    let program = scene.program();
    let mut out = BTreeSet::new();
    for def in &program.defs {
        let character = program.name(def.name);
        out.insert(character.to_owned());
        for diagram in &def.diagrams {
            let path = format!("{character}.{}", program.name(diagram.name));
            out.extend(diagram.states.iter().map(|s| format!("{path}.{}", program.name(s.path))));
            out.insert(path);
        }
    }
    out
}

/// Names of the one that the other has not, without what lies in them; the first few.
fn only(of: &BTreeSet<String>, other: &BTreeSet<String>) -> Option<String> {
    let outer = |path: &str| path.rsplit_once('.').map(|(outer, _)| outer.to_owned());
    let lies = |path: &str| outer(path).is_some_and(|o| of.contains(&o) && !other.contains(&o));
    let names: Vec<String> =
        of.difference(other).filter(|path| !lies(path)).map(|path| format!("`{path}`")).collect();
    let more = names.len().saturating_sub(MOST);
    let shown = names.iter().take(MOST).cloned().collect::<Vec<_>>().join(", ");
    match (names.is_empty(), more) {
        (true, _) => None,
        (false, 0) => Some(shown),
        (false, more) => Some(format!("{shown} and {more} more")),
    }
}
