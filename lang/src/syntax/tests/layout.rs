//! The layout: snapshots, and that it keeps tokens and comments and has nothing left to do.

use expect_test::{Expect, expect};
use proptest::prelude::*;

use super::random::Choices;
use crate::source::FileId;
use crate::syntax::lexer::lex;
use crate::syntax::token::Kind;
use crate::syntax::{format, print};

fn check(text: &str, expected: &Expect) {
    let laid_out = format(text).unwrap();
    expected.assert_eq(&laid_out);
    assert_eq!(format(&laid_out).unwrap(), laid_out, "laying out twice");
}

/// Tokens and comments as written, in order.
fn words(text: &str) -> Vec<String> {
    let lexed = lex(text, FileId(0), 0);
    let mut words: Vec<(u32, String)> =
        lexed.tokens.iter().map(|&token| (token.start, lexed.written(token).to_string())).collect();
    let comments = lexed.comments.iter();
    words.extend(comments.map(|c| (c.start, lexed.slice(c.start, c.end).to_string())));
    words.sort();
    words.into_iter().map(|(_, word)| word).collect()
}

/// The text with other white space, and comments, wherever that changes nothing.
fn ruffled(text: &str, choices: &mut Choices<'_>) -> String {
    let lexed = lex(text, FileId(0), 0);
    let mut out = String::new();
    let (mut in_string, mut last_end, mut last) = (false, 0, Kind::End);
    for &token in &lexed.tokens {
        let gap = lexed.slice(last_end, token.start);
        let minus = token.kind == Kind::Minus || last == Kind::Minus;
        if in_string || token.glued || minus || gap.contains("//") {
            out.push_str(gap);
        } else {
            let gaps = [
                " ",
                "\n",
                "\n\n\n",
                "\t",
                " // c\n",
                "\n  // d\n",
                " /* e */ ",
                "\n/* f */\n",
                "\n\n /* g\n g */ ",
                " /* h */\n",
                "  ",
                "   ",
            ];
            out.push_str(gaps[choices.below(gaps.len())]);
        }
        out.push_str(lexed.written(token));
        in_string = (in_string || token.kind == Kind::Quote) && token.kind != Kind::Unquote;
        (last_end, last) = (token.end, token.kind);
    }
    out
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn layout_keeps_tokens_and_comments(
        bytes in prop::collection::vec(any::<u8>(), 0..300),
        more in prop::collection::vec(any::<u8>(), 0..600),
    ) {
        let text = ruffled(&print(&Choices::new(&bytes).file()), &mut Choices::new(&more));
        let laid_out = format(&text);
        prop_assert!(laid_out.is_ok(), "{:?}\n{}", laid_out, text);
        let laid_out = laid_out.unwrap();
        prop_assert_eq!(words(&laid_out), words(&text), "{}\nbecame\n{}", text, laid_out);
        let again = format(&laid_out);
        prop_assert_eq!(again.as_deref(), Ok(laid_out.as_str()));
    }
}

