//! The models and pictures that a scene uses, by the names they go by.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::model::{Image, Model};

/// Everything that the shapes of a scene name. Clones share it.
#[derive(Clone, Debug, Default)]
pub struct Library {
    models: BTreeMap<String, Arc<Model>>,
    images: BTreeMap<String, Arc<Image>>,
}

impl Library {
    /// Keeps a model under its name.
    pub fn add_model(&mut self, name: &str, model: Arc<Model>) {
        self.models.insert(name.to_owned(), model);
    }

    /// Keeps a picture under its name.
    pub fn add_image(&mut self, name: &str, image: Arc<Image>) {
        self.images.insert(name.to_owned(), image);
    }

    /// The model of a name.
    pub fn model(&self, name: &str) -> Option<&Arc<Model>> {
        self.models.get(name)
    }

    /// The picture of a name.
    pub fn image(&self, name: &str) -> Option<&Arc<Image>> {
        self.images.get(name)
    }
}
