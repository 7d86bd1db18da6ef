//! Whether an entry goes on in the next line.
//!
//! In: what was typed so far. Out: yes while a bracket, a `<` of actions, a string or a comment is
//! open, or the last word wants something behind it.

/// Whether more is to come.
pub fn unfinished(entry: &str) -> bool {
    let depth = |open: char, close: char| {
        entry.matches(open).count() as isize - entry.matches(close).count() as isize
    };
    depth('{', '}') > 0 || depth('(', ')') > 0
}
