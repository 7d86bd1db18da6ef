//! F1: the state diagrams of a character beside it.
//!
//! In: whose diagrams, what happened in each tick, where the character is on the screen. Out: a
//! drawing beside it: active states lit, the time in them, edges that were just taken. Layouts are
//! made once for each character of a scene; it knows no window.

mod arrange;
mod beside;
mod lamps;

use std::collections::BTreeMap;
use std::rc::Rc;

use islay_render::diagram::{self, Plan, Sheet, TooLarge};
use islay_render::flat::{Area, Sketch};
use islay_render::window::{Drawing, Overlay, Place};

use crate::session::chart::Chart;
use crate::{Scene, Stage};
use arrange::{Arrangement, arrange};
use beside::Spot;
use lamps::Lamps;

/// Between diagrams and the edge of their panel.
const PAD: f32 = 6.0;
const PAPER: u32 = 0xffff_ffff;
const INK: u32 = 0x1c27_33ff;
const TIE: u32 = 0xffe0_40ff;

/// A diagram, laid out and drawn.
struct Pane {
    chart: Chart,
    plan: Plan,
    drawing: Drawing,
}

/// What is known of a character's diagrams.
type Panes = Rc<Vec<Pane>>;

/// The diagrams that are shown.
#[derive(Default)]
pub struct Diagrams {
    /// By character; made when it is shown first.
    known: BTreeMap<String, Result<Panes, String>>,
    shown: Option<Shown>,
    /// Why nothing is shown of who has diagrams.
    refused: Option<String>,
}

/// The diagrams of an instance.
struct Shown {
    id: u32,
    character: String,
    panes: Panes,
    lamps: Lamps,
    spot: Spot,
    /// What is seen of each pane where it is too large: its top left, in its own units.
    scrolls: Vec<[f32; 2]>,
}

/// Where there is room, and for whom.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Room {
    /// Of the window, what is free.
    pub free: Area,
    /// Where the character is on the screen, if it is seen.
    pub whom: Option<Area>,
}

impl Diagrams {
    /// Another scene is played: its diagrams are others.
    pub fn forget(&mut self) {
        self.known.clear();
        self.shown = None;
        self.refused = None;
    }

    /// Why nothing is shown, though somebody has diagrams.
    pub fn refused(&self) -> Option<&str> {
        self.refused.as_deref()
    }

    /// Shows the diagrams of the selected instance or of the nearest that it is part of; of the
    /// first that has some, if nobody is selected.
    pub fn follow(&mut self, stage: &Stage, selected: Option<u32>) {
        let whose = match selected {
            Some(id) => owner(stage, id),
            None => stage.world().instances().find(|id| has_diagrams(stage, *id)),
        };
        if self.shown.is_some() || whose.is_none() {
            self.refused = None;
        }
        let Some(id) = whose else {
            self.shown = None;
            return;
        };
        let Some(character) = character(stage, id) else { return };
        if let Some(shown) = &mut self.shown
            && shown.id == id
            && shown.character == character
        {
            shown.lamps.catch_up(stage);
            return;
        }
        let panes = match self.panes(stage.scene(), character) {
            Ok(panes) => panes,
            Err(why) => {
                self.shown = None;
                self.refused = Some(format!("no diagrams of `{character}`: {why}"));
                return;
            }
        };
        self.refused = None;
        let scrolls = vec![[0.0; 2]; panes.len()];
        let (lamps, spot) = (Lamps::new(stage, id, panes.len()), Spot::default());
        let character = character.to_owned();
        self.shown = Some(Shown { id, character, panes, lamps, spot, scrolls });
    }

    fn panes(&mut self, scene: &Scene, character: &str) -> Result<Panes, String> {
        let make = || {
            let charts = Chart::of(scene, character).map_err(|e| e.to_string())?;
            let panes: Result<Vec<Pane>, TooLarge> = charts.into_iter().map(Pane::new).collect();
            panes.map(Rc::new).map_err(|e| e.to_string())
        };
        let known = self.known.entry(character.to_owned());
        known.or_insert_with(make).clone()
    }

    /// Whose diagrams are shown.
    pub fn whose(&self) -> Option<u32> {
        self.shown.as_ref().map(|shown| shown.id)
    }

    /// A tick was done; `now` is real time in seconds.
    pub fn tick(&mut self, stage: &Stage, now: f64) {
        if let Some(Shown { panes, lamps, .. }) = &mut self.shown {
            let charts: Vec<&Chart> = panes.iter().map(|p| &p.chart).collect();
            lamps.tick(stage, &charts, now);
        }
    }

    /// Something was done by somebody else: so many ticks, and more.
    pub fn look_again(&mut self, stage: &Stage, ticks: u64, now: f64) {
        let Some(Shown { panes, lamps, .. }) = &mut self.shown else { return };
        let charts: Vec<&Chart> = panes.iter().map(|p| &p.chart).collect();
        match ticks {
            0 => lamps.look_again(stage),
            1 if lamps.is_before(stage) => lamps.tick(stage, &charts, now),
            _ => lamps.lose(stage, &charts, now),
        }
    }

