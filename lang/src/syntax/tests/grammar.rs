//! Trees of texts that are right.

use expect_test::{Expect, expect};

use super::parsed;
use crate::source::FileId;
use crate::syntax::ast::{EdgeHead, ExprKind, ItemKind};
use crate::syntax::{parse_expr, print_expr, tree};

fn check(text: &str, expected: &Expect) {
    expected.assert_eq(&tree(&parsed(text)));
}

/// An expression with all its parentheses.
fn grouped(text: &str) -> String {
    let (expr, diagnostics) = parse_expr(text, FileId(0), 0);
    assert!(diagnostics.iter().all(|d| !d.is_error()), "{diagnostics:?}");
    let expr = expr.unwrap();
    let file = crate::syntax::ast::File {
        items: vec![crate::syntax::ast::Item {
            doc: None,
            kind: ItemKind::Const {
                name: crate::syntax::ast::Name {
                    text: "E".into(),
                    quoted: false,
                    span: crate::source::Span::default(),
                },
                value: expr,
            },
            span: crate::syntax::ast::Place::default(),
        }],
    };
    tree(&file).trim().to_string()
}

#[test]
fn precedence() {
    let all = [
        "1 + 2 * 3 - 4 % 5",
        "not a and b or c == d",
        "-a * -b/s - -1",
        "if a then b else if c then d + 1 else e",
        "a - b - c",
        "Hero.Turn is not Left.Deep and a < b",
        "(a + b) * c",
        "f(x: 1, Crate within 2 ahead (a + b) below, 3 ticks, 1/30 s).y#2",
        "\"a {x + 1}\"",
    ];
    let trees: String = all.iter().map(|text| format!("{text}\n  {}\n", grouped(text))).collect();
    expect![[r#"
        1 + 2 * 3 - 4 % 5
          (Const E (Binary Sub (Binary Add 1 (Binary Mul 2 3)) (Binary Rem 4 5)))
        not a and b or c == d
          (Const E (Binary Or (Binary And (Not a) b) (Binary Eq c d)))
        -a * -b/s - -1
          (Const E (Binary Sub (Binary Mul (Neg a) (Neg (PerSecond b))) (Neg 1)))
        if a then b else if c then d + 1 else e
          (Const E (If a b (If c (Binary Add d 1) e)))
        a - b - c
          (Const E (Binary Sub (Binary Sub a b) c))
        Hero.Turn is not Left.Deep and a < b
          (Const
          E
          (Binary
            And
            (Is (subject (Ref Hero (rest (Turn)))) (negated true) (state Left.Deep))
            (Binary Lt a b)))
        (a + b) * c
          (Const E (Binary Mul (Paren (Binary Add a b)) c))
        f(x: 1, Crate within 2 ahead (a + b) below, 3 ticks, 1/30 s).y#2
          (Const
          E
          (Ref
            f
            (args
              (Arg x 1)
              (Arg Crate (within 2) (ahead (Paren (Binary Add a b))) (side (Below)))
              (Arg (Unit 3 Ticks))
              (Arg (Unit (Binary Div 1 30) Seconds)))
            (rest (y 2))))
        "a {x + 1}"
          (Const E (pieces (Text "a ") (Expr (Binary Add x 1))))
    "#]]
    .assert_eq(&trees);
}

#[test]
fn a_diagram_with_everything() {
    check(
        "/// Doc.
diagram D(a: number = 1, b) was E fade 0.2s sync {
  on hit(Crate below) -> X.last except A, B.C
  /// Of A.
  state A was Z < move x 1 in world for 1/2 s ease_in, v += 1 >
    on enter if a do show
    on exit do hide
    after 3 ticks if b do send go(1) to all delay 1s, vanish -> back
    else -> again
  state X on a -> one of A 3, B (c) fade cut
    { state Y state Z }
}",
        &expect![[r#"
            ((doc "Doc.")
              (Diagram
                (Diagram
                  D
                  (params (Param a Number (default 1)) (Param b))
                  (was E)
                  (edges
                    (Edge
                      (head (On (Ref hit (args (Arg Crate (side (Below)))))))
                      (arrow (Arrow (target (Last X)) (except (A B.C))))))
                  (states
                    (State
                      (doc "Of A.")
                      A
                      (was Z)
                      (actions
                        (Action
                          (Move (Axis X 1))
                          (mods
                            (Mods
                              (frame (World))
                              (timed (Timed (time (Unit (Binary Div 1 2) Seconds)) (ease In))))))
                        (Action (Assign v (op Add) 1)))
                      (edges
                        (Edge (head (Enter a)) (actions (Action Show)))
                        (Edge (head (Exit)) (actions (Action Hide)))
                        (Edge
                          (head (After (Unit 3 Ticks) b))
                          (actions (Action (Send (message go) 1 (to All) (delay 1 Seconds))) (Action (Vanish)))
                          (arrow (Arrow (target Back))))
                        (Edge (head Else) (arrow (Arrow (target Again))))))
                    (State
                      X
                      (edges (Edge (head (On a)) (arrow (Arrow (target (OneOf ((A 3) (B (Paren c)))))))))
                      (states (State Y) (State Z)))))))
        "#]],
    );
}

#[test]
fn an_edge_binds_to_the_last_state() {
    let file = parsed("diagram D { on a -> B state A state B on b -> A\n on c -> A }");
    let ItemKind::Diagram(diagram) = &file.items[0].kind else { panic!("no diagram") };
    assert_eq!((diagram.edges.len(), diagram.states[0].edges.len()), (1, 0));
    assert_eq!(diagram.states[1].edges.len(), 2);
}

#[test]
fn contextual_words_are_names_where_names_are_wanted() {
    parsed(
        "character color(move, state_) { var scale = 1  part at: ball 1 at 0 0 0\n\
         diagram run { state move < scale = scale + at.x, move forward > on to is all -> from } }"
            .replace("move forward >", "move forward 1 >")
            .as_str(),
    );
}

#[test]
fn places_are_right_where_an_expression_stands_in_its_file() {
    let (expr, _) = parse_expr("a + bcd", FileId(3), 100);
    let ExprKind::Binary(_, _, right) = expr.unwrap().kind else { panic!("no sum") };
    assert_eq!((right.span.0.start, right.span.0.end, right.span.0.file), (104, 107, FileId(3)));
    let (_, diagnostics) = parse_expr("a +", FileId(3), 100);
    assert_eq!(diagnostics[0].span.start, 102);
    let file = parsed("const A = \"x {b} {c}\"");
    let text = "const A = \"x {b} {c}\"";
    let ItemKind::Const { value, .. } = &file.items[0].kind else { panic!("no constant") };
    let ExprKind::Str(string) = &value.kind else { panic!("no string") };
    let crate::syntax::ast::Piece::Expr(hole) = &string.pieces[3] else { panic!("no hole") };
    assert_eq!(&text[hole.span.0.start as usize..hole.span.0.end as usize], "c");
    assert_eq!(print_expr(value), "\"x {b} {c}\"");
}

#[test]
fn what_comes_later_is_read_as_a_whole() {
    check(
        "pair a with b at 0 0 1 within 2 over 0.2s\nflow F { a: x < move y 1 > par { } }\nhooks \"a.rhai\"\nhost { message m input n action a() function f(x, y) }\n\
         atom A = \"a.glb\" { clip x loop }\n\
         diagram D { state S < play walk rate 2 once, blend v { a 0, b 1 }, offer x (a > 1) to T >\n  on x do start F, reset F, reset move, call f(1, 2) -> S }\n\
         test \"t\" { input n = 1 start F }",
        &expect![[r#"
            (Later "pair")
            (Later "flow")
            (Hooks (pieces (Text "a.rhai")))
            (Host
              ((HostEntry Message m)
                (HostEntry Input n)
                (HostEntry Action a)
                (HostEntry Function f (params (x y)))))
            (Atom (Atom A (shape (Shape (base (File (pieces (Text "a.glb"))))))))
            (Diagram
              (Diagram
                D
                (states
                  (State
                    S
                    (actions (Action (Later "play")) (Action (Later "blend")) (Action (Later "offer")))
                    (edges
                      (Edge
                        (head (On x))
                        (actions
                          (Action (Later "start"))
                          (Action (Later "reset"))
                          (Action (Reset Move))
                          (Action (Call f (args (1 2)))))
                        (arrow (Arrow (target (State S))))))))))
            (Test (Test (pieces (Text "t")) (steps (Input n 1) (Later "start"))))
        "#]],
    );
}

#[test]
fn after_and_on_keep_their_heads_apart() {
    let file =
        parsed("diagram D { state A on `enter` -> A on entered do show after 1s if x -> A }");
    let ItemKind::Diagram(diagram) = &file.items[0].kind else { panic!("no diagram") };
    let heads = &diagram.states[0].edges;
    assert!(matches!(heads[0].head, EdgeHead::On(_)));
    assert!(matches!(heads[1].head, EdgeHead::On(_)));
    assert!(matches!(heads[2].head, EdgeHead::After(_, Some(_))));
}
