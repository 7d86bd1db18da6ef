//! A scene that is played: real time becomes ticks, what a user does becomes inputs.
//!
//! In: seconds that went by, keys, clicks, a pointer, commands such as pause. Out: ticks of a
//! [`Stage`], frames between them, remarks. It reads no clock and shows nothing; window and
//! terminal do.

mod pace;
mod remarks;

pub use pace::Pace;
pub use remarks::{Remark, Remarks};

use std::io::{self, Write};

use islay_vm::key::{Key, KeySet};
use islay_vm::program::Button;

use super::history::{self, History};
use super::record::Recorder;
use super::script::Script;
use crate::{Config, Error, Frame, Input, ReloadReport, Scene, Stage};

/// A scene that is played.
pub struct Play {
    stage: Stage,
    config: Config,
    history: History,
    recorder: Option<Recorder<Box<dyn Write>>>,
    script: Script,
    pace: Pace,
    /// What the user did since the last tick.
    input: Input,
    held: KeySet,
    hover: Option<u32>,
    selected: Option<Selected>,
    last_tick: Option<u64>,
}

/// Who was picked out.
#[derive(Clone, Debug)]
struct Selected {
    id: u32,
    path: String,
}

impl Play {
    /// The scene before its first tick. `script` says what happens besides what the user does.
    pub fn new(scene: &Scene, config: Config, script: Script) -> Self {
        let stage = Stage::new(scene, config.clone());
        let pace = Pace::new(scene.tick_seconds());
        let (input, held) = (Input::new(), KeySet::default());
        let (hover, selected, last_tick, recorder) = (None, None, None, None);
        let history = History::new(&stage, history::BUDGET);
        Self {
            stage,
            config,
            history,
            recorder,
            script,
            pace,
            input,
            held,
            hover,
            selected,
            last_tick,
        }
    }

    /// Writes down from now on what happens. It must be before the first tick.
    pub fn record(&mut self, out: Box<dyn Write>) -> io::Result<()> {
        self.recorder = Some(Recorder::new(out, &self.config, &self.stage)?);
        Ok(())
    }

    /// Ends the recording, if there is one.
    pub fn stop_recording(&mut self) -> io::Result<()> {
        self.recorder.take().map_or(Ok(()), |recorder| recorder.finish(&self.stage).map(drop))
    }

    /// No tick comes after this one.
    #[must_use]
    pub fn until(mut self, tick: Option<u64>) -> Self {
        self.last_tick = tick;
        self
    }

    /// An edited scene goes on in the place of this one: see [`Stage::reload`]. Ticks before it
    /// cannot be gone back to.
    pub fn replace(&mut self, scene: &Scene) -> ReloadReport {
        let report = self.stage.reload(scene);
        if let Some(recorder) = &mut self.recorder {
            // a recording that cannot be written ends, as it does in a tick
            if recorder.reload(scene, &self.stage).is_err() {
                self.recorder = None;
            }
        }
        self.history = History::new(&self.stage, history::BUDGET);
        self.pace.change(scene.tick_seconds());
        self.hover = None;
        let path = self.selected.take().map(|s| s.path);
        let id = path.and_then(|path| self.stage.instance(&path)).map(|i| i.id);
        self.select(id);
        report
    }

    /// Goes so many ticks back and stands still there. It is refused where that is not kept, and
    /// while a recording is written, which only goes on.
    pub fn back(&mut self, ticks: u64) -> Result<(), Error> {
        if self.recorder.is_some() {
            let reason = "a recording is written, which cannot go back".to_owned();
            return Err(Error::Snapshot(reason));
        }
        let tick = self.stage.ticks().saturating_sub(ticks);
        self.history.goto(tick, &mut self.stage)?;
        self.pace.pause(true);
        Ok(())
    }

    /// What runs.
    pub fn stage(&self) -> &Stage {
        &self.stage
    }

    /// Starts or stops recording all events.
    pub fn observe(&mut self, on: bool) {
        self.stage.observe(on);
    }

    /// How time goes.
    pub fn pace(&mut self) -> &mut Pace {
        &mut self.pace
    }

