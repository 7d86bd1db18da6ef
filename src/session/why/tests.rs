//! One case for each kind of signal, and for each kind of part of a condition.

use crate::{Button, Config, Input, Key, Scene, Stage};

/// Why, as text, in the tick after so many without input.
fn why(text: &str, ticks: usize, input: &Input) -> String {
    let scene = Scene::from_text("c", text).unwrap();
    let mut stage = Stage::new(&scene, Config::default());
    (0..ticks).for_each(|_| stage.tick(&Input::new()));
    super::why(stage, input, "C", "D").unwrap().to_string()
}

#[test]
fn a_condition_is_told_with_its_values_and_what_it_needs() {
    let text = "character C {
  var speed1 = 0.2
  diagram D {
    state Still  on key(Left) and speed1 > 3.5 -> Left  else -> Still
    state Left
  }
}
group main { C }";
    assert_eq!(
        why(text, 0, &Input::new()),
        "C.D in Still, tick 1
  on key(Left) and speed1 > 3.5 -> Left  (of Still, c:4:18)
    key(Left)=no and (speed1 0.2 > 3.5)=no: did not hold; needs key(Left) and speed1 > 3.5
  else -> Still  (of Still, c:4:57)
    else: taken"
    );
    assert!(
        why(text, 0, &Input::new().hold(Key::Left)).contains(
            "key(Left)=yes and (speed1 0.2 > 3.5)=no: did not hold; needs speed1 > 3.5\n"
        )
    );
}

/// The line of a condition in the tick that `input` brings, after so many ticks without.
fn line(condition: &str, ticks: usize, input: Input) -> String {
    let text = format!(
        "character Crate {{ shape box 1 1 1  diagram Mood {{ state Calm  state Cross }} }}
         character C {{
           shape box 1 1 1
           var hp = 3
           var cross = false
           var foe = nobody
           var tint = #ff0000
           diagram Other {{ state Idle  state Busy }}
           diagram D {{
             on enter do send ping(4) to self
             state S < move y 0 for 0.5s >
               on {condition} -> T
             state T
           }}
         }}
         group main {{ C  Crate at 0 0 1 }}"
    );
    let told = why(&text.replace("on after", "after"), ticks, &input);
    told.lines().nth(2).unwrap_or_default().trim().to_owned()
}

/// Each of them in a first tick without input.
fn lines(conditions: &[&str]) -> String {
    conditions.iter().map(|c| line(c, 0, Input::new()) + "\n").collect()
}

#[test]
fn keys() {
    let wanted = "\
key(A)=no: did not hold; needs key(A)
pressed(A)=no: did not hold; needs pressed(A)
released(A)=no: did not hold; needs released(A)
not key(A)=no: taken
";
    assert_eq!(lines(&["key(A)", "pressed(A)", "released(A)", "not key(A)"]), wanted);
    let held = || Input::new().hold(Key::parse("A").unwrap());
    assert_eq!(line("pressed(A)", 0, held()), "pressed(A)=yes: taken");
    assert_eq!(line("not key(A)", 0, held()), "not key(A)=yes: did not hold; needs no key(A)");
}

#[test]
fn a_key_that_is_a_parameter_is_named() {
    let text = "diagram Ask(button: key) { state S  on key(button) -> S }
character C { run Ask(button: W) as D }
group main { C }";
    let told = why(text, 0, &Input::new());
    assert!(told.contains("key(button)=no (KeyW): did not hold; needs key(button)"), "{told}");
}

#[test]
fn the_pointer() {
    let wanted = "\
click=no: did not hold; needs click
click(any)=no: did not hold; needs click(any)
click(right)=no: did not hold; needs click(right)
hover=no: did not hold; needs hover
";
    assert_eq!(lines(&["click", "click(any)", "click(right)", "hover"]), wanted);
    assert_eq!(line("click", 0, Input::new().click("C", Button::Left)), "click=yes: taken");
}

#[test]
fn contacts() {
    let wanted = "\
hit(Crate)=yes (Crate): taken
touch(anyone)=yes (Crate): taken
leave(Crate)=no: did not hold; needs leave(Crate)
touch(Crate behind)=no: did not hold; needs touch(Crate behind)
not hit(any)=yes (Crate): did not hold; needs no hit(any)
";
    let asked =
        ["hit(Crate)", "touch(anyone)", "leave(Crate)", "touch(Crate behind)", "not hit(any)"];
    assert_eq!(lines(&asked), wanted);
}

