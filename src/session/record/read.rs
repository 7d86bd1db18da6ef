//! Reading a recording, and running it again.

use serde::Deserialize;

use super::head::{Head, Texts, hex};
use super::line::Checksum;
use crate::session::play::Play;
use crate::session::script::Script;
use crate::{Config, Error, Scene, Stage};

/// A recording that was read.
pub struct Recording {
    /// How the recorded stage ran.
    pub config: Config,
    /// What happened before each tick.
    pub script: Script,
    /// How many ticks it has.
    pub ticks: u64,
    /// It has no end: whoever wrote it was interrupted.
    pub cut_off: bool,
    head: Head,
    hashes: Vec<Known>,
    reloads: Vec<(u64, Texts)>,
}

/// A hash as it was written.
struct Known {
    tick: u64,
    /// Reloads that stand before it.
    n_reloads: usize,
    hash: String,
}

/// A run of a recording.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replayed {
    /// Ticks that ran.
    pub ticks: u64,
    /// Hashes that were compared.
    pub hashes: usize,
    /// The first that was another one.
    pub mismatch: Option<Mismatch>,
}

/// A hash that is not the one that was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// After which tick.
    pub tick: u64,
    /// As it was written.
    pub recorded: String,
    /// As it is.
    pub found: String,
}

/// What only recordings have in their lines.
#[derive(Deserialize)]
struct Mark {
    tick: u64,
    hash: Option<String>,
    end: Option<String>,
    reload: Option<Texts>,
}

impl Recording {
    /// Reads a recording; `file` stands for it in errors.
    pub fn parse(file: &str, text: &str) -> Result<Self, Error> {
        let refuse = |line, reason| Error::Input { file: file.to_owned(), line, reason };
        let mut checksum = Checksum::new();
        let mut lines = text.split_inclusive('\n').enumerate();
        let mut open = |at: usize, line: &str| {
            let object = checksum.open(line.trim_end_matches(['\n', '\r']));
            object.ok_or_else(|| refuse(at + 1, "the checksum is wrong: it was changed".to_owned()))
        };
        let first = lines.next().map_or("", |(_, line)| line);
        if !first.starts_with('{') {
            return Err(refuse(1, "this is no recording".to_owned()));
        }
        let head = Head::parse(&open(0, first)?).map_err(|reason| refuse(1, reason))?;
        let config = head.config().map_err(|reason| refuse(1, reason))?;
        let mut recording = Self {
            config,
            script: Script::new(),
            ticks: 0,
            cut_off: true,
            hashes: vec![Known { tick: 0, n_reloads: 0, hash: head.hash.clone() }],
            head,
            reloads: Vec::new(),
        };
        for (at, line) in lines {
            // the last line of one that was interrupted is no whole line
            if !line.ends_with('\n') {
                break;
            }
            let object = open(at, line)?;
            recording.line(file, at + 1, &object)?;
        }
        Ok(recording)
    }

    fn line(&mut self, file: &str, at: usize, object: &str) -> Result<(), Error> {
        let refuse = |reason| Error::Input { file: file.to_owned(), line: at, reason };
        if !self.cut_off {
            return Err(refuse("something follows the end".to_owned()));
        }
        let mark: Mark = serde_json::from_str(object).map_err(|e| refuse(e.to_string()))?;
        if mark.tick < self.ticks {
            return Err(refuse("its tick lies before the one of the line above".to_owned()));
        }
        self.ticks = mark.tick;
        let (tick, n_reloads) = (mark.tick, self.reloads.len());
        match mark {
            Mark { hash: Some(hash), .. } => self.hashes.push(Known { tick, n_reloads, hash }),
            Mark { reload: Some(texts), .. } => self.reloads.push((mark.tick, texts)),
            Mark { end: Some(hash), .. } => {
                self.hashes.push(Known { tick, n_reloads, hash });
                self.cut_off = false;
            }
            _ => self.script.line(file, at, object)?,
        }
        Ok(())
    }

    /// The scene as it was recorded.
    pub fn scene(&self) -> Result<Scene, Error> {
        self.head.scene.scene()
    }

    /// Whether a scene has the recorded texts and models.
    pub fn is_of(&self, scene: &Scene) -> bool {
        Texts::of(scene).fingerprint() == self.head.program
    }

    /// Runs a scene through everything that was recorded and compares the hashes; `each` is called
    /// after every tick.
    pub fn replay(&self, scene: &Scene, mut each: impl FnMut(&Stage)) -> Result<Replayed, Error> {
        let mut stage = Stage::new(scene, self.config.clone());
        let mut hashes = self.hashes.iter().peekable();
        let mut reloads = self.reloads.iter().enumerate().peekable();
        let mut done = Replayed { ticks: 0, hashes: 0, mismatch: None };
        loop {
            let n_reloads = reloads.peek().map_or(self.reloads.len(), |(n, _)| *n);
            let now = stage.ticks();
            let here = |k: &&Known| k.tick == now && k.n_reloads == n_reloads;
            while let Some(Known { tick, hash, .. }) = hashes.next_if(here) {
                let found = hex(stage.hash());
                done.hashes += 1;
                if found != *hash && done.mismatch.is_none() {
                    done.mismatch = Some(Mismatch { tick: *tick, recorded: hash.clone(), found });
                }
            }
            if let Some((_, (_, texts))) = reloads.next_if(|(_, (tick, _))| *tick == now) {
                stage.reload(&texts.scene()?);
                continue;
            }
            if stage.ticks() >= self.ticks || done.mismatch.is_some() {
                done.ticks = stage.ticks();
                return Ok(done);
            }
            stage.tick(&self.script.at(stage.ticks() + 1));
            each(&stage);
        }
    }

    /// Does what was done behind the tick that is played now, besides inputs.
    pub(crate) fn redo(&self, play: &mut Play) -> Result<(), Error> {
        let now = play.stage().ticks();
        for (_, texts) in self.reloads.iter().filter(|(tick, _)| *tick == now) {
            play.replace(&texts.scene()?);
        }
        Ok(())
    }

    /// Gives a stage the scene that took over behind its tick, if one did.
    pub(super) fn reload(&self, stage: &mut Stage) -> Result<(), Error> {
        let now = stage.ticks();
        for (_, texts) in self.reloads.iter().filter(|(tick, _)| *tick == now) {
            stage.reload(&texts.scene()?);
        }
        Ok(())
    }
}
