//! Diagrams: as text with the active states marked, or as a picture in a file.
//!
//! In: a path of somebody, the name of a character or of one diagram. Out: lines, or a file that
//! the desk writes.

use islay_lang::hir::model::{Action, Character, Diagram, Edge, Reaction, State};

use super::look::Lines;
use super::{Call, Done, refuse};
use crate::report::escape;
use crate::session::reason::written;
use crate::{Instance, Scene, path};

/// `:draw`, `:draw Hero`, `:draw Hero.Turn -o turn.svg`
pub(super) fn draw(call: &mut Call<'_>) -> Done {
    let (name, file) = match call.text.split_once("-o") {
        Some((name, file)) => (name.trim(), Some(file.trim())),
        None => (call.text, None),
    };
    let selected = call.play.selected().map(str::to_owned);
    let name = if name.is_empty() { selected.as_deref() } else { Some(name) };
    match file {
        Some(file) => picture(call, name, file),
        None => {
            let text = text(call, name)?;
            if call.desk.has_window() {
                let id = name.and_then(|name| Meant::of(call, name).living).map(|i| i.id);
                call.play.select(id.or(call.play.selected_id()));
                call.desk.show_diagrams();
            }
            Ok(text)
        }
    }
}

/// Whose diagrams are meant: somebody who lives, a character, and one of its diagrams.
struct Meant {
    living: Option<Instance>,
    character: String,
    diagram: Option<String>,
}

impl Meant {
    fn of(call: &Call<'_>, name: &str) -> Self {
        let stage = call.play.stage();
        let somebody = |living: Instance, diagram| {
            let character = living.character.clone();
            Self { living: Some(living), character, diagram }
        };
        if let Some(living) = stage.instance(name) {
            return somebody(living, None);
        }
        let split = path::split(name);
        let whole = split.as_ref().and_then(|(of, _)| stage.instance(of));
        if let (Some(living), Some((_, diagram))) = (whole, &split) {
            return somebody(living, Some(diagram.clone()));
        }
        let (character, diagram) = match split {
            Some((of, diagram)) => (path::unquoted(of), Some(diagram)),
            None => (path::unquoted(name), None),
        };
        let living = stage.instances().find(|i| i.character == character);
        Self { living, character, diagram }
    }
}

fn text(call: &Call<'_>, name: Option<&str>) -> Done {
    let scene = call.play.stage().scene();
    let all = &scene.model()?.characters;
    let meant: Vec<Meant> = match name {
        Some(name) => vec![Meant::of(call, name)],
        None => {
            let mut names: Vec<String> = Vec::new();
            for c in all.iter().filter(|c| !c.diagrams.is_empty()) {
                if !names.iter().any(|n| **n == *c.name) {
                    names.push(c.name.to_string());
                }
            }
            names.iter().map(|name| Meant::of(call, name)).collect()
        }
    };
    let mut lines = Lines::default();
    for meant in &meant {
        // characters with other parameters have the same diagrams
        let character = all.iter().find(|c| *c.name == *meant.character);
        let diagrams = character.iter().flat_map(|c| c.diagrams.iter());
        for diagram in diagrams.filter(|d| meant.diagram.as_deref().is_none_or(|n| n == &*d.name)) {
            character.iter().for_each(|c| one(scene, meant, c, diagram, &mut lines));
        }
    }
    if lines.is_empty() {
        return refuse(match name {
            Some(name) => format!("`{}` is nobody who has diagrams, and no diagram", escape(name)),
            None => "the scene has no diagrams".to_owned(),
        });
    }
    Ok(lines.told("", "line"))
}

fn one(scene: &Scene, meant: &Meant, character: &Character, diagram: &Diagram, out: &mut Lines) {
    let whose = meant.living.as_ref().map_or(&*character.name, |living| &living.path);
    let states = meant.living.iter().flat_map(|living| &living.states);
    let active = states.into_iter().find(|(d, _)| **d == *diagram.name).map(|(_, s)| s.as_str());
    out.push(|| format!("{}.{}", escape(whose), escape(&diagram.name)));
    inner(scene, &diagram.edges, [&diagram.enter, &diagram.exit], 1, out);
    for state in diagram.states.iter() {
        let depth = usize::from(state.level);
        let is_active = active.is_some_and(|active| path::lies_in(active, &state.path));
        out.push(|| head(scene, state, depth, is_active));
        inner(scene, &state.edges, [&state.enter, &state.exit], depth + 2, out);
    }
}

fn head(scene: &Scene, state: &State, depth: usize, active: bool) -> String {
    let mark = if active { "* " } else { "  " };
    let does = match acts(scene, &state.actions) {
        acts if acts.is_empty() => String::new(),
        acts => format!(" < {acts} >"),
    };
    format!("{}{mark}{}{does}", "  ".repeat(depth - 1), escape(&state.name)).trim_end().to_owned()
}

fn inner(
    scene: &Scene,
    edges: &[Edge],
    reactions: [&[Reaction]; 2],
    depth: usize,
    out: &mut Lines,
) {
    let reactions = reactions.into_iter().flatten().map(|r| r.span);
    for span in reactions.chain(edges.iter().map(|e| e.span)) {
        out.push(|| format!("{}{}", "  ".repeat(depth), escape(&written(scene, span))));
    }
}

fn acts(scene: &Scene, actions: &[Action]) -> String {
    match actions {
        [] => String::new(),
        [one] => escape(&written(scene, one.span)),
        [first, .., last] => escape(&written(scene, first.span.to(last.span))),
    }
}

/// Into a file, whose name says in which form.
#[cfg(feature = "pictures")]
fn picture(call: &mut Call<'_>, name: Option<&str>, file: &str) -> Done {
    use crate::session::chart::{self, Sheet};
    let meant = name.map(|name| Meant::of(call, name));
    let which = meant.map(|m| match m.diagram {
        Some(diagram) => format!("{}.{diagram}", m.character),
        None => m.character,
    });
    let scene = call.play.stage().scene().clone();
    let graphs = chart::graphs(&scene, which.as_deref())?;
    let end = file.rsplit_once('.').map_or("", |(_, end)| end).to_ascii_lowercase();
    let together = |graphs| chart::together(graphs, scene.name());
    let sheet = |graphs| {
        Sheet::new(graphs)
            .or_else(|large| refuse(format!("a diagram is too large to be laid out: {large}")))
    };
    let bytes = match &*end {
        "svg" => chart::svg(&sheet(graphs)?, &[]).into_bytes(),
        "png" => chart::png(&sheet(graphs)?).or_else(|e| refuse(e.to_string()))?,
        "dot" | "gv" => chart::dot(&together(graphs)).into_bytes(),
        "mmd" => chart::mermaid(&together(graphs)).into_bytes(),
        _ => return refuse(format!("`{}` ends in none of .svg .png .dot .mmd", escape(file))),
    };
    call.desk.write(file, &bytes)?;
    Ok(format!("drawn into {}", escape(file)))
}

#[cfg(not(feature = "pictures"))]
fn picture(_: &mut Call<'_>, _: Option<&str>, _: &str) -> Done {
    refuse("this build of islay makes no pictures")
}
