//! Who lives in the window: plays the scene, listens to the user, keeps what is shown.
//!
//! In: events and time from the window, news of the files. Out: pictures, and words to the host.

use std::cell::RefCell;
use std::io::Write;
use std::rc::Rc;
use std::time::{Duration, Instant};

use islay_render::camera::Orbit;
use islay_render::pixels::Pixels;
use islay_render::window::{App, Desk, Drawn, Event, Overlay, Picture, Shot};
use islay_vm::key::KeySet;

use super::keys::{self, Command};
use super::panel::{Corner, Panels, troubles};
use super::pointer::{Gesture, Pointer};
use super::seen::Seen;
use super::times::Times;
use super::{Ended, Host, Show};
use crate::session::play::{Play, Remark, Remarks};
use crate::session::script::Script;
use crate::watch::Source;
use crate::{Button, Config, Error, Key, ReloadReport, Scene, Severity};

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
    record: Option<Box<dyn Write>>,
    last_picture: bool,
    /// Nothing to play until the scene is mended.
    play: Option<Play>,
    remarks: Remarks,
    trouble: Vec<String>,
    seen: Seen,
    overlay: Overlay,
    pointer: Pointer,
    down: KeySet,
    boxes: bool,
    times: Option<Times>,
    /// Shown for a while.
    notice: Option<(Vec<String>, Instant)>,
    start: Instant,
    last: Instant,
    /// Something may look different from the picture before.
    changed: bool,
    closing: bool,
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
            remarks: Remarks::default(),
            trouble: Vec::new(),
            seen: Seen::nothing(),
            overlay: Overlay::default(),
            pointer: Pointer::default(),
            down: KeySet::default(),
            boxes: false,
            times: None,
            notice: None,
            start: now,
            last: now,
            changed: true,
            closing: false,
        };
        match scene {
            Ok(scene) => {
                player.begin(&scene);
            }
            Err(error) => player.trouble = troubles(&error, false),
        }
        player
    }

    /// This scene is played: from its start, or on from where an earlier one stands.
    fn begin(&mut self, scene: &Scene) -> Option<ReloadReport> {
        let until =
            self.until.map(|time| ((time / f64::from(scene.tick_seconds())).round() as u64).max(1));
        let (mut play, report) = match self.play.take() {
            Some(mut play) => {
                let report = play.replace(scene);
                (play.until(until), Some(report))
            }
            None => (self.start(scene).until(until), None),
        };
        play.observe(self.boxes);
        self.seen.begin(scene, &play.frame());
        let warnings = scene.diagnostics().iter().filter(|d| d.severity == Severity::Warning);
        let warnings: Vec<String> = warnings.map(|d| d.message.clone()).take(4).collect();
        self.notice = (!warnings.is_empty()).then(|| (warnings, Instant::now()));
        self.changed = true;
        self.trouble.clear();
        self.remarks = Remarks::default();
        self.play = Some(play);
        report
    }

    fn start(&mut self, scene: &Scene) -> Play {
        let mut play = Play::new(scene, self.config.clone(), self.script.clone());
        let refused = self.record.take().and_then(|out| play.record(out).err());
        if let Some(error) = refused {
            self.host.remark(&Remark::Note(format!("the recording cannot be written: {error}")));
        }
        play
    }

    fn reload(&mut self) {
        match self.source.as_mut().and_then(Source::news) {
            None => {}
            Some(Ok(scene)) => {
                let report = self.begin(&scene);
                self.host.news(&scene);
                if let (None, Some(report)) = (&self.notice, report) {
                    self.notice = Some((told(&report), Instant::now()));
                }
            }
            Some(Err(error)) => self.trouble(&error),
        }
    }

    fn trouble(&mut self, error: &Error) {
        self.trouble = troubles(error, self.play.is_some());
        self.host.trouble(error);
    }

    fn note(&mut self, text: impl Into<String>) {
        self.notice = Some((vec![text.into()], Instant::now()));
    }

    /// The ticks that are due.
    fn tick(&mut self, passed: f64, desk: &Desk) {
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
            if let Some(times) = &mut self.times {
                times.tick(start.elapsed());
            }
            for remark in self.remarks.of(play.stage()) {
                self.host.remark(&remark);
            }
            if begun.elapsed() > BUDGET {
                play.pace().forgive();
            }
        }
    }

    /// What is drawn next.
    fn look(&mut self, desk: &Desk) {
        let start = Instant::now();
        if let Some(play) = &mut self.play {
            let frame = play.frame();
            self.seen.fill(&frame, desk.aspect());
            let selected = play.selected_id();
            let bounds = match self.boxes || selected.is_some() {
                true => play.stage().bounds(),
                false => Vec::new(),
            };
            self.seen.outline(&bounds, self.boxes, selected);
        }
        if let Some(times) = &mut self.times {
            times.batch(start.elapsed());
        }
    }

    /// What lies over it.
    fn lay(&mut self, desk: &Desk) {
        let size = desk.size.map(|n| n as f32 / desk.scale);
        let mut panels = Panels::new(&mut self.overlay, size);
        panels.trouble(&self.trouble);
        if let Some(play) = &self.play {
            if play.stage().finished() {
                panels.lines(Corner::TopLeft, &["the scene has ended".to_owned()]);
            } else if play.paused() {
                let tick = play.stage().ticks();
                panels.lines(Corner::TopLeft, &[format!("paused at tick {tick}")]);
            }
            if let Some(path) = play.selected() {
                panels.lines(Corner::BottomLeft, &[path.to_owned()]);
            }
        }
        if let Some((notice, _)) = &self.notice {
            panels.lines(Corner::TopLeft, notice);
        }
        if let Some(times) = &self.times {
            panels.lines(Corner::TopRight, times.lines());
        }
    }

    /// Closes the window when the time that was set has come, with the last picture if wanted.
    fn end(&mut self, desk: &mut Desk) {
        let over = self.until.is_some() && self.play.as_ref().is_some_and(Play::over);
        if !over || self.closing {
            return;
        }
        self.closing = true;
        match self.last_picture {
            true => desk.take(Shot::Scene),
            false => desk.close(),
        }
    }

    fn press(&mut self, key: Key, desk: &mut Desk) {
        if self.down.has(key) {
            return;
        }
        self.down.insert(key);
        let used = self.play.as_ref().is_some_and(|play| play.stage().scene().uses_key(key));
        let command = keys::command(key, used);
        if let (Some(play), true) = (&mut self.play, used || command.is_none()) {
            play.press(key);
        }
        if let Some(command) = command {
            self.obey(command, desk);
        }
    }

    fn obey(&mut self, command: Command, desk: &mut Desk) {
        match command {
            Command::Later(what) => self.note(what),
            Command::Boxes => {
                self.boxes = !self.boxes;
                if let Some(play) = &mut self.play {
                    play.observe(self.boxes);
                }
            }
            Command::Times => {
                self.times = if self.times.is_some() { None } else { Some(Times::default()) };
            }
            Command::Pause => {
                if let Some(play) = &mut self.play {
                    let on = !play.paused();
                    play.pace().pause(on);
                }
            }
            Command::Step => {
                if let Some(play) = &mut self.play {
                    play.pace().step();
                }
            }
            Command::Back => {
                let refused = self.play.as_mut().and_then(|play| play.back(1).err());
                if let Some(refused) = refused {
                    self.note(refused.to_string());
                }
            }
            Command::FullScreen => desk.full_screen(!desk.is_full_screen()),
            Command::Small => desk.full_screen(false),
            Command::Shot => desk.take(Shot::Everything),
            Command::Home => self.seen.orbit = Orbit::default(),
        }
    }

    fn mean(&mut self, gesture: Gesture, desk: &Desk) {
        match gesture {
            Gesture::Click(button, at) => {
                let whom = self.seen.whom(desk.place(at));
                let Some(play) = &mut self.play else { return };
                play.click(whom, button);
                if button == Button::Left {
                    play.select(whom);
                }
            }
            Gesture::Double => self.seen.orbit = Orbit::default(),
            Gesture::Turn([right, down]) => {
                let height = desk.size[1].max(1) as f32;
                self.seen.orbit.drag(right / height, down / height);
            }
        }
    }

    /// Whoever pressed keys or drew the view does so no longer.
    fn let_go(&mut self) {
        self.down.clear();
        self.pointer.let_go();
        if let Some(play) = &mut self.play {
            play.release_all();
        }
    }

    fn open_dropped(&mut self, path: &std::path::Path) {
        let mut source = Source::new(path, None);
        let scene = source.open(self.source.as_ref().is_some_and(Source::watches));
        self.source = Some(source);
        self.play = None;
        match scene {
            Ok(scene) => {
                self.begin(&scene);
            }
            Err(error) => self.trouble(&error),
        }
    }
}

