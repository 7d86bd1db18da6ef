//! See `islay_spec::fuzz::snapshot`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| islay_fuzz::watched(islay_spec::fuzz::snapshot, bytes));
