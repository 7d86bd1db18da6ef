//! Models and pictures of a scene, through the gate.
//!
//! In: names in the root. Out: facts for the front end, and the library for those who draw; where
//! it was chosen, placeholders for what cannot be had. Each file is read once; a model's own files (pictures, buffers) pass the gate like the scene's.

use std::collections::BTreeMap;
#[cfg(feature = "files")]
use std::path::Path;
use std::sync::Arc;

use islay_assets::library::Library;
use islay_assets::model::{Image, Model, Piece};
use islay_assets::primitive;
use islay_assets::read::{self, Beside, Caps, Loaded};
use islay_lang::source::{AtomFacts, Refusal, Text, TextureFacts};
use islay_vm::program::BaseSpec;

use super::{Gate, beside, of_models};
#[cfg(feature = "files")]
use crate::{Diagnostics, Error, Files, Limits};

/// Why a build without readers has no models and pictures.
const NO_READERS: &str = "this program reads no models and pictures: it is built without the feature `models` of the crate `islay`";

/// What was read so far.
#[derive(Default)]
pub(super) struct Shelf {
    library: Library,
    /// By the name that was asked for.
    models: BTreeMap<String, Result<AtomFacts, Refusal>>,
    images: BTreeMap<String, Result<Text, Refusal>>,
    /// The up axes that the models' files say they have.
    axes: BTreeMap<String, &'static str>,
}

impl Shelf {
    /// What was kept of an earlier reading.
    pub fn of(models: BTreeMap<String, AtomFacts>, images: BTreeMap<String, Text>) -> Self {
        let models = models.into_iter().map(|(name, facts)| (name, Ok(facts))).collect();
        let images = images.into_iter().map(|(name, image)| (name, Ok(image))).collect();
        let axes = BTreeMap::new();
        Self { library: Library::default(), models, images, axes }
    }

    /// What was read for a scene before.
    pub fn known(read: &super::Known<'_>) -> Self {
        let shelf = Self::of(read.kept.models.clone(), read.kept.images.clone());
        Self { library: read.library.clone(), axes: read.axes.clone(), ..shelf }
    }

    /// A model that was read for another scene.
    pub fn put_model(&mut self, name: &str, facts: &AtomFacts, model: Arc<Model>) {
        self.library.add_model(&facts.name, model);
        self.models.insert(name.to_owned(), Ok(facts.clone()));
    }

    /// A picture that was read for another scene.
    pub fn put_image(&mut self, name: &str, image: &Text, pixels: Arc<Image>) {
        self.library.add_image(image, pixels);
        self.images.insert(name.to_owned(), Ok(image.clone()));
    }

    /// Facts of the models that could be read.
    pub fn facts(&self) -> BTreeMap<String, AtomFacts> {
        let good = |(n, f): (&String, &Result<AtomFacts, _>)| Some((n.clone(), f.clone().ok()?));
        self.models.iter().filter_map(good).collect()
    }

    /// Names of the pictures that could be read.
    pub fn image_names(&self) -> BTreeMap<String, Text> {
        let good = |(n, i): (&String, &Result<Text, _>)| Some((n.clone(), i.clone().ok()?));
        self.images.iter().filter_map(good).collect()
    }
}

impl Gate {
    /// The facts of a model.
    pub(super) fn model(&self, name: &str) -> Result<AtomFacts, Refusal> {
        if let Some(known) = self.assets.borrow().models.get(name) {
            return known.clone();
        }
        let facts = self.read_model(name);
        self.assets.borrow_mut().models.insert(name.to_owned(), facts.clone());
        facts
    }

    fn read_model(&self, name: &str) -> Result<AtomFacts, Refusal> {
        let (name, bytes) = self.bytes(name, self.limits.model.into()).map_err(Refusal::Missing)?;
        readers()?;
        let loaded = read::read(&name, &bytes, &Around { gate: self, name: &name });
        let Loaded { model, facts, warnings } =
            loaded.map_err(|e| Refusal::Broken(e.to_string()))?;
        let clips = model.clips.iter().map(|c| (c.name.clone(), c.duration)).collect();
        let bones = model.bones.clone();
        self.assets.borrow_mut().library.add_model(&name, Arc::new(model));
        self.assets.borrow_mut().axes.insert(name.clone(), facts.up_axis);
        Ok(AtomFacts { name, bounds: facts.bounds, bones, clips, warnings })
    }

