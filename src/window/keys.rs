//! What keys and buttons mean to the window: the table that all tell who tell it.
//!
//! In: a key, and whether the scene asks for it. Out: a command, and whether the scene gets it.
//! What the scene asks for it gets; function keys work for the window all the same.

use crate::Key;

/// What the window does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Diagrams of a character, or none.
    Diagrams,
    /// Tree and variables, or none.
    Tree,
    /// Boxes and contacts, or none.
    Boxes,
    /// Times, or none.
    Times,
    /// Stands still, or goes on.
    Pause,
    /// The timeline, or none.
    Timeline,
    /// The keys, or none.
    Help,
    /// One tick.
    Step,
    /// One tick back.
    Back,
    /// Covers the screen, or no longer does.
    FullScreen,
    /// Leaves help and full screen.
    Small,
    /// Takes a picture.
    Shot,
    /// The camera is the scene's again.
    Home,
}

/// A key, or what is done with the pointer, and what it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Row {
    /// As it is written on the keyboard.
    pub key: &'static str,
    /// What it does.
    pub does: &'static str,
}

const fn row(key: &'static str, does: &'static str) -> Row {
    Row { key, does }
}

/// All keys of the window.
pub const KEYS: [Row; 13] = [
    row("F1", "state diagrams of who is selected"),
    row("F2", "tree and variables; a click on a line selects"),
    row("F3", "boxes and contacts"),
    row("F4", "times of ticks and pictures"),
    row("F5", "stands still, or goes on"),
    row(".", "one tick on"),
    row(",", "one tick back"),
    row("F6", "timeline; a click or drag on it goes there"),
    row("F10", "these keys"),
    row("F11", "full screen, or not"),
    row("F12", "a picture as a file"),
    row("Home", "the camera of the scene again"),
    row("Escape", "leaves help and full screen"),
];

/// All that the pointer does.
pub const POINTER: [Row; 5] = [
    row("left, middle", "a click on who is there; left selects too"),
    row("double click", "the camera of the scene again"),
    row("right", "a click; drawn, the camera goes round"),
    row("wheel", "nearer and farther"),
    row("files dropped", "the first is played instead"),
];

/// The command of a key that the scene asks for or not.
pub fn command(key: Key, used: bool) -> Option<Command> {
    Some(match key.name() {
        "F1" => Command::Diagrams,
        "F2" => Command::Tree,
        "F3" => Command::Boxes,
        "F4" => Command::Times,
        "F5" => Command::Pause,
        "F6" => Command::Timeline,
        "F10" => Command::Help,
        "F11" => Command::FullScreen,
        "F12" => Command::Shot,
        _ if used => return None,
        "Period" => Command::Step,
        "Comma" => Command::Back,
        "Home" => Command::Home,
        "Escape" => Command::Small,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scene_gets_what_it_asks_for_but_function_keys_work_for_both() {
        let key = |name| Key::parse(name).unwrap();
        assert_eq!(command(key("Period"), false), Some(Command::Step));
        assert_eq!(command(key("Period"), true), None);
        assert_eq!(command(key("Home"), true), None);
        assert_eq!(command(key("F5"), true), Some(Command::Pause));
        assert_eq!(command(key("Left"), false), None);
    }

    #[test]
    fn the_table_has_every_key_that_does_something_and_no_other() {
        let named = |name: &str| match name {
            "." => "Period".to_owned(),
            "," => "Comma".to_owned(),
            name => name.to_owned(),
        };
        let listed: Vec<String> = KEYS.iter().map(|row| named(row.key)).collect();
        for key in Key::all() {
            let does = command(key, false).is_some();
            assert_eq!(does, listed.iter().any(|name| name == key.name()), "{}", key.name());
        }
        assert!(listed.iter().all(|name| Key::parse(name).is_some()), "{listed:?}");
    }

    #[test]
    fn the_specification_has_the_same_table() {
        let text = include_str!("../../spec/window.md");
        let cell = |line: &str| -> Option<[String; 2]> {
            let mut cells = line.strip_prefix("| `")?.strip_suffix(" |")?.splitn(2, "` | ");
            Some([cells.next()?.to_owned(), cells.next()?.to_owned()])
        };
        let told: Vec<[String; 2]> = text.lines().filter_map(cell).collect();
        let rows = KEYS.iter().chain(&POINTER);
        let table: Vec<[String; 2]> =
            rows.map(|row| [row.key, row.does].map(str::to_owned)).collect();
        assert_eq!(told, table);
    }
}
