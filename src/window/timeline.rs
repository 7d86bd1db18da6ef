//! F6: the known past as a bar, with what stands out on it.
//!
//! In: the ticks that are known, the present one, marks; where the pointer is. Out: a bar at the
//! lower edge of a room, and the tick that a place on it stands for. It goes nowhere by itself.

use islay_render::flat::{Area, Sketch};
use islay_render::window::{Overlay, Place, text_width};

/// Height of the panel, of its text and of the bar.
const HEIGHT: f32 = 44.0;
const LINE: f32 = 18.0;
const BAR: f32 = 8.0;
const PAD: f32 = 10.0;

const GROUND: u32 = 0x1018_20ee;
const TEXT: u32 = 0xf4f4_f4ff;
const FAINT: u32 = 0xa8b4_c0ff;
const PAST: u32 = 0x5b8f_c8ff;
const AHEAD: u32 = 0x4456_6bff;
const NOW: u32 = 0xffff_ffff;

/// Why a tick stands out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sort {
    /// An edit took over.
    Reload,
    /// Something was done by hand.
    Act,
    /// A run was left.
    Branch,
    /// A breakpoint stopped it.
    Break,
}

impl Sort {
    const ALL: [Sort; 4] = [Sort::Reload, Sort::Act, Sort::Branch, Sort::Break];

    fn color(self) -> u32 {
        match self {
            Sort::Reload => 0x40d0_ffff,
            Sort::Act => 0x60e0_70ff,
            Sort::Branch => 0xd090_ffff,
            Sort::Break => 0xff60_50ff,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Sort::Reload => "edit",
            Sort::Act => "by hand",
            Sort::Branch => "run left",
            Sort::Break => "break",
        }
    }
}

/// What is known of the past.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    /// The earliest tick that can be gone to.
    pub first: u64,
    /// The latest one.
    pub last: u64,
    /// The present one.
    pub now: u64,
    /// Seconds of a tick.
    pub tick: f32,
    /// What stands out.
    pub marks: Vec<(u64, Sort)>,
}

/// The bar.
#[derive(Default)]
pub struct Timeline {
    /// Whether the user wants it; otherwise it is there while the scene stands still.
    wanted: Option<bool>,
    drawn: Option<Drawn>,
    held: bool,
}

#[derive(Clone, Copy)]
struct Drawn {
    panel: Area,
    bar: Area,
    first: u64,
    last: u64,
}

impl Timeline {
    /// Whether it is shown.
    pub fn shown(&self, paused: bool) -> bool {
        self.wanted.unwrap_or(paused)
    }

    /// Shows it if it is not, and the other way round.
    pub fn toggle(&mut self, paused: bool) {
        let shown = !self.shown(paused);
        self.wanted = (shown != paused).then_some(shown);
    }

    /// Takes the pointer, if it is on it; the tick to go to.
    pub fn take(&mut self, at: [f32; 2]) -> Option<u64> {
        self.held = self.drawn.is_some_and(|drawn| drawn.panel.holds(at));
        self.pull(at)
    }

    /// The pointer moved; the tick to go to if it was taken.
    pub fn pull(&self, [x, _]: [f32; 2]) -> Option<u64> {
        let drawn = self.drawn.filter(|_| self.held)?;
        let share = ((x - drawn.bar.x) / drawn.bar.width.max(1.0)).clamp(0.0, 1.0);
        let ticks = (drawn.last - drawn.first) as f64;
        Some(drawn.first + (ticks * f64::from(share)).round() as u64)
    }

    /// Lets the pointer go.
    pub fn let_go(&mut self) {
        self.held = false;
    }

    /// It is not drawn, so that nothing can be clicked at.
    pub fn hide(&mut self) {
        self.drawn = None;
        self.held = false;
    }

    /// Draws it at the lower edge of a room; what is left of the room.
    pub fn lay(&mut self, overlay: &mut Overlay, room: &Area, course: &Course) -> Area {
        let y = room.y + room.height - HEIGHT;
        let panel = Area { y, height: HEIGHT, ..*room };
        let bar = Area {
            x: panel.x + PAD,
            y: y + HEIGHT - BAR - 9.0,
            width: (panel.width - 2.0 * PAD).max(1.0),
            height: BAR,
        };
        let drawn = Drawn { panel, bar, first: course.first, last: course.last };
        self.drawn = Some(drawn);
        overlay.panel([panel.x, panel.y], [panel.width, panel.height], GROUND);
        overlay.sketch(Place { at: [0.0; 2], scale: 1.0, clip: None }, drawn.sketch(course));
        words(overlay, &panel, course);
        Area { height: (room.height - HEIGHT - 4.0).max(0.0), ..*room }
    }
}

