//! What keys mean to the window.
//!
//! In: a key, and whether the scene asks for it. Out: a command, and whether the scene gets it.
//! What the scene asks for it gets; function keys work for the window all the same.

use crate::Key;

/// What the window does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Something that is planned.
    Later(&'static str),
    /// Boxes and contacts, or none.
    Boxes,
    /// Times, or none.
    Times,
    /// Stands still, or goes on.
    Pause,
    /// One tick.
    Step,
    /// One tick back.
    Back,
    /// Covers the screen, or no longer does.
    FullScreen,
    /// Leaves the full screen.
    Small,
    /// Takes a picture.
    Shot,
    /// The camera is the scene's again.
    Home,
}

/// The command of a key that the scene asks for or not.
pub fn command(key: Key, used: bool) -> Option<Command> {
    Some(match key.name() {
        "F1" => Command::Later("F1: the diagrams of a character are not supported yet"),
        "F2" => Command::Later("F2: tree and variables are not supported yet"),
        "F3" => Command::Boxes,
        "F4" => Command::Times,
        "F5" => Command::Pause,
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
}
