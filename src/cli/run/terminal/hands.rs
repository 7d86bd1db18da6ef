//! What a user does at a terminal, as keys of a scene.
//!
//! In: events of the terminal. Out: keys that go down and up in a [`Play`]. It keeps `q` and Ctrl-C
//! for leaving.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use islay::Key;
use islay::session::play::Play;

/// How long a key counts as held after its last repeat.
const HELD: Duration = Duration::from_millis(150);

/// What an event is to the player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Does {
    /// It went to the scene, or nowhere.
    Plays,
    /// The user leaves.
    Leaves,
    /// The terminal has so many columns and rows now.
    Resizes(u16, u16),
}

/// Keys that are held, and until when.
#[derive(Default)]
pub struct Hands {
    until: BTreeMap<Key, Instant>,
}

impl Hands {
    /// Passes an event on. `releases`: the terminal tells when a key goes up.
    pub fn event(&mut self, event: &Event, play: &mut Play, releases: bool, now: Instant) -> Does {
        match event {
            Event::Key(key) if leaves(key) => return Does::Leaves,
            Event::Key(key) => self.key(key, play, releases, now),
            Event::Resize(columns, rows) => return Does::Resizes(*columns, *rows),
            Event::FocusLost => {
                self.until.clear();
                play.release_all();
            }
            _ => {}
        }
        Does::Plays
    }

    fn key(&mut self, event: &KeyEvent, play: &mut Play, releases: bool, now: Instant) {
        for key in keys(event) {
            if event.kind == KeyEventKind::Release {
                self.until.remove(&key);
                play.release(key);
                continue;
            }
            play.press(key);
            if !releases {
                self.until.insert(key, now + HELD);
            }
        }
    }

    /// Lets go of keys that were not repeated.
    pub fn tire(&mut self, play: &mut Play, now: Instant) {
        self.until.retain(|key, until| {
            let held = now < *until;
            if !held {
                play.release(*key);
            }
            held
        });
    }
}

fn leaves(event: &KeyEvent) -> bool {
    let control = event.modifiers.contains(KeyModifiers::CONTROL);
    match event.code {
        _ if event.kind == KeyEventKind::Release => false,
        KeyCode::Char('q' | 'Q') => true,
        KeyCode::Char('c' | 'C') => control,
        _ => false,
    }
}

/// The keys of an event: that which was struck, and Shift, Control and Alt if they are down.
fn keys(event: &KeyEvent) -> Vec<Key> {
    let with = [
        (KeyModifiers::SHIFT, "ShiftLeft"),
        (KeyModifiers::CONTROL, "ControlLeft"),
        (KeyModifiers::ALT, "AltLeft"),
    ];
    let down = with.iter().filter(|(modifier, _)| event.modifiers.contains(*modifier));
    let names = down.map(|(_, name)| (*name).to_owned()).chain(name(event.code));
    names.filter_map(|name| Key::parse(&name)).collect()
}

/// The name of a key on a keyboard as in the United States: a terminal tells characters, not places.
fn name(code: KeyCode) -> Option<String> {
    let name = match code {
        KeyCode::Left => "Left",
        KeyCode::Right => "Right",
        KeyCode::Up => "Up",
        KeyCode::Down => "Down",
        KeyCode::Enter => "Enter",
        KeyCode::Esc => "Escape",
        KeyCode::Tab | KeyCode::BackTab => "Tab",
        KeyCode::Backspace => "Backspace",
        KeyCode::Delete => "Delete",
        KeyCode::Insert => "Insert",
        KeyCode::Home => "Home",
        KeyCode::End => "End",
        KeyCode::PageUp => "PageUp",
        KeyCode::PageDown => "PageDown",
        KeyCode::F(n) => return Some(format!("F{n}")),
        KeyCode::Char(c) if c.is_ascii_alphanumeric() => {
            return Some(c.to_ascii_uppercase().into());
        }
        KeyCode::Char(c) => sign(c)?,
        _ => return None,
    };
    Some(name.to_owned())
}

