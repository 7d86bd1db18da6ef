//! Who lives in the window: plays the scene, listens to the user, keeps what is shown.
//!
//! In: events and time from the window, news of the files. Out: pictures, and words to the host.

mod hands;
mod life;
mod sight;

use std::cell::RefCell;
use std::io::Write;
use std::rc::Rc;
use std::time::{Duration, Instant};

use islay_render::flat::Area;
use islay_render::pixels::Pixels;
use islay_render::window::{App, Desk, Drawn, Event, Overlay, Picture, Shot};
use islay_vm::key::KeySet;

use super::extras::Extras;
use super::pointer::Pointer;
use super::seen::Seen;
use super::{Ended, Host, Show};
use crate::session::play::{Play, Remark, Remarks};
use crate::session::script::Script;
use crate::watch::{Source, trouble};
use crate::{Button, Config, Scene};

/// Ticks of one picture may take so long; what is due after that is forgiven.
const BUDGET: Duration = Duration::from_millis(100);
/// So long a notice is shown.
const NOTICE: Duration = Duration::from_secs(4);

/// The app of the window.
pub struct Player {
    host: Box<dyn Host>,
    ended: Rc<RefCell<Ended>>,
    source: Option<Source>,
    config: Config,
    script: Script,
    until: Option<f64>,
    record: Option<Box<dyn Write + Send>>,
    last_picture: bool,
    /// Nothing to play until the scene is mended.
    play: Option<Play>,
    /// The scene whose stock is loaded.
    shown: Option<Scene>,
    remarks: Remarks,
    trouble: Vec<String>,
    seen: Seen,
    overlay: Overlay,
    pointer: Pointer,
    down: KeySet,
    extras: Extras,
    /// Where on the screen the one is whose diagrams are shown, in units.
    whom: Option<Area>,
    /// Shown for a while.
    notice: Option<(Vec<String>, Instant)>,
    start: Instant,
    last: Instant,
    /// Something may look different from the picture before.
    changed: bool,
    closing: bool,
    /// The host works on the play: pictures shall not be few.
    busy: bool,
}

impl Player {
    /// Ready to play.
    pub fn new(show: Show, host: Box<dyn Host>, ended: Rc<RefCell<Ended>>) -> Self {
        let Show { source, scene, config, script, until, record, last_picture, .. } = show;
        let now = Instant::now();
        let mut player = Self {
            host,
            ended,
            source,
            config,
            script,
            until,
            record,
            last_picture,
            play: None,
            shown: None,
            remarks: Remarks::default(),
            trouble: Vec::new(),
            seen: Seen::nothing(),
            overlay: Overlay::default(),
            pointer: Pointer::default(),
            down: KeySet::default(),
            extras: Extras::default(),
            whom: None,
            notice: None,
            start: now,
            last: now,
            changed: true,
            closing: false,
            busy: false,
        };
        match scene {
            Ok(scene) => {
                player.begin(&scene);
            }
            Err(error) => player.trouble = trouble::lines(&error, false),
        }
        player
    }

    fn note(&mut self, text: impl Into<String>) {
        self.notice = Some((vec![text.into()], Instant::now()));
    }

    /// The ticks that are due.
    fn tick(&mut self, passed: f64, desk: &Desk) {
        let real = self.start.elapsed().as_secs_f64();
        let Some(play) = &mut self.play else { return };
        play.pass(passed);
        let begun = Instant::now();
        let hovers = play.stage().scene().uses_hover();
        while play.due() {
            if hovers {
                let place = self.pointer.at().map(|at| desk.place(at));
                play.hover(place.and_then(|place| self.seen.whom(place)));
            }
            let start = Instant::now();
            self.changed = true;
            play.tick();
            self.extras.tick(play, start.elapsed(), real);
            if !self.host.ticked(play) {
                for remark in self.remarks.of(play.stage()) {
                    self.host.remark(&remark);
                }
            }
            if begun.elapsed() > BUDGET {
                play.pace().forgive();
            }
        }
    }