    /// Whether it stands still.
    pub fn paused(&self) -> bool {
        self.pace.paused()
    }

    /// Whether the last tick has been.
    pub fn over(&self) -> bool {
        self.stage.finished() || self.last_tick.is_some_and(|last| self.stage.ticks() >= last)
    }

    /// So much real time went by.
    pub fn pass(&mut self, seconds: f64) {
        self.pace.pass(seconds);
    }

    /// Whether a tick is due.
    pub fn due(&self) -> bool {
        !self.over() && self.pace.due()
    }

    /// Does the tick that is due.
    pub fn tick(&mut self) {
        self.pace.take();
        let input = std::mem::take(&mut self.input);
        let input = input.and(self.script.at(self.stage.ticks() + 1));
        self.stage.tick(&input);
        if let Some(recorder) = &mut self.recorder {
            // what is full or gone does not stop the scene
            if recorder.tick(&input, &self.stage).is_err() {
                self.recorder = None;
            }
        }
        self.history.tick(input, &self.stage);
        if self.selected.as_ref().is_some_and(|s| self.stage.path(s.id).is_none()) {
            self.selected = None;
        }
    }

    /// What is to be drawn now.
    pub fn frame(&mut self) -> Frame {
        let alpha = if self.over() { 1.0 } else { self.pace.alpha() };
        self.stage.frame(alpha)
    }

    /// What is to be drawn of the last tick.
    pub fn frame_of_tick(&mut self) -> Frame {
        self.stage.frame(1.0)
    }

    /// A key goes down; one that is down already does not.
    pub fn press(&mut self, key: Key) {
        if !self.held.has(key) {
            self.held.insert(key);
            self.add(|input| input.press(key));
        }
    }

    /// A key goes up.
    pub fn release(&mut self, key: Key) {
        if self.held.has(key) {
            self.held.remove(key);
            self.add(|input| input.release(key));
        }
    }

    /// All keys go up, since whoever held them looks elsewhere.
    pub fn release_all(&mut self) {
        if self.held != KeySet::default() {
            self.held.clear();
            self.add(Input::release_all);
        }
    }

    /// A click on an instance, or on nothing.
    pub fn click(&mut self, id: Option<u32>, button: Button) {
        let path = id.and_then(|id| self.stage.path(id));
        self.add(|input| match path {
            Some(path) => input.click(&path, button),
            None => input.click_nothing(button),
        });
    }

    /// What the pointer is over.
    pub fn hover(&mut self, id: Option<u32>) {
        if self.hover == id {
            return;
        }
        self.hover = id;
        let path = id.and_then(|id| self.stage.path(id));
        self.add(|input| match path {
            Some(path) => input.hover(&path),
            None => input.hover_nothing(),
        });
    }

    /// Picks an instance out, or none.
    pub fn select(&mut self, id: Option<u32>) {
        let path = id.and_then(|id| Some((id, self.stage.path(id)?)));
        self.selected = path.map(|(id, path)| Selected { id, path });
    }

    /// The path of who is picked out.
    pub fn selected(&self) -> Option<&str> {
        self.selected.as_ref().map(|s| &*s.path)
    }

    /// The serial number of who is picked out.
    pub fn selected_id(&self) -> Option<u32> {
        self.selected.as_ref().map(|s| s.id)
    }

    fn add(&mut self, with: impl FnOnce(Input) -> Input) {
        self.input = with(std::mem::take(&mut self.input));
    }
}

