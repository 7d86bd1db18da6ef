//! Inputs by tick: held keys and lines of an input file.
//!
//! In: `KEY@FROM..TO` and JSON lines such as `{"tick":3,"press":"Left"}`. Out: a [`Script`] that
//! says what happens before each tick. It refuses unknown keys, fields and ticks before 1.

use std::collections::BTreeMap;

use islay_vm::key::Key;
use islay_vm::program::Button;
use serde::Deserialize;

use super::suggest;
use crate::{Error, Input};

/// What happens before each tick.
#[derive(Clone, Debug, Default)]
pub struct Script {
    ticks: BTreeMap<u64, Input>,
    holds: Vec<Hold>,
}

/// A key held in ticks `from` to `to`, both counted, the first tick being 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hold {
    /// Which key.
    pub key: Key,
    /// First tick.
    pub from: u64,
    /// Last tick.
    pub to: u64,
}

impl Script {
    /// Nothing ever happens.
    pub fn new() -> Self {
        Self::default()
    }

    /// Holds a key too.
    pub fn hold(&mut self, hold: Hold) {
        self.holds.push(hold);
    }

    /// Adds what happens before a tick, after what is there.
    pub fn add(&mut self, tick: u64, input: Input) {
        let there = self.ticks.remove(&tick).unwrap_or_default();
        self.ticks.insert(tick, there.and(input));
    }

    /// What happens before this tick: held keys first.
    pub fn at(&self, tick: u64) -> Input {
        let held = self.holds.iter().filter(|h| (h.from..=h.to).contains(&tick));
        let input = held.fold(Input::new(), |input, h| input.hold(h.key));
        match self.ticks.get(&tick) {
            Some(more) => input.and(more.clone()),
            None => input,
        }
    }

    /// The last tick for which something is written.
    pub fn last_tick(&self) -> u64 {
        let holds = self.holds.iter().map(|h| h.to);
        holds.chain(self.ticks.keys().next_back().copied()).max().unwrap_or(0)
    }

    /// Reads JSON lines; empty lines are passed over.
    pub fn lines(&mut self, file: &str, text: &str) -> Result<(), Error> {
        for (at, line) in text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty()) {
            let refuse = |reason| Error::Input { file: file.to_owned(), line: at + 1, reason };
            if !line.trim_start().starts_with('{') {
                return Err(refuse(
                    "a line is an object, as in {\"tick\":3,\"press\":\"Left\"}".to_owned(),
                ));
            }
            self.line(file, at + 1, line)?;
        }
        Ok(())
    }

    /// Reads one JSON object, which stands in this line.
    pub(super) fn line(&mut self, file: &str, at: usize, object: &str) -> Result<(), Error> {
        let refuse = |reason| Error::Input { file: file.to_owned(), line: at, reason };
        let line: Line = serde_json::from_str(object).map_err(|e| refuse(said(&e)))?;
        self.add(line.tick.max(1), line.input().map_err(refuse)?);
        Ok(())
    }
}

/// The message of a JSON error without its place (a line stands alone).
fn said(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let text = text.split(" at line ").next().unwrap_or(&text);
    let text = text.replace("expected u64", "expected a whole number");
    text.replace("expected f32", "expected a number").replace("EOF while", "the line ends while")
}

impl std::str::FromStr for Hold {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wanted = || format!("`{text}` is not KEY@FROM..TO, as in Left@1..10");
        let (key, ticks) = text.split_once('@').ok_or_else(wanted)?;
        let (from, to) = match ticks.split_once("..") {
            Some((from, to)) => (from, to.strip_prefix('=').unwrap_or(to)),
            None => (ticks, ticks),
        };
        let number = |t: &str| t.parse::<u64>().map_err(|_| wanted());
        let (from, to) = (number(from)?, number(to)?);
        if from == 0 || to < from {
            return Err(format!("`{text}` holds in no tick: ticks count from 1, FROM first"));
        }
        Ok(Hold { key: key_of(key)?, from, to })
    }
}

/// The key of a name.
pub fn key_of(name: &str) -> Result<Key, String> {
    Key::parse(name).ok_or_else(|| {
        let names: Vec<String> = Key::names().collect();
        let near = suggest::nearest(name, names.iter().map(String::as_str));
        let near = near.map(|n| format!(", did you mean `{n}`?")).unwrap_or_default();
        format!("no key is called `{name}`{near}")
    })
}

