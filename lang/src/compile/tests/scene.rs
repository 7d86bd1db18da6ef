//! Programs of small scenes, from their texts.

use std::fmt::Debug;

use expect_test::{Expect, expect};
use islay_vm::op::Op;
use islay_vm::program::{Code, DiagramSpec, Program, TargetSpec};

use super::validate::validate;
use crate::build;
use crate::source::{Alone, AtomFacts, Refusal, ScriptFacts, SourceFile, Sources, TextureFacts};

/// No other files but a script.
pub struct Scripted;

impl Sources for Scripted {
    fn text(&self, from: &str, path: &str) -> Result<SourceFile, String> {
        Alone.text(from, path)
    }

    fn std(&self, module: &str) -> Option<SourceFile> {
        Alone.std(module)
    }

    fn atom(&self, from: &str, path: &str) -> Result<AtomFacts, Refusal> {
        Alone.atom(from, path)
    }

    fn texture(&self, from: &str, path: &str) -> Result<TextureFacts, Refusal> {
        Alone.texture(from, path)
    }

    fn script(&self, _: &str, path: &str) -> Result<ScriptFacts, Refusal> {
        let functions = vec![("fell".to_owned(), 1), ("blow".to_owned(), 2)];
        Ok(ScriptFacts { name: path.to_owned(), functions })
    }
}

/// A well-formed program.
pub fn program(text: &str) -> Program {
    let built = build(SourceFile { name: "scene.islay".into(), text: text.into() }, &Scripted);
    let found = || {
        let line = |start: u32| text.get(..start as usize).map(|t| t.lines().count());
        let told = built.diagnostics.iter().map(|d| (line(d.span.start), &d.message, &d.help));
        lines(told)
    };
    let program = built.program.clone().unwrap_or_else(|| panic!("{}", found()));
    validate(&program);
    program
}

/// Of a character `Hero` with these members.
fn hero(members: &str) -> Program {
    program(&format!("character Hero {{ {members} }} group main {{ Hero }}"))
}

fn ops(p: &Program, code: Code) -> &[Op] {
    &p.code[code.range()]
}

fn lines<T: Debug>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|i| format!("{i:?}\n")).collect()
}

fn diagram<'p>(p: &'p Program, def: &str, name: &str) -> &'p DiagramSpec {
    let named = |id: u32, name: &str| &*p.names[id as usize] == name;
    let def = p.defs.iter().find(|d| named(d.name, def)).expect("the character");
    def.diagrams.iter().find(|d| named(d.name, name)).expect("the diagram")
}

/// What the list of each innermost state does.
fn check_lists(members: &str, expect: Expect) {
    let p = hero(members);
    let leaves = diagram(&p, "Hero", "D").states.iter().filter_map(|s| s.leaf.as_ref());
    expect.assert_eq(&lines(leaves.flat_map(|l| ops(&p, l.act))));
}

/// The arrows as seen from each innermost state.
fn check_arrows(members: &str, expect: Expect) {
    let p = hero(members);
    let mut text = String::new();
    let states = &diagram(&p, "Hero", "D").states;
    let name = |s: u16| &*p.names[states[usize::from(s)].path as usize];
    for state in states {
        let Some(leaf) = &state.leaf else { continue };
        let arrows = leaf.shifts.iter().map(|s| {
            let to = match &s.target {
                TargetSpec::State(to) => name(*to).to_string(),
                TargetSpec::Last(to) => format!("{}.last", name(*to)),
                TargetSpec::Back => "back".to_string(),
                TargetSpec::Again(None) => "again".to_string(),
                TargetSpec::Again(Some(on)) => format!("again {}", name(*on)),
                TargetSpec::OneOf { states, .. } => format!("one of {}", states.len()),
            };
            let to = if s.innermost { format!("{to}!") } else { to };
            if s.cond.code.is_empty() { format!(" else {to}") } else { format!(" {to}") }
        });
        text += &format!("{}:{}\n", &p.names[state.path as usize], arrows.collect::<String>());
    }
    expect.assert_eq(&text);
}

