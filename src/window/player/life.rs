//! Which scene is played: at first, after an edit, after a file was dropped.
//!
//! In: scenes and errors as they come. Out: a player that plays the newest scene there is; the
//! errors of a newer one lie over it.

use std::time::Instant;

use super::Player;
use crate::session::play::{Play, Remark, Remarks};
use crate::watch::{Source, trouble};
use crate::window::{Wish, told};
use crate::{Error, ReloadReport, Scene, Severity};

/// So many warnings of a scene are shown.
const WARNINGS: usize = 4;

impl Player {
    /// This scene is played: from its start, or on from where an earlier one stands.
    pub(super) fn begin(&mut self, scene: &Scene) -> Option<ReloadReport> {
        let until =
            self.until.map(|time| ((time / f64::from(scene.tick_seconds())).round() as u64).max(1));
        let (play, report) = match self.play.take() {
            Some(mut play) => {
                let report = play.replace(scene);
                (play.until(until), Some(report))
            }
            None => (self.start(scene).until(until), None),
        };
        self.play = Some(play);
        self.observe();
        self.follow();
        let warnings = scene.diagnostics().iter().filter(|d| d.severity == Severity::Warning);
        let warnings: Vec<String> = warnings.map(|d| d.message.clone()).take(WARNINGS).collect();
        self.notice = (!warnings.is_empty()).then(|| (warnings, Instant::now()));
        self.trouble.clear();
        self.remarks = Remarks::default();
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

    /// Takes over the scene that is played now, whoever put it there.
    pub(super) fn follow(&mut self) {
        let Some(play) = &mut self.play else { return };
        let scene = play.stage().scene();
        if self.shown.as_ref().is_some_and(|shown| shown.is(scene)) {
            return;
        }
        let scene = scene.clone();
        self.seen.begin(&scene, &play.frame());
        self.shown = Some(scene);
        self.extras.begin();
        self.changed = true;
    }

    /// What the files say now, if that is news.
    pub(super) fn reload(&mut self) {
        match self.source.as_mut().and_then(Source::news) {
            None => {}
            Some(Ok(scene)) => {
                let report = self.begin(&scene);
                self.host.news(&scene);
                if let (None, Some(report)) = (&self.notice, report) {
                    self.notice = Some((told::reload(&report), Instant::now()));
                }
            }
            Some(Err(error)) => self.trouble(&error),
        }
    }

    /// What the host does and wants.
    pub(super) fn listen(&mut self) -> bool {
        let mut stays = true;
        self.busy = false;
        for wish in self.host.turn(self.play.as_mut()) {
            self.changed = true;
            match wish {
                Wish::Look => {
                    self.busy = true;
                    let now = self.start.elapsed().as_secs_f64();
                    if let Some(play) = &self.play {
                        self.extras.look_again(play, now);
                    }
                }
                Wish::Note(lines) => self.notice = Some((lines, Instant::now())),
                Wish::Trouble(Some(error)) => {
                    self.trouble = trouble::lines(&error, self.play.is_some());
                }
                Wish::Trouble(None) => self.trouble.clear(),
                Wish::Diagrams => self.extras.show_diagrams(),
                Wish::Close => stays = false,
            }
        }
        self.observe();
        self.follow();
        stays
    }

    pub(super) fn trouble(&mut self, error: &Error) {
        self.trouble = trouble::lines(error, self.play.is_some());
        self.host.trouble(error);
    }

    /// A file was dropped on the window: it is played instead.
    pub(super) fn open_dropped(&mut self, path: &std::path::Path) {
        if self.host.dropped(self.play.as_mut(), path) {
            self.follow();
            return;
        }
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
