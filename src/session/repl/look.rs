//! Looking: who lives, in which states, with what values.
//!
//! In: a stage. Out: lines, at most so many. It changes nothing but who is selected.

use super::{Call, Done, ask, count, refuse};
use crate::path::lies_in;
use crate::report::escape;
use crate::session::suggest;
use crate::{Error, Instance, Stage};

/// Longer answers are cut, with a count.
const LINES: usize = 200;

/// `:tree`, `:tree PATH`
pub(super) fn tree(call: &mut Call<'_>) -> Done {
    let stage = call.play.stage();
    let mut lines = Lines::default();
    let root = if call.text.is_empty() { None } else { Some(one(stage, call.text)?.path) };
    for instance in stage.instances().filter(|i| below(root.as_deref(), i)) {
        let depth = depth(&instance.path) - root.as_deref().map_or(0, depth);
        let name =
            instance.path.rsplit('.').next().filter(|_| depth > 0 && !instance.path.contains('`'));
        let name = name.unwrap_or(&instance.path);
        let of = match *instance.character == *name {
            true => String::new(),
            false => format!("  {}", escape(&instance.character)),
        };
        let hidden = if instance.visible { "" } else { "  (hidden)" };
        lines.push(|| format!("{}{}{of}{hidden}", "  ".repeat(depth), escape(name)));
    }
    Ok(lines.told("nobody lives", "instance"))
}

fn depth(path: &str) -> usize {
    let (mut quoted, mut dots) = (false, 0);
    for c in path.chars() {
        match c {
            '`' => quoted = !quoted,
            '.' if !quoted => dots += 1,
            _ => {}
        }
    }
    dots
}

fn below(root: Option<&str>, instance: &Instance) -> bool {
    root.is_none_or(|root| lies_in(&instance.path, root))
}

/// `:where`, `:where PATH`: the states of all.
pub(super) fn states(call: &mut Call<'_>) -> Done {
    let mut lines = Lines::default();
    for instance in chosen(call)?.filter(|i| !i.states.is_empty()) {
        lines.push(|| {
            let states = instance.states.iter();
            let states = states.map(|(d, s)| format!("{}: {}", escape(d), escape(s)));
            format!("{}  {}", escape(&instance.path), states.collect::<Vec<_>>().join(", "))
        });
    }
    Ok(lines.told("nobody has diagrams", "instance"))
}

/// `:vars`, `:vars PATH`: of the selected one, of another, or of all.
pub(super) fn vars(call: &mut Call<'_>) -> Done {
    let selected = call.play.selected().map(str::to_owned);
    let text = if call.text.is_empty() { selected } else { Some(call.text.to_owned()) };
    if let Some(path) = text {
        return one(call.play.stage(), &path).map(|i| values(&i));
    }
    let mut lines = Lines::default();
    for instance in call.play.stage().instances().filter(|i| !i.vars.is_empty()) {
        lines.push(|| {
            let vars = instance.vars.iter();
            let vars = vars.map(|(name, v)| format!("{} = {}", escape(name), ask::shown(v)));
            format!("{}  {}", escape(&instance.path), vars.collect::<Vec<_>>().join(", "))
        });
    }
    Ok(lines.told("nobody has variables", "instance"))
}

/// All values of one, a line each.
fn values(instance: &Instance) -> String {
    let three = |v: [f32; 3]| v.map(|n| ask::shown(&n.into())).join(" ");
    let [pitch, heading, roll] = instance.angles();
    let mut lines: Vec<String> = Vec::new();
    let vars = instance.vars.iter();
    lines.extend(vars.map(|(name, v)| format!("{} = {}", escape(name), ask::shown(v))));
    lines.push(format!("x y z = {}", three(instance.position)));
    lines.push(format!("heading pitch roll = {}", three([heading, pitch, roll])));
    if instance.scale != [1.0; 3] {
        lines.push(format!("scale = {}", three(instance.scale)));
    }
    lines.join("\n")
}

/// Those that a path chooses, it and its parts; without one, all.
fn chosen<'c>(call: &'c Call<'_>) -> Result<impl Iterator<Item = Instance> + 'c, Error> {
    let stage = call.play.stage();
    let root = match call.text.is_empty() {
        true => None,
        false => Some(one(stage, call.text)?.path),
    };
    Ok(stage.instances().filter(move |i| below(root.as_deref(), i)))
}

/// `:select PATH`, `:select`
pub(super) fn select(call: &mut Call<'_>) -> Done {
    let id = match call.text {
        "" | "nobody" => None,
        path => Some(one(call.play.stage(), path)?.id),
    };
    call.play.select(id);
    Ok(match call.play.selected() {
        Some(path) => format!("{} is selected", escape(path)),
        None => "nobody is selected".to_owned(),
    })
}

/// The living instance of a path.
pub(super) fn one(stage: &Stage, path: &str) -> Result<Instance, Error> {
    if let Some(found) = stage.instance(path) {
        return Ok(found);
    }
    let paths: Vec<String> = stage.instances().map(|i| i.path).take(10_000).collect();
    let near = suggest::nearest(path, paths.iter().map(String::as_str));
    let near = near.map(|near| format!(": did you mean `{}`?", escape(near)));
    refuse(format!("no living instance is called `{}`{}", escape(path), near.unwrap_or_default()))
}

/// Lines, as many as are read, and a count of the rest.
#[derive(Default)]
pub(super) struct Lines {
    shown: Vec<String>,
    all: usize,
}

impl Lines {
    /// One more, made only if it is shown.
    pub fn push(&mut self, line: impl FnOnce() -> String) {
        self.all += 1;
        if self.all <= LINES {
            self.shown.push(line());
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.all == 0
    }

    /// All of them, or what is said where there is none.
    pub fn told(mut self, none: &str, what: &str) -> String {
        if self.all == 0 {
            return none.to_owned();
        }
        if self.all > LINES {
            self.shown.push(format!("… and {} more", count(self.all - LINES, what)));
        }
        self.shown.join("\n")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_answers_are_cut_with_a_count() {
        let mut lines = Lines::default();
        (0..LINES + 9_800).for_each(|n| lines.push(|| n.to_string()));
        let told = lines.told("nobody", "instance");
        assert_eq!(told.lines().count(), LINES + 1);
        assert!(told.ends_with("… and 9800 instances more"), "{told}");
    }
}
