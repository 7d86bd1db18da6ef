//! Random actions on oneself.
//!
//! In: what is known inside of a diagram. Out: one action as text.

use super::dice::Dice;
use super::plan::Kind;
use super::value::{Scope, colour, enclosed, literal, number, of_kind, operand, time};
use super::{effect, who};

/// An action of a state's list; `true` where it takes time.
pub fn in_list(d: &mut Dice, s: &Scope) -> (String, bool) {
    if d.percent(40) {
        return (timed(d, s), true);
    }
    let action = match d.below(10) {
        0..=5 => pose(d, s),
        6 | 7 => assignment(d, s),
        8 => look(d, s),
        _ if d.percent(40) => effect::send(d, s),
        _ => effect::told(d, s),
    };
    (action, false)
}

/// An action of an edge's `do`.
pub fn in_do(d: &mut Dice, s: &Scope) -> String {
    match d.below(16) {
        0..=2 => pose(d, s),
        3..=6 => assignment(d, s),
        7 => look(d, s),
        8 => effect::told(d, s),
        _ => effect::effect(d, s),
    }
}

/// A number small enough that things stay near each other for a while.
fn little(d: &mut Dice, s: &Scope) -> String {
    match d.below(6) {
        0 => format!("({} * 0.02)", number(d, s, 1)),
        1 => format!("{}/s", ["1", "(-2)", "3"][d.below(3)]),
        2 => "(-0.1)".to_owned(),
        3 => "0.05".to_owned(),
        _ => ["0.1", "0.2", "(-0.2)"][d.below(3)].to_owned(),
    }
}

fn angle(d: &mut Dice, s: &Scope) -> String {
    match d.below(5) {
        0 => operand(d, s, 1),
        1 => "90deg/s".to_owned(),
        2 => "0.3rad".to_owned(),
        _ => format!("{}", d.between(-20, 20)),
    }
}

fn frame(d: &mut Dice) -> &'static str {
    ["", "", " in parent", " in world"][d.below(4)]
}

fn axis(d: &mut Dice) -> &'static str {
    d.pick(&["x", "y", "z"])
}

fn three(d: &mut Dice, one: impl Fn(&mut Dice) -> String) -> String {
    format!("{} {} {}", one(d), one(d), one(d))
}

fn pose(d: &mut Dice, s: &Scope) -> String {
    match d.below(16) {
        0 => format!("move {} {}{}", axis(d), little(d, s), frame(d)),
        1 => format!("move {} {}", d.pick(&["forward", "right", "up"]), little(d, s)),
        2 => format!("move {}{}", three(d, |d| little(d, s)), frame(d)),
        3 | 4 => format!("rotate {} {}{}", axis(d), angle(d, s), frame(d)),
        5 => format!("rotate {}{}", three(d, |d| angle(d, s)), frame(d)),
        6 => format!("scale {}", ["1.01", "0.98", "1.01 1 0.99"][d.below(3)]),
        7 => format!("place {} {}{}", axis(d), operand(d, s, 1), cut(d)),
        8 => format!("place {}{}", three(d, |d| format!("{}", d.between(-3, 3))), cut(d)),
        9 => format!("orient {}{}", three(d, |d| angle(d, s)), cut(d)),
        10 => format!("reset {}{}", d.pick(&["move", "rotate", "scale"]), cut(d)),
        11 | 12 => format!("face {}{}", aim(d, s), [" 5", " 20", ""][d.below(3)]),
        _ => format!("approach {} {}", aim(d, s), little(d, s)),
    }
}

fn cut(d: &mut Dice) -> &'static str {
    ["", "", " cut"][d.below(3)]
}

fn aim(d: &mut Dice, s: &Scope) -> String {
    if d.percent(25) {
        return who::point(d);
    }
    match who::who(d, s, 1).as_str() {
        "nobody" => s.plan.characters[d.below(s.plan.characters.len())].name.clone(),
        who => who.to_owned(),
    }
}

fn timed(d: &mut Dice, s: &Scope) -> String {
    let numbers = s.known_as(Kind::Number);
    let action = match d.below(10) {
        0 => format!("move {} {}{}", axis(d), operand(d, s, 1), frame(d)),
        1 => format!("move {}{}", three(d, literal), frame(d)),
        2 => format!("rotate {} {}{}", axis(d), angle(d, s), frame(d)),
        3 => format!("rotate {}{}", three(d, |d| angle(d, s)), frame(d)),
        4 => format!("scale {}", ["1.2", "0.8", "1.1 1 0.9", "(abs(a) + 0.5)"][d.below(4)]),
        5 => format!("place {}", three(d, |d| format!("{}", d.between(-3, 3)))),
        6 => format!("orient {}", three(d, |d| angle(d, s))),
        7 => format!("color {}", enclosed_colour(d, s)),
        8 if !numbers.is_empty() => format!("{} = {}", d.pick(&numbers), number(d, s, 1)),
        9 if !numbers.is_empty() => {
            let name = d.pick(&numbers);
            format!("{name} {} {}", ["+=", "-="][d.below(2)], number(d, s, 1))
        }
        _ => format!("rotate y {}", angle(d, s)),
    };
    let ease = ["", " ease", " ease_in", " ease_out"][d.below(4)];
    format!("{action} for {}{ease}", time(d, s))
}

/// A colour as an operand.
pub fn enclosed_colour(d: &mut Dice, s: &Scope) -> String {
    match colour(d, s, 1) {
        c if c.starts_with(['#', '(']) => c,
        c => enclosed(c),
    }
}

fn look(d: &mut Dice, s: &Scope) -> String {
    match d.below(4) {
        0 => "show".to_owned(),
        1 => "hide".to_owned(),
        _ => format!("color {}", enclosed_colour(d, s)),
    }
}

/// Assigns to a variable of any kind that is known.
fn assignment(d: &mut Dice, s: &Scope) -> String {
    let kinds = [Kind::Number, Kind::Flag, Kind::Who, Kind::Colour];
    let known: Vec<_> = s.known.iter().filter(|n| kinds.contains(&n.kind)).collect();
    let Some(var) = d.any(&known) else { return "rotate y 3".to_owned() };
    if var.kind == Kind::Number && d.percent(50) {
        let op = d.pick(&["+=", "-=", "+=", "-=", "*=", "/="]);
        return format!("{} {op} {}", var.name, number(d, s, 1));
    }
    format!("{} = {}", var.name, of_kind(d, s, var.kind, 2))
}
