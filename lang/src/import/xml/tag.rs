//! The tag that opens an element, with the places of its attributes.
//!
//! In: the text between `<` and `>`. Out: a [`Tag`] with attribute values as they are meant, or
//! the finding that says why it is none.

use quick_xml::XmlVersion;
use quick_xml::events::BytesStart;
use quick_xml::events::attributes::{AttrError, Attribute as Raw};

use crate::diagnostic::Code;
use crate::import::finding::{Finding, Mark, Stretch};
use crate::source::Text;

/// The tag that opens an element.
#[derive(Debug)]
pub(in crate::import) struct Tag {
    /// The element's name.
    pub name: Text,
    /// Its place, from `<` to `>`.
    pub at: Stretch,
    /// In the order of the text; no name stands twice.
    pub attributes: Vec<Attribute>,
}

/// An attribute.
#[derive(Debug)]
pub(in crate::import) struct Attribute {
    /// Its name.
    pub name: String,
    /// Its value, references replaced.
    pub value: String,
    /// Its place: name and value.
    pub at: Stretch,
}

/// Reads a tag that stands there.
pub(super) fn tag(start: &BytesStart<'_>, at: Stretch, most: usize) -> Result<Tag, Finding> {
    let content: &str = start;
    let name = start.name().as_ref().to_owned();
    if !is_name(&name) {
        let message = format!("`{name}` is no name of an element");
        return Err(Finding::new(Code::BadXml, at, message));
    }
    let mut attributes: Vec<Attribute> = Vec::new();
    for found in start.attributes() {
        let raw = found.map_err(|error| broken(&error, content, at))?;
        if attributes.len() == most {
            let message = format!("`<{name}>` has more than {most} attributes");
            return Err(Finding::new(Code::TooMany, at, message));
        }
        attributes.push(attribute(&raw, content, at)?);
    }
    Ok(Tag { name: name.into(), at, attributes })
}

fn attribute(raw: &Raw<'_>, content: &str, tag: Stretch) -> Result<Attribute, Finding> {
    let name = raw.key.as_ref();
    // all are parts of one text, so the distances are where they stand in it
    let begin = (name.as_ptr() as usize).wrapping_sub(content.as_ptr() as usize);
    let value = raw.value.as_ref();
    let place = |length: usize| {
        let from = inside(tag.from, content, begin);
        Stretch { from, to: from.offset.saturating_add(u32::try_from(length).unwrap_or(0)) }
    };
    let end = (value.as_ptr() as usize)
        .wrapping_sub(content.as_ptr() as usize)
        .saturating_add(value.len() + 1);
    let whole = end.checked_sub(begin).filter(|_| end <= content.len());
    let at = place(whole.unwrap_or(name.len()));
    if !is_name(name) {
        return Err(Finding::new(Code::BadXml, at, format!("`{name}` is no name of an attribute")));
    }
    let glued = whole.and_then(|n| content.get(begin + n..)?.chars().next());
    if glued.is_some_and(|c| !c.is_ascii_whitespace()) {
        let message = format!("there is no space behind the value of `{name}`");
        return Err(Finding::new(Code::BadXml, at, message));
    }
    if value.contains('<') {
        let message = format!("`<` stands in the value of `{name}`");
        return Err(Finding::new(Code::BadXml, at, message).help("write `&lt;`"));
    }
    let value = raw.normalized_value(XmlVersion::Implicit1_0).map_err(|error| {
        let message = format!("the value of `{name}` has a `&` that is none: {error}");
        Finding::new(Code::BadXml, at, message).help("write `&amp;` for the sign itself")
    })?;
    if value.chars().any(|c| c.is_control() && !"\t\n\r".contains(c)) {
        let message = format!("the value of `{name}` holds a control character");
        return Err(Finding::new(Code::BadXml, at, message));
    }
    Ok(Attribute { name: name.to_owned(), value: value.into_owned(), at })
}

/// The mark of a byte of a tag's content, which begins behind `<`.
fn inside(tag: Mark, content: &str, at: usize) -> Mark {
    tag.behind("<").behind(content.get(..at).unwrap_or_default())
}

fn broken(error: &AttrError, content: &str, tag: Stretch) -> Finding {
    let (offset, message) = match error {
        AttrError::ExpectedEq(at) => (*at, "an attribute without `=`"),
        AttrError::ExpectedValue(at) => (*at, "an attribute without a value"),
        AttrError::UnquotedValue(at) => (*at, "an attribute's value stands in quotation marks"),
        AttrError::ExpectedQuote(at, _) => (*at, "an attribute's value is not closed"),
        AttrError::Duplicated(at, first) => {
            let from = inside(tag.from, content, *first);
            let second = inside(tag.from, content, *at);
            let at = Stretch { from: second, to: second.offset };
            let found = Finding::new(Code::BadXml, at, "an attribute stands twice");
            return found.also(Stretch { from, to: from.offset }, "first here");
        }
    };
    let from = inside(tag.from, content, offset);
    Finding::new(Code::BadXml, Stretch { from, to: from.offset }, message)
}

/// Whether XML allows the name.
fn is_name(name: &str) -> bool {
    let begins = |c: char| c.is_alphabetic() || c == '_' || c == ':';
    let goes_on = |c: char| begins(c) || c.is_numeric() || "-.·".contains(c);
    name.starts_with(begins) && name.chars().all(goes_on)
}
