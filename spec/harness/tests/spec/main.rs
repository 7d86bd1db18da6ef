//! The specification, the examples and the house rules, run as tests.

mod agreement;
mod chapters;
mod examples;
mod pages;
mod scenes;
mod tidy;