#[test]
fn a_state_stands_on_one_line_where_it_fits() {
    check(
        "diagram D { state A   <move x 1> on done\n->  B   state B on key(A)->A on x  <  1 do y=2 , z += 1-2 ->B }",
        &expect![[r#"
            diagram D {
              state A < move x 1 >  on done -> B
              state B               on key(A) -> A  on x < 1 do y = 2, z += 1 - 2 -> B
            }
        "#]],
    );
}

#[test]
fn edges_and_actions_on_lines_of_their_own_stay_there() {
    check(
        "diagram D {\nstate A < move x 1 >\non a -> B on b -> A\nstate B <\nshow,\nhide > on a -> A }",
        &expect![[r#"
            diagram D {
              state A < move x 1 >
                on a -> B
                on b -> A
              state B <
                show,
                hide
              >
                on a -> A
            }
        "#]],
    );
}

#[test]
fn edges_that_do_not_fit_have_lines_of_their_own() {
    check(
        "diagram D {\nstate A < move forward 1, rotate y 2 > on key(Left) and not key(Right) -> B on key(Right) and not key(Left) -> C else -> A }",
        &expect![[r#"
            diagram D {
              state A < move forward 1, rotate y 2 >
                on key(Left) and not key(Right) -> B
                on key(Right) and not key(Left) -> C
                else -> A
            }
        "#]],
    );
}

#[test]
fn a_list_that_does_not_fit_has_a_line_for_each_action() {
    check(
        "diagram D { state A < velocity = lerp(velocity, if key(Up) then 4.5 else 0, 0.1), move forward velocity/s, rotate y 1/s > on done -> B state B }",
        &expect![[r#"
            diagram D {
              state A <
                velocity = lerp(velocity, if key(Up) then 4.5 else 0, 0.1),
                move forward velocity/s,
                rotate y 1/s
              >
                on done -> B
              state B
            }
        "#]],
    );
}

#[test]
fn inner_states_are_indented() {
    check(
        "diagram D { state A on x -> B { state C on y -> E state E } state B on aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa -> A on bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb -> A\n { state F\n } }",
        &expect![[r#"
            diagram D {
              state A  on x -> B { state C  on y -> E  state E }
              state B
                on aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa -> A
                on bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb -> A
                {
                  state F
                }
            }
        "#]],
    );
}

#[test]
fn blocks_stay_on_one_line_where_they_were_written_so() {
    check(
        "world{kind room size 1 2 3}\ncharacter A{solid\nhidden}\ngroup main { A at 0 0 -1  repeat 3 as i { A } }",
        &expect![[r#"
            world { kind room  size 1 2 3 }
            character A {
              solid
              hidden
            }
            group main { A at 0 0 -1  repeat 3 as i { A } }
        "#]],
    );
}

#[test]
fn comments_stay_where_they_are() {
    check(
        "// first\n\n\n/// doc\nworld { // behind\n  kind room   // k\n\n\n  // alone\n  size 1 /* w */ 2 3\n  /* last */\n}\n// end",
        &expect![[r#"
            // first

            /// doc
            world { // behind
              kind room // k

              // alone
              size 1 /* w */ 2 3
              /* last */
            }
            // end
        "#]],
    );
}

#[test]
fn signs_are_glued_and_operators_are_not() {
    check(
        "const A = -b-c -(-1)*2/s\natom B = box 1 -2 -x at (a -1) 0 -1",
        &expect![[r#"
        const A = -b - c - (-1) * 2/s
        atom B = box 1 -2 -x at (a - 1) 0 -1
    "#]],
    );
}

#[test]
fn a_text_with_errors_is_given_back_as_errors() {
    assert!(format("const A = ").is_err());
    assert!(format("const A = 1 // fine").is_ok());
}

#[test]
fn like_lines_below_each_other_are_aligned() {
    check(
        "const A = 1\nconst LONG = 2 // behind\nconst B = 3\n\nconst APART = 4\natom X = box 1 1 1\n\
         character C {\n  var v = 1\n  var speed = 2\n  // between\n  var w = 3\n  part arm: X\n  part hammer: X at 0 1 0\n\
         diagram D {\n state A on x -> B on y -> C\n state Long < move x 1 > else -> A\n state None\n\
         state Longer < move x 1, move y 1, move z 1, rotate x 1 > else -> A\n\n state B on x -> A } }\n\
         group main {\n C at 0 0 0\n C(speed: 3) at 1 0 0\n Lonely\n C() as Last\n }",
        &expect![[r#"
            const A    = 1
            const LONG = 2 // behind
            const B    = 3

            const APART = 4
            atom X = box 1 1 1
            character C {
              var v     = 1
              var speed = 2
              // between
              var w = 3
              part arm:    X
              part hammer: X at 0 1 0
              diagram D {
                state A                  on x -> B  on y -> C
                state Long < move x 1 >  else -> A
                state None
                state Longer < move x 1, move y 1, move z 1, rotate x 1 >  else -> A

                state B  on x -> A
              }
            }
            group main {
              C           at 0 0 0
              C(speed: 3) at 1 0 0
              Lonely
              C()         as Last
            }
        "#]],
    );
}

#[test]
fn no_column_makes_a_line_too_long() {
    check(
        "diagram D {\n state A on aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa -> B on bbbbbbbbbbbbbbbbbbbbbbbbbb -> A\n\
         state B < move forward 1, rotate y 1 > on c -> A\n state C on c -> A\n }",
        &expect![[r#"
            diagram D {
              state A  on aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa -> B  on bbbbbbbbbbbbbbbbbbbbbbbbbb -> A
              state B < move forward 1, rotate y 1 >  on c -> A
              state C  on c -> A
            }
        "#]],
    );
}

#[test]
fn a_line_break_before_an_edge_stays() {
    check(
        "diagram D {\nstate A on a -> B\n         on b -> A\n}",
        &expect![[r#"
        diagram D {
          state A
            on a -> B
            on b -> A
        }
    "#]],
    );
}

#[test]
fn what_the_host_has_stands_in_lines() {
    check(
        "host{message go input steer action push( by,to )\nsignal near (d) function wind( )}",
        &expect![[r#"
            host {
              message go
              input steer
              action push(by, to)
              signal near (d)
              function wind()
            }
        "#]],
    );
}
