//! XML as a stream of elements with their places.
//!
//! In: bytes in UTF-8, UTF-16 or whatever encoding the declaration names. Out: one [`Event`] after
//! the other, or the one [`Finding`] that ends it. Memory is bounded by the largest single tag. It
//! refuses document types (so there are no entities to expand), elements that nest too deep or have
//! too many attributes ([`TextLimits`]), and whatever is not well-formed.
//! It knows no element by name.

mod input;
mod tag;

use std::io::Read;
use std::sync::Arc;

use quick_xml::Reader;
use quick_xml::errors::{Error, IllFormedError, SyntaxError};
use quick_xml::events::{BytesRef, Event as Raw};

use super::finding::{Finding, Mark, Stretch};
use crate::diagnostic::Code;
use crate::source::{Text, TextLimits};
use input::Input;

pub(super) use tag::{Attribute, Tag};

/// A tag, a comment or a stretch of text has at most so many bytes.
pub(super) const EVENT_LIMIT: u64 = 8 << 20;

/// What comes next in a document.
#[derive(Debug)]
pub(super) enum Event {
    /// An element begins.
    Open(Tag),
    /// The element that was opened last ends.
    Close,
    /// Text that is not only white space.
    Text(Stretch),
    /// The document ends after its root element.
    End,
}

/// A document that is read.
pub(super) struct Xml<R: Read> {
    reader: Reader<Input<R>>,
    buffer: Vec<u8>,
    limits: TextLimits,
    /// Names of the open elements and where they began.
    open: Vec<(Text, Stretch)>,
    /// Something of the document was read.
    begun: bool,
    /// The root element has ended.
    done: bool,
}

impl<R: Read> Xml<R> {
    /// Begins to read.
    pub fn new(bytes: R, limits: TextLimits) -> Result<Self, Finding> {
        let input = Input::open(bytes)
            .map_err(|error| unreadable(&error.to_string(), Stretch::default()))?;
        let mut reader = Reader::from_reader(input);
        let config = reader.config_mut();
        config.expand_empty_elements = true;
        config.check_end_names = false;
        config.allow_unmatched_ends = true;
        config.check_comments = true;
        Ok(Self { reader, buffer: Vec::new(), limits, open: Vec::new(), begun: false, done: false })
    }

    /// What was read of the text so far, where it is not too long to be kept.
    pub fn text(&self) -> Option<&str> {
        self.reader.get_ref().text()
    }

    /// The next event.
    pub fn next(&mut self) -> Result<Event, Finding> {
        loop {
            let mut buffer = std::mem::take(&mut self.buffer);
            buffer.clear();
            let found = self.step(&mut buffer);
            self.buffer = buffer;
            if let Some(event) = found? {
                return Ok(event);
            }
        }
    }

    fn step(&mut self, buffer: &mut Vec<u8>) -> Result<Option<Event>, Finding> {
        let from = self.reader.get_mut().begin();
        let raw = self.reader.read_event_into(buffer);
        let to = self.reader.get_ref().mark();
        let at = Stretch { from, to: to.offset };
        let raw = match raw {
            Ok(raw) => raw,
            Err(error) => return Err(self.ill_formed(&error, at)),
        };
        match raw {
            Raw::Start(start) => {
                self.begun = true;
                let tag = tag::tag(&start, at, self.limits.xml_attributes)?;
                self.opened(tag).map(|tag| Some(Event::Open(tag)))
            }
            Raw::End(end) => self.closed(end.name().as_ref(), at).map(|()| Some(Event::Close)),
            Raw::Text(text) => self.text_event(&text.xml10_content(), at),
            Raw::CData(text) => self.text_event(&text.into_inner(), at),
            Raw::GeneralRef(entity) => self.entity(&entity, at),
            Raw::DocType(_) => {
                let found = Finding::new(Code::BadXml, at, "a document type is not read");
                Err(found.help("take the `<!DOCTYPE …>` out: there are no entities to define"))
            }
            Raw::Decl(_) if std::mem::replace(&mut self.begun, true) => {
                let message = "an XML declaration stands only at the beginning";
                Err(Finding::new(Code::BadXml, at, message))
            }
            Raw::Decl(decl) => match self.reader.get_mut().declared(&decl) {
                Ok(()) => Ok(None),
                // it is the first thing in the document
                Err(message) => {
                    let at = Stretch { from: Mark::default(), to: at.to };
                    Err(Finding::new(Code::BadXml, at, message))
                }
            },
            Raw::Empty(_) | Raw::Comment(_) | Raw::PI(_) => Ok(None),
            Raw::Eof => self.end(at).map(Some),
        }
    }

    fn opened(&mut self, tag: Tag) -> Result<Tag, Finding> {
        if self.done {
            let message = format!("`<{}>` stands behind the root element", tag.name);
            return Err(Finding::new(Code::BadXml, tag.at, message));
        }
        let most = self.limits.xml_depth;
        if self.open.len() >= most {
            let message = format!("elements nest deeper than {most}");
            return Err(Finding::new(Code::NestingTooDeep, tag.at, message));
        }
        self.open.push((tag.name.clone(), tag.at));
        Ok(tag)
    }

