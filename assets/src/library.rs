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

    /// All models by name.
    pub fn models(&self) -> impl Iterator<Item = (&str, &Arc<Model>)> {
        self.models.iter().map(|(name, model)| (&**name, model))
    }

    /// All pictures by name, those of models left out.
    pub fn images(&self) -> impl Iterator<Item = (&str, &Arc<Image>)> {
        self.images.iter().map(|(name, image)| (&**name, image))
    }

    /// Bytes in memory, about, of what it does not share with another.
    pub fn size_beyond(&self, other: &Library) -> usize {
        let shared = |a: &Arc<Model>| other.models.values().any(|b| Arc::ptr_eq(a, b));
        let models = self.models.values().filter(|a| !shared(a)).map(|model| model.size());
        let shared = |a: &Arc<Image>| other.images.values().any(|b| Arc::ptr_eq(a, b));
        let images = self.images.values().filter(|a| !shared(a)).map(|image| image.rgba.len());
        models.sum::<usize>() + images.sum::<usize>()
    }

    /// The picture of a name.
    pub fn image(&self, name: &str) -> Option<&Arc<Image>> {
        self.images.get(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shared_is_not_counted_twice() {
        let image = |side: u32| {
            let rgba = vec![0; (4 * side * side) as usize];
            Arc::new(Image { width: side, height: side, rgba })
        };
        let mut one = Library::default();
        one.add_image("a", image(4));
        one.add_image("b", image(8));
        let mut other = one.clone();
        assert_eq!(other.size_beyond(&one), 0);
        other.add_image("b", image(16));
        assert_eq!((other.size_beyond(&one), one.size_beyond(&other)), (1024, 256));
        assert_eq!(one.size_beyond(&Library::default()), 64 + 256);
    }
}
