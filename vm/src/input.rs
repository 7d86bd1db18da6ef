//! What reaches the world from outside before a tick.
//!
//! In: events from a window, a file or a host. Out: an [`Input`] for one tick. It knows no device;
//! key repeat is filtered by the world (a press of a held key is no press).

use crate::program::{Button, Key};

/// A serial number of an instance, 0 for nobody.
pub type InstanceId = u32;

/// An event, seen by the next tick.
#[derive(Clone, Debug, PartialEq)]
pub enum InputEvent {
    /// A key went down.
    Press(Key),
    /// A key went up.
    Release(Key),
    /// All keys went up (the window lost focus).
    ReleaseAll,
    /// A click on an instance, or on nothing.
    Click(InstanceId, Button),
    /// The pointer is over this instance from now on (0: over nothing).
    Hover(InstanceId),
    /// A message from outside.
    Send {
        /// Which.
        message: Box<str>,
        /// The number with it.
        value: f32,
        /// To whom.
        to: InputTarget,
    },
    /// Sets a number of the host; it stays so.
    Input(Box<str>, f32),
    /// Sets a variable of an instance to a number, flag, reference or colour (as bits).
    Set {
        /// Whose.
        of: InstanceId,
        /// Which.
        name: Box<str>,
        /// The bits of its value.
        bits: u32,
    },
}

/// Whom a message from outside goes to.
#[derive(Clone, Debug, PartialEq)]
pub enum InputTarget {
    /// Everyone.
    All,
    /// One instance.
    One(InstanceId),
    /// All instances of a character, group or spawn of that name.
    Name(Box<str>),
}

/// The events of one tick, in order.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Input {
    /// In the order they happened.
    pub events: Vec<InputEvent>,
}

impl Input {
    /// Nothing happened.
    pub fn new() -> Self {
        Self::default()
    }

    /// With one more event.
    #[must_use]
    pub fn with(mut self, event: InputEvent) -> Self {
        self.events.push(event);
        self
    }
}
