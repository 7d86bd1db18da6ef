//! Random references and selectors, and what is asked of others.
//!
//! In: what is known where they stand, always inside of a diagram. Out: text.

use super::dice::Dice;
use super::plan::{FLAGS, Kind, NAMES, NUMBERS};
use super::value::{Scope, character, literal, message};

/// A reference.
pub fn who(d: &mut Dice, s: &Scope, depth: usize) -> String {
    let known = s.known_as(Kind::Who);
    match d.below(12) {
        0..=2 if !known.is_empty() => d.pick(&known).to_owned(),
        3 => "self".to_owned(),
        4 => ["parent", "parent", "parent.parent"][d.below(3)].to_owned(),
        5 => part(d, s).unwrap_or_else(|| "nobody".to_owned()),
        6 => format!("sender({})", message(d, s)),
        7 => format!("other({})", signal_other(d, s)),
        8 | 9 if depth > 0 => format!("nearest({})", selector(d, s, depth - 1)),
        10 => by_name(d, s),
        _ => known.first().map_or("self".to_owned(), |n| (*n).to_owned()),
    }
}

fn signal_other(d: &mut Dice, s: &Scope) -> String {
    super::signal::touched(d, s, false)
}

/// A part of the character whose body this is, or a part of a part.
fn part(d: &mut Dice, s: &Scope) -> Option<String> {
    let (name, stand) = d.any(&s.character?.parts)?;
    let inner = match stand {
        super::plan::Stand::Character(i) => d.any(&s.plan.characters[*i].parts),
        super::plan::Stand::Shape(_) => None,
    };
    match inner {
        Some((inner, _)) if d.percent(50) => Some(format!("{name}.{inner}")),
        _ => Some(name.clone()),
    }
}

/// A spawn's name, a character with a number.
fn by_name(d: &mut Dice, s: &Scope) -> String {
    if d.percent(50) {
        return d.pick(&NAMES).to_owned();
    }
    let name = &s.plan.characters[d.below(s.plan.characters.len())].name;
    format!("{name}#{}", 1 + d.below(3))
}

/// Who is meant by a signal or an action: one, or all of some.
pub fn selector(d: &mut Dice, s: &Scope, depth: usize) -> String {
    let base = match d.below(6) {
        0 => s.plan.groups[d.below(s.plan.groups.len())].clone(),
        1 => by_name(d, s),
        2 => who(d, s, depth.min(1)),
        _ => character(d, s),
    };
    if base == "nobody" {
        return selector(d, s, depth);
    }
    let within = if d.percent(35) { format!(" within {}", 1 + d.below(7)) } else { String::new() };
    let ahead =
        if d.percent(25) { format!(" ahead {}", 20 * (1 + d.below(6))) } else { String::new() };
    format!("{base}{within}{ahead}")
}

/// A number that others know, or that somebody sent.
pub fn number_of_others(d: &mut Dice, s: &Scope, depth: usize) -> String {
    match d.below(8) {
        0 => format!("count({})", selector(d, s, depth)),
        1 => format!("distance({})", selector(d, s, depth)),
        2 => format!("bearing({})", selector(d, s, depth)),
        3 => format!("received({})", message(d, s)),
        4 => format!("value({})", message(d, s)),
        _ => field(d, s),
    }
}

/// Somebody's variable or a value of the pose.
fn field(d: &mut Dice, s: &Scope) -> String {
    let pose = ["x", "y", "z", "heading", "pitch", "roll", "speed"];
    let (of, vars) = somebody(d, s);
    let numbers: Vec<&str> = vars.iter().copied().filter(|v| NUMBERS.contains(v)).collect();
    if !numbers.is_empty() && d.percent(55) {
        return format!("{of}.{}", d.pick(&numbers));
    }
    format!("{of}.{}", d.pick(&pose))
}

/// Somebody's flag.
pub fn flag_of_others(d: &mut Dice, s: &Scope) -> Option<String> {
    let (of, vars) = somebody(d, s);
    let flags: Vec<&str> = vars.iter().copied().filter(|v| FLAGS.contains(v)).collect();
    (!flags.is_empty()).then(|| format!("{of}.{}", d.pick(&flags)))
}

/// Somebody, and the variables that all who may be meant have.
fn somebody<'p>(d: &mut Dice, s: &Scope<'p>) -> (String, Vec<&'p str>) {
    if d.percent(60) {
        let c = &s.plan.characters[d.below(s.plan.characters.len())];
        let vars = c.vars.iter().map(|v| v.name.as_str()).collect();
        let of = match d.below(4) {
            0 => format!("{}#{}", c.name, 1 + d.below(3)),
            1 => format!("nearest({} within {})", c.name, 3 + d.below(9)),
            _ => c.name.clone(),
        };
        return (of, vars);
    }
    let known = s.known_as(Kind::Who);
    let of = match d.below(5) {
        0 | 1 if !known.is_empty() => d.pick(&known).to_owned(),
        2 => "self".to_owned(),
        3 => format!("sender({})", message(d, s)),
        _ => "parent".to_owned(),
    };
    (of, vec!["a"])
}

/// `D is S` of somebody.
pub fn state_of_others(d: &mut Dice, s: &Scope) -> String {
    let c = &s.plan.characters[d.below(s.plan.characters.len())];
    let diagram = &c.diagrams[d.below(c.diagrams.len())];
    let state = &diagram.states[d.below(diagram.states.len())];
    let of = if d.percent(50) { c.name.clone() } else { format!("nearest({})", c.name) };
    let is = ["is", "is", "is not"][d.below(3)];
    format!("({of}.{} {is} {})", diagram.name, state.path)
}

/// A point in the parent's frame.
pub fn point(d: &mut Dice) -> String {
    let n = |d: &mut Dice| format!("{}", d.between(-4, 4));
    format!("at {} {} {}", n(d), literal(d), n(d))
}
