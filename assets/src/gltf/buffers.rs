//! The bytes that a document's numbers and pictures lie in.
//!
//! In: a document, the binary chunk, what lies beside. Out: the bytes of each buffer, cut to the
//! length that it says, and of each view. It refuses what reaches beyond, and more bytes in all
//! than a model may have.

use std::borrow::Cow;

use gltf::json::Root;
use gltf::json::buffer::View;

use super::container::Parts;
use super::fault;
use super::uri::{self, Target};
use crate::read::{Beside, ModelError};

/// Most bytes of all buffers together: four times what one file may have.
const MOST_BYTES: u64 = 256 << 20;

/// The buffers of a document.
pub(super) struct Buffers<'d> {
    views: &'d [View],
    bytes: Vec<Cow<'d, [u8]>>,
}

/// Bytes of a buffer.
#[derive(Clone, Copy)]
pub(super) struct Slice<'b> {
    pub bytes: &'b [u8],
    /// From one element to the next, where it is said.
    pub stride: Option<usize>,
}

impl<'d> Buffers<'d> {
    /// Reads all buffers, and checks the views.
    pub fn load(
        root: &'d Root,
        parts: &Parts<'d>,
        beside: &dyn Beside,
    ) -> Result<Self, ModelError> {
        let mut bytes = Vec::new();
        let mut left = MOST_BYTES;
        for (i, buffer) in root.buffers.iter().enumerate() {
            let path = format!("buffers[{i}]");
            let length = buffer.byte_length.0;
            left = left.checked_sub(length).ok_or_else(|| {
                fault(&path, format!("all buffers hold more than {} MiB", MOST_BYTES >> 20))
            })?;
            let whole = match (&buffer.uri, parts.binary) {
                (Some(uri), _) => Cow::Owned(fetched(uri, beside).map_err(|e| fault(&path, e))?),
                (None, Some(binary)) if i == 0 => Cow::Borrowed(binary),
                (None, _) => return Err(fault(path, "it has no `uri`, and no binary chunk")),
            };
            bytes.push(cut(whole, length).map_err(|e| fault(path, e))?);
        }
        let buffers = Self { views: &root.buffer_views, bytes };
        for i in 0..buffers.views.len() {
            buffers.view(i, || format!("bufferViews[{i}]"))?;
        }
        Ok(buffers)
    }

    /// The bytes of a view; `path` names it or who asks for it.
    pub fn view(&self, index: usize, path: impl Fn() -> String) -> Result<Slice<'_>, ModelError> {
        let Some(view) = self.views.get(index) else {
            return Err(fault(path(), format!("there is no bufferViews[{index}]")));
        };
        let Some(buffer) = self.bytes.get(view.buffer.value()) else {
            let message = format!("there is no buffers[{}]", view.buffer.value());
            return Err(fault(format!("bufferViews[{index}].buffer"), message));
        };
        let start = view.byte_offset.unwrap_or_default().0;
        let bytes = within(buffer, start, view.byte_length.0).ok_or_else(|| {
            let message = format!(
                "it reaches from byte {start} over {} bytes, its buffer has {}",
                view.byte_length.0,
                buffer.len()
            );
            fault(format!("bufferViews[{index}]"), message)
        })?;
        let stride = view.byte_stride.map(|s| s.0);
        if stride.is_some_and(|s| s == 0 || s > 252) {
            let message = "a stride is 4 to 252 bytes";
            return Err(fault(format!("bufferViews[{index}].byteStride"), message));
        }
        Ok(Slice { bytes, stride })
    }
}

/// So many bytes from a place on.
pub(super) fn within(bytes: &[u8], start: u64, length: u64) -> Option<&[u8]> {
    let start = usize::try_from(start).ok()?;
    let end = start.checked_add(usize::try_from(length).ok()?)?;
    bytes.get(start..end)
}

/// The bytes behind a URI.
pub(super) fn fetched(text: &str, beside: &dyn Beside) -> Result<Vec<u8>, String> {
    match uri::target(text)? {
        Target::Data(bytes) => Ok(bytes),
        Target::File(path) => {
            let why = |reason| format!("{} cannot be read: {reason}", uri::shown(&path));
            beside.bytes(&path).map_err(why)
        }
    }
}

fn cut(whole: Cow<'_, [u8]>, length: u64) -> Result<Cow<'_, [u8]>, String> {
    let there = whole.len();
    match usize::try_from(length) {
        Ok(length) if length <= there => Ok(match whole {
            Cow::Borrowed(bytes) => Cow::Borrowed(bytes.get(..length).unwrap_or_default()),
            Cow::Owned(mut bytes) => {
                bytes.truncate(length);
                Cow::Owned(bytes)
            }
        }),
        _ => Err(format!("it says {length} bytes, there are {there}")),
    }
}
