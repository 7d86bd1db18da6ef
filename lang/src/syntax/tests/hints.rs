//! What a mistake is told to be, and what to write instead: one line for each habit and each slip.

use super::findings;

/// Checks that there is one finding, at this stretch, with this help.
fn hint(text: &str, place: &str, help: &str) {
    let found = findings(text);
    assert_eq!(found.lines().count(), 1, "{text}\n{found}");
    assert!(found.contains(&format!("[{place}]")), "{text}\n{found}");
    assert!(found.trim_end().ends_with(&format!("({help})")), "{text}\n{found}");
}

fn member(rest: &str, place: &str, help: &str) {
    hint(&format!("character A {{\n  {rest}\n  var v = 1\n}}\n"), place, help);
}

fn diagram(rest: &str, place: &str, help: &str) {
    hint(&format!("diagram D {{\n  state O\n  {rest}\n}}\n"), place, help);
}

fn group(rest: &str, place: &str, help: &str) {
    hint(&format!("group G {{\n  {rest}\n  B\n}}\n"), place, help);
}

fn test(rest: &str, place: &str, help: &str) {
    hint(&format!("test \"t\" {{\n  {rest}\n  press A\n}}\n"), place, help);
}

#[test]
fn a_slip_is_compared_with_the_words_of_its_place() {
    hint("atm A = box 1 1 1", "atm", "did you mean `atom`?");
    member("colour red", "colour", "did you mean `color`?");
    diagram("stat A", "stat", "did you mean `state`?");
    diagram("state A < mov x 1 >", "mov", "did you mean `move`?");
    diagram("state A < move forwrd 1 >", "forwrd", "did you mean `forward`?");
    test("rnu 3 ticks", "rnu", "did you mean `run`?");
    test("exect x", "exect", "did you mean `expect`?");
}

#[test]
fn a_shape_is_told_from_the_name_of_an_atom() {
    member("shape bal 1", "bal", "did you mean `ball`?");
    member("part p: bxo 1 1 1 at 0 1 0", "bxo", "did you mean `box`?");
}

#[test]
fn words_of_other_languages() {
    diagram("state A when x -> O", "when", "did you mean `on`?");
    diagram("state A if x -> O", "if", "did you mean `on`?");
    diagram("state A on a && b -> O", "&&", "write `and`");
    diagram("state A on !a -> O", "!", "write `not`");
    diagram("state A; on a -> O", ";", "leave it out: nothing separates items, states and edges");
}

#[test]
fn signs_of_other_languages() {
    diagram("state A on v = 3 -> O", "=", "values are compared with `==`");
    test("expect Hero.v = 3", "=", "values are compared with `==`");
    diagram("state A on a, b -> O", ",", "conditions are joined with `and` or `or`");
    member("part p: B at 0, 1, 0", ",", "operands stand side by side, without commas: `0 1 0`");
    member("part p: B at (0, 1, 0)", ",", "operands stand side by side, without commas: `0 1 0`");
    group("B at 0 0 0, B", ",", "they stand side by side, without commas");
    member("color = #fff", "=", "a colour stands there without `=`");
}

#[test]
fn where_actions_states_and_calls_stand() {
    diagram("state A < move x 1 rotate y 2 >", "rotate", "actions are separated by commas");
    let place = "actions stand in `< >` behind the name of their state";
    diagram("state A move x 1", "move", place);
    diagram("A on x -> O", "A", "a state is written `state A`");
    diagram("state A on key Left -> O", "Left", "write `key(Left)`");
    let after = "`after` heads an edge, with a condition behind it: `after 3s if …`";
    diagram("state A on x and after 3s -> O", "after", after);
}

#[test]
fn operands_and_times() {
    group("repeat i + 1 as j { B }", "i + 1", "write `(i + 1)`");
    group("repeat 3 as i { B at i + 1 0 0 }", "i + 1", "write `(i + 1)`");
    hint("world { tick 1/30 }", "1/30", "write `1/30 s` for seconds");
    assert_eq!(findings("group G { repeat\n repeat at 0 0 0\n repeat 3 { repeat } }"), "");
}

#[test]
fn a_list_that_goes_on_behind_after_is_one_mistake() {
    assert_eq!(
        findings("diagram D { state A < v += 1 after 3s > on x > 3 -> A }"),
        "1 syntax [after] expected `,` or `>`, found `after`\n"
    );
    assert_eq!(
        findings("diagram D { state A < move x 1 on x > 3 -> A }"),
        "1 syntax [on] expected `,` or `>`, found `on`\n"
    );
}

#[test]
fn a_name_that_is_left_out_at_the_end_of_a_line() {
    assert_eq!(
        findings("use std.walk as\ngroup main { }"),
        "1 syntax [as] expected a name after `as`\n"
    );
}
