//! States: what goes on in them, and where a scene goes whose state is gone.

use islay::{Input, Key, Stage};

use super::{near, other, reload, stage, ticks};

const NEST: &str = "
    world { tick 1/30 s }
    character A { var fired = 0
      diagram D {
        on pressed(B) -> back
        on pressed(L) -> Fight.last
        state Peace on pressed(F) -> Fight.Guard.Punch
        state Fight on pressed(P) -> Peace {
          state Stand
          state Guard { state Block  state Punch < rotate y 90 for 1s > after 2s do fired += 1 -> Block }
        }
      } }
    group main { A }";

fn press(stage: &mut Stage, key: &str) {
    stage.tick(&Input::new().press(Key::parse(key).unwrap()));
    stage.tick(&Input::new().release_all());
}

fn state(stage: &Stage) -> String {
    stage.state("A.D").unwrap()
}

fn punching() -> Stage {
    let mut stage = stage(NEST);
    press(&mut stage, "F");
    assert_eq!(state(&stage), "Fight.Guard.Punch");
    stage
}

#[test]
fn the_nearest_scope_that_is_left_begins_anew() {
    let mut one = punching();
    let punch = "state Punch < rotate y 90 for 1s > after 2s do fired += 1 -> Block";
    let text = other(NEST, punch, "").replace("-> Fight.Guard.Punch", "-> Fight.Guard");
    assert_eq!(reload(&mut one, &text).moved, ["A.D: Fight.Guard.Punch -> Fight.Guard.Block"]);
    let guard = format!("state Guard {{ state Block  {punch} }}");
    let text = other(NEST, &guard, "").replace("-> Fight.Guard.Punch", "-> Fight");
    assert_eq!(reload(&mut punching(), &text).moved, ["A.D: Fight.Guard.Punch -> Fight.Stand"]);
    let text = "character A { diagram D { state Peace } } group main { A }";
    assert_eq!(reload(&mut punching(), text).moved, ["A.D: Fight.Guard.Punch -> Peace"]);
}

#[test]
fn a_scope_that_was_renamed_keeps_what_is_in_it() {
    let mut stage = punching();
    ticks(&mut stage, 14);
    let text =
        other(NEST, "state Guard {", "state Shield was Guard {").replace(".Guard.", ".Shield.");
    let report = reload(&mut stage, &text);
    assert!(report.moved.is_empty() && report.reset.is_empty(), "{report:?}");
    assert_eq!(state(&stage), "Fight.Shield.Punch");
    // the turn goes on where it was, and so does the clock
    near(stage.get("A.heading"), 45.0);
    ticks(&mut stage, 15);
    near(stage.get("A.heading"), 90.0);
    ticks(&mut stage, 29);
    near(stage.get("A.fired"), 0.0);
    ticks(&mut stage, 2);
    near(stage.get("A.fired"), 1.0);
}

#[test]
fn a_timed_action_that_is_made_longer_in_its_middle_keeps_its_length_and_does_not_jump() {
    let mut stage = punching();
    ticks(&mut stage, 14);
    near(stage.get("A.heading"), 45.0);
    reload(&mut stage, &other(NEST, "rotate y 90", "rotate y 180"));
    near(stage.get("A.heading"), 45.0);
    ticks(&mut stage, 20);
    near(stage.get("A.heading"), 45.0 + 90.0);
}

#[test]
fn a_timer_of_a_state_that_was_left_or_is_gone_never_fires() {
    let mut stage = punching();
    ticks(&mut stage, 30);
    press(&mut stage, "P");
    reload(&mut stage, &other(NEST, "var fired = 0", "var fired = 0  var more = 1"));
    ticks(&mut stage, 90);
    near(stage.get("A.fired"), 0.0);
    let mut stage = punching();
    ticks(&mut stage, 50);
    reload(&mut stage, &other(NEST, "Punch", "Kick"));
    assert_eq!(state(&stage), "Fight.Guard.Block");
    ticks(&mut stage, 90);
    near(stage.get("A.fired"), 0.0);
}

#[test]
fn a_timer_that_is_made_shorter_than_what_has_passed_fires_in_the_next_tick() {
    let mut stage = punching();
    ticks(&mut stage, 40);
    reload(&mut stage, &other(NEST, "after 2s", "after 1s"));
    near(stage.get("A.fired"), 0.0);
    ticks(&mut stage, 1);
    near(stage.get("A.fired"), 1.0);
}

#[test]
fn what_last_and_back_remember_goes_on_and_follows_names() {
    let renamed = other(NEST, "state Punch <", "state Kick was Punch <").replace(".Punch", ".Kick");
    let mut stage = punching();
    press(&mut stage, "P");
    reload(&mut stage, &renamed);
    press(&mut stage, "L");
    assert_eq!(state(&stage), "Fight.Guard.Kick");
    let mut stage = punching();
    press(&mut stage, "P");
    reload(&mut stage, &renamed);
    press(&mut stage, "B");
    assert_eq!(state(&stage), "Fight.Guard.Kick");
    // what they remember is gone: the first of the scope, and staying where one is
    let gone = other(NEST, "Punch", "Other");
    let mut stage = punching();
    press(&mut stage, "P");
    reload(&mut stage, &gone);
    press(&mut stage, "B");
    assert_eq!(state(&stage), "Peace");
    press(&mut stage, "L");
    assert_eq!(state(&stage), "Fight.Stand");
}

#[test]
fn entry_reactions_of_what_goes_on_do_not_run_again() {
    let text = "
        character A { var n = 0  diagram D { on enter do n += 1  state S on enter do n += 10 } }
        group main { A }";
    let mut stage = stage(text);
    ticks(&mut stage, 2);
    reload(
        &mut stage,
        &other(text, "on enter do n += 10", "on enter do n += 100  after 9s do n = 7"),
    );
    ticks(&mut stage, 2);
    near(stage.get("A.n"), 11.0);
}

#[test]
fn the_seed_stays_though_it_is_edited() {
    let text = "world { seed 1 }
        character A { var n = 0  diagram D { state S on true do n = random(0, 1) } }
        group main { A }";
    let (mut one, mut two) = (stage(text), stage(text));
    reload(&mut one, &other(text, "seed 1", "seed 2"));
    for stage in [&mut one, &mut two] {
        ticks(stage, 3);
    }
    assert_eq!(one.get("A.n"), two.get("A.n"));
}
