//! Names: what is found, what is not, what is there twice.

use expect_test::expect;

use super::{check, check_in, said};

#[test]
fn unknown_names_are_told_with_what_may_be_meant() {
    check_in(
        "on key(Lft) do vv += 1, send x to Heor, face Arn 3 -> C\n\
         on D is Bb or arm.hnad == self or distance(Armm) < 1 do color redd -> A\n\
         on floot(v) > 1 or hit(wall.nort) or click(rigth) -> A",
        &expect![[r#"
            4 unknown-key: no keyboard has a key `Lft` (did you mean `Left`?)
            4 unknown-name: there is no variable `vv` here (did you mean `v`?)
            4 unknown-name: there is nothing called `Heor` here (did you mean `Hero`?)
            4 unknown-name: there is nothing called `Arn` here (did you mean `Arm`?)
            4 unknown-name: the diagram `D` has no state `C` that can be reached from here (its states: `A`, `B`)
            5 unknown-name: the diagram `D` has no state `Bb` (did you mean `B`?)
            5 unknown-name: `Arm` has nothing called `hnad` (did you mean `hand`?)
            5 unknown-name: there is nothing called `Armm` here (did you mean `Arm`?)
            5 unknown-name: there is no colour `redd` (did you mean `red`?)
            6 unknown-name: there is no function or signal `floot` (did you mean `floor`?)
            6 unknown-name: there is no wall `nort` (did you mean `north`?)
            6 unknown-name: a click is `left`, `right`, `middle` or `any` (did you mean `right`?)
        "#]],
    );
}

#[test]
fn parameters_go_first_then_constants_then_the_cast_then_built_in_words() {
    check(
        "const Left = 3\n\
         character Hero(Up = Down) { var time = 0  diagram D { state S < time += 1 > on key(Up) and key(Left) and time > Left -> S } }\n\
         group main { Hero }",
        &expect![[r#"
            2 hides-builtin: `time` hides the built-in `time` (take another name if `time` of the language is needed too)
        "#]],
    );
}

#[test]
fn what_is_declared_twice_names_both_places() {
    check(
        "const A = 1\nconst A = 2\ncharacter C { var v = 1\n part v: ball 1\n diagram D { state S\n state S } }\n\
         group C { }\nworld { }\nworld { }\ngroup G { repeat 2 as i { repeat 2 as i { C as C } } }\n\
         diagram T(a, a) { state S }",
        &expect![[r#"
            2 duplicate-name: `A` is declared twice [1: first here] (rename one of them)
            4 duplicate-name: `v` is declared twice [3: first here] (rename one of them)
            6 duplicate-name: `S` is declared twice [5: first here] (rename one of them)
            7 duplicate-name: `C` is declared twice [3: first here] (rename one of them)
            9 duplicate-name: a file has one `world` [8: first here]
            10 duplicate-name: an outer `repeat` counts with `i` too (rename one of them)
            10 duplicate-name: `C` is declared twice [3: first here] (rename one of them)
            11 duplicate-name: `a` is declared twice [11: first here] (rename one of them)
        "#]],
    );
}

#[test]
fn names_that_cannot_be_declared() {
    check(
        "character C(x = 1) { var s = 1  var ticks = 2  part y: ball 1  var `z` = 1 }\nconst ms = 1\n\
         atom rad = ball 1\ncharacter tick { diagram s { state x } }",
        &expect![[r#"
            1 forbidden-name: `x` is the own position and cannot be declared (take a longer name)
            1 forbidden-name: `s` is a unit and cannot be a name here (take a longer name)
            1 forbidden-name: `ticks` is a unit and cannot be a name here (take a longer name)
            1 forbidden-name: `y` is the own position and cannot be declared (take a longer name)
            1 forbidden-name: `z` is the own position and cannot be declared (take a longer name)
            2 forbidden-name: `ms` is a unit and cannot be a name here (take a longer name)
        "#]],
    );
}

#[test]
fn hiding_a_built_in_word_is_noted() {
    check(
        "character C(speed = 1) { var self = 2  var `elapsed` = 1 diagram done { state S } }\ncharacter wall { }",
        &expect![[r#"
            1 hides-builtin: `speed` hides the built-in `speed` (take another name if `speed` of the language is needed too)
            1 hides-builtin: `self` hides the built-in `self` (take another name if `self` of the language is needed too)
            1 hides-builtin: `done` hides the built-in `done` (take another name if `done` of the language is needed too)
            2 hides-builtin: `wall` hides the built-in `wall` (take another name if `wall` of the language is needed too)
        "#]],
    );
}

#[test]
fn a_used_file_brings_its_names() {
    let lib = "const H = 2\ncharacter Door(height = H) { diagram D { state Shut } }\ngroup main { Nothing }\n\
               test \"t\" { expect nothing }\nworld { kind sea }";
    let main = "use \"lib\" as L\ngroup main { L.Door(height: L.H + 1)  L.Dor  Door }\n\
                test \"t\" { expect L.Door.D is Shut  expect L.Door#1.height == 3 }";
    expect![[r#"
        2 unknown-name: there is no character `L.Dor` (did you mean `L.Door`?)
        2 unknown-name: there is no character `Door`
        lib:5 syntax: expected `space`, `ground` or `room`, found `sea` (did you mean `set`?)
    "#]]
    .assert_eq(&said(&[("main", main), ("lib", lib)]));
}

#[test]
fn names_of_two_files_meet() {
    expect![[r#"
        1 duplicate-name: this file brings a second `Mine` [3: first here] [a:2: again here] (put a prefix before its names: `use … as D`)
    "#]].assert_eq(&said(&[
        ("main", "use \"a\"\nuse \"b\"\ncharacter Mine { }"),
        ("a", "use \"b\"\ncharacter Mine { }"),
        ("b", "const SHARED = 1"),
    ]));
}

#[test]
fn files_that_use_themselves() {
    expect![[r#"
        b:1 recursion: the file `main` uses itself [1: it uses this file here] (put what both need into a third file)
        b:2 recursion: the file `b` uses itself (put what both need into a third file)
        b:3 file-not-found: there is no file `none` (a file is written in quotes, relative to the one that uses it: `use "lib/door.islay"`; a module of the standard library without: `use std.walk`)
        b:4 file-not-found: there is no module `std.none` (a file is written in quotes, relative to the one that uses it: `use "lib/door.islay"`; a module of the standard library without: `use std.walk`)
        b:5 file-not-found: there is no module `stt.walk` (a file is written in quotes, relative to the one that uses it: `use "lib/door.islay"`; a module of the standard library without: `use std.walk`)
    "#]].assert_eq(&said(&[
        ("main", "use \"a\""),
        ("a", "use \"b\""),
        ("b", "use \"main\"\nuse \"b\"\nuse \"none\"\nuse std.none\nuse stt.walk"),
    ]));
}

#[test]
fn states_are_looked_up_inside_then_beside_then_outside() {
    check(
        "character C { diagram D {\n on true -> Deep\n state A on true -> Deep on true -> A.Deep on true -> B on true -> Bb { state Deep on true -> B on true -> A } state B { state In } } }",
        &expect![[r#"
            2 unknown-name: the diagram `D` has no state `Deep` that can be reached from here (it lies deeper: write `A.Deep`)
            3 unknown-name: the diagram `D` has no state `Bb` that can be reached from here (did you mean `B`?)
        "#]],
    );
}

#[test]
fn initial_states_are_found_by_their_last_names() {
    check(
        "character C { diagram D { state A { state In } state B } diagram E { state B  state F { state In } } }\n\
         group main { C start A, F  C start D.B, E.F.In  C start B\n C start In  C start Q, D.Bb  C start D\n C start A, D.B }",
        &expect![[r#"
            2 ambiguous-name: `B` is `D.B` or `E.B` (write `start D.B` or `start E.B`)
            3 ambiguous-name: `In` is `D.A.In` or `E.F.In` (write `start D.A.In` or `start E.F.In`)
            3 unknown-name: `C` has no state `Q`
            3 unknown-name: the diagram `D` has no state `Bb` (did you mean `D.B`?)
            3 unknown-name: `D` is a diagram, a state is wanted here
            4 duplicate-name: `D.B` is a second initial state of its diagram
        "#]],
    );
}

#[test]
fn names_of_spawns_are_names() {
    check(
        "character C(other: who = nobody) { var hp = 1 diagram D { state S on distance(Boss) < 1 do send a to Boss, fork C as Extra, log(\"{Boss.hp} {Extra#2.hp} {Boss.mp}\") -> S } }\n\
         group main { C as Boss  repeat 2 { C as Guard } }\n\
         test \"t\" { expect Guard#2.hp == 1 and Boss.x == 0  expect main#1.x == 0  expect C#1.D is S }",
        &expect![[r#"
            1 unknown-name: `C` has nothing called `mp` (did you mean `hp`?)
            3 not-here: `main` is a group and has no numbers
        "#]],
    );
}

#[test]
fn an_instance_may_have_become_something_else() {
    check(
        "character Frog { diagram D { state S on pressed(K) do become Prince } }\ncharacter Prince { var m = 1 }\n\
         group main { Frog  Frog as Hopper }\ncharacter Pond { part f: Frog shape text \"{f.m} {f.q}\" 1 }\n\
         test \"t\" { expect Frog#1.m == 1 and Hopper.m == 1\n expect Frog.m == 1 }",
        &expect![[r#"
            4 unknown-name: no character that this can be has anything called `q`
            6 unknown-name: `Frog` has nothing called `m`
        "#]],
    );
}

#[test]
fn what_does_not_parse_causes_no_second_error() {
    check(
        "atom T = box 1 1\ncharacter C { shape T diagram D { state A on key(Left) -> B\n state B < move > } }\ngroup main { C start B  T }",
        &expect![[r#"
            1 syntax: expected an operand after `1`
            3 syntax: expected an operand, found `>`
        "#]],
    );
}

#[test]
fn what_is_run_is_a_diagram_at_the_top() {
    check(
        "diagram Wander { state A }\ncharacter Hero { run Wandr as W\n run Foo\n diagram D { state S on W is A -> S } }\ngroup main { Hero }",
        &expect![[r#"
            2 unknown-name: there is no top-level diagram `Wandr` (did you mean `Wander`?)
            3 unknown-name: there is no top-level diagram `Foo`
        "#]],
    );
}

#[test]
fn what_a_misspelled_word_declares_is_not_missed() {
    check(
        "charakter Hero { }\ncharacter B {\n prt arm: Hero\n vra v = 0\n diagram D { stat One\n state Two < face arm 3 > on v > 1 -> One }\n}\ngroup main { Hero\n B }",
        &expect![[r#"
            1 syntax: expected an item (`character`, `group`, `world` …), found `charakter` (did you mean `character`?)
            3 syntax: expected a member (`shape`, `part`, `var`, `diagram` …), found `prt` (did you mean `part`?)
            4 syntax: expected a member (`shape`, `part`, `var`, `diagram` …), found `vra` (did you mean `var`?)
            5 syntax: expected `state` or an edge (`on`, `after`, `else`), found `stat` (did you mean `state`?)
        "#]],
    );
}

#[test]
fn a_diagram_without_states_is_one_mistake() {
    check(
        "character B { diagram D { on key(Up) -> A } }\ngroup main { B }",
        &expect![[r#"
        1 syntax: the diagram `D` has no state (write at least one: `state On`)
    "#]],
    );
}
