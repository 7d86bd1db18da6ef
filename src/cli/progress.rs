//! How far a long command is.
//!
//! In: steps. Out: a bar on stderr, where that is a terminal; nothing elsewhere.

use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressStyle};

/// A bar that grows.
pub struct Progress(ProgressBar);

impl Progress {
    /// A bar of so many steps of something.
    pub fn new(steps: u64, what: &str) -> Self {
        if !io::stderr().is_terminal() {
            return Self(ProgressBar::hidden());
        }
        let bar = ProgressBar::new(steps);
        let form = format!("{{bar:30}} {{pos}} of {{len}} {what}, {{eta}} to go");
        // a form that is none leaves the bar plain
        let style = ProgressStyle::with_template(&form);
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        Self(bar)
    }

    /// One step is done.
    pub fn step(&self) {
        self.0.inc(1);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
