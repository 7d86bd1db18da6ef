//! `D is S`, `ref.D is S`.
//!
//! In: what stands before `is` and the state behind it. Out: a flag. A state is meant by the last
//! names of its path; where several end so, any of them.

use super::face::DiagramFace;
use super::model::{BinaryOp, DiagramId, Expr, ExprKind, Kind, StateId};
use super::refs::{Thing, joined, last_name};
use super::scope::{Body, Stand, Value, plain};
use crate::diagnostic::Code;
use crate::source::Span;
use crate::syntax::ast::{Name, Path, Ref};

impl Body<'_, '_> {
    /// `D is S`.
    pub fn is(&mut self, subject: &Ref, negated: bool, state: &Path, span: Span) -> Option<Value> {
        let kind = match self.thing(subject)? {
            Thing::OwnDiagram(i) => {
                if self.stand == Stand::Init {
                    return self.not_here(span, "the own state");
                }
                let item = self.own.item?;
                let face = self.b.program.face(item).diagrams.get(i)?;
                self.states_in(&[face], state)?;
                own_is(i, &face.meant(&joined(state)), span)?
            }
            Thing::Diagram(of, cands, diagram) => {
                let program = self.b.program;
                let ids = self.b.members(&cands);
                let faces: Vec<_> = ids
                    .iter()
                    .filter_map(|id| Some(program.face(*id).diagram(&diagram)?.1))
                    .collect();
                self.states_in(&faces, state)?;
                ExprKind::Is { of: Box::new(of), diagram, state: joined(state).into() }
            }
            thing => return self.is_of_nothing(thing, subject, state),
        };
        let value = plain(kind, Kind::Flag, span);
        Some(if negated {
            plain(ExprKind::Not(Box::new(value.expr)), Kind::Flag, span)
        } else {
            value
        })
    }

    fn is_of_nothing<T>(&mut self, thing: Thing, subject: &Ref, state: &Path) -> Option<T> {
        let name = last_name(subject);
        match thing {
            Thing::Who(..) | Thing::Cast(..) => self.error_help(
                Code::KindMismatch,
                subject.span.0,
                format!("`{name}` is no diagram"),
                format!("name the diagram too: `{name}.DIAGRAM is {}`; two references are compared by `==`", joined(state)),
            ),
            _ => self.error_help(
                Code::KindMismatch,
                subject.span.0,
                format!("`{name}` is no diagram"),
                "values are compared by `==`",
            ),
        }
    }

    /// Makes sure that one of the diagrams has a state of that path.
    fn states_in(&mut self, faces: &[&DiagramFace<'_>], state: &Path) -> Option<()> {
        let path = joined(state);
        if faces.iter().any(|f| !f.meant(&path).is_empty()) {
            return Some(());
        }
        let diagram = faces.first().map_or("", |f| &f.name.text);
        let message = format!("the diagram `{diagram}` has no state `{path}`");
        let name = Name { text: path.into(), quoted: false, span: state.span.0 };
        self.unknown(&name, message, |_| faces.iter().flat_map(|f| f.state_names()).collect())
    }
}

/// An own diagram is in one of these states.
fn own_is(diagram: usize, states: &[usize], span: Span) -> Option<ExprKind> {
    let is = |s: &usize| ExprKind::OwnIs(DiagramId(diagram as u32), StateId(*s as u32));
    let flag = |kind| Box::new(Expr { kind, ty: Kind::Flag, span });
    states.iter().map(is).reduce(|a, b| ExprKind::Binary(BinaryOp::Or, flag(a), flag(b)))
}
