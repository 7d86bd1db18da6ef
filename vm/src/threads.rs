//! Several threads at one pass over many things.
//!
//! In: how many threads, things that have nothing to do with each other, and a worker for each
//! thread. Out: each thing worked on once, by anybody; so a pass gives the same result with any
//! number of threads as long as what workers keep is brought into an order afterwards. It knows no
//! tables and no order. Without the feature `threads`, and for one thread, there is no pool and
//! nothing is locked or allocated: the caller works alone.

#[cfg(feature = "threads")]
use std::sync::{
    Arc, Mutex, PoisonError,
    atomic::{AtomicUsize, Ordering},
};

/// More threads than this are never made.
#[cfg(feature = "threads")]
const MOST: usize = 256;

/// Turns of waiting for helpers that are about to end, before the system is asked to wait.
#[cfg(feature = "threads")]
const PATIENCE: u32 = 2_000;

/// Those who work on a world: the caller, and helpers that live as long as it.
#[derive(Clone, Debug, Default)]
pub struct Crew {
    #[cfg(feature = "threads")]
    pool: Option<Arc<rayon::ThreadPool>>,
}

impl Crew {
    /// So many in all, the caller included; 0: as many as the machine has processors. Where they
    /// cannot be had, the caller is alone.
    #[cfg(feature = "threads")]
    pub fn new(threads: usize) -> Self {
        let helpers = many(threads).min(MOST) - 1;
        let builder = rayon::ThreadPoolBuilder::new().num_threads(helpers);
        let pool = if helpers > 0 { builder.build().ok() } else { None };
        Self { pool: pool.map(Arc::new) }
    }

    /// The caller alone.
    #[cfg(not(feature = "threads"))]
    pub fn new(_threads: usize) -> Self {
        Self::default()
    }

    /// How many help the caller.
    #[cfg(feature = "threads")]
    pub fn n_helpers(&self) -> usize {
        self.pool.as_ref().map_or(0, |pool| pool.current_num_threads())
    }

    /// Nobody.
    #[cfg(not(feature = "threads"))]
    pub fn n_helpers(&self) -> usize {
        0
    }

    /// Calls `work` once for each item; the caller works as `own`, each helper as one of `helpers`.
    /// Where it is not `worth` it the caller does all.
    #[cfg(feature = "threads")]
    pub fn each<W: Send, I: Iterator + Send>(
        &self,
        (own, helpers): (&mut W, &mut [W]),
        worth: bool,
        items: I,
        work: impl Fn(&mut W, I::Item) + Sync,
    ) {
        let Some(pool) = self.pool.as_ref().filter(|_| worth) else {
            return items.for_each(|item| work(own, item));
        };
        let queue = Mutex::new(items);
        let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
        let drain = |worker: &mut W| {
            while let Some(item) = next() {
                work(worker, item);
            }
        };
        let n_ended = AtomicUsize::new(0);
        pool.in_place_scope(|scope| {
            let n_helpers = helpers.len();
            for helper in helpers {
                scope.spawn(|_| {
                    drain(helper);
                    n_ended.fetch_add(1, Ordering::Release);
                });
            }
            drain(own);
            // asleep, the caller would be woken late
            let mut turns = 0;
            while n_ended.load(Ordering::Acquire) < n_helpers && turns < PATIENCE {
                std::hint::spin_loop();
                turns += 1;
            }
        });
    }

    /// Calls `work` once for each item.
    #[cfg(not(feature = "threads"))]
    pub fn each<W: Send, I: Iterator + Send>(
        &self,
        (own, _): (&mut W, &mut [W]),
        _worth: bool,
        items: I,
        work: impl Fn(&mut W, I::Item) + Sync,
    ) {
        items.for_each(|item| work(own, item));
    }
}

/// How many threads are meant. The one place where the machine is asked what it runs on: nothing
/// but speed depends on the answer.
#[cfg(feature = "threads")]
#[allow(clippy::disallowed_methods)]
fn many(threads: usize) -> usize {
    match threads {
        0 => std::thread::available_parallelism().map_or(1, std::num::NonZero::get),
        n => n,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_item_is_worked_on_once() {
        for threads in [1, 2, 4] {
            let crew = Crew::new(threads);
            let mut own = 0u64;
            let mut helpers = vec![0u64; crew.n_helpers()];
            for worth in [false, true] {
                crew.each((&mut own, &mut helpers), worth, 1..=100u64, |sum, n| *sum += n);
            }
            assert_eq!(own + helpers.iter().sum::<u64>(), 2 * 5050, "{threads} threads");
        }
    }

    #[test]
    fn one_thread_makes_no_pool() {
        assert_eq!(Crew::new(1).n_helpers(), 0);
    }
}
