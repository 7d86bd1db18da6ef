//! Diagrams that are new, renamed or gone.

use islay::{Input, Key, Stage};

use super::{near, other, reload, stage, ticks};

const ONE: &str = "
    world { tick 1/30 s }
    character A { var n = 0  var m = 0
      diagram Spin { state Go < rotate y 1 > on pressed(Space) do n += 1 }
    }
    group main { A }";

fn with(more: &str) -> String {
    other(ONE, "diagram Spin", &format!("{more}\n      diagram Spin"))
}

#[test]
fn a_new_diagram_of_somebody_who_lives_is_entered_in_the_next_tick() {
    let mut stage = stage(ONE);
    ticks(&mut stage, 50);
    let clock = "diagram Clock { on enter do m += 1
        state A on enter do m += 10  after 0.5s -> B  state B }";
    let report = reload(&mut stage, &with(clock));
    assert_eq!((report.moved.len(), report.kept), (0, 1));
    near(stage.get("A.m"), 0.0);
    let mut put_back = Stage::new(stage.scene(), islay::Config::default());
    put_back.restore(&stage.snapshot()).unwrap();
    for stage in [&mut stage, &mut put_back] {
        ticks(stage, 1);
        near(stage.get("A.m"), 11.0);
        ticks(stage, 13);
        assert_eq!(stage.state("A.Clock").as_deref(), Some("A"));
        ticks(stage, 1);
        assert_eq!(stage.state("A.Clock").as_deref(), Some("B"));
        near(stage.get("A.m"), 11.0);
        near(stage.get("A.heading"), 65.0);
    }
}

#[test]
fn a_new_diagram_begins_where_main_starts_it() {
    let mut stage = stage(ONE);
    let text = with("diagram Mood { state Sad  state Glad }");
    reload(&mut stage, &other(&text, "main { A }", "main { A start Mood.Glad }"));
    assert_eq!(stage.state("A.Mood").as_deref(), Some("Glad"));
}

#[test]
fn a_new_diagram_that_is_edited_again_before_the_next_tick_is_entered_once() {
    let mut stage = stage(ONE);
    ticks(&mut stage, 2);
    let text = with("diagram More { state A on enter do m += 1 }");
    reload(&mut stage, &text);
    reload(&mut stage, &other(&text, "rotate y 1", "rotate y 2"));
    ticks(&mut stage, 3);
    near(stage.get("A.m"), 1.0);
}

#[test]
fn a_diagram_that_is_gone_or_called_otherwise_leaves_no_ghost() {
    let mut stage = stage(ONE);
    ticks(&mut stage, 10);
    let report = reload(&mut stage, &other(ONE, "diagram Spin", "diagram Turn was Spin"));
    assert!(report.moved.is_empty(), "{report:?}");
    ticks(&mut stage, 10);
    // once a tick, not twice
    near(stage.get("A.heading"), 20.0);
    stage.tick(&Input::new().press(Key::SPACE));
    near(stage.get("A.n"), 1.0);
    let names = |stage: &Stage| stage.instance("A").unwrap().states;
    assert_eq!(names(&stage), [("Turn".to_owned(), "Go".to_owned())]);
    reload(&mut stage, "character A { var n = 0 } group main { A }");
    ticks(&mut stage, 10);
    near(stage.get("A.heading"), 21.0);
    assert!(names(&stage).is_empty());
}

#[test]
fn a_diagram_that_several_run_is_new_to_each() {
    let text = "
        diagram Keep { state S on enter do n += 1 }
        character A { var n = 0 }
        character B { var n = 5  run Keep }
        group main { A  A  B }";
    let mut stage = stage(text);
    ticks(&mut stage, 2);
    reload(&mut stage, &other(text, "var n = 0", "var n = 0  run Keep"));
    ticks(&mut stage, 1);
    for (path, n) in [("A.n", 1.0), ("A#2.n", 1.0), ("B.n", 6.0)] {
        near(stage.get(path), n);
    }
}
