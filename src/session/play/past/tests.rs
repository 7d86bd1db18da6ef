//! Going back, the same again, doing otherwise, comparing.

use islay_vm::key::Key;
use islay_vm::program::Button;

use crate::session::play::{Play, Remark, What};
use crate::session::record::{Cause, Recording};
use crate::session::script::Script;
use crate::{Config, Scene, Value};

const CARD: &str = "
    character Card {
      shape box 1 1 1
      var n = 0
      diagram Turn {
        state Still                on key(Left) -> Left
        state Left < rotate y -5 > on key(Left) -> Left  else -> Still
      }
      diagram Ear { state Deaf on click do n += 1 -> Heard  state Heard on click do n += 1 -> Deaf }
      diagram Rest { state Soon after 2 s do log(\"late\") -> Late  state Late }
    }
    world { tick 0.1 s }
    group main { Card }
";

fn scene(text: &str) -> Scene {
    Scene::from_text("card", text).unwrap()
}

fn card() -> Play {
    Play::new(&scene(CARD), Config::default(), Script::new())
}

/// The card with another speed.
fn faster() -> Scene {
    scene(&CARD.replace("-5", "-10"))
}

fn ticks(play: &mut Play, n: u64) {
    (0..n).for_each(|_| play.tick());
}

fn heading(play: &Play) -> i32 {
    match play.stage().get("Card.heading") {
        Some(Value::Number(n)) => n.round() as i32,
        _ => i32::MAX,
    }
}

fn state(play: &Play) -> String {
    play.stage().state("Card.Turn").unwrap_or_default()
}

/// Left is held for ten ticks, then it is let go and five more pass; hashes of all ticks.
fn held() -> (Play, Vec<u64>) {
    let mut play = card();
    let mut hashes = vec![play.stage().hash()];
    for tick in 1..=15 {
        match tick {
            1 => play.press(Key::LEFT),
            11 => play.release(Key::LEFT),
            _ => {}
        }
        play.tick();
        hashes.push(play.stage().hash());
    }
    (play, hashes)
}

#[test]
fn the_transcript_of_the_guide_holds() {
    let mut play = card();
    play.press(Key::LEFT);
    ticks(&mut play, 10);
    assert_eq!(heading(&play), -45);
    play.replace(&faster());
    ticks(&mut play, 1);
    assert_eq!(heading(&play), -55);
    play.back(2).unwrap();
    assert_eq!((play.stage().ticks(), heading(&play)), (9, -40));
    assert_eq!(play.branch().unwrap(), 2);
    play.release(Key::LEFT);
    ticks(&mut play, 2);
    assert_eq!((play.stage().ticks(), heading(&play)), (11, -50));
    let difference = play.compare().unwrap().unwrap();
    assert_eq!((difference.tick, &*difference.path), (10, "Card"));
    assert_eq!(difference.cause, Cause::Edit);
}

#[test]
fn every_tick_is_as_it_was_and_the_same_keys_come_again() {
    let (mut play, hashes) = held();
    for tick in [3, 14, 0, 9, 15, 12] {
        play.goto(tick).unwrap();
        assert_eq!(play.stage().hash(), hashes[tick as usize], "tick {tick}");
    }
    play.goto(2).unwrap();
    assert!(play.in_past());
    for (tick, hash) in hashes.iter().enumerate().skip(3) {
        play.tick();
        assert_eq!(play.stage().hash(), *hash, "tick {tick}");
    }
    assert!(!play.in_past());
    assert_eq!((play.run(), play.known()), (1, 0..=15));
    ticks(&mut play, 1);
    assert_eq!((state(&play), play.last_tick()), ("Still".to_owned(), 16));
}

#[test]
fn what_the_user_does_in_the_past_makes_another_run() {
    let (mut play, hashes) = held();
    play.goto(4).unwrap();
    let id = play.stage().instance("Card").map(|i| i.id);
    play.click(id, Button::Left);
    assert_eq!(play.known(), 0..=15);
    ticks(&mut play, 1);
    assert_eq!((play.run(), play.known()), (2, 0..=5));
    let difference = play.compare().unwrap().unwrap();
    // nobody holds Left any more
    assert_eq!((difference.tick, difference.what, &*difference.name), (5, "state", "Turn"));
    assert_eq!((&*difference.recorded, &*difference.found), ("Left", "Still"));
    assert_eq!(play.stage().state("Card.Ear").as_deref(), Some("Heard"));
    assert_eq!(difference.cause, Cause::Inputs);
    play.goto(3).unwrap();
    assert_eq!(play.stage().hash(), hashes[3]);
    let marks = play.marks();
    assert!(marks.iter().any(|m| (m.tick, &m.what) == (4, &What::Branch(1))), "{marks:?}");
}

#[test]
fn a_held_key_is_neither_lost_nor_stuck_when_time_goes_back() {
    // held here, not held there: it goes down where the user goes on himself
    let mut play = card();
    ticks(&mut play, 5);
    play.press(Key::LEFT);
    ticks(&mut play, 5);
    play.goto(2).unwrap();
    play.branch().unwrap();
    ticks(&mut play, 1);
    assert_eq!(state(&play), "Left");
    // held there, let go meanwhile by a window that lost the focus: the same comes again, and goes
    // up where nothing comes again
    let mut play = card();
    play.press(Key::LEFT);
    ticks(&mut play, 10);
    play.goto(5).unwrap();
    play.release_all();
    ticks(&mut play, 5);
    assert_eq!((state(&play), play.run()), ("Left".to_owned(), 1));
    ticks(&mut play, 1);
    assert_eq!(state(&play), "Still");
    // the same where the user goes on himself
    play.press(Key::LEFT);
    ticks(&mut play, 3);
    play.back(1).unwrap();
    play.release_all();
    play.branch().unwrap();
    ticks(&mut play, 1);
    assert_eq!(state(&play), "Still");
    // and a key that is held all the time is held all the time
    let mut play = card();
    play.press(Key::LEFT);
    ticks(&mut play, 6);
    play.back(3).unwrap();
    ticks(&mut play, 10);
    assert_eq!((heading(&play), play.stage().ticks(), play.run()), (-60, 13, 1));
}

#[test]
fn a_key_pressed_and_let_go_by_a_lost_focus_in_one_tick_is_not_stuck() {
    let mut play = card();
    play.press(Key::LEFT);
    play.release_all();
    ticks(&mut play, 1);
    assert_eq!(state(&play), "Left");
    ticks(&mut play, 1);
    assert_eq!(state(&play), "Still");
}

#[test]
fn the_past_of_another_text_is_as_it_was_and_goes_on_with_the_text_of_now() {
    let (mut play, hashes) = held();
    play.replace(&faster());
    ticks(&mut play, 5);
    let hash = play.stage().hash();
    play.goto(5).unwrap();
    assert_eq!((heading(&play), play.stage().hash()), (-20, hashes[5]));
    // forward, too, and to the end
    play.goto(12).unwrap();
    assert_eq!(play.stage().hash(), hashes[12]);
    play.goto(20).unwrap();
    assert_eq!((play.stage().hash(), play.run()), (hash, 1));
    // but when time goes on, the same keys meet the text of now
    play.goto(5).unwrap();
    ticks(&mut play, 1);
    assert_eq!((heading(&play), play.run()), (-30, 2));
    assert_eq!(play.known(), 0..=20);
    ticks(&mut play, 5);
    assert_eq!((heading(&play), state(&play)), (-80, "Still".to_owned()));
    play.goto(20).unwrap();
    assert_eq!((play.stage().ticks(), play.run()), (20, 2));
    play.goto(4).unwrap();
    assert_eq!(play.stage().hash(), hashes[4]);
    let difference = play.compare().unwrap().unwrap();
    assert_eq!((difference.tick, difference.cause), (6, Cause::Edit));
}

#[test]
fn an_edit_in_the_past_leaves_the_past_alone_until_time_goes_on() {
    let (mut play, hashes) = held();
    play.goto(5).unwrap();
    play.replace(&faster());
    assert_eq!(play.known(), 0..=15);
    play.goto(7).unwrap();
    assert_eq!(play.stage().hash(), hashes[7]);
    play.goto(15).unwrap();
    ticks(&mut play, 1);
    // at the end it is as if it had been edited there
    assert_eq!((play.run(), play.last_tick()), (1, 16));
    assert!(play.marks().iter().any(|m| (m.tick, &m.what) == (15, &What::Reload)));
    play.goto(9).unwrap();
    assert_eq!(play.stage().hash(), hashes[9]);
}

#[test]
fn an_act_comes_again_and_one_that_cannot_is_left_out_and_said() {
    let (mut play, _) = held();
    play.act("Card < rotate y 90 >").unwrap();
    assert_eq!(heading(&play), 40);
    ticks(&mut play, 3);
    let hash = play.stage().hash();
    play.goto(15).unwrap();
    assert_eq!(heading(&play), 40);
    play.goto(8).unwrap();
    ticks(&mut play, 10);
    assert_eq!((play.stage().hash(), play.run()), (hash, 1));
    // under another text
    play.goto(8).unwrap();
    play.replace(&faster());
    ticks(&mut play, 7);
    assert_eq!((heading(&play), play.stage().ticks()), (25, 15));
    assert_eq!(play.take_notes(), []);
    play.act("set Card.n = 3").unwrap();
    ticks(&mut play, 2);
    play.back(3).unwrap();
    play.replace(&scene(&CARD.replace("var n = 0", "var m = 0").replace("n += 1", "m += 1")));
    ticks(&mut play, 3);
    let notes = play.take_notes();
    assert!(matches!(&*notes, [Remark::Note(n)] if n.contains("set Card.n = 3")), "{notes:?}");
}

#[test]
fn why_is_asked_of_the_tick_as_it_was() {
    let (mut play, _) = held();
    play.goto(11).unwrap();
    play.replace(&faster());
    let why = play.why("Card", "Turn").unwrap();
    assert!(why.to_string().contains("key(Left)=no"), "{why}");
    play.goto(1).unwrap();
    let why = play.why("Card", "Turn").unwrap();
    assert!(why.to_string().contains("key(Left)=yes"), "{why}");
    play.goto(0).unwrap();
    assert!(play.why("Card", "Turn").unwrap_err().to_string().contains("nothing has happened"));
}

#[test]
fn a_failed_act_changes_nothing() {
    let (mut play, hashes) = held();
    play.goto(5).unwrap();
    assert!(play.act("Card < jump >").is_err());
    assert!(play.act("Card < rotate y").is_err());
    assert_eq!((play.stage().hash(), play.known(), play.run()), (hashes[5], 0..=15, 1));
}

#[test]
fn a_timer_of_a_state_that_was_left_never_fires_after_going_back() {
    let text = "
        character C {
          var fired = 0
          diagram D {
            state Armed  after 1 s do fired += 1 -> Fired  on key(Left) -> Safe
            state Fired
            state Safe   on key(Right) -> Armed
          }
        }
        world { tick 0.1 s }
        group main { C }";
    let fired = |play: &Play| play.stage().get("C.fired");
    for edited in [false, true] {
        let mut play = Play::new(&scene(text), Config::default(), Script::new());
        ticks(&mut play, 8);
        play.press(Key::LEFT);
        ticks(&mut play, 1);
        play.release(Key::LEFT);
        ticks(&mut play, 30);
        assert_eq!(fired(&play), Some(0.0.into()));
        play.goto(9).unwrap();
        play.branch().unwrap();
        if edited {
            play.replace(&scene(&text.replace("after 1 s", "after 1.1 s")));
        }
        ticks(&mut play, 30);
        assert_eq!(fired(&play), Some(0.0.into()));
        play.goto(7).unwrap();
        play.branch().unwrap();
        // here it was not left, and fires once at its time
        ticks(&mut play, 5);
        assert_eq!(fired(&play), Some(1.0.into()));
    }
}

#[test]
fn after_a_long_pause_nothing_fires_at_once_here_or_in_the_past() {
    let mut play = card();
    play.pace().pause(true);
    play.pass(3600.0);
    play.pace().pause(false);
    assert!(!play.due());
    play.pass(3600.0);
    let mut n = 0;
    while play.due() {
        play.tick();
        n += 1;
    }
    assert!(n <= 3, "{n}");
    play.back(1).unwrap();
    play.pass(3600.0);
    play.pace().pause(false);
    assert!(!play.due());
}

#[test]
fn nothing_is_heard_of_a_past_that_is_run_again() {
    let mut play = card();
    play.listen(true);
    ticks(&mut play, 30);
    let told = play.story().told();
    play.goto(5).unwrap();
    assert!(play.stage().events().is_empty());
    play.goto(20).unwrap();
    assert!(play.stage().events().is_empty());
    // the two steps of the user alone
    assert_eq!(play.story().told(), told + 2);
}

#[test]
fn a_recording_is_only_begun_where_the_beginning_is_known_and_goes_on_only() {
    let (mut play, _) = held();
    play.act("Card < rotate y 90 >").unwrap();
    play.replace(&faster());
    ticks(&mut play, 2);
    let out = Shared::default();
    play.record(Box::new(out.clone())).unwrap();
    assert!(play.back(1).unwrap_err().to_string().contains("recording"));
    play.press(Key::LEFT);
    ticks(&mut play, 60);
    play.act("click Card").unwrap();
    ticks(&mut play, 1);
    play.act("Card < rotate y 1 >").unwrap();
    play.stop_recording().unwrap();
    let recording = Recording::parse("card", &out.text()).unwrap();
    assert_eq!((recording.ticks, recording.cut_off), (78, false));
    let replayed = recording.replay(&scene(CARD), |_| ()).unwrap();
    assert_eq!((replayed.ticks, replayed.mismatch), (78, None));
    assert!(replayed.hashes >= 3);
}

#[test]
fn what_comes_again_is_recorded_with_the_hashes_before_its_acts() {
    for edited in [false, true] {
        let mut play = card();
        ticks(&mut play, 60);
        play.act("Card < rotate y 90 >").unwrap();
        ticks(&mut play, 10);
        play.goto(0).unwrap();
        if edited {
            play.replace(&faster());
        }
        let out = Shared::default();
        play.record(Box::new(out.clone())).unwrap();
        ticks(&mut play, 70);
        play.stop_recording().unwrap();
        let recording = Recording::parse("card", &out.text()).unwrap();
        let replayed = recording.replay(&scene(CARD), |_| ()).unwrap();
        assert_eq!((replayed.ticks, replayed.mismatch), (70, None));
    }
}

#[test]
fn a_second_edit_in_the_past_loses_nothing_of_what_is_still_to_come() {
    let (mut play, _) = held();
    play.goto(3).unwrap();
    play.replace(&faster());
    ticks(&mut play, 3);
    play.goto(4).unwrap();
    play.replace(&scene(CARD));
    assert_eq!(play.known(), 0..=15);
    ticks(&mut play, 1);
    assert_eq!((play.known(), play.run()), (0..=15, 3));
    ticks(&mut play, 5);
    assert_eq!((play.stage().ticks(), state(&play)), (10, "Left".to_owned()));
    ticks(&mut play, 5);
    assert_eq!((play.in_past(), state(&play), play.run()), (false, "Still".to_owned(), 3));
    // and once more, while it still comes again
    play.goto(5).unwrap();
    play.replace(&faster());
    ticks(&mut play, 1);
    play.goto(5).unwrap();
    play.replace(&scene(CARD));
    ticks(&mut play, 1);
    assert_eq!(play.known(), 0..=15);
    play.goto(12).unwrap();
    assert_eq!((play.stage().ticks(), state(&play)), (12, "Still".to_owned()));
}

#[test]
fn an_act_whose_effect_only_waits_is_a_cause_too() {
    for act in ["click Card", "press Left"] {
        let mut play = card();
        ticks(&mut play, 10);
        play.goto(5).unwrap();
        play.act(act).unwrap();
        ticks(&mut play, 2);
        let difference = play.compare().unwrap().unwrap();
        assert_eq!((difference.tick, difference.cause), (6, Cause::Inputs), "{act}");
    }
}

/// Bytes that are written here and read there.
#[derive(Clone, Default)]
struct Shared(std::sync::Arc<std::sync::Mutex<Vec<u8>>>);

impl Shared {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl std::io::Write for Shared {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}
