//! The two forms of a glTF file: JSON, or chunks in a binary container.
//!
//! In: bytes. Out: the JSON and the binary chunk. It refuses chunks that are longer than the file,
//! and older versions of the container.

use super::fault;
use crate::read::{Kind, ModelError};

const JSON: u32 = 0x4e4f_534a;
const BINARY: u32 = 0x004e_4942;

/// What a file is made of.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Parts<'b> {
    /// The document.
    pub json: &'b [u8],
    /// What lies behind it in a binary file.
    pub binary: Option<&'b [u8]>,
    /// Whether the document is the whole file, so that its lines are those of the file.
    pub alone: bool,
}

/// Takes a file apart. What it is called decides what it should be, its first bytes what it is.
pub(super) fn split(bytes: &[u8], kind: Kind) -> Result<Parts<'_>, ModelError> {
    if bytes.starts_with(b"glTF") {
        return chunks(bytes);
    }
    if kind == Kind::Glb {
        return Err(fault("the head", "it does not begin with `glTF`, as a `.glb` file does"));
    }
    let json = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    Ok(Parts { json, binary: None, alone: true })
}

fn chunks(bytes: &[u8]) -> Result<Parts<'_>, ModelError> {
    let head = |at| number(bytes, at).ok_or_else(|| fault("the head", "the file is cut short"));
    let (version, length) = (head(4)?, head(8)? as usize);
    if version != 2 {
        let message = format!("it is of version {version}: only version 2 can be read");
        return Err(fault("the head", message));
    }
    let Some(mut rest) = bytes.get(12..length) else {
        let message = format!("it says {length} bytes, the file has {}", bytes.len());
        return Err(fault("the head", message));
    };
    let (mut json, mut binary) = (None, None);
    let mut n = 0;
    while !rest.is_empty() {
        let (kind, chunk, behind) = chunk(rest, n)?;
        match (n, kind) {
            (0, JSON) => json = Some(chunk),
            (1, BINARY) => binary = Some(chunk),
            // chunks of extensions
            _ => {}
        }
        rest = behind;
        n += 1;
    }
    let json = json.ok_or_else(|| fault("chunk 1", "it is not the JSON that comes first"))?;
    Ok(Parts { json, binary, alone: false })
}

/// Kind and content of a chunk, and what follows it.
fn chunk(bytes: &[u8], n: usize) -> Result<(u32, &[u8], &[u8]), ModelError> {
    let path = || format!("chunk {}", n + 1);
    let short = || fault(path(), "its head is cut short");
    let (length, kind) =
        (number(bytes, 0).ok_or_else(short)? as usize, number(bytes, 4).ok_or_else(short)?);
    let content = bytes.get(8..).unwrap_or_default();
    match content.split_at_checked(length) {
        Some((chunk, behind)) => Ok((kind, chunk, behind)),
        None => {
            let message = format!("it says {length} bytes, {} are left", content.len());
            Err(fault(path(), message))
        }
    }
}

fn number(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(*bytes.get(at..)?.first_chunk()?))
}
