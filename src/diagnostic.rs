//! Diagnostics as a host sees them: with files, lines and columns.
//!
//! In: the front end's findings, with byte offsets, and the texts. Out: [`Diagnostics`]. It
//! renders nothing: see `report.rs`.

use std::ops::Range;

use islay_assets::read::ModelError;
use islay_lang::diagnostic as lang;
use islay_lang::diagnostic::Code;
#[cfg(feature = "import")]
use islay_lang::import::{Finding, Mark};
use islay_lang::source::{FileId, SourceFile, Span, Text};

pub use islay_lang::diagnostic::Severity;

/// A stretch of a file; lines and columns count from 1, columns in characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The file as it is shown to the user.
    pub file: Text,
    /// Line of the first character.
    pub line: usize,
    /// Column of the first character.
    pub column: usize,
    /// Line of the end.
    pub end_line: usize,
    /// Column behind the last character.
    pub end_column: usize,
    /// Which of the texts.
    pub(crate) text: usize,
    /// As bytes of it, on character boundaries.
    pub(crate) bytes: Range<usize>,
}

/// A further place that matters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// The place.
    pub place: Place,
    /// What it is.
    pub message: String,
}

/// A finding in a scene.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// Its kebab-case code.
    pub code: &'static str,
    /// One line that stands alone.
    pub message: String,
    /// Where.
    pub place: Place,
    /// What this place is; empty where the message says it all.
    pub label: String,
    /// What to write.
    pub help: Option<String>,
    /// Further places.
    pub labels: Vec<Label>,
}

/// The findings of one scene, with the texts they point into.
#[derive(Clone, Debug, Default)]
pub struct Diagnostics {
    pub(crate) list: Vec<Diagnostic>,
    pub(crate) texts: Vec<Indexed>,
}

impl Diagnostics {
    /// Gives the front end's findings lines and columns. `files` are named as they are shown.
    pub(crate) fn new(found: &[lang::Diagnostic], files: &[SourceFile]) -> Self {
        let texts: Vec<Indexed> = files.iter().map(Indexed::new).collect();
        let mut list: Vec<Diagnostic> = found.iter().map(|d| convert(d, &texts)).collect();
        list.sort_by_key(|d| (d.place.text, d.place.bytes.start));
        Self { list, texts }
    }

    /// What is wrong with a model file, or with bytes that are no text. Its lines are shown where it
    /// is text and has a place.
    pub(crate) fn of_model(name: &str, bytes: &[u8], error: &ModelError) -> Self {
        let message = match &error.element {
            Some(element) => format!("in {element}: {}", error.message),
            None => error.message.clone(),
        };
        let text = error.at.and_then(|_| std::str::from_utf8(bytes).ok());
        let file = text.map(|text| SourceFile { name: name.into(), text: text.into() });
        let texts: Vec<Indexed> = file.iter().map(Indexed::new).collect();
        let (line, column) = error.at.map_or((1, 1), |(l, c)| (l as usize, c as usize));
        let bytes = texts.first().map_or(0..0, |text| text.around(line, column));
        let (end_line, end_column) = (line, column + bytes.len().min(1));
        let place = Place { file: name.into(), line, column, end_line, end_column, text: 0, bytes };
        let message = if texts.is_empty() { format!("`{name}`: {message}") } else { message };
        let (severity, code) = (Severity::Error, Code::BrokenFile.as_str());
        let (label, help, labels) = (String::new(), None, Vec::new());
        let list = vec![Diagnostic { severity, code, message, place, label, help, labels }];
        Self { list, texts }
    }

    /// The findings of an import. The document's text is there where it is not too long.
    #[cfg(feature = "import")]
    pub(crate) fn of_document(name: &str, found: &[Finding], text: Option<Text>) -> Self {
        let name = Text::from(name);
        if let Some(text) = text {
            let found: Vec<_> = found.iter().map(|f| f.diagnostic.clone()).collect();
            return Self::new(&found, &[SourceFile { name, text }]);
        }
        let list = found.iter().map(|f| without_text(f, &name)).collect();
        Self { list, texts: Vec::new() }
    }

    /// Other findings in the same texts.
    pub(crate) fn of_same_texts(&self, found: &[lang::Diagnostic]) -> Self {
        let mut list: Vec<_> = found.iter().map(|d| convert(d, &self.texts)).collect();
        list.sort_by_key(|d| (d.place.text, d.place.bytes.start));
        Self { list, texts: self.texts.clone() }
    }

