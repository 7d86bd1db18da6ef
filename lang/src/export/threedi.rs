//! Islay 3D documents (`.3di`, version 1.1) from a model.
//!
//! In: a checked scene. Out: a document whose import does the same, tick by tick. A character is
//! turned as a whole there, so the rotation that its spawns share becomes the character's own, and
//! a member's is what is left of its part's.

mod action;

mod body;

mod diagram;

mod group;

mod guard;

mod settings;

mod xml;

use std::collections::{BTreeMap, BTreeSet};

use super::Models;
use crate::diagnostic::{Code, Diagnostic};
use crate::hir::constant;
use crate::hir::model::{Character, CharacterId, Expr, Model, Placement};
use crate::import::threedi::turn::{self, Matrix};
use crate::source::{Span, Text};
use crate::syntax::ast;
use xml::Xml;

/// The document, of use only where no finding is an error.
pub(super) fn document(
    model: &Model,
    trees: &[ast::File],
    models: &Models<'_>,
) -> (String, Vec<Diagnostic>) {
    let mut export = Export::new(model, models);
    export.names();
    let groups = export.groups();
    let mut xml = Xml::default();
    xml.open("islay3d", &[("ver", "1.1")]);
    export.bodies(&mut xml);
    export.characters(trees, &mut xml);
    export.complexes(&mut xml);
    group::write(&groups, &mut xml);
    export.settings(trees, &mut xml);
    xml.close("islay3d");
    (xml.finish(), export.found)
}

/// What an export knows so far.
struct Export<'a> {
    model: &'a Model,
    models: &'a Models<'a>,
    /// Names of the atoms, by file.
    bodies: BTreeMap<Text, Text>,
    /// Names of atoms and composed bodies.
    body_names: BTreeSet<Text>,
    /// How each character stands at the start, as its spawns say.
    poses: BTreeMap<CharacterId, (Matrix, Numbers)>,
    found: Vec<Diagnostic>,
}

/// Position, degrees and factors in Islay's axes.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Numbers {
    at: [f32; 3],
    turn: [f32; 3],
    scale: [f32; 3],
}

impl Numbers {
    /// The rotation and scale of the format.
    fn matrix(&self) -> Matrix {
        turn::matrix(self.turn, self.scale)
    }

    /// Whether two stand alike, wherever they are.
    fn alike(&self, other: &Numbers) -> bool {
        self.turn == other.turn && self.scale == other.scale
    }
}

impl<'a> Export<'a> {
    /// The characters in the order of the text.
    fn in_order(&self) -> Vec<(CharacterId, &'a Character)> {
        let all = self.model.characters.iter().enumerate();
        let mut all: Vec<_> = all.map(|(at, c)| (CharacterId(at as u32), c)).collect();
        all.sort_by_key(|(_, c)| c.span);
        all
    }

    fn new(model: &'a Model, models: &'a Models<'a>) -> Self {
        Self {
            model,
            models,
            bodies: BTreeMap::new(),
            body_names: BTreeSet::new(),
            poses: BTreeMap::new(),
            found: Vec::new(),
        }
    }

    /// Something that the format cannot say.
    fn cannot(&mut self, span: Span, what: &str) {
        let message = format!("an Islay 3D document cannot say {what}");
        self.found.push(Diagnostic::new(Code::CannotExport, span, message));
    }

    /// Likewise, with what to write instead.
    fn cannot_but(&mut self, span: Span, what: &str, help: &str) {
        let message = format!("an Islay 3D document cannot say {what}");
        self.found.push(Diagnostic::new(Code::CannotExport, span, message).help(help));
    }

    /// Something that is not kept, though nothing depends on it.
    fn loses(&mut self, span: Span, message: String) {
        self.found.push(Diagnostic::new(Code::ExportLoss, span, message));
    }

    /// A number that is known before the scene runs.
    fn number(&mut self, e: &Expr) -> f32 {
        constant(e).filter(|v| v.is_finite()).unwrap_or_else(|| {
            self.cannot(e.span, "a number that is not known before the scene runs");
            0.0
        })
    }

    fn three(&mut self, e: &[Expr; 3]) -> [f32; 3] {
        let [x, y, z] = e;
        [self.number(x), self.number(y), self.number(z)]
    }

    fn placement(&mut self, placement: &Placement) -> Numbers {
        let Placement { at, turn, scale } = placement;
        Numbers { at: self.three(at), turn: self.three(turn), scale: self.three(scale) }
    }

    /// Each name of a character once.
    fn names(&mut self) {
        let mut seen = BTreeSet::new();
        for (_, character) in self.in_order() {
            if !self.is_atom(character) && !seen.insert(&character.name) {
                let what = format!("`{}` in more than one way", character.name);
                let message = format!("an Islay 3D document cannot say {what}");
                let found = Diagnostic::new(Code::CannotExport, character.span, message);
                self.found.push(found.help("it has no parameters"));
            }
        }
    }
}

/// A number as the document has it.
fn shown(value: f32) -> String {
    format!("{}", value + 0.0)
}

/// A position in the format's axes.
fn position([right, up, forward]: [f32; 3]) -> [String; 3] {
    [shown(right), shown(forward), shown(up)]
}

/// A matrix as 16 numbers, column by column.
fn matrix([a, b, c]: &Matrix) -> String {
    let column = |[x, y, z]: [f64; 3], w: f64| [x, y, z, w];
    let columns = [column(*a, 0.0), column(*b, 0.0), column(*c, 0.0), [0.0, 0.0, 0.0, 1.0]];
    let numbers = columns.iter().flatten().map(|v| format!("{}", v + 0.0));
    numbers.collect::<Vec<_>>().join(",")
}
