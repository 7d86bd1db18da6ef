//! All that a scene was made of, so that it can be made again anywhere.
//!
//! In: a gate after a scene was built through it. Out: [`Kept`], which opens as a gate of its own.
//! Of models it keeps what the scene's course depends on (boxes, bones, clips), not how they look.

use std::collections::BTreeMap;
use std::path::Path;

use islay_lang::source::{AtomFacts, SourceFile, Text};

use super::models::Shelf;
use super::{Gate, Texts, slashed};
use crate::Limits;

/// The texts and facts of a scene.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Kept {
    /// The name of its first text.
    pub main: Text,
    /// Its texts, those of the standard library too (`std.walk`).
    pub texts: BTreeMap<String, Text>,
    /// Facts of models, by the name that was asked for.
    pub models: BTreeMap<String, AtomFacts>,
    /// Names of pictures, by the name that was asked for.
    pub images: BTreeMap<String, Text>,
    /// What its texts may have.
    pub limits: Limits,
}

impl Kept {
    /// What came through a gate.
    pub fn new(main: Text, files: &[SourceFile], gate: &Gate) -> Self {
        let texts = files.iter().map(|f| (f.name.to_string(), f.text.clone()));
        let texts = texts.chain(gate.scripts()).collect();
        let shelf = gate.assets.borrow();
        let (models, images) = (shelf.facts(), shelf.image_names());
        Self { main, texts, models, images, limits: *gate.limits() }
    }

    /// Its first text.
    pub fn first(&self) -> SourceFile {
        let text = self.texts.get(&*self.main).cloned().unwrap_or_else(|| "".into());
        SourceFile { name: self.main.clone(), text }
    }

    /// A gate that gives out what was kept, and nothing else.
    pub fn gate(&self) -> Gate {
        let gate = Gate::new(Box::new(Again(self.texts.clone())), self.limits);
        let std = |name: &str| name.strip_prefix("std.").map(str::to_owned);
        let std = self.texts.iter().filter_map(|(n, t)| Some((std(n)?, t.clone()))).collect();
        let shelf = Shelf::of(self.models.clone(), self.images.clone());
        Gate { assets: shelf.into(), std: Some(std), ..gate }
    }
}

/// Kept texts as files.
struct Again(BTreeMap<String, Text>);

impl Texts for Again {
    fn bytes(&self, name: &Path, _: u64) -> Result<(String, Vec<u8>), String> {
        let name = slashed(name);
        let text = self.0.get(&name).ok_or("it was not kept")?;
        Ok((name, text.as_bytes().to_vec()))
    }
}
