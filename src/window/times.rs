//! What pictures take, averaged so that it can be read.
//!
//! In: times of single pictures. Out: lines of text that change a few times a second.

use std::time::Duration;

use islay_render::window::Drawn;

/// So long the same numbers are shown.
const SHOWN: Duration = Duration::from_millis(250);

/// Sums since the numbers were shown last, and the lines of then.
#[derive(Clone, Debug, Default)]
pub struct Times {
    pictures: u32,
    ticks: u32,
    tick: Duration,
    batch: Duration,
    upload: Duration,
    draw: Duration,
    passed: Duration,
    last: Drawn,
    lines: Vec<String>,
}

impl Times {
    /// A tick took so long.
    pub fn tick(&mut self, took: Duration) {
        self.ticks += 1;
        self.tick += took;
    }

    /// Batches took so long.
    pub fn batch(&mut self, took: Duration) {
        self.batch += took;
    }

    /// A picture was drawn.
    pub fn drawn(&mut self, drawn: Drawn) {
        self.pictures += 1;
        self.upload += drawn.upload;
        self.draw += drawn.draw;
        self.last = drawn;
    }

    /// So much time went by.
    pub fn pass(&mut self, passed: Duration) {
        self.passed += passed;
        if self.passed >= SHOWN || self.lines.is_empty() {
            let lines = self.tell();
            *self = Self { lines, last: self.last, ..Self::default() };
        }
    }

    /// What is shown.
    pub fn lines(&self) -> &[String] {
        &self.lines
    }

    fn tell(&self) -> Vec<String> {
        let each = |sum: Duration, n: u32| sum.as_secs_f64() * 1000.0 / f64::from(n.max(1));
        let pictures = f64::from(self.pictures) / self.passed.as_secs_f64().max(1e-9);
        let line = |name: &str, ms: f64| format!("{name} {ms:.2} ms");
        vec![
            format!("{pictures:.0} pictures/s"),
            line("tick", each(self.tick, self.ticks)),
            line("batch", each(self.batch, self.pictures)),
            line("upload", each(self.upload, self.pictures)),
            line("draw", each(self.draw, self.pictures)),
            format!("{} draw calls", self.last.calls),
            format!("{} instances", self.last.instances),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_those_of_one_tick_and_one_picture() {
        let mut times = Times::default();
        times.pass(Duration::ZERO);
        let ms = Duration::from_millis;
        for _ in 0..4 {
            times.tick(ms(3));
            times.tick(ms(5));
            times.batch(ms(2));
            times.drawn(Drawn { upload: ms(1), draw: ms(6), calls: 7, instances: 42 });
        }
        times.pass(ms(500));
        let lines = times.lines().join(", ");
        assert_eq!(
            lines,
            "8 pictures/s, tick 4.00 ms, batch 2.00 ms, upload 1.00 ms, draw 6.00 ms, \
             7 draw calls, 42 instances"
        );
    }
}
