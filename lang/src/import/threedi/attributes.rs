//! The attributes of one element, taken one by one.
//!
//! In: a tag. Out: names, numbers, flags and matrices; what is missing or is no number becomes an
//! error, what nobody took a warning and a remark. It knows no element.

use super::document::{Named, Remarks, Turn};
use super::turn;
use crate::diagnostic::Code;
use crate::import::finding::{Finding, Stretch};
use crate::import::xml::Tag;
use crate::suggest;

/// An element whose attributes are taken.
pub(super) struct Element<'f> {
    /// Its name.
    pub name: String,
    /// Its place.
    pub at: Stretch,
    /// What nobody has taken yet.
    left: Vec<(String, Named)>,
    /// Names that were asked for, for those who mistype.
    asked: Vec<&'static str>,
    findings: &'f mut Vec<Finding>,
}

impl<'f> Element<'f> {
    pub fn new(tag: Tag, findings: &'f mut Vec<Finding>) -> Self {
        let named = |a: crate::import::xml::Attribute| {
            (a.name, Named { text: a.value.as_str().into(), at: a.at })
        };
        let left = tag.attributes.into_iter().map(named).collect();
        Self { name: tag.name.to_string(), at: tag.at, left, asked: Vec::new(), findings }
    }

    pub fn report(&mut self, found: Finding) {
        self.findings.push(found);
    }

    pub fn error(&mut self, code: Code, at: Stretch, message: impl Into<String>) {
        self.findings.push(Finding::new(code, at, message));
    }

    /// An attribute that may be missing.
    pub fn maybe(&mut self, name: &'static str) -> Option<Named> {
        self.asked.push(name);
        let at = self.left.iter().position(|(n, _)| n == name)?;
        Some(self.left.swap_remove(at).1)
    }

    /// An attribute that must be there.
    pub fn wanted(&mut self, name: &'static str) -> Option<Named> {
        let found = self.maybe(name);
        if found.is_none() {
            let message = format!("`<{}>` has no `{name}`", self.name);
            let mut finding = Finding::new(Code::MissingAttribute, self.at, message);
            if let Some((near, _)) = self.left.iter().find(|(n, _)| n.eq_ignore_ascii_case(name)) {
                finding = finding.help(format!("`{near}` is written `{name}`"));
            }
            self.findings.push(finding);
        }
        found
    }

    /// An attribute that is a name: not empty, no control characters.
    pub fn name(&mut self, name: &'static str) -> Option<Named> {
        let found = self.wanted(name)?;
        if found.text.is_empty() {
            self.error(Code::BadName, found.at, format!("`{name}` is empty"));
            return None;
        }
        if found.text.chars().any(char::is_control) {
            let message = format!("`{name}` holds a control character");
            self.error(Code::BadName, found.at, message);
            return None;
        }
        Some(found)
    }

    /// A number that must be there; 0 where it is wrong, which was said then.
    pub fn number(&mut self, name: &'static str) -> f32 {
        match self.wanted(name) {
            Some(found) => self.as_number(name, &found),
            None => 0.0,
        }
    }

    /// Three numbers that must be there.
    pub fn three(&mut self, names: [&'static str; 3]) -> [f32; 3] {
        names.map(|name| self.number(name))
    }

    /// A number that may be missing.
    pub fn maybe_number(&mut self, name: &'static str) -> Option<f32> {
        let found = self.maybe(name)?;
        Some(self.as_number(name, &found))
    }

    fn as_number(&mut self, name: &str, found: &Named) -> f32 {
        number(&found.text).map_or_else(
            || {
                let message = format!("`{name}` is `{}`, which is no number", shown(&found.text));
                self.error(Code::BadNumber, found.at, message);
                0.0
            },
            |value| value as f32,
        )
    }

    /// A whole number, at least 0.
    pub fn count(&mut self, name: &'static str) -> u32 {
        let Some(found) = self.wanted(name) else { return 0 };
        let value = number(&found.text).filter(|v| v.fract() == 0.0 && (0.0..4e9).contains(v));
        value.map_or_else(
            || {
                let message =
                    format!("`{name}` is `{}`, which is no whole number", shown(&found.text));
                self.error(Code::BadNumber, found.at, message);
                0
            },
            |value| value as u32,
        )
    }

    /// `true` or `false`; `missing` where it is not there.
    pub fn flag(&mut self, name: &'static str, missing: bool) -> bool {
        let Some(found) = self.maybe(name) else { return missing };
        match found.text.trim().to_ascii_lowercase().as_str() {
            "true" | "1" => true,
            "false" | "0" => false,
            _ => {
                let message = format!(
                    "`{name}` is `{}`, which is neither `true` nor `false`",
                    shown(&found.text)
                );
                self.error(Code::BadNumber, found.at, message);
                missing
            }
        }
    }

    /// A rotation matrix that may be missing.
    pub fn turn(&mut self, name: &'static str, remarks: &mut Remarks) -> Turn {
        let Some(found) = self.maybe(name) else { return Turn::default() };
        let at = found.at;
        match turn::parse(&found.text) {
            Ok((matrix, moved)) => {
                if moved {
                    let what = format!("the translation in `{name}`");
                    self.lost(at, &what, remarks);
                }
                Turn { matrix: Some(matrix), at }
            }
            Err(reason) => {
                self.error(Code::BadNumber, at, format!("`{name}` {reason}"));
                Turn::default()
            }
        }
    }

    /// Something has no counterpart in the language.
    pub fn lost(&mut self, at: Stretch, what: &str, remarks: &mut Remarks) {
        let message = format!("{what} has no counterpart and is left out");
        self.findings.push(Finding::new(Code::ImportLoss, at, message));
        remarks.push(format!("{what} is left out"));
    }

    /// Says which attributes nobody took.
    pub fn end(mut self, remarks: &mut Remarks) {
        let mut left = std::mem::take(&mut self.left);
        left.sort_by_key(|(_, named)| named.at.from.offset);
        for (name, named) in left {
            let what = format!("`{}=\"{}\"`", shown(&name), shown(&named.text));
            let message = format!("`<{}>` knows no {what}, it is left out", self.name);
            let found = Finding::new(Code::ImportLoss, named.at, message);
            let help = suggest::help(&name, self.asked.iter());
            self.findings.push(found.maybe_help(help));
            remarks.push(format!("{what} of `<{}>` is left out", self.name));
        }
    }
}

/// A finite number, as it is written in XML.
pub(super) fn number(text: &str) -> Option<f64> {
    let text = text.trim();
    let plain = text.bytes().all(|b| b.is_ascii_digit() || b"+-.eE".contains(&b));
    let value: f64 = text.parse().ok().filter(|_| plain)?;
    (value as f32).is_finite().then_some(value)
}

/// Text of a document in a message or a comment: one line, not too long.
pub(super) fn shown(text: &str) -> String {
    let mut out: String = text.chars().take(80).flat_map(plain).collect();
    if text.chars().nth(80).is_some() {
        out.push('…');
    }
    out
}

fn plain(c: char) -> Vec<char> {
    let breaks = c.is_control() || matches!(c, '\u{2028}' | '\u{2029}');
    if breaks { c.escape_unicode().collect() } else { vec![c] }
}
