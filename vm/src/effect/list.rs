//! Effects of a kind, of which only so many are kept: those of the oldest, in order.
//!
//! In: effects in the order in which batches run. Out: the first of them by their place in the
//! order of the commit, and how many others there were. Which are kept does not depend on the order
//! in which they come, nor on how many lists they were in before. At most twice as many as are kept
//! take memory.

use super::Ordered;
use crate::input::InstanceId;

/// What is kept in a list.
pub trait Kept {
    /// Whether it counts against the most that are kept.
    fn counts(&self) -> bool {
        true
    }
}

/// What was more than is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Over {
    /// How many.
    pub count: u32,
    /// The oldest who did one of them.
    pub first: InstanceId,
}

/// Effects of a kind.
#[derive(Clone, Debug)]
pub struct List<T> {
    list: Vec<Ordered<T>>,
    most: usize,
    n_counted: usize,
    over: Over,
}

impl<T> Default for List<T> {
    fn default() -> Self {
        Self { list: Vec::new(), most: usize::MAX, n_counted: 0, over: Over::default() }
    }
}

impl<T> std::ops::Deref for List<T> {
    type Target = [Ordered<T>];

    fn deref(&self) -> &Self::Target {
        &self.list
    }
}

impl<T> std::ops::DerefMut for List<T> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.list
    }
}

impl<T: Kept> List<T> {
    /// Keeps so many from now on.
    pub fn keep(&mut self, most: u32) {
        self.most = most as usize;
    }

    /// One more; whether others were left out to make room.
    #[inline]
    pub fn push(&mut self, one: Ordered<T>) -> bool {
        let full = self.n_counted >= self.most.saturating_mul(2).max(64);
        if full {
            self.settle();
        }
        self.n_counted += usize::from(one.what.counts());
        self.list.push(one);
        full
    }

    /// Takes over all of another.
    pub fn append(&mut self, other: &mut Self) {
        self.list.append(&mut other.list);
        self.n_counted += std::mem::take(&mut other.n_counted);
        let over = std::mem::take(&mut other.over);
        self.left_out(over.count, over.first);
    }

    /// In order; what is more than is kept is left out.
    pub fn settle(&mut self) {
        if !self.list.is_sorted_by_key(|e| e.order) {
            self.list.sort_unstable_by_key(|e| e.order);
        }
        if self.n_counted <= self.most {
            return;
        }
        let (mut left, mut over) = (self.most, Over::default());
        self.list.retain(|one| {
            let counts = one.what.counts();
            let stays = !counts || left > 0;
            left -= usize::from(counts && stays);
            if !stays {
                // they come in order, so the first is the oldest
                over.first = if over.count == 0 { one.order.id } else { over.first };
                over.count = over.count.saturating_add(1);
            }
            stays
        });
        self.n_counted = self.most;
        self.left_out(over.count, over.first);
    }

    fn left_out(&mut self, count: u32, first: InstanceId) {
        if count > 0 {
            let oldest = if self.over.count == 0 { first } else { self.over.first.min(first) };
            self.over = Over { count: self.over.count.saturating_add(count), first: oldest };
        }
    }

    /// How many were left out; they are forgotten then.
    pub fn take_over(&mut self) -> Over {
        std::mem::take(&mut self.over)
    }

    /// Takes all out, in order.
    pub fn drain(&mut self) -> impl Iterator<Item = Ordered<T>> + '_ {
        self.n_counted = 0;
        self.list.drain(..)
    }

    /// Forgets all.
    pub fn clear(&mut self) {
        self.list.clear();
        (self.n_counted, self.over) = (0, Over::default());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::effect::Order;

    struct One(bool);

    impl Kept for One {
        fn counts(&self) -> bool {
            self.0
        }
    }

    fn list(ids: impl Iterator<Item = u32>, most: u32) -> List<One> {
        let mut list = List::default();
        list.keep(most);
        for id in ids {
            let order = Order { id, diagram: 0, seq: id };
            list.push(Ordered { order, what: One(!id.is_multiple_of(10)) });
        }
        list
    }

    fn kept(mut list: List<One>) -> (Vec<u32>, Over) {
        list.settle();
        (list.iter().map(|one| one.order.id).collect(), list.take_over())
    }

    #[test]
    fn the_oldest_are_kept_in_whatever_order_they_come() {
        let forwards = kept(list(1..=1000, 7));
        assert_eq!(kept(list((1..=1000).rev(), 7)), forwards);
        let (mut odd, mut even) = (list((1..=1000).step_by(2), 7), list((2..=1000).step_by(2), 7));
        odd.append(&mut even);
        assert_eq!(kept(odd), forwards);
        assert_eq!(forwards.0[..9], [1, 2, 3, 4, 5, 6, 7, 10, 20], "what does not count stays");
        assert_eq!(forwards.1, Over { count: 900 - 7, first: 8 });
        assert_eq!(kept(list(1..=7, 7)).1, Over::default());
    }
}
