//! A recording of what is played.
//!
//! In: where it is written to, and when. Out: everything that happens from tick 0 on. What cannot
//! be written ends the recording and not the scene.

use std::io::{self, Write};

use super::Play;
use crate::Stage;
use crate::session::history::Deed;
use crate::session::record::Recorder;

impl Play {
    /// Writes down what happened since tick 0 and happens from now on. It is refused where the
    /// beginning is no longer kept.
    pub fn record(&mut self, out: Box<dyn Write + Send>) -> io::Result<()> {
        if self.history.first() > 0 {
            return Err(io::Error::other("what happened at the beginning is no longer kept"));
        }
        self.history.settle(&self.stage).map_err(io::Error::other)?;
        let mut stage = Stage::new(self.history.origin(), self.config.clone());
        let mut recorder = Recorder::new(out, &self.config, &stage)?;
        self.deeds_again(&mut stage, &mut recorder)?;
        while stage.ticks() < self.stage.ticks() {
            let tick = stage.ticks() + 1;
            let user = self.history.user(tick).cloned().unwrap_or_default();
            let input = self.history.input(tick, &user);
            stage.tick(&input);
            recorder.tick(&input, &stage)?;
            self.deeds_again(&mut stage, &mut recorder)?;
        }
        self.recorder = Some(recorder);
        Ok(())
    }

    /// What was done behind the tick where a stage is, done again and written down.
    fn deeds_again(
        &self,
        stage: &mut Stage,
        recorder: &mut Recorder<Box<dyn Write + Send>>,
    ) -> io::Result<()> {
        for deed in self.history.deeds_at(stage.ticks()) {
            deed.again(stage).map_err(io::Error::other)?;
            match deed {
                Deed::Reload(scene, _) => recorder.reload(scene, stage)?,
                Deed::Act(text) => recorder.act(text, stage)?,
            }
        }
        Ok(())
    }

    /// Whether what happens is written down.
    pub fn records(&self) -> bool {
        self.recorder.is_some()
    }

    /// Ends the recording, if there is one.
    pub fn stop_recording(&mut self) -> io::Result<()> {
        self.recorder.take().map_or(Ok(()), |recorder| recorder.finish(&self.stage).map(drop))
    }

    /// Writes something down, if there is a recording.
    pub(super) fn write(
        &mut self,
        what: impl FnOnce(&mut Recorder<Box<dyn Write + Send>>, &Stage) -> io::Result<()>,
    ) {
        let Some(recorder) = &mut self.recorder else { return };
        // what is full or gone does not stop the scene
        if what(recorder, &self.stage).is_err() {
            self.recorder = None;
        }
    }
}

impl Drop for Play {
    fn drop(&mut self) {
        // who wants to know whether the end was written stops the recording before
        let _ = self.stop_recording();
    }
}