    /// All of them, file by file in text order.
    pub fn iter(&self) -> std::slice::Iter<'_, Diagnostic> {
        self.list.iter()
    }

    /// How many.
    pub fn len(&self) -> usize {
        self.list.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// How many of this severity.
    pub fn count(&self, severity: Severity) -> usize {
        self.list.iter().filter(|d| d.severity == severity).count()
    }

    /// Whether the scene cannot run.
    pub fn has_errors(&self) -> bool {
        self.count(Severity::Error) > 0
    }

    /// Those of one file.
    #[must_use]
    pub fn only(&self, file: &str) -> Diagnostics {
        let list = self.list.iter().filter(|d| &*d.place.file == file).cloned().collect();
        Self { list, texts: self.texts.clone() }
    }

    /// Those of one code.
    #[must_use]
    pub fn of_code(&self, code: &str) -> Diagnostics {
        let list = self.list.iter().filter(|d| d.code == code).cloned().collect();
        Self { list, texts: self.texts.clone() }
    }

    /// The errors among them.
    #[must_use]
    pub(crate) fn errors(&self) -> Diagnostics {
        let errors = self.list.iter().filter(|d| d.severity == Severity::Error);
        Self { list: errors.cloned().collect(), texts: self.texts.clone() }
    }

    /// Leaves those of other codes out.
    pub(crate) fn keep(&mut self, wanted: impl Fn(&str) -> bool) {
        self.list.retain(|d| wanted(d.code));
    }

    /// The same, where stretches of texts (file as shown, bytes) are told as stretches of another
    /// text that begin at the given bytes.
    #[must_use]
    pub(crate) fn retold(
        mut self,
        name: &str,
        text: &str,
        stretches: &[(String, Range<usize>, usize)],
    ) -> Diagnostics {
        let other = self.texts.len();
        self.texts.push(Indexed::new(&SourceFile { name: name.into(), text: text.into() }));
        let file = FileId(other as u16);
        let texts = &self.texts;
        let retold = |at: &mut Place| {
            let moved = |byte: usize| {
                let inside = |(f, range, _): &&(String, Range<usize>, usize)| {
                    **f == *at.file && range.start <= byte && byte <= range.end
                };
                let (_, range, begin) = stretches.iter().find(inside)?;
                Some((byte - range.start + begin) as u32)
            };
            if let (Some(start), Some(end)) = (moved(at.bytes.start), moved(at.bytes.end)) {
                *at = place(Span::new(file, start, end), texts);
            }
        };
        for d in &mut self.list {
            retold(&mut d.place);
            d.labels.iter_mut().for_each(|l| retold(&mut l.place));
        }
        self
    }

    /// The place of a span of the front end.
    pub(crate) fn place(&self, span: Span) -> Place {
        place(span, &self.texts)
    }

    /// What is written at a span of the front end.
    pub(crate) fn text(&self, span: Span) -> &str {
        let Place { text, bytes, .. } = self.place(span);
        self.texts.get(text).and_then(|t| t.text.get(bytes)).unwrap_or("")
    }

    /// The first error in one line, and how many more there are.
    pub fn summary(&self) -> String {
        let errors = self.count(Severity::Error);
        let Some(first) = self.list.iter().find(|d| d.severity == Severity::Error) else {
            return "no error".to_owned();
        };
        let Place { file, line, column, .. } = &first.place;
        let more = match errors {
            1 => String::new(),
            n => format!(" (and {} more)", n - 1),
        };
        format!("{file}:{line}:{column}: {}{more}", first.message)
    }
}

