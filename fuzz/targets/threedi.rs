//! See `islay_spec::fuzz::threedi`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| islay_fuzz::watched(islay_spec::fuzz::threedi, bytes));
