//! Where something stands in a JSON text.
//!
//! In: a text that a JSON parser has accepted (at least up to the place), and a path such as
//! `meshes[0].primitives[1]`, or a place. Out: line and column from 1, or the path. It checks no
//! JSON: of a text that is none the answer is `None` or as far as it got.

/// Line and column (in characters, from 1) of what a path leads to, or of the last part of it
/// that is there.
pub(super) fn find(text: &[u8], path: &str) -> Option<(u32, u32)> {
    let mut reader = Reader { text, at: 0 };
    reader.space();
    let mut found = reader.at;
    for step in path.split(['.', '[']) {
        let inside = match step.strip_suffix(']').map(str::parse) {
            Some(index) => reader.element(index.ok()?),
            None => reader.member(step.as_bytes()),
        };
        if inside.is_none() {
            break;
        }
        reader.space();
        found = reader.at;
    }
    line_column(text, found)
}

/// The path to the innermost thing around a place, and the place with its column in characters;
/// in: line and column as the parser says them, in bytes.
pub(super) fn around(text: &[u8], (line, column): (usize, usize)) -> (Option<String>, (u32, u32)) {
    let lines = text.split_inclusive(|b| *b == b'\n').map(<[u8]>::len);
    let before: usize = lines.take(line.saturating_sub(1)).sum();
    let at = before + column.saturating_sub(1);
    let path = path_to(text, at);
    let place = line_column(text, at.min(text.len())).unwrap_or((1, 1));
    ((!path.is_empty()).then_some(path), place)
}

/// Something that is open at a place.
enum Open<'t> {
    Object(&'t [u8]),
    Array(usize),
}

fn path_to(text: &[u8], end: usize) -> String {
    let mut reader = Reader { text, at: 0 };
    let mut open: Vec<Open<'_>> = Vec::new();
    let mut key_next = false;
    while let Some(byte) = reader.here().filter(|_| reader.at < end) {
        match byte {
            b'{' => open.push(Open::Object(b"")),
            b'[' => open.push(Open::Array(0)),
            b'}' | b']' => drop(open.pop()),
            b',' => {
                if let Some(Open::Array(n)) = open.last_mut() {
                    *n += 1;
                }
            }
            b'"' => {
                let text = reader.string().unwrap_or_default();
                if let (true, Some(Open::Object(key))) = (key_next, open.last_mut()) {
                    *key = text;
                }
                key_next = false;
                continue;
            }
            _ => {}
        }
        if !byte.is_ascii_whitespace() {
            let object = matches!(open.last(), Some(Open::Object(_)));
            key_next = object && matches!(byte, b'{' | b',');
        }
        reader.at += 1;
    }
    open.iter().fold(String::new(), |path, open| match open {
        Open::Object(b"") => path,
        Open::Object(key) if path.is_empty() => shown(key),
        Open::Object(key) => format!("{path}.{}", shown(key)),
        Open::Array(n) => format!("{path}[{n}]"),
    })
}

/// A key on one line.
fn shown(key: &[u8]) -> String {
    super::document::line(&String::from_utf8_lossy(key))
}

fn line_column(text: &[u8], at: usize) -> Option<(u32, u32)> {
    let before = text.get(..at)?;
    let line = before.iter().filter(|b| **b == b'\n').count() + 1;
    let start = before.iter().rposition(|b| *b == b'\n').map_or(0, |i| i + 1);
    let column = String::from_utf8_lossy(before.get(start..)?).chars().count() + 1;
    Some((u32::try_from(line).ok()?, u32::try_from(column).ok()?))
}

struct Reader<'t> {
    text: &'t [u8],
    at: usize,
}

impl<'t> Reader<'t> {
    fn here(&self) -> Option<u8> {
        self.text.get(self.at).copied()
    }

    fn space(&mut self) {
        while self.here().is_some_and(|b| b.is_ascii_whitespace()) {
            self.at += 1;
        }
    }

    /// Steps over a sign, if it stands here.
    fn sign(&mut self, sign: u8) -> Option<()> {
        self.space();
        (self.here()? == sign).then(|| self.at += 1)
    }

    /// Steps over a string and tells what stands between its quotes.
    fn string(&mut self) -> Option<&'t [u8]> {
        self.sign(b'"')?;
        let start = self.at;
        loop {
            match self.here()? {
                b'"' => break,
                b'\\' => self.at += 2,
                _ => self.at += 1,
            }
        }
        self.at += 1;
        self.text.get(start..self.at - 1)
    }

    /// Steps over a value.
    fn value(&mut self) -> Option<()> {
        self.space();
        let mut depth = 0usize;
        loop {
            match self.here()? {
                b'"' => {
                    self.string()?;
                    self.at -= 1;
                }
                b'{' | b'[' => depth += 1,
                b'}' | b']' if depth > 0 => depth -= 1,
                b',' | b'}' | b']' if depth == 0 => return Some(()),
                _ => {}
            }
            self.at += 1;
        }
    }

    /// Goes to the value of a member of the object that begins here.
    fn member(&mut self, key: &[u8]) -> Option<()> {
        self.sign(b'{')?;
        loop {
            let found = self.string()?;
            self.sign(b':')?;
            if found == key {
                return Some(());
            }
            self.value()?;
            self.sign(b',')?;
        }
    }

    /// Goes to an element of the array that begins here.
    fn element(&mut self, index: usize) -> Option<()> {
        self.sign(b'[')?;
        for _ in 0..index {
            self.value()?;
            self.sign(b',')?;
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &[u8] =
        b"{\n \"a\": [1, {\"b\\\"\": \"]\", \"\xc3\xa4\": 2, \"c\": [ [], 3]}],\n \"d\": 4\n}";

    #[test]
    fn a_path_is_found() {
        let places = [("a[0]", (2, 8)), ("a[1].c[1]", (2, 43)), ("d", (3, 7)), ("", (1, 1))];
        for (path, place) in places {
            assert_eq!(find(TEXT, path), Some(place), "{path}");
        }
    }

    #[test]
    fn of_a_path_that_is_not_there_the_last_part_that_is() {
        assert_eq!(find(TEXT, "a[1].nothing"), find(TEXT, "a[1]"));
        assert_eq!(find(TEXT, "a[7]"), find(TEXT, "a"));
        assert_eq!(find(b"{\"a\"", "a[7]"), Some((1, 1)));
    }

    #[test]
    fn what_is_around_a_place_is_told() {
        let around = |line, column| around(TEXT, (line, column)).0.unwrap_or_default();
        assert_eq!(around(3, 7), "d");
        assert_eq!(around(2, 45), "a[1].c[1]");
        assert_eq!(around(1, 1), "");
        assert_eq!(around(2, 9), "a[0]");
    }
}
