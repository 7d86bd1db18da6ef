//! What a pointer means: clicks, double clicks, drags.
//!
//! In: buttons and places with times. Out: gestures. It knows no window and reads no clock.

use islay_vm::program::Button;

/// So near and so soon a second click is a double one.
const NEAR: f32 = 6.0;
const SOON: f64 = 0.35;
/// A pointer that was drawn less far was not drawn.
const STILL: f32 = 4.0;

/// What the user meant.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Gesture {
    /// A click there.
    Click(Button, [f32; 2]),
    /// A second click at the same place.
    Double,
    /// The view is drawn by so many pixels.
    Turn([f32; 2]),
}

/// The pointer as it was.
#[derive(Clone, Debug, Default)]
pub struct Pointer {
    at: Option<[f32; 2]>,
    /// Where the right button went down, and whether the pointer was drawn since.
    drag: Option<([f32; 2], bool)>,
    /// The last click of the left button.
    last: Option<(f64, [f32; 2])>,
}

impl Pointer {
    /// Where it is, if it is over the window.
    pub fn at(&self) -> Option<[f32; 2]> {
        self.at
    }

    /// It is somewhere else.
    pub fn left(&mut self) {
        self.at = None;
    }

    /// Nothing is held any more.
    pub fn let_go(&mut self) {
        self.drag = None;
    }

    /// It moved. `scale` is that of the desk.
    pub fn moved(&mut self, to: [f32; 2], scale: f32) -> Option<Gesture> {
        let from = self.at.replace(to)?;
        let (start, drawn) = self.drag.as_mut()?;
        if !*drawn && far(*start, to) < STILL * scale {
            return None;
        }
        let from = if *drawn { from } else { *start };
        *drawn = true;
        Some(Gesture::Turn([to[0] - from[0], to[1] - from[1]]))
    }

    /// A button went down at a time.
    pub fn down(&mut self, button: Button, at: [f32; 2], time: f64, scale: f32) -> Vec<Gesture> {
        self.at = Some(at);
        match button {
            Button::Right => {
                self.drag = Some((at, false));
                Vec::new()
            }
            Button::Middle => vec![Gesture::Click(button, at)],
            Button::Left => {
                let again = |(then, there)| time - then <= SOON && far(there, at) <= NEAR * scale;
                let double = self.last.is_some_and(again);
                // a third click is a first one
                self.last = (!double).then_some((time, at));
                let double = double.then_some(Gesture::Double);
                [Gesture::Click(button, at)].into_iter().chain(double).collect()
            }
        }
    }

    /// A button went up.
    pub fn up(&mut self, button: Button, at: [f32; 2]) -> Option<Gesture> {
        let drag = if button == Button::Right { self.drag.take() } else { None };
        drag.and_then(|(_, drawn)| (!drawn).then_some(Gesture::Click(button, at)))
    }
}

fn far([a, b]: [f32; 2], [c, d]: [f32; 2]) -> f32 {
    (c - a).hypot(d - b)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_right_button_clicks_or_draws() {
        let mut pointer = Pointer::default();
        assert!(pointer.down(Button::Right, [10.0, 10.0], 0.0, 1.0).is_empty());
        assert_eq!(pointer.moved([11.0, 10.0], 1.0), None);
        let click = Gesture::Click(Button::Right, [11.0, 10.0]);
        assert_eq!(pointer.up(Button::Right, [11.0, 10.0]), Some(click));
        pointer.down(Button::Right, [10.0, 10.0], 0.0, 1.0);
        assert_eq!(pointer.moved([20.0, 10.0], 1.0), Some(Gesture::Turn([10.0, 0.0])));
        assert_eq!(pointer.moved([21.0, 12.0], 1.0), Some(Gesture::Turn([1.0, 2.0])));
        assert_eq!(pointer.up(Button::Right, [21.0, 12.0]), None);
        assert_eq!(pointer.moved([50.0, 50.0], 1.0), None);
    }

    #[test]
    fn two_clicks_are_a_double_one_if_they_are_near_and_soon() {
        let mut pointer = Pointer::default();
        let mut down = |at, time| pointer.down(Button::Left, at, time, 1.0).len();
        assert_eq!(down([5.0, 5.0], 1.0), 1);
        assert_eq!(down([6.0, 5.0], 1.2), 2);
        assert_eq!(down([6.0, 5.0], 1.3), 1);
        assert_eq!(down([6.0, 5.0], 2.3), 1);
        assert_eq!(down([60.0, 5.0], 2.4), 1);
    }
}
