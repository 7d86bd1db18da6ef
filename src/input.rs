//! What the outside does to a stage before a tick, by names and paths.
//!
//! In: calls of a host. Out: an [`Input`]. Paths are looked up by the stage, when the tick comes.

use islay_vm::key::Key;
use islay_vm::program::Button;

/// What happens before one tick, in order.
///
/// ```
/// use islay::{Button, Input, Key};
///
/// let input = Input::new()
///     .press(Key::Space)             // down until it is released
///     .hold(Key::Left)               // down in this tick
///     .click("Hero", Button::Left)
///     .set("wind", 0.3)              // host { input wind }
///     .send("go", 1.0, "all");       // host { message go }
/// # let _ = input;
/// ```
///
/// Paths are looked up when the tick comes; those that nobody bears are in [`crate::Stage::misses`], and
/// what was meant for them does not happen.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Input {
    pub(crate) events: Vec<InputEvent>,
}

/// One thing that happens.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum InputEvent {
    Hold(Key),
    Press(Key),
    Release(Key),
    ReleaseAll,
    Click(Option<String>, Button),
    Hover(Option<String>),
    Send { message: String, value: f32, to: String },
    Set(String, f32),
}

impl Input {
    /// Nothing happens.
    pub fn new() -> Self {
        Self::default()
    }

    /// The key is held in this tick; it goes up when a later input does not hold it.
    #[must_use]
    pub fn hold(self, key: Key) -> Self {
        self.with(InputEvent::Hold(key))
    }

    /// The key goes down and stays down.
    #[must_use]
    pub fn press(self, key: Key) -> Self {
        self.with(InputEvent::Press(key))
    }

    /// The key goes up.
    #[must_use]
    pub fn release(self, key: Key) -> Self {
        self.with(InputEvent::Release(key))
    }

    /// All keys go up, as when a window loses focus.
    #[must_use]
    pub fn release_all(self) -> Self {
        self.with(InputEvent::ReleaseAll)
    }

    /// A click on the instance of this path.
    #[must_use]
    pub fn click(self, path: &str, button: Button) -> Self {
        self.with(InputEvent::Click(Some(path.to_owned()), button))
    }

    /// A click on nothing.
    #[must_use]
    pub fn click_nothing(self, button: Button) -> Self {
        self.with(InputEvent::Click(None, button))
    }

    /// The pointer is over the instance of this path from now on.
    #[must_use]
    pub fn hover(self, path: &str) -> Self {
        self.with(InputEvent::Hover(Some(path.to_owned())))
    }

    /// The pointer is over nothing from now on.
    #[must_use]
    pub fn hover_nothing(self) -> Self {
        self.with(InputEvent::Hover(None))
    }

    /// A message arrives, with a number, at `to`: a path, the name of a character or group, or
    /// `all`.
    #[must_use]
    pub fn send(self, message: &str, value: f32, to: &str) -> Self {
        let (message, to) = (message.to_owned(), to.to_owned());
        self.with(InputEvent::Send { message, value, to })
    }

    /// An input of the host (`host { input steer }`) has this value from now on. A scene that has no
    /// such input passes it over; what is not finite is 0.
    #[must_use]
    pub fn set(self, name: &str, value: f32) -> Self {
        self.with(InputEvent::Set(name.to_owned(), value))
    }

    /// All of another input, after what is there.
    #[must_use]
    pub fn and(mut self, other: Input) -> Self {
        self.events.extend(other.events);
        self
    }

    fn with(mut self, event: InputEvent) -> Self {
        self.events.push(event);
        self
    }
}