#[test]
fn messages_and_what_comes_with_them() {
    let ask = |c: &str| line(c, 1, Input::new());
    assert_eq!(ask("message(ping)"), "message(ping)=yes (4 from C): taken");
    assert_eq!(
        line("message(ping)", 0, Input::new()),
        "message(ping)=no: did not hold; needs message(ping)"
    );
    assert_eq!(
        ask("message(ping) and value(ping) > 5"),
        "message(ping)=yes (4 from C) and (value(ping) 4 > 5)=no: did not hold; needs value(ping) > 5"
    );
    assert_eq!(
        ask("received(ping) >= 2 and sender(ping) != self"),
        "(received(ping) 1 >= 2)=no and (sender(ping) C != self C)=no: did not hold; needs received(ping) >= 2 and sender(ping) != self"
    );
    let sent = Input::new().send("pong", 2.5, "C");
    assert_eq!(line("message(pong)", 0, sent), "message(pong)=yes (2.5): taken");
}

#[test]
fn times() {
    let ask = |c: &str| line(c, 5, Input::new());
    assert_eq!(ask("after 2s"), "after(2s)=no (0.2 s): did not hold; needs 1.8 s more");
    assert_eq!(
        ask("after 2s if cross"),
        "after(2s)=no (0.2 s) and cross=no: did not hold; needs 1.8 s more and cross"
    );
    assert_eq!(ask("every(1s)"), "every(1s)=no (0.2 s): did not hold; needs every(1s) in 0.8 s");
    assert_eq!(ask("done"), "done=no (0.2 s): did not hold; needs done");
    assert_eq!(
        ask("elapsed > 1s and not every(0.2s)"),
        "(elapsed 0.2 s > 1s)=no and not every(0.2s)=yes (0.2 s): did not hold; needs elapsed > 1s and no every(0.2s)"
    );
    assert_eq!(ask("time > 1s"), "(time 0.2 s > 1s)=no: did not hold; needs time > 1s");
}

#[test]
fn states_of_diagrams() {
    let wanted = "\
(Other is Busy)=no (Idle): did not hold; needs Other is Busy
(Other is not Idle)=no (Idle): did not hold; needs Other is not Idle
(Crate.Mood is Cross)=no (Calm): did not hold; needs Crate.Mood is Cross
";
    let asked = ["Other is Busy", "Other is not Idle", "Crate.Mood is Cross"];
    assert_eq!(lines(&asked), wanted);
}

#[test]
fn chance_flags_and_comparisons() {
    let wanted = "\
chance(0)=no: did not hold; needs luck in chance(0)
chance(hp - 3)=no (0): did not hold; needs luck in chance(hp - 3)
cross=no: did not hold; needs cross
not cross=no: taken
((hp * 2 + 1) 7 > 9)=no: did not hold; needs hp * 2 + 1 > 9
(distance(Crate) 1 < 0.5)=no: did not hold; needs distance(Crate) < 0.5
(count(Crate) 1 == 2)=no: did not hold; needs count(Crate) == 2
(foe nobody != nobody)=no: did not hold; needs foe != nobody
(nearest(Crate) Crate == foe nobody)=no: did not hold; needs nearest(Crate) == foe
(tint #ff0000 == #00ff00)=no: did not hold; needs tint == #00ff00
(Crate.x 0 > 1)=no: did not hold; needs Crate.x > 1
(cross false == true)=no: did not hold; needs cross == true
";
    let asked = [
        "chance(0)",
        "chance(hp - 3)",
        "cross",
        "not cross",
        "hp * 2 + 1 > 9",
        "distance(Crate) < 0.5",
        "count(Crate) == 2",
        "foe != nobody",
        "nearest(Crate) == foe",
        "tint == #00ff00",
        "Crate.x > 1",
        "cross == true",
    ];
    assert_eq!(lines(&asked), wanted);
}

#[test]
fn the_smallest_sets_are_told() {
    let ask = |c: &str| line(c, 0, Input::new());
    assert_eq!(
        ask("(key(A) or key(B)) and not (hp == 3 and cross)"),
        "(key(A)=no or key(B)=no) and not ((hp 3 == 3)=yes and cross=no): did not hold; needs key(A), or key(B)"
    );
    assert_eq!(
        ask("key(A) and (key(B) or hp > 5 and cross) or hover and key(A) and cross"),
        "(key(A)=no and (key(B)=no or ((hp 3 > 5)=no and cross=no))) or (hover=no and key(A)=no and cross=no): did not hold; needs key(A) and key(B)"
    );
    assert_eq!(ask("false and key(A)"), "false=no and key(A)=no: did not hold");
}

const NEST: &str = "character C {
  var n = 0
  diagram D {
    on pressed(G) -> Out except In
    on pressed(A) -> In
    on pressed(Z) -> again
    state Out
    state In
      on pressed(B) -> back
      on pressed(L) -> Far.last {
      state One
        on true do n += 1
        on n == 1 do n += 10
        after 0s do n += 100
        on pressed(O) -> one of One 1, Two 1
        on pressed(F) -> Far
        on key(Q) -> Two
        else -> One
      state Two
    }
    state Far
  }
}
group main { C }";

