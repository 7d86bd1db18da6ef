//! What a URI of a document stands for. The one module that knows base64.
//!
//! In: a URI. Out: the bytes of a data URI, or the relative path of a file. It refuses schemes
//! (nothing is fetched), absolute paths and backslashes; whether a path leaves the folder is for
//! those who open files.

use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};

/// Exporters forget the padding.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// What a URI means.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// The bytes that it holds.
    Data(Vec<u8>),
    /// A file beside the document.
    File(String),
}

/// Reads a URI; the reason in one line where it means nothing.
pub(super) fn target(uri: &str) -> Result<Target, String> {
    if let Some(data) = uri.strip_prefix("data:") {
        return decoded(data).map(Target::Data);
    }
    if let Some((scheme, _)) = uri.split_once(':').filter(|(s, _)| is_scheme(s)) {
        return Err(format!(
            "`{scheme}:` addresses are not fetched, only files beside it are read"
        ));
    }
    let path = String::from_utf8(percent(uri))
        .map_err(|_| "the name of its file is not UTF-8".to_owned())?;
    match path.as_bytes().first() {
        None => Err("it names no file".to_owned()),
        Some(b'/' | b'\\') => Err("absolute paths are not read, only files beside it".to_owned()),
        _ => Ok(Target::File(path)),
    }
}

/// How a URI is shown in a message.
pub(super) fn shown(uri: &str) -> String {
    match uri.starts_with("data:") {
        true => "its data URI".to_owned(),
        false => {
            format!("`{}`", uri.chars().filter(|c| !c.is_control()).take(80).collect::<String>())
        }
    }
}

fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'-' | b'.'))
}

/// The bytes behind `data:`.
fn decoded(data: &str) -> Result<Vec<u8>, String> {
    let (head, body) = data.split_once(',').ok_or("its data URI has no `,` before the data")?;
    match head.ends_with(";base64") {
        true => BASE64.decode(body).map_err(|e| format!("its data URI is no base64: {}", small(e))),
        false => Ok(percent(body)),
    }
}

/// The same with a small beginning.
fn small(error: base64::DecodeError) -> String {
    let text = error.to_string();
    let mut chars = text.chars();
    let first = chars.next().map(|c| c.to_ascii_lowercase());
    first.into_iter().chain(chars).filter(|c| *c != '.').collect()
}

/// Bytes with `%41` replaced.
fn percent(text: &str) -> Vec<u8> {
    let hex = |b: Option<&u8>| b.and_then(|b| char::from(*b).to_digit(16));
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match (byte, hex(bytes.get(at + 1)), hex(bytes.get(at + 2))) {
            (b'%', Some(high), Some(low)) => {
                out.push((high * 16 + low) as u8);
                at += 3;
            }
            _ => {
                out.push(*byte);
                at += 1;
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn data_is_decoded() {
        let data = |uri: &str| target(uri).unwrap();
        let hello = Target::Data(b"hello".to_vec());
        assert_eq!(data("data:application/octet-stream;base64,aGVsbG8="), hello);
        assert_eq!(data("data:;base64,aGVsbG8"), hello);
        assert_eq!(data("data:text/plain,he%6Clo"), hello);
    }

    #[test]
    fn a_file_is_a_path_without_escapes() {
        let file = |uri: &str| target(uri).unwrap();
        assert_eq!(file("my%20file.bin"), Target::File("my file.bin".to_owned()));
        assert_eq!(file("a/b.png"), Target::File("a/b.png".to_owned()));
        assert_eq!(file("100%.png"), Target::File("100%.png".to_owned()));
    }

    #[test]
    fn what_is_neither_is_refused() {
        let uris = [
            "http://example.org/a.bin",
            "file:///etc/passwd",
            "C:/a.bin",
            "/etc/passwd",
            "%2Fetc/passwd",
            "\\\\host\\a",
            "",
            "data:base64",
            "data:;base64,a!b",
            "%ff.bin",
        ];
        for uri in uris {
            let reason = target(uri).unwrap_err();
            assert!(!reason.contains('\n') && !reason.is_empty(), "{uri}: {reason}");
        }
    }
}