/// What a reload did, in a few lines.
fn told(report: &ReloadReport) -> Vec<String> {
    let ReloadReport { kept, moved, reset, spawned, removed, .. } = report;
    let mut lines = vec![format!("the files changed: {kept} go on")];
    for (what, list) in [("moved", moved), ("reset", reset), ("new", spawned), ("gone", removed)] {
        let more =
            if list.len() > 3 { format!(" and {} more", list.len() - 3) } else { String::new() };
        if !list.is_empty() {
            let some: Vec<&str> = list.iter().take(3).map(String::as_str).collect();
            lines.push(format!("{what}: {}{more}", some.join(", ")));
        }
    }
    lines
}

impl App for Player {
    fn event(&mut self, event: Event, desk: &mut Desk) {
        self.changed = true;
        match event {
            Event::Press(key) => self.press(key, desk),
            Event::Release(key) => {
                self.down.remove(key);
                if let Some(play) = &mut self.play {
                    play.release(key);
                }
            }
            Event::FocusLost => self.let_go(),
            Event::Moved(to) => {
                if let Some(gesture) = self.pointer.moved(to, desk.scale) {
                    self.mean(gesture, desk);
                }
            }
            Event::Left => self.pointer.left(),
            Event::ButtonDown(button, at) => {
                let time = self.start.elapsed().as_secs_f64();
                let gestures = self.pointer.down(button, at, time, desk.scale);
                gestures.into_iter().for_each(|gesture| self.mean(gesture, desk));
            }
            Event::ButtonUp(button, at) => {
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
        self.tick(passed.as_secs_f64(), desk);
        self.end(desk);
        if self.notice.as_ref().is_some_and(|(_, since)| since.elapsed() > NOTICE) {
            self.notice = None;
        }
        if let Some(times) = &mut self.times {
            times.pass(passed);
        }
        self.changed |= self.play.as_ref().is_some_and(|play| !play.paused() && !play.over());
        let before = std::mem::take(&mut self.overlay);
        self.lay(desk);
        self.changed |= self.overlay != before;
        if self.changed {
            self.look(desk);
        }
        desk.same = !std::mem::take(&mut self.changed);
        desk.idle = self.play.as_ref().is_none_or(|play| play.paused() || play.over());
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
        if let Some(times) = &mut self.times {
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
