//! What a random program declares: names first, so that everything can speak of everything.
//!
//! In: random numbers. Out: a [`Plan`]. A variable's name tells its kind in every character, so
//! that what is read of somebody unknown has one kind.

use super::dice::Dice;

/// Messages.
pub const MESSAGES: [&str; 4] = ["ping", "pong", "hot", "cold"];
/// Keys as programs write them.
pub const KEYS: [&str; 6] = ["Left", "Right", "Up", "Space", "A", "Shift"];
/// Names that spawns get by `as`.
pub const NAMES: [&str; 3] = ["Boss", "Pal", "Lone"];
/// Names of variables that are numbers.
pub const NUMBERS: [&str; 3] = ["a", "b", "power"];
/// Names of variables that are flags.
pub const FLAGS: [&str; 2] = ["ready", "lit"];
/// Names of variables that are references.
pub const REFERENCES: [&str; 2] = ["mate", "foe"];
/// Names of variables that are colours.
pub const COLOURS: [&str; 1] = ["tint"];

/// Kinds of parameters and variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)]
pub enum Kind {
    Number,
    Flag,
    Who,
    Colour,
    Time,
    Key,
    Message,
    Character,
}

impl Kind {
    /// As a declaration writes it.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Number => "number",
            Kind::Flag => "flag",
            Kind::Who => "who",
            Kind::Colour => "colour",
            Kind::Time => "time",
            Kind::Key => "key",
            Kind::Message => "message",
            Kind::Character => "character",
        }
    }
}

/// A name with its kind.
#[derive(Clone, Debug)]
pub struct Named {
    /// The name.
    pub name: String,
    /// What it holds.
    pub kind: Kind,
}

/// A state.
#[derive(Clone, Debug)]
pub struct State {
    /// Its own name.
    pub name: String,
    /// The path below the diagram.
    pub path: String,
    /// The state it lies in.
    pub parent: Option<usize>,
    /// States inside.
    pub children: Vec<usize>,
}

/// A diagram.
#[derive(Clone, Debug)]
pub struct Diagram {
    /// Its name.
    pub name: String,
    /// Parameters of a top-level one.
    pub params: Vec<Named>,
    /// An outer state before its inner ones.
    pub states: Vec<State>,
}

/// What stands in a part.
#[derive(Clone, Debug)]
pub enum Stand {
    /// A character.
    Character(usize),
    /// An atom or shape, as written.
    Shape(String),
}

/// A character.
#[derive(Clone, Debug)]
pub struct Character {
    /// Its name.
    pub name: String,
    /// Parameters.
    pub params: Vec<Named>,
    /// Variables.
    pub vars: Vec<Named>,
    /// Parts.
    pub parts: Vec<(String, Stand)>,
    /// Its own diagrams.
    pub diagrams: Vec<Diagram>,
    /// Top-level diagrams that it runs, and under which name.
    pub runs: Vec<(usize, String)>,
    /// It vanishes by itself.
    pub mortal: bool,
    /// It stands in a part of another.
    pub is_part: bool,
}

/// A whole program.
#[derive(Clone, Debug)]
pub struct Plan {
    /// `room`, `ground` or `space`.
    pub world: &'static str,
    /// Constants, numbers all.
    pub consts: Vec<String>,
    /// Atoms.
    pub atoms: Vec<String>,
    /// Top-level diagrams.
    pub diagrams: Vec<Diagram>,
    /// Characters; parts are of earlier ones.
    pub characters: Vec<Character>,
    /// Groups that are forked.
    pub groups: Vec<String>,
    /// Whether `restart` may happen, whether `finish`.
    pub ends: (bool, bool),
}

impl Plan {
    /// A random one.
    pub fn new(dice: &mut Dice) -> Plan {
        let world = ["room", "room", "ground", "space"][dice.below(4)];
        let consts = (0..dice.below(3)).map(|i| format!("K{i}")).collect();
        let atoms: Vec<String> = (0..1 + dice.below(3)).map(|i| format!("Atom{i}")).collect();
        let diagrams: Vec<Diagram> = (0..dice.below(3)).map(|i| shared(dice, i)).collect();
        let mut characters: Vec<Character> = Vec::new();
        for i in 0..3 + dice.below(3) {
            let new = character(dice, i, &characters, &atoms, diagrams.len());
            for (_, stand) in &new.parts {
                if let Stand::Character(of) = stand {
                    characters[*of].is_part = true;
                }
            }
            characters.push(new);
        }
        let groups = (0..1 + dice.below(2)).map(|i| format!("Group{i}")).collect();
        let ends = (dice.percent(12), dice.percent(12));
        Plan { world, consts, atoms, diagrams, characters, groups, ends }
    }
}

