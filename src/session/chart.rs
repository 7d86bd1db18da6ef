//! State diagrams of a scene as graphs to be drawn.
//!
//! In: a scene and which of its diagrams. Out: graphs with conditions and actions as they are
//! written. An arrow of a scope begins at a point `any` inside it; entries, memories and draws are
//! points too.

mod maker;

use islay_lang::hir::model::Character;
pub use islay_render::diagram::{
    Graph, Kind, Marks, Sheet, Sketch, TooLarge, dot, mermaid, paint, sketch, svg, together,
};

use crate::{Error, Scene, path};

/// A diagram of a character: its graph, and what of it is active or taken.
#[derive(Clone, Debug)]
pub struct Chart {
    /// The diagram's name, without the character's.
    pub diagram: String,
    /// To be drawn.
    pub graph: Graph,
    /// By edge of the diagram: the arrow that it is, if it has one.
    ways: Vec<Option<usize>>,
}

impl Chart {
    /// The diagrams of a character, in text order.
    pub fn of(scene: &Scene, character: &str) -> Result<Vec<Chart>, Error> {
        let found = characters(scene)?.find(|c| *c.name == *character);
        Ok(found.map_or_else(Vec::new, |c| {
            c.diagrams.iter().map(|d| maker::chart(scene, c, d)).collect()
        }))
    }

    /// The nodes that are lit while this state is the innermost one (`Guard.Punch`), the outermost
    /// first.
    pub fn active(&self, state: &str) -> Vec<usize> {
        let nodes = &self.graph.nodes;
        let mut found = nodes.iter().position(|n| n.kind == Kind::State && n.id == state);
        let mut active = Vec::new();
        while let Some(node) = found {
            active.insert(0, node);
            found = nodes.get(node).and_then(|n| n.parent);
        }
        active
    }

    /// The arrows of an edge, counted as in [`crate::EventKind::Transition`], that was taken to a
    /// state: one, or two where it leads through a draw.
    pub fn taken(&self, edge: u16, to: &str) -> Vec<usize> {
        let Some(Some(way)) = self.ways.get(usize::from(edge)) else { return Vec::new() };
        let mut taken = vec![*way];
        let Graph { nodes, arrows, .. } = &self.graph;
        let choice = arrows.get(*way).map(|a| a.to).filter(|to| nodes[*to].kind == Kind::Choice);
        if let Some(choice) = choice {
            let active = self.active(to);
            taken.extend(arrows.iter().position(|a| a.from == choice && active.contains(&a.to)));
        }
        taken
    }
}

/// A sheet as the bytes of a PNG, two pixels to a unit.
pub fn png(sheet: &Sheet) -> std::io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    islay_render::capture::still(&mut bytes, &paint(&sketch(sheet, &[]), 2.0))?;
    Ok(bytes)
}

/// The diagrams of a scene: all of them, those of a character (`Hero`), or one (`Hero.Turn`).
pub fn graphs(scene: &Scene, which: Option<&str>) -> Result<Vec<Graph>, Error> {
    let Some(which) = which else {
        return Ok(characters(scene)?.flat_map(|c| of_character(scene, c)).collect());
    };
    let all: Vec<&Character> = characters(scene)?.collect();
    let of = |name: &str| all.iter().copied().find(|c| *c.name == *name);
    if let Some(character) = path::single(which).and_then(|name| of(&name)) {
        return Ok(of_character(scene, character).collect());
    }
    let found = path::split(which).and_then(|(character, diagram)| {
        let character = of(&path::unquoted(character))?;
        let diagram = character.diagrams.iter().find(|d| *d.name == *diagram)?;
        Some(vec![maker::chart(scene, character, diagram).graph])
    });
    found.ok_or_else(|| Error::NoSuchPath(missing(&all, which)))
}

/// Each written character that has diagrams, once.
fn characters(scene: &Scene) -> Result<impl Iterator<Item = &Character>, Error> {
    let all = &scene.model()?.characters;
    let written = all
        .iter()
        .enumerate()
        .filter(|(i, c)| {
            !c.diagrams.is_empty() && !all.iter().take(*i).any(|before| before.name == c.name)
        })
        .map(|(_, c)| c);
    Ok(written)
}

