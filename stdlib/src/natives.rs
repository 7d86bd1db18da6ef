//! The functions over numbers that every expression can call.
//!
//! In: nothing. Out: the one table of them, which lies with the machine that runs it. It adds no
//! function of its own.

use islay_vm::native::{ALL, Native};

/// All functions over numbers, `abs` to `smoothstep`.
pub fn natives() -> &'static [Native] {
    ALL
}

#[cfg(test)]
mod tests {
    use super::natives;

    #[test]
    fn the_functions_of_the_language_are_there() {
        let names: Vec<&str> = natives().iter().map(|native| native.name).collect();
        for name in ["abs", "clamp", "round", "sin", "atan2", "lerp", "smoothstep"] {
            assert!(names.contains(&name), "{name}");
        }
    }
}
