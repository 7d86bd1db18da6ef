//! Values to bytes, little-endian.
//!
//! In: values. Out: bytes that a `Reader` takes. It checks nothing.

/// Bytes that grow.
#[derive(Default)]
pub(super) struct Writer(pub Vec<u8>);

impl Writer {
    /// A count or an index.
    pub fn count(&mut self, n: usize) {
        self.0.extend((n as u32).to_le_bytes());
    }

    /// One of a list, or none.
    pub fn choice(&mut self, n: Option<u32>) {
        self.count(n.map_or(0, |n| n as usize + 1));
    }

    /// A float.
    pub fn float(&mut self, value: f32) {
        self.0.extend(value.to_le_bytes());
    }

    /// Floats in rows.
    pub fn floats<const N: usize>(&mut self, rows: &[[f32; N]]) {
        self.0.reserve(4 * N * rows.len());
        rows.as_flattened().iter().for_each(|value| self.float(*value));
    }

    /// Bytes behind their number.
    pub fn bytes(&mut self, bytes: &[u8]) {
        self.count(bytes.len());
        self.0.extend(bytes);
    }

    /// A text behind its length.
    pub fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }
}
