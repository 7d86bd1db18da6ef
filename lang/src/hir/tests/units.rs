//! Units: times, angles and what is per second.

use expect_test::expect;

use super::{check, check_in, check_model};

#[test]
fn units_stand_where_they_belong() {
    check_in(
        "after 3 -> A\n after 90deg -> A\n on every(2) or every(-1s) or chance(1s) -> A\n\
         on true do move forward 2s, rotate y 2s, place x 90deg, v = 1s, t = 90deg, send a(1s) to self delay 2 -> A\n\
         on sin(1s) > 1 or 1s > 90deg or max(1s, 1deg) > 1 or (2s/s) > 1 -> A",
        &expect![[r#"
            4 bare-time: a time is written without its unit (write `3s` for seconds or `3 ticks` for ticks)
            5 unit-mismatch: an angle stands where a time is wanted
            6 bare-time: a time is written without its unit (write `2s` for seconds or `2 ticks` for ticks)
            6 out-of-range: a time is not negative
            6 unit-mismatch: a time stands where a plain number is wanted
            7 unit-mismatch: a time stands where a plain number is wanted
            7 unit-mismatch: a time stands where an angle is wanted
            7 unit-mismatch: an angle stands where a plain number is wanted
            7 unit-mismatch: a time stands where a plain number is wanted (what holds a time is declared with one: `var pause = 0s`, `pause: time`)
            7 unit-mismatch: an angle stands where a time is wanted
            7 unit-mismatch: a time stands where a plain number is wanted
            7 bare-time: a time is written without its unit (write `2s` for seconds or `2 ticks` for ticks)
            8 unit-mismatch: a time stands where an angle is wanted
            8 unit-mismatch: a time and an angle do not go together
            8 unit-mismatch: a time and an angle do not go together
            8 unit-mismatch: a time cannot be per second
        "#]],
    );
}

#[test]
fn times_are_seconds() {
    check_in(
        "after 3s -> A\n after (v) -> A\n after t -> A\n after t + 1 -> A\n after 500ms -> A\n after 3 ticks -> A\n after 1/30 s -> A\n\
         on elapsed > 2s or elapsed > 2 or time > 1min -> A\n on every(max(1s, v)) do t = 3s, t -= dt, rotate y 1.5rad -> A",
        &expect![[r#"
            7 needs-parentheses: an operand with an operator needs parentheses (write `(t + 1)`)
            11 bad-number: `min` is no unit (the units are `s`, `ms`, `ticks`, `deg` and `rad`)
        "#]],
    );
}

#[test]
fn what_is_constant_is_computed() {
    check_model(
        "world { tick 1/50 s }\nconst G = 9.8\nconst T = 10ticks\ncharacter C { var v = 0 diagram D {\n\
         state S < v -= G/s, move y v/s, rotate y (90)/s, rotate x 1rad, move x 1 for T > after 250ms -> S on chance(0.5/s) or v > -2 or v > dt -> S } }",
        &expect![[r#"
            world Space 20 10 20 tick 0.02 seed 0
            character C@0
              var v: Number = 0
              diagram D (timed 1, once 0)
                state S < v -= 0.196, move 0 (v * 0.02) 0, rotate 0 1.8 0, rotate 57.295776 0 0, move 1 0 0 for 0.19999999 Linear (slot 0, level 1) >
                  on after1(0.25) -> S
                  on ((chance(0.01) or (v > -2)) or (v > 0.02)) -> S
        "#]],
    );
}

#[test]
fn a_tick_is_not_measured_in_ticks() {
    check(
        "const T = 2ticks\nworld { tick T }\ncharacter C { diagram D { state S after T -> S } }",
        &expect![[r#"
            1 recursion: the length of a tick is written in ticks
        "#]],
    );
}
