//! Where each instance is: from serial numbers to rows.
//!
//! In: ids that only grow, with the table and row of each living one. Out: the place of an id, or
//! nothing once it has ended; all living ids in serial order. Pages without a living instance are
//! given back, so any number of short lives costs next to nothing. It knows nothing of tables.

use crate::input::InstanceId;

const PAGE: usize = 1024;
const SPARE: usize = 4;
const NOWHERE: Place = Place { table: u32::MAX, row: u32::MAX };

/// A row of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// Which table.
    pub table: u32,
    /// Which row.
    pub row: u32,
}

#[derive(Clone, Debug)]
struct Page {
    places: Box<[Place]>,
    n_living: u32,
}

impl Page {
    fn new() -> Self {
        Self { places: vec![NOWHERE; PAGE].into_boxed_slice(), n_living: 0 }
    }
}

/// The places of all living instances.
#[derive(Clone, Debug, Default)]
pub struct Slots {
    pages: Vec<Option<Page>>,
    spare: Vec<Page>,
    n_living: u32,
}

impl Slots {
    /// How many live.
    pub fn n_living(&self) -> u32 {
        self.n_living
    }

    /// Where it is, if it lives.
    #[inline]
    pub fn at(&self, id: InstanceId) -> Option<Place> {
        let page = self.pages.get(id as usize / PAGE)?.as_ref()?;
        let place = page.places[id as usize % PAGE];
        (place != NOWHERE).then_some(place)
    }

    /// It is there now.
    pub fn set(&mut self, id: InstanceId, place: Place) {
        let i = id as usize / PAGE;
        if i >= self.pages.len() {
            self.pages.resize(i + 1, None);
        }
        let spare = &mut self.spare;
        let page = self.pages[i].get_or_insert_with(|| spare.pop().unwrap_or_else(Page::new));
        let slot = &mut page.places[id as usize % PAGE];
        if *slot == NOWHERE {
            page.n_living += 1;
            self.n_living += 1;
        }
        *slot = place;
    }

    /// It has ended.
    pub fn remove(&mut self, id: InstanceId) {
        let Some(entry) = self.pages.get_mut(id as usize / PAGE) else { return };
        let Some(page) = entry else { return };
        let slot = &mut page.places[id as usize % PAGE];
        if *slot == NOWHERE {
            return;
        }
        *slot = NOWHERE;
        page.n_living -= 1;
        self.n_living -= 1;
        if page.n_living == 0
            && let Some(page) = entry.take()
            && self.spare.len() < SPARE
        {
            self.spare.push(page);
        }
    }

    /// All have ended.
    pub fn clear(&mut self) {
        self.pages.clear();
        self.n_living = 0;
    }

    /// The living ones, the oldest first.
    pub fn ids(&self) -> impl Iterator<Item = InstanceId> + '_ {
        self.places().map(|(id, _)| id)
    }

    /// The living ones with their places, the oldest first.
    pub fn places(&self) -> impl Iterator<Item = (InstanceId, Place)> + '_ {
        let pages = self.pages.iter().enumerate();
        pages.filter_map(|(i, page)| page.as_ref().map(|page| (i, page))).flat_map(|(i, page)| {
            let places = page.places.iter().enumerate().filter(|(_, p)| **p != NOWHERE);
            places.map(move |(k, p)| ((i * PAGE + k) as InstanceId, *p))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_leads_to_its_row_while_it_lives() {
        let mut slots = Slots::default();
        for id in [1, 2, 5000] {
            slots.set(id, Place { table: 1, row: id });
        }
        assert_eq!(slots.at(5000), Some(Place { table: 1, row: 5000 }));
        slots.remove(2);
        slots.remove(2);
        assert_eq!((slots.at(2), slots.n_living()), (None, 2));
        assert_eq!(slots.ids().collect::<Vec<_>>(), [1, 5000]);
    }

    #[test]
    fn pages_of_ended_instances_are_given_back() {
        let mut slots = Slots::default();
        for id in 1..100_000 {
            slots.set(id, Place { table: 0, row: 0 });
            slots.remove(id);
        }
        assert!(slots.pages.iter().all(Option::is_none));
        assert!(slots.spare.len() <= SPARE);
    }
}