    fn closed(&mut self, name: &str, at: Stretch) -> Result<(), Finding> {
        match self.open.pop() {
            Some((opened, _)) if *opened == *name => {
                self.done = self.open.is_empty();
                Ok(())
            }
            Some((opened, place)) => {
                let message = format!("`</{name}>` ends no element, `<{opened}>` is open here");
                let found = Finding::new(Code::BadXml, at, message);
                Err(found.also(place, format!("`<{opened}>` begins here")))
            }
            None => {
                let message = format!("`</{name}>` ends no element");
                Err(Finding::new(Code::BadXml, at, message))
            }
        }
    }

    fn text_event(&self, text: &str, at: Stretch) -> Result<Option<Event>, Finding> {
        if text.chars().all(|c| c.is_ascii_whitespace()) {
            return Ok(None);
        }
        if self.open.is_empty() {
            let message = "text stands outside of the root element";
            return Err(Finding::new(Code::BadXml, at, message));
        }
        Ok(Some(Event::Text(at)))
    }

    /// `&amp;` and the like in text.
    fn entity(&self, entity: &BytesRef<'_>, at: Stretch) -> Result<Option<Event>, Finding> {
        let named = ["amp", "lt", "gt", "quot", "apos"].contains(&&**entity);
        let known = named || matches!(entity.resolve_char_ref(), Ok(Some(_)));
        if !known {
            let message = format!("`&{};` is no entity", &**entity);
            return Err(Finding::new(Code::BadXml, at, message));
        }
        self.text_event("&", at)
    }

    fn end(&self, at: Stretch) -> Result<Event, Finding> {
        match self.open.last() {
            Some((name, place)) => {
                let message = format!("the document ends inside of `<{name}>`");
                Err(Finding::new(Code::BadXml, at, message).also(*place, "it begins here"))
            }
            None if !self.done => {
                Err(Finding::new(Code::BadXml, at, "the document has no root element"))
            }
            None => Ok(Event::End),
        }
    }

    fn ill_formed(&self, error: &Error, at: Stretch) -> Finding {
        let message = match error {
            Error::Io(error) => return unreadable(&Arc::clone(error).to_string(), at),
            Error::Encoding(_) => {
                let encoding = self.reader.get_ref().encoding_name();
                return unreadable(&format!("these bytes are no {encoding}"), at);
            }
            Error::Syntax(error) => syntax(error),
            Error::IllFormed(IllFormedError::UnclosedReference) => "`&` begins no entity",
            Error::IllFormed(IllFormedError::DoubleHyphenInComment) => "`--` stands in a comment",
            Error::IllFormed(IllFormedError::MissingDeclVersion(_)) => {
                "the XML declaration does not begin with `version`"
            }
            Error::IllFormed(IllFormedError::MissingDoctypeName) => "a document type is not read",
            other => return Finding::new(Code::BadXml, at, format!("this is no XML: {other}")),
        };
        Finding::new(Code::BadXml, at, message)
    }
}

fn syntax(error: &SyntaxError) -> &'static str {
    match error {
        SyntaxError::InvalidBangMarkup => "`<!` begins neither a comment nor CDATA",
        SyntaxError::UnclosedPI | SyntaxError::UnclosedXmlDecl => "`<?` has no `?>`",
        SyntaxError::UnclosedComment => "the comment has no `-->`",
        SyntaxError::UnclosedDoctype => "a document type is not read",
        SyntaxError::UnclosedCData => "the CDATA has no `]]>`",
        SyntaxError::UnclosedTag => "the tag has no `>`",
        SyntaxError::UnclosedSingleQuotedAttributeValue
        | SyntaxError::UnclosedDoubleQuotedAttributeValue => "the attribute's value is not closed",
    }
}

fn unreadable(reason: &str, at: Stretch) -> Finding {
    Finding::new(Code::BadXml, at, reason)
}

impl Mark {
    /// The mark behind more text.
    fn behind(mut self, text: &str) -> Mark {
        self.pass(text.as_bytes());
        self
    }

    /// Goes over bytes of UTF-8.
    fn pass(&mut self, bytes: &[u8]) {
        self.offset = self.offset.saturating_add(u32::try_from(bytes.len()).unwrap_or(u32::MAX));
        let breaks = bytes.iter().filter(|b| **b == b'\n').count();
        let last = bytes.rsplit(|b| *b == b'\n').next().unwrap_or_default();
        let begun = last.iter().filter(|b| (**b & 0xc0) != 0x80).count();
        if breaks > 0 {
            self.line = self.line.saturating_add(u32::try_from(breaks).unwrap_or(u32::MAX));
            self.column = 1;
        }
        self.column = self.column.saturating_add(u32::try_from(begun).unwrap_or(u32::MAX));
    }
}