impl Drawn {
    /// Where a tick is on the bar.
    fn x(&self, tick: u64) -> f32 {
        let ticks = (self.last - self.first).max(1) as f64;
        let share = tick.saturating_sub(self.first) as f64 / ticks;
        self.bar.x + self.bar.width * share.min(1.0) as f32
    }

    fn sketch(&self, course: &Course) -> Sketch {
        let (mut s, bar) = (Sketch::default(), self.bar);
        let now = self.x(course.now);
        s.rounded(&bar, BAR / 2.0, AHEAD);
        s.rounded(&Area { width: (now - bar.x).max(BAR), ..bar }, BAR / 2.0, PAST);
        for (tick, sort) in &course.marks {
            let mark =
                Area { x: self.x(*tick) - 1.5, y: bar.y - 5.0, width: 3.0, height: BAR + 10.0 };
            s.rounded(&mark, 1.5, sort.color());
        }
        let knob = Area { x: now - 7.0, y: bar.y + BAR / 2.0 - 7.0, width: 14.0, height: 14.0 };
        s.framed(&knob, 7.0, [NOW, GROUND | 0xff], 1.5);
        s
    }
}

/// The present tick, the last one, and what the colours of the marks mean.
fn words(overlay: &mut Overlay, panel: &Area, course: &Course) {
    let y = panel.y + 2.0;
    let seconds = |ticks: u64| ticks as f32 * course.tick;
    let now = format!("tick {}  {:.2} s", course.now, seconds(course.now));
    overlay.text([panel.x + PAD, y], LINE, TEXT, &now);
    let last = format!("known {} to {}", course.first, course.last);
    let right = panel.x + panel.width - PAD - text_width(&last, LINE);
    overlay.text([right, y], LINE, FAINT, &last);
    let mut x = panel.x + PAD + text_width(&now, LINE) + 18.0;
    for sort in Sort::ALL {
        if !course.marks.iter().any(|(_, s)| *s == sort) {
            continue;
        }
        let width = text_width(sort.name(), LINE);
        if x + width > right - 12.0 {
            return;
        }
        overlay.text([x, y], LINE, sort.color(), sort.name());
        x += width + 12.0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn course(now: u64) -> Course {
        Course { first: 100, last: 300, now, tick: 0.1, marks: vec![(200, Sort::Break)] }
    }

    #[test]
    fn a_place_on_the_bar_is_a_tick_and_the_other_way_round() {
        let mut line = Timeline::default();
        let room = Area { x: 0.0, y: 0.0, width: 640.0, height: 480.0 };
        let left = line.lay(&mut Overlay::default(), &room, &course(250));
        assert!(left.height < 480.0 - HEIGHT);
        assert_eq!(line.take([320.0, 100.0]), None);
        let drawn = line.drawn.unwrap();
        for tick in [100, 101, 200, 299, 300] {
            assert_eq!(line.take([drawn.x(tick), 470.0]), Some(tick));
        }
        assert_eq!(line.pull([-50.0, 3.0]), Some(100));
        assert_eq!(line.pull([9000.0, 3.0]), Some(300));
        line.let_go();
        assert_eq!(line.pull([320.0, 470.0]), None);
    }

    #[test]
    fn it_is_there_while_the_scene_stands_still_or_as_the_user_wants() {
        let mut line = Timeline::default();
        assert!(line.shown(true) && !line.shown(false));
        line.toggle(false);
        assert!(line.shown(false) && line.shown(true));
        line.toggle(true);
        assert!(!line.shown(true) && !line.shown(false));
        line.toggle(true);
        assert!(line.shown(true) && !line.shown(false));
    }

    #[test]
    fn one_known_tick_is_no_trouble() {
        let mut line = Timeline::default();
        let room = Area { x: 0.0, y: 0.0, width: 64.0, height: 48.0 };
        let nothing = Course { first: 7, last: 7, now: 7, tick: 0.1, marks: Vec::new() };
        line.lay(&mut Overlay::default(), &room, &nothing);
        assert_eq!(line.take([30.0, 40.0]), Some(7));
    }
}
