//! Nodes of the tree, made rather than parsed.
//!
//! In: names, numbers, pieces. Out: nodes without places. A name gets backticks where it needs
//! them: it is no identifier, or where it stands it would mean something else.

use crate::hir::{BARE, TOUCHED};
use crate::source::{Span, Text};
use crate::syntax::ast::*;
use crate::syntax::{Word, canonical, is_identifier};

fn place() -> Place {
    Place(Span::default())
}

fn name(text: &str, quoted: bool) -> Name {
    let text = canonical(text);
    let reserved = Word::of(&text).is_some_and(Word::is_reserved);
    Name { quoted: quoted || reserved || !is_identifier(&text), text, span: Span::default() }
}

/// Whether the language has something of this name that stands without parentheses.
pub(super) fn built_in(text: &str) -> bool {
    BARE.contains(&text) || TOUCHED.contains(&text)
}

/// A name where it is declared: it must not hide what the language has.
pub(super) fn declared(text: &str) -> Name {
    name(text, built_in(text))
}

/// A name where a word of the language could stand as well.
pub(super) fn used(text: &str) -> Name {
    name(text, Word::of(text).is_some() || built_in(text))
}

/// The name of a state.
pub(super) fn state_name(text: &str) -> Name {
    name(text, false)
}

/// The name of a state where an arrow leads.
fn led(text: &str) -> Name {
    name(text, ["one", "last"].contains(&text))
}

/// A word of the language.
fn word(text: &str) -> Name {
    Name { text: text.into(), quoted: false, span: Span::default() }
}

/// A path of one name.
pub(super) fn path(text: &str) -> Path {
    Path { names: vec![used(text)], span: place() }
}

/// A state of a diagram.
pub(super) fn start_path(diagram: &str, state: &str) -> Path {
    Path { names: vec![used(diagram), name(state, false)], span: place() }
}

/// The target of an arrow.
pub(super) fn target(state: &str) -> Target {
    Target::State(Path { names: vec![led(state)], span: place() })
}

fn expr(kind: ExprKind) -> Expr {
    Expr { kind, span: place() }
}

fn plain(value: f32, unit: Option<Unit>) -> Expr {
    expr(ExprKind::Number { value, text: format!("{value}").into(), unit })
}

/// A number.
pub(super) fn number(value: f32) -> Expr {
    if value < 0.0 {
        expr(ExprKind::Neg(Box::new(plain(-value, None))))
    } else {
        plain(value + 0.0, None)
    }
}

/// Three numbers.
pub(super) fn three(values: [f32; 3]) -> Three {
    Box::new(values.map(number))
}

/// So many milliseconds.
pub(super) fn milliseconds(value: f32) -> Expr {
    plain(value, Some(Unit::Milliseconds))
}

/// So many ticks.
pub(super) fn ticks(count: u32) -> Expr {
    let count =
        expr(ExprKind::Number { value: count as f32, text: count.to_string().into(), unit: None });
    expr(ExprKind::Unit(Box::new(count), Unit::Ticks))
}

/// `true`
pub(super) fn always() -> Expr {
    expr(ExprKind::Bool(true))
}

/// `#rrggbb`
pub(super) fn colour(rgb: u32) -> Expr {
    expr(ExprKind::Colour(rgb << 8 | 0xff, format!("{rgb:06x}").into()))
}

/// A string without anything to be put in.
pub(super) fn string(text: &str) -> Str {
    Str { pieces: vec![Piece::Text(text.into())], span: place() }
}

fn reference(name: Name, args: Option<Vec<Expr>>, rest: Option<&str>) -> Expr {
    let arg =
        |value| Arg { name: None, value, within: None, ahead: None, side: None, span: place() };
    expr(ExprKind::Ref(Ref {
        name,
        number: None,
        args: args.map(|args| args.into_iter().map(arg).collect()),
        rest: rest.into_iter().map(|name| (word(name), None)).collect(),
        span: place(),
    }))
}

