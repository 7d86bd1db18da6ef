//! Places of draws of chance.
//!
//! In: a structural path such as `Hero/Swing/Raise/act0/random0`. Out: its number. Text offsets
//! do not matter, so a comment changes no draw.

use super::model::Site;

/// FNV-1a, 64 bits.
pub(super) fn hash(path: &str) -> Site {
    path.bytes().fold(0xcbf2_9ce4_8422_2325, |h, byte| {
        (h ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn it_is_fnv_1a() {
        assert_eq!(super::hash(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(super::hash("a"), 0xaf63_dc4c_8601_ec8c);
    }
}