#[test]
fn constant_moves_are_one_op_and_others_are_not() {
    check_lists(
        "var v = 1 diagram D { state A < move forward (1 + 1), move x v, rotate z 10 in parent > }",
        expect![[r#"
            MoveConst { vec: 0, frame: Own }
            Load { dst: 0, var: 0 }
            Num { dst: 1, k: 0.0 }
            Num { dst: 2, k: 0.0 }
            Move { v: [0, 1, 2], frame: Own }
            RotateConst { quat: 0, frame: Parent }
        "#]],
    );
}

#[test]
fn a_timed_action_runs_in_a_block() {
    check_lists(
        "diagram D { state A < rotate x -60 for 0.2s ease > on done -> B state B }",
        expect![[r#"
            TimedActive { dst: 0, level: 1, ticks: Const(6) }
            If { cond: 0, len: 6 }
            TimedStep { dst: 0, level: 1, ticks: Const(6), ease: InOut, rest: false }
            Num { dst: 1, k: -60.0 }
            Arith { op: Mul, dst: 2, a: 1, b: 0 }
            Num { dst: 3, k: 0.0 }
            Num { dst: 4, k: 0.0 }
            Rotate { v: [2, 3, 4], frame: Own }
        "#]],
    );
}

#[test]
fn a_time_that_is_not_constant_has_a_slot_and_traps_only_where_it_is_read() {
    check_lists(
        "var t = 1 diagram D { state A < move x 1 for (1 / t) > on done -> B state B < scale 2 for (t) > }",
        expect![[r#"
            Num { dst: 1, k: 0.050000004 }
            Elapsed { dst: 2, level: 1 }
            Cmp { op: Lt, dst: 0, a: 2, b: 1 }
            Num { dst: 2, k: 1.0 }
            Load { dst: 3, var: 0 }
            Arith { op: Div, dst: 1, a: 2, b: 3 }
            Finite { r: 1, guard: 0, trap: 0 }
            TimedStart { slot: 0, level: 1, seconds: 1 }
            TimedActive { dst: 0, level: 1, ticks: Slot(0) }
            If { cond: 0, len: 6 }
            TimedStep { dst: 0, level: 1, ticks: Slot(0), ease: Linear, rest: false }
            Num { dst: 1, k: 1.0 }
            Arith { op: Mul, dst: 2, a: 1, b: 0 }
            Num { dst: 3, k: 0.0 }
            Num { dst: 4, k: 0.0 }
            Move { v: [2, 3, 4], frame: Own }
            Load { dst: 0, var: 0 }
            TimedStart { slot: 1, level: 1, seconds: 0 }
            TimedActive { dst: 0, level: 1, ticks: Slot(1) }
            If { cond: 0, len: 5 }
            Num { dst: 0, k: 2.0 }
            Num { dst: 1, k: 2.0 }
            Num { dst: 2, k: 2.0 }
            TimedStep { dst: 3, level: 1, ticks: Slot(1), ease: Linear, rest: false }
            ScaleStep { v: [0, 1, 2], step: 3 }
        "#]],
    );
}

#[test]
fn variables_glide_and_grow() {
    check_lists(
        "var v = 0 var w = 0 diagram D { state A < v = 3 for 1s, w += v for 1s, w -= 1 > }",
        expect![[r#"
            TimedActive { dst: 0, level: 1, ticks: Const(30) }
            If { cond: 0, len: 11 }
            Load { dst: 4, var: 0 }
            Num { dst: 5, k: 3.0 }
            TimedStep { dst: 6, level: 1, ticks: Const(30), ease: Linear, rest: true }
            Arith { op: Sub, dst: 1, a: 5, b: 4 }
            Arith { op: Mul, dst: 2, a: 1, b: 6 }
            Arith { op: Add, dst: 3, a: 4, b: 2 }
            Num { dst: 7, k: 1.0 }
            Cmp { op: Eq, dst: 8, a: 6, b: 7 }
            Select { dst: 0, cond: 8, a: 5, b: 3 }
            Finite { r: 0, guard: 65535, trap: 0 }
            Store { var: 0, src: 0 }
            TimedActive { dst: 0, level: 1, ticks: Const(30) }
            If { cond: 0, len: 7 }
            Load { dst: 2, var: 1 }
            Load { dst: 3, var: 0 }
            TimedStep { dst: 4, level: 1, ticks: Const(30), ease: Linear, rest: false }
            Arith { op: Mul, dst: 1, a: 3, b: 4 }
            Arith { op: Add, dst: 0, a: 2, b: 1 }
            Finite { r: 0, guard: 65535, trap: 1 }
            Store { var: 1, src: 0 }
            Load { dst: 1, var: 1 }
            Num { dst: 2, k: 1.0 }
            Arith { op: Sub, dst: 0, a: 1, b: 2 }
            Finite { r: 0, guard: 65535, trap: 2 }
            Store { var: 1, src: 0 }
        "#]],
    );
}

#[test]
fn what_can_never_be_taken_is_left_out() {
    let text = "diagram D {
        on key(A) -> Out
        on key(B) -> In.One except Out
        on key(C) -> again
        state Out on key(D) -> In else -> Out on key(E) -> In
        state In on key(F) -> In on key(G) -> In.Two {
            state One on key(H) -> In.last on key(I) -> back
            state Two on key(J) -> one of One 2, Out
        }
    }";
    let text = text.replace("else -> Out on key(E) -> In", "on true -> Out on key(E) -> In");
    check_arrows(
        &text,
        expect![[r#"
        Out: again In! else Out!
        In.One: Out again In.Two In.last! back!
        In.Two: Out In.One again one of 2!
    "#]],
    );
}

#[test]
fn reactions_stand_in_blocks() {
    let p = hero(
        "var n = 0 diagram D { on key(A) do n += 1 state A after 1s do n = 0 on true do n = 2 }",
    );
    let leaf = diagram(&p, "Hero", "D").states[0].leaf.as_ref().expect("a leaf");
    let expect = expect![[r#"
        Key { dst: 0, key: Key(0) }
        If { cond: 0, len: 5 }
        Load { dst: 1, var: 0 }
        Num { dst: 2, k: 1.0 }
        Arith { op: Add, dst: 0, a: 1, b: 2 }
        Finite { r: 0, guard: 65535, trap: 0 }
        Store { var: 0, src: 0 }
        Num { dst: 1, k: 1.0 }
        After { dst: 0, level: 1, seconds: 1 }
        Once { cond: 0, level: 1, slot: 0 }
        If { cond: 0, len: 2 }
        Num { dst: 0, k: 0.0 }
        Store { var: 0, src: 0 }
        Num { dst: 0, k: 2.0 }
        Store { var: 0, src: 0 }
    "#]];
    expect.assert_eq(&lines(ops(&p, leaf.react)));
}

#[test]
fn what_others_read_is_published() {
    let p = program(
        "character Hero { var hp = 1 var mp = hp diagram D { state A { state B } } diagram E { state F } }
         character Fan { diagram D { state A < rotate y Hero.hp > on Hero.D is B -> C state C on Hero.speed > 1 -> A } }
         group main { Hero Fan }",
    );
    let hero = &p.defs[0];
    let published =
        |name: &str| hero.vars.iter().any(|v| v.published && &*p.names[v.name as usize] == name);
    assert!(published("hp") && !published("mp"));
    assert_eq!(
        [diagram(&p, "Hero", "D").published, diagram(&p, "Hero", "E").published],
        [true, false]
    );
    assert!(p.defs.iter().all(|d| d.measured));
    assert_eq!(p.queries[0].answers, [(0, 0, 1)]);
}

#[test]
fn a_character_hears_and_feels_what_it_asks_for() {
    let p = program(
        "character Ear { diagram D { state A on message(one) and value(two) > 0 -> A } }
         character Skin { shape ball 1 diagram D { state A on hit(floor) do send one, send two -> A } }
         group main { Ear Skin }"
            .replace("send one, send two", "send one to all, send two(1) to Ear")
            .as_str(),
    );
    let told: Vec<_> = p.defs.iter().map(|d| (d.heard.len(), d.feels)).collect();
    assert_eq!(told, [(2, false), (0, true)]);
}

#[test]
fn clocks_are_kept_where_something_reads_them() {
    let clocks = |edges: &str| {
        let p = hero(&format!("diagram D {{ state A {{ state B {edges} state C }} }}"));
        diagram(&p, "Hero", "D").clocks
    };
    let found = ["on key(A) -> C", "after 1s -> C", "on every(1s) do show"].map(clocks);
    assert_eq!(found, [0, 2, 2]);
}

#[test]
fn a_start_leads_to_an_innermost_state() {
    let p = program(
        "character Hero { diagram D { state A state B { state C state E } } }
         group main { Hero start D.B  repeat 3 as i { Hero at (i * 2) 0 0 start D.B.E as Other } }",
    );
    assert_eq!(p.spawns.iter().map(|s| s.start[0]).collect::<Vec<_>>(), [(0, 2), (0, 3)]);
    assert_eq!(&*p.names[p.spawns[1].name as usize], "Other");
}
