//! Bytes to values, little-endian; whatever they say is checked first.
//!
//! In: bytes of whatever origin. Out: values, or why they are none. A count is never greater than
//! what the bytes behind it can hold, so that few bytes take no large memory.

/// Bytes that are not read yet.
pub(super) struct Reader<'b>(pub &'b [u8]);

impl<'b> Reader<'b> {
    fn take(&mut self, n: usize) -> Result<&'b [u8], String> {
        let Some((taken, rest)) = self.0.split_at_checked(n) else {
            return Err("it ends too early".to_owned());
        };
        self.0 = rest;
        Ok(taken)
    }

    /// A whole number.
    pub fn number(&mut self) -> Result<u32, String> {
        Ok(self.take(4)?.iter().rev().fold(0, |n, b| n << 8 | u32::from(*b)))
    }

    /// How many of something follow that takes at least so many bytes each.
    pub fn count(&mut self, each: usize) -> Result<usize, String> {
        let n = self.number()? as usize;
        match n <= self.0.len() / each {
            true => Ok(n),
            false => Err("it has more of something than it has bytes".to_owned()),
        }
    }

    /// One of a list of so many, or none.
    pub fn choice(&mut self, of: usize) -> Result<Option<u32>, String> {
        match self.number()? {
            0 => Ok(None),
            n if n as usize <= of => Ok(Some(n - 1)),
            _ => Err("it names what is not in its list".to_owned()),
        }
    }

    /// A finite float.
    pub fn float(&mut self) -> Result<f32, String> {
        let value = f32::from_bits(self.number()?);
        match value.is_finite() {
            true => Ok(value),
            false => Err("a number is not finite".to_owned()),
        }
    }

    /// So many rows of finite floats.
    pub fn floats<const N: usize>(&mut self, rows: usize) -> Result<Vec<[f32; N]>, String> {
        let mut bits = Reader(self.take(4 * N * rows)?);
        let mut out = Vec::with_capacity(rows);
        for _ in 0..rows {
            let mut row = [0.0; N];
            for value in &mut row {
                *value = bits.float()?;
            }
            out.push(row);
        }
        Ok(out)
    }

    /// Bytes behind their number.
    pub fn bytes(&mut self) -> Result<&'b [u8], String> {
        let n = self.count(1)?;
        self.take(n)
    }

    /// A text behind its length.
    pub fn text(&mut self) -> Result<String, String> {
        let text = std::str::from_utf8(self.bytes()?);
        text.map(str::to_owned).map_err(|_| "a text is not UTF-8".to_owned())
    }
}

/// In which part something is wrong.
pub(super) fn within(part: &str, name: &str, why: &str) -> String {
    let shown: String = name.chars().filter(|c| !c.is_control()).take(80).collect();
    format!("{part} `{shown}`: {why}")
}
