//! Whether an entry goes on in the next line.
//!
//! In: what was typed so far. Out: yes while a bracket, a comment or the `<` of actions is open, or
//! the last word of a definition or step wants something behind it. An empty line ends an entry with
//! nothing open; a command is one line.

use islay_lang::source::FileId;
use islay_lang::syntax::{Sort, parse_expr, parse_steps, sorts};

use super::define;

/// Whether more is to come.
pub fn unfinished(entry: &str) -> bool {
    let text = entry.trim();
    if text.is_empty() || text.starts_with(':') {
        return false;
    }
    open(text) || !ends_blank(entry) && wants_more(text)
}

/// Whether the last line is empty.
fn ends_blank(entry: &str) -> bool {
    let mut lines = entry.split('\n').rev();
    lines.next().is_some_and(|last| last.trim().is_empty()) && lines.next().is_some()
}

/// Whether a bracket or a comment is open.
fn open(text: &str) -> bool {
    let mut depth = 0i32;
    for (range, sort) in sorts(text) {
        match (sort, text.get(range).unwrap_or_default()) {
            (Sort::Sign, "(" | "{") => depth += 1,
            (Sort::Sign, ")" | "}") => depth -= 1,
            (Sort::Comment, c) if c.starts_with("/*") => {
                let (begun, ended) = (c.matches("/*").count(), c.matches("*/").count());
                if begun > ended {
                    return true;
                }
            }
            _ => {}
        }
    }
    depth > 0
}

/// Whether it makes no sense in any way, and in one of them only for its end: with something behind
/// it that fits nowhere, that is what is wrong.
fn wants_more(text: &str) -> bool {
    if define::path_of(text).is_some_and(|(_, behind)| behind == text.len()) {
        return true;
    }
    if parse_expr(text, FileId(0), 0).1.iter().all(|d| !d.is_error()) {
        return false;
    }
    let reach = |text: &str| readings(text).into_iter().max().unwrap_or_default();
    reach(text) != u32::MAX && reach(&format!("{text} ~")) >= text.len() as u32
}

/// How far it can be read in each way that may have more than one line.
fn readings(text: &str) -> Vec<u32> {
    if let Some((path, behind)) = define::path_of(text) {
        // a path of one name is most often a character, of two a diagram
        return vec![define::member(text, behind, &path, path.len() - 1).reach()];
    }
    let (_, found) = parse_steps(text, FileId(0));
    vec![define::read(text).reach(), define::Reading { read: (), found }.reach()]
}

#[cfg(test)]
mod tests {
    use super::unfinished;

    #[test]
    fn what_is_open_goes_on() {
        for text in [
            "character Ball {",
            "(1 +\n",
            "character Ball",
            "character Ball { var v = (1 +",
            "Hero < rotate y 90,",
            "Hero < rotate y 90",
            "Hero.Turn: state Left < rotate y -10",
            "Hero.Turn: state Left < rotate y -10 > on",
            "/* so",
            "hold Left for",
            "Hero:",
        ] {
            assert!(unfinished(text), "{text}");
        }
    }

    #[test]
    fn what_is_whole_or_wrong_does_not() {
        for text in [
            "",
            ":run 3",
            ":break Hero.Turn.Left if (",
            "Hero.heading",
            "hp < 3",
            "Hero < rotate y 90 >",
            "Hero.Turn: state Left < rotate y -10 > on key(Left) -> Left else -> Still",
            "Hero: var hp = 3",
            "group main { Hero }",
            "press Left",
            "run 2 s",
            "Hero <<",
            "character Ball\n",
            "\"open",
            "1 +",
            ") x",
        ] {
            assert!(!unfinished(text), "{text}");
        }
    }
}
