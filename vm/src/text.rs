//! Values as text: in logs and on text shapes.
//!
//! In: bits and their kind. Out: numbers to three digits without trailing zeros, `true` or `false`,
//! paths or `nobody`, colours as `#rrggbb` or `#rrggbbaa`.

use std::fmt::Write;

use crate::native::round_digits;
use crate::program::{Kind, NameId, Program};
use crate::roster::Roster;

/// A name of the program.
pub fn name(program: &Program, name: NameId) -> &str {
    program.name(name)
}

/// Appends a value.
pub fn write_value(program: &Program, roster: &Roster, bits: u32, kind: Kind, out: &mut String) {
    // writing to a string cannot fail
    let _ = match kind {
        Kind::Number => write!(out, "{}", round_digits(f32::from_bits(bits), 3.0) + 0.0),
        Kind::Flag => write!(out, "{}", bits != 0),
        Kind::Who => {
            let path = roster.path(program, roster.alive(bits));
            write!(out, "{}", path.as_deref().unwrap_or("nobody"))
        }
        Kind::Colour if bits & 0xff == 0xff => write!(out, "#{:06x}", bits >> 8),
        Kind::Colour => write!(out, "#{bits:08x}"),
    };
}
