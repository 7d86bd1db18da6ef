//! Kinds: what goes where, what is constant, what can be assigned to.

use expect_test::expect;

use super::{check, check_in};

#[test]
fn kinds_do_not_mix() {
    check_in(
        "on v -> A\n on f + 1 > 2 -> A\n on w == 1 -> A\n on not v or (if v then f else 1) -> A\n\
         on w > 1 do v = f, f = 1, w = v, c = 1, v += w, f += true, c = if f then red else w -> A\n\
         on D do w = D, send m to v, attach v, color v -> A\n on arm is A or v is A or k or m -> A\n\
         on k == 1 do log(\"a\", v, w, c, \"{f}\"), v = \"text\" -> A",
        &expect![[r#"
            4 kind-mismatch: a flag is wanted here, this is a number (compare it with something: `… > 0`)
            5 kind-mismatch: a number is wanted here, this is a flag
            6 kind-mismatch: a reference and a number do not go together
            7 kind-mismatch: a flag is wanted here, this is a number (compare it with something: `… > 0`)
            7 kind-mismatch: a flag is wanted here, this is a number (compare it with something: `… > 0`)
            8 kind-mismatch: a number is wanted here, this is a reference
            8 kind-mismatch: a number is wanted here, this is a flag
            8 kind-mismatch: a flag is wanted here, this is a number (compare it with something: `… > 0`)
            8 kind-mismatch: a reference is wanted here, this is a number
            8 kind-mismatch: a colour is wanted here, this is a number
            8 kind-mismatch: a number is wanted here, this is a reference
            8 kind-mismatch: only numbers change so, `f` is a flag
            8 kind-mismatch: a colour and a reference do not go together
            9 kind-mismatch: `D` is a diagram, not a value (ask for a state: `D is STATE`)
            9 kind-mismatch: `D` is a diagram, not a value (ask for a state: `D is STATE`)
            9 kind-mismatch: a character is wanted here, this is a number
            9 kind-mismatch: a character is wanted here, this is a number
            9 kind-mismatch: a colour is wanted here, this is a number
            10 kind-mismatch: `arm` is no diagram (name the diagram too: `arm.DIAGRAM is A`; two references are compared by `==`)
            10 kind-mismatch: `v` is no diagram (values are compared by `==`)
            10 kind-mismatch: `k` is a key, not a value (ask for it: `key(k)`)
            10 kind-mismatch: `m` is a message, not a value (ask for it: `message(m)`)
            11 kind-mismatch: `k` is a key, not a value (ask for it: `key(k)`)
            11 kind-mismatch: a text stands where a value is wanted (texts stand in `log`, `emit` and `text` shapes alone)
        "#]],
    );
}

#[test]
fn values_stand_where_their_kinds_are_wanted() {
    check_in(
        "on f and v > 1 and w == nobody and c == #fff and c != red and self == w -> A\n\
         on w == other(Arm) do w = arm, w = arm.hand, w = Hero, w = nearest(Arm within 3), c = white, c = (if f then red else #00ff00) -> A\n\
         on arm.len > 1 and w.len > arm.hand.x and parent.v > 1 and Hero.w.f and self.v == v -> A",
        &expect![""],
    );
}

#[test]
fn fields_are_looked_up_in_all_that_it_can_be() {
    check(
        "character A { var n = 1  var m = true }\ncharacter B { var n = 1  var m = 2  var w = nobody\n\
         diagram D { state S on w.n > 1 and w.m > 1 -> S\n on w.q > 1 -> S\n on A.q > 1 -> S\n on other(A).D is S -> S } }\n\
         group main { A B }\ntest \"t\" { expect B.w.n == 1  expect main.n == 1  expect B.n.x == 1 }",
        &expect![[r#"
            3 ambiguous-name: `m` is a flag or a number here, as the characters go [1: one of them] [2: the other]
            4 unknown-name: no character that this can be has anything called `q`
            5 unknown-name: `A` has nothing called `q`
            6 unknown-name: `A` has nothing called `D`
            8 kind-mismatch: `n` is a number and has nothing behind a dot
        "#]],
    );
}

#[test]
fn parameters_have_the_kind_of_their_default() {
    check(
        "const N = 1\nconst T = 1s\natom Block = box 1 1 1\n\
         character C(a = N, b = T, d = W, e = fire, g = Block, h = d, i = e, j = nobody, l: colour = red, n = true) { }\n\
         group main { C(a: true)\n C(b: 1)\n C(d: Wx)\n C(e: 1)\n C(g: Nothing)\n C(h: 1s, i: water)\n C(j: 1, l: blu, n: 0) }",
        &expect![[r#"
            5 kind-mismatch: a number is wanted here, this is a flag
            6 bare-time: a time is written without its unit (write `1s` for seconds or `1 tick` for ticks)
            7 unknown-key: no keyboard has a key `Wx` (did you mean `W`?)
            8 kind-mismatch: the name of a message is wanted here
            9 unknown-name: there is no character `Nothing`
            10 kind-mismatch: a key is wanted here
            11 kind-mismatch: a reference is wanted here, this is a number
            11 unknown-name: there is no colour `blu` (did you mean `blue`?)
            11 kind-mismatch: a flag is wanted here, this is a number (compare it with something: `… > 0`)
        "#]],
    );
}

#[test]
fn arguments_are_given_once_and_fit() {
    check(
        "character C(a, b = 1) { }\ngroup main { C\n C(1, 2, 3)\n C(a: 1, a: 2)\n C(a: 1, 2)\n C(q: 1)\n C(A: 1) }\n\
         diagram D(p) { state S }\ncharacter E { run D  run D(p: 1) as F  run D(1s) as G  run Dd as H }",
        &expect![[r#"
            2 wrong-arguments: `C` needs its parameter `a` [1: it has no default] (write `C(a: …)` with a number)
            3 wrong-arguments: `C` has 2 parameters
            4 wrong-arguments: `C` is given this parameter twice [4: first here]
            5 wrong-arguments: an argument without a name stands behind one with a name
            6 wrong-arguments: `C` has no parameter `q` (it has `a`, `b`)
            7 wrong-arguments: `C` has no parameter `A` (did you mean `a`?)
            9 wrong-arguments: `D` needs its parameter `p` [8: it has no default] (write `D(p: …)` with a number)
            9 unit-mismatch: a time stands where a plain number is wanted (what holds a time is declared with one: `var pause = 0s`, `pause: time`)
            9 unknown-name: there is no top-level diagram `Dd` (did you mean `D`?)
        "#]],
    );
}

#[test]
fn only_variables_are_assigned_to() {
    check_in(
        "on true do x = 1, heading += 1, speed = 1, elapsed = 2, k = A, arm = nobody, D = 1, Hero = 1, t = 1s, q = 1 -> A",
        &expect![[r#"
            4 not-assignable: `x` is a value of the own pose and cannot be assigned to (write `place x …` or `move x …`)
            4 not-assignable: `heading` is a value of the own pose and cannot be assigned to (write `orient …` or `rotate …`)
            4 not-assignable: `speed` is a value of the own pose and cannot be assigned to (it follows from how the character moves)
            4 not-assignable: `elapsed` is built in and cannot be assigned to
            4 not-assignable: `k` is a parameter that is fixed when an instance is made and cannot be assigned to (declare a variable: `var NAME = 0`)
            4 not-assignable: `arm` is a part and cannot be assigned to (declare a variable: `var NAME = 0`)
            4 not-assignable: `D` is a diagram and cannot be assigned to (declare a variable: `var NAME = 0`)
            4 not-assignable: `Hero` is a name of the cast and cannot be assigned to (declare a variable: `var NAME = 0`)
            4 unknown-name: there is no variable `q` here
        "#]],
    );
}

#[test]
fn some_things_are_known_before_the_scene_runs() {
    check(
        "const A = random(1, 2)\nconst B = x\nconst C = A2\nconst A2 = C\nconst D = 1 / 0\nconst E = min(2, 1) + (if 1 > 2 then 1 else 3) % 2\n\
         const F = Hero.x\nworld { tick 0s  size 1 -1 1  seed 1.5  background hp  camera of Herro at 0 0 0 fov 200  light 1 1 x }\n\
         character Hero(r = 1) { shape ball r  bounds box 1 -1 1 }",
        &expect![[r#"
            1 not-constant: `random` is drawn while the scene runs (draw it where an instance is made: in `var`, an argument, a placement)
            2 not-constant: the own `x` has no meaning in a value that is fixed before the scene runs
            3 recursion: the constant `C` needs itself [4: needed here]
            5 out-of-range: this number is not finite
            7 not-constant: the character `Hero` has no meaning in a value that is fixed before the scene runs
            8 out-of-range: a tick has a length (write for example `tick 1/60 s`)
            8 out-of-range: the world's size is greater than 0
            8 out-of-range: a seed is a whole number, at least 0
            8 unknown-name: there is no colour `hp`
            8 unknown-name: there is no character `Herro` (did you mean `Hero`?)
            8 out-of-range: the field of view lies between 0 and 180 degrees
            8 not-constant: the own `x` has no meaning in a value that is fixed before the scene runs
            9 not-constant: this must be known before the scene runs (write a number or a constant)
            9 out-of-range: a size is not negative
        "#]],
    );
}

#[test]
fn a_variable_knows_those_before_it() {
    check(
        "character C(p = q, q = p) { var a = b  var b = a + p  var c = hit(wall) }",
        &expect![[r#"
            1 not-here: `b` has no value yet (declare it before the one that needs it)
            1 kind-mismatch: `p` is a message, not a value (ask for it: `message(p)`)
            1 not-here: `hit(…)` has no meaning in a value that is given when an instance is made
        "#]],
    );
}
