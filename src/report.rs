//! Diagnostics as text for people; as JSON for programs in `report/json.rs`.
//!
//! In: [`Diagnostics`]. Out: text with the source lines pointed at.
//! Control and bidirectional characters of scenes are shown escaped, long lines are cut around
//! the place. It prints nothing. The only module that knows ariadne.

#[cfg(feature = "tools")]
mod json;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::ops::Range;

use ariadne::{Color, Config, IndexType, ReportKind, Source};

use crate::diagnostic::Indexed;
use crate::{Diagnostic, Diagnostics, Label, Place, Severity};

/// At most so many findings are shown as text.
const SHOWN: usize = 50;
/// Lines of more bytes than this are cut.
const WIDE: usize = 240;
/// Bytes that are kept on each side of a place in a long line.
const NEAR: usize = 60;

/// The word of a severity.
pub(crate) fn word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Note => "note",
    }
}

/// Something to be shown with its place.
pub(crate) struct Finding<'a> {
    /// What stands before the message: `error[unknown-name]`.
    pub title: String,
    /// The colour of it.
    pub severity: Severity,
    /// One line.
    pub message: &'a str,
    /// Where.
    pub place: &'a Place,
    /// What this place is.
    pub label: &'a str,
    /// What to write.
    pub help: Option<&'a str>,
    /// Further places.
    pub labels: &'a [Label],
}

impl Diagnostics {
    /// The findings as text with the lines they point at; `color` uses terminal colours.
    pub fn to_text(&self, color: bool) -> String {
        let shown = self.list.iter().take(SHOWN);
        let mut out: String = shown.map(|d| self.finding(&of(d), color)).collect();
        if self.list.len() > SHOWN {
            let _ = writeln!(out, "… and {} more", self.list.len() - SHOWN);
        }
        out
    }

    /// One finding as text.
    pub(crate) fn finding(&self, finding: &Finding<'_>, color: bool) -> String {
        let text = match self.texts.get(finding.place.text) {
            Some(text) => render(finding, text, &self.texts),
            None => None,
        };
        let text = text.unwrap_or_else(|| plain_finding(finding));
        if color { text } else { plain(&text) }
    }
}

/// Of a text that is not there to be pointed into.
fn plain_finding(finding: &Finding<'_>) -> String {
    let Place { file, line, column, .. } = finding.place;
    let (title, message) = (&finding.title, escape(finding.message));
    let help = finding.help.map(|help| format!("   help: {}\n", escape(help)));
    format!(
        "{title}: {message}\n   at {}:{line}:{column}\n{}",
        escape(file),
        help.unwrap_or_default()
    )
}

fn of(d: &Diagnostic) -> Finding<'_> {
    Finding {
        title: format!("{}[{}]", word(d.severity), d.code),
        severity: d.severity,
        message: &d.message,
        place: &d.place,
        label: &d.label,
        help: d.help.as_deref(),
        labels: &d.labels,
    }
}

/// An excerpt's number and a stretch of it, as ariadne wants it.
type Spot = (usize, Range<usize>);

fn render(finding: &Finding<'_>, main: &Indexed, texts: &[Indexed]) -> Option<String> {
    let places = std::iter::once(finding.place).chain(finding.labels.iter().map(|l| &l.place));
    let mut points: BTreeMap<usize, Vec<&Place>> = BTreeMap::new();
    for place in places {
        points.entry(place.text).or_default().push(place);
    }
    let excerpts: BTreeMap<usize, Excerpt> = points
        .iter()
        .filter_map(|(text, places)| Some((*text, Excerpt::new(texts.get(*text)?, places))))
        .collect();
    let spot = |place: &Place| -> Option<Spot> {
        Some((place.text, excerpts.get(&place.text)?.range(&place.bytes)))
    };
    let color = match finding.severity {
        Severity::Error => Color::Red,
        Severity::Warning => Color::Yellow,
        Severity::Note => Color::Cyan,
    };
    let at = spot(finding.place)?;
    let mut report = ariadne::Report::build(ReportKind::Custom(&finding.title, color), at.clone())
        .with_config(Config::default().with_index_type(IndexType::Byte).with_tab_width(2))
        .with_message(escape(finding.message))
        .with_label(label(at, finding.label, color));
    for other in finding.labels {
        report.add_label(label(spot(&other.place)?, &other.message, Color::Blue).with_order(1));
    }
    if let Some(help) = finding.help {
        report.set_help(escape(help));
    }
    let mut out = Vec::new();
    report.finish().write(Cache { sources: sources(&excerpts), texts }, &mut out).ok()?;
    let out = String::from_utf8(out).ok()?;
    Some(true_column(&out, finding.place, excerpts.get(&finding.place.text)?, main))
}

/// Without a message ariadne would not point at the place.
fn label(at: Spot, message: &str, color: Color) -> ariadne::Label<Spot> {
    let message = if message.is_empty() { "here" } else { message };
    ariadne::Label::new(at).with_color(color).with_message(escape(message))
}

/// Puts the column in the file where the one in a cut or escaped line stands.
fn true_column(out: &str, place: &Place, excerpt: &Excerpt, text: &Indexed) -> String {
    let start = excerpt.range(&place.bytes).start;
    let before = excerpt.text.get(..start).unwrap_or("");
    let shown = before.chars().rev().take_while(|c| *c != '\n').count() + 1;
    let name = escape(&text.name);
    let (line, column) = (place.line, place.column);
    out.replacen(&format!("{name}:{line}:{shown} "), &format!("{name}:{line}:{column} "), 1)
}

