//! Ctrl-C, where something must be put in order before the program ends, or where it ends less
//! than the program. The only module that knows signal-hook.
//!
//! In: SIGINT and SIGTERM. Out: whether one came. A second one that comes before anybody has asked
//! ends the program at once.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::{flag, low_level};

use super::console::Stop;

/// Hears Ctrl-C from when it was made to the end of the program.
#[derive(Clone, Debug)]
pub struct Interrupt {
    asked: Arc<AtomicBool>,
    by: Arc<AtomicUsize>,
}

impl Interrupt {
    /// From now on Ctrl-C ends the program no longer by itself; nor does a request to terminate.
    pub fn of_ends() -> Self {
        Self::of(&[SIGINT, SIGTERM])
    }

    /// From now on Ctrl-C ends the program no longer by itself.
    pub fn of_keys() -> Self {
        Self::of(&[SIGINT])
    }

    fn of(signals: &[i32]) -> Self {
        let (asked, by) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
        for signal in signals {
            let number = usize::try_from(*signal).unwrap_or_default();
            // where one cannot be heard the program ends by it, as programs do
            let heard = flag::register_conditional_default(*signal, asked.clone())
                .and_then(|_| flag::register_usize(*signal, by.clone(), number))
                .and_then(|_| flag::register(*signal, asked.clone()));
            let _ = heard;
        }
        Self { asked, by }
    }

    /// Whether it came.
    pub fn came(&self) -> bool {
        self.asked.load(Ordering::Relaxed)
    }

    /// Whether it came since this was asked last.
    pub fn take(&self) -> bool {
        self.asked.swap(false, Ordering::Relaxed)
    }

    /// Why a command could not go on, now that it failed: what fails after Ctrl-C fails by it.
    pub fn rather(&self, stop: Stop) -> Stop {
        if self.came() { Stop::Interrupted(self.clone()) } else { stop }
    }

    /// Ends the program as if nobody had heard it: whoever started it sees by what.
    pub fn end(&self) {
        let signal = i32::try_from(self.by.load(Ordering::Relaxed)).unwrap_or(SIGINT);
        // where it cannot be, the program ends by its exit code
        let _ = low_level::emulate_default_handler(signal);
    }
}

/// Presses Ctrl-C for the user: who reads a line stops reading.
pub fn press() {
    // a line that is read on is no harm: the program ends
    let _ = low_level::raise(SIGINT);
}
