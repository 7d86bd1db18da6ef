//! Questions about boundaries that the world does not have.
//!
//! In: the selectors of a model and its world. Out: `no-such-boundary`.

use std::collections::BTreeSet;

use crate::diagnostic::{Code, Diagnostic};
use crate::hir::model::{BoundarySet, Model, Selector, What, WorldKind};
use crate::hir::visit::{self, Visitor};
use crate::source::Span;

pub(super) fn check(model: &Model, out: &mut Vec<Diagnostic>) {
    let (has, kind) = match model.world.kind {
        WorldKind::Space => (BoundarySet::default(), "`space`, which has no boundaries"),
        WorldKind::Ground => (BoundarySet::FLOOR, "`ground`, which has only the floor"),
        WorldKind::Room => return,
    };
    let mut asked = Asked { has, places: BTreeSet::new() };
    visit::model(model, &mut asked);
    out.extend(asked.places.into_iter().map(|span| {
        Diagnostic::new(Code::NoSuchBoundary, span, format!("the world's kind is {kind}"))
            .label("never touched")
            .help("write `world { kind room … }` for six boundaries, `kind ground` for the floor alone")
    }));
}

struct Asked {
    has: BoundarySet,
    places: BTreeSet<Span>,
}

impl Visitor for Asked {
    fn selector(&mut self, s: &Selector) {
        if let What::Boundary(b) = s.what
            && !b.meets(self.has)
        {
            self.places.insert(s.span);
        }
    }
}
