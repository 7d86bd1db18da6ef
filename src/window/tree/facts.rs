//! What is known of an instance, line by line.
//!
//! In: a stage after each tick, and whom it is about. Out: states, variables, place and angles as
//! texts; for a moment it is known of each whether it has changed.

use islay_render::flat::Area;
use islay_render::window::{Overlay, text_width};

use super::{FAINT, HEAD, LINE, LIT, PAD, TEXT, fitted};
use crate::session::trace::{short, shown};
use crate::{Instance, Stage, Value};

/// So many seconds a change is lit.
const GLOW: f64 = 0.5;
/// Between a name and its value.
const BETWEEN: f32 = 8.0;

/// A line about the instance.
#[derive(Clone, Debug, PartialEq)]
pub struct Fact {
    /// What it is about; nothing where it is a heading.
    pub name: String,
    /// What holds now.
    pub value: String,
    /// How bright it is lit, from 0 to 1.
    pub glow: f32,
}

impl Fact {
    /// How wide it is.
    pub fn width(&self) -> f32 {
        text_width(&self.name, LINE) + BETWEEN + text_width(&self.value, LINE)
    }

    /// Draws it into a row.
    pub fn put(&self, overlay: &mut Overlay, row: &Area) {
        let name = text_width(&self.name, LINE);
        let gap = if self.name.is_empty() { 0.0 } else { name + BETWEEN };
        let x = row.x + PAD + gap;
        let room = row.width - 2.0 * PAD - gap;
        let value = fitted(&self.value, room);
        if self.glow > 0.0 {
            let opacity = (self.glow * 255.0).round() as u32;
            let width = text_width(&value, LINE) + 6.0;
            overlay.panel([x - 3.0, row.y + 1.0], [width, LINE - 2.0], LIT & !0xff | opacity);
        }
        overlay.text([row.x + PAD, row.y], LINE, FAINT, &self.name);
        let color = if self.name.is_empty() { HEAD } else { TEXT };
        overlay.text([x, row.y], LINE, color, &value);
    }
}

/// What is known, and since when.
#[derive(Default)]
pub struct Facts {
    id: Option<u32>,
    tick: Option<u64>,
    known: Vec<(String, String, f64)>,
}

impl Facts {
    /// Looks at the instance after a tick.
    pub fn follow(&mut self, stage: &Stage, id: Option<u32>, now: f64) {
        let tick = Some(stage.ticks());
        if self.id == id && self.tick == tick {
            return;
        }
        let before = match self.id == id {
            true => std::mem::take(&mut self.known),
            false => Vec::new(),
        };
        (self.id, self.tick) = (id, tick);
        let path = id.and_then(|id| stage.path(id));
        let instance = path.and_then(|path| stage.instance(&path));
        let found = instance.map(|i| told(&i)).unwrap_or_default();
        let since = |name: &str, value: &str| match before.iter().find(|(n, ..)| n == name) {
            Some((_, old, when)) if old == value => *when,
            Some(_) => now,
            None => f64::NEG_INFINITY,
        };
        self.known = found
            .into_iter()
            .map(|(name, value)| {
                let when = since(&name, &value);
                (name, value, when)
            })
            .collect();
    }

    /// The instance may be different, though no tick was done.
    pub fn forget(&mut self) {
        self.tick = None;
    }

    /// All of it.
    pub fn lines(&self, now: f64) -> Vec<Fact> {
        let glow = |when: f64| (1.0 - (now - when) / GLOW).clamp(0.0, 1.0) as f32;
        let fact = |(name, value, when): &(String, String, f64)| Fact {
            name: name.clone(),
            value: value.clone(),
            glow: glow(*when),
        };
        self.known.iter().map(fact).collect()
    }
}

/// Names and values, in the order in which they are shown.
fn told(i: &Instance) -> Vec<(String, String)> {
    let mut out = vec![(String::new(), i.path.clone())];
    out.extend(i.states.iter().cloned());
    out.extend(i.vars.iter().map(|(name, value)| (name.clone(), shown(value))));
    let three = |[a, b, c]: [f32; 3]| format!("{} {} {}", short(a), short(b), short(c));
    out.push(("at".to_owned(), three(i.position)));
    out.push(("turn".to_owned(), three(i.angles())));
    if i.scale != [1.0; 3] {
        out.push(("scale".to_owned(), three(i.scale)));
    }
    out.push(("colour".to_owned(), Value::Colour(i.colour).to_string()));
    if !i.visible {
        out.push(("hidden".to_owned(), "true".to_owned()));
    }
    out
}
