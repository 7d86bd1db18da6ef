//! Names, instance numbers and colours.
//!
//! In: the place where one begins. Out: its token. Names are kept in NFC; a name in backticks that
//! is no identifier is kept byte for byte.

use std::borrow::Cow;

use unicode_normalization::{UnicodeNormalization, is_nfc};

use super::{Kind, Lexer, NAME_LIMIT};
use crate::diagnostic::Code;
use crate::source::Text;
use crate::syntax::word::Word;

impl Lexer<'_> {
    pub(super) fn plain_name(&mut self, start: usize, end: usize) {
        if end - start > NAME_LIMIT {
            return self.long_name(start, end);
        }
        let written = self.out.text.get(start..end).unwrap_or_default();
        let number = self.intern(&composed(written));
        let kind = Word::ALL.get(number as usize).map_or(Kind::Name, |&word| Kind::Word(word));
        self.push(kind, start, end, number);
    }

    pub(super) fn quoted_name(&mut self, start: usize) {
        let Some((name, length)) = quoted(self.rest(start + 1)) else {
            let line = self.rest(start).lines().next().unwrap_or_default().trim_end().len();
            let message = "the name in backticks does not end on its line";
            self.report(Code::BadName, start, start + line, message);
            self.go_on_at(start + line);
            return self.unknown_name(start, start + line);
        };
        let end = start + 1 + length;
        self.go_on_at(end);
        if name.len() > NAME_LIMIT {
            return self.long_name(start, end);
        }
        if name.is_empty() {
            self.report(Code::BadName, start, end, "a name has at least one character");
            return self.unknown_name(start, end);
        }
        if name.chars().any(char::is_control) {
            self.report(Code::BadName, start, end, "a name holds no control characters");
        }
        let name = if is_identifier(&name) { composed(&name).into_owned() } else { name };
        let number = self.intern(&name);
        self.push(Kind::Quoted, start, end, number);
    }

    fn long_name(&mut self, start: usize, end: usize) {
        let message = format!("the name has {} bytes, the limit is {NAME_LIMIT}", end - start);
        self.report(Code::BadName, start, end, message);
        self.unknown_name(start, end);
    }

    /// A stand-in for a name that cannot be read, so that the parser does not miss one.
    fn unknown_name(&mut self, start: usize, end: usize) {
        let number = self.intern("?");
        self.push(Kind::Quoted, start, end, number);
    }

    /// `#`: an instance number where it is glued behind a name, else a colour.
    pub(super) fn hash(&mut self, start: usize) {
        let rest = self.rest(start + 1);
        let length = rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
        let digits = rest.get(..length).unwrap_or_default();
        let end = start + 1 + length;
        self.go_on_at(end);
        let decimal = length > 0 && digits.bytes().all(|b| b.is_ascii_digit());
        if decimal && start == self.last_end && self.behind_name() {
            return self.instance(digits, start, end);
        }
        let value = colour(digits).unwrap_or_else(|| {
            let message = format!("`#{digits}` is no colour");
            let help = "write `#rgb`, `#rrggbb` or `#rrggbbaa`".to_string();
            self.report_help(Code::BadColour, (start, end), message, help);
            0xff
        });
        self.push(Kind::Colour, start, end, value);
    }

    fn instance(&mut self, digits: &str, start: usize, end: usize) {
        let number = digits.parse().unwrap_or_else(|_| {
            self.report(Code::BadNumber, start, end, "the instance number is too large");
            1
        });
        self.push(Kind::Instance, start, end, number);
    }
}

/// How many bytes of word characters a text begins with.
pub(super) fn leading_word(text: &str) -> usize {
    text.chars().take_while(|&c| unicode_ident::is_xid_continue(c)).map(char::len_utf8).sum()
}

/// Whether a name needs no backticks for its spelling (it may for being a word).
pub fn is_identifier(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next().is_some_and(|first| first == '_' || unicode_ident::is_xid_start(first))
        && chars.all(unicode_ident::is_xid_continue)
}

/// A name as it is compared: an identifier in NFC, any other byte for byte.
pub fn canonical(name: &str) -> Text {
    if is_identifier(name) { composed(name).as_ref().into() } else { name.into() }
}

/// The NFC form.
pub(super) fn composed(name: &str) -> Cow<'_, str> {
    if name.is_ascii() || is_nfc(name) {
        Cow::Borrowed(name)
    } else {
        Cow::Owned(name.nfc().collect())
    }
}

/// The name behind an opening backtick, and the bytes up to behind the closing one.
fn quoted(text: &str) -> Option<(String, usize)> {
    let mut name = String::new();
    let mut chars = text.char_indices().peekable();
    while let Some((at, found)) = chars.next() {
        match found {
            '\n' => return None,
            '`' if chars.next_if(|&(_, next)| next == '`').is_some() => name.push('`'),
            '`' => return Some((name, at + 1)),
            _ => name.push(found),
        }
    }
    None
}

/// `rgb`, `rrggbb` or `rrggbbaa` as 0xRRGGBBAA.
pub fn colour(digits: &str) -> Option<u32> {
    let value = u32::from_str_radix(digits, 16).ok()?;
    match digits.len() {
        3 => {
            let (r, g, b) = (value >> 8, value >> 4 & 15, value & 15);
            Some(r * 0x1100_0000 + g * 0x11_0000 + b * 0x1100 + 0xff)
        }
        6 => Some(value << 8 | 0xff),
        8 => Some(value),
        _ => None,
    }
}
