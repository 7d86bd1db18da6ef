//! See `islay_spec::fuzz::gltf`.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| islay_fuzz::watched(islay_spec::fuzz::gltf, bytes));
