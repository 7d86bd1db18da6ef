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

/// Powers of ten that a double holds exactly.
const TENS: [f64; 16] =
    [1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15];
/// Powers of ten for up to seven digits.
const WHOLE_TENS: [u64; 8] = [1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000];
/// Most digits that a double holds exactly, whichever they are.
const EXACT_DIGITS: usize = 15;
/// Most digits of a whole number that need no look at overflow.
const SAFE_DIGITS: usize = 9;

#[inline]
fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\r' | b'\t')
}

/// What follows the space at the begin.
#[inline]
fn trim(mut bytes: &[u8]) -> &[u8] {
    while let [byte, tail @ ..] = bytes
        && is_space(*byte)
    {
        bytes = tail;
    }
    bytes
}

#[inline]
fn ends_word(rest: &[u8]) -> bool {
    rest.first().is_none_or(|b| is_space(*b))
}

fn word_end(bytes: &[u8], from: usize) -> usize {
    let rest = bytes.get(from..).unwrap_or_default();
    rest.iter().position(|b| is_space(*b)).map_or(bytes.len(), |n| from + n)
}

fn misfit<'a>(text: &'a str, word: &[u8]) -> Misfit<'a> {
    let at = text.len() - word.len();
    let word = text.get(at..word_end(text.as_bytes(), at)).unwrap_or_default();
    Misfit { at, word }
}

/// The digits among the next eight bytes as a number, and how many they are; `None` where there
/// are no eight bytes. Each byte of the word is a digit; neighbours are put together in three steps.
#[inline]
fn eight(bytes: &[u8]) -> Option<(u64, usize)> {
    let word = u64::from_le_bytes(*bytes.first_chunk()?) ^ 0x3030_3030_3030_3030;
    // the high bit of the first byte that is above 9; what it carries falls behind it
    let above = (word.wrapping_add(0x7676_7676_7676_7676) | word) & 0x8080_8080_8080_8080;
    let n = above.trailing_zeros() / 8;
    // zeros come in ahead of the digits, what is behind them goes
    let digits = word.checked_shl(64 - 8 * n).unwrap_or(0);
    let twos = digits.wrapping_mul(10).wrapping_add(digits >> 8) & 0x00FF_00FF_00FF_00FF;
    let fours = twos.wrapping_mul(100).wrapping_add(twos >> 16) & 0x0000_FFFF_0000_FFFF;
    let all = fours.wrapping_mul(10_000).wrapping_add(fours >> 32) & 0xFFFF_FFFF;
    Some((all, n as usize))
}

/// Reads digits onto a value that is there already: the value, how many digits, what follows.
#[inline]
fn digits(mut value: u64, mut bytes: &[u8]) -> (u64, usize, &[u8]) {
    if let Some((more, n)) = eight(bytes)
        && let (0..8, Some(rest), Some(factor)) = (n, bytes.get(n..), WHOLE_TENS.get(n))
    {
        return (value.wrapping_mul(*factor).wrapping_add(more), n, rest);
    }
    let before = bytes.len();
    while let [byte, tail @ ..] = bytes {
        let digit = byte.wrapping_sub(b'0');
        if digit > 9 {
            break;
        }
        // where this wraps there are too many digits, and nobody uses the value
        value = value.wrapping_mul(10).wrapping_add(u64::from(digit));
        bytes = tail;
    }
    (value, before - bytes.len(), bytes)
}

/// A number as almost all are written, `-12.345678`; `None` for every other one.
///
/// Its digits and the power of ten are exact as doubles, so their quotient is the nearest double.
/// Rounded once more it is the nearest float, unless it lies in the very middle of two.
#[inline]
fn plain(word: &[u8]) -> Option<(f32, &[u8])> {
    let (negative, unsigned) = match word {
        [b'-', rest @ ..] => (true, rest),
        _ => (false, word),
    };
    let (mut value, mut n, mut rest) = digits(0, unsigned);
    let mut decimals = 0;
    if let [b'.', fraction @ ..] = rest {
        (value, decimals, rest) = digits(value, fraction);
        n += decimals;
    }
    if n == 0 || n > EXACT_DIGITS || !ends_word(rest) {
        return None;
    }
    let double = value as f64 / TENS.get(decimals)?;
    if double.to_bits() & 0x1FFF_FFFF == 0x1000_0000 {
        return None;
    }
    let number = double as f32;
    Some((if negative { -number } else { number }, rest))
}

