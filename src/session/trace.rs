//! Traces: what happened in a tick, as JSON for programs and as text for people.
//!
//! In: a stage after a tick. Out: lines. The JSON's field names are fixed, and its numbers read
//! back to the same `f32`; the text shows only what has changed since it was shown last.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use islay_vm::event::{EmitValue, Event, EventKind};
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};

use crate::report::escape;
use crate::{Instance, Stage, Value, path};

/// What of a tick is shown.
#[derive(Clone, Debug)]
pub struct Shown {
    /// Paths of the instances to show; a path that ends in `.*` stands for all below it too.
    /// None at all: everything.
    pub only: Vec<String>,
    /// Instances.
    pub instances: bool,
    /// Events.
    pub events: bool,
}

impl Shown {
    fn takes(&self, path: &str) -> bool {
        self.only.is_empty() || self.only.iter().any(|only| means(only, path))
    }

    /// Takes out of `names` those that mean an instance which lives now.
    pub fn strike_out_living(stage: &Stage, names: &mut Vec<String>) {
        if !names.is_empty() {
            names.retain(|only| !stage.instances().any(|i| means(only, &i.path)));
        }
    }

    fn instances(&self, stage: &Stage) -> Vec<Instance> {
        stage.instances().filter(|i| self.takes(&i.path)).collect()
    }
}

/// Whether a path of `--only` means this instance.
fn means(only: &str, path: &str) -> bool {
    let under = |of: &str| path.strip_prefix(of).is_some_and(|rest| rest.starts_with('.'));
    match only.strip_suffix(".*") {
        Some(of) => path == of || under(of),
        None => path == only,
    }
}

/// The tick as one JSON object, without a line break.
pub fn json(stage: &Stage, shown: &Shown) -> String {
    let instances = shown.instances(stage);
    let events = stage.events().iter().filter(|e| shown.takes(&e.path));
    let tick = Tick {
        tick: stage.ticks(),
        time: stage.time(),
        instances: shown.instances.then(|| instances.iter().map(JsonInstance::of).collect()),
        events: shown.events.then(|| events.map(JsonEvent::of).collect()),
        hash: format!("{:016x}", stage.hash()),
    };
    serde_json::to_string(&tick).unwrap_or_default()
}

#[derive(Serialize)]
struct Tick<'a> {
    tick: u64,
    time: f32,
    #[serde(skip_serializing_if = "Option::is_none")]
    instances: Option<Vec<JsonInstance<'a>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    events: Option<Vec<JsonEvent<'a>>>,
    hash: String,
}

#[derive(Serialize)]
struct JsonInstance<'a> {
    path: &'a str,
    id: u32,
    character: &'a str,
    parent: Option<&'a str>,
    states: InOrder<'a, String>,
    vars: InOrder<'a, Value>,
    position: [f32; 3],
    rotation: [f32; 4],
    scale: [f32; 3],
    world: [f32; 16],
    visible: bool,
}

impl<'a> JsonInstance<'a> {
    fn of(i: &'a Instance) -> Self {
        Self {
            path: &i.path,
            id: i.id,
            character: &i.character,
            parent: i.parent.as_deref(),
            states: InOrder(&i.states),
            vars: InOrder(&i.vars),
            position: i.position,
            rotation: i.rotation,
            scale: i.scale,
            world: i.world,
            visible: i.visible,
        }
    }
}

/// Pairs as an object whose keys keep their order.
struct InOrder<'a, T>(&'a [(String, T)]);

impl<T: Serialize> Serialize for InOrder<'_, T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (key, value) in self.0 {
            map.serialize_entry(key, value)?;
        }
        map.end()
    }
}

impl Serialize for Value {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Value::Number(n) => serializer.serialize_f32(*n),
            Value::Flag(b) => serializer.serialize_bool(*b),
            Value::Who(path) => path.serialize(serializer),
            Value::Colour(_) => serializer.collect_str(self),
        }
    }
}

