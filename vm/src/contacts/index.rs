//! Who feels which contacts.
//!
//! In: contacts of box owners, and for each number what it is part of and whether it asks. Out: for
//! each feeler its contacts side by side. It decides nothing about who is an X.

use super::Record;

/// What the index must know of an instance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Kin {
    /// What it is part of or attached to, 0 for nothing.
    pub parent: u32,
    /// Whether it asks for contacts; what does not is passed over.
    pub feels: bool,
}

/// Records by feeler; a table with open places finds a feeler's.
#[derive(Debug, Default)]
pub struct Index {
    /// Place in `feelers` plus one; 0 is open. A power of two long.
    table: Vec<u32>,
    pub(super) feelers: Vec<Feeler>,
    /// Records with the place of their feeler, as they came.
    staged: Vec<(u32, Record)>,
    records: Vec<Record>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Feeler {
    pub(super) id: u32,
    pub(super) start: u32,
    pub(super) end: u32,
}

impl Index {
    /// Forgets all.
    pub fn clear(&mut self) {
        self.table.fill(0);
        self.feelers.clear();
        self.staged.clear();
        self.records.clear();
    }

    /// A contact of a box: its owner and all that this is part of feel it.
    pub fn add(&mut self, record: Record, kin: &mut impl FnMut(u32) -> Kin) {
        let mut id = record.own;
        while id != 0 {
            let Kin { parent, feels } = kin(id);
            if feels {
                self.add_to(id, record);
            }
            id = parent;
        }
    }

    /// A contact that this one feels.
    pub(super) fn add_to(&mut self, id: u32, record: Record) {
        let feeler = self.feeler(id);
        self.feelers[feeler as usize].end += 1;
        self.staged.push((feeler, record));
    }

    /// Puts the records of each feeler side by side, in the order in which they were added.
    pub fn finish(&mut self) {
        let mut next = 0;
        for feeler in &mut self.feelers {
            let count = feeler.end;
            (feeler.start, feeler.end) = (next, next);
            next += count;
        }
        self.records.resize(self.staged.len(), Record::default());
        for (feeler, record) in &self.staged {
            let end = &mut self.feelers[*feeler as usize].end;
            self.records[*end as usize] = *record;
            *end += 1;
        }
    }

    /// The contacts that one feels.
    pub fn of(&self, id: u32) -> &[Record] {
        if self.feelers.is_empty() {
            return &[];
        }
        match self.table[self.place(id)] {
            0 => &[],
            n => {
                let feeler = self.feelers[n as usize - 1];
                &self.records[feeler.start as usize..feeler.end as usize]
            }
        }
    }

    fn feeler(&mut self, id: u32) -> u32 {
        if self.table.len() <= 2 * self.feelers.len() {
            self.grow();
        }
        let place = self.place(id);
        if self.table[place] == 0 {
            self.feelers.push(Feeler { id, start: 0, end: 0 });
            self.table[place] = self.feelers.len() as u32;
        }
        self.table[place] - 1
    }

    fn grow(&mut self) {
        let len = (2 * self.table.len()).max(64);
        self.table.clear();
        self.table.resize(len, 0);
        for n in 0..self.feelers.len() {
            let place = self.place(self.feelers[n].id);
            self.table[place] = n as u32 + 1;
        }
    }

    /// Where the number stands in the table, or the open place where it would.
    fn place(&self, id: u32) -> usize {
        let mask = self.table.len() - 1;
        let hash = u64::from(id).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
        let mut place = hash as usize & mask;
        while let n @ 1.. = self.table[place] {
            if self.feelers[n as usize - 1].id == id {
                break;
            }
            place = (place + 1) & mask;
        }
        place
    }
}