    /// Draws them.
    pub fn lay(&mut self, overlay: &mut Overlay, stage: &Stage, room: &Room, now: f64) {
        let Some(shown) = &mut self.shown else { return };
        let sizes: Vec<[f32; 2]> = shown.panes.iter().map(|p| p.plan.size).collect();
        let fit = |space: [f32; 2]| arrange(&sizes, space.map(|v| v - 2.0 * PAD));
        let Some((area, how)) = shown.spot.find(room, fit, PAD) else { return };
        if let Some(whom) = room.whom {
            overlay.sketch(WHOLE, tie(&area, &whom));
        }
        let mut paper = Sketch::default();
        paper.rounded(&area, 8.0, PAPER);
        overlay.sketch(WHOLE, paper);
        shown.draw(overlay, stage, &area, &how, now);
    }
}

const WHOLE: Place = Place { at: [0.0, 0.0], scale: 1.0, clip: None };

impl Pane {
    fn new(chart: Chart) -> Result<Self, TooLarge> {
        let plan = chart.graph.plan()?;
        let panel = diagram::Panel { at: [0.0; 2], graph: chart.graph.clone(), plan: plan.clone() };
        let sheet = Sheet { size: plan.size, panels: vec![panel] };
        Ok(Self { chart, plan, drawing: Drawing::new(diagram::base(&sheet)) })
    }
}

impl Shown {
    fn draw(
        &mut self,
        overlay: &mut Overlay,
        stage: &Stage,
        area: &Area,
        how: &Arrangement,
        now: f64,
    ) {
        let scale = how.scale;
        for (i, (pane, cell)) in self.panes.iter().zip(&how.cells).enumerate() {
            let clip = Area { x: area.x + PAD + cell.x, y: area.y + PAD + cell.y, ..*cell };
            let marks = self.lamps.marks(stage, &pane.chart, i, now);
            let lit = marks.active.last().and_then(|n| pane.plan.nodes.get(*n));
            let Some(scroll) = self.scrolls.get_mut(i) else { continue };
            let seen = [cell.width / scale, cell.height / scale];
            arrange::scroll(scroll, seen, pane.plan.size, lit);
            let at = [clip.x - scroll[0] * scale, clip.y - scroll[1] * scale];
            let place = Place { at, scale, clip: Some(clip) };
            overlay.drawing(place, &pane.drawing);
            overlay.sketch(place, diagram::lights(&pane.chart.graph, &pane.plan, &marks));
            if *scroll != [0.0, 0.0] {
                overlay.sketch(place.still(clip), title(&pane.chart.graph.title));
            }
        }
    }
}

trait Still {
    fn still(self, clip: Area) -> Place;
}

impl Still for Place {
    /// At the top left of what is seen, wherever the rest was moved to.
    fn still(self, clip: Area) -> Place {
        Place { at: [clip.x, clip.y], ..self }
    }
}

/// Its name, over what hides it.
fn title(name: &str) -> Sketch {
    let mut sketch = Sketch::default();
    let width = islay_render::font::size(name, 13.0)[0] + 12.0;
    sketch.rounded(&Area { x: 0.0, y: 0.0, width, height: 20.0 }, 6.0, PAPER);
    sketch.text(name, [6.0, 2.0], [13.0, 16.0], INK);
    sketch
}

/// From the panel to whom it belongs to.
fn tie(panel: &Area, whom: &Area) -> Sketch {
    let [x, y] = whom.middle();
    let nearest =
        |a: &Area, [x, y]: [f32; 2]| [x.clamp(a.x, a.x + a.width), y.clamp(a.y, a.y + a.height)];
    let from = nearest(panel, [x, y]);
    let to = nearest(whom, from);
    let mut sketch = Sketch::default();
    sketch.stroke(&[from, to], TIE, 1.6);
    let dot = Area { x: to[0] - 3.0, y: to[1] - 3.0, width: 6.0, height: 6.0 };
    sketch.rounded(&dot, 3.0, TIE);
    sketch
}

/// The instance itself, or the nearest it is part of that has diagrams.
fn owner(stage: &Stage, mut id: u32) -> Option<u32> {
    while id != 0 && !has_diagrams(stage, id) {
        id = stage.world().parent(id);
    }
    (id != 0).then_some(id)
}

/// What it is.
fn character(stage: &Stage, id: u32) -> Option<&str> {
    let program = stage.world().program();
    let def = program.defs.get(stage.world().def_of(id)? as usize)?;
    program.names.get(def.name as usize).map(|name| &**name)
}

fn has_diagrams(stage: &Stage, id: u32) -> bool {
    stage.world().states_of(id).is_some_and(|states| !states.is_empty())
}

#[cfg(test)]
mod tests;
