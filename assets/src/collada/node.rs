//! Walking a document: children, attributes, references, and errors that know their place.
//!
//! In: a [`Node`]. Out: what it holds, or an error that names the element, its id, line and column.
//! References lead to elements of the same document only; those to other files are refused.

use std::borrow::Cow;

use super::document::{Data, Document, Element, NONE};
use super::numbers;
use super::place;
use super::words::{Key, Tag};
use super::xml;
use crate::read::ModelError;

/// An element in its document.
#[derive(Clone, Copy)]
pub(super) struct Node<'d> {
    pub(super) document: &'d Document<'d>,
    pub(super) id: u32,
}

impl PartialEq for Node<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl<'d> Node<'d> {
    fn element(self) -> Option<&'d Element> {
        self.document.elements.get(self.id as usize)
    }

    fn at_id(self, id: u32) -> Option<Self> {
        (id != NONE).then_some(Self { id, ..self })
    }

    /// What it is.
    pub(super) fn tag(self) -> Option<Tag> {
        self.element().map(|e| e.tag)
    }

    /// What it stands in.
    pub(super) fn parent(self) -> Option<Self> {
        self.at_id(self.element()?.parent)
    }

    /// What stands in it, in the file's order.
    pub(super) fn children(self) -> impl Iterator<Item = Self> {
        let mut next = self.element().and_then(|e| self.at_id(e.first));
        std::iter::from_fn(move || {
            let child = next?;
            next = child.element().and_then(|e| self.at_id(e.next));
            Some(child)
        })
    }

    /// The children of a tag.
    pub(super) fn all(self, tag: Tag) -> impl Iterator<Item = Self> {
        self.children().filter(move |c| c.tag() == Some(tag))
    }

    /// The first child of a tag.
    pub(super) fn child(self, tag: Tag) -> Option<Self> {
        self.all(tag).next()
    }

    /// The first child of a tag, which must be there.
    pub(super) fn needed(self, tag: Tag) -> Result<Self, ModelError> {
        let lacks = || self.fault(format!("it has no `<{}>`", tag.text()));
        self.child(tag).ok_or_else(lacks)
    }

    /// Everything below, parents before children.
    pub(super) fn below(self) -> impl Iterator<Item = Self> {
        let mut open: Vec<Self> = self.child_list();
        std::iter::from_fn(move || {
            let next = open.pop()?;
            open.extend(next.child_list());
            Some(next)
        })
    }

    /// The children, the last one first.
    fn child_list(self) -> Vec<Self> {
        let mut list: Vec<Self> = self.children().collect();
        list.reverse();
        list
    }

    /// An attribute as it is written.
    pub(super) fn raw(self, key: Key) -> Option<&'d str> {
        let element = self.element()?;
        let from = element.attributes as usize;
        let held = self.document.attributes.get(from..from + element.n_attributes as usize)?;
        let found = held.iter().find(|h| h.key == key)?;
        let at = found.at as usize;
        self.document.text.get(at..at + found.length as usize)
    }

    /// An attribute with its entities resolved.
    pub(super) fn value(self, key: Key) -> Option<Cow<'d, str>> {
        self.raw(key).map(xml::plain)
    }

    /// An attribute that must be there.
    pub(super) fn needed_raw(self, key: Key) -> Result<&'d str, ModelError> {
        let lacks = || self.fault(format!("it has no `{}`", key.text()));
        self.raw(key).ok_or_else(lacks)
    }

    /// A whole number; `None` where the attribute is not there.
    pub(super) fn count(self, key: Key) -> Result<Option<u32>, ModelError> {
        let Some(raw) = self.raw(key) else { return Ok(None) };
        let value = raw.trim().parse().map_err(|_| {
            let word = place::shown(raw);
            self.fault(format!("its `{}` is `{word}`, which is no count", key.text()))
        });
        value.map(Some)
    }

    /// A number; `None` where the attribute is not there.
    pub(super) fn number(self, key: Key) -> Result<Option<f64>, ModelError> {
        let Some(raw) = self.raw(key) else { return Ok(None) };
        match numbers::number(raw).filter(|n| n.is_finite()) {
            Some(number) => Ok(Some(number)),
            None => {
                let word = place::shown(raw);
                Err(self.fault(format!("its `{}` is `{word}`, which is no number", key.text())))
            }
        }
    }

    /// Its numbers.
    pub(super) fn floats(self) -> &'d [f32] {
        let Some(Data::Floats(from, n)) = self.element().map(|e| e.data) else { return &[] };
        let (from, n) = (from as usize, n as usize);
        self.document.floats.get(from..from + n).unwrap_or_default()
    }

    /// Its numbers, of which there must be so many and none infinite.
    pub(super) fn exactly<const N: usize>(self) -> Result<[f64; N], ModelError> {
        let floats = self.floats();
        let numbers: [f32; N] = floats
            .try_into()
            .map_err(|_| self.fault(format!("it holds {} numbers instead of {N}", floats.len())))?;
        match numbers.iter().position(|n| !n.is_finite()) {
            Some(i) => Err(self.fault_at_number(i, "this number is not finite")),
            None => Ok(numbers.map(f64::from)),
        }
    }

    /// Where its whole numbers are in [`Document::integers`].
    pub(super) fn integer_range(self) -> std::ops::Range<usize> {
        match self.element().map(|e| e.data) {
            Some(Data::Integers(from, n)) => from as usize..(from + n) as usize,
            _ => 0..0,
        }
    }

    /// Its whole numbers.
    pub(super) fn integers(self) -> &'d [i32] {
        self.document.integers.get(self.integer_range()).unwrap_or_default()
    }

    /// Its text, without space around it.
    pub(super) fn text(self) -> &'d str {
        let whole = match self.element().map(|e| e.data) {
            Some(Data::Text(from, n)) => self.document.text.get(from as usize..(from + n) as usize),
            Some(Data::Pooled(from, n)) => {
                self.document.pool.get(from as usize..(from + n) as usize)
            }
            _ => None,
        };
        whole.unwrap_or_default().trim()
    }

    /// What people call it: its name, else its id.
    pub(super) fn name(self) -> Cow<'d, str> {
        let called = [Key::Name, Key::Id, Key::Sid].into_iter().filter_map(|k| self.value(k));
        called.into_iter().find(|n| !n.trim().is_empty()).unwrap_or_default()
    }

    /// Where it begins.
    pub(super) fn at(self) -> usize {
        self.element().map_or(0, |e| e.at as usize)
    }

    /// An error at its begin.
    pub(super) fn fault(self, message: impl Into<String>) -> ModelError {
        self.fault_at(self.at(), message)
    }

    /// An error so many bytes into its text.
    pub(super) fn fault_in_text(self, ahead: usize, message: impl Into<String>) -> ModelError {
        let text_at = self.element().map_or(NONE, |e| e.text_at);
        let at = if text_at == NONE { self.at() } else { text_at as usize + ahead };
        self.fault_at(at, message)
    }

    /// An error at one of its numbers.
    pub(super) fn fault_at_number(self, index: usize, message: impl Into<String>) -> ModelError {
        let text_at = self.element().map_or(NONE, |e| e.text_at) as usize;
        let text = self.document.text.get(text_at..).unwrap_or_default();
        self.fault_in_text(numbers::position(text, index), message)
    }

    fn fault_at(self, at: usize, message: impl Into<String>) -> ModelError {
        let mut error = place::fault(self.document.text, at, message);
        let tag = self.tag().map(Tag::text).unwrap_or_default();
        error.element = Some(match self.value(Key::Id) {
            Some(id) => format!("<{tag}> `{}`", place::shown(&id)),
            None => format!("<{tag}>"),
        });
        error
    }

    /// Refuses an array that says another count than it has.
    pub(super) fn check_count(self) -> Result<(), ModelError> {
        if self.tag() != Some(Tag::FloatArray) {
            return Ok(());
        }
        let Some(count) = self.count(Key::Count)? else {
            return Err(self.fault("it has no `count`"));
        };
        let n = self.floats().len();
        if n == count as usize {
            return Ok(());
        }
        Err(self.fault(format!("its `count` is {count}, but it holds {n} numbers")))
    }

    /// The element that an attribute refers to, which must be of one of these tags.
    pub(super) fn follow(self, key: Key, tags: &[Tag]) -> Result<Self, ModelError> {
        self.lead(self.needed_raw(key)?, tags)
    }

    /// The element of an address, which must be of one of these tags.
    pub(super) fn lead(self, address: &'d str, tags: &[Tag]) -> Result<Self, ModelError> {
        let address = address.trim();
        let local = address.strip_prefix('#');
        let id = local.unwrap_or(address);
        let of_tag = |n: &Self| n.tag().is_some_and(|t| tags.contains(&t));
        if let Some(found) = self.document.bearers(id).find(of_tag) {
            return Ok(found);
        }
        let name = place::shown(&xml::plain(id));
        if local.is_none() && !id.is_empty() {
            let message = format!("`{name}` is in another file, which is not read");
            return Err(self.fault(message));
        }
        let wanted: Vec<String> = tags.iter().map(|t| format!("<{}>", t.text())).collect();
        let wanted = wanted.join(" or ");
        let other = self.document.bearers(id).find_map(Self::tag);
        Err(self.fault(match other {
            Some(tag) => format!("`{name}` is a <{}>, not a {wanted}", tag.text()),
            None => format!("no {wanted} has the id `{name}`"),
        }))
    }
}
