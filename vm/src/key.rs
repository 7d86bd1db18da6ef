//! Keys by their W3C `KeyboardEvent.code` names, with the short forms scenes use.
//!
//! In: a name. Out: a [`Key`]. It knows no keyboard layout and no window library.

/// A key, or one of the pairs that scenes ask for as one (`Shift`: either Shift).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Key(pub u8);

/// Code names; those from [`FIRST_PAIR`] on are pairs: held while either is.
const NAMES: &[&str] = &[
    "KeyA",
    "KeyB",
    "KeyC",
    "KeyD",
    "KeyE",
    "KeyF",
    "KeyG",
    "KeyH",
    "KeyI",
    "KeyJ",
    "KeyK",
    "KeyL",
    "KeyM",
    "KeyN",
    "KeyO",
    "KeyP",
    "KeyQ",
    "KeyR",
    "KeyS",
    "KeyT",
    "KeyU",
    "KeyV",
    "KeyW",
    "KeyX",
    "KeyY",
    "KeyZ",
    "Digit0",
    "Digit1",
    "Digit2",
    "Digit3",
    "Digit4",
    "Digit5",
    "Digit6",
    "Digit7",
    "Digit8",
    "Digit9",
    "ArrowLeft",
    "ArrowRight",
    "ArrowUp",
    "ArrowDown",
    "Space",
    "Enter",
    "Escape",
    "Tab",
    "Backspace",
    "Delete",
    "Insert",
    "Home",
    "End",
    "PageUp",
    "PageDown",
    "Minus",
    "Equal",
    "BracketLeft",
    "BracketRight",
    "Backslash",
    "Semicolon",
    "Quote",
    "Backquote",
    "Comma",
    "Period",
    "Slash",
    "CapsLock",
    "ContextMenu",
    "F1",
    "F2",
    "F3",
    "F4",
    "F5",
    "F6",
    "F7",
    "F8",
    "F9",
    "F10",
    "F11",
    "F12",
    "Numpad0",
    "Numpad1",
    "Numpad2",
    "Numpad3",
    "Numpad4",
    "Numpad5",
    "Numpad6",
    "Numpad7",
    "Numpad8",
    "Numpad9",
    "NumpadAdd",
    "NumpadSubtract",
    "NumpadMultiply",
    "NumpadDivide",
    "NumpadDecimal",
    "NumpadEnter",
    "NumLock",
    "ScrollLock",
    "Pause",
    "PrintScreen",
    "IntlBackslash",
    "IntlRo",
    "IntlYen",
    "ShiftLeft",
    "ShiftRight",
    "ControlLeft",
    "ControlRight",
    "AltLeft",
    "AltRight",
    "MetaLeft",
    "MetaRight",
    "Shift",
    "Control",
    "Alt",
    "Meta",
];

/// The first pair; pair `i` stands for the keys `FIRST_SIDE + 2i` and the next.
const FIRST_PAIR: u8 = NAMES.len() as u8 - 4;
const FIRST_SIDE: u8 = FIRST_PAIR - 8;

impl Key {
    /// Left arrow.
    pub const LEFT: Key = Key(36);
    /// Right arrow.
    pub const RIGHT: Key = Key(37);
    /// Up arrow.
    pub const UP: Key = Key(38);
    /// Down arrow.
    pub const DOWN: Key = Key(39);
    /// Space bar.
    pub const SPACE: Key = Key(40);
    /// Enter.
    pub const ENTER: Key = Key(41);

    /// The key of a name: a code (`ArrowLeft`, `KeyA`, `Digit1`) or a short form (`Left`, `A`, `1`).
    pub fn parse(name: &str) -> Option<Key> {
        let find = |name: &str| NAMES.iter().position(|n| *n == name).map(|i| Key(i as u8));
        let short = match name {
            "Left" | "Right" | "Up" | "Down" => format!("Arrow{name}"),
            "Ctrl" => "Control".to_owned(),
            "Esc" => "Escape".to_owned(),
            _ if name.len() == 1 && name.as_bytes()[0].is_ascii_uppercase() => format!("Key{name}"),
            _ if name.len() == 1 && name.as_bytes()[0].is_ascii_digit() => format!("Digit{name}"),
            _ => return find(name),
        };
        find(&short)
    }