impl Drop for Play {
    fn drop(&mut self) {
        // who wants to know whether the end was written stops the recording before
        let _ = self.stop_recording();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SCENE: &str = "
        character Card {
          shape box 1 1 1
          diagram Turn {
            state Still                on key(Left) -> Left
            state Left < rotate y -5 > on key(Left) -> Left  else -> Still
          }
          diagram Ear { state Deaf on click -> Heard  state Heard }
        }
        world { tick 0.1 s }
        group main { Card }
    ";

    fn play() -> Play {
        let scene = Scene::from_text("card", SCENE).unwrap();
        Play::new(&scene, Config::default(), Script::new())
    }

    fn run(play: &mut Play, seconds: f64) {
        play.pass(seconds);
        while play.due() {
            play.tick();
        }
    }

    #[test]
    fn a_second_of_tenths_is_ten_ticks_however_it_is_cut() {
        let mut whole = play();
        (0..10).for_each(|_| run(&mut whole, 0.1));
        let mut cut = play();
        (0..100).for_each(|_| run(&mut cut, 0.01));
        assert_eq!((whole.stage().ticks(), cut.stage().ticks()), (10, 10));
        assert_eq!(whole.stage().hash(), cut.stage().hash());
    }

    #[test]
    fn a_key_that_goes_down_and_up_between_two_ticks_is_seen_once() {
        let mut play = play();
        play.press(Key::LEFT);
        play.release(Key::LEFT);
        run(&mut play, 0.1);
        assert_eq!(play.stage().state("Card.Turn").as_deref(), Some("Left"));
        run(&mut play, 0.1);
        assert_eq!(play.stage().state("Card.Turn").as_deref(), Some("Still"));
    }

    #[test]
    fn keys_are_up_when_the_focus_is_lost_and_down_after_a_reload() {
        let mut play = play();
        play.press(Key::LEFT);
        run(&mut play, 0.1);
        let scene = play.stage().scene().clone();
        play.replace(&scene);
        run(&mut play, 0.1);
        assert_eq!(play.stage().state("Card.Turn").as_deref(), Some("Left"));
        play.release_all();
        run(&mut play, 0.1);
        assert_eq!(play.stage().state("Card.Turn").as_deref(), Some("Still"));
    }

    #[test]
    fn an_edited_scene_goes_on_where_it_stands() {
        let mut play = play();
        play.press(Key::LEFT);
        (0..10).for_each(|_| run(&mut play, 0.1));
        let near = |play: &Play, wanted: f32| match play.stage().get("Card.heading") {
            Some(crate::Value::Number(heading)) => (heading - wanted).abs() < 1e-3,
            _ => false,
        };
        assert!(near(&play, -45.0));
        let edited = SCENE.replace("rotate y -5", "rotate y -10");
        play.replace(&Scene::from_text("card", &edited).unwrap());
        run(&mut play, 0.1);
        assert!(near(&play, -55.0));
        assert_eq!(play.stage().ticks(), 11);
    }

    #[test]
    fn going_back_is_as_it_was_and_a_recording_goes_on_only() {
        let mut play = play();
        play.press(Key::LEFT);
        let mut hashes = vec![play.stage().hash()];
        for _ in 0..40 {
            run(&mut play, 0.1);
            hashes.push(play.stage().hash());
        }
        play.back(3).unwrap();
        assert!(play.paused());
        assert_eq!((play.stage().ticks(), play.stage().hash()), (37, hashes[37]));
        play.back(1).unwrap();
        assert_eq!(play.stage().hash(), hashes[36]);

        let mut play = self::play();
        play.record(Box::new(Vec::new())).unwrap();
        run(&mut play, 0.1);
        assert!(play.back(1).unwrap_err().to_string().contains("recording"));
    }

    #[test]
    fn a_click_and_a_selection_find_who_is_meant() {
        let mut play = play();
        let id = play.stage().instance("Card").map(|i| i.id);
        play.click(id, Button::Left);
        play.select(id);
        run(&mut play, 0.1);
        assert_eq!(play.selected(), Some("Card"));
        assert_eq!(play.stage().state("Card.Ear").as_deref(), Some("Heard"));
        let scene = play.stage().scene().clone();
        play.replace(&scene);
        assert_eq!(play.selected(), Some("Card"));
    }

    #[test]
    fn it_stops_at_its_last_tick_exactly() {
        let mut play = play().until(Some(3));
        (0..3).for_each(|_| run(&mut play, 0.15));
        assert!(play.over());
        assert_eq!(play.stage().ticks(), 3);
    }

    #[test]
    fn a_scene_that_stands_still_takes_single_steps() {
        let mut play = play();
        play.pace().pause(true);
        run(&mut play, 5.0);
        assert_eq!(play.stage().ticks(), 0);
        play.pace().step();
        run(&mut play, 0.0);
        assert_eq!(play.stage().ticks(), 1);
    }
}
