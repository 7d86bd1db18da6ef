//! Addresses: percent signs and slashes.
//!
//! In: an address as it is written. Out: the path that it means. It opens nothing.

use std::borrow::Cow;

/// An address with its percent signs resolved; as it is where that is no text.
pub(super) fn decoded(address: &str) -> Cow<'_, str> {
    if !address.contains('%') {
        return Cow::Borrowed(address);
    }
    let bytes = address.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let code = address.get(at + 1..at + 3).filter(|_| *byte == b'%');
        match code.and_then(|c| u8::from_str_radix(c, 16).ok()) {
            Some(value) => {
                out.push(value);
                at += 3;
            }
            None => {
                out.push(*byte);
                at += 1;
            }
        }
    }
    String::from_utf8(out).map_or(Cow::Borrowed(address), Cow::Owned)
}

/// The path of a picture beside the model.
pub(super) fn path(address: &str) -> String {
    let address = address.trim();
    let address = address.strip_prefix("file://").unwrap_or(address);
    let path = decoded(address).replace('\\', "/");
    path.trim_start_matches("./").to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_become_paths() {
        assert_eq!(path(" ./With%20Spaces/Pass%20Image.png\n"), "With Spaces/Pass Image.png");
        assert_eq!(path("textures\\a.png"), "textures/a.png");
        assert_eq!(path("file:///c:/a.png"), "/c:/a.png");
        assert_eq!(path("100%.png"), "100%.png");
        assert_eq!(path("%zz%4"), "%zz%4");
        assert_eq!(path("%ff.png"), "%ff.png");
        assert_eq!(path("%E3%81%82.png"), "あ.png");
    }
}
