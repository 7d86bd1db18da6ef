//! Models and pictures of an earlier scene, in the place of those that can be had no more.
//!
//! In: the scene that was there, and names that are refused. Out: what these were, with a warning
//! that says why. What was never there is refused as before.

use std::collections::BTreeMap;

use islay_assets::library::Library;
use islay_lang::source::{AtomFacts, Refusal, Text, TextureFacts};

#[cfg(feature = "files")]
use super::Kept;
use super::{Gate, models};
#[cfg(feature = "files")]
use crate::Scene;

/// What an earlier scene had.
pub(super) struct Before {
    library: Library,
    /// By the names that were asked for.
    models: BTreeMap<String, AtomFacts>,
    images: BTreeMap<String, Text>,
}

#[cfg(feature = "files")]
impl Before {
    /// All models and pictures of a scene.
    pub fn of(scene: &Scene) -> Self {
        // of a compiled scene the library is known, and no facts that a text could be compiled with
        let kept = scene.kept().cloned().unwrap_or_default();
        let Kept { models, images, .. } = kept;
        Self { library: scene.library().clone(), models, images }
    }
}

impl Gate {
    /// A model that cannot be had, as it was.
    pub(super) fn model_before(&self, name: &str, refusal: Refusal) -> Result<AtomFacts, Refusal> {
        let had = self.before.as_ref().and_then(|before| {
            let facts = before.models.get(name)?;
            Some((facts.clone(), before.library.model(&facts.name)?.clone()))
        });
        let Some((facts, model)) = had else { return Err(refusal) };
        let facts = AtomFacts { warnings: Vec::new(), ..facts };
        self.assets.borrow_mut().put_model(name, &facts, model);
        Ok(AtomFacts { warnings: vec![as_it_was(name, refusal)], ..facts })
    }

    /// A picture that cannot be had, as it was.
    pub(super) fn image_before(
        &self,
        name: &str,
        refusal: Refusal,
    ) -> Result<TextureFacts, Refusal> {
        let had = self.before.as_ref().and_then(|before| {
            let image = before.images.get(name)?;
            Some((image.clone(), before.library.image(image)?.clone()))
        });
        let Some((image, pixels)) = had else { return Err(refusal) };
        self.assets.borrow_mut().put_image(name, &image, pixels);
        Ok(TextureFacts { name: image, warnings: vec![as_it_was(name, refusal)] })
    }
}

fn as_it_was(name: &str, refusal: Refusal) -> String {
    format!("`{name}` is shown as it was: {}", models::reason(refusal))
}
