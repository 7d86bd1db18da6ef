//! "Did you mean": the known word that is nearest to a mistyped one.
//!
//! In: a word and the words there are. Out: one of them, if it is near enough to be meant.

/// The nearest known word.
pub fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    let limit = (word.chars().count() / 3).max(1);
    let scored = known.map(|k| (distance(word, k), k)).filter(|(d, _)| *d <= limit);
    scored.min_by_key(|(d, _)| *d).map(|(_, k)| k)
}

/// Letters to insert, delete, replace or swap (case counts little).
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) =
        (a.to_lowercase().chars().collect(), b.to_lowercase().chars().collect());
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let replaced = row.get(j).copied().unwrap_or(0) + usize::from(x != y);
            let deleted = row.get(j + 1).copied().unwrap_or(0) + 1;
            let inserted = next.get(j).copied().unwrap_or(0) + 1;
            let mut best = replaced.min(deleted).min(inserted);
            let swapped = i > 0 && j > 0 && a.get(i - 1) == Some(y) && b.get(j - 1) == Some(x);
            if swapped {
                best = best.min(before.get(j - 1).copied().unwrap_or(0) + 1);
            }
            next.push(best);
        }
        before = std::mem::replace(&mut row, next);
    }
    row.last().copied().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn a_slip_finds_the_word() {
        let words = ["Left", "Right", "ArrowLeft"];
        assert_eq!(nearest("Lfet", words.into_iter()), Some("Left"));
        assert_eq!(nearest("right", words.into_iter()), Some("Right"));
        assert_eq!(nearest("Banana", words.into_iter()), None);
    }
}
