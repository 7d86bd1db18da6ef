//! Entries that are no commands: what they are, and what is done.
//!
//! In: an entry. Out: what it answers. It is tried, in this order, as members behind a path, as
//! items, as an expression, as steps of a test; the error that is shown is that of the reading that
//! got farthest.

use islay_lang::diagnostic::Diagnostic;
use islay_lang::source::{FileId, SourceFile};
use islay_lang::syntax::{ast, parse_expr, parse_steps};

use super::define::{self, Reading, Written};
use super::{Call, Done, ask, refuse, steps};
use crate::{Diagnostics, Error, Stage};

/// What an entry is.
#[derive(Debug)]
pub(super) enum Entry {
    /// Nothing.
    Empty,
    Definitions(Vec<Written>),
    Expression,
    Steps(Vec<ast::Step>),
}

/// Reads an entry and does what it says.
pub(super) fn read(call: &mut Call<'_>) -> Done {
    match understood(call.text, call.play.stage())? {
        Entry::Empty => Ok(String::new()),
        Entry::Definitions(list) => define::define(call, list),
        Entry::Expression => ask::answer(call),
        Entry::Steps(list) => steps::walk(call, &list),
    }
}

/// What an entry is; `Err` says why it is nothing.
fn understood(text: &str, stage: &Stage) -> Result<Entry, Error> {
    if let Some((path, behind)) = define::path_of(text) {
        let (whose, depth) = whose(&path, stage);
        return one(define::member(text, behind, &whose, depth), text).map(Entry::Definitions);
    }
    let items = define::read(text);
    if items.fits() && !items.read.is_empty() {
        return Ok(Entry::Definitions(items.read));
    }
    let (what, found) = parse_expr(text, FileId(0), 0);
    let expression = Reading { read: what, found };
    let acts = begins_actions(text, stage);
    if expression.fits() && expression.read.is_some() && !acts {
        return Ok(Entry::Expression);
    }
    let (list, found) = parse_steps(text, FileId(0));
    let steps = Reading { read: list, found };
    if acts && !steps.fits() {
        return Err(wrong(&steps.found, text));
    }
    match steps.fits() {
        true if steps.read.is_empty() => Ok(Entry::Empty),
        true => Ok(Entry::Steps(steps.read)),
        false => match belongs(text) {
            Some(help) => refuse(help),
            None => Err(farthest([items.found, expression.found, steps.found], text)),
        },
    }
}

/// Whether somebody stands before a `<`: what follows are actions, for nobody is less than another.
fn begins_actions(text: &str, stage: &Stage) -> bool {
    text.split_once('<').is_some_and(|(who, _)| stage.instance(who.trim()).is_some())
}

/// All definitions, or what is wrong with one.
fn one(reading: Reading<Vec<Written>>, text: &str) -> Result<Vec<Written>, Error> {
    match (reading.fits(), reading.read.is_empty()) {
        (false, _) => Err(wrong(&reading.found, text)),
        (true, true) => refuse("nothing stands behind the path: `Hero.Turn: state Left …`"),
        (true, false) => Ok(reading.read),
    }
}

/// The findings of the reading that got farthest; of two that got as far the later one.
fn farthest(readings: [Vec<Diagnostic>; 3], text: &str) -> Error {
    let readings = readings.map(|found| Reading { read: (), found });
    let best = readings.iter().max_by_key(|r| r.reach());
    wrong(best.map_or(&[], |r| &r.found), text)
}

fn wrong(found: &[Diagnostic], text: &str) -> Error {
    let file = SourceFile { name: "entry".into(), text: text.into() };
    Error::Scene(Diagnostics::new(found, &[file]).errors())
}

/// A member that stands alone: it must be said whose it is.
fn belongs(text: &str) -> Option<String> {
    let word = text.split(|c: char| !c.is_alphanumeric()).next()?;
    let whose = match word {
        "state" | "on" | "after" | "else" => "Hero.Turn",
        "var" | "part" | "shape" | "color" | "bounds" => "Hero",
        _ => return None,
    };
    Some(format!("it is not said whose this is: `{whose}: {word} …`"))
}

/// The character, diagram and states that a path means, and how many of them come behind the first:
/// it may begin with somebody who lives.
fn whose(path: &[String], stage: &Stage) -> (Vec<String>, usize) {
    let living = |n: usize| {
        let path = path.get(..n)?.join(".");
        Some((n, stage.instance(&path)?.character))
    };
    let is_character = path.first().is_some_and(|name| define::is_written(stage.scene(), name));
    let found = (1..=path.len()).rev().find_map(living).filter(|(n, _)| *n > 1 || !is_character);
    let mut whose = path.to_vec();
    if let Some((n, character)) = found {
        whose.splice(..n, [character]);
    }
    plain(&mut whose, stage);
    let diagram = whose.first().is_some_and(|name| define::is_diagram(stage.scene(), name));
    let depth = whose.len() - 1 + usize::from(diagram);
    (whose, depth)
}

/// Takes the prefix of a used file away: in its own text a character has its plain name.
fn plain(whose: &mut Vec<String>, stage: &Stage) {
    if let Some(first) = whose.first_mut()
        && let Some((_, name)) = first.rsplit_once('.')
    {
        *first = name.to_owned();
    }
    let written = |at: usize| whose.get(at).is_some_and(|n| define::is_written(stage.scene(), n));
    if !written(0) && written(1) {
        whose.remove(0);
    }
}
