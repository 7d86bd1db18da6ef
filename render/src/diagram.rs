//! State diagrams as pictures: a plain graph in, SVG, DOT, Mermaid or triangles out.
//!
//! In: a [`Graph`] that somebody made from a scene. Out: a [`Plan`] of boxes and lines
//! ([`Graph::plan`]), and its drawings. It knows no scene and no language: labels are texts.

mod clash;
mod dot;
mod graph;
mod layout;
mod mermaid;
mod plan;
mod sheet;
mod sketch;
mod svg;

#[cfg(test)]
mod tests;

pub use dot::dot;
pub use graph::{Arrow, Graph, Kind, Marks, Node};
pub use layout::{MAX_ARROWS, MAX_NODES, TooLarge};
pub use mermaid::mermaid;
pub use plan::{Area, Line, Plan};
pub use sheet::{Panel, Sheet, together};
pub use sketch::{base, lights, sketch};
pub use svg::svg;

pub use crate::flat::{Fill, Sketch, paint};