#[derive(Serialize)]
struct JsonEvent<'a> {
    kind: &'static str,
    path: &'a str,
    #[serde(flatten)]
    facts: Facts<'a>,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Facts<'a> {
    Transition { diagram: &'a str, from: &'a str, to: &'a str },
    Message { message: &'a str, value: f32, sender: Option<&'a str> },
    Fork { by: Option<&'a str> },
    End {},
    Become { character: &'a str },
    Attach { to: Option<&'a str> },
    Contact { with: &'a str, began: bool },
    Log { text: &'a str },
    Emit { name: &'a str, args: Vec<Value> },
    Sound { file: &'a str },
    Trap { code: &'a str, message: &'a str, count: u32 },
}

impl<'a> JsonEvent<'a> {
    fn of(event: &'a Event) -> Self {
        Self { kind: kind(&event.kind), path: &event.path, facts: facts(&event.kind) }
    }
}

/// The word of an event.
pub fn kind(kind: &EventKind) -> &'static str {
    match kind {
        EventKind::Transition { .. } => "transition",
        EventKind::Message { .. } => "message",
        EventKind::Fork { .. } => "fork",
        EventKind::End => "end",
        EventKind::Become { .. } => "become",
        EventKind::Attach { .. } => "attach",
        EventKind::Contact { .. } => "contact",
        EventKind::Log { .. } => "log",
        EventKind::Emit { .. } => "emit",
        EventKind::Sound { .. } => "sound",
        EventKind::Trap { .. } => "trap",
    }
}

fn facts(kind: &EventKind) -> Facts<'_> {
    match kind {
        EventKind::Transition { diagram, from, to, .. } => Facts::Transition { diagram, from, to },
        EventKind::Message { message, value, sender } => {
            Facts::Message { message, value: *value, sender: sender.as_deref() }
        }
        EventKind::Fork { by } => Facts::Fork { by: by.as_deref() },
        EventKind::End => Facts::End {},
        EventKind::Become { character } => Facts::Become { character },
        EventKind::Attach { to } => Facts::Attach { to: to.as_deref() },
        EventKind::Contact { with, began } => Facts::Contact { with, began: *began },
        EventKind::Log { text } => Facts::Log { text },
        EventKind::Emit { name, args } => {
            Facts::Emit { name, args: args.iter().map(emitted).collect() }
        }
        EventKind::Sound { file } => Facts::Sound { file },
        EventKind::Trap { code, message, count } => Facts::Trap { code, message, count: *count },
    }
}

/// A text becomes a JSON text as a path does, so both are [`Value::Who`] here.
fn emitted(value: &EmitValue) -> Value {
    match value {
        EmitValue::Text(text) => Value::Who(Some(text.clone())),
        EmitValue::Number(n) => Value::Number(*n),
        EmitValue::Flag(b) => Value::Flag(*b),
        EmitValue::Who(path) => Value::Who(path.clone()),
        EmitValue::Colour(c) => Value::Colour(*c),
    }
}

/// An event in one line, without its path's instance being known.
pub fn event_text(event: &Event) -> String {
    let path = &event.path;
    let by = |who: &Option<String>| who.as_ref().map(|w| format!(" by {w}")).unwrap_or_default();
    escape(&match &event.kind {
        EventKind::Transition { diagram, from, to, .. } => {
            format!("{path}.{diagram}: {from} -> {to}")
        }
        EventKind::Message { message, value, sender } => {
            let from = sender.as_ref().map(|s| format!(" from {s}")).unwrap_or_default();
            format!("{path} hears {message}({}){from}", short(*value))
        }
        EventKind::Fork { by: who } => format!("{path} is forked{}", by(who)),
        EventKind::End => format!("{path} ends"),
        EventKind::Become { character } => format!("{path} becomes {character}"),
        EventKind::Attach { to: Some(to) } => format!("{path} is attached to {to}"),
        EventKind::Attach { to: None } => format!("{path} is let go"),
        EventKind::Contact { with, began: true } => format!("{path} touches {with}"),
        EventKind::Contact { with, began: false } => format!("{path} leaves {with}"),
        EventKind::Log { text } => format!("{path} logs: {text}"),
        EventKind::Emit { name, args } => {
            let args: Vec<String> = args.iter().map(|a| emitted(a).to_string()).collect();
            format!("{path} emits {name}({})", args.join(", "))
        }
        EventKind::Sound { file } => format!("{path} sounds {file}"),
        EventKind::Trap { code, message, count } => {
            let times = if *count > 1 { format!(" ({count} times)") } else { String::new() };
            format!("{path} traps: {code}: {message}{times}")
        }
    })
}

/// A trace for people.
#[derive(Debug, Default)]
pub struct Teller {
    last: BTreeMap<u32, String>,
}

impl Teller {
    /// The tick as lines; an instance is shown when its line differs from the last one shown.
    pub fn tell(&mut self, stage: &Stage, shown: &Shown) -> String {
        let mut out = format!("tick {}  {} s", stage.ticks(), short(stage.time()));
        if !shown.instances && !shown.events {
            let _ = write!(out, "  {:016x}", stage.hash());
        }
        out.push('\n');
        if shown.instances {
            self.instances(&mut out, shown.instances(stage));
        }
        let events = stage.events().iter().filter(|e| shown.events && shown.takes(&e.path));
        for event in events {
            let _ = writeln!(out, "  · {}", event_text(event));
        }
        out
    }

    fn instances(&mut self, out: &mut String, instances: Vec<Instance>) {
        let lines: BTreeMap<u32, String> =
            instances.iter().map(|i| (i.id, instance_text(i))).collect();
        for (id, line) in &lines {
            if self.last.get(id) != Some(line) {
                let _ = writeln!(out, "  {line}");
            }
        }
        self.last = lines;
    }
}

fn instance_text(i: &Instance) -> String {
    let mut out = i.path.clone();
    for (diagram, state) in &i.states {
        let _ = write!(out, "  {diagram}={state}");
    }
    for (name, value) in &i.vars {
        let _ = write!(out, "  {name}={}", shown(value));
    }
    let _ = write!(out, "  at {}", triple(i.position));
    let [pitch, heading, roll] = i.angles();
    match (short(pitch).as_str(), short(roll).as_str()) {
        ("0", "0") if short(heading) == "0" => {}
        ("0", "0") => {
            let _ = write!(out, "  heading {}", short(heading));
        }
        _ => {
            let _ = write!(out, "  turn {}", triple([pitch, heading, roll]));
        }
    }
    if i.scale != [1.0; 3] {
        let _ = write!(out, "  scale {}", triple(i.scale));
    }
    if !i.visible {
        out.push_str("  hidden");
    }
    escape(&out)
}

fn triple(v: [f32; 3]) -> String {
    v.map(short).join(" ")
}

/// A value, numbers rounded to three digits.
pub(crate) fn shown(value: &Value) -> String {
    match value {
        Value::Number(n) => short(*n),
        other => other.to_string(),
    }
}

/// A number rounded to three digits, without trailing zeros.
pub fn short(n: f32) -> String {
    rounded(n, 3)
}

/// The same rounded to so many digits.
pub(crate) fn rounded(n: f32, digits: usize) -> String {
    let text = format!("{:.digits$}", f64::from(n));
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

/// The value of a column of a table of ticks: an instance's `D` (a state), variable, pose value,
/// or `visible`, or `-` where nothing of the path lives.
pub fn column(stage: &Stage, column: &str) -> String {
    let state = stage.state(column);
    let value = || stage.get(column).as_ref().map(shown);
    let special = || {
        let (of, name) = path::split(column)?;
        let instance = stage.instance(of)?;
        match name.as_str() {
            "visible" => Some(instance.visible.to_string()),
            "colour" => Some(Value::Colour(instance.colour).to_string()),
            "parent" => Some(instance.parent.unwrap_or_else(|| "nobody".to_owned())),
            "character" => Some(instance.character),
            "position" => Some(triple(instance.position)),
            "scale" => Some(triple(instance.scale)),
            "world" => Some(triple(world_position(&instance))),
            _ => None,
        }
    };
    state.or_else(value).or_else(special).unwrap_or_else(|| "-".to_owned())
}

fn world_position(i: &Instance) -> [f32; 3] {
    let [.., x, y, z, _] = i.world;
    [x, y, z]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_numbers_have_no_trailing_zeros() {
        assert_eq!([1.0, -0.0001, 2.5, -50.0].map(short), ["1", "0", "2.5", "-50"]);
    }

    #[test]
    fn json_numbers_read_back_to_the_same_f32() {
        for bits in (0..0x7f80_0000u32).step_by(0x1_2345) {
            let n = f32::from_bits(bits);
            let text = serde_json::to_string(&n).unwrap();
            assert_eq!(text.parse::<f32>().unwrap(), n);
            assert_eq!(text.parse::<f64>().unwrap() as f32, n);
        }
    }

    #[test]
    fn a_path_with_a_star_takes_what_is_below() {
        let only =
            |only: &str| Shown { only: vec![only.to_owned()], instances: true, events: true };
        assert!(only("Hero").takes("Hero") && !only("Hero").takes("Hero.arm"));
        assert!(only("Hero.*").takes("Hero.arm") && !only("Hero.*").takes("Heroine"));
    }
}
