//! What the user wants to see besides the scene: diagrams, tree, timeline, boxes, times, help.
//!
//! In: commands, ticks, clicks. Out: what lies over the scene, in the room that each leaves to the
//! next; whom a click means.

use std::time::Duration;

use islay_render::flat::Area;
use islay_render::window::Overlay;

use super::diagrams::{Diagrams, Room};
use super::timeline::{Course, Sort, Timeline};
use super::times::Times;
use super::tree::Tree;
use crate::session::play::{Play, What};

/// Between panels and the edge of the window.
const SPACE: f32 = 8.0;

/// So much at the right the times take.
const TIMES: f32 = 170.0;

/// What is shown of it.
#[derive(Default)]
pub struct Extras {
    /// F1
    diagrams: Option<Diagrams>,
    /// F2
    pub tree: Option<Tree>,
    /// F3
    pub boxes: bool,
    /// F4
    pub times: Option<Times>,
    /// F6
    pub timeline: Timeline,
    /// F10
    pub help: bool,
    /// How many ticks the play had done when they were seen last.
    done: u64,
    /// Where the timeline was drawn to.
    wanted: Option<u64>,
}

/// What a click meant.
pub enum Taken {
    /// Nothing here.
    No,
    /// Something here, which is done.
    Yes,
    /// This one is to be selected.
    Whom(u32),
}

impl Extras {
    /// Another scene is played.
    pub fn begin(&mut self) {
        if let Some(diagrams) = &mut self.diagrams {
            diagrams.forget();
        }
        if let Some(tree) = &mut self.tree {
            *tree = Tree::default();
        }
    }

    /// F1.
    pub fn toggle_diagrams(&mut self) {
        self.diagrams = if self.diagrams.is_some() { None } else { Some(Diagrams::default()) };
    }

    /// F1, if it is not on.
    pub fn show_diagrams(&mut self) {
        self.diagrams.get_or_insert_with(Diagrams::default);
    }

    /// F2.
    pub fn toggle_tree(&mut self) {
        self.tree = if self.tree.is_some() { None } else { Some(Tree::default()) };
    }

    /// F4.
    pub fn toggle_times(&mut self) {
        self.times = if self.times.is_some() { None } else { Some(Times::default()) };
    }

    /// Whether events are needed.
    pub fn observe(&self) -> bool {
        self.boxes || self.diagrams.is_some()
    }

    /// A tick was done, which took so long.
    pub fn tick(&mut self, play: &Play, took: Duration, now: f64) {
        if let Some(times) = &mut self.times {
            times.tick(took);
        }
        self.done = play.ticks_done();
        if let Some(diagrams) = &mut self.diagrams {
            diagrams.tick(play.stage(), now);
        }
    }

    /// Somebody else did something with the play.
    pub fn look_again(&mut self, play: &Play, now: f64) {
        let ticks = play.ticks_done().wrapping_sub(self.done);
        self.done = play.ticks_done();
        if let Some(diagrams) = &mut self.diagrams {
            diagrams.look_again(play.stage(), ticks, now);
        }
        if let Some(tree) = &mut self.tree {
            tree.forget();
        }
    }

    /// Why no diagrams are shown where some should be.
    pub fn refused(&self) -> Option<&str> {
        self.diagrams.as_ref().and_then(Diagrams::refused)
    }

    /// Beside whom diagrams are drawn.
    pub fn beside(&mut self, play: &Play) -> Option<u32> {
        let diagrams = self.diagrams.as_mut()?;
        diagrams.follow(play.stage(), play.selected_id());
        diagrams.whose()
    }

    /// A click at a place.
    pub fn take(&mut self, at: [f32; 2]) -> Taken {
        if self.help {
            self.help = false;
            return Taken::Yes;
        }
        self.wanted = self.timeline.take(at);
        if self.wanted.is_some() {
            return Taken::Yes;
        }
        let tree = self.tree.as_ref();
        match tree.and_then(|tree| tree.whose(at)) {
            Some(id) => Taken::Whom(id),
            None if tree.and_then(Tree::area).is_some_and(|area| area.holds(at)) => Taken::Yes,
            None => Taken::No,
        }
    }

    /// The pointer moved.
    pub fn pull(&mut self, at: [f32; 2]) {
        self.wanted = self.timeline.pull(at).or(self.wanted);
    }

    /// Where the timeline was drawn to since this was asked last.
    pub fn wanted_tick(&mut self) -> Option<u64> {
        self.wanted.take()
    }

    /// Draws what lies over the scene; the room that is left.
    pub fn lay(
        &mut self,
        overlay: &mut Overlay,
        window: &Area,
        play: &mut Play,
        whom: Option<Area>,
        now: f64,
    ) -> Area {
        let mut free = *window;
        match self.timeline.shown(play.paused()) {
            true => free = self.timeline.lay(overlay, &free, &course(play)),
            false => self.timeline.hide(),
        }
        let (stage, selected) = (play.stage(), play.selected_id());
        if let Some(tree) = &mut self.tree {
            let room = free.inside(SPACE);
            tree.follow(stage, selected, now);
            tree.lay(overlay, &room, stage, selected, now);
            let taken = tree.area().map_or(0.0, |area| area.width + SPACE);
            free = Area { x: free.x + taken, width: (free.width - taken).max(0.0), ..free };
        }
        if let Some(diagrams) = &mut self.diagrams {
            diagrams.follow(stage, selected);
            let mut room = free.inside(SPACE);
            if self.times.is_some() {
                room.width = (room.width - TIMES).max(room.width / 2.0);
            }
            diagrams.lay(overlay, stage, &Room { free: room, whom }, now);
        }
        free
    }
}

/// What the timeline shows.
fn course(play: &Play) -> Course {
    let sort = |what: &What| match what {
        What::Reload => Sort::Reload,
        What::Act(_) => Sort::Act,
        What::Branch(_) => Sort::Branch,
        What::Break(_) => Sort::Break,
    };
    Course {
        first: *play.known().start(),
        last: *play.known().end(),
        now: play.stage().ticks(),
        tick: play.stage().scene().tick_seconds(),
        marks: play.marks().iter().map(|mark| (mark.tick, sort(&mark.what))).collect(),
    }
}
