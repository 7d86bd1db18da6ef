//! The guide: what commands, the language and diagnostics are.
//!
//! In: a topic. Out: the section that is called so, those whose headings have it, or those that
//! speak of it. The texts are the guide, the reference and the pages of diagnostics, which are part
//! of the program.

use super::command::{self, COMMANDS, Command};
use super::look::Lines;
use super::{Call, Done, refuse};
use crate::session::{explain, suggest};

/// The guide and the chapters of the reference, by name.
static BOOKS: &[(&str, &str)] = include!(concat!(env!("OUT_DIR"), "/books.rs"));

/// So many headings are listed.
const LISTED: usize = 20;

/// So many of them beside a command.
const SEE_ALSO: usize = 5;

/// A heading and what stands below it, up to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Section {
    pub title: &'static str,
    text: &'static str,
}

/// `:help`, `:help TOPIC`
pub(super) fn help(call: &mut Call<'_>) -> Done {
    let topic = call.text;
    if topic.is_empty() {
        return Ok(overview());
    }
    if let Some(found) = command::find(topic.trim_start_matches(':')) {
        let more = sections().filter(|s| speaks_of(s.title, found.name)).take(SEE_ALSO);
        let more: String = more.map(|s| format!("\n  :help {}", s.title)).collect();
        return Ok(format!("{}{more}", line(found).trim_start()));
    }
    if let Some(page) = explain::page(topic) {
        return Ok(shown(page));
    }
    let exact = sections().find(|s| s.title.eq_ignore_ascii_case(topic));
    let found: Vec<Section> = match exact {
        Some(section) => vec![section],
        None => found_in(topic).collect(),
    };
    match found.as_slice() {
        [] => nothing(topic),
        [one] => Ok(format!("{}\n\n{}", one.title, shown(one.text))),
        many => Ok(listed(many)),
    }
}

fn overview() -> String {
    let mut lines: Vec<String> = COMMANDS.iter().map(line).collect();
    lines.push(String::new());
    lines.push("  Anything else is the language: `Hero.Turn: state Left < rotate y -10 >`, `character Ball { … }`,".into());
    lines.push("  `Hero < rotate y 90 >`, `Hero.heading`, `hold Left for 10 ticks`. `:help TOPIC` searches the guide.".into());
    lines.join("\n")
}

fn line(c: &Command) -> String {
    let call = format!(":{} {}", c.name, c.arguments);
    format!("  {call:<29} {}", c.help)
}

/// All sections, in the order of the books.
pub(super) fn sections() -> impl Iterator<Item = Section> {
    BOOKS.iter().flat_map(|(_, text)| cut(text))
}

/// Cuts a text at its headings; a `#` in code is none.
fn cut(text: &'static str) -> Vec<Section> {
    let (mut out, mut at, mut begin, mut code) = (Vec::new(), 0, None, false);
    for line in text.split_inclusive('\n') {
        code ^= line.starts_with("```");
        if !code && line.starts_with('#') {
            out.extend(begin.and_then(|b| text.get(b..at)).and_then(section));
            begin = Some(at);
        }
        at += line.len();
    }
    out.extend(begin.and_then(|b| text.get(b..)).and_then(section));
    out
}

fn section(text: &'static str) -> Option<Section> {
    let (title, text) = text.split_once('\n').unwrap_or((text, ""));
    let (title, text) = (title.trim_start_matches('#').trim(), text.trim());
    (!text.is_empty()).then_some(Section { title, text })
}

/// The sections whose headings have the words, or else those that speak of them.
fn found_in(topic: &str) -> impl Iterator<Item = Section> {
    let topic = topic.to_lowercase();
    let mut found: Vec<Section> = sections().filter(|s| has(s.title, &topic)).collect();
    if found.is_empty() {
        found = sections().filter(|s| has(&prose(s.text), &topic)).collect();
    }
    found.into_iter()
}

fn has(text: &str, topic: &str) -> bool {
    let text = text.to_lowercase();
    topic.split_whitespace().all(|word| text.contains(word))
}

/// Whether it has the word as it is.
fn speaks_of(text: &str, word: &str) -> bool {
    text.split(|c: char| !c.is_alphanumeric()).any(|w| w == word)
}

/// A text without its blocks of code.
fn prose(text: &str) -> String {
    text.split("```").step_by(2).collect()
}

fn listed(found: &[Section]) -> String {
    let mut lines: Vec<String> =
        found.iter().take(LISTED).map(|s| format!("  :help {}", s.title)).collect();
    if found.len() > LISTED {
        lines.push(format!("  … and {} more", found.len() - LISTED));
    }
    lines.join("\n")
}

fn nothing(topic: &str) -> Done {
    let words = COMMANDS.iter().map(|c| c.name).chain(explain::codes());
    let words = words.chain(sections().flat_map(|s| s.title.split([' ', '`', ',', '('])));
    let near = suggest::nearest(topic, words.filter(|w| w.len() > 2));
    let near = near.map(|near| format!(": did you mean `{near}`?")).unwrap_or_default();
    refuse(format!("the guide says nothing of `{}`{near}", crate::report::escape(topic)))
}

fn shown(text: &str) -> String {
    let mut lines = Lines::default();
    text.lines().for_each(|line| lines.push(|| line.to_owned()));
    lines.told("", "line")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_cut_at_headings_and_not_in_code() {
        let sections = cut("# A\none\n```\n# no\n```\n## B\ntwo\n### C\n");
        let titles: Vec<&str> = sections.iter().map(|s| s.title).collect();
        assert_eq!(titles, ["A", "B"]);
        assert!(sections[0].text.contains("# no"));
    }

    #[test]
    fn the_books_are_there() {
        assert!(sections().any(|s| s.title == "Turn"));
        assert!(found_in("elapsed").next().is_some());
    }
}
