//! The hosts in `examples/`: each does what it says, with the same lines every time. The one with a
//! window is run by the tests of the window.

#![allow(clippy::unwrap_used, reason = "a test may stop")]

#[path = "../examples/batch.rs"]
#[allow(dead_code, reason = "its `main` is for people")]
mod batch;
#[path = "../examples/host.rs"]
#[allow(dead_code, reason = "its `main` is for people")]
mod host;
#[path = "../examples/minimal.rs"]
#[allow(dead_code, reason = "its `main` is for people")]
mod minimal;

#[test]
fn the_smallest_host_prints_what_the_lamp_says() {
    let mut out = Vec::new();
    minimal::run(&mut out).unwrap();
    assert_eq!(
        String::from_utf8(out).unwrap(),
        "tick 10: Lamp says on\ntick 25: Lamp says off again\n\
         tick 40: Lamp says on\ntick 55: Lamp says off again\n2 flips\n"
    );
}

#[test]
fn a_thousand_scenes_on_two_threads_give_one_table() {
    let table = || {
        let mut out = Vec::new();
        batch::run(&mut out, 1_000).unwrap();
        String::from_utf8(out).unwrap()
    };
    let first = table();
    assert_eq!(first.lines().count(), 1_001);
    assert_eq!(first.lines().next(), Some("throw,speed,angle,distance,seconds,hash"));
    assert!(first.lines().nth(1_000).unwrap().starts_with("1000,24,88.5,"));
    assert_eq!(table(), first);
}

#[test]
fn a_batch_of_any_size_is_whole() {
    for n in [0, 1, 3] {
        let mut out = Vec::new();
        batch::run(&mut out, n).unwrap();
        assert_eq!(String::from_utf8(out).unwrap().lines().count(), n + 1);
    }
}

#[test]
fn a_game_hears_what_scenes_do_with_its_words() {
    let mut out = Vec::new();
    host::run(&mut out).unwrap();
    let out = String::from_utf8(out).unwrap();
    assert!(out.ends_with("in the store: 80\n"), "{out}");
    assert_eq!(out.matches("delivered at height").count(), 2, "{out}");
    assert_eq!(out.matches("arrived").count(), 2, "{out}");
}