/// A line of an input file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    tick: u64,
    press: Option<String>,
    release: Option<String>,
    click: Option<String>,
    button: Option<String>,
    hover: Option<String>,
    set: Option<String>,
    send: Option<String>,
    value: Option<f32>,
    to: Option<String>,
}

impl Line {
    fn input(self) -> Result<Input, String> {
        if self.tick == 0 {
            return Err("ticks count from 1".to_owned());
        }
        let verbs = [&self.press, &self.release, &self.click, &self.hover, &self.set, &self.send];
        if verbs.iter().filter(|v| v.is_some()).count() != 1 {
            return Err("a line has one of `press release click hover set send`".to_owned());
        }
        if self.value.is_some() && self.send.is_none() && self.set.is_none() {
            return Err("`value` belongs to `send` or `set`".to_owned());
        }
        if self.to.is_some() && self.send.is_none() {
            return Err("`to` belongs to `send`".to_owned());
        }
        if self.button.is_some() && self.click.is_none() {
            return Err("`button` belongs to `click`".to_owned());
        }
        self.event()
    }

    fn event(self) -> Result<Input, String> {
        let input = Input::new();
        if let Some(key) = self.press {
            return Ok(input.press(key_of(&key)?));
        }
        if let Some(key) = self.release {
            return Ok(input.release(key_of(&key)?));
        }
        if let Some(path) = self.click {
            let button = button(self.button.as_deref().unwrap_or("left"))?;
            return Ok(if path.is_empty() {
                input.click_nothing(button)
            } else {
                input.click(&path, button)
            });
        }
        if let Some(path) = self.hover {
            return Ok(if path.is_empty() { input.hover_nothing() } else { input.hover(&path) });
        }
        if let Some(message) = self.send {
            let to = self.to.as_deref().unwrap_or("all");
            return Ok(input.send(&message, self.value.unwrap_or(0.0), to));
        }
        let name = self.set.unwrap_or_default();
        let value = self.value.ok_or("`set` has a `value`")?;
        Ok(input.set(&name, value))
    }
}

fn button(name: &str) -> Result<Button, String> {
    match name {
        "left" => Ok(Button::Left),
        "right" => Ok(Button::Right),
        "middle" => Ok(Button::Middle),
        _ => Err(format!("no button is called `{name}`: there are `left right middle`")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_held_key_is_held_in_both_ends() {
        let mut script = Script::new();
        script.hold("Left@2..3".parse().unwrap());
        let held = Input::new().hold(Key::LEFT);
        assert_eq!([1, 2, 3, 4].map(|t| script.at(t) == held), [false, true, true, false]);
        assert_eq!(script.last_tick(), 3);
    }

    #[test]
    fn what_is_no_hold_says_why() {
        for (text, why) in [
            ("Left", "KEY@FROM..TO"),
            ("Left@0..3", "count from 1"),
            ("Left@5..3", "no tick"),
            ("Lefft@1..3", "did you mean `Left`"),
        ] {
            assert!(text.parse::<Hold>().unwrap_err().contains(why), "{text}");
        }
    }

    #[test]
    fn lines_are_inputs() {
        let mut script = Script::new();
        let text = "{\"tick\":3,\"press\":\"Left\"}\n\n{\"tick\":3,\"send\":\"go\",\"value\":1,\"to\":\"Hero\"}\n";
        script.lines("f", text).unwrap();
        assert_eq!(script.at(3), Input::new().press(Key::LEFT).send("go", 1.0, "Hero"));
    }

    #[test]
    fn a_bad_line_is_named() {
        for (line, why) in [
            ("{", "the line ends while"),
            ("[]", "a line is an object"),
            ("{\"tick\":1.5,\"press\":\"Left\"}", "expected a whole number"),
            ("{\"tick\":0,\"press\":\"Left\"}", "from 1"),
            ("{\"tick\":1}", "one of"),
            ("{\"tick\":1,\"press\":\"Left\",\"to\":\"x\"}", "belongs to `send`"),
            ("{\"tick\":1,\"click\":\"A\",\"button\":\"up\"}", "no button"),
            ("{\"tick\":1,\"jump\":\"A\"}", "unknown field"),
        ] {
            let text = format!("\n{line}\n");
            let said = Script::new().lines("f", &text).unwrap_err().to_string();
            assert!(said.starts_with("f:2: ") && said.contains(why), "{said}");
        }
    }
}
