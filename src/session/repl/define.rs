//! Definitions that are typed: they replace what bears their name, or are added.
//!
//! In: items (`character Ball { … }`) and members (`Hero.Turn: state Left …`). Out: the edited scene
//! in the place of the one that runs, and what became of it in one line. Where the edited texts do
//! not compile, nothing changes.

mod draft;
mod key;
mod listed;
mod place;
mod read;

use std::collections::BTreeMap;

use islay_lang::source::Text;

use super::{Call, Done, refuse};
use crate::report::escape;
use crate::{Error, ReloadReport, Scene};
use draft::Draft;
pub(super) use listed::{is_diagram, is_written, names, text_of};
pub(super) use read::{Reading, Written, member, path_of, read};

/// What was typed and not saved, on top of the texts of the files.
#[derive(Clone, Debug, Default)]
pub(super) struct Typed {
    /// The texts as the files have them; until something is typed they are the scene's.
    base: Option<BTreeMap<String, Text>>,
    /// What was typed, one entry after the other.
    entries: Vec<Entry>,
}

/// An entry with definitions.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    /// All of it, as it was typed.
    text: String,
    definitions: Vec<Written>,
}

/// A scene with definitions in it.
struct Made {
    scene: Scene,
    /// What each definition did: `replaced state Left`.
    done: Vec<String>,
    /// Where definitions of the last entry stand.
    draft: Draft,
}

impl Typed {
    /// Whether there is anything that no file has.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Other files are there: the texts below what was typed.
    pub fn rebase(&mut self, scene: &Scene) {
        self.base = scene.own_texts().ok();
    }

    /// Another scene is there, and nothing was typed.
    pub fn forget(&mut self) {
        *self = Self::default();
    }

    /// The scene with all that was typed. `scene` is any scene of the same files.
    pub fn over(&self, scene: &Scene) -> Result<Scene, Error> {
        self.make(scene, &self.entries).map(|made| made.scene)
    }

    fn base(&self, scene: &Scene) -> Result<BTreeMap<String, Text>, Error> {
        self.base.clone().map_or_else(|| scene.own_texts(), Ok)
    }

    fn make(&self, scene: &Scene, entries: &[Entry]) -> Result<Made, Error> {
        let mut draft = Draft::new(self.base(scene)?, scene.first_text()?);
        let mut done = Vec::new();
        for entry in entries {
            draft.begin();
            done = Vec::new();
            for definition in &entry.definitions {
                done.push(draft.put(definition).or_else(refuse)?);
            }
        }
        let made = scene.with_texts(draft.texts());
        let typed = entries.last().map_or("", |e| &e.text);
        let scene = made.map_err(|error| draft.error(error, scene, typed))?;
        Ok(Made { scene, done, draft })
    }
}

/// Takes definitions into the scene that runs.
pub(super) fn define(call: &mut Call<'_>, definitions: Vec<Written>) -> Done {
    let entry = Entry { text: call.text.to_owned(), definitions };
    let typed = &mut call.repl.typed;
    let running = call.play.stage().scene().clone();
    let mut entries = typed.entries.clone();
    entries.push(entry);
    let made = typed.make(&running, &entries)?;
    if typed.base.is_none() {
        typed.rebase(&running);
    }
    typed.entries = entries;
    let report = call.play.replace(&made.scene);
    let warnings = made.draft.warnings(&made.scene, call.text);
    let line = format!("{}{}", made.done.join(", "), became(&report));
    Ok(match warnings.is_empty() {
        true => line,
        false => format!("{line}\n{}", warnings.to_text(call.repl.color).trim_end()),
    })
}

/// `:undo`
pub(super) fn undo(call: &mut Call<'_>) -> Done {
    let typed = &mut call.repl.typed;
    let Some(last) = typed.entries.last().cloned() else {
        return refuse("nothing was typed that could be undone");
    };
    let running = call.play.stage().scene().clone();
    let left = typed.entries.get(..typed.entries.len() - 1).unwrap_or_default();
    let scene = typed.make(&running, left)?.scene;
    typed.entries.pop();
    let report = call.play.replace(&scene);
    Ok(format!("undone: {}{}", short(&last.text), became(&report)))
}

