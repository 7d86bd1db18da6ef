//! Functions over numbers, one loop over lanes each.
//!
//! In: argument lanes. Out: result lanes, bit-equal everywhere. A function may yield infinities or
//! NaN; whoever uses the value checks it.

use crate::math;

/// An index into [`ALL`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct NativeId(pub u16);

/// A function.
pub struct Native {
    /// Its name in the language.
    pub name: &'static str,
    /// Names of its arguments.
    pub args: &'static [&'static str],
    /// Computes all lanes: one slice per argument, all as long as the result.
    pub run: fn(&[&[f32]], &mut [f32]),
}

/// The function of that name and number of arguments.
pub fn find(name: &str, n_args: usize) -> Option<NativeId> {
    let i = ALL.iter().position(|n| n.name == name && n.args.len() == n_args)?;
    Some(NativeId(i as u16))
}

impl NativeId {
    /// What it is.
    pub fn native(self) -> &'static Native {
        &ALL[self.0 as usize]
    }

    /// Its value for one set of arguments.
    pub fn call(self, args: &[f32]) -> f32 {
        let lanes: Vec<&[f32]> = args.iter().map(std::slice::from_ref).collect();
        let mut out = [0.0];
        (self.native().run)(&lanes, &mut out);
        out[0]
    }
}

macro_rules! natives {
    ($($name:literal ($($arg:ident),+) = $body:expr;)*) => {
        /// All functions.
        pub static ALL: &[Native] = &[$(Native {
            name: $name,
            args: &[$(stringify!($arg)),+],
            run: |args, out| {
                let [$($arg),+] = args else { return };
                for (i, out) in out.iter_mut().enumerate() {
                    $(let $arg = $arg[i];)+
                    *out = $body;
                }
            },
        },)*];
    };
}

natives! {
    "abs"(v) = v.abs();
    "min"(a, b) = if b < a { b } else { a };
    "max"(a, b) = if b > a { b } else { a };
    "clamp"(v, lo, hi) = if v < lo { lo } else if v > hi { hi } else { v };
    "floor"(v) = v.floor();
    "ceil"(v) = v.ceil();
    "round"(v) = round(v);
    "round"(v, digits) = round_digits(v, digits);
    "sign"(v) = if v > 0.0 { 1.0 } else if v < 0.0 { -1.0 } else { 0.0 };
    "sqrt"(v) = v.sqrt();
    "sin"(a) = math::sin_deg(a);
    "cos"(a) = math::cos_deg(a);
    "tan"(a) = math::sin_deg(a) / math::cos_deg(a);
    "atan2"(y, x) = math::atan2_deg(y, x);
    "lerp"(a, b, t) = a + (b - a) * t;
    "smoothstep"(lo, hi, v) = smoothstep(lo, hi, v);
}

/// Half away from zero.
pub fn round(v: f32) -> f32 {
    let t = v.abs().floor();
    let r = if v.abs() - t >= 0.5 { t + 1.0 } else { t };
    if v < 0.0 { -r } else { r }
}

/// To so many digits behind the point (in 64 bits, so that 0.1 stays 0.1).
pub fn round_digits(v: f32, digits: f32) -> f32 {
    let p = [1.0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6][(digits.clamp(0.0, 6.0)) as usize];
    let s = f64::from(v).abs() * p;
    let t = s.floor();
    let r = if s - t >= 0.5 { t + 1.0 } else { t } / p;
    (if v < 0.0 { -r } else { r }) as f32
}

fn smoothstep(lo: f32, hi: f32, v: f32) -> f32 {
    let t = (v - lo) / (hi - lo);
    let t = t.clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(name: &str, args: &[f32]) -> f32 {
        find(name, args.len()).unwrap().call(args)
    }

    #[test]
    fn rounding_is_half_away_from_zero() {
        assert_eq!(
            [0.5, 1.5, -0.5, -1.2, 2.4].map(|v| call("round", &[v])),
            [1.0, 2.0, -1.0, -1.0, 2.0]
        );
        assert_eq!(call("round", &[0.12345, 3.0]), 0.123);
        assert_eq!(call("round", &[-0.0015, 3.0]), -0.002);
    }

    #[test]
    fn trigonometry_is_in_degrees_and_exact_where_it_can_be() {
        assert_eq!(
            [call("sin", &[180.0]), call("cos", &[90.0]), call("sin", &[-90.0])],
            [0.0, 0.0, -1.0]
        );
        assert_eq!(call("atan2", &[1.0, 0.0]), 90.0);
        assert!((call("tan", &[45.0]) - 1.0).abs() < 1e-6);
    }
}
