//! Writing a recording while a scene runs.

use std::io::{self, Write};

use islay_vm::key::{Key, KeySet};
use islay_vm::program::Button;
use serde_json::{Value, json};

use super::head::{Head, Texts, hex};
use super::line::Checksum;
use crate::input::InputEvent;
use crate::{Config, Input, Scene, Stage};

/// A hash is written every so many ticks.
pub(super) const EVERY: u64 = 60;

/// Writes down what happens to a stage.
pub struct Recorder<W: Write> {
    out: W,
    checksum: Checksum,
    /// Keys down by [`Input::hold`].
    held: Vec<Key>,
    /// Keys down by presses.
    down: KeySet,
}

impl<W: Write> Recorder<W> {
    /// Begins with a stage before its first tick, which was made of this scene and config.
    pub fn new(out: W, config: &Config, stage: &Stage) -> io::Result<Self> {
        let (held, down) = (Vec::new(), KeySet::default());
        let mut recorder = Self { out, checksum: Checksum::new(), held, down };
        let head = Head::new(stage.scene(), config, stage.hash());
        recorder.line(&serde_json::to_string(&head)?)?;
        Ok(recorder)
    }

    /// Writes down a tick that was done with this input.
    pub fn tick(&mut self, input: &Input, stage: &Stage) -> io::Result<()> {
        self.tick_hashed(input, stage.ticks(), || stage.hash())
    }

    /// The same where more was done since: `hash` is that of the stage before.
    pub(crate) fn tick_hashed(
        &mut self,
        input: &Input,
        tick: u64,
        hash: impl FnOnce() -> u64,
    ) -> io::Result<()> {
        let holds = input.events.iter().filter_map(|e| match e {
            InputEvent::Hold(key) => Some(*key),
            _ => None,
        });
        let holds: Vec<Key> = holds.collect();
        let held = std::mem::take(&mut self.held);
        for key in held.iter().filter(|k| !holds.contains(k)) {
            self.object(tick, &[("release", json!(key.name()))])?;
        }
        for event in &input.events {
            self.event(tick, event, &held)?;
        }
        self.held = holds;
        if tick.is_multiple_of(EVERY) {
            self.object(tick, &[("hash", json!(hex(hash())))])?;
        }
        Ok(())
    }

    /// Writes down that another scene took over behind this tick.
    pub fn reload(&mut self, scene: &Scene, stage: &Stage) -> io::Result<()> {
        let texts = serde_json::to_value(Texts::of(scene))?;
        self.object(stage.ticks(), &[("reload", json!(texts))])
    }

    /// Writes down what was done between two ticks, in the text that says it.
    pub fn act(&mut self, text: &str, stage: &Stage) -> io::Result<()> {
        self.object(stage.ticks() + 1, &[("do", json!(text))])
    }

    /// The end: whether everything up to here is the same is known by its hash.
    pub fn finish(mut self, stage: &Stage) -> io::Result<W> {
        self.object(stage.ticks(), &[("end", json!(hex(stage.hash())))])?;
        self.out.flush()?;
        Ok(self.out)
    }

    fn event(&mut self, tick: u64, event: &InputEvent, held: &[Key]) -> io::Result<()> {
        match event {
            InputEvent::Hold(key) if held.contains(key) => Ok(()),
            InputEvent::Hold(key) | InputEvent::Press(key) => {
                self.down.insert(*key);
                self.object(tick, &[("press", json!(key.name()))])
            }
            InputEvent::Release(key) => {
                self.down.remove(*key);
                self.object(tick, &[("release", json!(key.name()))])
            }
            InputEvent::ReleaseAll => {
                let down: Vec<Key> = Key::all().filter(|k| self.down.has(*k)).collect();
                self.down.clear();
                down.into_iter()
                    .try_for_each(|k| self.object(tick, &[("release", json!(k.name()))]))
            }
            InputEvent::Click(path, button) => {
                let path = path.as_deref().unwrap_or("");
                self.object(
                    tick,
                    &[("click", json!(path)), ("button", json!(button_name(*button)))],
                )
            }
            InputEvent::Hover(path) => {
                self.object(tick, &[("hover", json!(path.as_deref().unwrap_or("")))])
            }
            InputEvent::Set(name, value) => {
                self.object(tick, &[("set", json!(name)), ("value", json!(value))])
            }
            InputEvent::Send { message, value, to } => self.object(
                tick,
                &[("send", json!(message)), ("value", json!(value)), ("to", json!(to))],
            ),
        }
    }

    fn object(&mut self, tick: u64, fields: &[(&str, Value)]) -> io::Result<()> {
        let fields = fields.iter().map(|(name, value)| format!(",\"{name}\":{value}"));
        self.line(&format!("{{\"tick\":{tick}{}}}", fields.collect::<String>()))
    }

    fn line(&mut self, object: &str) -> io::Result<()> {
        let line = self.checksum.seal(object);
        self.out.write_all(line.as_bytes())
    }
}

fn button_name(button: Button) -> &'static str {
    match button {
        Button::Left => "left",
        Button::Right => "right",
        Button::Middle => "middle",
    }
}
