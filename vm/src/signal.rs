//! What is true in this tick: keys, pointer, messages.
//!
//! In: the events of one tick and deliveries. Out: answers for all rows of a table at once where
//! they are the same for all. Key repeat is filtered here. Contacts are not here.

use crate::input::{Input, InputEvent, InstanceId};
use crate::key::{Key, KeySet};
use crate::program::Button;

/// Keys and pointer as one tick sees them.
#[derive(Clone, Debug, Default)]
pub struct Signals {
    held: KeySet,
    pressed: KeySet,
    released: KeySet,
    hover: InstanceId,
    clicks: Vec<(InstanceId, Button)>,
    /// Clicked instances and all they are part of.
    pub clicked: Vec<(InstanceId, Button)>,
    /// What the pointer is over and all it is part of.
    pub hovered: Vec<InstanceId>,
}

impl Signals {
    /// Takes the events of the next tick.
    pub fn take(&mut self, input: &Input, parent: impl Fn(InstanceId) -> InstanceId) {
        self.pressed.clear();
        self.released.clear();
        self.clicks.clear();
        for event in &input.events {
            self.take_one(event);
        }
        self.clicked.clear();
        for (id, button) in &self.clicks {
            let mut id = *id;
            while id != 0 {
                self.clicked.push((id, *button));
                id = parent(id);
            }
        }
        self.hovered.clear();
        let mut id = self.hover;
        while id != 0 {
            self.hovered.push(id);
            id = parent(id);
        }
    }

    fn take_one(&mut self, event: &InputEvent) {
        match event {
            InputEvent::Press(key) if !self.held.has(*key) => {
                self.held.insert(*key);
                self.pressed.insert(*key);
            }
            InputEvent::Release(key) => self.release(*key),
            InputEvent::ReleaseAll => {
                self.released.extend(self.held);
                self.held.clear();
            }
            InputEvent::Click(id, button) => self.clicks.push((*id, *button)),
            InputEvent::Hover(id) => self.hover = *id,
            _ => {}
        }
    }

    fn release(&mut self, key: Key) {
        for key in key.physical() {
            if self.held.has(key) {
                self.held.remove(key);
                self.released.insert(key);
            }
        }
    }

    /// Keys held, pressed and released as numbers, and what the pointer is over.
    pub fn write(&self) -> ([u128; 3], InstanceId) {
        ([self.held, self.pressed, self.released].map(KeySet::bits), self.hover)
    }

    /// Takes them back.
    pub fn read(&mut self, keys: [u128; 3], hover: InstanceId) {
        self.forget_pointer();
        [self.held, self.pressed, self.released] = keys.map(KeySet::of_bits);
        self.hover = hover;
    }

    /// Serial numbers start over, so what the pointer was over means nothing any more.
    pub fn forget_pointer(&mut self) {
        self.hover = 0;
        self.clicks.clear();
        self.clicked.clear();
        self.hovered.clear();
    }

    /// `key(K)`
    pub fn key(&self, key: Key) -> bool {
        self.held.has(key) || self.pressed.has(key)
    }

    /// `pressed(K)`
    pub fn pressed(&self, key: Key) -> bool {
        self.pressed.has(key)
    }

    /// `released(K)`
    pub fn released(&self, key: Key) -> bool {
        self.released.has(key)
    }

    /// `click(any)`
    pub fn clicked_anywhere(&self, button: Button) -> bool {
        self.clicks.iter().any(|(_, b)| *b == button)
    }
}

/// How often a message arrived somewhere, and with what.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mail {
    /// How many.
    pub count: u32,
    /// The sum of their numbers, in order of arrival.
    pub sum: f32,
    /// Who sent the first, 0 for nobody.
    pub sender: InstanceId,
}

impl Mail {
    fn add(&mut self, value: f32, sender: InstanceId) {
        if self.count == 0 {
            self.sender = sender;
        }
        self.count += 1;
        self.sum += value;
    }
}

/// One message's arrivals at all rows of a table.
///
/// While all rows got the same there is one entry for all; rows are told apart from the first
/// message to a single one on. Between ticks all entries of rows are empty.
#[derive(Clone, Debug, Default)]
pub struct Inbox {
    all: Mail,
    apart: bool,
    rows: Vec<Mail>,
    /// Rows whose entries are not empty, unless `every`.
    touched: Vec<u32>,
    every: bool,
}

impl Inbox {
    /// What every row got, if it is the same.
    #[inline]
    pub fn same(&self) -> Option<Mail> {
        (!self.apart).then_some(self.all)
    }

    /// What a row got.
    #[inline]
    pub fn at(&self, row: usize) -> Mail {
        if self.apart { self.rows[row] } else { self.all }
    }

    /// Every row gets it.
    pub fn add_all(&mut self, value: f32, sender: InstanceId) {
        self.all.add(value, sender);
        if self.apart {
            self.every = true;
            self.rows.iter_mut().for_each(|m| m.add(value, sender));
        }
    }

    /// A row of so many gets it.
    pub fn add(&mut self, row: usize, n_rows: usize, value: f32, sender: InstanceId) {
        if !self.apart {
            self.apart = true;
            self.rows.resize(n_rows, Mail::default());
            if self.all.count > 0 {
                self.rows.fill(self.all);
                self.every = true;
            }
        }
        let mail = &mut self.rows[row];
        if mail.count == 0 && !self.every {
            self.touched.push(row as u32);
        }
        mail.add(value, sender);
    }

    /// Nothing arrived.
    pub fn clear(&mut self) {
        if self.apart {
            if self.every || self.touched.len() * 8 > self.rows.len() {
                self.rows.fill(Mail::default());
            } else {
                self.touched.iter().for_each(|row| self.rows[*row as usize] = Mail::default());
            }
        }
        self.touched.clear();
        (self.all, self.apart, self.every) = (Mail::default(), false, false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signals(events: &[InputEvent]) -> Signals {
        let mut s = Signals::default();
        s.take(&Input { events: events.to_vec() }, |_| 0);
        s
    }

    #[test]
    fn a_press_and_a_release_in_one_tick_are_both_seen() {
        let s = signals(&[InputEvent::Press(Key::UP), InputEvent::Release(Key::UP)]);
        assert!(s.key(Key::UP) && s.pressed(Key::UP) && s.released(Key::UP));
    }

    #[test]
    fn key_repeat_is_no_press() {
        let mut s = signals(&[InputEvent::Press(Key::UP)]);
        s.take(&Input::new().with(InputEvent::Press(Key::UP)), |_| 0);
        assert!(s.key(Key::UP) && !s.pressed(Key::UP));
    }

    #[test]
    fn all_keys_go_up_at_once() {
        let mut s = signals(&[InputEvent::Press(Key::UP), InputEvent::Press(Key::SPACE)]);
        s.take(&Input::new().with(InputEvent::ReleaseAll), |_| 0);
        assert!(s.released(Key::UP) && s.released(Key::SPACE) && !s.key(Key::UP));
    }

    #[test]
    fn rows_are_told_apart_from_the_first_message_to_one_on() {
        let mut inbox = Inbox::default();
        inbox.add_all(1.0, 5);
        assert_eq!(inbox.same(), Some(Mail { count: 1, sum: 1.0, sender: 5 }));
        inbox.add(1, 3, 2.0, 6);
        inbox.add_all(4.0, 7);
        assert_eq!(inbox.same(), None);
        assert_eq!(inbox.at(1), Mail { count: 3, sum: 7.0, sender: 5 });
        assert_eq!(inbox.at(2), Mail { count: 2, sum: 5.0, sender: 5 });
    }
}
