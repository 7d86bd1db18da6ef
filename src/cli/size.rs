//! Sizes of pictures, and lengths of time, as they are written behind options.
//!
//! In: `640x480`; `10`, `10s`, `500ms`, `2min`. Out: numbers. It refuses what is no size, nothing
//! at all, and what no memory would hold.

use std::str::FromStr;

/// Most pixels of a side.
const LONGEST: u32 = islay::picture::LARGEST;
/// Most pixels of a picture: 4096x2304.
const LARGEST: u32 = 4096 * 2304;

/// Width and height of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// In pixels.
    pub width: u32,
    /// In pixels.
    pub height: u32,
}

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wanted = || format!("`{text}` is not WIDTHxHEIGHT, as in 640x480");
        let (width, height) = text.split_once(['x', 'X', '×']).ok_or_else(wanted)?;
        let number = |t: &str| t.parse::<u32>().map_err(|_| wanted());
        let (width, height) = (number(width)?, number(height)?);
        let sides = 1..=LONGEST;
        if !sides.contains(&width) || !sides.contains(&height) || width * height > LARGEST {
            return Err(format!(
                "a picture has 1 to {LONGEST} pixels a side, and at most {LARGEST} in all"
            ));
        }
        Ok(Self { width, height })
    }
}

impl Size {
    /// Width and height.
    pub fn sides(self) -> [u32; 2] {
        [self.width, self.height]
    }
}

impl std::fmt::Display for Size {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}x{}", self.width, self.height)
    }
}

/// A length of time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seconds(pub f64);

impl FromStr for Seconds {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let units = [("ms", 0.001), ("min", 60.0), ("s", 1.0), ("", 1.0)];
        let found = units.iter().find_map(|(unit, each)| Some((text.strip_suffix(unit)?, each)));
        let number =
            found.and_then(|(number, each)| Some(number.trim().parse::<f64>().ok()? * each));
        let sensible = number.filter(|n| n.is_finite() && *n > 0.0 && *n <= 1e6);
        sensible
            .map(Self)
            .ok_or_else(|| format!("`{text}` is no length of time, as in 10s or 500ms"))
    }
}

impl Seconds {
    /// How many ticks of this length it takes, at least one.
    pub fn ticks(self, tick_seconds: f32) -> u64 {
        ((self.0 / f64::from(tick_seconds)).round() as u64).max(1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_read() {
        assert_eq!("640x480".parse(), Ok(Size { width: 640, height: 480 }));
        for wrong in
            ["640", "x", "640x", "0x10", "-1x10", "9000x10", "8000x8000", "6.5x3", "99999999999x1"]
        {
            assert!(wrong.parse::<Size>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn times_are_read() {
        for (text, seconds) in [("10", 10.0), ("2.5s", 2.5), ("500ms", 0.5), ("2min", 120.0)] {
            assert_eq!(text.parse(), Ok(Seconds(seconds)));
        }
        for wrong in ["", "s", "0", "-1", "inf", "nan", "10h", "1e9"] {
            assert!(wrong.parse::<Seconds>().is_err(), "{wrong}");
        }
        assert_eq!(Seconds(10.0).ticks(1.0 / 30.0), 300);
        assert_eq!(Seconds(0.001).ticks(1.0 / 30.0), 1);
    }
}
