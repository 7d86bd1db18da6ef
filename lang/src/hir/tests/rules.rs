//! What has no meaning where it stands, what never ends, what this version lacks.

use expect_test::expect;

use super::{check, check_in, said};

#[test]
fn done_needs_something_that_ends() {
    check(
        "character C { diagram D { on done -> A\n state A < move x 1 > on done -> B\n state B < move x 1 for 1s > on done -> A { state In on done -> A } } }",
        &expect![[r#"
            1 done-never: `done` never holds on a diagram (`done` asks for the timed actions of the state whose edge it heads)
            2 done-never: `done` never holds: nothing in this state ends (give a timed action to the state: `move forward 1 for 2s`, or write `after 2s`)
            3 done-never: `done` never holds: nothing in this state ends (give a timed action to the state: `move forward 1 for 2s`, or write `after 2s`)
        "#]],
    );
}

#[test]
fn time_is_taken_in_lists_alone() {
    check_in(
        "on enter do move x 1 for 1s\n on true do rotate y 1 for 1s -> A\n on exit if done do show",
        &expect![[r#"
            4 not-here: `for` has no meaning outside of a state's list (put it between `< >` of a state and leave the state when it is `done`)
            5 not-here: `for` has no meaning outside of a state's list (put it between `< >` of a state and leave the state when it is `done`)
            6 done-never: `done` never holds: nothing in this state ends (give a timed action to the state: `move forward 1 for 2s`, or write `after 2s`)
        "#]],
    );
}

#[test]
fn contacts_alone_know_boundaries_and_sides() {
    check_in(
        "on hit(wall.north) or touch(floor) or leave(any) or hit(anyone above) or hit(Arm left) -> A\n\
         on count(wall) > 1 or distance(anyone) < 1 or nearest(any) == self -> A\n\
         on count(Arm above) > 1 or hit(wall within 3) or hit(floor.x) -> A\n\
         on other(Arm below).x > 1 and other(anyone) == w and hit(w) and hit(arm.hand) -> A",
        &expect![[r#"
            5 not-here: only contacts are asked for with `wall`
            5 not-here: only contacts are asked for with `anyone`
            5 not-here: only contacts are asked for with `any`
            6 misplaced: `count` knows no sides
            6 misplaced: boundaries are not narrowed by `within` or `ahead`
            6 unknown-name: `floor` has nothing behind a dot
        "#]],
    );
}

#[test]
fn lines_of_a_group_know_counters_constants_and_draws() {
    check(
        "const N = 2\ncharacter C(w: who = nobody) { }\ngroup main { repeat N as i { C at (i * N) random(0, 1) pick(1, N) }\n\
         C at x 0 0  C at time 0 0  C(w: C)  C at hit(wall) 0 0  C at distance(C) 0 0  C at i 0 0 }",
        &expect![[r#"
            4 not-here: the own `x` has no meaning in a line of a group
            4 not-here: `time` has no meaning in a line of a group
            4 not-here: the character `C` has no meaning in a line of a group
            4 not-here: `hit(…)` has no meaning in a line of a group
            4 not-here: the character `C` has no meaning in a line of a group
            4 unknown-name: there is nothing called `i` here
        "#]],
    );
}

#[test]
fn tests_stand_nowhere() {
    check(
        "character C { var hp = 1 diagram D { state S } }\ngroup main { C }\ntest \"t\" {\n run 3\n run until x > 1 max 1s\n expect hit(C)\n\
         expect count(C within 3) == 1  expect distance(C) > 1\n set C.x = 1  set C.q = 1  set hp = 1  set C.hp = true\n\
         C < move x 1 for 1s, hp += 1, qq = 1, log(elapsed) >\n press Foo  send a to up  expect C.D is Q  expect self == C  expect elapsed > 1\n\
         expect time > 1 and random(0, 1) < 2 }",
        &expect![[r#"
            4 bare-time: a time is written without its unit (write `3s` for seconds or `3 ticks` for ticks)
            5 not-here: the own `x` has no meaning in a test, which stands nowhere
            6 not-here: `hit(…)` has no meaning in a test, which stands nowhere
            7 not-here: `within` or `ahead` has no meaning in a test, which stands nowhere
            7 not-here: `distance(…)` has no meaning in a test, which stands nowhere
            8 not-assignable: `x` is no variable
            8 unknown-name: `C` has nothing called `q`
            8 not-assignable: `hp` is no variable (name the character too: `set Hero.hp = 3`)
            8 kind-mismatch: a number is wanted here, this is a flag
            9 not-here: `for` has no meaning outside of a state's list (put it between `< >` of a state and leave the state when it is `done`)
            9 unknown-name: there is no variable `qq` here
            9 not-here: `elapsed` has no meaning outside of a diagram
            10 unknown-key: no keyboard has a key `Foo` (keys are called as in `KeyboardEvent.code`: `Space`, `Left`, `A`, `Digit1`)
            10 not-here: `up`, `down` or `parts` has no meaning in a test, which stands nowhere
            10 unknown-name: the diagram `D` has no state `Q`
            10 not-here: the own `self` has no meaning in a test, which stands nowhere
            10 not-here: `elapsed` has no meaning in a test, which stands nowhere
        "#]],
    );
}

#[test]
fn rings_are_found() {
    check(
        "character A { part b: B }\ncharacter B { part c: C }\ncharacter C {\n part a: A }\ncharacter D(k: key = W) { part d: D(k: S) }\n\
         character F { diagram D { state S on true do fork F } }",
        &expect![[r#"
            4 recursion: the character `A` is a part of itself [1: the character begins here] (what makes more of itself while it runs does so by `fork`)
            5 recursion: the character `D` is a part of itself [5: the character begins here] (what makes more of itself while it runs does so by `fork`)
        "#]],
    );
}

#[test]
fn what_comes_later_is_said_once() {
    check(
        "flow Show { wait 1s }\npair a with b at 0 0 0\nhost { input n }\natom M = \"m.glb\" { clip walk }\natom B = \"box.glb\" { clip walk }\n\
         character C(c: clip) { shape M  part b: B bone hand\n diagram D fade 1s { state S < play walk > on done -> S fade 0.1s on mark(m) or paired(a) do start Show, call f(), send a to Show -> S } }\n\
         group main { C(c: walk)  M }\ntest \"t\" { start Show  input n = 1  expect partner == nobody }",
        &expect![[r#"
            1 not-supported-yet: `flow` cannot be used in this version yet
            2 not-supported-yet: `pair` cannot be used in this version yet
            4 file-not-found: there is no file `m.glb`
            5 not-supported-yet: a list of clips cannot be used in this version yet
            6 not-supported-yet: a parameter of kind clip cannot be used in this version yet
            6 not-supported-yet: a bone cannot be used in this version yet
            7 not-supported-yet: `fade` cannot be used in this version yet
            7 not-supported-yet: `play` cannot be used in this version yet
            7 not-supported-yet: `fade` cannot be used in this version yet
            7 not-supported-yet: `mark(…)` cannot be used in this version yet
            7 not-supported-yet: `paired(…)` cannot be used in this version yet
            7 not-supported-yet: `start` cannot be used in this version yet
            7 unknown-name: no script has a function `f` (name the script, `hooks "hero.rhai"`, or say that the host has it: `host { action f() }`)
            9 not-supported-yet: `start` cannot be used in this version yet
            9 not-supported-yet: `partner` cannot be used in this version yet
        "#]],
    );
}

#[test]
fn diagrams_that_nothing_runs_are_looked_at() {
    check(
        "diagram D(p = 1, k = W) { state A < move z own_speed/s, missing += 1 > on key(k) and key(Wq) -> B\n after p -> A }",
        &expect![[r#"
            1 unknown-key: no keyboard has a key `Wq` (did you mean `W`?)
            1 unknown-name: the diagram `D` has no state `B` that can be reached from here (its states: `A`)
        "#]],
    );
}

#[test]
fn a_run_knows_the_names_of_who_runs_it() {
    check(
        "diagram D { state A < v += 1, u += 1 > }\ncharacter C { var v = 1 run D }\ncharacter E { var v = true run D as F }\ngroup main { C E }",
        &expect![[r#"
            1 kind-mismatch: only numbers change so, `v` is a flag
            1 unknown-name: there is no variable `u` here
        "#]],
    );
}

#[test]
fn members_stand_once() {
    check(
        "character C { shape ball 1  shape ball 2\n color red  color blue  diagram D(p = 1) { state S } diagram E { } }",
        &expect![[r#"
            1 misplaced: a character has one `shape` [1: first here]
            2 misplaced: `color` is written twice [2: first written here] (keep one of them)
            2 misplaced: a diagram inside a character has no parameters (it knows the parameters and variables of its character)
        "#]],
    );
}

#[test]
fn a_file_that_cannot_be_had() {
    expect![[r#"
        1 file-not-found: there is no file `none` (a file is written in quotes, relative to the one that uses it: `use "lib/door.islay"`; a module of the standard library without: `use std.walk`)
        2 not-constant: a file name has no `{…}`
    "#]]
        .assert_eq(&said(&[("main", "use \"none\"\natom A = \"{1}.glb\"\ngroup main { A }")]));
}

#[test]
fn modifiers_stand_where_they_mean_something() {
    check_in(
        "on true do show in world, v *= 2 for 1s, move y 1 cut, face Arm 3 for 1s -> A",
        &expect![[r#"
            4 misplaced: `in` has no meaning behind `show`
            4 misplaced: `for` has no meaning behind `*=` (what takes its time is `move`, `rotate`, `scale`, `color`, `place`, `orient`, `v = e` and `v += e`)
            4 misplaced: `cut` has no meaning behind `move` (pictures jump with `place`, `orient` and `reset`)
            4 misplaced: `for` has no meaning behind `face` (what takes its time is `move`, `rotate`, `scale`, `color`, `place`, `orient`, `v = e` and `v += e`)
        "#]],
    );
}

#[test]
fn what_the_host_can_be_asked_for_is_declared() {
    check(
        "host {\n action boost(by)\n signal near(d)\n function grade(x, y)\n function wind()\n function abs(v)\n signal boost(a)\n action twin(a, a)\n}\n\
         const K = grade(1, 2)\n\
         character C { shape ball 1 var v = grade(1, wind()) diagram D {\n state S < call boost(v), move x (grade(v, 2)) >\n\
         on hook(near, 3) and wind() > 1 do call boost(), call boots(1), call near(1) -> S\n\
         on grade(1) > 2 or grad(1, 2) > 1 or boost(1) > 2 or hook(grade, 1) do v = grade(x: 1, 2) -> S } }\n\
         group main { C }",
        &expect![[r#"
            6 forbidden-name: `abs(…)` is a function or signal of the language (take another name for the host's)
            7 duplicate-name: `boost` is declared twice [2: first here] (rename one of them)
            8 duplicate-name: `a` is declared twice [8: first here] (rename one of them)
            10 not-constant: `grade(…)` of the host has no meaning in a value that is fixed before the scene runs
            13 edge-indent: the edge is indented no deeper than the state it belongs to [12: this state] (indent it deeper; an edge for all states stands before the first one)
            13 wrong-arguments: `boost` takes one argument, not 0
            13 unknown-name: the host has no action `boots` (did you mean `boost`?)
            13 not-here: `near` is a signal of the host (ask it: `hook(near, …)`)
            14 edge-indent: the edge is indented no deeper than the state it belongs to [12: this state] (indent it deeper; an edge for all states stands before the first one)
            14 wrong-arguments: `grade` takes 2 arguments, not 1
            14 unknown-name: there is no function or signal `grad` (did you mean `grade`?)
            14 not-here: `boost` is an action of the host (call it: `call boost(…)`)
            14 not-here: `grade` is a function of the host (write it where a number stands: `grade(…)`)
            14 wrong-arguments: the arguments of `grade` have no names (write the value alone)
        "#]],
    );
}
