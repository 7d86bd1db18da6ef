//! What is seen: the scene, and what lies over it.
//!
//! In: the played scene and what the user wants to see of it. Out: batches, boxes and an overlay.

use std::time::Instant;

use islay_render::window::Desk;

use super::Player;
use crate::window::panel::{Corner, Panels};

impl Player {
    /// Records what is shown of events.
    pub(super) fn observe(&mut self) {
        if let Some(play) = &mut self.play {
            play.observe(self.boxes);
        }
    }

    /// What is drawn next.
    pub(super) fn look(&mut self, desk: &Desk) {
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
    pub(super) fn lay(&mut self, desk: &Desk) {
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
}
