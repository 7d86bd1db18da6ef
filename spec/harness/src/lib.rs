//! Tools for the tests that run the specification.

pub mod oracle;
