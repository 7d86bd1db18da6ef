//! Warnings: what they are said of, and, above all, what they are not said of.

use expect_test::{Expect, expect};

use super::resolved;
use crate::hir::check::check;

/// Checks the warnings about the first text, each with its line.
fn warned(texts: &[(&str, &str)], expect: &Expect) {
    let resolved = resolved(texts);
    assert!(resolved.diagnostics.is_empty(), "{:?}", resolved.diagnostics);
    let model = resolved.model.unwrap();
    let mut out = String::new();
    for d in check(&model, &resolved.files) {
        let file = &resolved.files[usize::from(d.span.file.0)];
        let line = file.text[..d.span.start as usize].matches('\n').count() + 1;
        out += &format!("{line} {}: {}\n", d.code.as_str(), d.message);
    }
    expect.assert_eq(&out);
}

/// Sends and hears for others.
const USED: &str = r#"
character Bell { shape ball 1 diagram D { state A on pressed(Space) do send ding to all } }
diagram Blink(m = ding) { state Dark on message(m) -> Light state Light after 1s -> Dark }
"#;

/// Each variable is read in one odd place, each state reached in one odd way.
const USER: &str = r#"
use "used.islay"
world { kind room }
const N = 3
atom Box1 = box 1 1 1
character Lamp(k = Space) {
  shape Box1
  var tested = 0
  var shown = 1
  var named = 2
  var fromother = 3
  var inarg = 4
  var inplace = 5
  var inforkarg = 6
  var selfonly = 0
  part p: Part(v: inarg) at inplace 0 0
  run Blink
  diagram D {
    on message(out) -> Scope
    state First on message(ding) -> One.last on key(k) -> one of Rnd 2, Rnd2
    state One { state OneA after 1s -> OneB state OneB }
    state Rnd after 1s -> back
    state Rnd2 after 1s -> again
    state Scope on enter do tested = 1, log("x {named}") after 1s -> back
    state ByStart after 1s -> First
    state ByTest after 1s -> First
    state ByPart
  }
}
character Part(v = 0) { shape text "{shownx}" 1 var shownx = 0 diagram Q { state On after 1s do shownx = v -> Off state Off state Late after 1s -> On } }
character Other { shape ball 1 part l: Lamp start D.ByPart diagram Z { state A on pressed(X) do send out to Lamp, fork Lamp start D.ByTest, fork Sub on Lamp.fromother > nearest(Lamp).shown -> A
  on pressed(Y) do fork Part(v: l.inforkarg) start Late } }
group Sub { Lamp Bell at 1 0 0 }
group main { Lamp start ByStart Other at 3 0 0 }
test "t" { run 1 tick expect Lamp.tested == 0 expect Lamp.selfonly == 0 }
"#;

#[test]
fn what_is_used_in_an_odd_place_is_used() {
    warned(&[("main", USER), ("used.islay", USED)], &expect![[""]]);
}

#[test]
fn a_library_offers_what_it_does_not_use() {
    let text = "character A { var v = 0 diagram D { state S on message(m) -> S } }\ngroup G { A }";
    warned(&[("main", text)], &expect![[""]]);
}

#[test]
fn what_can_never_be_is_told() {
    warned(
        &[(
            "main",
            r#"character A {
  shape ball 1
  var n = 0
  diagram D {
    on key(Up) -> In
    state Out on key(Down) -> Out on key(Down) -> In
    state In on n > 3 do n += 1 -> Out  else -> In
    state Flip on key(F) -> Flop
    state Flop on key(F) -> Flip
    state Par { state X on true -> Y on key(Z) -> Y state Y }
  }
  diagram E { state P on touch(floor) -> P on hit(wall.north) -> Q state Q after 1s if false -> P else -> P }
}
group other { A }
group main { A }
"#,
        )],
        &expect![[r#"
            6 unreachable-edge: this edge can never be taken
            8 unreachable-state: no arrow reaches state `Flip` of `D`
            8 toggling-key: a held key leads to and fro: the state flips in every tick
            9 unreachable-state: no arrow reaches state `Flop` of `D`
            10 unreachable-state: no arrow reaches state `Par` of `D`
            12 no-such-boundary: the world's kind is `space`, which has no boundaries
            12 no-such-boundary: the world's kind is `space`, which has no boundaries
            12 unreachable-edge: this edge's condition never holds
            14 unused-group: nothing forks the group `other`
        "#]],
    );
}
