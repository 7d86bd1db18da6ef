//! Meshes of words, kept while they are used.
//!
//! In: a text and its height. Out: its number in the frame. It forgets what no frame has used when
//! there is too much of it.

use std::collections::HashMap;
use std::sync::Arc;

use islay_assets::model::Mesh;
use islay_vm::math::Vec3;

use crate::font::{self, Align};

/// So many texts are kept whether they are used or not.
const KEPT: usize = 512;

/// The mesh of a text.
#[derive(Clone, Debug)]
pub struct Word {
    /// Never given to another text.
    pub serial: u64,
    /// Its triangles.
    pub mesh: Arc<Mesh>,
    /// Smallest and largest corner of the room it takes.
    pub bounds: [Vec3; 2],
}

/// All texts of late.
#[derive(Debug, Default)]
pub(super) struct Texts {
    known: HashMap<Key, Known>,
    words: Vec<Word>,
    frame: u64,
    serials: u64,
}

/// A text, the bits of its height, the side its lines begin at.
type Key = (Arc<str>, u32, i8);

#[derive(Debug)]
struct Known {
    word: Word,
    /// The last frame that used it, and its number there.
    frame: u64,
    index: u32,
}

impl Texts {
    /// Begins a frame.
    pub fn begin(&mut self) {
        if self.known.len() > KEPT {
            let last = self.frame;
            self.known.retain(|_, known| known.frame == last);
        }
        self.frame += 1;
        self.words.clear();
    }

    /// The words of this frame.
    pub fn words(&self) -> &[Word] {
        &self.words
    }

    /// The number of a text in this frame, and the room it takes. `side` is −1 for lines that begin
    /// at the left end, 1 for such that end at the right.
    pub fn word(&mut self, text: &Arc<str>, height: f32, side: i8) -> (u32, [Vec3; 2]) {
        let key = (text.clone(), height.to_bits(), side);
        let known = self.known.entry(key).or_insert_with(|| {
            self.serials += 1;
            Known { word: Word::new(self.serials, text, height, side), frame: 0, index: 0 }
        });
        if known.frame != self.frame {
            (known.frame, known.index) = (self.frame, self.words.len() as u32);
            self.words.push(known.word.clone());
        }
        (known.index, known.word.bounds)
    }
}

impl Word {
    fn new(serial: u64, text: &str, height: f32, side: i8) -> Self {
        let align = match side {
            ..=-1 => Align::Left,
            0 => Align::Center,
            1.. => Align::Right,
        };
        let [x, y] = font::size(text, height).map(|size| size / 2.0);
        let mesh = Arc::new(font::aligned(text, height, align));
        Self { serial, mesh, bounds: [[-x, -y, 0.0], [x, y, 0.0]] }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_keeps_its_mesh_and_too_many_are_forgotten() {
        let mut texts = Texts::default();
        texts.begin();
        let hello: Arc<str> = "hello".into();
        assert_eq!(texts.word(&hello, 1.0, 0).0, 0);
        assert_eq!(texts.word(&hello, 2.0, 0).0, 1);
        assert_eq!(texts.word(&hello, 1.0, 0).0, 0);
        let serial = texts.words()[0].serial;
        for i in 0..3 * KEPT {
            texts.begin();
            texts.word(&i.to_string().into(), 1.0, 0);
            texts.word(&hello, 1.0, 0);
            assert!(texts.known.len() <= KEPT + 4);
        }
        assert_eq!(texts.words()[1].serial, serial);
    }
}
