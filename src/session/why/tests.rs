//! One case for each kind of signal, and for each kind of part of a condition.

use crate::{Config, Input, Key, Scene, Stage};

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
