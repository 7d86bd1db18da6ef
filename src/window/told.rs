//! What is said in the window, in lines.
//!
//! In: what a reload did, why the scene stands still. Out: a few lines of text. It shows nothing.

use crate::ReloadReport;
use crate::session::play::Play;

/// So many names of a kind are said.
const MOST: usize = 3;

/// What a reload did.
pub fn reload(report: &ReloadReport) -> Vec<String> {
    let ReloadReport { kept, moved, reset, spawned, removed, .. } = report;
    let mut lines = vec![format!("the files changed: {kept} go on")];
    for (what, list) in [("moved", moved), ("reset", reset), ("new", spawned), ("gone", removed)] {
        lines.extend(some(list).map(|some| format!("{what}: {some}")));
    }
    lines
}

/// That it stands still, and what stopped it.
pub fn standing(play: &Play) -> Vec<String> {
    let mut lines = vec![format!("paused at tick {}", play.stage().ticks())];
    let hits = play.hits().iter();
    lines.extend(hits.map(|hit| format!("break {}: {}", hit.number, hit.what)).take(MOST));
    lines
}

/// The first few, and how many more there are.
fn some(list: &[String]) -> Option<String> {
    let few: Vec<&str> = list.iter().take(MOST).map(String::as_str).collect();
    match list.len() {
        0 => None,
        n if n > MOST => Some(format!("{} and {} more", few.join(", "), n - MOST)),
        _ => Some(few.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_few_are_named_and_the_rest_is_counted() {
        let spawned: Vec<String> = (1..=5).map(|n| format!("A#{n}")).collect();
        let report = ReloadReport { kept: 2, spawned, ..ReloadReport::default() };
        assert_eq!(
            reload(&report),
            ["the files changed: 2 go on", "new: A#1, A#2, A#3 and 2 more"]
        );
    }
}