/// `:save`, `:save FILE`
pub(super) fn save(call: &mut Call<'_>) -> Done {
    let scene = call.play.stage().scene().clone();
    let (now, first) = (scene.own_texts()?, scene.first_text()?);
    let base = call.repl.typed.base(&scene)?;
    if !call.text.is_empty() && call.repl.path.as_deref() != Some(call.text) {
        return save_as(call, &scene, &now);
    }
    let Some(path) = call.repl.path.clone() else {
        return refuse("this scene has no file: `:save FILE` says which");
    };
    // a scene that was first saved here has no other place
    let place = |name: &str| match scene.has_files() || name != first {
        true => scene.shown(name),
        false => path.clone(),
    };
    let changed: Vec<_> =
        now.iter().filter(|(name, text)| base.get(*name) != Some(*text)).collect();
    for (name, _) in &changed {
        untouched(call, &place(name), base.get(*name))?;
    }
    for (name, text) in &changed {
        call.desk.write(&place(name), text.as_bytes())?;
    }
    call.repl.typed.forget();
    Ok(match changed.is_empty() {
        true => "there is nothing to save".to_owned(),
        false => {
            let names = changed.iter().map(|(name, _)| escape(&place(name)).to_string());
            format!("saved {}", names.collect::<Vec<_>>().join(", "))
        }
    })
}

/// Refuses to write over a file that somebody else has edited.
fn untouched(call: &mut Call<'_>, path: &str, known: Option<&Text>) -> Result<(), Error> {
    let found = call.desk.read(path).ok();
    if found.as_deref() == known.map(|text| &**text) {
        return Ok(());
    }
    let path = escape(path);
    refuse(match found {
        Some(_) => format!(
            "`{path}` was edited elsewhere since it was read: `:reload` takes that in, then `:save`"
        ),
        None => format!("`{path}` cannot be read any more: `:save FILE` writes another"),
    })
}

/// The first text under another name; it may use others, which must not be left behind.
fn save_as(call: &mut Call<'_>, scene: &Scene, now: &BTreeMap<String, Text>) -> Done {
    let (base, first) = (call.repl.typed.base(scene)?, scene.first_text()?);
    let other = now.iter().find(|(name, text)| **name != *first && base.get(*name) != Some(*text));
    if let Some((name, _)) = other {
        let name = scene.shown(name);
        return refuse(format!("`{name}` is changed too: `:save` alone writes all files"));
    }
    let text = now.get(first).map_or("", |text| text);
    call.desk.write(call.text, text.as_bytes())?;
    if call.repl.path.is_none() {
        call.repl.path = Some(call.text.to_owned());
        call.repl.typed.forget();
    }
    Ok(format!("saved {}", escape(call.text)))
}

/// What was typed, on one line.
fn short(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let cut: String = line.chars().take(60).collect();
    let dots = if cut.len() < line.len() { " …" } else { "" };
    format!("{}{dots}", escape(&cut))
}

/// What became of a scene that goes on with an edited one, as the end of a line.
pub(super) fn became(report: &ReloadReport) -> String {
    let ReloadReport { moved, reset, spawned, removed, dropped, .. } = report;
    let lists = [("moved", moved), ("set anew", reset), ("new", spawned), ("gone", removed)];
    let mut out = String::new();
    for (what, list) in lists.iter().filter(|(_, list)| !list.is_empty()) {
        let shown: Vec<String> = list.iter().take(3).map(|one| escape(one).to_string()).collect();
        out += &format!("; {what}: {}", shown.join(", "));
        if list.len() > 3 {
            out += &format!(" and {} more", list.len() - 3);
        }
    }
    if *dropped > 0 {
        out += &format!("; messages dropped: {dropped}");
    }
    out
}
