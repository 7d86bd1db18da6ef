//! Random signals: the rows of the table of §7.
//!
//! In: what is known inside of a diagram. Out: text that can stand as an operand of a condition.

use super::dice::Dice;
use super::value::{Scope, key, message, time};
use super::who;

/// A signal.
pub fn signal(d: &mut Dice, s: &Scope) -> String {
    match d.below(17) {
        0 => format!("key({})", key(d, s)),
        1 => format!("pressed({})", key(d, s)),
        2 => format!("released({})", key(d, s)),
        3 => ["click", "click(right)", "click(any)", "click"][d.below(4)].to_owned(),
        4 => "hover".to_owned(),
        5 | 6 => format!("hit({})", touched(d, s, true)),
        7 => format!("touch({})", touched(d, s, true)),
        8 | 9 => format!("leave({})", touched(d, s, false)),
        10 | 11 => format!("message({})", message(d, s)),
        12 => format!("every({})", time(d, s)),
        13 => format!("chance({})", ["0.1", "0.3", "0.5", "2/s"][d.below(4)]),
        14 if s.done => "done".to_owned(),
        15 => who::state_of_others(d, s),
        16 => who::flag_of_others(d, s).unwrap_or_else(|| own_state(d, s)),
        _ => own_state(d, s),
    }
}

fn own_state(d: &mut Dice, s: &Scope) -> String {
    let Some(diagram) = s.character.and_then(|c| d.any(&c.diagrams)) else {
        return "chance(0.2)".to_owned();
    };
    let state = &diagram.states[d.below(diagram.states.len())];
    let name = if d.percent(70) { &state.path } else { &state.name };
    format!("({} {} {name})", diagram.name, ["is", "is not"][d.below(2)])
}

/// Whom a contact is with.
pub fn touched(d: &mut Dice, s: &Scope, narrowed: bool) -> String {
    let walls = ["wall", "wall.north", "wall.south", "wall.east", "wall.west", "floor", "roof"];
    let base = match d.below(10) {
        0 | 1 => "anyone".to_owned(),
        2 if s.plan.world != "space" => "any".to_owned(),
        3 | 4 if s.plan.world == "room" => d.pick(&walls).to_owned(),
        3 | 4 if s.plan.world == "ground" => "floor".to_owned(),
        _ if narrowed => return format!("{}{}", who::selector(d, s, 1), side(d)),
        _ => super::value::character(d, s),
    };
    format!("{base}{}", side(d))
}

fn side(d: &mut Dice) -> &'static str {
    if !d.percent(25) {
        return "";
    }
    [" above", " below", " front", " behind", " left", " right"][d.below(6)]
}
