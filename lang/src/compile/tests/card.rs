//! The smallest scene: one character that turns while an arrow key is held.

use expect_test::expect;

use super::{check, compiled};
use crate::hir::model::*;
use crate::source::Span;
use islay_vm::program::TargetSpec;

pub fn expr(kind: ExprKind, ty: Kind) -> Expr {
    Expr { kind, ty, span: Span::default() }
}

pub fn num(v: f32) -> Expr {
    expr(ExprKind::Number(v), Kind::Number)
}

fn state(name: &str, actions: Vec<Action>, edges: Vec<Edge>) -> State {
    State {
        name: name.into(),
        path: name.into(),
        parent: None,
        children: vec![],
        level: 1,
        actions,
        edges,
        enter: vec![],
        exit: vec![],
        was: None,
        span: Span::default(),
    }
}

fn edge(cond: Expr, target: u32) -> Edge {
    let target = Target::State(StateId(target));
    let arrow = Some(Arrow { target, except: vec![], span: Span::default() });
    let (actions, span) = (vec![], Span::default());
    Edge { cond, actions, arrow, once: None, is_else: false, span }
}

/// `state Still on key(Left) -> Left`, `state Left < rotate y -5 > on key(Left) -> Left else -> Still`
pub fn card() -> Model {
    let key = || expr(ExprKind::Key(Key(36)), Kind::Flag);
    let turn = ActionKind::Rotate(
        [num(0.0), expr(ExprKind::Neg(Box::new(num(5.0))), Kind::Number), num(0.0)],
        Frame::Own,
    );
    let turn = Action { kind: turn, timed: None, span: Span::default() };
    let still = state("Still", vec![], vec![edge(key(), 1)]);
    let otherwise = edge(expr(ExprKind::Flag(true), Kind::Flag), 0);
    let left = state("Left", vec![turn], vec![edge(key(), 1), otherwise]);
    let diagram = Diagram {
        name: "Turn".into(),
        edges: vec![],
        enter: vec![],
        exit: vec![],
        states: vec![still, left],
        n_timed: 0,
        n_once: 0,
        was: None,
        span: Span::default(),
    };
    model(diagram)
}

fn model(diagram: Diagram) -> Model {
    let hero = Character {
        class: ClassId(0),
        name: "Hero".into(),
        shape: None,
        color: None,
        bounds: None,
        hidden: false,
        solid: false,
        screen: None,
        vars: vec![],
        n_params: 0,
        parts: vec![],
        diagrams: vec![diagram],
        was: None,
        span: Span::default(),
    };
    let three = |v: f32| [num(v), num(v), num(v)];
    let one = SpawnOne {
        character: CharacterId(0),
        name: "Hero".into(),
        args: vec![],
        placement: Placement { at: three(0.0), turn: three(0.0), scale: three(1.0) },
        start: vec![],
        span: Span::default(),
    };
    let main = Group { name: "main".into(), spawns: vec![Spawn::One(one)], span: Span::default() };
    Model {
        world: World {
            kind: WorldKind::Space,
            size: [20.0, 10.0, 20.0],
            background: 0x2024_2cff,
            floor: 0x5566_55ff,
            wall: 0x8890_a0ff,
            roof: 0x8890_a0ff,
            tick: 1.0 / 30.0,
            seed: 0,
            camera: None,
            light: [0.4, 1.0, -0.6],
            light_color: 0xffff_ffff,
        },
        classes: vec![Class { name: "Hero".into(), atom: false, span: Span::default() }],
        characters: vec![hero],
        groups: vec![main],
        host: Default::default(),
        hooks: vec![],
        plain: vec![],
        main: Some(GroupId(0)),
        messages: vec![],
        tests: vec![],
    }
}

#[test]
fn a_constant_turn_is_one_op() {
    check(
        &card(),
        expect![[r#"
            1 characters, 5 ops, 2 registers

            character Hero
              diagram Turn (levels 1, timed 0, once 0, last 0, clocks 0)
                state Still
                  edge 0 -> Left
                    if -> r0
                          0  Key { dst: 0, key: Key(36) }
                state Left
                  act
                        2  RotateConst { quat: 0, frame: Own }
                  edge 1 -> Left
                    if -> r0
                          1  Key { dst: 0, key: Key(36) }
                  edge 2 -> Still

            spawn 0: Hero as Hero at r[0, 0, 0] turn r[0, 0, 0] scale r[1, 1, 1] args []
              code
                    3  Num { dst: 0, k: 0.0 }
                    4  Num { dst: 1, k: 1.0 }

            group main
              spawn 0
        "#]],
    );
}

#[test]
fn arrows_stand_in_text_order_and_else_needs_no_condition() {
    let out = compiled(&card());
    let diagram = &out.program.defs[0].diagrams[0];
    let left = diagram.states[1].leaf.as_ref().unwrap();
    assert_eq!(left.act.range().len(), 1);
    let targets: Vec<_> = left
        .shifts
        .iter()
        .map(|s| match s.target {
            TargetSpec::State(to) => (to, s.cond.code.range().len(), s.innermost, s.edge),
            _ => panic!("{:?}", s.target),
        })
        .collect();
    assert_eq!(targets, [(1, 1, true, 1), (0, 0, true, 2)]);
    assert_eq!(out.program.quats, [islay_vm::math::euler_quat([0.0, -5.0, 0.0])]);
}
