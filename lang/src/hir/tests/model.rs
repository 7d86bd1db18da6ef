//! The model of small texts.

use expect_test::expect;

use super::check_model;

#[test]
fn the_smallest_scene() {
    check_model(
        "character Hero { shape box 1 2 1 diagram Turn { state Left < rotate y -5 > on key(Left) -> Left } }\ngroup main { Hero }",
        &expect![[r#"
            world Space 20 10 20 tick 0.033333335 seed 0
            character Hero@0
              shape box 1 2 1 color #ffffffff
              bounds [0.5, 1.0, 0.5] at [0.0, 0.0, 0.0]
              diagram Turn (timed 0, once 0)
                state Left < rotate 0 -5 0 >
                  on key(ArrowLeft) -> Left
            group main
              Hero@0 as Hero
        "#]],
    );
}

#[test]
fn fixed_parameters_specialise() {
    check_model(
        "character P(up = W, n = 1, says = hi) { part q: Q(k: up, n: n * 2) diagram D { state S on key(up) do send says to all -> S } }\n\
         character Q(k: key, n = 0) { diagram D { state S on pressed(k) -> S } }\n\
         group main { P  P(up: S, n: 2)  P(says: bye) as Other  P(W) }",
        &expect![[r#"
            world Space 20 10 20 tick 0.033333335 seed 0
            character P@0
              param n: Number = 1
              part q: Q@3(n: (n * 2))
              diagram D (timed 0, once 0)
                state S
                  on key(KeyW) do send hi to all -> S
            character P@1
              param n: Number = 1
              part q: Q@4(n: (n * 2))
              diagram D (timed 0, once 0)
                state S
                  on key(KeyS) do send hi to all -> S
            character P@2
              param n: Number = 1
              part q: Q@3(n: (n * 2))
              diagram D (timed 0, once 0)
                state S
                  on key(KeyW) do send bye to all -> S
            character Q@3
              param n: Number = 0
              diagram D (timed 0, once 0)
                state S
                  on pressed(KeyW) -> S
            character Q@4
              param n: Number = 0
              diagram D (timed 0, once 0)
                state S
                  on pressed(KeyS) -> S
            group main
              P@0 as P
              P@1(n: 2) as P
              P@2 as Other
              P@0 as P
        "#]],
    );
}

#[test]
fn a_run_has_variables_and_constants() {
    check_model(
        "diagram Go(pace = 1, k = Up, left = 3) { state S < move x pace/s, left -= 1 > on key(k) -> S }\n\
         character C(p = 2) { var v = p run Go  run Go(pace: v * 2, k: Down, left: 5) as Again }\ngroup main { C }",
        &expect![[r#"
            world Space 20 10 20 tick 0.033333335 seed 0
            character C@0
              param p: Number = 2
              var v: Number = p
              var Go.left: Number = 3 (of a run)
              var Again.pace: Number = (v * 2) (of a run)
              var Again.left: Number = 5 (of a run)
              diagram Go (timed 0, once 0)
                state S < move 0.033333335 0 0, Go.left -= 1 >
                  on key(ArrowUp) -> S
              diagram Again (timed 0, once 0)
                state S < move (Again.pace * 0.033333335) 0 0, Again.left -= 1 >
                  on key(ArrowDown) -> S
            group main
              C@0 as C
        "#]],
    );
}

#[test]
fn clocks_slots_and_once() {
    check_model(
        "character C { var v = 0 diagram D { on enter do v = 1\n after 1s do v = 2\n state A < move x 1 for 1s, rotate y 2 for 2s ease > on done do v = 3 on done -> B on elapsed > 1 -> A.last\n\
         state B { state In < scale 2 for 1s > on done and every(1s) -> again else -> back state Out on true -> one of In 2, Out, A except A } } }",
        &expect![[r#"
            world Space 20 10 20 tick 0.033333335 seed 0
            character C@0
              var v: Number = 0
              diagram D (timed 3, once 2)
                on enter do v = 1
                on after1(1) do v = 2 (once 0)
                state A < move 1 0 0 for 1 Linear (slot 0, level 1), rotate 0 2 0 for 2 InOut (slot 1, level 1) >
                  on done1[0, 1] do v = 3 (once 1)
                  on done1[0, 1] -> B
                  on (elapsed1 > 1) -> A.last
                state B
                  state B.In < scale 2 2 2 for 1 Linear (slot 2, level 2) >
                    on (done2[2] and every2(1)) -> again
                    else -> back
                  state B.Out
                    on true -> one of B.In 2, B.Out 1, A 1 except A
        "#]],
    );
}

#[test]
fn boxes_follow_the_placement() {
    check_model(
        "atom A = box 2 4 6 color red at 1 0 0 turn 0 90 0 scale 0.5\natom M = \"box.glb\" scale 2\n\
         character C { shape A bounds box 1 1 1 at 0 1 0 } character D(tint: colour = red) { shape plane 2 4 color tint bounds auto }\n\
         character E { shape text \"{n} left\" 1 var n = 1 part t: text \"n: {n} {x} {self == nobody} {D is S}\" 1 diagram D { state S } }\n\
         group main { M C D E }",
        &expect![[r#"
            world Space 20 10 20 tick 0.033333335 seed 0
            atom M@0
              shape "box.glb" color #ffffffff at [0.0, 0.0, 0.0] turn [0.0, 0.0, 0.0] scale [2.0, 2.0, 2.0]
              bounds [2.0, 2.0, 2.0] at [0.0, 2.0, 0.0]
            character C@1
              shape box 2 4 6 color #ff0000ff at [1.0, 0.0, 0.0] turn [0.0, 90.0, 0.0] scale [0.5, 0.5, 0.5]
              bounds [0.5, 0.5, 0.5] at [0.0, 1.0, 0.0]
            character D@2
              shape plane 2 4 color #ffffffff
              color tint
              bounds [1.0, 0.0, 2.0] at [0.0, 0.0, 0.0]
              param tint: Colour = #ff0000ff
            character E@3
              shape text n " left" 1 color #ffffffff
              var n: Number = 1
              part t: text@4
              diagram D (timed 0, once 0)
                state S
            atom text@4
              shape text "n: " self.parent.n " " self.parent.x' " " (self.parent == nobody) " " self.parent.D is S 1 color #ffffffff
            atom A@5
              shape box 2 4 6 color #ff0000ff at [1.0, 0.0, 0.0] turn [0.0, 90.0, 0.0] scale [0.5, 0.5, 0.5]
              bounds [0.5, 1.0, 1.5] at [1.0, 0.0, 0.0] turned [0.0, 0.70710677, 0.0, 0.70710677]
            group main
              M@0 as M
              C@1 as C
              D@2 as D
              E@3 as E
        "#]],
    );
}

#[test]
fn receivers_and_selectors() {
    check_model(
        "character C { part p: C2 var w = nobody diagram D { state S on hit(C2 below) or touch(wall.east) or hit(G) or hit(w) or hit(Boss) or count(C2 within 3 ahead 10) > 1 do\n\
         send a to all, send a(1) to up, send a to down, send a to parts, send a to C2, send a to G, send a to Boss, send a to C2#2, send a to p, send a to C2 within 3 delay 1s,\n\
         vanish C2, vanish, vanish p, attach C2 to self at 0 1 0, detach, fork G, fork C2 at 0 0 1 in world, become C2, face at 1 2 3 5, approach parent 1, sound \"a.wav\", emit e(1, \"{w}\"), log(\"a\", 1, w) -> S } }\n\
         character C2 { } group G { C2 } group main { C C2 as Boss }",
        &expect![[r#"
            world Space 20 10 20 tick 0.033333335 seed 0
            character C2@0
            character C@1
              var w: Who = nobody
              part p: C2@0
              diagram D (timed 0, once 0)
                state S
                  on (((((hit(C2 below) or touch(boundary 000010)) or hit(G)) or hit(w)) or hit(the oldest Boss)) or (count(C2 within 3 ahead 10) > 1)) do send a to all, send a(1) to up, send a to down, send a to parts, send a to C2, send a to G, send a to the oldest Boss, send a to the C2#2, send a to self.p, send a to all of C2 within 3 delay 1, vanish C2, vanish, vanish self.p, attach nearest(C2) to self at 0 1 0, detach self, fork G, fork C2@0 at 0 0 1 as C2 in world, become C2@0, face at 1 2 3 5, approach self.parent 1, sound "a.wav", emit e(1, w), log "a " 1 " " w -> S
            group G
              C2@0 as C2
            group main
              C@1 as C
              C2@0 as Boss
        "#]],
    );
}

#[test]
fn tests_are_resolved_for_all_that_do_them() {
    check_model(
        "character C(k = W) { var n = 1 diagram D { state S on key(k) -> S } } group main { C C(S) }\n\
         test \"t\" { C < n += 1, fork C(Q) > set C.n = 2 hold W for 3 ticks expect C.n ~ 2 click C send m(2) to C expect log \"a\" }",
        &expect![[r#"
            world Space 20 10 20 tick 0.033333335 seed 0
            character C@0
              var n: Number = 1
              diagram D (timed 0, once 0)
                state S
                  on key(KeyW) -> S
            character C@1
              var n: Number = 1
              diagram D (timed 0, once 0)
                state S
                  on key(KeyS) -> S
            character C@2
              var n: Number = 1
              diagram D (timed 0, once 0)
                state S
                  on key(KeyQ) -> S
            group main
              C@0 as C
              C@1 as C
            test "t"
              nearest(C) does
                C@0 < n += 1, fork C@2 as C >
                C@1 < n += 1, fork C@2 as C >
                C@2 < n += 1, fork C@2 as C >
              set nearest(C).n = 2
              hold KeyW for 0.10000001
              expect nearest(C).n ~ 2 within 0.0001
              click nearest(C)
              send m(2) to C
              expect log "a"
        "#]],
    );
}
