//! What a declared name may be, and what is said of two that are the same.
//!
//! In: a name and what it names. Out: diagnostics. It keeps no scope.

use super::program::Decl;
use super::report::Report;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::Name;

/// Where a name is declared.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// A variable, parameter, counter, constant, part: looked up in expressions.
    Value,
    /// A character, group, atom or spawn: also looked up where a contact is asked for.
    Cast,
    /// A diagram: looked up in expressions before `is`.
    Diagram,
    /// A top-level diagram: looked up nowhere but in `run`.
    Top,
}

impl Role {
    /// The role of an item's name.
    pub fn of(decl: Decl<'_>) -> Role {
        match decl {
            Decl::Const(_) => Role::Value,
            Decl::Diagram(_) => Role::Top,
            Decl::Atom(_) | Decl::Character(_) | Decl::Group(_) => Role::Cast,
        }
    }
}

const UNITS: &[&str] = &["s", "ms", "deg", "rad", "tick", "ticks"];
const AXES: &[&str] = &["x", "y", "z"];

/// Values and signals that stand without parentheses.
pub(crate) const BARE: &[&str] = &[
    "self", "parent", "partner", "nobody", "heading", "pitch", "roll", "speed", "turnrate",
    "elapsed", "time", "dt", "click", "hover", "done",
];
/// What contacts are asked for besides characters.
pub(crate) const TOUCHED: &[&str] = &["anyone", "any", "wall", "floor", "roof"];

/// Refuses names that cannot be declared, and notes those that hide a built-in one.
pub(super) fn check(name: &Name, role: Role, report: &mut Report) {
    let text = &*name.text;
    if role == Role::Value && UNITS.contains(&text) {
        let message = format!("`{text}` is a unit and cannot be a name here");
        report.push(
            Diagnostic::new(Code::ForbiddenName, name.span, message).help("take a longer name"),
        );
    } else if role != Role::Top && AXES.contains(&text) {
        let message = format!("`{text}` is the own position and cannot be declared");
        report.push(
            Diagnostic::new(Code::ForbiddenName, name.span, message).help("take a longer name"),
        );
    } else if !name.quoted && hides(text, role) {
        let message = format!("`{text}` hides the built-in `{text}`");
        report.push(
            Diagnostic::new(Code::HidesBuiltin, name.span, message)
                .label("from here on the name means this")
                .help(format!("take another name if `{text}` of the language is needed too")),
        );
    }
}

fn hides(text: &str, role: Role) -> bool {
    match role {
        Role::Top => false,
        Role::Value | Role::Diagram => BARE.contains(&text),
        Role::Cast => BARE.contains(&text) || TOUCHED.contains(&text),
    }
}

/// Two things of one name in one scope.
pub(super) fn twice(new: &Name, old: &Name) -> Diagnostic {
    Diagnostic::new(Code::DuplicateName, new.span, format!("`{}` is declared twice", new.text))
        .label("again here")
        .also(old.span, "first here")
        .help("rename one of them")
}

/// A used file brings a name that is there already.
pub(super) fn imported_twice(new: &Name, old: &Name, span: Span) -> Diagnostic {
    Diagnostic::new(Code::DuplicateName, span, format!("this file brings a second `{}`", new.text))
        .label("used here")
        .also(old.span, "first here")
        .also(new.span, "again here")
        .help("put a prefix before its names: `use … as D`")
}
