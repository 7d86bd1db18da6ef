//! What is seen: the scene, and what lies over it.
//!
//! In: the played scene and what the user wants to see of it. Out: batches, boxes and an overlay.

use std::time::Instant;

use islay_render::flat::Area;
use islay_render::window::Desk;

use super::Player;
use crate::window::panel::{Corner, Panels};
use crate::window::{help, told};

impl Player {
    /// Records what is shown of events.
    pub(super) fn observe(&mut self) {
        if let Some(play) = &mut self.play {
            play.observe(self.extras.observe());
        }
    }

    /// What is drawn next.
    pub(super) fn look(&mut self, desk: &Desk) {
        let start = Instant::now();
        if let Some(play) = &mut self.play {
            let frame = play.frame();
            self.seen.fill(&frame, desk.aspect());
            let selected = play.selected_id();
            let beside = self.extras.beside(play);
            let bounds = match self.extras.boxes || selected.is_some() || beside.is_some() {
                true => play.stage().bounds(),
                false => Vec::new(),
            };
            self.seen.outline(&bounds, self.extras.boxes, selected);
            let units = desk.size.map(|n| n as f32 / desk.scale);
            let whom = beside.and_then(|id| self.seen.area(play.stage(), &bounds, id));
            self.whom = whom.map(|whom| on_screen(whom, units));
        }
        if let Some(times) = &mut self.extras.times {
            times.batch(start.elapsed());
        }
    }

    /// What lies over it.
    pub(super) fn lay(&mut self, desk: &Desk) {
        let [width, height] = desk.size.map(|n| n as f32 / desk.scale);
        let window = Area { x: 0.0, y: 0.0, width, height };
        let start = Instant::now();
        self.overlay.clear();
        let now = self.start.elapsed().as_secs_f64();
        let free = match &mut self.play {
            Some(play) => self.extras.lay(&mut self.overlay, &window, play, self.whom, now),
            None => window,
        };
        let mut panels = Panels::new(&mut self.overlay, free);
        panels.trouble(&self.trouble);
        if let Some(play) = &self.play {
            if play.stage().finished() {
                panels.lines(Corner::TopLeft, &["the scene has ended".to_owned()]);
            } else if play.paused() {
                panels.lines(Corner::TopLeft, &told::standing(play));
            }
            if let (Some(path), None) = (play.selected(), &self.extras.tree) {
                panels.lines(Corner::BottomLeft, &[path.to_owned()]);
            }
        }
        if let Some(why) = self.extras.refused() {
            panels.lines(Corner::BottomLeft, &[why.to_owned()]);
        }
        if let Some((notice, _)) = &self.notice {
            panels.lines(Corner::TopLeft, notice);
        }
        if let Some(times) = &self.extras.times {
            panels.lines(Corner::TopRight, times.lines());
        }
        if self.extras.help {
            help::lay(&mut self.overlay, &window);
        }
        if let Some(times) = &mut self.extras.times {
            times.batch(start.elapsed());
        }
    }
}

/// From −1 to 1, Y up, to units from the top left.
fn on_screen([low, high]: [[f32; 2]; 2], [width, height]: [f32; 2]) -> Area {
    let place = |[x, y]: [f32; 2]| [(x + 1.0) / 2.0 * width, (1.0 - y) / 2.0 * height];
    let ([left, bottom], [right, top]) = (place(low), place(high));
    Area { x: left, y: top, width: right - left, height: bottom - top }
}
