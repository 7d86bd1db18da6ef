//! The specification, the examples and the house rules, run as tests.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may stop")]

mod agreement;
mod chapters;
mod documents;
mod examples;
<<<<<<< HEAD
mod lettering;
=======
mod import;
>>>>>>> 6687838 (Scenes are written as Islay 3D documents; an imported robot; documents in the reference)
mod library;
mod oracle;
mod pages;
mod pictures;
mod reload;
mod scenes;
mod snapshots;
mod tidy;
