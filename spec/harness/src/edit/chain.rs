//! Many edits of one scene, one after the other, while it runs.
//!
//! In: a scene file of this repository, how many edits, a seed. Out: how many of which kind there
//! were, or the first that broke a promise, with its text. A text that does not check changes
//! nothing; one that does is taken, and who is not touched by it is as before. Now and then the
//! text of the file is taken again.

use std::time::{Duration, Instant};

use islay::{Button, Config, Files, Input, Key, Limits, ReloadReport, Scene, Stage};

use super::affected::Affected;
use super::seen::{Sight, sight};
use super::words::renamed;
use super::{Edit, Promise, edited};
use crate::generate::Dice;
use crate::tree;

/// More than this many are not made.
const CROWD: u32 = 20_000;
/// So many edits in a row start from the file again.
const ROW: usize = 25;
const KEYS: [&str; 9] = ["Left", "Right", "Up", "Down", "Space", "W", "S", "Enter", "A"];

/// What a chain of edits was.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// All.
    pub edits: usize,
    /// Those that did not check.
    pub invalid: usize,
    /// Comments, spaces, layout.
    pub nothing: usize,
    /// Names with `was`, where nothing else changed.
    pub renamed: usize,
    /// Instances that an edit spared, and that were compared.
    pub spared: usize,
    /// Returns to the text of the file.
    pub returns: usize,
    /// Time in which texts were read and compiled.
    pub compiling: Duration,
    /// Time in which programs were taken.
    pub taking: Duration,
}

/// Takes so many random edits; which one broke a promise, and which.
pub fn chain(path: &str, n: usize, seed: u64) -> Result<Tally, String> {
    let mut chain = Chain::new(path, seed)?;
    for number in 0..n {
        let told = Telling(format!("{path}, seed {seed}, edit {number}"));
        let result = if number % ROW == ROW - 1 { chain.come_back() } else { chain.step() };
        result.map_err(|fault| format!("{}: {fault}", told.0))?;
    }
    Ok(chain.tally)
}

/// Says where it was when something panics.
struct Telling(String);

impl Drop for Telling {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{}", self.0);
        }
    }
}

struct Chain {
    name: String,
    files: Files,
    original: String,
    text: String,
    stage: Stage,
    dice: Dice,
    tally: Tally,
}

impl Chain {
    fn new(path: &str, seed: u64) -> Result<Self, String> {
        let file = tree::root().join(path);
        let text = std::fs::read_to_string(&file).map_err(|e| e.to_string())?;
        let files = Files::new(file.parent().unwrap_or(&file));
        let name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let scene = Scene::from_text_in(&name, &text, &files).map_err(|e| e.to_string())?;
        let limits = Limits { instances: CROWD, ..Limits::default() };
        let stage = Stage::new(&scene, Config { limits, ..Config::default() });
        let (original, dice, tally) = (text.clone(), Dice::new(seed), Tally::default());
        Ok(Chain { name, files, original, text, stage, dice, tally })
    }

    fn step(&mut self) -> Result<(), String> {
        self.run();
        let edit = edited(&self.text, &mut self.dice);
        self.take(&edit).map_err(|fault| {
            let Edit { what, promise, text } = &edit;
            let lines = crate::diff::lines(&self.text, text);
            let changed: Vec<&str> = lines.lines().filter(|l| !l.starts_with("  ")).collect();
            format!("{what} ({promise:?}): {fault}\n{}", changed.join("\n"))
        })
    }

    /// The text of the file again.
    fn come_back(&mut self) -> Result<(), String> {
        self.run();
        self.tally.returns += 1;
        let edit = Edit::new("the text of the file", self.original.clone());
        self.take(&edit)?;
        if self.text != self.original {
            return Err("the text of the file does not check any more".to_owned());
        }
        Ok(())
    }

    /// Some ticks with random keys.
    fn run(&mut self) {
        for _ in 0..self.dice.below(5) {
            let key = Key::parse(self.dice.pick(&KEYS)).unwrap_or(Key::SPACE);
            let input = match self.dice.below(8) {
                0..=2 => Input::new().press(key),
                3 | 4 => Input::new().release(key),
                5 => match self.stage.instances().nth(self.dice.below(12)) {
                    Some(one) => Input::new().click(&one.path, Button::Left),
                    None => Input::new(),
                },
                _ => Input::new(),
            };
            self.stage.tick(&input);
        }
    }

