//! The head of a recording: everything that a run depends on besides its inputs.

use std::collections::BTreeMap;

use islay_lang::source::AtomFacts;
use serde::{Deserialize, Serialize};

use super::line::Checksum;
use crate::files::Kept;
use crate::{Config, Error, Limits, Scene};

/// The name of the format.
const FORMAT: &str = "islay recording";
/// Changes when older programs cannot read it.
const VERSION: u32 = 1;

/// The first line.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Head {
    format: String,
    version: u32,
    /// A hash of the texts and facts.
    pub program: String,
    seed: Option<u64>,
    limits: BTreeMap<String, u64>,
    /// Scripts were stopped by a clock where they took too long.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub watchdog: bool,
    /// Of the scene before its first tick.
    pub hash: String,
    pub scene: Texts,
}

/// The texts of a scene, as reloads have them too.
#[derive(Clone, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Texts {
    main: String,
    texts: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    models: BTreeMap<String, Facts>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    images: BTreeMap<String, String>,
    /// In place of all that: a compiled scene without what is seen of it, in digits.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    compiled: String,
}

#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Facts {
    name: String,
    bounds: [[f32; 3]; 2],
    bones: Vec<String>,
    clips: Vec<(String, f32)>,
}

impl Head {
    /// The head of a run that has not begun.
    pub fn new(scene: &Scene, config: &Config, hash: u64) -> Self {
        let loaded = scene.limits();
        let scene = Texts::of(scene);
        let limits = config.limits.loaded_with(loaded);
        let limits = limits.listed().map(|(name, value)| (name.to_owned(), value));
        Self {
            format: FORMAT.to_owned(),
            version: VERSION,
            program: scene.fingerprint(),
            seed: config.seed,
            limits: limits.collect(),
            watchdog: config.watchdog().is_some(),
            hash: hex(hash),
            scene,
        }
    }

    /// Reads the first line.
    pub fn parse(line: &str) -> Result<Self, String> {
        let head: serde_json::Value = serde_json::from_str(line).map_err(|e| e.to_string())?;
        if head["format"] != FORMAT {
            return Err("this is no recording: its first line has no \"format\"".to_owned());
        }
        if head["version"] != VERSION {
            let version = &head["version"];
            return Err(format!("it has version {version}, and version {VERSION} is read here"));
        }
        serde_json::from_value(head).map_err(|e| format!("its head is wrong: {e}"))
    }

    /// How the stage ran.
    pub fn config(&self) -> Result<Config, String> {
        let mut limits = Limits::default();
        for (name, value) in &self.limits {
            limits.set(name, *value)?;
        }
        Ok(Config { seed: self.seed, limits, ..Config::default() })
    }
}

impl Texts {
    /// Those of a scene.
    pub fn of(scene: &Scene) -> Self {
        let Ok(Kept { main, texts, models, images, .. }) = scene.kept() else {
            return Self { compiled: digits(&scene.to_unseen()), ..Self::default() };
        };
        let facts = |f: &AtomFacts| Facts {
            name: f.name.clone(),
            bounds: f.bounds,
            bones: f.bones.clone(),
            clips: f.clips.clone(),
        };
        Self {
            main: main.to_string(),
            texts: texts.iter().map(|(n, t)| (n.clone(), t.to_string())).collect(),
            models: models.iter().map(|(n, f)| (n.clone(), facts(f))).collect(),
            images: images.iter().map(|(n, i)| (n.clone(), i.to_string())).collect(),
            compiled: String::new(),
        }
    }

    /// The scene of these texts, which were loaded with these limits.
    pub fn scene(&self, limits: Limits) -> Result<Scene, Error> {
        if !self.compiled.is_empty() {
            let bytes = bytes(&self.compiled);
            let damaged = || Error::Compiled("the recorded scene is damaged".to_owned());
            return Scene::from_compiled(&bytes.ok_or_else(damaged)?);
        }
        let facts = |f: &Facts| AtomFacts {
            name: f.name.clone(),
            bounds: f.bounds,
            bones: f.bones.clone(),
            clips: f.clips.clone(),
            warnings: Vec::new(),
        };
        Scene::from_kept(&Kept {
            main: self.main.as_str().into(),
            texts: self.texts.iter().map(|(n, t)| (n.clone(), t.as_str().into())).collect(),
            models: self.models.iter().map(|(n, f)| (n.clone(), facts(f))).collect(),
            images: self.images.iter().map(|(n, i)| (n.clone(), i.as_str().into())).collect(),
            limits,
        })
    }

    /// Whether it has no texts.
    pub fn is_compiled(&self) -> bool {
        !self.compiled.is_empty()
    }

    /// The same for the same texts and facts.
    pub fn fingerprint(&self) -> String {
        let text = serde_json::to_string(self).unwrap_or_default();
        hex(Checksum::of(text.as_bytes()))
    }
}

/// Bytes as they are written: two digits each.
fn digits(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut out, byte| {
        // into a text of its own this cannot fail
        let _ = write!(out, "{byte:02x}");
        out
    })
}

/// The bytes of such digits.
fn bytes(digits: &str) -> Option<Vec<u8>> {
    let pairs = digits.as_bytes().chunks(2);
    let byte = |pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
    let whole = digits.len().is_multiple_of(2);
    whole.then(|| pairs.map(byte).collect())?
}

/// A hash as it is written.
pub(super) fn hex(hash: u64) -> String {
    format!("{hash:016x}")
}
