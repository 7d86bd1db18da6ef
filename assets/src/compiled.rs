//! A scene as one file: its program, its scripts, its models and pictures.
//!
//! In: a [`Compiled`], or bytes of whatever origin. Out: the other. What bytes say is checked before
//! it is believed: nothing is larger than the bytes can hold, indices lie in their lists, numbers
//! are finite, and the program is one that the machine can run. There are no texts of the scene in
//! it, no tests and nothing to look into ticks with.

mod looks;
mod read;
mod write;

#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use islay_vm::envelope::{Envelope, OTHER_VERSION};
use islay_vm::program::Program;

use crate::library::Library;
use read::{Reader, within};
use write::Writer;

/// More bytes are refused.
pub const LARGEST: u64 = 1 << 30;

const HEADER: Envelope = Envelope { mark: *b"ISLAYC\0\0", version: 1, largest: LARGEST };

/// A longer script is refused: no limit of loading allows one.
const LARGEST_SCRIPT: usize = 16 << 20;

/// What whoever plays it must be able to do: run scripts.
const SCRIPTS: u32 = 1;

/// All that playing a scene takes.
#[derive(Clone, Debug, Default)]
pub struct Compiled {
    /// The scene's file when it was compiled, without its folder.
    pub name: String,
    /// What the machine runs.
    pub program: Arc<Program>,
    /// Texts of scripts, by the names that the program calls them by.
    pub scripts: BTreeMap<String, Arc<str>>,
    /// Models and pictures.
    pub library: Library,
}

/// Why bytes are no compiled scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompiledError(String);

impl fmt::Display for CompiledError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for CompiledError {}

impl Compiled {
    /// Whether bytes begin like a compiled scene, so that they are meant to be one.
    pub fn is_one(bytes: &[u8]) -> bool {
        HEADER.is_on(bytes)
    }

    /// As bytes; the same on every machine.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Writer::default();
        out.count(if self.scripts.is_empty() { 0 } else { SCRIPTS as usize });
        out.text(&self.name);
        out.bytes(&self.program.to_bytes());
        out.count(self.scripts.len());
        for (name, text) in &self.scripts {
            out.text(name);
            out.text(text);
        }
        looks::write(&self.library, &mut out);
        HEADER.close(&out.0)
    }

    /// From bytes.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, CompiledError> {
        let body = HEADER.open(bytes).map_err(|why| {
            let hint = if why == OTHER_VERSION { " of islay: build it again" } else { "" };
            CompiledError(format!("{why}{hint}"))
        })?;
        Self::body(&mut Reader(body)).map_err(CompiledError)
    }

    fn body(from: &mut Reader<'_>) -> Result<Self, String> {
        let needs = from.number()?;
        if needs & !SCRIPTS != 0 {
            return Err("it needs what this version of islay has not".to_owned());
        }
        let name = from.text()?;
        let program = Program::from_bytes(from.bytes()?);
        let program = Arc::new(program.map_err(|e| format!("its program: {e}"))?);
        let mut scripts = BTreeMap::new();
        for _ in 0..from.count(8)? {
            let (name, text) = (from.text()?, from.text()?);
            if text.len() > LARGEST_SCRIPT {
                return Err(within("the script", &name, "it is larger than 16 MiB"));
            }
            if scripts.insert(name.clone(), Arc::from(text)).is_some() {
                return Err(within("the script", &name, "it is there twice"));
            }
        }
        if scripts.is_empty() != (needs & SCRIPTS == 0) {
            return Err("it does not say what it needs".to_owned());
        }
        let library = looks::read(from)?;
        match from.0 {
            [] => Ok(Self { name, program, scripts, library }),
            _ => Err("something follows it".to_owned()),
        }
    }
}