impl<'a> IntoIterator for &'a Diagnostics {
    type Item = &'a Diagnostic;
    type IntoIter = std::slice::Iter<'a, Diagnostic>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

fn convert(found: &lang::Diagnostic, texts: &[Indexed]) -> Diagnostic {
    let label = |l: &lang::Label| Label { place: place(l.span, texts), message: l.message.clone() };
    Diagnostic {
        severity: found.severity,
        code: found.code.as_str(),
        message: found.message.clone(),
        place: place(found.span, texts),
        label: found.label.clone(),
        help: found.help.clone(),
        labels: found.labels.iter().map(label).collect(),
    }
}

/// A finding in a text that is not there any more.
#[cfg(feature = "import")]
fn without_text(found: &Finding, file: &Text) -> Diagnostic {
    let place = |mark: Mark| {
        let (line, column) = (mark.line as usize, mark.column as usize);
        let (end_line, end_column, text, bytes) = (line, column, 0, 0..0);
        Place { file: file.clone(), line, column, end_line, end_column, text, bytes }
    };
    let further = found.diagnostic.labels.iter().zip(&found.also);
    let labels =
        further.map(|(l, at)| Label { place: place(*at), message: l.message.clone() }).collect();
    let without = convert(&found.diagnostic, &[]);
    Diagnostic { place: place(found.at), labels, ..without }
}

fn place(span: Span, texts: &[Indexed]) -> Place {
    let at = usize::from(span.file.0).min(texts.len().saturating_sub(1));
    let Some(text) = texts.get(at) else {
        let (file, line, column) = (Text::from(""), 1, 1);
        return Place { file, line, column, end_line: 1, end_column: 1, text: 0, bytes: 0..0 };
    };
    let start = text.boundary(span.start as usize);
    let end = text.boundary(span.end as usize).max(start);
    let ((line, column), (end_line, end_column)) = (text.at(start), text.at(end));
    Place {
        file: text.name.clone(),
        line,
        column,
        end_line,
        end_column,
        text: at,
        bytes: start..end,
    }
}

/// How far apart the marks are that make columns cheap on long lines.
const STRIDE: usize = 4096;

/// A text whose lines and columns are found quickly.
#[derive(Clone, Debug)]
pub(crate) struct Indexed {
    pub(crate) name: Text,
    pub(crate) text: Text,
    /// Where each line begins.
    lines: Vec<usize>,
    /// Characters before each multiple of [`STRIDE`] (counted by first bytes).
    marks: Vec<usize>,
}

impl Indexed {
    fn new(file: &SourceFile) -> Self {
        let (name, text) = (file.name.clone(), file.text.clone());
        let breaks = text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(i, _)| i + 1);
        let lines = std::iter::once(0).chain(breaks).collect();
        let mut marks = vec![0];
        for chunk in text.as_bytes().chunks(STRIDE) {
            marks.push(marks.last().copied().unwrap_or(0) + first_bytes(chunk));
        }
        Self { name, text, lines, marks }
    }

    /// The nearest character boundary at or before the offset.
    fn boundary(&self, offset: usize) -> usize {
        let offset = offset.min(self.text.len());
        (0..=offset).rev().find(|i| self.text.is_char_boundary(*i)).unwrap_or(0)
    }

    fn chars_before(&self, offset: usize) -> usize {
        let mark = offset / STRIDE;
        let rest = self.text.as_bytes().get(mark * STRIDE..offset).unwrap_or(&[]);
        self.marks.get(mark).copied().unwrap_or(0) + first_bytes(rest)
    }

    /// Line and column, from 1.
    fn at(&self, offset: usize) -> (usize, usize) {
        let line = self.lines.partition_point(|start| *start <= offset).max(1);
        let start = self.lines.get(line - 1).copied().unwrap_or(0);
        (line, self.chars_before(offset) - self.chars_before(start) + 1)
    }

    /// The character of this line and column, or nothing at the end of the line.
    fn around(&self, line: usize, column: usize) -> Range<usize> {
        let (start, end) = (self.line_start(line), self.line_end(line));
        let text = self.text.get(start..end).unwrap_or_default();
        let found = text.char_indices().nth(column.saturating_sub(1));
        found.map_or(end..end, |(at, c)| start + at..start + at + c.len_utf8())
    }

    /// Where the line (from 1) begins, its break and all before it left out.
    pub(crate) fn line_start(&self, line: usize) -> usize {
        self.lines.get(line.saturating_sub(1)).copied().unwrap_or(self.text.len())
    }

    /// Where the line (from 1) ends, its break left out.
    pub(crate) fn line_end(&self, line: usize) -> usize {
        self.lines.get(line).map_or(self.text.len(), |next| next - 1)
    }
}

/// How many characters begin in these bytes.
fn first_bytes(bytes: &[u8]) -> usize {
    bytes.iter().filter(|b| (**b & 0xc0) != 0x80).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn indexed(text: &str) -> Vec<Indexed> {
        vec![Indexed::new(&SourceFile { name: "a".into(), text: text.into() })]
    }

    #[test]
    fn columns_count_characters() {
        let texts = indexed("aé\nßx\n");
        let at = place(Span::new(FileId(0), 6, 7), &texts);
        assert_eq!((at.line, at.column, at.end_line, at.end_column), (2, 2, 2, 3));
    }

    #[test]
    fn a_span_inside_a_character_or_behind_the_end_is_clamped() {
        let texts = indexed("é");
        let at = place(Span::new(FileId(3), 1, 99), &texts);
        assert_eq!((at.bytes, at.line, at.column, at.end_column), (0..2, 1, 1, 2));
    }

    #[test]
    fn columns_on_long_lines_are_exact() {
        let texts = indexed(&"é".repeat(10_000));
        let at = place(Span::new(FileId(0), 19_998, 20_000), &texts);
        assert_eq!((at.column, at.end_column), (10_000, 10_001));
    }
}
