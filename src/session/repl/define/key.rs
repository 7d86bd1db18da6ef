//! What definitions are called: two of the same kind and name in one place are the same.
//!
//! In: nodes of trees. Out: keys, with the word that begins them.

use islay_lang::syntax::ast::{
    Edge, EdgeHead, ItemKind, MemberKind, Path, Piece, State, Str, UseWhat,
};

/// The word that a definition begins with, and its name (for an edge: its condition).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::session::repl) struct Key {
    pub word: &'static str,
    pub name: String,
}

impl Key {
    fn new(word: &'static str, name: impl Into<String>) -> Self {
        Self { word, name: name.into() }
    }

    /// As it is told: `state Left`.
    pub fn told(&self) -> String {
        match self.name.is_empty() {
            true => self.word.to_owned(),
            false => format!("{} {}", self.word, self.name),
        }
    }

    pub fn of_item(item: &ItemKind) -> Self {
        match item {
            ItemKind::Use(used) => Self::new(
                "use",
                match &used.what {
                    UseWhat::File(file) => string(file),
                    UseWhat::Path(path) => joined(path),
                },
            ),
            ItemKind::Const { name, .. } => Self::new("const", &*name.text),
            ItemKind::World(_) => Self::new("world", ""),
            ItemKind::Atom(atom) => Self::new("atom", &*atom.name.text),
            ItemKind::Character(c) => Self::new("character", &*c.name.text),
            ItemKind::Diagram(d) => Self::new("diagram", &*d.name.text),
            ItemKind::Group(g) => Self::new("group", &*g.name.text),
            ItemKind::Test(test) => Self::new("test", string(&test.name)),
            ItemKind::Hooks(script) => Self::new("hooks", string(script)),
            ItemKind::Host(_) => Self::new("host", ""),
            ItemKind::Later(word) => Self::new(word, ""),
        }
    }

    pub fn of_member(member: &MemberKind) -> Self {
        match member {
            MemberKind::ShapeOf(_) | MemberKind::Shape(_) => Self::new("shape", ""),
            MemberKind::Color(_) => Self::new("color", ""),
            MemberKind::Part(part) => Self::new("part", &*part.name.text),
            MemberKind::Var { name, .. } => Self::new("var", &*name.text),
            MemberKind::Diagram(d) => Self::new("diagram", &*d.name.text),
            MemberKind::Run { path, alias, .. } => Self::new(
                "run",
                alias.as_ref().map_or_else(|| joined(path), |a| a.text.to_string()),
            ),
            MemberKind::Bounds(_) => Self::new("bounds", ""),
            MemberKind::Hidden => Self::new("hidden", ""),
            MemberKind::Solid => Self::new("solid", ""),
            MemberKind::Screen(..) => Self::new("screen", ""),
        }
    }

    pub fn of_state(state: &State) -> Self {
        Self::new("state", &*state.name.text)
    }

    /// An edge is known by what it begins with; `text` is all of it.
    pub fn of_edge(edge: &Edge, text: &str) -> Self {
        let start = edge.span.0.start;
        let end = match (&edge.head, &edge.arrow, edge.actions.first()) {
            (EdgeHead::Else, ..) => return Self::new("else", ""),
            (_, _, Some(action)) => action.span.0.start,
            (_, Some(arrow), None) => arrow.span.0.start,
            _ => edge.span.0.end,
        };
        let head = text.get(..(end.saturating_sub(start)) as usize).unwrap_or(text);
        let head = head.split_whitespace().collect::<Vec<_>>().join(" ");
        let head = head.strip_suffix(" do").unwrap_or(&head);
        let (word, name) = head.split_once(' ').unwrap_or((head, ""));
        Self::new(if word == "after" { "after" } else { "on" }, name)
    }
}

fn joined(path: &Path) -> String {
    path.names.iter().map(|n| &*n.text).collect::<Vec<_>>().join(".")
}

fn string(text: &Str) -> String {
    let piece = |p: &Piece| match p {
        Piece::Text(text) => text.to_string(),
        Piece::Expr(_) => "{}".to_owned(),
    };
    format!("\"{}\"", text.pieces.iter().map(piece).collect::<String>())
}
