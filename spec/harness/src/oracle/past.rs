//! What others see: everyone as of the end of the last tick (§6).
//!
//! In: the cast at the end of a tick. Out: [`Past`], one per instance. It is remade as a whole
//! after each tick.

use islay_lang::hir::model::StateId;
use islay_vm::math::{length, quat_euler, sub, wrap_deg};

use super::Oracle;
use super::cast::{Id, Pose};
use super::frame::World;

/// An instance at the end of the last tick.
#[derive(Clone, Debug)]
pub struct Past {
    /// In its parent's frame.
    pub pose: Pose,
    /// In the world.
    pub world: World,
    /// Units per second over the last tick.
    pub speed: f32,
    /// Degrees per second over the last tick.
    pub turnrate: f32,
    /// Bits of its variables.
    pub vars: Vec<u32>,
    /// The innermost active state of each diagram.
    pub leaves: Vec<StateId>,
}

impl Oracle<'_> {
    /// Everyone is remembered as they are now.
    pub(super) fn remember_poses(&mut self) {
        let before = std::mem::take(&mut self.past);
        for id in self.cast.ids() {
            let world = self.cast.world(id);
            let (speed, turnrate) = match before.get(&id) {
                Some(before) => self.pace(&before.world, &world),
                None => (0.0, 0.0),
            };
            let instance = &self.cast[id];
            let past = Past {
                pose: instance.pose,
                world,
                speed,
                turnrate,
                vars: instance.vars.clone(),
                leaves: instance.diagrams.iter().map(|d| d.leaf).collect(),
            };
            self.past.insert(id, past);
        }
    }

    /// §7: speed and turn rate in the world over a tick.
    fn pace(&self, before: &World, now: &World) -> (f32, f32) {
        let tick = self.model.world.tick;
        let heading = |w: &World| quat_euler(w.rotation)[1];
        let way = length(sub(now.position(), before.position()));
        (way / tick, wrap_deg(heading(now) - heading(before)) / tick)
    }

    /// Where it was in the world at the end of the last tick.
    pub(super) fn world_then(&self, id: Id) -> World {
        self.past.get(&id).map_or(World::ORIGIN, |p| p.world)
    }

    /// Where its parent was; the world for what has none.
    pub(super) fn parent_then(&self, id: Id) -> World {
        match self.cast[id].parent {
            Some(parent) => self.world_then(parent),
            None => World::ORIGIN,
        }
    }
}
