//! Tools for the tests that run the specification.
//!
//! In: the Markdown files of `spec/`, models of scenes. Out: what differs from what they say.

pub mod markdown;

pub mod annotation;

pub mod case;

pub mod table;

pub mod talk;

pub mod diff;

pub mod tree;

pub mod api;

pub mod agree;

pub mod generate;

pub mod host;

pub mod edit;

pub mod oracle;

pub mod fuzz;
