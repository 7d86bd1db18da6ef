//! Where each instance is: from serial numbers to rows.
//!
//! In: ids that only grow, with the table and row of each living one. Out: the place of an id, or
//! nothing once it has ended; all living ids in serial order. Pages, and shelves of pages, without a
//! living instance are given back, so that memory follows those who live and not those who ever
//! lived. It knows nothing of tables.

use crate::input::InstanceId;

/// Ids of a page.
const PAGE: usize = 1024;
/// Pages of a shelf: all ids are on a few thousand shelves.
const SHELF: usize = 1024;
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

#[derive(Clone, Debug)]
struct Shelf {
    pages: Box<[Option<Page>]>,
    n_pages: u32,
}

impl Shelf {
    fn new() -> Self {
        Self { pages: vec![None; SHELF].into_boxed_slice(), n_pages: 0 }
    }
}

/// The places of all living instances.
#[derive(Clone, Debug, Default)]
pub struct Slots {
    shelves: Vec<Option<Shelf>>,
    spare: Vec<Page>,
    /// One that was given back, so that a border between two is crossed without asking for memory.
    spare_shelf: Option<Shelf>,
    n_living: u32,
}

/// The shelf, the page on it and the slot in that.
fn indices(id: InstanceId) -> (usize, usize, usize) {
    let page = id as usize / PAGE;
    (page / SHELF, page % SHELF, id as usize % PAGE)
}

impl Slots {
    /// How many live.
    pub fn n_living(&self) -> u32 {
        self.n_living
    }

    /// Where it is, if it lives.
    #[inline]
    pub fn at(&self, id: InstanceId) -> Option<Place> {
        let (shelf, page, slot) = indices(id);
        let page = self.shelves.get(shelf)?.as_ref()?.pages[page].as_ref()?;
        let place = page.places[slot];
        (place != NOWHERE).then_some(place)
    }

    /// It is there now.
    pub fn set(&mut self, id: InstanceId, place: Place) {
        let (shelf, page, slot) = indices(id);
        if shelf >= self.shelves.len() {
            self.shelves.resize(shelf + 1, None);
        }
        let spare = &mut self.spare_shelf;
        let shelf =
            self.shelves[shelf].get_or_insert_with(|| spare.take().unwrap_or_else(Shelf::new));
        let (spare, n_pages) = (&mut self.spare, &mut shelf.n_pages);
        let page = shelf.pages[page].get_or_insert_with(|| {
            *n_pages += 1;
            spare.pop().unwrap_or_else(Page::new)
        });
        let slot = &mut page.places[slot];
        if *slot == NOWHERE {
            page.n_living += 1;
            self.n_living += 1;
        }
        *slot = place;
    }

    /// It has ended.
    pub fn remove(&mut self, id: InstanceId) {
        let (shelf, page, slot) = indices(id);
        let Some(on) = self.shelves.get_mut(shelf) else { return };
        let Some(within) = on else { return };
        let entry = &mut within.pages[page];
        let Some(page) = entry else { return };
        let slot = &mut page.places[slot];
        if *slot == NOWHERE {
            return;
        }
        *slot = NOWHERE;
        page.n_living -= 1;
        self.n_living -= 1;
        if page.n_living > 0 {
            return;
        }
        if let Some(page) = entry.take()
            && self.spare.len() < SPARE
        {
            self.spare.push(page);
        }
        within.n_pages -= 1;
        if within.n_pages == 0 {
            self.spare_shelf = on.take();
        }
    }

    /// All have ended.
    pub fn clear(&mut self) {
        self.shelves.clear();
        self.n_living = 0;
    }

    /// The living ones, the oldest first.
    pub fn ids(&self) -> impl Iterator<Item = InstanceId> + '_ {
        self.places().map(|(id, _)| id)
    }

    /// The living ones with their places, the oldest first.
    pub fn places(&self) -> impl Iterator<Item = (InstanceId, Place)> + '_ {
        let shelves = self.shelves.iter().enumerate();
        let shelves = shelves.filter_map(|(i, shelf)| shelf.as_ref().map(|shelf| (i, shelf)));
        let pages = shelves.flat_map(|(i, shelf)| {
            let pages = shelf.pages.iter().enumerate();
            pages.filter_map(move |(k, page)| Some((i * SHELF + k, page.as_ref()?)))
        });
        pages.flat_map(|(i, page)| {
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
    fn memory_follows_the_living() {
        let mut slots = Slots::default();
        let far = (PAGE * SHELF) as InstanceId;
        let place = Place { table: 0, row: 0 };
        slots.set(3, place);
        for id in (1..5 * far).step_by(PAGE / 2) {
            slots.set(id, place);
            slots.remove(id);
        }
        let shelves: Vec<&Shelf> = slots.shelves.iter().flatten().collect();
        assert_eq!(shelves.iter().map(|shelf| shelf.n_pages).collect::<Vec<_>>(), [1]);
        assert_eq!(shelves[0].pages.iter().flatten().count(), 1);
        assert!(slots.spare.len() <= SPARE);
        assert_eq!(slots.places().collect::<Vec<_>>(), [(3, place)]);
    }
}
