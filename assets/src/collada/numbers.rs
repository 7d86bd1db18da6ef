//! Numbers out of text: almost all that a model file is made of.
//!
//! In: text between tags. Out: numbers behind those that are there already, or where the first
//! thing stands that is none. `NaN` and `INF` are numbers here: an array may hold them as long as
//! nothing uses them. It allocates by what it finds, never by what a file promises.

use fast_float2::parse_partial;

/// What stands where a number should, and where.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Misfit<'a> {
    /// In bytes from the text's begin.
    pub(super) at: usize,
    /// What stands there.
    pub(super) word: &'a str,
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\r' | b'\t')
}

fn skip_space(bytes: &[u8], from: usize) -> usize {
    let rest = bytes.get(from..).unwrap_or_default();
    rest.iter().position(|b| !is_space(*b)).map_or(bytes.len(), |n| from + n)
}

fn word_end(bytes: &[u8], from: usize) -> usize {
    let rest = bytes.get(from..).unwrap_or_default();
    rest.iter().position(|b| is_space(*b)).map_or(bytes.len(), |n| from + n)
}

fn misfit(text: &str, at: usize) -> Misfit<'_> {
    let word = text.get(at..word_end(text.as_bytes(), at)).unwrap_or_default();
    Misfit { at, word }
}

/// Reads numbers separated by space.
pub(super) fn floats<'a>(text: &'a str, out: &mut Vec<f32>) -> Result<(), Misfit<'a>> {
    let bytes = text.as_bytes();
    let mut at = skip_space(bytes, 0);
    while let Some(rest) = bytes.get(at..).filter(|rest| !rest.is_empty()) {
        // a sign that other readers take, too
        let plus = usize::from(rest.starts_with(b"+") && !rest.starts_with(b"+-"));
        let number = rest.get(plus..).unwrap_or_default();
        let Ok((value, length)) = parse_partial::<f32, _>(number) else {
            return Err(misfit(text, at));
        };
        let end = at + plus + length;
        if bytes.get(end).is_some_and(|b| !is_space(*b)) {
            return Err(misfit(text, at));
        }
        out.push(value);
        at = skip_space(bytes, end);
    }
    Ok(())
}

/// Reads whole numbers separated by space.
pub(super) fn integers<'a>(text: &'a str, out: &mut Vec<i32>) -> Result<(), Misfit<'a>> {
    let bytes = text.as_bytes();
    let mut at = skip_space(bytes, 0);
    while at < bytes.len() {
        let begin = at;
        let negative = bytes.get(at) == Some(&b'-');
        at += usize::from(negative);
        let first = at;
        let mut value = 0_i32;
        while let Some(digit) = bytes.get(at).map(|b| b.wrapping_sub(b'0')).filter(|d| *d < 10) {
            let next = value.checked_mul(10).and_then(|v| v.checked_add(i32::from(digit)));
            let Some(next) = next else { return Err(misfit(text, begin)) };
            value = next;
            at += 1;
        }
        if at == first || bytes.get(at).is_some_and(|b| !is_space(*b)) {
            return Err(misfit(text, begin));
        }
        out.push(if negative { -value } else { value });
        at = skip_space(bytes, at);
    }
    Ok(())
}

/// Where the word of a number stands.
pub(super) fn position(text: &str, index: usize) -> usize {
    let bytes = text.as_bytes();
    let mut at = skip_space(bytes, 0);
    for _ in 0..index {
        at = skip_space(bytes, word_end(bytes, at));
    }
    at
}

/// One number that is all of a text.
pub(super) fn number(text: &str) -> Option<f64> {
    text.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Vec<f32>, usize> {
        let mut out = Vec::new();
        floats(text, &mut out).map(|()| out).map_err(|m| m.at)
    }

    fn whole(text: &str) -> Result<Vec<i32>, usize> {
        let mut out = Vec::new();
        integers(text, &mut out).map(|()| out).map_err(|m| m.at)
    }

    #[test]
    fn numbers_are_read_as_xml_schema_writes_them() {
        assert_eq!(read(" 1 -2.5\n3e2\t.5 5. +7 -0 1E-3 "), {
            Ok(vec![1.0, -2.5, 300.0, 0.5, 5.0, 7.0, -0.0, 0.001])
        });
        assert_eq!(read(""), Ok(vec![]));
        assert_eq!(read(" \n "), Ok(vec![]));
        let special = read("INF -INF NaN").unwrap();
        assert_eq!(special[..2], [f32::INFINITY, f32::NEG_INFINITY]);
        assert!(special[2].is_nan());
    }

    #[test]
    fn what_is_no_number_has_its_place() {
        for text in ["x", "1,5", "1.5.2", "1e", "0x10", "--1", "1-2", "+-1", "+", "-", "1_0", "é"]
        {
            assert_eq!(read(&format!("0 {text} 1")), Err(2), "{text}");
        }
        for text in ["x", "1.0", "2147483648", "-", "+1", "1-2", "99999999999999999999", "é"] {
            assert_eq!(whole(&format!("0 {text} 1")), Err(2), "{text}");
        }
        assert_eq!(whole("0 -1 2147483647"), Ok(vec![0, -1, i32::MAX]));
    }

    #[test]
    fn floats_are_the_nearest_ones() {
        for text in ["0.1", "1e-45", "3.4028235e38", "16777217", "0.333333343", "1.17549435e-38"] {
            assert_eq!(read(text), Ok(vec![text.parse().unwrap()]), "{text}");
        }
    }

    #[test]
    fn a_number_is_found_again() {
        assert_eq!(position("  10 200\n3", 0), 2);
        assert_eq!(position("  10 200\n3", 1), 5);
        assert_eq!(position("  10 200\n3", 2), 9);
        assert_eq!(position("1", 9), 1);
    }
}
