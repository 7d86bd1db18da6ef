//! F2: who lives in the scene, and what is known of who is selected.
//!
//! In: a stage, who is selected. Out: a panel with the tree of instances, cut around the selected
//! one where it is long, and below it states, variables, place and angles; what has changed is lit
//! for a moment. It says which line of the tree a place is on. It changes nothing.

mod facts;
mod lines;

use std::rc::Rc;

use islay_render::flat::Area;
use islay_render::window::{Overlay, text_width};

use crate::Stage;
use facts::Facts;
pub use lines::Line;
use lines::Lines;

/// Height of a line.
const LINE: f32 = 18.0;
/// Around what is written.
const PAD: f32 = 6.0;
/// How far a part stands to the right of what it is part of.
const INDENT: f32 = 12.0;
/// Of the height of the panel, so much belongs to the tree if it wants it.
const TREE: f32 = 0.5;
/// Wider it does not become.
const WIDEST: f32 = 280.0;

const GROUND: u32 = 0x1018_20ee;
const CHOSEN: u32 = 0x3a5a_80ff;
const TEXT: u32 = 0xf4f4_f4ff;
const FAINT: u32 = 0xa8b4_c0ff;
const HEAD: u32 = 0xffe0_40ff;
const LIT: u32 = 0xc27c_00ff;

/// The panel.
#[derive(Default)]
pub struct Tree {
    lines: Lines,
    facts: Facts,
    /// The lines of the tree as they were drawn last, from the top left.
    drawn: Vec<(Area, u32)>,
    area: Option<Area>,
}

impl Tree {
    /// What is shown is of this tick; `now` is real time in seconds.
    pub fn follow(&mut self, stage: &Stage, selected: Option<u32>, now: f64) {
        self.lines.follow(stage);
        self.facts.follow(stage, selected, now);
    }

    /// Something may have been done between two ticks: all is looked up again.
    pub fn forget(&mut self) {
        self.lines.forget();
        self.facts.forget();
    }

    /// What it covers.
    pub fn area(&self) -> Option<Area> {
        self.area
    }

    /// Whose line is at a place.
    pub fn whose(&self, at: [f32; 2]) -> Option<u32> {
        self.drawn.iter().find(|(area, _)| area.holds(at)).map(|(_, id)| *id)
    }

    /// Draws it into the left of a room.
    pub fn lay(
        &mut self,
        overlay: &mut Overlay,
        room: &Area,
        stage: &Stage,
        selected: Option<u32>,
        now: f64,
    ) {
        let rows = ((room.height - 2.0 * PAD) / LINE).floor().max(3.0) as usize;
        let facts = self.facts.lines(now);
        let most = match facts.len() {
            0 => rows,
            n => (rows.saturating_sub(n)).max((rows as f32 * TREE) as usize),
        };
        let lines = self.lines.around(stage, selected, most);
        let facts: Vec<_> = facts.into_iter().take(rows.saturating_sub(lines.len())).collect();
        let width = wanted(&lines, &facts).min(WIDEST).min(room.width);
        let height = (lines.len() + facts.len()) as f32 * LINE + 2.0 * PAD;
        let area = Area { x: room.x, y: room.y, width, height };
        self.area = Some(area);
        overlay.panel([area.x, area.y], [width, height], GROUND);
        self.drawn.clear();
        let mut y = area.y + PAD;
        for line in &lines {
            self.put(overlay, line, selected, &Area { y, height: LINE, ..area });
            y += LINE;
        }
        for fact in &facts {
            fact.put(overlay, &Area { y, height: LINE, ..area });
            y += LINE;
        }
    }

    fn put(&mut self, overlay: &mut Overlay, line: &Line, selected: Option<u32>, row: &Area) {
        let chosen = line.id.is_some() && line.id == selected;
        if chosen {
            overlay.panel([row.x, row.y], [row.width, row.height], CHOSEN);
        }
        let x = row.x + PAD + line.depth as f32 * INDENT;
        let room = (row.x + row.width - PAD - x).max(0.0);
        let color = if line.id.is_some() { TEXT } else { FAINT };
        overlay.text([x, row.y], LINE, color, &fitted(&line.text, room));
        self.drawn.extend(line.id.map(|id| (*row, id)));
    }
}

/// The width that all of it needs.
fn wanted(lines: &[Rc<Line>], facts: &[facts::Fact]) -> f32 {
    let lines = lines.iter().map(|l| text_width(&l.text, LINE) + l.depth as f32 * INDENT);
    let facts = facts.iter().map(facts::Fact::width);
    // in steps, so that it does not tremble with every digit
    let wide = lines.chain(facts).fold(0.0, f32::max) + 2.0 * PAD;
    ((wide / 20.0).ceil() * 20.0).max(120.0)
}

/// The text, or as much of it as fits, with a mark that there is more.
fn fitted(text: &str, width: f32) -> String {
    if text_width(text, LINE) <= width {
        return text.to_owned();
    }
    let mut end = String::new();
    for c in text.chars() {
        end.push(c);
        if text_width(&end, LINE) + text_width("…", LINE) > width {
            end.pop();
            break;
        }
    }
    end.push('…');
    end
}

#[cfg(test)]
mod tests;
