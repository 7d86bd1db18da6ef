//! Whether an entry goes on in the next line.
//!
//! In: what was typed so far. Out: yes while a bracket, a comment or the `<` of actions is open, or
//! the last word wants something behind it. An empty line ends every entry, as `:commands` do.

use islay_lang::source::FileId;
use islay_lang::syntax::{Sort, parse_expr, parse_steps, sorts};

use super::define;

/// Whether more is to come.
pub fn unfinished(entry: &str) -> bool {
    let text = entry.trim();
    if text.is_empty() || text.starts_with(':') || ends_blank(entry) {
        return false;
    }
    open(text) || wants_more(text)
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

/// Whether it makes no sense in any way, and in one of them only for its end.
fn wants_more(text: &str) -> bool {
    let end = text.len() as u32;
    let mut reaches = Vec::new();
    match define::path_of(text) {
        Some((path, behind)) => {
            // a path of one name is most often a character, of two a diagram
            reaches.push(define::member(text, behind, &path, path.len() - 1).reach());
        }
        None => {
            let items = define::read(text);
            let (_, in_value) = parse_expr(text, FileId(0), 0);
            let (_, in_steps) = parse_steps(text, FileId(0));
            let value = define::Reading { read: (), found: in_value };
            let steps = define::Reading { read: (), found: in_steps };
            reaches.extend([items.reach(), value.reach(), steps.reach()]);
        }
    }
    !reaches.contains(&u32::MAX) && reaches.iter().any(|reach| *reach >= end)
}

#[cfg(test)]
mod tests {
    use super::unfinished;

    #[test]
    fn what_is_open_goes_on() {
        for text in [
            "character Ball {",
            "character Ball",
            "character Ball { var v = (1 +",
            "Hero < rotate y 90,",
            "Hero < rotate y 90",
            "Hero.Turn: state Left < rotate y -10",
            "Hero.Turn: state Left < rotate y -10 > on",
            "1 +",
            "/* so",
            "run until Hero.hp > 3 max",
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
            "character Ball {\n\n",
            "log(\"open",
            ") x",
        ] {
            assert!(!unfinished(text), "{text}");
        }
    }
}
