//! What can be seen of an instance from outside, for comparison.
//!
//! In: a living instance. Out: a [`View`].

use islay_lang::hir::model::Kind;

use super::Oracle;
use super::cast::{Id, Pose, state_path};

/// An instance at the end of a tick.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// Its path.
    pub path: String,
    /// Its serial number.
    pub id: Id,
    /// What it is.
    pub character: String,
    /// The path of what it is part of or attached to.
    pub parent: Option<String>,
    /// Diagrams and their innermost states, by path below the diagram.
    pub states: Vec<(String, String)>,
    /// Variables that traces show: names, kinds, bits.
    pub vars: Vec<(String, Kind, u32)>,
    /// In the parent's frame.
    pub pose: Pose,
    /// Column by column.
    pub world: [f32; 16],
    /// Its own flag and those of all it is part of.
    pub visible: bool,
    /// 0xRRGGBBAA.
    pub colour: u32,
}

impl Oracle<'_> {
    /// The view of one that lives.
    pub(super) fn view(&self, id: Id) -> View {
        let i = &self.cast[id];
        let state = |d: usize| {
            let diagram = &i.character.diagrams[d];
            (diagram.name.to_string(), state_path(diagram, i.diagrams[d].leaf))
        };
        let vars = i.character.vars.iter().zip(&i.vars).filter(|(v, _)| v.visible);
        View {
            path: i.path.clone(),
            id,
            character: i.character.name.to_string(),
            parent: i.parent.map(|p| self.cast[p].path.clone()),
            states: (0..i.diagrams.len()).map(state).collect(),
            vars: vars.map(|(v, b)| (v.name.to_string(), v.kind, self.read(*b, v.kind))).collect(),
            pose: i.pose,
            world: self.cast.world(id).columns(),
            visible: self.cast.visible(id),
            colour: i.colour,
        }
    }
}
