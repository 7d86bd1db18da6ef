//! Mistakes: one finding each, on the line that holds it, and nothing that only follows from it.

use expect_test::{Expect, expect};

use super::findings;

fn check(text: &str, expected: &Expect) {
    expected.assert_eq(&findings(text));
}

/// A state with this behind its name, in a diagram.
fn state(rest: &str) -> String {
    format!("diagram D {{\n  state A\n  state B {rest}\n}}")
}

#[test]
fn six_mistakes_on_five_lines() {
    check(
        "character Hero {\n  shape bax 1 1 1\n  part arm Torso\n  diagram Turn {\n\
         state Still on key(Left -> Left\n\
         state Left < rotate y v * 2, move > on key(Left) -> Still\n\
         state Right on key(Right)\n  }\n}\ngroup main { Hero }\n",
        &expect![[r#"
            2 syntax [bax] expected a shape, found `bax` (did you mean `box`?)
            3 syntax [Torso] expected `:`, found `Torso`
            5 unclosed-bracket [(] the `(` is never closed (write `)`)
            6 needs-parentheses [v * 2] an operand with an operator needs parentheses (write `(v * 2)`)
            6 syntax [>] expected an operand, found `>`
            7 edge-without-effect [on key(Right)] the edge has neither `do` nor an arrow (write `-> NAME` or `do` and an action; conditions are joined with `and`)
        "#]],
    );
}

#[test]
fn a_mistake_at_the_end_of_a_line_is_found_there() {
    check(
        "const A =\nconst B = 1 +\natom C = box 1 2\natom D = ball\nworld {\n  size 1 2\n  seed\n  kind round\n}\ncharacter E {\n  var a =\n  var b = 2\n  shape\n  solid\n}\ngroup main {\n  E at 1 2\n  E(x) at 0 0 0\n}\n",
        &expect![[r#"
            1 syntax [=] expected an expression after `=`
            2 syntax [+] expected an expression after `+`
            3 syntax [2] expected an operand after `2`
            4 syntax [ball] expected an operand after `ball`
            6 syntax [2] expected an operand after `2`
            7 syntax [seed] expected an operand after `seed`
            8 syntax [round] expected `space`, `ground` or `room`, found `round` (did you mean `ground`?)
            11 syntax [=] expected an expression after `=`
            17 syntax [2] expected an operand after `2`
        "#]],
    );
}

#[test]
fn operands_with_operators() {
    check(
        &state("< rotate y v * 2, move 0 - 1 0 0, scale a b c, move x - 1, place (1 - 2) 0 -1 >"),
        &expect![[r#"
            3 needs-parentheses [v * 2] an operand with an operator needs parentheses (write `(v * 2)`)
            3 needs-parentheses [0 - 1] an operand with an operator needs parentheses (write `(0 - 1)`)
            3 needs-parentheses [a b] three factors that are not numbers need parentheses (write `scale (a) (b) (c)`)
            3 needs-parentheses [-] a `-` with spaces on both sides stands between operands (write `-1` or `(x - 1)`)
        "#]],
    );
    check(
        "atom A = box 1 1 1 scale 1 2 c\natom B = box a/2 1 1",
        &expect![[r#"
        1 needs-parentheses [1 2 c] three factors that are not numbers need parentheses (write `scale (a) (b) (c)`)
        2 needs-parentheses [a/2] an operand with an operator needs parentheses (write `(a/2)`)
    "#]],
    );
    check(
        &state("after a + 1 s -> B"),
        &expect![[r#"
        3 needs-parentheses [a + 1] an operand with an operator needs parentheses (write `(a + 1)`)
    "#]],
    );
}

#[test]
fn an_edge_has_one_head() {
    check(
        &state("on after 1s -> A on else -> A"),
        &expect![[r#"
            3 syntax [after] `after` begins an edge itself (write `after` without `on`)
            3 syntax [else] `else` begins an edge itself (write `else` without `on`)
        "#]],
    );
}

#[test]
fn signs_of_other_languages() {
    check(
        "const A = true && !false;",
        &expect![[r#"
            1 bad-character [&&] `&` (U+0026) begins no word (write `and`)
            1 bad-character [!] `!` (U+0021) begins no word (write `not`)
            1 bad-character [;] `;` (U+003B) begins no word (leave it out: nothing separates items, states and edges)
        "#]],
    );
}

#[test]
fn a_comparison_in_if_is_one_mistake() {
    check(
        &state("< v = if a > 3 then 1 else 0 > on x do v = if a > 3 then 1 else 0 -> B"),
        &expect![[r#"
            3 needs-parentheses [a > 3] a comparison in an action list needs parentheses (write `(a > 3)`)
            3 needs-parentheses [a > 3] a comparison in an action list needs parentheses (write `(a > 3)`)
        "#]],
    );
}

#[test]
fn comparisons_in_lists() {
    check(
        &state("< v = a > 3 > on x -> B"),
        &expect![[r#"
        3 needs-parentheses [>] a comparison in an action list needs parentheses (write `v = (a > b)`)
    "#]],
    );
    check(
        &state("< v = a == 3, w = if a < 2 then 1 else 0 > on x do v = a is B -> B"),
        &expect![[r#"
            3 needs-parentheses [a == 3] a comparison in an action list needs parentheses (write `(a == 3)`)
            3 needs-parentheses [a < 2] a comparison in an action list needs parentheses (write `(a < 2)`)
            3 needs-parentheses [a is B] a comparison in an action list needs parentheses (write `(a is B)`)
        "#]],
    );
}

#[test]
fn edges() {
    check(
        &state("on a on b -> A"),
        &expect![[r#"
            3 edge-without-effect [on a] the edge has neither `do` nor an arrow (write `-> NAME` or `do` and an action; conditions are joined with `and`)
        "#]],
    );
    check(
        &state("on enter -> A"),
        &expect![[r#"
        3 syntax [-> A] `on enter` takes no arrow (write the arrow on an edge of its own)
    "#]],
    );
    check(
        &state("on enter"),
        &expect![[r#"
        3 edge-without-effect [on enter] `on enter` does nothing (write `on enter do` and an action)
    "#]],
    );
    check(
        &state("on a garbage -> A  on b -> A"),
        &expect![[r#"
        3 syntax [garbage] expected `->` or `do`, found `garbage`
    "#]],
    );
    check(
        &state("else -> A on b -> A"),
        &expect![[r#"
        3 misplaced-else [else -> A] `else` stands behind all other edges of its state (move it to the end)
    "#]],
    );
    check(
        &state("else"),
        &expect![[r#"
        3 syntax [else] `else` needs an arrow (write `else -> NAME`)
    "#]],
    );
}

#[test]
fn edges_in_the_wrong_place() {
    check(
        &state("on a do -> A"),
        &expect![[r#"
        3 syntax [->] expected an action, found `->`
    "#]],
    );
    check(
        "diagram D { state A on a -> B { state C } on b -> C else -> A state E { on x -> C state F } }",
        &expect![[r#"
        1 edge-after-states [on b -> C] an edge stands behind the inner states of `A` (write it before the `{` of `A`, or before the first state)
        1 edge-after-states [else -> A] an edge stands behind the inner states of `A` (write it before the `{` of `A`, or before the first state)
        1 syntax [on x -> C] an edge of `E` stands inside its braces (write it before the `{` of `E`)
    "#]],
    );
    check(
        "diagram D { else -> A state A }",
        &expect![[r#"
        1 misplaced-else [else -> A] `else` stands on a state without inner states only (write `on` with a condition)
    "#]],
    );
    check(
        "diagram D {\n  state A\n  on a -> A\n}",
        &expect![[r#"
        3 edge-indent [on] the edge is indented no deeper than the state it belongs to (indent it deeper; an edge for all states stands before the first one)
    "#]],
    );
}

#[test]
fn names() {
    check(
        "diagram do { state on state A }",
        &expect![[r#"
        1 reserved-word [do] `do` is a word of the language (another name, or `` `do` `` in backticks)
    "#]],
    );
    check(
        "character A { part state: B }\nconst true = 1",
        &expect![[r#"
        1 reserved-word [state] `state` is a word of the language (another name, or `` `state` `` in backticks)
        2 reserved-word [true] `true` is a word of the language (another name, or `` `true` `` in backticks)
    "#]],
    );
}

#[test]
fn written_twice() {
    check(
        "world { size 1 2 3 size 4 5 6 }\ngroup main { A at 0 0 0 at 1 1 1 as b as c }\ndiagram D { state A < move x 1 for 1s for 2s, show for 1s, move y 1 cut, v *= 2 for 1s > }",
        &expect![[r#"
            1 misplaced [size 4 5 6] `size` is written twice (keep one of them)
            2 misplaced [at 1 1 1] `at` is written twice (keep one of them)
            2 misplaced [as c] `as` is written twice (keep one of them)
            3 misplaced [for 2s] `for` is written twice (keep one of them)
        "#]],
    );
}

#[test]
fn brackets() {
    check(
        "character A {\n  diagram D {\n    state S on key(A -> S\n    state T\n  }\n}\n",
        &expect![[r#"
        3 unclosed-bracket [(] the `(` is never closed (write `)`)
    "#]],
    );
    check(
        "character A {\n  diagram D {\n    state S\n}\ncharacter B { }\ngroup main { }\n",
        &expect![[r#"
        2 unclosed-bracket [{] the `{` is never closed (write `}`)
    "#]],
    );
    check(
        "character A {\n  solid }\n  }\n  hidden\n}\n",
        &expect![[r#"
        3 stray-bracket [}] the `}` closes nothing (take it out)
        5 stray-bracket [}] the `}` closes nothing (take it out)
    "#]],
    );
    check(
        "const A = (1 + 2\nconst B = 1)\nconst C = 3",
        &expect![[r#"
        1 syntax [2] expected `)` after `2`
    "#]],
    );
    check(
        "character A {",
        &expect![[r#"
        1 unclosed-bracket [{] the `{` is never closed (write `}`)
    "#]],
    );
}

#[test]
fn per_second() {
    check(
        "const A = a / b/s\nconst B = (a / b)/s\nconst C = a * b/s",
        &expect![[r#"
        1 doubtful-per-second [a / b/s] `/s` belongs to the divisor alone (write `(a / b)/s`)
    "#]],
    );
}

#[test]
fn strings() {
    check(
        r#"const A = "a {b +} c {}""#,
        &expect![[r#"
        1 bad-string [}] expected an expression, found `}`
        1 bad-string [}] expected an expression, found `}` (a `{` in a string that begins no expression is written `\{`)
    "#]],
    );
    check(
        "const A = \"a {b\nconst B = 1",
        &expect![[r#"
        1 unclosed-string ["a {b] the string does not end on its line
    "#]],
    );
}

#[test]
fn words_that_were_nearly_right() {
    check(
        "charcter A { }\ncharacter B {\n  colour red\n  digram D { }\n}\n",
        &expect![[r#"
            1 syntax [charcter] expected an item (`character`, `group`, `world` …), found `charcter` (did you mean `character`?)
            3 syntax [colour] expected a member (`shape`, `part`, `var`, `diagram` …), found `colour` (did you mean `color`?)
            4 syntax [digram] expected a member (`shape`, `part`, `var`, `diagram` …), found `digram` (did you mean `diagram`?)
        "#]],
    );
}

#[test]
fn tests_and_groups() {
    check(
        "test \"a\" {\n  run until x\n  expect\n  hold Left 3s\n  Hero.x < move x >\n  foo\n  press Enter\n}\ngroup main {\n  5\n  C(x: 3 +)\n  D\n}",
        &expect![[r#"
            2 syntax [x] expected `max` after `x`
            3 syntax [expect] expected an expression after `expect`
            4 syntax [3s] expected `for`, found `3s`
            5 syntax [>] expected an operand, found `>`
            6 syntax [foo] expected `<` after `foo`
            10 syntax [5] expected a character to place, found `5`
            11 syntax [)] expected an expression, found `)`
        "#]],
    );
}

#[test]
fn a_wrong_character_is_the_only_mistake_of_its_construct() {
    check(
        "const A = 1 @ 2\nconst B = f（1）\nconst C = ?",
        &expect![[r#"
        1 bad-character [@] `@` (U+0040) begins no word
        2 bad-character [（] `（` (U+FF08) is not part of the language (write `(`)
        2 bad-character [）] `）` (U+FF09) is not part of the language (write `)`)
        3 bad-character [?] `?` (U+003F) begins no word
    "#]],
    );
}
