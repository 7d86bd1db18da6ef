//! The oracle by itself: what it says of small scenes is what the language's design says of them.

use islay_lang::hir::model::Model;
use islay_spec::agree::build;
use islay_spec::oracle::{Oracle, View};
use islay_vm::event::EventKind;
use islay_vm::input::{Input, InputEvent};
use islay_vm::key::Key;
use islay_vm::math::quat_euler;

fn model(text: &str) -> Model {
    build(text).expect("the scene checks").0
}

fn the<'v>(views: &'v [View], path: &str) -> &'v View {
    views.iter().find(|v| v.path == path).expect("it lives")
}

fn heading(view: &View) -> f32 {
    quat_euler(view.pose.rotation)[1]
}

#[test]
fn the_hero_turns_nine_times_in_ten_ticks() {
    let text = "
        character Hero {
          diagram Turn {
            state Still              on key(Left) -> Left
            state Left < rotate y -5 > on key(Left) -> Left  else -> Still
          }
        }
        group main { Hero }";
    let model = model(text);
    let mut oracle = Oracle::new(&model, None);
    let mut said = Vec::new();
    for tick in 1..=12 {
        let input = match tick {
            1 => Input::new().with(InputEvent::Press(Key::LEFT)),
            11 => Input::new().with(InputEvent::Release(Key::LEFT)),
            _ => Input::new(),
        };
        oracle.tick(&input);
        let views = oracle.instances();
        let hero = the(&views, "Hero");
        said.push((heading(hero).round(), hero.states[0].1.clone()));
    }
    let headings: Vec<f32> = said.iter().map(|(h, _)| *h).collect();
    assert_eq!(
        headings,
        [0.0, -5.0, -10.0, -15.0, -20.0, -25.0, -30.0, -35.0, -40.0, -45.0, -50.0, -50.0]
    );
    assert!(said[..10].iter().all(|(_, s)| s == "Left"));
    assert!(said[10..].iter().all(|(_, s)| s == "Still"));
}

#[test]
fn three_ticks_in_a_state_act_three_times() {
    let text = "
        character A {
          diagram D { state Go < move forward 1 > after 3 ticks -> Rest  state Rest }
        }
        group main { A }";
    let model = model(text);
    let mut oracle = Oracle::new(&model, None);
    for _ in 0..6 {
        oracle.tick(&Input::new());
    }
    assert_eq!(oracle.instances()[0].pose.position, [0.0, 0.0, 3.0]);
}

#[test]
fn a_message_arrives_in_the_next_tick_and_a_fork_acts_then() {
    let text = "
        character Sender {
          diagram D { state S on enter do fork Child, send go(2) to all }
        }
        character Child {
          var got = 0
          diagram D { state S on message(go) do got = value(go) }
        }
        group main { Sender }";
    let model = model(text);
    let mut oracle = Oracle::new(&model, None);
    oracle.tick(&Input::new());
    let forks =
        |o: &Oracle| o.events().iter().filter(|e| matches!(e.kind, EventKind::Fork { .. })).count();
    assert_eq!((oracle.n_instances(), forks(&oracle)), (2, 1));
    assert_eq!(f32::from_bits(the(&oracle.instances(), "Child").vars[0].2), 0.0);
    oracle.tick(&Input::new());
    assert_eq!(f32::from_bits(the(&oracle.instances(), "Child").vars[0].2), 2.0);
}

#[test]
fn an_outer_arrow_to_an_active_state_is_passed_over_and_leaves_by_way_of_exits() {
    let text = "
        character A {
          diagram D {
            on key(Left) -> Outer
            state Start
            state Outer
              on exit do log(\"out\")
              { state In on exit do log(\"in\")  on key(Right) -> Start }
          }
        }
        group main { A }";
    let model = model(text);
    let mut oracle = Oracle::new(&model, None);
    oracle.tick(&Input::new().with(InputEvent::Press(Key::LEFT)));
    assert_eq!(oracle.instances()[0].states[0].1, "Outer.In");
    oracle.tick(&Input::new());
    assert!(oracle.events().is_empty());
    oracle.tick(&Input::new().with(InputEvent::Press(Key::RIGHT)));
    let logs: Vec<&EventKind> = oracle.events().iter().map(|e| &e.kind).collect();
    let log = |text: &str| EventKind::Log { text: text.to_owned() };
    assert_eq!(logs[..2], [&log("in"), &log("out")]);
}
