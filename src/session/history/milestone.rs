//! A place in a run that can be gone to at once.
//!
//! In: a stage between two ticks. Out: a stage that is there again. It belongs to the scene it was
//! made with, and says nothing of what came later.

use islay_vm::key::KeySet;

use crate::{Config, Error, Input, Scene, Snapshot, Stage};

/// A stage as it was behind a tick, with all that was done there.
#[derive(Clone)]
pub(super) struct Milestone {
    snapshot: Snapshot,
    /// What waits for the next tick, which is in no snapshot.
    waiting: Input,
    /// The scene that ran.
    scene: Scene,
    /// Keys that the user had down.
    down: KeySet,
    /// It stays when milestones are thinned.
    pinned: bool,
}

impl Milestone {
    /// Where a stage is now.
    pub fn of(stage: &Stage, down: KeySet) -> Self {
        let (snapshot, waiting) = (stage.snapshot(), stage.waiting().clone());
        Self { snapshot, waiting, scene: stage.scene().clone(), down, pinned: false }
    }

    /// One that is not thinned out.
    pub fn pinned(self) -> Self {
        Self { pinned: true, ..self }
    }

    /// Behind which tick.
    pub fn tick(&self) -> u64 {
        self.snapshot.ticks()
    }

    /// Keys that the user had down.
    pub fn down(&self) -> KeySet {
        self.down
    }

    /// Whether it stays where only every so many ticks one does.
    pub fn stays(&self, every: u64) -> bool {
        self.pinned || self.tick().is_multiple_of(every)
    }

    /// The scene that ran.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// Bytes in memory, about.
    pub fn size(&self) -> usize {
        size_of::<Self>() + self.snapshot.size()
    }

    /// Takes a stage there: in its place where it runs the same scene, else by another one.
    pub fn put(&self, stage: &mut Stage, config: &Config) -> Result<(), Error> {
        if stage.scene().runs_like(&self.scene) {
            return self.restore(stage);
        }
        *stage = self.stage(config)?;
        Ok(())
    }

    /// A stage that is there.
    pub fn stage(&self, config: &Config) -> Result<Stage, Error> {
        let mut stage = Stage::new(&self.scene, Config { observe: false, ..config.clone() });
        self.restore(&mut stage)?;
        Ok(stage)
    }

    fn restore(&self, stage: &mut Stage) -> Result<(), Error> {
        stage.restore(&self.snapshot)?;
        stage.wait_for(self.waiting.clone());
        Ok(())
    }
}