/// A number however it is written.
fn any(word: &[u8]) -> Option<(f32, &[u8])> {
    // a sign that other readers take, too
    let plus = usize::from(word.starts_with(b"+") && !word.starts_with(b"+-"));
    let number = word.get(plus..)?;
    let (value, length) = parse_partial::<f32, _>(number).ok()?;
    let rest = number.get(length..)?;
    ends_word(rest).then_some((value, rest))
}

/// Reads numbers separated by space.
pub(super) fn floats<'a>(text: &'a str, out: &mut Vec<f32>) -> Result<(), Misfit<'a>> {
    let mut word = trim(text.as_bytes());
    while !word.is_empty() {
        let Some((value, rest)) = plain(word).or_else(|| any(word)) else {
            return Err(misfit(text, word));
        };
        out.push(value);
        word = trim(rest);
    }
    Ok(())
}

/// Reads whole numbers separated by space.
pub(super) fn integers<'a>(text: &'a str, out: &mut Vec<i32>) -> Result<(), Misfit<'a>> {
    let mut word = trim(text.as_bytes());
    while !word.is_empty() {
        let (negative, unsigned) = match word {
            [b'-', rest @ ..] => (true, rest),
            _ => (false, word),
        };
        let (value, n, rest) = digits(0, unsigned);
        if n == 0 || !ends_word(rest) {
            return Err(misfit(text, word));
        }
        let whole = if n <= SAFE_DIGITS { Some(value as i32) } else { long(unsigned, n) };
        let Some(whole) = whole else { return Err(misfit(text, word)) };
        out.push(if negative { -whole } else { whole });
        word = trim(rest);
    }
    Ok(())
}

/// A whole number of many digits, unless it is too large.
fn long(digits: &[u8], n: usize) -> Option<i32> {
    std::str::from_utf8(digits.get(..n)?).ok()?.parse().ok()
}

/// Where the word of a number stands.
pub(super) fn position(text: &str, index: usize) -> usize {
    let bytes = text.as_bytes();
    let behind = |from: usize| bytes.len() - trim(bytes.get(from..).unwrap_or_default()).len();
    (0..index).fold(behind(0), |at, _| behind(word_end(bytes, at)))
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
    fn whole_numbers_of_every_length_are_read_wherever_they_end() {
        for n in (0..31).map(|i| 1_234_567_891_i32 >> i) {
            for behind in ["", " ", " 7", "\n00000000012", " \u{ff}"] {
                let mut out = Vec::new();
                let read = integers(&format!("{n}{behind}"), &mut out).is_ok();
                assert_eq!((out.first(), read), (Some(&n), behind != " \u{ff}"));
            }
            for stranger in ["/", ":", "\0", "a", "\u{7f}", "\u{ff}"] {
                assert_eq!(whole(&format!("{n}{stranger}      ")), Err(0), "{n}{stranger}");
            }
        }
    }

    #[test]
    fn floats_are_the_nearest_ones() {
        let odd = ["0.1", "1e-45", "3.4028235e38", "16777217", "0.333333343", "1.17549435e-38"];
        // in the middle of two floats, and next to it
        let middles =
            ["16777217", "16777219.0", "0.50000002980232", "8388609.5", "1.00000017881393"];
        let long = ["123456789012345", "0.123456789012345678", "00000000000000000001", "1e400"];
        for text in odd.iter().chain(&middles).chain(&long) {
            assert_eq!(read(text), Ok(vec![text.parse().unwrap()]), "{text}");
        }
        let mut seed = 1_u64;
        for i in 0..20_000 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let text = format!("{:.*}", i % 12, (seed >> 20) as f64 / f64::from(1 << (i % 31)));
            assert_eq!(read(&text), Ok(vec![text.parse().unwrap()]), "{text}");
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
