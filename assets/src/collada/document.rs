//! A COLLADA document, parsed once: its known elements in an arena, and who bears which id.
//!
//! In: a text. Out: a [`Document`] that is walked by [`Node`]s; numbers are numbers already, and
//! references are followed by [`Node::follow`]. It keeps skeletons, skins and animations as well
//! as what is seen. Refused: another root, another version, counts that are not true, numbers
//! that are none. Nothing is sized by a number that the file declares.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::node::Node;
use super::numbers;
use super::place;
use super::uri;
use super::words::{Content, Key, Tag};
use super::xml::{Step, Xml};
use crate::read::{Caps, ModelError};

/// Most elements of a file: a polygon of three corners needs some 25 bytes, and an element takes
/// 40 in memory, so a file of 64 MiB stays below this and hostile ones below 160 MB.
const ELEMENT_LIMIT: usize = 4_000_000;

/// How many bytes of a file of meshes there are to each number, of all its bytes: with that much
/// room at once the numbers are hardly ever moved, and a small file has but little.
const BYTES_TO_FLOAT: usize = 16;
const BYTES_TO_INTEGER: usize = 10;

/// No element, no text.
pub(super) const NONE: u32 = u32::MAX;

/// What an element holds: where it begins and how much of it there is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Data {
    /// Elements only.
    None,
    /// In [`Document::floats`].
    Floats(u32, u32),
    /// In [`Document::integers`].
    Integers(u32, u32),
    /// In [`Document::text`].
    Text(u32, u32),
    /// In [`Document::pool`].
    Pooled(u32, u32),
}

/// An element of the arena.
#[derive(Clone, Copy, Debug)]
pub(super) struct Element {
    pub(super) tag: Tag,
    pub(super) data: Data,
    /// Where it begins.
    pub(super) at: u32,
    /// Where its text begins; [`NONE`] for text in pieces.
    pub(super) text_at: u32,
    pub(super) parent: u32,
    pub(super) first: u32,
    pub(super) next: u32,
    pub(super) attributes: u32,
    pub(super) n_attributes: u32,
}

/// An attribute of the arena: its value stands in the text.
#[derive(Clone, Copy, Debug)]
pub(super) struct Held {
    pub(super) key: Key,
    pub(super) at: u32,
    pub(super) length: u32,
}

/// A parsed document.
pub(super) struct Document<'a> {
    pub(super) text: &'a str,
    pub(super) elements: Vec<Element>,
    pub(super) attributes: Vec<Held>,
    pub(super) floats: Vec<f32>,
    /// Of all elements, those of one in a row.
    pub(super) integers: Vec<i32>,
    /// Text that does not stand so in the file.
    pub(super) pool: String,
    /// The first element of an id.
    ids: HashMap<&'a str, u32>,
    /// The later ones.
    doubles: HashMap<&'a str, Vec<u32>>,
    /// The later ones of all ids, in the file's order.
    seconds: Vec<u32>,
    /// How many accessors read an array, by the array's id.
    readers: HashMap<&'a str, u32>,
}

/// An element that is being read.
struct Frame {
    element: u32,
    last_child: u32,
    content: Content,
    piece: Piece,
}

/// The text of an element so far.
#[derive(Clone, Copy)]
enum Piece {
    None,
    One {
        at: usize,
        length: usize,
    },
    /// From here on in the pool.
    Many {
        from: usize,
    },
}

impl<'a> Document<'a> {
    /// Parses a text.
    pub(super) fn parse(text: &'a str, caps: &Caps) -> Result<Self, ModelError> {
        let mut document = Self {
            text,
            elements: Vec::new(),
            attributes: Vec::new(),
            floats: Vec::with_capacity(text.len() / BYTES_TO_FLOAT),
            integers: Vec::with_capacity(text.len() / BYTES_TO_INTEGER),
            pool: String::new(),
            ids: HashMap::new(),
            doubles: HashMap::new(),
            seconds: Vec::new(),
            readers: HashMap::new(),
        };
        document.fill(caps)?;
        Ok(document)
    }