    /// What the play has to say besides the scene.
    fn tell(&mut self) {
        for remark in self.play.as_mut().map(Play::take_notes).unwrap_or_default() {
            self.host.remark(&remark);
            let (Remark::Log(text) | Remark::Note(text)) = remark;
            self.note(text);
        }
    }

    /// Closes the window when the time that was set has come, with the last picture if wanted.
    fn end(&mut self, desk: &mut Desk) {
        let over = self.until.is_some() && self.play.as_ref().is_some_and(Play::over);
        if over {
            self.close(desk);
        }
    }

    fn close(&mut self, desk: &mut Desk) {
        if self.closing {
            return;
        }
        self.closing = true;
        match self.last_picture {
            true => desk.take(Shot::Scene),
            false => desk.close(),
        }
    }

    fn moving(&self) -> bool {
        self.play.as_ref().is_some_and(|play| !play.paused() && !play.over())
    }
}

impl App for Player {
    fn event(&mut self, event: Event, desk: &mut Desk) {
        self.changed = true;
        match event {
            Event::Press(key) => self.press(key, desk),
            Event::Release(key) => self.release(key),
            Event::FocusLost => self.let_go(),
            Event::Moved(to) => {
                self.extras.pull(desk.units(to));
                if let Some(gesture) = self.pointer.moved(to, desk.scale) {
                    self.mean(gesture, desk);
                }
            }
            Event::Left => self.pointer.left(),
            Event::ButtonDown(Button::Left, at) if self.take(desk.units(at)) => {}
            Event::ButtonDown(button, at) => {
                let time = self.start.elapsed().as_secs_f64();
                let gestures = self.pointer.down(button, at, time, desk.scale);
                gestures.into_iter().for_each(|gesture| self.mean(gesture, desk));
            }
            Event::ButtonUp(button, at) => {
                self.extras.timeline.let_go();
                if let Some(gesture) = self.pointer.up(button, at) {
                    self.mean(gesture, desk);
                }
            }
            Event::Wheel(steps) => self.seen.orbit.wheel(steps),
            Event::Dropped(paths) => {
                if let Some(path) = paths.first() {
                    self.open_dropped(path);
                }
            }
            Event::Closing if self.last_picture && !self.closing => {
                self.closing = true;
                desk.take(Shot::Scene);
            }
            Event::Other | Event::Closing | Event::FocusBack | Event::Resized => {}
        }
    }

    fn update(&mut self, desk: &mut Desk) {
        let passed = self.last.elapsed();
        self.last = Instant::now();
        self.reload();
        if !self.listen() {
            self.close(desk);
        }
        self.tick(passed.as_secs_f64(), desk);
        self.end(desk);
        if self.notice.as_ref().is_some_and(|(_, since)| since.elapsed() > NOTICE) {
            self.notice = None;
        }
        self.scrub();
        self.tell();
        if let Some(times) = &mut self.extras.times {
            times.pass(passed);
        }
        self.changed |= self.moving();
        if self.changed {
            self.look(desk);
        }
        let before = std::mem::take(&mut self.overlay);
        self.lay(desk);
        self.changed |= self.overlay != before;
        desk.same = !std::mem::take(&mut self.changed);
        desk.idle = !self.moving() && !self.busy;
    }

    fn picture(&mut self, _: &Desk) -> Picture<'_> {
        let Seen { stock, batches, boxes, .. } = &self.seen;
        Picture { stock, batches, boxes, overlay: &self.overlay }
    }

    fn drawn(&mut self, drawn: Drawn) {
        let mut ended = self.ended.borrow_mut();
        ended.ticks = self.play.as_ref().map_or(0, |play| play.stage().ticks());
        ended.pictures += 1;
        (ended.draw_calls, ended.instances) = (drawn.calls, drawn.instances);
        if let Some(times) = &mut self.extras.times {
            times.drawn(drawn);
        }
    }

    fn shot(&mut self, shot: Shot, pixels: Pixels, desk: &mut Desk) {
        match shot {
            Shot::Scene => {
                self.ended.borrow_mut().picture = Some(pixels);
                desk.close();
            }
            Shot::Everything => {
                let said = self.host.shot(&pixels);
                self.note(said);
            }
        }
    }
}
