//! "Did you mean": the known name that an unknown one is closest to.
//!
//! In: a word and the words that would have been right. Out: one of them, or nothing where none
//! is near. It knows no scopes.

use std::cmp::Reverse;

/// The nearest of the candidates, if it is near enough to be meant.
pub(crate) fn nearest<I>(word: &str, candidates: I) -> Option<String>
where
    I: IntoIterator,
    I::Item: AsRef<str>,
{
    // a single letter is near to another only by its case
    let n = word.chars().count();
    let limit = if n < 2 { 0 } else { (n / 3).max(1) };
    let scored = candidates.into_iter().filter_map(|c| {
        let c = c.as_ref();
        let d = cost(word, c)?;
        (c != word && d <= limit).then(|| (d, Reverse(c.len()), c.to_owned()))
    });
    // of two that are as near, the longer one: letters are left out more often than added
    scored.min().map(|(.., name)| name)
}

/// What to write, as a line of help.
pub(crate) fn help<I>(word: &str, candidates: I) -> Option<String>
where
    I: IntoIterator,
    I::Item: AsRef<str>,
{
    nearest(word, candidates).map(|name| format!("did you mean `{name}`?"))
}

/// Edits between two words; words that differ in case alone are as near as can be.
fn cost(a: &str, b: &str) -> Option<usize> {
    if a.to_lowercase() == b.to_lowercase() {
        return Some(0);
    }
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    (a.len().abs_diff(b.len()) <= 3 && a.len().max(b.len()) <= 64).then(|| edits(&a, &b))
}

/// Insertions, deletions, replacements and swaps of neighbours.
fn edits(a: &[char], b: &[char]) -> usize {
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for (i, ca) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, cb) in b.iter().enumerate() {
            let at = |row: &[usize], j: usize| row.get(j).copied().unwrap_or(usize::MAX / 2);
            let mut best = at(&above, j) + usize::from(ca != cb);
            best = best.min(at(&above, j + 1) + 1).min(at(&row, j) + 1);
            let swapped = i > 0 && j > 0 && a.get(i - 1) == Some(cb) && b.get(j - 1) == Some(ca);
            if swapped {
                best = best.min(at(&before, j - 1) + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut above, row);
    }
    above.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_slip_of_the_fingers_is_understood() {
        let names = ["Left", "Right", "Strike", "Rest"];
        assert_eq!(nearest("Lfet", names), Some("Left".to_owned()));
        assert_eq!(nearest("left", names), Some("Left".to_owned()));
        assert_eq!(nearest("Srtike", names), Some("Strike".to_owned()));
    }

    #[test]
    fn what_is_far_off_is_not_guessed() {
        assert_eq!(nearest("Banana", ["Left", "Right"]), None);
        assert_eq!(nearest("Left", ["Left"]), None);
    }
}