    /// Its code name.
    pub fn name(self) -> &'static str {
        NAMES.get(self.0 as usize).copied().unwrap_or("Unidentified")
    }

    /// Whether there is one of this number.
    pub(crate) fn exists(self) -> bool {
        usize::from(self.0) < NAMES.len()
    }

    /// All physical keys.
    pub fn all() -> impl Iterator<Item = Key> {
        (0..FIRST_PAIR).map(Key)
    }

    /// All names that [`Key::parse`] takes, codes and short forms (for suggestions and completion).
    pub fn names() -> impl Iterator<Item = String> {
        let short = |n: &&str| {
            ["Arrow", "Key", "Digit"].iter().find_map(|p| n.strip_prefix(p)).map(str::to_owned)
        };
        let codes = NAMES.iter().map(|n| (*n).to_owned());
        codes.chain(NAMES.iter().filter_map(short)).chain(["Ctrl".to_owned(), "Esc".to_owned()])
    }

    /// The physical keys it stands for: itself, or the two of a pair.
    pub fn physical(self) -> [Key; 2] {
        match self.0.checked_sub(FIRST_PAIR) {
            Some(pair) => [Key(FIRST_SIDE + 2 * pair), Key(FIRST_SIDE + 2 * pair + 1)],
            None => [self, self],
        }
    }
}

/// The keys that scenes use most, by the names that scenes use.
#[allow(non_upper_case_globals)]
#[allow(missing_docs)]
impl Key {
    pub const Left: Key = Key(36);
    pub const Right: Key = Key(37);
    pub const Up: Key = Key(38);
    pub const Down: Key = Key(39);
    pub const Space: Key = Key(40);
    pub const Enter: Key = Key(41);
    pub const Escape: Key = Key(42);
    pub const Tab: Key = Key(43);
    pub const A: Key = Key(0);
    pub const B: Key = Key(1);
    pub const C: Key = Key(2);
    pub const D: Key = Key(3);
    pub const E: Key = Key(4);
    pub const F: Key = Key(5);
    pub const G: Key = Key(6);
    pub const H: Key = Key(7);
    pub const I: Key = Key(8);
    pub const J: Key = Key(9);
    pub const K: Key = Key(10);
    pub const L: Key = Key(11);
    pub const M: Key = Key(12);
    pub const N: Key = Key(13);
    pub const O: Key = Key(14);
    pub const P: Key = Key(15);
    pub const Q: Key = Key(16);
    pub const R: Key = Key(17);
    pub const S: Key = Key(18);
    pub const T: Key = Key(19);
    pub const U: Key = Key(20);
    pub const V: Key = Key(21);
    pub const W: Key = Key(22);
    pub const X: Key = Key(23);
    pub const Y: Key = Key(24);
    pub const Z: Key = Key(25);
}

/// A set of physical keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct KeySet(u128);

impl KeySet {
    /// Adds it (of a pair: the left one).
    pub fn insert(&mut self, key: Key) {
        self.0 |= 1 << key.physical()[0].0;
    }

    /// Takes it out (of a pair: both).
    pub fn remove(&mut self, key: Key) {
        for k in key.physical() {
            self.0 &= !(1 << k.0);
        }
    }

    /// Whether it is in the set (of a pair: either).
    pub fn has(self, key: Key) -> bool {
        key.physical().iter().any(|k| self.0 & (1 << k.0) != 0)
    }

    /// Adds all of another set.
    pub fn extend(&mut self, other: KeySet) {
        self.0 |= other.0;
    }

    /// Takes all out.
    pub fn clear(&mut self) {
        self.0 = 0;
    }

    /// The set of this number.
    pub fn of_bits(bits: u128) -> Self {
        Self(bits)
    }

    /// As a number, for hashes and snapshots.
    pub fn bits(self) -> u128 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_forms_are_the_codes() {
        for (short, code) in
            [("Left", Key::LEFT), ("Space", Key::SPACE), ("Enter", Key::ENTER), ("Up", Key::UP)]
        {
            assert_eq!(Key::parse(short), Some(code));
        }
        assert_eq!(Key::parse("A").map(Key::name), Some("KeyA"));
        assert_eq!(Key::parse("1").map(Key::name), Some("Digit1"));
        assert_eq!(Key::parse("a"), None);
    }

    #[test]
    fn a_pair_is_held_while_either_is() {
        let shift = Key::parse("Shift").unwrap();
        let right = Key::parse("ShiftRight").unwrap();
        let mut held = KeySet::default();
        held.insert(right);
        assert!(held.has(shift) && held.has(right));
        held.remove(shift);
        assert!(!held.has(right));
    }

    #[test]
    fn constants_are_the_keys_of_their_names() {
        let named = [("Left", Key::Left), ("Down", Key::Down), ("Tab", Key::Tab), ("Z", Key::Z)];
        assert!(named.iter().all(|(name, key)| Key::parse(name) == Some(*key)));
    }

    #[test]
    fn every_key_fits_the_set() {
        assert!(NAMES.len() <= 128);
        assert!(Key::names().all(|n| Key::parse(&n).is_some()));
    }
}
