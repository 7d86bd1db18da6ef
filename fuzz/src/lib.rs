//! What all targets do: a body, and the clock.
//!
//! In: a body and bytes. Out: a panic where the body panics, or where it takes longer than it may.
//! Time is that of the processor, so that a machine that is busy makes no faults.

use std::fs;
use std::time::Duration;

/// What 64 KiB may take.
const LONGEST: Duration = Duration::from_secs(1);

/// Runs a body and looks at the clock.
pub fn watched(body: fn(&[u8]), bytes: &[u8]) {
    let before = worked();
    body(bytes);
    if let (Some(before), Some(after)) = (before, worked()) {
        let took = after.saturating_sub(before);
        assert!(took <= LONGEST, "{} bytes took {took:?}", bytes.len());
    }
}

/// What this thread has worked so far, where the system tells.
fn worked() -> Option<Duration> {
    let told = fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    told.split(' ').next()?.parse().ok().map(Duration::from_nanos)
}