fn missing(all: &[&Character], which: &str) -> String {
    let names = all.iter().flat_map(|c| {
        let own = std::iter::once(c.name.to_string());
        own.chain(c.diagrams.iter().map(|d| format!("{}.{}", c.name, d.name)))
    });
    let names: Vec<String> = names.collect();
    match names.is_empty() {
        true => format!("there is no diagram `{which}`; the scene has none"),
        false => format!("there is no diagram `{which}`; there are {}", names.join(", ")),
    }
}

fn of_character<'s>(scene: &'s Scene, c: &'s Character) -> impl Iterator<Item = Graph> + 's {
    c.diagrams.iter().map(|d| maker::chart(scene, c, d).graph)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Config, EventKind, Input, Stage};

    const SCENE: &str = "
        character Card {
          diagram Turn {
            on click -> one of Left 2, Left.In.Deep 1
            state Still  on true do log(\"x\")  on key(A) -> Left
            state Left on key(B) -> Still {
              state Out  on key(C) -> In.Deep
              state In { state First  state Deep }
            }
          }
        }
        group main { Card }";

    #[test]
    fn what_is_active_begins_with_the_outermost() {
        let scene = Scene::from_text("a", SCENE).unwrap();
        let charts = Chart::of(&scene, "Card").unwrap();
        let names = |state: &str| -> Vec<String> {
            let nodes = &charts[0].graph.nodes;
            charts[0].active(state).iter().map(|i| nodes[*i].label.clone()).collect()
        };
        assert_eq!(names("Left.In.Deep"), ["Left", "In", "Deep"]);
        assert!(names("Nobody").is_empty() && Chart::of(&scene, "Nobody").unwrap().is_empty());
    }

    #[test]
    fn the_arrow_that_was_taken_is_that_of_the_event() {
        let scene = Scene::from_text("a", SCENE).unwrap();
        let chart = &Chart::of(&scene, "Card").unwrap()[0];
        let config = Config { observe: true, ..Config::default() };
        let mut stage = Stage::new(&scene, config);
        let mut taken = |input: Input| -> Vec<(String, String)> {
            stage.tick(&input);
            let shifts = stage.events().iter().find_map(|e| match &e.kind {
                EventKind::Transition { to, edge, .. } => Some(chart.taken(*edge, to)),
                _ => None,
            });
            let label = |i: usize| chart.graph.nodes[i].label.clone();
            let arrow = |i: &usize| &chart.graph.arrows[*i];
            let all = shifts.unwrap_or_default();
            all.iter().map(|i| (label(arrow(i).from), label(arrow(i).to))).collect()
        };
        let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        let key = |k| Input::new().hold(crate::Key::parse(k).unwrap());
        assert_eq!(taken(key("A")), [pair("Still", "Left")]);
        assert_eq!(taken(key("C")), [pair("Out", "Deep")]);
        assert_eq!(taken(key("B")), [pair("any", "Still")]);
        let drawn = taken(Input::new().click("Card", crate::Button::Left));
        assert_eq!(drawn[0], pair("any", ""));
        assert!(drawn.len() == 2 && (drawn[1] == pair("", "Left") || drawn[1] == pair("", "Deep")));
    }

    /// All scenes of a folder and the folders in it.
    fn scenes(folder: &std::path::Path) -> Vec<Scene> {
        let mut found = Vec::new();
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            match path.is_dir() {
                true => found.extend(scenes(&path)),
                false if path.extension().is_some_and(|e| e == "islay") => {
                    found.extend(Scene::open(&path, None));
                }
                false => {}
            }
        }
        found
    }

    #[test]
    fn in_the_diagrams_of_all_examples_nothing_lies_on_anything_else() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
        let mut drawn = 0;
        for folder in ["examples", "stdlib/prelude", "spec/scenes"] {
            for scene in scenes(&root.join(folder)) {
                for graph in graphs(&scene, None).unwrap() {
                    let clash = graph.plan().unwrap().clash(&graph);
                    assert_eq!(clash, None, "{} in {}", graph.title, scene.name());
                    drawn += 1;
                }
            }
        }
        assert!(drawn > 60, "only {drawn} diagrams were found");
    }
}
