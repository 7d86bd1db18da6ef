//! A [`Why`] as text.
//!
//! In: what became of the edges. Out: one line for each edge as it is written, and one with the
//! values of its condition and what became of it.

use std::fmt;

use super::need::Tree;
use super::{Asked, Fate, Part, Why};

/// The condition with the values of its parts.
pub(super) fn condition(tree: &Tree, parts: &[Part]) -> String {
    let joined = |list: &[Tree], word: &str| {
        let each = list.iter().map(|tree| match tree {
            Tree::All(_) | Tree::Any(_) => format!("({})", condition(tree, parts)),
            _ => condition(tree, parts),
        });
        each.collect::<Vec<_>>().join(word)
    };
    match tree {
        Tree::All(list) => joined(list, " and "),
        Tree::Any(list) => joined(list, " or "),
        Tree::Not(inner) => match &**inner {
            Tree::All(_) | Tree::Any(_) => format!("not ({})", condition(inner, parts)),
            _ => format!("not {}", condition(inner, parts)),
        },
        Tree::Part(at) => parts.get(*at).map(|p| p.told.clone()).unwrap_or_default(),
    }
}

impl fmt::Display for Fate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Taken => "taken",
            Self::Ran => "ran",
            Self::DidNotHold => "did not hold",
            Self::ActiveAlready => "passed over, its target was active already",
            Self::Excepted => "passed over by its `except`",
            Self::Late => "not asked, another was taken first",
            Self::OncePerStay => "held, and runs once per stay",
        })
    }
}

impl fmt::Display for Asked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = &self.reason.place;
        write!(f, "  {}", self.reason.edge)?;
        match self.scope.is_empty() {
            true => write!(f, "  (of the diagram, ")?,
            false => write!(f, "  (of {}, ", self.scope)?,
        }
        writeln!(f, "{}:{}:{})", place.file, place.line, place.column)?;
        write!(f, "    {}: {}", self.told, self.fate)?;
        if !self.needs.is_empty() {
            let ways: Vec<String> = self.needs.iter().map(|way| way.join(" and ")).collect();
            write!(f, "; needs {}", ways.join(", or "))?;
        }
        Ok(())
    }
}

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.path, self.diagram)?;
        if !self.state.is_empty() {
            write!(f, " in {}", self.state)?;
        }
        write!(f, ", tick {}", self.tick)?;
        match (&self.only, self.edges.is_empty()) {
            (Some(target), true) => write!(f, ": no edge of it leads to {target}")?,
            (None, true) => write!(f, ": it has no edges")?,
            _ => {}
        }
        self.edges.iter().try_for_each(|asked| write!(f, "\n{asked}"))
    }
}
