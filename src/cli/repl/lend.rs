//! The play of a window, lent to a conversation that goes on in another thread.
//!
//! In: a play that the window has. Out: the conversation has it between two pictures, for a short
//! while each time: a long run is shown as it goes. Only one of the two has it at a time, and the
//! other waits.

use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use islay::session::play::Play;

/// So long the conversation may have it, until a picture is drawn.
const SLICE: Duration = Duration::from_millis(25);
/// Between two looks at whether the window is still there.
const GLANCE: Duration = Duration::from_millis(50);
/// A picture is not put off for one more request after this.
const SHORT: Duration = Duration::from_millis(10);

/// The window's end.
pub struct Lender {
    wishes: Receiver<()>,
    out: Sender<Play>,
    back: Receiver<Play>,
    /// Stands in for what is lent.
    spare: Option<Play>,
}

/// The conversation's end.
pub struct Borrower {
    wish: Sender<()>,
    inner: Mutex<Holding>,
    closed: AtomicBool,
    /// The window shall show diagrams.
    diagrams: AtomicBool,
}

struct Holding {
    lent: Receiver<Play>,
    back: Sender<Play>,
    spare: Option<Play>,
    since: Instant,
}

/// Both ends. What stands in for a play that is away is never shown.
pub fn lend(spares: [Play; 2]) -> (Lender, Borrower) {
    let (wish, wishes) = mpsc::channel();
    let (out, lent) = mpsc::channel();
    let (back, returned) = mpsc::channel();
    let [here, there] = spares;
    let holding = Holding { lent, back, spare: Some(there), since: Instant::now() };
    let borrower = Borrower {
        wish,
        inner: Mutex::new(holding),
        closed: AtomicBool::new(false),
        diagrams: AtomicBool::new(false),
    };
    (Lender { wishes, out, back: returned, spare: Some(here) }, borrower)
}

impl Lender {
    /// Lends the play to whoever wants it, for about the time of a picture; whether anybody did.
    pub fn serve(&mut self, play: &mut Play) -> bool {
        let (start, mut lent) = (Instant::now(), false);
        while start.elapsed() < SHORT && self.wishes.try_recv().is_ok() {
            lent |= self.lend(play).is_some();
        }
        lent
    }

    fn lend(&mut self, play: &mut Play) -> Option<()> {
        let spare = self.spare.take()?;
        if let Err(unsent) = self.out.send(mem::replace(play, spare)) {
            self.spare = Some(mem::replace(play, unsent.0));
            return None;
        }
        // who had it and is gone has taken it along: the stand-in stays
        let returned = self.back.recv().ok()?;
        self.spare = Some(mem::replace(play, returned));
        Some(())
    }
}

/// A play that is away. It comes back also if who has it ends by a fault of ours: the window waits.
struct Lent<'b> {
    play: Option<Play>,
    from: &'b Borrower,
}

impl Drop for Lent<'_> {
    fn drop(&mut self) {
        if let Some(play) = self.play.take() {
            self.from.give(play);
        }
    }
}

impl Borrower {
    /// Does something with the play; `None` if the window is closed.
    pub fn with<T>(&self, work: impl FnOnce(&mut Play) -> T) -> Option<T> {
        let mut lent = Lent { play: Some(self.take()?), from: self };
        lent.play.as_mut().map(work)
    }

    /// Lets a picture be drawn, if it is time for one.
    pub fn show(&self, play: &mut Play) {
        let since = self.lock().since;
        if since.elapsed() >= SLICE {
            self.rest(play);
        }
    }

    /// Lets a picture be drawn.
    pub fn rest(&self, play: &mut Play) {
        let Some(spare) = self.lock().spare.take() else { return thread::yield_now() };
        self.give(mem::replace(play, spare));
        if let Some(taken) = self.take() {
            let spare = mem::replace(play, taken);
            self.lock().spare = Some(spare);
        }
    }

    /// The window shall show diagrams.
    pub fn show_diagrams(&self) {
        self.diagrams.store(true, Ordering::Relaxed);
    }

    /// Whether it shall, asked once.
    pub fn shows_diagrams(&self) -> bool {
        self.diagrams.swap(false, Ordering::Relaxed)
    }

    /// Whether the window is closed.
    pub fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Relaxed)
    }

    /// The window is closed, and lends nothing any more.
    pub fn close(&self) {
        self.closed.store(true, Ordering::Relaxed);
    }

    fn take(&self) -> Option<Play> {
        let asked = self.wish.send(()).is_ok();
        let mut holding = self.lock();
        while asked && !self.is_closed() {
            match holding.lent.recv_timeout(GLANCE) {
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
                Ok(play) => {
                    holding.since = Instant::now();
                    return Some(play);
                }
            }
        }
        self.close();
        None
    }

    fn give(&self, play: Play) {
        // a window that is closed needs it no more
        let _ = self.lock().back.send(play);
    }

    fn lock(&self) -> MutexGuard<'_, Holding> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