    /// The name of a picture.
    pub(super) fn image(&self, name: &str) -> Result<Text, Refusal> {
        if let Some(known) = self.assets.borrow().images.get(name) {
            return known.clone();
        }
        let found = self.read_image(name);
        self.assets.borrow_mut().images.insert(name.to_owned(), found.clone());
        found
    }

    fn read_image(&self, name: &str) -> Result<Text, Refusal> {
        let (name, bytes) = self.bytes(name, self.limits.model.into()).map_err(Refusal::Missing)?;
        readers()?;
        let image =
            read::image_within(&bytes, &of_models(&self.limits)).map_err(Refusal::Broken)?;
        self.assets.borrow_mut().library.add_image(&name, Arc::new(image));
        Ok(name.into())
    }

    /// A cube of edge 1 in the place of a model that cannot be had.
    pub(super) fn cube(&self, path: &str, refusal: Refusal) -> Result<AtomFacts, Refusal> {
        if !self.placeholders {
            return Err(refusal);
        }
        let mesh = primitive::mesh(&BaseSpec::Box([1.0; 3])).unwrap_or_default();
        let bounds = mesh.bounds();
        let pieces = vec![Piece { mesh, material: None }];
        let model = Model { pieces, ..Model::default() };
        self.assets.borrow_mut().library.add_model(path, Arc::new(model));
        let warnings = vec![format!("a cube stands for `{path}`: {}", reason(refusal))];
        Ok(AtomFacts { name: path.to_owned(), bounds, warnings, ..AtomFacts::default() })
    }

    /// White in the place of a picture that cannot be had.
    pub(super) fn white(&self, path: &str, refusal: Refusal) -> Result<TextureFacts, Refusal> {
        if !self.placeholders {
            return Err(refusal);
        }
        let image = Image { width: 1, height: 1, rgba: vec![u8::MAX; 4] };
        self.assets.borrow_mut().library.add_image(path, Arc::new(image));
        let warnings = vec![format!("white stands for `{path}`: {}", reason(refusal))];
        Ok(TextureFacts { name: path.into(), warnings })
    }

    /// The up axis of a model beside the scene.
    pub(crate) fn up_axis(&self, path: &str) -> Result<&'static str, String> {
        let (name, bytes) = self.bytes(&beside("", path)?, self.limits.model.into())?;
        let loaded = read::read(&name, &bytes, &Around { gate: self, name: &name });
        Ok(loaded.map_err(|e| e.to_string())?.facts.up_axis)
    }

    /// The up axes of all models, by the names that these go by.
    pub(crate) fn axes(&self) -> BTreeMap<String, &'static str> {
        self.assets.borrow().axes.clone()
    }

    /// Everything that was read.
    pub(crate) fn library(&self) -> Library {
        self.assets.borrow().library.clone()
    }
}

/// Refuses what this build cannot read.
fn readers() -> Result<(), Refusal> {
    match cfg!(feature = "models") {
        true => Ok(()),
        false => Err(Refusal::Broken(NO_READERS.to_owned())),
    }
}

pub(super) fn reason(refusal: Refusal) -> String {
    match refusal {
        Refusal::Missing(reason) | Refusal::Broken(reason) => reason,
    }
}

/// The model in a file that the user named: `path` itself is trusted, the files that it names are
/// read from its folder.
#[cfg(feature = "files")]
pub(crate) fn open(path: &Path, limits: Limits) -> Result<Loaded, Error> {
    let name = super::folder::file_name(path)?;
    let bytes = super::trusted_bytes(path, limits.model.into())?;
    let gate = Files::new(path.parent().unwrap_or(Path::new(""))).with_limits(limits).gate()?;
    let loaded = read::read(name, &bytes, &Around { gate: &gate, name });
    loaded.map_err(|error| {
        let shown = path.display().to_string();
        Error::Scene(Diagnostics::of_model(&shown, &bytes, &error))
    })
}

/// The files beside a model.
struct Around<'g> {
    gate: &'g Gate,
    name: &'g str,
}

impl Beside for Around<'_> {
    fn bytes(&self, path: &str) -> Result<Vec<u8>, String> {
        let most = self.gate.limits.model.into();
        self.gate.bytes(&beside(self.name, path)?, most).map(|(_, bytes)| bytes)
    }

    fn caps(&self) -> Caps {
        of_models(&self.gate.limits)
    }
}
