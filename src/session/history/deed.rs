//! What was done to a stage between two ticks, besides inputs.
//!
//! In: a scene that took over, or the text of an act. Out: the same done again.

use crate::session::act;
use crate::{Error, Scene, Stage};

/// How many bytes a scene takes in memory for a byte of its texts, about: trees, model, program.
const PER_LETTER: usize = 40;

/// Something done between two ticks.
#[derive(Clone, Debug)]
pub enum Deed {
    /// An edited scene took over; bytes of its models and pictures that the scene before it has not.
    Reload(Scene, usize),
    /// Actions, in the text that was typed.
    Act(String),
}

impl Deed {
    /// An edited scene takes over from another.
    pub(super) fn reload(scene: &Scene, before: &Scene) -> Self {
        Self::Reload(scene.clone(), scene.library().size_beyond(before.library()))
    }

    /// Does it again.
    pub fn again(&self, stage: &mut Stage) -> Result<(), Error> {
        match self {
            Self::Reload(scene, _) => {
                stage.reload(scene);
                Ok(())
            }
            Self::Act(text) => act::act(stage, text).map(drop),
        }
    }

    /// Whether another text holds from here on.
    pub fn is_reload(&self) -> bool {
        matches!(self, Self::Reload(..))
    }

    /// Bytes in memory, about.
    pub(super) fn size(&self) -> usize {
        let more = match self {
            Self::Reload(scene, assets) => {
                let texts = scene.kept().into_iter().flat_map(|kept| kept.texts.values());
                texts.map(|text| text.len() * PER_LETTER).sum::<usize>() + assets
            }
            Self::Act(text) => text.len(),
        };
        size_of::<Self>() + more
    }
}
