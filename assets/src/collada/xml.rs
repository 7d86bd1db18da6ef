//! XML as a stream of steps: the one place of the models' readers that knows quick-xml.
//!
//! In: a file's bytes, made text by [`text`]. Out: [`Step`]s with byte offsets, or an error with
//! line and column. Refused: DOCTYPE (and with it every entity but the five of XML), nesting and
//! attributes beyond their limits, what is not well formed. Namespaces are not looked at.

use std::borrow::Cow;
use std::io::Read;

use quick_xml::encoding::DecodingReader;
use quick_xml::errors::Error;
use quick_xml::escape::unescape;
use quick_xml::events::{BytesDecl, BytesRef, BytesStart, Event};
use quick_xml::reader::Reader;

use super::place::{fault, shown};
use crate::read::{Caps, ModelError};

/// How far into a file its declaration is looked for.
const DECLARATION_REACH: usize = 256;

/// A file's bytes as text, in whatever encoding its mark or its declaration says.
pub(super) fn text(bytes: &[u8]) -> Result<Cow<'_, str>, ModelError> {
    let wide: [&[u8]; 4] = [&[0xFF, 0xFE], &[0xFE, 0xFF], b"<\0", b"\0<"];
    if wide.iter().any(|mark| bytes.starts_with(mark)) {
        return decoded(DecodingReader::new(bytes));
    }
    let bytes = bytes.strip_prefix(&[0xEF, 0xBB, 0xBF]).unwrap_or(bytes);
    if let Some(declaration) = declaration(bytes)
        && let Some(Ok(name)) = declaration.encoding()
        && !name.eq_ignore_ascii_case("utf-8")
        && !bytes.is_ascii()
    {
        let Some(encoding) = declaration.encoder() else {
            return Err(fault("", 0, format!("the encoding `{}` is unknown", shown(&name))));
        };
        let mut reader = DecodingReader::new(bytes);
        reader.set_encoding(encoding);
        return decoded(reader);
    }
    std::str::from_utf8(bytes).map(Cow::Borrowed).map_err(|e| {
        let good = bytes.get(..e.valid_up_to()).unwrap_or_default();
        let good = std::str::from_utf8(good).unwrap_or_default();
        fault(good, good.len(), "this is not UTF-8, and no other encoding is declared")
    })
}

/// What a file says of itself in its first line.
fn declaration(bytes: &[u8]) -> Option<BytesDecl<'static>> {
    let head = bytes.get(..DECLARATION_REACH.min(bytes.len()))?;
    let head = head.strip_prefix(b"<?")?;
    let end = head.iter().position(|b| *b == b'?')?;
    let inside = std::str::from_utf8(head.get(..end)?).ok()?;
    inside
        .starts_with("xml")
        .then(|| BytesDecl::from_start(BytesStart::from_content(inside.to_owned(), "xml".len())))
}

fn decoded<'a>(mut reader: DecodingReader<&[u8]>) -> Result<Cow<'a, str>, ModelError> {
    let mut bytes = Vec::new();
    let read = reader.read_to_end(&mut bytes);
    let text = String::from_utf8_lossy(&bytes);
    if read.is_err() {
        let message = format!("this is not {}", reader.encoding().name());
        return Err(fault(&text, text.len(), message));
    }
    // the reader takes a mark away; one that is written twice is a character
    Ok(Cow::Owned(text.into_owned()))
}

/// One step through a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step<'a> {
    /// An element begins; [`Xml::attributes`] are its own.
    Open {
        /// Its name without a prefix.
        name: &'a str,
        /// Where its `<` stands.
        at: usize,
    },
    /// The innermost element ends.
    Close,
    /// Text that stands so in the file.
    Text {
        /// The text, entities excepted.
        text: &'a str,
        /// Where it begins.
        at: usize,
    },
    /// A character that is written as an entity.
    Character(char),
    /// The document is over.
    End,
}

/// An attribute as it stands in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Attribute<'a> {
    /// Its name without a prefix.
    pub(super) name: &'a str,
    /// Its value, entities as they are written.
    pub(super) raw: &'a str,
    /// Where the value begins.
    pub(super) at: usize,
}

/// A document that is walked through.
pub(super) struct Xml<'a> {
    text: &'a str,
    reader: Reader<&'a [u8]>,
    attributes: Vec<Attribute<'a>>,
    depth: usize,
    /// Deepest nesting of elements; COLLADA nests by its nodes, real files stay below 60.
    most_depth: usize,
    /// Most attributes of an element; COLLADA knows elements with eight.
    most_attributes: usize,
    /// A root was there.
    rooted: bool,
}

impl<'a> Xml<'a> {
    /// Starts at a text's begin.
    pub(super) fn new(text: &'a str, caps: &Caps) -> Self {
        let mut reader = Reader::from_str(text);
        reader.config_mut().expand_empty_elements = true;
        let Caps { xml_depth: most_depth, xml_attributes: most_attributes, .. } = *caps;
        let (attributes, depth, rooted) = (Vec::new(), 0, false);
        Self { text, reader, attributes, depth, most_depth, most_attributes, rooted }
    }

