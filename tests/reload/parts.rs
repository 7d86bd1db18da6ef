//! Parts, also of what was forked.

use islay::{Input, Key, Stage};

use super::{near, other, reload, stage, ticks};

const TOWERS: &str = "
    character Base { diagram D { state S on pressed(Space) do fork Tower at 5 0 0 } }
    character Tower(tall = 2) {
      part roof: Roof at 0 tall 0 turn 0 10 0
      part door: Door at 0 0 1
    }
    character Roof { shape cone 1 1 }
    character Door { shape box 1 1 1  diagram D { state S < move x 1 > } }
    group main { Base  Tower }";

fn forked() -> Stage {
    let mut stage = stage(TOWERS);
    stage.tick(&Input::new().press(Key::SPACE));
    ticks(&mut stage, 1);
    assert!(stage.instance("Tower#2.roof").is_some());
    stage
}

#[test]
fn parts_of_what_was_forked_follow_an_edit_of_their_place_too() {
    let mut stage = forked();
    reload(
        &mut stage,
        &other(TOWERS, "at 0 tall 0", "at 0 tall 3").replace("at 0 0 1", "at 0 4 1"),
    );
    for tower in ["Tower", "Tower#2"] {
        let place = |part: &str| stage.instance(&format!("{tower}.{part}")).unwrap().position;
        assert_eq!(place("roof"), [0.0, 2.0, 3.0]);
        // it moved by itself, so it stays where it is
        assert!(place("door")[0] > 0.5 && place("door")[1] == 0.0, "{:?}", place("door"));
    }
    // where the whole was put by whoever forked it is nobody's edit
    assert_eq!(stage.instance("Tower#2").unwrap().position, [5.0, 0.0, 0.0]);
}

#[test]
fn parts_of_what_was_forked_vanish_and_appear_too() {
    let mut stage = forked();
    let text = other(TOWERS, "part door: Door at 0 0 1", "part flag: ball 0.1 at 0 9 0");
    let report = reload(&mut stage, &text);
    assert_eq!(report.removed, ["Tower.door", "Tower#2.door"]);
    assert_eq!(report.spawned, ["Tower.flag", "Tower#2.flag"]);
    ticks(&mut stage, 2);
}

#[test]
fn somebody_who_was_attached_is_let_go_where_he_is_when_his_hold_is_taken_out() {
    let text = "
        character Boat { shape box 1 1 1  diagram D { state S < move z 1 > } }
        character Man { shape ball 1  diagram D { state S on pressed(Space) do attach self to Boat } }
        group main { Boat  Man at 2 0 0 }";
    let mut stage = stage(text);
    stage.tick(&Input::new().press(Key::SPACE));
    ticks(&mut stage, 4);
    let before = stage.instance("Man").unwrap();
    assert_eq!(before.parent.as_deref(), Some("Boat"));
    let report = reload(
        &mut stage,
        &other(text, "main { Boat", "main {").replace("attach self to Boat", "hide"),
    );
    assert_eq!(report.removed, ["Boat"]);
    let after = stage.instance("Man").unwrap();
    assert_eq!((after.parent, after.position[2]), (None, before.world[14]));
    near(stage.get("Man.x"), 2.0);
}