/// Fates of the edges of the nest, with A pressed first and then these keys.
fn fates(keys: &[&str]) -> Vec<(String, super::Fate)> {
    let scene = Scene::from_text("c", NEST).unwrap();
    let mut stage = Stage::new(&scene, Config::default());
    stage.tick(&Input::new().press(Key::parse("A").unwrap()));
    let key = |input: Input, key: &&str| input.press(Key::parse(key).unwrap());
    let input = keys.iter().fold(Input::new().release(Key::parse("A").unwrap()), key);
    let why = super::why(stage, &input, "C", "D").unwrap();
    assert_eq!(why.state, "In.One");
    why.edges.iter().map(|e| (e.reason.condition.clone(), e.fate)).collect()
}

#[test]
fn scopes_stand_in_order_and_each_edge_has_its_fate() {
    use super::Fate::*;
    let told = fates(&["G"]);
    let (words, fates): (Vec<&str>, Vec<super::Fate>) =
        told.iter().map(|(w, f)| (w.as_str(), *f)).unzip();
    let wanted = [
        ("pressed(G)", Excepted),
        ("pressed(A)", ActiveAlready),
        ("pressed(Z)", DidNotHold),
        ("pressed(B)", DidNotHold),
        ("pressed(L)", DidNotHold),
        ("always", Ran),
        // the reaction before it has counted
        ("n == 1", Ran),
        ("after 0s", Ran),
        ("pressed(O)", DidNotHold),
        ("pressed(F)", DidNotHold),
        ("key(Q)", DidNotHold),
        ("else", Taken),
    ];
    assert_eq!(words.into_iter().zip(fates).collect::<Vec<_>>(), wanted);
}

#[test]
fn every_kind_of_target_can_be_taken() {
    use super::Fate::*;
    for (key, late) in [("Z", 6), ("B", 5), ("L", 4), ("F", 2), ("O", 3)] {
        let told = fates(&[key]);
        let taken: Vec<&str> = told.iter().filter(|t| t.1 == Taken).map(|t| &*t.0).collect();
        assert_eq!(taken, [format!("pressed({key})")]);
        assert_eq!(told.iter().filter(|t| t.1 == Late).count(), late, "{key}");
    }
}

#[test]
fn what_runs_once_per_stay_says_so_and_a_target_can_be_asked_for() {
    let scene = Scene::from_text("c", NEST).unwrap();
    let mut stage = Stage::new(&scene, Config::default());
    stage.tick(&Input::new().press(Key::parse("A").unwrap()));
    (0..2).for_each(|_| stage.tick(&Input::new()));
    let why = super::why(stage, &Input::new(), "C", "D").unwrap();
    assert_eq!(why.edges[7].fate, super::Fate::OncePerStay);
    let two: Vec<u16> = why.only("Two").edges.iter().map(|e| e.edge).collect();
    assert_eq!(two, [8, 10]);
    assert_eq!(why.only("back").edges.len(), 1);
    assert!(why.only("Up").to_string().ends_with(": no edge of it leads to Up"));
}

#[test]
fn a_stage_that_is_looked_into_goes_the_same_way() {
    let scene = Scene::from_text("c", NEST).unwrap();
    let mut stages = [0, 1].map(|_| Stage::new(&scene, Config::default()));
    stages[0].probe().unwrap();
    stages[0].world_mut().watch(None);
    for tick in 0..60 {
        let key = Key::parse(["A", "B", "L", "F", "O", "Z", "G"][tick % 7]).unwrap();
        stages.iter_mut().for_each(|s| s.tick(&Input::new().hold(key)));
        assert_eq!(stages[0].hash(), stages[1].hash(), "tick {tick}");
    }
}

#[test]
fn what_is_not_there_is_said() {
    let scene = Scene::from_text("c", NEST).unwrap();
    let stage = || Stage::new(&scene, Config::default());
    let error = |path, diagram| super::why(stage(), &Input::new(), path, diagram).unwrap_err();
    assert_eq!(error("X", "D").to_string(), "no living instance is called `X`");
    assert_eq!(error("C", "E").to_string(), "`C` has no diagram `E`; it has D");
}
