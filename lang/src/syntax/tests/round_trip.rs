//! What is printed reads back as the same tree, and is laid out already.

use proptest::prelude::*;

use super::parsed;
use super::random::Choices;
use crate::source::FileId;
use crate::syntax::{format, parse_expr, print, print_expr};

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_printed_tree_reads_back_as_itself(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
        let file = Choices::new(&bytes).file();
        let text = print(&file);
        prop_assert_eq!(&parsed(&text), &file, "{}", text);
        let again = format(&text);
        prop_assert_eq!(again.as_deref(), Ok(text.as_str()));
    }
}

#[test]
fn names_from_the_words_of_the_language_survive_everywhere() {
    for word in crate::syntax::word::Word::ALL {
        let w = format!("`{}`", word.as_str());
        let text = format!(
            "use {w}.{w} as {w}\nconst {w} = {w} + {w}.{w}#2\natom {w} = ball {w} color {w}\n\
             character {w}({w} = {w}) was {w} {{\n  shape {w}\n  part {w}: {w}({w}: {w}) start {w}\n\
             var {w} = {w}\n  run {w} as {w}\n  diagram {w} {{\n on {w} do {w} = {w}, send {w} to {w} -> {w}\n\
             state {w} < move {w} {w} {w}, face {w}, vanish {w} > on {w} is {w}.{w} -> {w}.{w} except {w}\n }}\n}}\n\
             group {w} {{ {w}({w}) at {w} {w} {w} as {w} }}\n\
             test \"t\" {{ press {w} click {w} {w} < {w} = 1 > expect {w} }}\n"
        );
        let file = parsed(&text);
        assert_eq!(parsed(&print(&file)), file, "{word:?}");
    }
}

#[test]
fn names_get_backticks_where_a_tree_lacks_them() {
    let mut file = parsed("const `on` = `a b`");
    if let crate::syntax::ast::ItemKind::Const { name, .. } = &mut file.items[0].kind {
        name.quoted = false;
    }
    assert_eq!(print(&file), "const `on` = `a b`\n");
}

#[test]
fn weak_operands_get_parentheses() {
    use crate::syntax::ast::{BinaryOp, Expr, ExprKind, Place};
    let read = |text: &str| parse_expr(text, FileId(0), 0).0.unwrap();
    let sum = read("a + b");
    let kind = ExprKind::Binary(BinaryOp::Mul, Box::new(sum.clone()), Box::new(sum));
    assert_eq!(print_expr(&Expr { kind, span: Place::default() }), "(a + b) * (a + b)");
}
