//! Values as text (§3): numbers to three digits without trailing zeros, references as paths.
//!
//! In: bits and a kind. Out: text.

use islay_lang::hir::model::Kind;
use islay_vm::native::round_digits;

use super::Oracle;

impl Oracle<'_> {
    /// A value as `log` and `text` show it.
    pub(super) fn shown(&self, bits: u32, kind: Kind) -> String {
        match kind {
            Kind::Number => format!("{}", round_digits(f32::from_bits(bits), 3.0) + 0.0),
            Kind::Flag => (bits != 0).to_string(),
            Kind::Who => self.cast.get(bits).map_or("nobody".to_owned(), |i| i.path.clone()),
            Kind::Colour if bits & 255 == 255 => format!("#{:06x}", bits >> 8),
            Kind::Colour => format!("#{bits:08x}"),
        }
    }
}