    fn fill(&mut self, caps: &Caps) -> Result<(), ModelError> {
        let mut xml = Xml::new(self.text, caps);
        let mut open: Vec<Frame> = Vec::new();
        // how many elements are open that nobody looks into
        let mut foreign = 0_usize;
        loop {
            match xml.step()? {
                Step::Open { .. } if foreign > 0 => foreign += 1,
                Step::Open { name, at } => match self.known(name, &xml) {
                    Some(tag) => {
                        let frame = self.open(tag, at, &xml, open.last_mut())?;
                        open.push(frame);
                    }
                    None if open.is_empty() => return Err(not_collada(self.text, at, name)),
                    None => foreign = 1,
                },
                Step::Close if foreign > 0 => foreign -= 1,
                Step::Close => {
                    if let Some(frame) = open.pop() {
                        self.close(&frame)?;
                    }
                }
                Step::Text { .. } | Step::Character(_) if foreign > 0 => {}
                Step::Text { text, at } => self.add_text(open.last_mut(), text, at),
                Step::Character(c) => self.add_character(open.last_mut(), c),
                Step::End => return Ok(()),
            }
        }
    }

    /// The tag of an element that is looked into.
    fn known(&self, name: &str, xml: &Xml<'a>) -> Option<Tag> {
        let tag = Tag::of(name)?;
        // what one tool says to itself
        let own = tag == Tag::Technique && xml.attributes().iter().any(|a| a.name == "profile");
        let root = self.elements.is_empty() == (tag == Tag::Collada);
        (tag.content() != Content::Foreign && !own && root).then_some(tag)
    }

    fn open(
        &mut self,
        tag: Tag,
        at: usize,
        xml: &Xml<'a>,
        parent: Option<&mut Frame>,
    ) -> Result<Frame, ModelError> {
        if self.elements.len() >= ELEMENT_LIMIT {
            let message = format!("more than {ELEMENT_LIMIT} elements");
            return Err(place::fault(self.text, at, message));
        }
        let id = self.elements.len() as u32;
        let attributes = self.attributes.len() as u32;
        for attribute in xml.attributes() {
            if let Some(key) = Key::of(attribute.name) {
                self.note(tag, id, key, attribute.raw);
                let (at, length) = (attribute.at as u32, attribute.raw.len() as u32);
                self.attributes.push(Held { key, at, length });
            }
        }
        let parent = parent.map_or(NONE, |frame| self.adopt(frame, id));
        self.elements.push(Element {
            tag,
            data: Data::None,
            at: at as u32,
            text_at: NONE,
            parent,
            first: NONE,
            next: NONE,
            attributes,
            n_attributes: self.attributes.len() as u32 - attributes,
        });
        Ok(Frame { element: id, last_child: NONE, content: tag.content(), piece: Piece::None })
    }

    /// Keeps what is looked up by an attribute.
    fn note(&mut self, tag: Tag, id: u32, key: Key, raw: &'a str) {
        if key == Key::Id {
            match self.ids.entry(raw) {
                Entry::Vacant(vacant) => {
                    vacant.insert(id);
                }
                Entry::Occupied(_) => {
                    self.doubles.entry(raw).or_default().push(id);
                    self.seconds.push(id);
                }
            }
        }
        if key == Key::Source && tag == Tag::Accessor {
            let array = raw.strip_prefix('#').unwrap_or(raw);
            *self.readers.entry(array).or_default() += 1;
        }
    }

    /// Makes an element the last child of one that is open, and tells which that is.
    fn adopt(&mut self, frame: &mut Frame, child: u32) -> u32 {
        if frame.content == Content::Text {
            // between elements there is only space
            frame.piece = Piece::None;
        }
        let elder = if frame.last_child == NONE { frame.element } else { frame.last_child };
        if let Some(elder) = self.elements.get_mut(elder as usize) {
            if frame.last_child == NONE {
                elder.first = child;
            } else {
                elder.next = child;
            }
        }
        frame.last_child = child;
        frame.element
    }

    fn add_text(&mut self, frame: Option<&mut Frame>, text: &str, at: usize) {
        let Some(frame) = frame.filter(|f| f.content != Content::Elements) else { return };
        match frame.piece {
            Piece::None => frame.piece = Piece::One { at, length: text.len() },
            Piece::One { .. } | Piece::Many { .. } => {
                self.gather(frame);
                self.pool.push_str(text);
            }
        }
    }

    fn add_character(&mut self, frame: Option<&mut Frame>, character: char) {
        if let Some(frame) = frame.filter(|f| f.content != Content::Elements) {
            self.gather(frame);
            self.pool.push(character);
        }
    }

    /// Moves the text of an element into the pool.
    fn gather(&mut self, frame: &mut Frame) {
        let from = self.pool.len();
        match frame.piece {
            Piece::Many { .. } => return,
            Piece::None => {}
            Piece::One { at, length } => {
                self.pool.push_str(self.text.get(at..at + length).unwrap_or_default());
            }
        }
        frame.piece = Piece::Many { from };
    }