    /// The attributes of the element that was opened last.
    pub(super) fn attributes(&self) -> &[Attribute<'a>] {
        &self.attributes
    }

    /// Where the reader stands.
    pub(super) fn at(&self) -> usize {
        self.reader.buffer_position() as usize
    }

    /// Goes on.
    pub(super) fn step(&mut self) -> Result<Step<'a>, ModelError> {
        loop {
            let at = self.at();
            let event = self.reader.read_event().map_err(|e| self.broken(&e))?;
            match event {
                Event::Start(start) | Event::Empty(start) => return self.open(&start, at),
                Event::End(_) => {
                    self.depth = self.depth.saturating_sub(1);
                    return Ok(Step::Close);
                }
                Event::Text(part) => {
                    if let Some(step) = self.piece(&part)? {
                        return Ok(step);
                    }
                }
                Event::CData(part) => {
                    if let Some(step) = self.piece(&part)? {
                        return Ok(step);
                    }
                }
                Event::GeneralRef(entity) => return self.entity(&entity, at),
                Event::DocType(_) => return Err(self.fault(at, "DOCTYPE is refused")),
                Event::Eof => return self.end(),
                Event::Decl(_) | Event::PI(_) | Event::Comment(_) => {}
            }
        }
    }

    fn fault(&self, at: usize, message: impl Into<String>) -> ModelError {
        fault(self.text, at, message)
    }

    fn broken(&self, error: &Error) -> ModelError {
        self.fault(self.reader.error_position() as usize, format!("broken XML: {error}"))
    }

    /// A part of the text as such, with its place.
    fn own(&self, part: &str) -> (&'a str, usize) {
        let at = (part.as_ptr() as usize).wrapping_sub(self.text.as_ptr() as usize);
        let own = at.checked_add(part.len()).and_then(|end| self.text.get(at..end));
        (own.unwrap_or_default(), at)
    }

    fn open(&mut self, start: &BytesStart<'_>, at: usize) -> Result<Step<'a>, ModelError> {
        if self.depth == 0 && self.rooted {
            return Err(self.fault(at, "a second root element"));
        }
        if self.depth >= self.most_depth {
            let message = format!("elements nest deeper than {}", self.most_depth);
            return Err(self.fault(at, message));
        }
        self.rooted = true;
        self.depth += 1;
        self.attributes.clear();
        for (n, attribute) in start.attributes().enumerate() {
            let attribute = attribute.map_err(|e| self.fault(at, format!("broken XML: {e}")))?;
            let most = self.most_attributes;
            if n >= most {
                let message = format!("an element with more than {most} attributes");
                return Err(self.fault(at, message));
            }
            let (raw, value_at) = self.own(&attribute.value);
            if raw.contains(['&', '<']) {
                unescape(raw).map_err(|e| self.fault(value_at, format!("broken XML: {e}")))?;
            }
            let (name, _) = self.own(attribute.key.local_name().into_inner());
            self.attributes.push(Attribute { name, raw, at: value_at });
        }
        let (name, _) = self.own(start.local_name().into_inner());
        Ok(Step::Open { name, at })
    }

    /// Text between tags; outside of the root there is none but space.
    fn piece(&self, part: &str) -> Result<Option<Step<'a>>, ModelError> {
        let (text, at) = self.own(part);
        if text.is_empty() {
            return Ok(None);
        }
        if self.depth > 0 {
            return Ok(Some(Step::Text { text, at }));
        }
        match text.find(|c: char| !c.is_ascii_whitespace()) {
            Some(ahead) => Err(self.fault(at + ahead, "text outside of the root element")),
            None => Ok(None),
        }
    }

    fn entity(&self, entity: &BytesRef<'_>, at: usize) -> Result<Step<'a>, ModelError> {
        let name: &str = entity;
        let known = match name {
            "lt" => Some('<'),
            "gt" => Some('>'),
            "amp" => Some('&'),
            "apos" => Some('\''),
            "quot" => Some('"'),
            _ => {
                entity.resolve_char_ref().map_err(|e| self.fault(at, format!("broken XML: {e}")))?
            }
        };
        match known {
            Some(character) if self.depth > 0 => Ok(Step::Character(character)),
            Some(_) => Err(self.fault(at, "text outside of the root element")),
            None => Err(self.fault(at, format!("no entity is called `{}`", shown(name)))),
        }
    }

    fn end(&self) -> Result<Step<'a>, ModelError> {
        if self.depth > 0 {
            return Err(self.fault(self.text.len(), "the file ends inside of an element"));
        }
        if !self.rooted {
            return Err(self.fault(self.text.len(), "there is no element"));
        }
        Ok(Step::End)
    }
}

/// A value with its entities resolved.
pub(super) fn plain(raw: &str) -> Cow<'_, str> {
    unescape(raw).unwrap_or(Cow::Borrowed(raw))
}
