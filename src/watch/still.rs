//! Whether files are others than was known, and hold still.
//!
//! In: readings of all files. Out: verdicts. It reads nothing and knows no time.

use std::path::Path;

use crate::files::Used;

/// What a reading says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing is new.
    Same,
    /// Something is, and may be in the middle of being written.
    Moving,
    /// Something is, and was the same twice.
    Changed,
}

/// What is known of files.
#[derive(Debug, Default)]
pub struct Still {
    known: Vec<Used>,
    last: Option<Vec<Used>>,
}

impl Still {
    /// These are the files from now on.
    pub fn follow(&mut self, mut files: Vec<Used>) {
        files.sort_by(|a, b| a.path.cmp(&b.path));
        files.dedup_by(|a, b| a.path == b.path);
        (self.known, self.last) = (files, None);
    }

    /// These are the files from now on, of which somebody wrote those of `own` and knows of it. What
    /// the others were stays known, so that a change of them is found.
    pub fn wrote(&mut self, own: Vec<Used>, mut others: Vec<Used>) {
        for other in &mut others {
            if let Some(known) = self.known.iter().find(|known| known.path == other.path) {
                other.print = known.print;
            }
        }
        others.extend(own);
        self.follow(others);
    }

    /// Where they are.
    pub fn paths(&self) -> impl Iterator<Item = &Path> {
        self.known.iter().map(|used| &*used.path)
    }

    /// Where those are that could be read.
    pub fn there(&self) -> impl Iterator<Item = &Path> {
        self.known.iter().filter(|used| used.print.is_some()).map(|used| &*used.path)
    }

    /// Takes a reading of all of them.
    pub fn judge(&mut self, now: &[Used]) -> Verdict {
        if now == self.known {
            self.last = None;
            return Verdict::Same;
        }
        if self.last.as_deref() == Some(now) {
            self.known = now.to_vec();
            self.last = None;
            return Verdict::Changed;
        }
        self.last = Some(now.to_vec());
        Verdict::Moving
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reading(prints: [Option<u64>; 2]) -> Vec<Used> {
        let file = |(i, print)| Used { path: format!("{i}").into(), print };
        prints.into_iter().enumerate().map(file).collect()
    }

    #[test]
    fn what_is_the_same_twice_has_changed_once() {
        let mut still = Still::default();
        still.follow(reading([Some(1), None]));
        let mut judge = |prints| still.judge(&reading(prints));
        assert_eq!(judge([Some(1), None]), Verdict::Same);
        assert_eq!(judge([Some(2), None]), Verdict::Moving);
        assert_eq!(judge([Some(3), None]), Verdict::Moving);
        assert_eq!(judge([Some(3), Some(9)]), Verdict::Moving);
        assert_eq!(judge([Some(3), Some(9)]), Verdict::Changed);
        assert_eq!(judge([Some(3), Some(9)]), Verdict::Same);
    }

    #[test]
    fn what_we_wrote_is_known_and_what_others_wrote_is_not() {
        let mut still = Still::default();
        still.follow(reading([Some(1), Some(2)]));
        let [own, other] = reading([Some(5), Some(6)]).try_into().unwrap();
        still.wrote(vec![own], vec![other]);
        assert_eq!(still.judge(&reading([Some(5), Some(2)])), Verdict::Same);
        assert_eq!(still.judge(&reading([Some(5), Some(6)])), Verdict::Moving);
        assert_eq!(still.judge(&reading([Some(5), Some(6)])), Verdict::Changed);
    }

    #[test]
    fn what_comes_back_in_between_has_not_changed() {
        let mut still = Still::default();
        still.follow(reading([Some(1), Some(2)]));
        assert_eq!(still.judge(&reading([None, Some(2)])), Verdict::Moving);
        assert_eq!(still.judge(&reading([Some(1), Some(2)])), Verdict::Same);
        assert_eq!(still.judge(&reading([None, Some(2)])), Verdict::Moving);
    }
}