fn sources(excerpts: &BTreeMap<usize, Excerpt>) -> BTreeMap<usize, Source<String>> {
    excerpts.iter().map(|(text, e)| (*text, Source::from(e.text.clone()))).collect()
}

/// What ariadne asks for texts and their names.
struct Cache<'a> {
    sources: BTreeMap<usize, Source<String>>,
    texts: &'a [Indexed],
}

impl ariadne::Cache<usize> for Cache<'_> {
    type Storage = String;

    fn fetch(&mut self, id: &usize) -> Result<&Source<String>, impl std::fmt::Debug> {
        self.sources.get(id).ok_or("no such text")
    }

    fn display<'a>(&self, id: &'a usize) -> Option<impl std::fmt::Display + 'a> {
        self.texts.get(*id).map(|t| escape(&t.name))
    }
}

/// The lines around some places, escaped and cut; those before them are empty, so that lines
/// have their numbers.
struct Excerpt {
    text: String,
    /// Where the ends of the places are in it.
    points: BTreeMap<usize, usize>,
}

impl Excerpt {
    fn new(source: &Indexed, places: &[&Place]) -> Self {
        let first_line = places.iter().map(|p| p.line).min().unwrap_or(1);
        let last_line = places.iter().map(|p| p.end_line).max().unwrap_or(1);
        let wanted = places.iter().flat_map(|p| [p.bytes.start, p.bytes.end]).collect();
        let mut excerpt = Self { text: "\n".repeat(first_line - 1), points: BTreeMap::new() };
        for line in first_line..=last_line {
            if line > first_line {
                excerpt.text.push('\n');
            }
            excerpt.line(source, source.line_start(line)..source.line_end(line), &wanted);
        }
        excerpt
    }

    /// Adds a line; of a long one only what is near to a wanted point.
    fn line(&mut self, source: &Indexed, range: Range<usize>, wanted: &BTreeSet<usize>) {
        let text = source.text.get(range.clone()).unwrap_or("");
        let cut = text.len() > WIDE;
        let near = |at: usize| match cut {
            false => true,
            true => wanted.range(at.saturating_sub(NEAR)..=at + NEAR).next().is_some(),
        };
        let mut left_out = false;
        for (offset, c) in text.char_indices() {
            let at = range.start + offset;
            if near(at) {
                self.mark(at, wanted);
                push_escaped(&mut self.text, c);
                left_out = false;
            } else if !left_out {
                self.text.push('…');
                left_out = true;
            }
        }
        self.mark(range.end, wanted);
    }

    fn mark(&mut self, at: usize, wanted: &BTreeSet<usize>) {
        if wanted.contains(&at) {
            self.points.insert(at, self.text.len());
        }
    }

    /// The stretch of the excerpt that shows these bytes of the file.
    fn range(&self, bytes: &Range<usize>) -> Range<usize> {
        let point = |at: &usize| self.points.get(at).copied().unwrap_or(self.text.len());
        let start = point(&bytes.start);
        start..point(&bytes.end).max(start)
    }
}

/// The text with control and bidirectional characters spelt out.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    text.chars().for_each(|c| push_escaped(&mut out, c));
    out
}

fn push_escaped(out: &mut String, c: char) {
    let bidi = matches!(c, '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}');
    match c {
        '\t' => out.push(c),
        '\r' => {}
        _ if c.is_control() || bidi => {
            let _ = write!(out, "\\u{{{:x}}}", u32::from(c));
        }
        _ => out.push(c),
    }
}

/// The text without terminal colours (all escape characters in it are ours).
fn plain(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        if c == '\u{1b}' {
            chars.by_ref().find(|c| *c == 'm');
        } else {
            out.push(c);
        }
    }
    out.lines().flat_map(|line| [line.trim_end(), "\n"]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use islay_lang::diagnostic::{Code, Diagnostic as Found};
    use islay_lang::source::{FileId, SourceFile, Span};

    pub(super) fn found(text: &str, start: u32, end: u32) -> Diagnostics {
        let span = Span::new(FileId(0), start, end);
        let found = Found::new(Code::UnknownName, span, "no `x`").label("here").help("write `y`");
        Diagnostics::new(&[found], &[SourceFile { name: "a.islay".into(), text: text.into() }])
    }

    #[test]
    fn the_line_is_pointed_at() {
        let text = found("one\ntwo x\n", 8, 9).to_text(false);
        assert!(text.starts_with("error[unknown-name]: no `x`\n"), "{text}");
        assert!(text.contains("a.islay:2:5"), "{text}");
        assert!(text.contains("2 │ two x"), "{text}");
        assert!(text.contains("write `y`"), "{text}");
    }

    #[test]
    fn no_escape_reaches_the_terminal() {
        let text = found("a\u{1b}[31m\u{202e}x\n", 9, 10).to_text(false);
        assert!(!text.contains('\u{1b}') && !text.contains('\u{202e}'), "{text}");
        assert!(text.contains("\\u{1b}[31m\\u{202e}x"), "{text}");
        assert!(text.contains("a.islay:1:8 "), "{text}");
    }

    #[test]
    fn a_long_line_is_cut_around_the_place() {
        let long = "é".repeat(100_000);
        let text = found(&long, 100_000, 100_002).to_text(false);
        assert!(text.len() < 2_000 && text.contains("a.islay:1:50001 "), "{text}");
    }

    #[test]
    fn every_place_of_a_text_can_be_shown() {
        for text in ["", "\n", "é\r\n\tx", "a\n\nb"] {
            for start in 0..=text.len() as u32 {
                for end in start..=text.len() as u32 + 1 {
                    assert!(found(text, start, end).to_text(true).contains("no `x`"));
                }
            }
        }
    }
}
