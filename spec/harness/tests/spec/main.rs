//! The specification, the examples and the house rules, run as tests.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may stop")]

mod agreement;
mod chapters;
mod compiled;
mod documents;
mod edits;
mod examples;
mod import;
mod lean;
mod lettering;
mod library;
mod oracle;
mod pages;
mod pictures;
mod probes;
mod reload;
mod scenes;
mod snapshots;
mod threads;
mod tidy;