    fn take(&mut self, edit: &Edit) -> Result<(), String> {
        self.tally.edits += 1;
        let hash = self.stage.hash();
        let start = Instant::now();
        let scene = Scene::from_text_in(&self.name, &edit.text, &self.files);
        self.tally.compiling += start.elapsed();
        match scene {
            Ok(scene) => {
                let before = sight(&self.stage);
                let start = Instant::now();
                let report = self.stage.reload(&scene);
                self.tally.taking += start.elapsed();
                self.judge(edit, hash, &before, &report)?;
                self.text.clone_from(&edit.text);
                Ok(())
            }
            Err(_) if edit.promise == Promise::Nothing => Err("it does not check".to_owned()),
            Err(_) if self.stage.hash() != hash => Err("a broken text changed the hash".to_owned()),
            Err(_) => {
                self.tally.invalid += 1;
                Ok(())
            }
        }
    }

    fn judge(
        &mut self,
        edit: &Edit,
        hash: u64,
        before: &Sight,
        report: &ReloadReport,
    ) -> Result<(), String> {
        let now = sight(&self.stage);
        if report.kept + report.removed.len() != before.len() {
            return Err(format!("{} lived before: {report:?}", before.len()));
        }
        let silent = report.moved.is_empty() && report.reset.is_empty() && report.dropped == 0;
        let all_kept = report.spawned.is_empty() && report.removed.is_empty() && silent;
        match &edit.promise {
            Promise::Nothing => {
                self.tally.nothing += 1;
                if self.stage.hash() != hash {
                    return Err(format!("the hash is another: {}", first_of(before, &now)));
                }
                if !all_kept {
                    return Err(format!("something is said: {report:?}"));
                }
            }
            Promise::Renamed { from, to } => {
                self.tally.renamed += 1;
                if !all_kept {
                    return Err(format!("something is said: {report:?}"));
                }
                same_but_renamed(before, &now, from, to)?;
            }
            Promise::Some => self.spared(edit, before, &now)?,
        }
        self.whole()
    }

    /// Who is not touched is as before.
    fn spared(&mut self, edit: &Edit, before: &Sight, now: &Sight) -> Result<(), String> {
        let affected = Affected::between(&self.text, &edit.text);
        let class = |path: &str| before.get(path).map(|one| one.class.as_str());
        for (path, was) in before {
            let above = was.parent.as_ref().is_none_or(|parent| affected.spares(parent, class));
            if !above || !affected.spares(path, class) {
                continue;
            }
            self.tally.spared += 1;
            match now.get(path) {
                None => return Err(format!("`{path}` is gone")),
                Some(is) if is.line != was.line => {
                    return Err(format!("it touched\n{}\n{}", was.line, is.line));
                }
                Some(_) => {}
            }
        }
        Ok(())
    }

    /// What there is now can be put back and drawn.
    fn whole(&mut self) -> Result<(), String> {
        if !self.dice.percent(10) {
            return Ok(());
        }
        let mut other = Stage::new(self.stage.scene(), Config::default());
        other.restore(&self.stage.snapshot()).map_err(|e| e.to_string())?;
        if other.hash() != self.stage.hash() {
            return Err("a snapshot that is put back has another hash".to_owned());
        }
        self.stage.frame(0.5);
        Ok(())
    }
}

fn same_but_renamed(before: &Sight, now: &Sight, from: &str, to: &str) -> Result<(), String> {
    let sorted = |mut lines: Vec<String>| {
        lines.sort();
        lines
    };
    let line = |one: &super::seen::Seen| format!("{}{}", one.line, one.means);
    let was = sorted(before.values().map(|one| renamed(&line(one), from, to)).collect());
    let is = sorted(now.values().map(line).collect());
    match was.iter().zip(&is).find(|(a, b)| a != b) {
        Some((a, b)) => Err(format!("it changed\n{a}\n{b}")),
        None => Ok(()),
    }
}

fn first_of(before: &Sight, now: &Sight) -> String {
    let differs =
        before.iter().find(|(path, was)| now.get(*path).map(|is| &is.line) != Some(&was.line));
    differs.map_or("nothing that is seen".to_owned(), |(path, was)| {
        format!("{}\n{:?}", was.line, now.get(path).map(|is| &is.line))
    })
}