    /// Makes an element's text what its tag says.
    fn close(&mut self, frame: &Frame) -> Result<(), ModelError> {
        let (data, misfit) = self.data(frame);
        if let Some(element) = self.elements.get_mut(frame.element as usize) {
            element.data = data;
            if let Piece::One { at, .. } = frame.piece {
                element.text_at = at as u32;
            }
        }
        let Some(node) = self.node(frame.element) else { return Ok(()) };
        match misfit {
            Some((ahead, message)) => Err(node.fault_in_text(ahead, message)),
            None => node.check_count(),
        }
    }

    /// What an element holds, and what of it is no number.
    fn data(&mut self, frame: &Frame) -> (Data, Option<(usize, String)>) {
        let (text, from, pooled) = match frame.piece {
            Piece::None => ("", 0, false),
            Piece::One { at, length } => {
                (self.text.get(at..at + length).unwrap_or_default(), at, false)
            }
            Piece::Many { from } => (self.pool.get(from..).unwrap_or_default(), from, true),
        };
        let length = text.len() as u32;
        let begin = [self.floats.len(), self.integers.len()].map(|n| n as u32);
        let said = |m: numbers::Misfit<'_>, kind: &str| {
            (m.at, format!("`{}` is no {kind}", place::shown(m.word)))
        };
        let read = match frame.content {
            Content::Floats => {
                numbers::floats(text, &mut self.floats).map_err(|m| said(m, "number"))
            }
            Content::Integers => {
                numbers::integers(text, &mut self.integers).map_err(|m| said(m, "whole number"))
            }
            Content::Text if pooled => return (Data::Pooled(from as u32, length), None),
            Content::Text => return (Data::Text(from as u32, length), None),
            Content::Elements | Content::Foreign => return (Data::None, None),
        };
        if pooled {
            self.pool.truncate(from);
        }
        let data = if frame.content == Content::Floats {
            Data::Floats(begin[0], self.floats.len() as u32 - begin[0])
        } else {
            Data::Integers(begin[1], self.integers.len() as u32 - begin[1])
        };
        (data, read.err())
    }

    /// The element of a number.
    pub(super) fn node(&self, id: u32) -> Option<Node<'_>> {
        self.elements.get(id as usize)?;
        Some(Node { document: self, id })
    }

    /// The root.
    pub(super) fn root(&self) -> Option<Node<'_>> {
        self.node(0)
    }

    /// Every element of a tag, in the file's order.
    pub(super) fn all(&self, tag: Tag) -> impl Iterator<Item = Node<'_>> {
        let of_tag = self.elements.iter().enumerate().filter(move |(_, e)| e.tag == tag);
        of_tag.map(|(i, _)| Node { document: self, id: i as u32 })
    }

    /// The elements that bear an id, in the file's order.
    pub(super) fn bearers(&self, id: &str) -> impl Iterator<Item = Node<'_>> {
        let plain = uri::decoded(id);
        let known = if self.ids.contains_key(id) { id } else { &*plain };
        let first = self.ids.get(known).copied();
        let later = self.doubles.get(known).map(Vec::as_slice).unwrap_or_default();
        first.into_iter().chain(later.iter().copied()).filter_map(|id| self.node(id))
    }

    /// Elements whose id another one of the same kind has already.
    pub(super) fn seconds(&self) -> impl Iterator<Item = Node<'_>> {
        let seconds = self.seconds.iter().filter_map(|id| self.node(*id));
        seconds.filter(|n| {
            let first = n.raw(Key::Id).and_then(|id| self.bearers(id).next());
            first.is_some_and(|f| f != *n && f.tag() == n.tag())
        })
    }

    /// An error at one of the whole numbers.
    pub(super) fn fault_at_integer(&self, index: usize, message: String) -> ModelError {
        let holds = |id: u32| {
            let range = self.node(id).map(Node::integer_range).unwrap_or_default();
            range.contains(&index).then_some((id, index - range.start))
        };
        let found = (0..self.elements.len() as u32).find_map(holds);
        match found.and_then(|(id, ahead)| Some((self.node(id)?, ahead))) {
            Some((node, ahead)) => node.fault_at_number(ahead, message),
            None => place::fault(self.text, 0, message),
        }
    }

    /// How many accessors read the array of an id.
    pub(super) fn n_readers(&self, id: &str) -> u32 {
        self.readers.get(id).copied().unwrap_or(0)
    }
}

fn not_collada(text: &str, at: usize, name: &str) -> ModelError {
    let message = format!("this is no COLLADA: its root is `{}`", place::shown(name));
    place::fault(text, at, message)
}
