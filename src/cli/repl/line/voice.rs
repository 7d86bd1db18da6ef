//! What is said while somebody types.
//!
//! In: texts. Out: they stand above the line that is being typed, which stays as it is; where
//! nobody types, they are written as they come. Who says something never waits.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::{Duration, Instant};

use rustyline::ExternalPrinter;

/// What was said before may take so long to be written.
const MOMENT: Duration = Duration::from_millis(50);

/// Says things on the terminal; clones are the same voice.
#[derive(Clone)]
pub struct Voice {
    inner: Arc<Inner>,
}

struct Inner {
    /// Somebody types.
    reading: AtomicBool,
    /// To the thread that writes above the line; none where there is no such thing.
    above: Option<Sender<String>>,
    /// How many texts wait there.
    waiting: AtomicUsize,
}

impl Voice {
    /// A voice; with a printer that writes above a line.
    pub fn new(printer: Option<impl ExternalPrinter + Send + 'static>) -> Self {
        let (above, texts) = mpsc::channel();
        let above = printer.is_some().then_some(above);
        let inner = Inner { reading: AtomicBool::new(false), above, waiting: AtomicUsize::new(0) };
        let voice = Self { inner: Arc::new(inner) };
        if let Some(printer) = printer {
            let waiting = Arc::downgrade(&voice.inner);
            // a printer waits for its reader: nobody else shall
            thread::spawn(move || {
                write_above(printer, &texts, || {
                    if let Some(inner) = waiting.upgrade() {
                        inner.waiting.fetch_sub(1, Ordering::SeqCst);
                    }
                })
            });
        }
        voice
    }

    /// Somebody begins or ends to type.
    pub fn reading(&self, on: bool) {
        self.inner.reading.store(on, Ordering::SeqCst);
    }

    /// Whether somebody types.
    pub fn is_reading(&self) -> bool {
        self.inner.reading.load(Ordering::SeqCst)
    }

    /// Says a text of whole lines.
    pub fn say(&self, text: &str) {
        let text = text.trim_end_matches('\n');
        if text.is_empty() {
            return;
        }
        match &self.inner.above {
            Some(above) if self.is_reading() => {
                self.inner.waiting.fetch_add(1, Ordering::SeqCst);
                // a printer that is gone has nobody to write for
                let _ = above.send(format!("{text}\n"));
            }
            _ => {
                self.settle();
                // whoever closed stdout does not want it
                let mut out = io::stdout().lock();
                let _ = writeln!(out, "{text}").and_then(|()| out.flush());
            }
        }
    }

    /// What was said before stands before what comes now, if its printer is quick.
    fn settle(&self) {
        let start = Instant::now();
        while self.inner.waiting.load(Ordering::SeqCst) > 0 && start.elapsed() < MOMENT {
            thread::sleep(Duration::from_millis(1));
        }
    }
}

/// Writes what comes; what comes together is written at once.
fn write_above(mut printer: impl ExternalPrinter, texts: &Receiver<String>, done: impl Fn()) {
    while let Ok(mut text) = texts.recv() {
        let mut n = 1;
        for more in texts.try_iter() {
            text.push_str(&more);
            n += 1;
        }
        let written = printer.print(text);
        (0..n).for_each(|_| done());
        if written.is_err() {
            return;
        }
    }
}
