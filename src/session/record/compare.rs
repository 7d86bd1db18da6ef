//! Two runs side by side: the first thing in which they differ.

use super::read::{Again, Done, Mismatch, Recording};
use crate::session::act;
use crate::{Error, Instance, Scene, Stage};

/// Why two runs differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The texts differ.
    Edit,
    /// The texts are the same, but what was done is not.
    Inputs,
    /// The texts are the same: this build runs them in another way than the one that recorded.
    Build,
}

impl Cause {
    /// Its word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Edit => "edit",
            Self::Inputs => "inputs",
            Self::Build => "build",
        }
    }
}

/// The first thing in which two runs differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// After which tick; 0 is before the first.
    pub tick: u64,
    /// Which instance.
    pub path: String,
    /// `instance`, `character`, `parent`, `state`, `value`, `pose`, `visible`, `colour`, or
    /// `hash` where nothing that can be seen differs.
    pub what: &'static str,
    /// The diagram, variable or part of the pose.
    pub name: String,
    /// In the recording.
    pub recorded: String,
    /// In the scene.
    pub found: String,
    /// Why.
    pub cause: Cause,
}

/// Runs a recording as it was and with a scene, and names the first difference. Where both have
/// the recorded texts, the recorded hashes are what is compared with. An act that the scene no longer
/// knows is left out there.
pub fn diff(recording: &Recording, scene: &Scene) -> Result<Option<Difference>, Error> {
    let recorded = recording.scene()?;
    if recording.is_of(scene) {
        return Ok(recording.replay(scene, |_| ())?.mismatch.map(of_build));
    }
    let mut a = Stage::new(&recorded, recording.config.clone());
    let mut b = Stage::new(scene, recording.config.clone());
    let mut again = Again::new(recording);
    loop {
        for done in recording.deeds(a.ticks()) {
            // reloads are edits of then, and the scene is that of now
            if let Done::Act(text) = done {
                let _ = act::act(&mut b, text);
            }
        }
        again.deeds(&mut a)?;
        if let Some(mismatch) = again.mismatch {
            return Ok(Some(of_build(mismatch)));
        }
        if let Some(difference) = apart(&a, &b, Cause::Edit) {
            return Ok(Some(difference));
        }
        if a.ticks() >= recording.ticks {
            return Ok(None);
        }
        let input = recording.script.at(a.ticks() + 1);
        a.tick(&input);
        b.tick(&input);
    }
}

/// The recorded texts run in another way than they did.
fn of_build(mismatch: Mismatch) -> Difference {
    Difference {
        tick: mismatch.tick,
        path: String::new(),
        what: "hash",
        name: String::new(),
        recorded: mismatch.recorded,
        found: mismatch.found,
        cause: Cause::Build,
    }
}

/// The first instance, the oldest first, in which two stages differ, for this cause.
pub(crate) fn apart(a: &Stage, b: &Stage, cause: Cause) -> Option<Difference> {
    if a.hash() == b.hash() {
        return None;
    }
    let (mut ours, mut theirs) = (a.instances(), b.instances());
    loop {
        let found = match (ours.next(), theirs.next()) {
            (None, None) => return None,
            (Some(i), None) => {
                (i.path, "instance", String::new(), "lives".into(), "is not there".into())
            }
            (None, Some(j)) => {
                (j.path, "instance", String::new(), "is not there".into(), "lives".into())
            }
            (Some(i), Some(j)) => match between(&i, &j) {
                Some((what, name, recorded, found)) => (i.path, what, name, recorded, found),
                None => continue,
            },
        };
        let (path, what, name, recorded, found) = found;
        let tick = a.ticks();
        return Some(Difference { tick, path, what, name, recorded, found, cause });
    }
}

type Apart = (&'static str, String, String, String);

fn between(a: &Instance, b: &Instance) -> Option<Apart> {
    let none = String::new;
    if a.path != b.path {
        return Some((
            "instance",
            none(),
            "lives".to_owned(),
            format!("`{}` stands there", b.path),
        ));
    }
    if a.character != b.character {
        return Some(("character", none(), a.character.clone(), b.character.clone()));
    }
    if a.parent != b.parent {
        let shown = |p: &Option<String>| p.clone().unwrap_or_else(|| "nobody".to_owned());
        return Some(("parent", none(), shown(&a.parent), shown(&b.parent)));
    }
    named("state", &a.states, &b.states)
        .or_else(|| named("value", &a.vars, &b.vars))
        .or_else(|| pose(a, b))
}

/// The first of two lists of names and values that is not the same.
fn named<T: PartialEq + std::fmt::Display>(
    what: &'static str,
    a: &[(String, T)],
    b: &[(String, T)],
) -> Option<Apart> {
    let of = |list: &[(String, T)], name: &str| {
        let found = list.iter().find(|(n, _)| n == name);
        found.map_or("is not there".to_owned(), |(_, v)| v.to_string())
    };
    let both = a.iter().chain(b.iter().filter(|(n, _)| !a.iter().any(|(m, _)| m == n)));
    both.map(|(name, _)| (name, of(a, name), of(b, name)))
        .find(|(_, x, y)| x != y)
        .map(|(name, x, y)| (what, name.clone(), x, y))
}

fn pose(a: &Instance, b: &Instance) -> Option<Apart> {
    let numbers = |v: &[f32]| v.iter().map(f32::to_string).collect::<Vec<_>>().join(" ");
    let parts: [(&str, &[f32], &[f32]); 3] = [
        ("position", &a.position, &b.position),
        ("rotation", &a.rotation, &b.rotation),
        ("scale", &a.scale, &b.scale),
    ];
    let part = parts.into_iter().find(|(_, x, y)| x != y);
    let part = part.map(|(name, x, y)| ("pose", name.to_owned(), numbers(x), numbers(y)));
    let visible = || {
        let (x, y) = (a.visible.to_string(), b.visible.to_string());
        (a.visible != b.visible).then(|| ("visible", String::new(), x, y))
    };
    let colour = || {
        let (x, y) = (format!("#{:08x}", a.colour), format!("#{:08x}", b.colour));
        (a.colour != b.colour).then(|| ("colour", String::new(), x, y))
    };
    part.or_else(visible).or_else(colour)
}