fn sign(c: char) -> Option<&'static str> {
    Some(match c {
        ' ' => "Space",
        '-' | '_' => "Minus",
        '=' | '+' => "Equal",
        '[' | '{' => "BracketLeft",
        ']' | '}' => "BracketRight",
        '\\' | '|' => "Backslash",
        ';' | ':' => "Semicolon",
        '\'' | '"' => "Quote",
        '`' | '~' => "Backquote",
        ',' | '<' => "Comma",
        '.' | '>' => "Period",
        '/' | '?' => "Slash",
        '!' => "Digit1",
        '@' => "Digit2",
        '#' => "Digit3",
        '$' => "Digit4",
        '%' => "Digit5",
        '^' => "Digit6",
        '&' => "Digit7",
        '*' => "Digit8",
        '(' => "Digit9",
        ')' => "Digit0",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use islay::session::script::Script;
    use islay::{Config, Scene};

    const SCENE: &str = "character A { shape box 1 1 1  diagram D {
          state Off on key(Left) -> On  state On on not key(Left) -> Off } }
        world { tick 0.05 s }
        group main { A }";

    fn struck(code: KeyCode, kind: KeyEventKind) -> Event {
        Event::Key(KeyEvent::new_with_kind(code, KeyModifiers::NONE, kind))
    }

    fn state_after(play: &mut Play) -> String {
        play.tick();
        play.stage().state("A.D").unwrap()
    }

    #[test]
    fn a_key_is_held_until_it_is_not_repeated() {
        let scene = Scene::from_text("a", SCENE).unwrap();
        let mut play = Play::new(&scene, Config::default(), Script::new());
        let (mut hands, start) = (Hands::default(), Instant::now());
        let left = struck(KeyCode::Left, KeyEventKind::Press);
        let at = |ms| start + Duration::from_millis(ms);
        for ms in [0, 100, 200] {
            hands.tire(&mut play, at(ms));
            assert_eq!(hands.event(&left, &mut play, false, at(ms)), Does::Plays);
            assert_eq!(state_after(&mut play), "On");
        }
        hands.tire(&mut play, at(340));
        assert_eq!(state_after(&mut play), "On");
        hands.tire(&mut play, at(360));
        assert_eq!(state_after(&mut play), "Off");
    }

    #[test]
    fn a_terminal_that_tells_releases_is_believed() {
        let scene = Scene::from_text("a", SCENE).unwrap();
        let mut play = Play::new(&scene, Config::default(), Script::new());
        let (mut hands, now) = (Hands::default(), Instant::now());
        hands.event(&struck(KeyCode::Left, KeyEventKind::Press), &mut play, true, now);
        hands.tire(&mut play, now + Duration::from_secs(9));
        assert_eq!(state_after(&mut play), "On");
        hands.event(&struck(KeyCode::Left, KeyEventKind::Release), &mut play, true, now);
        assert_eq!(state_after(&mut play), "Off");
    }

    #[test]
    fn q_and_control_c_leave_and_other_keys_do_not() {
        let key = |code, modifiers| KeyEvent::new(code, modifiers);
        assert!(leaves(&key(KeyCode::Char('q'), KeyModifiers::NONE)));
        assert!(leaves(&key(KeyCode::Char('c'), KeyModifiers::CONTROL)));
        assert!(!leaves(&key(KeyCode::Char('c'), KeyModifiers::NONE)));
        assert!(!leaves(&key(KeyCode::Esc, KeyModifiers::NONE)));
    }

    #[test]
    fn every_name_is_a_key() {
        let codes = ('!'..='~').chain([' ']).map(KeyCode::Char).chain((1..=12).map(KeyCode::F));
        for code in codes.chain([KeyCode::Left, KeyCode::BackTab, KeyCode::PageDown]) {
            assert_eq!(keys(&KeyEvent::new(code, KeyModifiers::NONE)).len(), 1, "{code:?}");
        }
        let shifted = keys(&KeyEvent::new(KeyCode::Char('A'), KeyModifiers::SHIFT));
        assert_eq!(shifted, [Key::parse("ShiftLeft").unwrap(), Key::parse("A").unwrap()]);
    }
}
