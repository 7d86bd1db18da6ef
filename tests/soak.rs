//! A scene in which much comes and goes keeps its memory. A million ticks: `examples/soak.rs`.

#![allow(clippy::unwrap_used, reason = "a test")]

#[allow(dead_code)]
#[path = "../examples/soak.rs"]
mod soak;

#[test]
fn what_comes_and_goes_leaves_nothing_behind() {
    // where nobody tells, nothing is judged
    let grown = soak::soak(20_000).unwrap().unwrap_or(0);
    assert!(grown <= soak::MOST, "{grown} bytes");
}