/// A word of the language as an expression, with another behind a dot.
pub(super) fn bare(text: &str, rest: Option<&str>) -> Expr {
    reference(word(text), None, rest)
}

/// A name as an expression.
pub(super) fn named(text: &str) -> Expr {
    reference(used(text), None, None)
}

/// `function(arguments)`
pub(super) fn call(function: &str, args: Vec<Expr>) -> Expr {
    reference(word(function), Some(args), None)
}

/// `a or b`
pub(super) fn or(a: Expr, b: Expr) -> Expr {
    expr(ExprKind::Binary(BinaryOp::Or, Box::new(a), Box::new(b)))
}

/// An action.
pub(super) fn action(kind: ActionKind) -> Action {
    Action { kind, mods: Mods::default(), span: place() }
}

/// An action in the own frame or the parent's.
pub(super) fn framed(kind: ActionKind, upper: bool) -> Action {
    let frame = upper.then(|| (Frame::Parent, place()));
    Action { mods: Mods { frame, ..Mods::default() }, ..action(kind) }
}

/// An edge.
pub(super) fn edge(head: EdgeHead, actions: Vec<Action>, target: Option<Target>) -> Edge {
    let arrow =
        target.map(|target| Arrow { target, fade: None, except: Vec::new(), span: place() });
    Edge { head, actions, arrow, span: place() }
}

/// Factors, one where all are the same.
pub(super) fn scale(factors: [f32; 3]) -> Scale {
    let [x, y, z] = factors;
    if x == y && y == z { Scale::One(Box::new(number(x))) } else { Scale::Three(three(factors)) }
}

/// Where something stands; what changes nothing is left out.
pub(super) fn placement(at: [f32; 3], turn: [f32; 3], factors: [f32; 3]) -> Placement {
    Placement {
        at: (at != [0.0; 3]).then(|| three(at)),
        turn: (turn != [0.0; 3]).then(|| three(turn)),
        scale: (factors != [1.0; 3]).then(|| scale(factors)),
        span: place(),
    }
}

/// An item with its `///` lines.
pub(super) fn item(doc: Option<Text>, kind: ItemKind) -> Item {
    Item { doc, kind, span: place() }
}

/// A member.
pub(super) fn member(doc: Option<Text>, kind: MemberKind) -> Member {
    Member { doc, kind, span: place() }
}

/// A setting of the world.
pub(super) fn setting(kind: SettingKind) -> Setting {
    Setting { kind, span: place() }
}

/// A line of a group.
pub(super) fn spawn(what: Path, placement: Placement, start: Vec<Path>) -> Spawn {
    let (args, alias) = (Vec::new(), None);
    Spawn::One(SpawnOne { what, args, placement, start, alias, span: place() })
}

/// A part of a character.
pub(super) fn part(text: &str, what: Path, placement: Placement, start: Vec<Path>) -> MemberKind {
    let what = PartWhat::Path(what, Vec::new());
    MemberKind::Part(Part { name: declared(text), what, placement, bone: None, start })
}

/// A state.
pub(super) fn state(
    doc: Option<Text>,
    name: Name,
    actions: Vec<Action>,
    edges: Vec<Edge>,
) -> State {
    State { doc, name, was: None, actions, edges, states: Vec::new(), span: place() }
}

/// A diagram.
pub(super) fn diagram(name: Name, states: Vec<State>) -> Diagram {
    Diagram { name, params: Vec::new(), was: None, fade: None, edges: Vec::new(), states }
}

/// The shape of a model file.
pub(super) fn model(path: &str, turn: [f32; 3]) -> Shape {
    Shape {
        base: Base::File(string(path)),
        color: None,
        texture: None,
        placement: placement([0.0; 3], turn, [1.0; 3]),
        span: place(),
    }
}

/// `fork G`
pub(super) fn fork(group: &str) -> ActionKind {
    ActionKind::Fork(Box::new(Fork {
        what: path(group),
        args: Vec::new(),
        placement: Placement::default(),
        start: Vec::new(),
        alias: None,
        in_world: None,
    }))
}
