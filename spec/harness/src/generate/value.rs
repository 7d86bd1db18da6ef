//! Random expressions of a wanted kind.
//!
//! In: what is known where the expression stands. Out: text that can stand as an operand: a
//! literal, a name, a call or something in parentheses.

use super::dice::Dice;
use super::plan::{Character, Diagram, Kind, Named, Plan};
use super::{signal, who};

/// What may be used where an expression stands.
#[derive(Clone, Debug)]
pub struct Scope<'p> {
    /// All names.
    pub plan: &'p Plan,
    /// Parameters and variables that have a value here.
    pub known: Vec<Named>,
    /// Counters of `repeat`.
    pub counters: Vec<String>,
    /// Inside of a diagram: everything of §7 is there. Else it is a value when something is made.
    pub diagram: Option<&'p Diagram>,
    /// Whose body it is; none in groups and shared diagrams.
    pub character: Option<&'p Character>,
    /// Something in the state's own list ends, so `done` may stand here.
    pub done: bool,
}

impl<'p> Scope<'p> {
    /// Where only constants, draws and functions are.
    pub fn nowhere(plan: &'p Plan) -> Self {
        Scope { plan, known: vec![], counters: vec![], diagram: None, character: None, done: false }
    }

    /// Names of a kind.
    pub fn known_as(&self, kind: Kind) -> Vec<&str> {
        self.known.iter().filter(|n| n.kind == kind).map(|n| n.name.as_str()).collect()
    }
}

/// An operand: what is no literal stands in parentheses.
pub fn operand(d: &mut Dice, s: &Scope, depth: usize) -> String {
    enclosed(number(d, s, depth))
}

/// In parentheses, unless it begins with a digit or one already.
pub fn enclosed(e: String) -> String {
    if e.starts_with(|c: char| c.is_ascii_digit() || c == '(') { e } else { format!("({e})") }
}

/// A small number as a literal.
pub fn literal(d: &mut Dice) -> String {
    let n = match d.below(4) {
        0 => return d.below(4).to_string(),
        1 => format!("0.{}", 1 + d.below(9)),
        2 => format!("{}.{}", d.below(5), d.below(10)),
        _ => format!("{}.25", d.below(3)),
    };
    if d.percent(25) { format!("(-{n})") } else { n }
}

/// A number.
pub fn number(d: &mut Dice, s: &Scope, depth: usize) -> String {
    if depth == 0 || d.percent(30) {
        return simple_number(d, s);
    }
    let a = |d: &mut Dice| number(d, s, depth - 1);
    match d.below(12) {
        0 => format!("({} + {})", a(d), a(d)),
        1 => format!("({} - {})", a(d), a(d)),
        2 => format!("({} * {})", a(d), a(d)),
        3 => format!("({} / {})", a(d), a(d)),
        4 => format!("({} % {})", a(d), a(d)),
        5 => format!("(-{})", enclosed(a(d))),
        6 => format!("(if {} then {} else {})", flag(d, s, depth - 1), a(d), a(d)),
        7 | 8 => function(d, s, depth - 1),
        9 => format!("random({}, {})", a(d), a(d)),
        10 => format!("pick({}, {})", a(d), a(d)),
        _ if s.diagram.is_some() => who::number_of_others(d, s, depth - 1),
        _ => a(d),
    }
}

fn simple_number(d: &mut Dice, s: &Scope) -> String {
    let own =
        ["x", "y", "z", "heading", "pitch", "roll", "speed", "turnrate", "elapsed", "time", "dt"];
    let known = s.known_as(Kind::Number);
    match d.below(10) {
        0..=2 if !known.is_empty() => d.pick(&known).to_owned(),
        3 | 4 if s.diagram.is_some() => d.pick(&own).to_owned(),
        5 if !s.plan.consts.is_empty() => s.plan.consts[d.below(s.plan.consts.len())].clone(),
        6 | 7 if !s.counters.is_empty() => s.counters[d.below(s.counters.len())].clone(),
        8 if !s.known_as(Kind::Time).is_empty() => (*d.pick(&s.known_as(Kind::Time))).to_owned(),
        9 if s.diagram.is_some() && d.percent(30) => who::number_of_others(d, s, 0),
        _ => literal(d),
    }
}

fn function(d: &mut Dice, s: &Scope, depth: usize) -> String {
    let one = ["abs", "floor", "ceil", "round", "sign", "sqrt", "sin", "cos", "tan"];
    let two = ["min", "max", "atan2"];
    let three = ["clamp", "lerp", "smoothstep"];
    let a = |d: &mut Dice| number(d, s, depth);
    match d.below(8) {
        0..=2 => format!("{}({})", d.pick(&one), a(d)),
        6 | 7 => match d.below(6) {
            0 => "steady()".to_owned(),
            1 => format!("absent({})", a(d)),
            2 | 3 => format!("wild({})", a(d)),
            _ => format!("blend({}, {})", a(d), a(d)),
        },
        3 => format!("{}({}, {})", d.pick(&two), a(d), a(d)),
        4 => format!("{}({}, {}, {})", d.pick(&three), a(d), a(d), a(d)),
        _ => format!("round({}, {})", a(d), d.below(4)),
    }
}

