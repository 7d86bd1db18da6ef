//! Lines of `main`: who is of which, and what chance decided when they were made.

use islay::{Input, Key, Stage};

use super::{reload, stage};

#[test]
fn a_line_whose_number_a_fork_has_is_still_known_later() {
    let text = "
        character Gun { diagram D { state S on pressed(Space) do fork Shot } }
        character Shot { shape ball 0.1 }
        group main { Gun  Shot at 1 0 0 }";
    let mut stage = stage(text);
    stage.tick(&Input::new().press(Key::Space));
    let more = text.replace("Shot at 1 0 0", "Shot at 1 0 0  Shot at 2 0 0");
    assert_eq!(reload(&mut stage, &more).spawned, ["Shot#3"]);
    let report = reload(&mut stage, &more.replace("at 2", "at 4"));
    assert_eq!((report.kept, report.spawned.len(), report.removed.len()), (4, 0, 0));
    assert_eq!(stage.instance("Shot#3").unwrap().position, [4.0, 0.0, 0.0]);
    assert_eq!(reload(&mut stage, text).removed, ["Shot#3"]);
}

#[test]
fn chance_at_the_start_is_not_thrown_again() {
    let text = "
        character Sun { part moon: Star at 1 0 0 }
        character Star { var size = random(1, 2)  shape ball 1 }
        group main { Sun  repeat 9 { Star at random(-9, 9) random(-9, 9) 0 } }";
    let mut stage = stage(text);
    let places = |stage: &Stage| -> Vec<_> {
        let stars = stage.instances().filter(|one| one.path.starts_with("Star"));
        stars.map(|one| (one.path, one.position, one.vars)).collect()
    };
    let before = places(&stage);
    reload(&mut stage, &text.replace("Sun  repeat", "Sun  Sun as Other  repeat"));
    assert_eq!(places(&stage), before);
    reload(&mut stage, &text.replace("part moon: Star at 1 0 0", ""));
    assert_eq!(places(&stage), before);
    reload(&mut stage, &text.replace("Star", "Dwarf").replace("Dwarf {", "Dwarf was Star {"));
    assert_eq!(stage.instance("Dwarf#3").unwrap().position, before[2].1);
}
