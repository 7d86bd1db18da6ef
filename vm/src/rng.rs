//! Chance without state: every draw is a hash of where it is made.
//!
//! In: seed, instance, tick and site. Out: a number in [0, 1). No order of evaluation matters, and
//! no draw influences another.

/// Mixes 64 bits so that each bit of the input changes half of the output.
fn mix(mut x: u64) -> u64 {
    x = (x ^ (x >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    x = (x ^ (x >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93);
    x ^ (x >> 32)
}

/// What all lanes of a batch share: mix it once, then call [`unit()`] per instance.
pub fn key(seed: u64, tick: u64, site: u64) -> u64 {
    mix(mix(seed ^ 0x9e37_79b9_7f4a_7c15).wrapping_add(mix(site))
        ^ tick.wrapping_mul(0xa076_1d64_78bd_642f))
}

/// A number in [0, 1) with 24 bits for an instance (its serial number; 0 where there is none).
pub fn unit(key: u64, instance: u32) -> f32 {
    let h = mix(key ^ u64::from(instance).wrapping_mul(0xe703_7ed1_a0b4_28db));
    (h >> 40) as f32 * (1.0 / 16_777_216.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_uniform_in_every_argument() {
        let mean = |f: &dyn Fn(u32) -> f32| (0..10_000).map(f).sum::<f32>() / 10_000.0;
        let near_half = |m: f32| assert!((m - 0.5).abs() < 0.02, "mean {m}");
        near_half(mean(&|i| unit(key(1, 2, 3), i)));
        near_half(mean(&|i| unit(key(1, u64::from(i), 3), 7)));
        near_half(mean(&|i| unit(key(1, 2, u64::from(i)), 7)));
        near_half(mean(&|i| unit(key(u64::from(i), 2, 3), 7)));
    }

    #[test]
    fn a_draw_is_what_it_was() {
        assert_eq!(unit(key(0, 1, 2), 3), unit(key(0, 1, 2), 3));
        assert_ne!(unit(key(0, 1, 2), 3), unit(key(0, 2, 2), 3));
    }
}