/// A flag in parentheses, or a name or call.
pub fn flag(d: &mut Dice, s: &Scope, depth: usize) -> String {
    if s.diagram.is_some() && d.percent(45) {
        return signal::signal(d, s);
    }
    let known = s.known_as(Kind::Flag);
    if depth == 0 {
        return match d.below(4) {
            0 | 1 if !known.is_empty() => d.pick(&known).to_owned(),
            2 => ["true", "false"][d.below(2)].to_owned(),
            _ => format!("({} < {})", simple_number(d, s), simple_number(d, s)),
        };
    }
    let f = |d: &mut Dice| flag(d, s, depth - 1);
    match d.below(9) {
        0 => format!("({} and {})", f(d), f(d)),
        1 => format!("({} or {})", f(d), f(d)),
        2 => format!("(not {})", enclosed(f(d))),
        3 => format!("(if {} then {} else {})", f(d), f(d), f(d)),
        4 if s.diagram.is_some() => {
            format!("({} {} {})", who::who(d, s, 1), same(d), who::who(d, s, 1))
        }
        5 => format!("({} {} {})", colour(d, s, 0), same(d), colour(d, s, 0)),
        _ => {
            let op = d.pick(&["<", "<=", ">", ">=", "==", "!="]);
            format!("({} {op} {})", number(d, s, depth - 1), number(d, s, depth - 1))
        }
    }
}

fn same(d: &mut Dice) -> &'static str {
    ["==", "!="][d.below(2)]
}

/// A colour.
pub fn colour(d: &mut Dice, s: &Scope, depth: usize) -> String {
    let known = s.known_as(Kind::Colour);
    match d.below(4) {
        0 | 1 if !known.is_empty() => d.pick(&known).to_owned(),
        2 if depth > 0 => {
            format!("(if {} then {} else {})", flag(d, s, 1), colour(d, s, 0), colour(d, s, 0))
        }
        _ => (*d.pick(&["#f00", "#00ff0080", "#123456", "#ff8"])).to_owned(),
    }
}

/// A time where one is wanted.
pub fn time(d: &mut Dice, s: &Scope) -> String {
    let known = s.known_as(Kind::Time);
    match d.below(8) {
        0 | 1 if !known.is_empty() => d.pick(&known).to_owned(),
        2 => format!("(abs({}) * 0.05)", number(d, s, 1)),
        3 => format!("{}ticks", 1 + d.below(9)),
        4 => format!("{}ms", 30 * (1 + d.below(12))),
        5 if s.diagram.is_some() => format!("1/{} s", 3 + d.below(10)),
        6 if s.diagram.is_some() => format!("{} ticks", 1 + d.below(9)),
        _ => format!("0.{}s", 1 + d.below(5)),
    }
}

/// A value for a variable or parameter of this kind.
pub fn of_kind(d: &mut Dice, s: &Scope, kind: Kind, depth: usize) -> String {
    match kind {
        Kind::Number => number(d, s, depth),
        Kind::Flag => flag(d, s, depth),
        Kind::Who if s.diagram.is_some() => who::who(d, s, 1),
        Kind::Who => who_when_made(d, s),
        Kind::Colour => colour(d, s, 1),
        Kind::Time => time(d, s),
        Kind::Key => key(d, s),
        Kind::Message => message(d, s),
        Kind::Character => character(d, s),
    }
}

/// A reference where there is no last tick yet.
fn who_when_made(d: &mut Dice, s: &Scope) -> String {
    let known = s.known_as(Kind::Who);
    match d.below(3) {
        0 if !known.is_empty() => d.pick(&known).to_owned(),
        _ => "nobody".to_owned(),
    }
}

/// A key: one by name, or a parameter that holds one.
pub fn key(d: &mut Dice, s: &Scope) -> String {
    let known = s.known_as(Kind::Key);
    if !known.is_empty() && d.percent(50) {
        return d.pick(&known).to_owned();
    }
    d.pick(&super::plan::KEYS).to_owned()
}

/// A message: one by name, or a parameter that holds one.
pub fn message(d: &mut Dice, s: &Scope) -> String {
    let known = s.known_as(Kind::Message);
    if !known.is_empty() && d.percent(50) {
        return d.pick(&known).to_owned();
    }
    d.pick(&super::plan::MESSAGES).to_owned()
}

/// A character or atom: one by name, or a parameter that holds one.
pub fn character(d: &mut Dice, s: &Scope) -> String {
    let known = s.known_as(Kind::Character);
    if !known.is_empty() && d.percent(50) {
        return d.pick(&known).to_owned();
    }
    if d.percent(20) {
        return s.plan.atoms[d.below(s.plan.atoms.len())].clone();
    }
    s.plan.characters[d.below(s.plan.characters.len())].name.clone()
}
