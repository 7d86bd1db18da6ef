//! What stands under `option`: the interval, the room, the colours.
//!
//! In: an element. Out: [`Settings`] with it. What is given twice is an error.

use super::attributes::{Element, number, shown};
use super::document::{Named, Remarks, Room, Settings};
use crate::diagnostic::Code;
use crate::import::Finding;

/// `interval @value`
pub(super) fn interval(e: &mut Element<'_>, out: &mut Settings, _: &mut Remarks) {
    once(e, out.interval.is_some());
    let Some(value) = e.wanted("value") else { return };
    match number(&value.text).filter(|v| *v > 0.0) {
        Some(milliseconds) => out.interval = Some(milliseconds as f32),
        None => {
            let message =
                format!("`value` is `{}`, which is no number above 0", shown(&value.text));
            e.error(Code::BadNumber, value.at, message);
        }
    }
}

/// `room @type @width @height @depth`
pub(super) fn room(e: &mut Element<'_>, out: &mut Settings, _: &mut Remarks) {
    once(e, out.room.is_some());
    let kind = e.wanted("type");
    let room = match kind.as_ref().map(|kind| kind.text.trim().to_ascii_lowercase()).as_deref() {
        Some("space") => Room::Space,
        Some("ground") => Room::Ground,
        Some("room") => Room::Room,
        _ => {
            if let Some(kind) = kind {
                let message = format!("there is no room of type `{}`", shown(&kind.text));
                e.report(
                    Finding::new(Code::UnknownName, kind.at, message)
                        .help("types are `space`, `ground`, `room`"),
                );
            }
            return;
        }
    };
    let size = if room == Room::Room {
        Some(e.three(["width", "height", "depth"]))
    } else {
        let given = ["width", "height", "depth"].map(|name| e.maybe_number(name));
        match given {
            [Some(w), Some(h), Some(d)] => Some([w, h, d]),
            _ => None,
        }
    };
    let flat = size.is_some_and(|size| size.iter().any(|s| *s <= 0.0));
    if flat && room == Room::Room {
        let at = e.at;
        e.error(Code::OutOfRange, at, "a room is wider, higher and deeper than 0");
    }
    out.room = Some((room, size.filter(|_| !flat)));
}

/// `color @roof @floor @wall @background`
pub(super) fn colors(e: &mut Element<'_>, out: &mut Settings, _: &mut Remarks) {
    once(e, out.colors.iter().any(Option::is_some));
    out.colors = ["roof", "floor", "wall", "background"].map(|name| {
        let value = e.maybe(name)?;
        let found = color(&value);
        if found.is_none() {
            let message = format!("`{name}` is `{}`, which is no colour", shown(&value.text));
            e.report(
                Finding::new(Code::BadColour, value.at, message)
                    .help("a colour is three whole numbers from 0 to 255: `255,128,0`"),
            );
        }
        found
    });
}

/// `r,g,b`, each from 0 to 255.
fn color(value: &Named) -> Option<u32> {
    let parts: Vec<&str> = value.text.split(',').collect();
    let [r, g, b] = parts.try_into().ok()?;
    [r, g, b].iter().try_fold(0, |out, part| {
        let value = number(part).filter(|v| v.fract() == 0.0 && (0.0..=255.0).contains(v))?;
        Some(out << 8 | value as u32)
    })
}

fn once(e: &mut Element<'_>, given: bool) {
    if given {
        let (at, message) = (e.at, format!("`<{}>` stands twice", e.name));
        e.error(Code::DuplicateName, at, message);
    }
}
