//! Reading a recording, and running it again.

use serde::Deserialize;

use super::head::{Head, Texts, hex};
use super::line::Checksum;
use super::write::EVERY;
use crate::session::act;
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
    /// What was done between ticks, with the tick behind which it was.
    deeds: Vec<(u64, Done)>,
    /// Where its last line belongs, to be compared: before, in or behind a tick.
    place: u64,
}

/// A hash as it was written.
struct Known {
    tick: u64,
    /// Deeds that stand before it.
    n_deeds: usize,
    hash: String,
}

/// Something done between two ticks.
pub(super) enum Done {
    /// An edited scene took over.
    Reload(Texts),
    /// Actions, in the text that was typed.
    Act(String),
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
    #[serde(rename = "do")]
    act: Option<String>,
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
            hashes: vec![Known { tick: 0, n_deeds: 0, hash: head.hash.clone() }],
            head,
            deeds: Vec::new(),
            place: 0,
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
        let tick = mark.tick;
        let place = mark.place();
        if place < self.place {
            return Err(refuse("its tick lies before the one of the line above".to_owned()));
        }
        // a hash stands there every so often, so that few lines cannot mean that a run never ends
        if place / 2 > self.ticks + EVERY {
            let ticks = self.ticks;
            return Err(refuse(format!("lines are missing between tick {ticks} and tick {tick}")));
        }
        (self.place, self.ticks) = (place, place / 2);
        let n_deeds = self.deeds.len();
        match mark {
            Mark { hash: Some(hash), .. } => self.hashes.push(Known { tick, n_deeds, hash }),
            Mark { reload: Some(texts), .. } => self.deeds.push((tick, Done::Reload(texts))),
            Mark { act: Some(text), .. } => self.deeds.push((place / 2, Done::Act(text))),
            Mark { end: Some(hash), .. } => {
                self.hashes.push(Known { tick, n_deeds, hash });
                self.cut_off = false;
            }
            _ => self.script.line(file, at, object)?,
        }
        Ok(())
    }

    /// Whether scripts were stopped by a clock where they took too long ([`Config::watchdog`](field@Config::watchdog)): what
    /// was stopped then need not be the next time, so it may run another way.
    pub fn had_watchdog(&self) -> bool {
        self.head.watchdog
    }

    /// The scene as it was recorded.
    pub fn scene(&self) -> Result<Scene, Error> {
        self.head.scene.scene(self.config.limits)
    }

    /// Whether a scene has the recorded texts and models, or was compiled of them.
    pub fn is_of(&self, scene: &Scene) -> bool {
        let compiled = || scene.is_compiled() || self.head.scene.is_compiled();
        Texts::of(scene).fingerprint() == self.head.program
            || compiled() && self.scene().is_ok_and(|own| own.runs_like(scene))
    }

    /// Runs a scene through everything that was recorded and compares the hashes; `each` is called
    /// after every tick.
    pub fn replay(&self, scene: &Scene, mut each: impl FnMut(&Stage)) -> Result<Replayed, Error> {
        let mut stage = Stage::new(scene, self.config.clone());
        let mut again = Again::new(self);
        loop {
            again.deeds(&mut stage)?;
            if stage.ticks() >= self.ticks || again.mismatch.is_some() {
                let Again { n_hashes: hashes, mismatch, .. } = again;
                return Ok(Replayed { ticks: stage.ticks(), hashes, mismatch });
            }
            stage.tick(&self.script.at(stage.ticks() + 1));
            each(&stage);
        }
    }

    /// Does what was done behind the tick that is played now, besides inputs.
    pub(crate) fn redo(&self, play: &mut Play) -> Result<(), Error> {
        for done in self.deeds(play.stage().ticks()) {
            match done {
                Done::Reload(texts) => drop(play.replace(&texts.scene(self.config.limits)?)),
                Done::Act(text) => drop(play.act(text)?),
            }
        }
        Ok(())
    }

    /// What was done behind the tick where a stage is.
    pub(super) fn deeds(&self, tick: u64) -> impl Iterator<Item = &Done> {
        let from = self.deeds.partition_point(|(at, _)| *at < tick);
        let all = self.deeds.get(from..).unwrap_or_default();
        all.iter().take_while(move |(at, _)| *at == tick).map(|(_, done)| done)
    }
}

impl Mark {
    /// Where it belongs: an odd number is behind a tick, an even one in it.
    fn place(&self) -> u64 {
        let tick = self.tick.min(u64::MAX / 4);
        match self {
            Self { act: Some(_), .. } => (2 * tick).saturating_sub(1).max(1),
            Self { hash: None, end: None, reload: None, .. } => 2 * tick,
            _ => 2 * tick + 1,
        }
    }
}

impl Done {
    /// Does it again.
    pub fn again(&self, stage: &mut Stage) -> Result<(), Error> {
        match self {
            Self::Reload(texts) => {
                let limits = *stage.scene().limits();
                stage.reload(&texts.scene(limits)?);
                Ok(())
            }
            Self::Act(text) => act::act(stage, text).map(drop),
        }
    }
}

/// A recording that runs again beside a stage.
pub(super) struct Again<'a> {
    hashes: &'a [Known],
    deeds: &'a [(u64, Done)],
    /// Deeds that were done.
    n_deeds: usize,
    /// Hashes that were compared.
    n_hashes: usize,
    /// The first hash that was another one.
    pub mismatch: Option<Mismatch>,
}

impl<'a> Again<'a> {
    /// Before the first tick.
    pub fn new(recording: &'a Recording) -> Self {
        let Recording { hashes, deeds, .. } = recording;
        Self { hashes, deeds, n_deeds: 0, n_hashes: 0, mismatch: None }
    }

    /// Does to the stage what was done behind its tick, and compares hashes on the way.
    pub fn deeds(&mut self, stage: &mut Stage) -> Result<(), Error> {
        let now = stage.ticks();
        self.compare(stage);
        while let Some((_, done)) = self.deeds.get(self.n_deeds).filter(|(tick, _)| *tick == now) {
            done.again(stage)?;
            self.n_deeds += 1;
            self.compare(stage);
        }
        Ok(())
    }

    /// Compares with the hashes that stand between the same two deeds.
    fn compare(&mut self, stage: &Stage) {
        let here = (stage.ticks(), self.n_deeds);
        let next = |n: usize| self.hashes.get(n).filter(|k| (k.tick, k.n_deeds) == here);
        while let Some(known) = next(self.n_hashes) {
            self.n_hashes += 1;
            let found = hex(stage.hash());
            if found != known.hash && self.mismatch.is_none() {
                let (tick, recorded) = (known.tick, known.hash.clone());
                self.mismatch = Some(Mismatch { tick, recorded, found });
            }
        }
    }
}
