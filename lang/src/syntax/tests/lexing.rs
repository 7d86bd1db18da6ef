//! Tokens.

use expect_test::{Expect, expect};

use super::shown;
use crate::source::FileId;
use crate::syntax::tokens;

fn check(text: &str, expected: &Expect) {
    let (mut out, diagnostics) = tokens(text, FileId(0));
    out += &shown(text, &diagnostics);
    expected.assert_eq(&out);
}

#[test]
fn words_names_and_quoted_names() {
    check(
        "state 左 `状態　0` `a``b` e\u{301} to",
        &expect![[r#"
            1:1       reserved   state
            1:7       name       左
            1:9       quoted     `状態　0`
            1:16      quoted     `a``b`
            1:23      name       é
            1:26      word       to
        "#]],
    );
}

#[test]
fn numbers_and_units() {
    check(
        "2s 500ms 3ticks 90deg 1.5rad 1e-4 1e3s 2x 1e99 .5 0s..1.2s",
        &expect![[r#"
            1:1       quantity   2s
            1:4       quantity   500ms
            1:10      quantity   3ticks
            1:17      quantity   90deg
            1:23      quantity   1.5rad
            1:30      number     1e-4
            1:35      quantity   1e3s
            1:40      number     2x
            1:43      number     1e99
            1:49      number     5
            1:51      quantity   0s
            1:53    ~ mark       ..
            1:55    ~ quantity   1.2s
            1 bad-number [2x] `x` is no unit (the units are `s`, `ms`, `ticks`, `deg` and `rad`)
            1 bad-number [1e99] the number `1e99` is too large
            1 bad-number [.5] a number has a digit before its point (write `0.5`)
        "#]],
    );
}

#[test]
fn per_second_is_glued_behind_an_operand() {
    check(
        "v/s 2/s (a)/s a / s a/speed 1/30 s x/s/s",
        &expect![[r#"
            1:1       name       v
            1:2     ~ per-second /s
            1:5       number     2
            1:6     ~ per-second /s
            1:9       mark       (
            1:10    ~ name       a
            1:11    ~ mark       )
            1:12    ~ per-second /s
            1:15      name       a
            1:17      mark       /
            1:19      word       s
            1:21      name       a
            1:22    ~ mark       /
            1:23    ~ name       speed
            1:29      number     1
            1:30    ~ mark       /
            1:31    ~ number     30
            1:34      word       s
            1:36      word       x
            1:37    ~ per-second /s
            1:39    ~ per-second /s
        "#]],
    );
}

#[test]
fn hash_is_an_instance_number_or_a_colour() {
    check(
        "Guard#2.y `a b`#1 #2 #fff #12345678 a #22 #xyz a#ff f#1(x)",
        &expect![[r#"
            1:1       name       Guard
            1:6     ~ instance   #2
            1:8     ~ mark       .
            1:9     ~ word       y
            1:11      quoted     `a b`
            1:16    ~ instance   #1
            1:19      colour     #2
            1:22      colour     #fff
            1:27      colour     #12345678
            1:37      name       a
            1:39      colour     #22
            1:43      colour     #xyz
            1:48      name       a
            1:49    ~ colour     #ff
            1:53      name       f
            1:54    ~ instance   #1
            1:56    ~ call       (
            1:57    ~ word       x
            1:58    ~ mark       )
            1 bad-colour [#2] `#2` is no colour (write `#rgb`, `#rrggbb` or `#rrggbbaa`)
            1 bad-colour [#22] `#22` is no colour (write `#rgb`, `#rrggbb` or `#rrggbbaa`)
            1 bad-colour [#xyz] `#xyz` is no colour (write `#rgb`, `#rrggbb` or `#rrggbbaa`)
            1 bad-colour [#ff] `#ff` is no colour (write `#rgb`, `#rrggbb` or `#rrggbbaa`)
        "#]],
    );
}

#[test]
fn a_bracket_is_glued_to_its_name() {
    check(
        "f(x) f (x) not(x) `a`(x)",
        &expect![[r#"
            1:1       name       f
            1:2     ~ call       (
            1:3     ~ word       x
            1:4     ~ mark       )
            1:6       name       f
            1:8       mark       (
            1:9     ~ word       x
            1:10    ~ mark       )
            1:12      reserved   not
            1:15    ~ mark       (
            1:16    ~ word       x
            1:17    ~ mark       )
            1:19      quoted     `a`
            1:22    ~ call       (
            1:23    ~ word       x
            1:24    ~ mark       )
        "#]],
    );
}

#[test]
fn strings_escapes_and_holes() {
    check(
        r#""a\"b\\\n\{ {x + 1}{y}" "\q" """#,
        &expect![[r#"
            1:1       quote      "
            1:2     ~ piece      a\"b\\\n\{ 
            1:13    ~ hole       {
            1:14    ~ word       x
            1:16      mark       +
            1:18      number     1
            1:19    ~ hole       }
            1:20    ~ hole       {
            1:21    ~ word       y
            1:22    ~ hole       }
            1:23    ~ quote      "
            1:25      quote      "
            1:26    ~ piece      \q
            1:28    ~ quote      "
            1:30      quote      "
            1:31    ~ quote      "
            1 bad-string [\] the backslash begins no escape (the escapes are `\"`, `\\`, `\n` and `\{`)
        "#]],
    );
}

#[test]
fn broken_strings_end_on_their_line() {
    check(
        "\"abc\nnext \"a{b\nnext \"a{\" c",
        &expect![[r#"
            1:1       quote      "
            1:2     ~ piece      abc
            1:5     ~ quote      
            2:1       name       next
            2:6       quote      "
            2:7     ~ piece      a
            2:8     ~ hole       {
            2:9     ~ name       b
            2:10    ~ hole       
            2:10    ~ quote      
            3:1       name       next
            3:6       quote      "
            3:7     ~ piece      a
            3:8     ~ hole       {
            3:9     ~ hole       
            3:9     ~ quote      "
            3:11      name       c
            1 unclosed-string ["abc] the string does not end on its line
            2 unclosed-string ["a{b] the string does not end on its line
            3 bad-string ["a{"] the `{` in the string is not closed
        "#]],
    );
}

#[test]
fn comments_nest_and_are_left_out() {
    check(
        "a /* b /* c */ d */ e // f\ng /* h",
        &expect![[r#"
            1:1       name       a
            1:21      name       e
            2:1       name       g
            2 unclosed-comment [/*] the comment is never closed
        "#]],
    );
}

#[test]
fn full_width_characters_name_the_ascii_one() {
    check(
        "f（x、y）｛：｝ “ 、 \u{a0} @@ [",
        &expect![[r#"
            1:1       name       f
            1:2     ~ mark       （
            1:3     ~ word       x
            1:4     ~ mark       、
            1:5     ~ word       y
            1:6     ~ mark       ）
            1:7     ~ mark       ｛
            1:8     ~ mark       ：
            1:9     ~ mark       ｝
            1:13      mark       、
            1 bad-character [（] `（` (U+FF08) is not part of the language (write `(`)
            1 bad-character [、] `、` (U+3001) is not part of the language (write `,`)
            1 bad-character [）] `）` (U+FF09) is not part of the language (write `)`)
            1 bad-character [｛] `｛` (U+FF5B) is not part of the language (write `{`)
            1 bad-character [：] `：` (U+FF1A) is not part of the language (write `:`)
            1 bad-character [｝] `｝` (U+FF5D) is not part of the language (write `}`)
            1 bad-character [“] `“` (U+201C) is not part of the language (write `"`)
            1 bad-character [、] `、` (U+3001) is not part of the language (write `,`)
            1 bad-character [ ] ` ` (U+00A0) is not part of the language (write ` `)
            1 bad-character [@@] `@` (U+0040) begins no word
            1 bad-character [[] `[` (U+005B) begins no word
        "#]],
    );
}

#[test]
fn white_space_may_be_wide() {
    check(
        "a　b\u{feff}c",
        &expect![[r#"
            1:1       name       a
            1:3       name       b
            1:5       name       c
        "#]],
    );
}

#[test]
fn bad_names() {
    check(
        "`` ``  `a\u{7}` `a\nb",
        &expect![[r#"
            1:1       quoted     ``
            1:4       quoted     ``
            1:8       quoted     `a`
            1:13      quoted     `a
            2:1       name       b
            1 bad-name [``] a name has at least one character
            1 bad-name [``] a name has at least one character
            1 bad-name [`a`] a name holds no control characters
            1 bad-name [`a] the name in backticks does not end on its line
        "#]],
    );
}
