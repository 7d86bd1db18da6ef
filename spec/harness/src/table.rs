//! `trace` fences: a table with a line for each tick.
//!
//! In: a scene and the options of the fence. Out: the table as text. Without `show` it has every
//! state and variable, and of the poses what changes; events stand at the end of a line.

use std::collections::BTreeMap;

use islay::session::script::{Script, key_of};
use islay::session::trace::{column, event_text};
use islay::{Button, Config, EventKind, Host, Input, Scene, Stage};

use crate::host::offered;
use crate::markdown::{Block, Word};

/// Pose values that are shown where they change.
const POSE: [&str; 6] = ["x", "y", "z", "heading", "pitch", "roll"];

/// What a fence asks for.
#[derive(Default)]
struct Request {
    ticks: u64,
    script: Script,
    seed: Option<u64>,
    show: Option<Vec<String>>,
    hidden_events: bool,
    host: Host,
}

/// The table that the fence asks for.
pub fn table(scene: &Scene, block: &Block) -> Result<String, String> {
    let mut request = Request { ticks: 1, ..Request::default() };
    for word in &block.options {
        request.word(word)?;
    }
    let (columns, cells, events) = request.run(scene);
    Ok(laid_out(&columns, &cells, &events))
}

impl Request {
    fn word(&mut self, Word { name, value }: &Word) -> Result<(), String> {
        match name.as_str() {
            "ticks" => self.ticks = number(value)?,
            "seed" => self.seed = Some(number(value)?),
            "hold" => self.script.hold(value.parse()?),
            "show" => self.show = Some(value.split(',').map(str::to_owned).collect()),
            "host" if value == "yes" => self.host = offered(),
            "events" => self.hidden_events = value == "no",
            "press" => self.at(value, |key, input| Ok(input.press(key_of(key)?)))?,
            "release" => self.at(value, |key, input| Ok(input.release(key_of(key)?)))?,
            "click" => self.at(value, |path, input| Ok(input.click(path, Button::Left)))?,
            "rightclick" => self.at(value, |path, input| Ok(input.click(path, Button::Right)))?,
            "hover" => self.at(value, |path, input| Ok(input.hover(path)))?,
            "send" => self.at(value, send)?,
            _ => return Err(format!("a trace has no option `{name}`")),
        }
        Ok(())
    }

    /// `WHAT@TICK`
    fn at(
        &mut self,
        value: &str,
        input: impl FnOnce(&str, Input) -> Result<Input, String>,
    ) -> Result<(), String> {
        let (what, tick) = value.rsplit_once('@').ok_or(format!("`{value}` is not WHAT@TICK"))?;
        self.script.add(number(tick)?, input(what, Input::new())?);
        Ok(())
    }

    /// Columns, a line of cells for each tick, and the events of each tick.
    fn run(&self, scene: &Scene) -> (Vec<String>, Vec<Vec<String>>, Vec<String>) {
        let host = self.host.clone();
        let config = Config { seed: self.seed, observe: true, host, ..Config::default() };
        let mut stage = Stage::new(scene, config);
        let mut columns = Columns::new(self.show.clone());
        let (mut ticks, mut events) = (Vec::new(), Vec::new());
        for tick in 1..=self.ticks {
            stage.tick(&self.script.at(tick));
            ticks.push(columns.read(&stage));
            events.push(if self.hidden_events { String::new() } else { happened(&stage) });
            if stage.finished() {
                break;
            }
        }
        let names = columns.kept(&ticks);
        let cell =
            |t: &BTreeMap<String, String>, n: &String| t.get(n).cloned().unwrap_or("-".into());
        let cells = ticks.iter().map(|t| names.iter().map(|n| cell(t, n)).collect()).collect();
        (names, cells, events)
    }
}

