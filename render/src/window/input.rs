//! The window library's names of keys and buttons in ours.

use islay_vm::key::Key;
use islay_vm::program::Button;
use miniquad::{KeyCode, MouseButton};

/// The key of a code; `None` where it has no name with us.
pub fn key(code: KeyCode) -> Option<Key> {
    Key::parse(name(code)?)
}

/// The button of the pointer.
pub fn button(button: MouseButton) -> Option<Button> {
    match button {
        MouseButton::Left => Some(Button::Left),
        MouseButton::Middle => Some(Button::Middle),
        MouseButton::Right => Some(Button::Right),
        MouseButton::Unknown => None,
    }
}

fn name(code: KeyCode) -> Option<&'static str> {
    letter_or_digit(code).or_else(|| sign(code)).or_else(|| numpad(code)).or_else(|| command(code))
}

fn letter_or_digit(code: KeyCode) -> Option<&'static str> {
    const NAMES: [&str; 36] = [
        "0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "A", "B", "C", "D", "E", "F", "G", "H",
        "I", "J", "K", "L", "M", "N", "O", "P", "Q", "R", "S", "T", "U", "V", "W", "X", "Y", "Z",
    ];
    const DIGIT: u16 = KeyCode::Key0 as u16;
    const LETTER: u16 = KeyCode::A as u16;
    let at = match code as u16 {
        code @ DIGIT..0x3a => code - DIGIT,
        code @ LETTER..0x5b => code - LETTER + 10,
        _ => return None,
    };
    NAMES.get(usize::from(at)).copied()
}

fn sign(code: KeyCode) -> Option<&'static str> {
    Some(match code {
        KeyCode::Apostrophe => "Quote",
        KeyCode::Comma => "Comma",
        KeyCode::Minus => "Minus",
        KeyCode::Period => "Period",
        KeyCode::Slash => "Slash",
        KeyCode::Semicolon => "Semicolon",
        KeyCode::Equal => "Equal",
        KeyCode::LeftBracket => "BracketLeft",
        KeyCode::Backslash => "Backslash",
        KeyCode::RightBracket => "BracketRight",
        KeyCode::GraveAccent => "Backquote",
        KeyCode::World1 => "IntlBackslash",
        KeyCode::World2 => "IntlRo",
        KeyCode::Space => "Space",
        _ => return None,
    })
}

fn numpad(code: KeyCode) -> Option<&'static str> {
    const DIGITS: [&str; 10] = [
        "Numpad0", "Numpad1", "Numpad2", "Numpad3", "Numpad4", "Numpad5", "Numpad6", "Numpad7",
        "Numpad8", "Numpad9",
    ];
    let digit = (code as u16).checked_sub(KeyCode::Kp0 as u16);
    if let Some(name) = digit.and_then(|d| DIGITS.get(usize::from(d))) {
        return Some(name);
    }
    Some(match code {
        KeyCode::KpDecimal => "NumpadDecimal",
        KeyCode::KpDivide => "NumpadDivide",
        KeyCode::KpMultiply => "NumpadMultiply",
        KeyCode::KpSubtract => "NumpadSubtract",
        KeyCode::KpAdd => "NumpadAdd",
        KeyCode::KpEnter => "NumpadEnter",
        _ => return None,
    })
}

fn command(code: KeyCode) -> Option<&'static str> {
    const FUNCTIONS: [&str; 12] =
        ["F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9", "F10", "F11", "F12"];
    let function = (code as u16).checked_sub(KeyCode::F1 as u16);
    if let Some(name) = function.and_then(|f| FUNCTIONS.get(usize::from(f))) {
        return Some(name);
    }
    Some(match code {
        KeyCode::Escape => "Escape",
        KeyCode::Enter => "Enter",
        KeyCode::Tab => "Tab",
        KeyCode::Backspace => "Backspace",
        KeyCode::Insert => "Insert",
        KeyCode::Delete => "Delete",
        KeyCode::Right => "Right",
        KeyCode::Left => "Left",
        KeyCode::Down => "Down",
        KeyCode::Up => "Up",
        KeyCode::PageUp => "PageUp",
        KeyCode::PageDown => "PageDown",
        KeyCode::Home => "Home",
        KeyCode::End => "End",
        KeyCode::CapsLock => "CapsLock",
        KeyCode::ScrollLock => "ScrollLock",
        KeyCode::NumLock => "NumLock",
        KeyCode::PrintScreen => "PrintScreen",
        KeyCode::Pause => "Pause",
        KeyCode::LeftShift => "ShiftLeft",
        KeyCode::RightShift => "ShiftRight",
        KeyCode::LeftControl => "ControlLeft",
        KeyCode::RightControl => "ControlRight",
        KeyCode::LeftAlt => "AltLeft",
        KeyCode::RightAlt => "AltRight",
        KeyCode::LeftSuper => "MetaLeft",
        KeyCode::RightSuper => "MetaRight",
        KeyCode::Menu => "ContextMenu",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_have_the_names_that_scenes_use() {
        for (code, name) in [
            (KeyCode::Left, "Left"),
            (KeyCode::A, "A"),
            (KeyCode::Z, "Z"),
            (KeyCode::Key0, "0"),
            (KeyCode::Key9, "9"),
            (KeyCode::Kp0, "Numpad0"),
            (KeyCode::Kp9, "Numpad9"),
            (KeyCode::F12, "F12"),
            (KeyCode::LeftShift, "ShiftLeft"),
            (KeyCode::Comma, "Comma"),
        ] {
            assert_eq!(key(code), Some(Key::parse(name).unwrap()), "{name}");
        }
        assert_eq!(key(KeyCode::F13), None);
        assert_eq!(key(KeyCode::Unknown), None);
    }

    #[test]
    fn every_name_is_that_of_a_key() {
        let codes = [KeyCode::World1, KeyCode::World2, KeyCode::KpAdd, KeyCode::Menu];
        assert!(codes.into_iter().all(|code| key(code).is_some()));
    }
}
