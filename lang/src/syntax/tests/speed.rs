//! Hostile texts are refused quickly, and without running out of stack; large ones are read quickly.

use std::time::{Duration, Instant};

use proptest::prelude::*;

use crate::diagnostic::Code;
use crate::source::FileId;
use crate::syntax::{format, parse};

/// Parses on the stack of an ordinary thread; the first error's code.
fn refused(text: String) -> Option<Code> {
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(move || {
        let began = Instant::now();
        let (file, diagnostics) = parse(&text, FileId(0));
        drop(file);
        assert!(began.elapsed() < Duration::from_secs(3), "took {:?}", began.elapsed());
        diagnostics.iter().find(|d| d.is_error()).map(|d| d.code)
    });
    thread.unwrap().join().unwrap()
}

#[test]
fn nesting_has_a_limit() {
    for opening in ["(", "{", "a(", "f(x: ", "- ", "not ", "if ", "(- ", "if a then b else ", "a {"]
    {
        for text in [opening.repeat(5000), format!("const A = {}", opening.repeat(5000))] {
            assert_eq!(refused(text), Some(Code::NestingTooDeep), "{opening}");
        }
    }
    for opening in ["[", "<", "\"", "\"{", "`", "/*"] {
        assert!(refused(opening.repeat(5000)).is_some(), "{opening}");
    }
    let states = "state A { ".repeat(5000);
    assert_eq!(refused(format!("diagram D {{ {states}")), Some(Code::NestingTooDeep));
    for operator in ["1 + ", "a and ", "a == ", "a is b and ", "- 1 "] {
        let text = format!("const A = 1 + {} 1", operator.repeat(5000));
        assert!(refused(text).is_some(), "{operator}");
    }
}

#[test]
fn what_is_below_the_limits_fits_the_stack_of_a_thread() {
    for (open, close) in
        [("(", ")"), ("f(x: ", ")"), ("-", ""), ("not ", ""), ("if a then b else ", "")]
    {
        let text = format!("const A = {}1{}", open.repeat(120), close.repeat(120));
        assert_eq!(refused(text), None, "{open}");
    }
    let states = format!("diagram D {{ {}{} }}", "state A { ".repeat(120), "}".repeat(120));
    assert_eq!(refused(states), None);
    assert_eq!(refused(format!("const A = {}1", "1 + ".repeat(250))), None);
}

#[test]
fn large_texts_are_refused() {
    assert_eq!(refused("a".repeat(10_000_000)), Some(Code::SourceTooLarge));
    assert_eq!(refused(format!("const {} = 1", "あ".repeat(350_000))), Some(Code::BadName));
    assert!(refused("a ".repeat(1_500_000)).is_some());
    assert!(refused("@ ".repeat(1_000_000)).is_some());
    assert!(refused("state on ".repeat(100_000)).is_some());
}

#[test]
fn a_long_file_is_read_quickly() {
    let character = "character C {\n  shape box 1 1 1 color #ff0000 at 0 1 0\n  var v = 1\n  diagram D {\n    state A < move x 2/s, rotate y (v * 2) >\n      on key(Left) and not hit(Wall below) do v += 1 -> B\n    state B on done or v > 3 -> A else -> B\n  }\n}\n";
    let text = character.repeat(1_000);
    let began = Instant::now();
    let (file, diagnostics) = parse(&text, FileId(0));
    assert!(diagnostics.is_empty());
    assert_eq!(file.items.len(), 1_000);
    // Ten thousand lines; generous, since tests share the machine.
    assert!(began.elapsed() < Duration::from_secs(2), "took {:?}", began.elapsed());
    assert!(format(&text).is_ok());
}

const SCRAPS: &[&str] = &[
    "state",
    "on",
    "do",
    "after",
    "else",
    "->",
    "<",
    ">",
    "{",
    "}",
    "(",
    ")",
    "character",
    "A",
    "group",
    "main",
    "diagram",
    "D",
    "test",
    "\"t\"",
    "=",
    "1",
    "2s",
    "move",
    "x",
    ",",
    "at",
    "if",
    "then",
    "is",
    "+",
    "-",
    "/s",
    "#fff",
    ":",
    ".",
    "part",
    "shape",
    "box",
    "var",
    "world",
    "size",
    "\n",
    "`q`",
    "\"{",
    "use",
    "fork",
    "send",
    "to",
    "and",
    "not",
    "repeat",
    "run",
    "expect",
    "~",
    "@",
    "const",
    "play",
];

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_tokens_never_panic(choices in prop::collection::vec(0..SCRAPS.len(), 0..400)) {
        let text: String = choices.iter().map(|&n| format!("{} ", SCRAPS[n])).collect();
        parse(&text, FileId(0));
        prop_assert!(format(&text).is_err() || text.trim().is_empty() || !choices.is_empty());
    }

    #[test]
    fn random_text_never_panics(text in "\\PC{0,300}") {
        parse(&text, FileId(0));
    }

    #[test]
    fn broken_scenes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..200), cut in any::<u16>(), scrap in 0..SCRAPS.len()) {
        let text = crate::syntax::print(&super::random::Choices::new(&bytes).file());
        let mut at = cut as usize % (text.len() + 1);
        while !text.is_char_boundary(at) { at -= 1; }
        let broken = format!("{} {} {}", &text[..at], SCRAPS[scrap], &text[at..]);
        parse(&broken, FileId(0));
        parse(&text[..at], FileId(0));
    }
}

#[test]
fn sixty_thousand_random_tokens() {
    let mut seed = 1u64;
    for flat in [false, true] {
        let mut text = String::new();
        for _ in 0..60_000 {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let scrap = SCRAPS[(seed >> 33) as usize % SCRAPS.len()];
            // Without deep nesting the parser itself is reached.
            let scrap =
                if flat && matches!(scrap, "(" | "{" | "not" | "-" | "if") { "}" } else { scrap };
            text += scrap;
            text.push(' ');
        }
        assert!(refused(text).is_some());
    }
}
