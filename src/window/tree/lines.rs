//! The instances of a stage as lines of a tree.
//!
//! In: a stage after each tick. Out: some of the lines: those around the selected instance, and how
//! many there are before and behind. Names are made for what is shown alone: a crowd costs little.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::Stage;
use crate::path;

/// A line of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Whose it is; nobody's where it says how many are left out.
    pub id: Option<u32>,
    /// How deep it lies.
    pub depth: usize,
    /// What it says.
    pub text: String,
}

/// All lines, without their texts.
#[derive(Default)]
pub struct Lines {
    /// Instances, and how deep they lie; each behind what it is part of.
    order: Vec<(u32, usize)>,
    tick: Option<(u64, usize)>,
    names: BTreeMap<u32, (String, Rc<Line>)>,
}

impl Lines {
    /// The tree of this tick.
    pub fn follow(&mut self, stage: &Stage) {
        let now = Some((stage.ticks(), stage.n_instances()));
        if self.tick == now {
            return;
        }
        self.tick = now;
        let world = stage.world();
        let mut parts: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
        let mut roots = Vec::new();
        for id in world.instances() {
            match world.parent(id) {
                0 => roots.push(id),
                parent => parts.entry(parent).or_default().push(id),
            }
        }
        self.order.clear();
        let mut open: Vec<(u32, usize)> = roots.into_iter().rev().map(|id| (id, 0)).collect();
        while let Some((id, depth)) = open.pop() {
            self.order.push((id, depth));
            let inner = parts.get(&id).into_iter().flatten().rev();
            open.extend(inner.map(|id| (*id, depth + 1)));
        }
        let order = &self.order;
        if self.names.len() > 4 * order.len().max(64) {
            self.names.clear();
        }
    }

    /// The tree may be different, though no tick was done.
    pub fn forget(&mut self) {
        self.tick = None;
    }

    /// At most so many lines: those around the selected one, or the first.
    pub fn around(&mut self, stage: &Stage, selected: Option<u32>, most: usize) -> Vec<Rc<Line>> {
        let all = self.order.len();
        let place = selected.and_then(|id| self.order.iter().position(|(i, _)| *i == id));
        let [from, to] = window(all, place.unwrap_or(0), most.max(3));
        let mut lines = Vec::with_capacity(to - from + 2);
        let left_out = |n: usize, word: &str| {
            let text = format!("… {n} {word}");
            Rc::new(Line { id: None, depth: 0, text })
        };
        if from > 0 {
            lines.push(left_out(from, "before"));
        }
        for at in from..to {
            let Some((id, depth)) = self.order.get(at).copied() else { continue };
            lines.push(self.line(stage, id, depth));
        }
        if to < all {
            lines.push(left_out(all - to, "more"));
        }
        lines
    }

    fn line(&mut self, stage: &Stage, id: u32, depth: usize) -> Rc<Line> {
        let path = stage.path(id).unwrap_or_default();
        if let Some((known, line)) = self.names.get(&id)
            && *known == path
            && line.depth == depth
        {
            return line.clone();
        }
        let name = match depth {
            0 => path.clone(),
            _ => path::split(&path).map_or_else(|| path.clone(), |(_, name)| name.to_string()),
        };
        let character = stage.world().view(id).map(|view| view.character).unwrap_or_default();
        let same = name == character || name.starts_with(&format!("{character}#"));
        let text = if same || character.is_empty() { name } else { format!("{name}: {character}") };
        let line = Rc::new(Line { id: Some(id), depth, text });
        self.names.insert(id, (path, line.clone()));
        line
    }
}

/// Which of so many lines are shown: from and to. Lines that say what is left out take room too.
fn window(all: usize, place: usize, most: usize) -> [usize; 2] {
    if all <= most {
        return [0, all];
    }
    let room = most - 1;
    if place + 1 < room {
        return [0, room];
    }
    let room = most - 2;
    let from = place.saturating_sub(room / 2);
    match from + room + 1 >= all {
        true => [all - (most - 1), all],
        false => [from, from + room],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_selected_is_always_among_what_is_shown() {
        for all in 1..40 {
            for most in 3..12 {
                for place in 0..all {
                    let [from, to] = window(all, place, most);
                    assert!((from..to).contains(&place), "{place} of {all}: {from} to {to}");
                    let lines = to - from + usize::from(from > 0) + usize::from(to < all);
                    assert!(lines <= most, "{lines} lines of {most}");
                    assert!(to <= all && (all > most || to - from == all));
                }
            }
        }
    }
}
