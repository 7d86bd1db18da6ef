//! Islay: an embeddable language for interactive 3D animation.

mod front;

mod error;
mod files;

pub mod diagnostic;
mod report;

pub use diagnostic::{Diagnostic, Diagnostics, Label, Place, Severity};
pub use error::Error;
pub use files::Files;
