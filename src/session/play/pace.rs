//! Real time in ticks.
//!
//! In: seconds that went by, pause, speed, single steps. Out: how many ticks are due, and where
//! between two ticks a picture stands. It reads no clock.

/// No more than so much real time is made up for: after a long sleep nothing fires all at once.
const CATCH_UP: f64 = 0.25;

/// How real time becomes ticks.
#[derive(Clone, Debug)]
pub struct Pace {
    /// Seconds per tick.
    tick: f64,
    /// Scene time that has gone by and is in no tick yet.
    owed: f64,
    speed: f64,
    paused: bool,
    steps: u32,
}

impl Pace {
    /// Ticks of so many seconds, at the scene's own speed.
    pub fn new(tick: f32) -> Self {
        Self { tick: f64::from(tick), owed: 0.0, speed: 1.0, paused: false, steps: 0 }
    }

    /// Another scene with other ticks starts.
    pub fn change(&mut self, tick: f32) {
        self.tick = f64::from(tick);
        self.owed = 0.0;
    }

    /// So much real time went by.
    pub fn pass(&mut self, seconds: f64) {
        if !self.paused {
            let most = CATCH_UP.max(self.tick);
            self.owed += seconds.clamp(0.0, most) * self.speed;
            self.owed = self.owed.min(most * self.speed.max(1.0));
        }
    }

    /// Whether a tick is due.
    pub fn due(&self) -> bool {
        // a hair less than a tick is one, or sums of tenths would come late
        self.steps > 0 || !self.paused && self.owed >= self.tick * (1.0 - 1e-6)
    }

    /// A tick is done.
    pub fn take(&mut self) {
        match self.steps {
            0 => self.owed = (self.owed - self.tick).max(0.0),
            _ => self.steps -= 1,
        }
    }

    /// Ticks that are due are not done: there was no time for them.
    pub fn forgive(&mut self) {
        self.owed = self.owed.min(self.tick * 0.99);
    }

    /// Where between the last tick but one (0) and the last (1) the picture stands.
    pub fn alpha(&self) -> f32 {
        match self.paused {
            true => 1.0,
            false => (self.owed / self.tick).clamp(0.0, 1.0) as f32,
        }
    }

    /// Stands still, or goes on.
    pub fn pause(&mut self, on: bool) {
        self.paused = on;
        self.owed = 0.0;
    }

    /// Whether it stands still.
    pub fn paused(&self) -> bool {
        self.paused
    }

    /// One tick, and then it stands still.
    pub fn step(&mut self) {
        self.pause(true);
        self.steps += 1;
    }

    /// Times the scene's own speed.
    pub fn set_speed(&mut self, speed: f64) {
        self.speed = speed.clamp(0.01, 100.0);
    }

    /// Times the scene's own speed.
    pub fn speed(&self) -> f64 {
        self.speed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ticks(pace: &mut Pace) -> u32 {
        let mut n = 0;
        while pace.due() {
            pace.take();
            n += 1;
        }
        n
    }

    #[test]
    fn after_a_long_sleep_only_a_little_is_made_up_for() {
        let mut pace = Pace::new(0.05);
        pace.pass(3600.0);
        assert_eq!(ticks(&mut pace), 5);
        let mut slow = Pace::new(2.0);
        slow.pass(3600.0);
        assert_eq!(ticks(&mut slow), 1);
    }

    #[test]
    fn a_machine_that_is_too_slow_falls_behind_and_no_further() {
        let mut pace = Pace::new(0.05);
        for _ in 0..100 {
            pace.pass(0.2);
            pace.take();
        }
        assert!(ticks(&mut pace) <= 5);
    }

    #[test]
    fn pictures_stand_between_ticks() {
        let mut pace = Pace::new(0.1);
        pace.pass(0.125);
        assert_eq!(ticks(&mut pace), 1);
        assert!((pace.alpha() - 0.25).abs() < 1e-3);
        pace.pause(true);
        assert_eq!(pace.alpha(), 1.0);
    }

    #[test]
    fn half_the_speed_is_half_the_ticks() {
        let mut pace = Pace::new(0.1);
        pace.set_speed(0.5);
        (0..20).for_each(|_| pace.pass(0.1));
        assert!(ticks(&mut pace) <= 3);
        let mut n = 0;
        for _ in 0..20 {
            pace.pass(0.1);
            n += ticks(&mut pace);
        }
        assert_eq!(n, 10);
    }
}