fn character(
    dice: &mut Dice,
    index: usize,
    earlier: &[Character],
    atoms: &[String],
    n_shared: usize,
) -> Character {
    let kinds = [
        Kind::Number,
        Kind::Flag,
        Kind::Who,
        Kind::Colour,
        Kind::Time,
        Kind::Key,
        Kind::Message,
        Kind::Character,
    ];
    let n_params = [0, 0, 1, 2, 3][dice.below(5)];
    let params = (0..n_params)
        .map(|i| Named { name: format!("p{i}"), kind: kinds[dice.below(kinds.len())] })
        .map(|p| Named { name: format!("{}_{}", p.name, p.kind.word()), kind: p.kind })
        .collect();
    let parts = (0..[0, 0, 1, 2][dice.below(4)])
        .map(|i| (format!("part{i}"), stand(dice, earlier, atoms)))
        .collect();
    let diagrams = (0..1 + dice.below(3)).map(|i| diagram(dice, format!("D{i}"))).collect();
    let runs = if n_shared > 0 && dice.percent(60) {
        let which = dice.below(n_shared);
        let name = if dice.percent(50) { "Extra".to_owned() } else { format!("Shared{which}") };
        vec![(which, name)]
    } else {
        Vec::new()
    };
    let name = format!("C{index}");
    let (vars, mortal) = (variables(dice), index == 0);
    Character { name, params, vars, parts, diagrams, runs, mortal, is_part: false }
}

/// Parts that have no parts of their own are likelier, so that trees stay small.
fn stand(dice: &mut Dice, earlier: &[Character], atoms: &[String]) -> Stand {
    let shapes = ["ball 0.4", "box 0.4 0.6 0.4 color #44aa66", "capsule 0.3 1 color red"];
    if let Some(i) = (!earlier.is_empty() && dice.percent(65)).then(|| dice.below(earlier.len()))
        && earlier[i].parts.len() < 2
        && !earlier[i].mortal
    {
        return Stand::Character(i);
    }
    match dice.below(3) {
        0 => Stand::Shape(shapes[dice.below(3)].to_owned()),
        _ => Stand::Shape(atoms[dice.below(atoms.len())].clone()),
    }
}

/// Every character has the number `a`, which shared diagrams use.
fn variables(dice: &mut Dice) -> Vec<Named> {
    let mut vars = vec![Named { name: "a".to_owned(), kind: Kind::Number }];
    let mut some = |names: &[&str], kind, percent| {
        for name in names {
            if dice.percent(percent) {
                vars.push(Named { name: (*name).to_owned(), kind });
            }
        }
    };
    some(&NUMBERS[1..], Kind::Number, 50);
    some(&FLAGS, Kind::Flag, 45);
    some(&REFERENCES, Kind::Who, 55);
    some(&COLOURS, Kind::Colour, 45);
    vars
}

fn shared(dice: &mut Dice, index: usize) -> Diagram {
    let kinds = [Kind::Number, Kind::Time, Kind::Key, Kind::Message, Kind::Flag];
    let params = (0..dice.below(3))
        .map(|i| (i, kinds[dice.below(kinds.len())]))
        .map(|(i, kind)| Named { name: format!("q{i}_{}", kind.word()), kind })
        .collect();
    Diagram { params, ..diagram(dice, format!("Shared{index}")) }
}

fn diagram(dice: &mut Dice, name: String) -> Diagram {
    let mut states = Vec::new();
    for _ in 0..2 + dice.below(3) {
        add_state(dice, &mut states, None, 1);
    }
    Diagram { name, params: Vec::new(), states }
}

fn add_state(dice: &mut Dice, states: &mut Vec<State>, parent: Option<usize>, level: usize) {
    let index = states.len();
    let name = format!("S{index}");
    let path = match parent {
        Some(p) => format!("{}.{name}", states[p].path),
        None => name.clone(),
    };
    states.push(State { name, path, parent, children: Vec::new() });
    if let Some(p) = parent {
        states[p].children.push(index);
    }
    if level < 3 && dice.percent([30, 22][level - 1]) {
        for _ in 0..2 + dice.below(2) {
            add_state(dice, states, Some(index), level + 1);
        }
    }
}