/// `go`, `go(2)`, `go(2)>Hero`
fn send(what: &str, input: Input) -> Result<Input, String> {
    let (message, to) = what.split_once('>').unwrap_or((what, "all"));
    let Some((message, value)) = message.strip_suffix(')').and_then(|m| m.split_once('(')) else {
        return Ok(input.send(message, 0.0, to));
    };
    let value = value.parse().map_err(|_| format!("`{value}` is no number"))?;
    Ok(input.send(message, value, to))
}

fn number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| format!("`{text}` is no number"))
}

/// Events of the last tick but for transitions, which the states show.
fn happened(stage: &Stage) -> String {
    let events = stage.events().iter().filter(|e| !matches!(e.kind, EventKind::Transition { .. }));
    events.map(event_text).collect::<Vec<_>>().join("; ")
}

/// The columns of a table, which come up as instances do.
struct Columns {
    names: Vec<String>,
    /// Given by `show`: none is added or left out.
    fixed: bool,
}

impl Columns {
    fn new(show: Option<Vec<String>>) -> Self {
        Self { fixed: show.is_some(), names: show.unwrap_or_default() }
    }

    fn read(&mut self, stage: &Stage) -> BTreeMap<String, String> {
        if !self.fixed {
            self.discover(stage);
        }
        self.names.iter().map(|n| (n.clone(), column(stage, n))).collect()
    }

    fn discover(&mut self, stage: &Stage) {
        for i in stage.instances() {
            let states = i.states.iter().map(|(d, _)| d.as_str());
            let vars = i.vars.iter().map(|(v, _)| v.as_str());
            for name in states.chain(vars).chain(POSE) {
                let name = format!("{}.{name}", i.path);
                if !self.names.contains(&name) {
                    self.names.push(name);
                }
            }
        }
    }

    /// Without pose values that stay as they are; where nothing is left, with all positions.
    fn kept(&self, ticks: &[BTreeMap<String, String>]) -> Vec<String> {
        let changes = |name: &String| {
            let mut cells = ticks.iter().filter_map(|t| t.get(name)).filter(|c| *c != "-");
            let first = cells.next();
            cells.any(|c| Some(c) != first)
        };
        let pose = |name: &String| POSE.iter().any(|p| name.ends_with(&format!(".{p}")));
        let keep = |n: &&String| self.fixed || !pose(n) || changes(n);
        let kept: Vec<String> = self.names.iter().filter(keep).cloned().collect();
        if !kept.is_empty() {
            return kept;
        }
        let position = |n: &&String| [".x", ".y", ".z"].iter().any(|axis| n.ends_with(axis));
        self.names.iter().filter(position).cloned().collect()
    }
}

fn laid_out(columns: &[String], cells: &[Vec<String>], events: &[String]) -> String {
    let with_events = events.iter().any(|e| !e.is_empty());
    let mut rows = vec![vec!["tick".to_owned()]];
    rows[0].extend(columns.iter().cloned());
    if with_events {
        rows[0].push("events".to_owned());
    }
    for (n, (cells, event)) in cells.iter().zip(events).enumerate() {
        let mut row = vec![(n + 1).to_string()];
        row.extend(cells.iter().cloned());
        if with_events {
            row.push(event.clone());
        }
        rows.push(row);
    }
    let width = |c: usize| rows.iter().map(|r| r[c].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..rows[0].len()).map(width).collect();
    rows.iter().map(|row| padded(row, &widths)).collect()
}

fn padded(row: &[String], widths: &[usize]) -> String {
    let cells = row.iter().zip(widths).map(|(cell, width)| format!("{cell:width$}"));
    format!("{}\n", cells.collect::<Vec<_>>().join(" | ").trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_as_wide_as_its_cells() {
        let text = laid_out(
            &["C.n".into()],
            &[vec!["1".into()], vec!["100".into()]],
            &["".into(), "x".into()],
        );
        assert_eq!(text, "tick | C.n | events\n1    | 1   |\n2    | 100 | x\n");
    }
}
