//! What others can see of a character: parameters, variables, parts, diagrams and their states.
//!
//! In: the items of a program. Out: a [`Face`] for each, with the numbering of variables, diagrams
//! and states that the model has too. It resolves no body and reports nothing: whoever resolves
//! the character does.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::program::{Cast, Decl, ItemId, Program};
use crate::source::{Span, Text};
use crate::syntax::ast::{self, Arg, Expr, MemberKind, Name, PartWhat};

/// A character, an atom (nothing inside) or another item (likewise).
#[derive(Default)]
pub(super) struct Face<'a> {
    pub params: Vec<ParamFace<'a>>,
    pub vars: Vec<VarFace<'a>>,
    pub parts: Vec<PartFace<'a>>,
    pub diagrams: Vec<DiagramFace<'a>>,
    /// Names whose declaration names something unknown: nothing more is said of them.
    pub lost: BTreeSet<Text>,
}

/// A parameter.
#[derive(Clone, Copy)]
pub(super) struct ParamFace<'a> {
    pub name: &'a Name,
    pub ast: &'a ast::Param,
}

/// A variable.
pub(super) struct VarFace<'a> {
    pub name: &'a Name,
    pub value: &'a Expr,
}

/// A part.
pub(super) struct PartFace<'a> {
    pub name: &'a Name,
    pub ast: &'a ast::Part,
    pub what: PartTarget,
}

/// What a part is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PartTarget {
    /// A character or an atom.
    Item(ItemId),
    /// A shape in place.
    Inline,
    /// Whatever a parameter says, or something unknown.
    Open,
}

/// A diagram of a character, or a top-level one.
pub(super) struct DiagramFace<'a> {
    pub name: &'a Name,
    pub ast: &'a ast::Diagram,
    /// The file its text stands in.
    pub file: usize,
    /// Of a `run`: the top-level diagram and the arguments.
    pub run: Option<(ItemId, &'a [Arg], Span)>,
    /// In the order of the model: an outer state before its inner ones.
    pub states: Rc<Vec<StateFace<'a>>>,
    /// The outermost ones.
    pub roots: Rc<Vec<usize>>,
}

/// A state.
pub(super) struct StateFace<'a> {
    pub name: &'a Name,
    pub ast: &'a ast::State,
    pub parent: Option<usize>,
    pub children: Vec<usize>,
    /// Below the diagram: `Guard.Punch`.
    pub path: Text,
    /// 1 for the outermost.
    pub level: usize,
}

impl<'a> Face<'a> {
    /// Those of all items, in their order.
    pub fn all(program: &Program<'a>) -> Vec<Face<'a>> {
        program
            .items
            .iter()
            .map(|item| match item.decl {
                Decl::Character(c) => Face::of(program, item.file, c),
                _ => Face::default(),
            })
            .collect()
    }

    fn of(program: &Program<'a>, file: usize, c: &'a ast::Character) -> Face<'a> {
        let mut face = Face {
            params: c.params.iter().map(|p| ParamFace { name: &p.name, ast: p }).collect(),
            ..Face::default()
        };
        for member in &c.members {
            match &member.kind {
                MemberKind::Var { name, value } => face.vars.push(VarFace { name, value }),
                MemberKind::Part(part) => {
                    let what = face.part_target(program, file, part);
                    face.parts.push(PartFace { name: &part.name, ast: part, what });
                }
                MemberKind::Diagram(d) => {
                    face.diagrams.push(DiagramFace::of(&d.name, d, file, None))
                }
                MemberKind::Run { path, args, alias } => {
                    face.run(program, file, path, args, alias.as_ref(), member.span.0);
                }
                _ => {}
            }
        }
        face
    }

    fn part_target(&self, program: &Program<'a>, file: usize, part: &ast::Part) -> PartTarget {
        let PartWhat::Path(path, _) = &part.what else { return PartTarget::Inline };
        if path.names.first().is_some_and(|n| self.params.iter().any(|p| p.name.text == n.text)) {
            return PartTarget::Open;
        }
        match program.cast_path(file, path) {
            Some(Cast::Character(id) | Cast::Atom(id)) => PartTarget::Item(id),
            _ => PartTarget::Open,
        }
    }

    fn run(
        &mut self,
        program: &Program<'a>,
        file: usize,
        path: &'a ast::Path,
        args: &'a [Arg],
        alias: Option<&'a Name>,
        span: Span,
    ) {
        let Some(name) = alias.or(path.names.last()) else { return };
        let key = program.whole(file, path).unwrap_or_default();
        let id = program.scope(file).diagrams.get(&key).copied();
        match id.and_then(|id| Some((id, program.diagrams.get(&id)?))) {
            Some((id, top)) => self.diagrams.push(DiagramFace {
                name,
                run: Some((id, args, span)),
                states: top.states.clone(),
                roots: top.roots.clone(),
                ..*top
            }),
            None => {
                self.lost.insert(name.text.clone());
            }
        }
    }

    /// The diagram of that name.
    pub fn diagram(&self, name: &str) -> Option<(usize, &DiagramFace<'a>)> {
        self.diagrams.iter().enumerate().find(|(_, d)| &*d.name.text == name)
    }

    /// The part of that name.
    pub fn part(&self, name: &str) -> Option<&PartFace<'a>> {
        self.parts.iter().find(|p| &*p.name.text == name)
    }

    /// All names that stand behind a dot after a reference to it.
    pub fn names(&self) -> impl Iterator<Item = String> + '_ {
        let params = self.params.iter().map(|p| &p.name.text);
        let vars = self.vars.iter().map(|v| &v.name.text);
        let parts = self.parts.iter().map(|p| &p.name.text);
        let diagrams = self.diagrams.iter().map(|d| &d.name.text);
        params.chain(vars).chain(parts).chain(diagrams).map(|t| t.to_string())
    }
}

impl<'a> DiagramFace<'a> {
    /// Those of all top-level diagrams.
    pub fn top_level(program: &Program<'a>) -> BTreeMap<ItemId, DiagramFace<'a>> {
        let items = program.items.iter().enumerate();
        items
            .filter_map(|(i, item)| match item.decl {
                Decl::Diagram(d) => Some((ItemId(i), DiagramFace::of(&d.name, d, item.file, None))),
                _ => None,
            })
            .collect()
    }

    fn of(
        name: &'a Name,
        ast: &'a ast::Diagram,
        file: usize,
        run: Option<(ItemId, &'a [Arg], Span)>,
    ) -> Self {
        let mut states = Vec::new();
        let outermost = ast.states.iter();
        let roots = outermost.map(|s| add_state(s, None, "", 1, &mut states)).collect();
        DiagramFace { name, ast, file, states: Rc::new(states), roots: Rc::new(roots), run }
    }

    /// The inner states of one, or the outermost ones.
    pub fn inner(&self, of: Option<usize>) -> &[usize] {
        match of {
            Some(i) => self.states.get(i).map_or(&[], |s| &s.children),
            None => &self.roots,
        }
    }

    /// The states that `is` means by a path: all whose last names these are.
    pub fn meant(&self, path: &str) -> Vec<usize> {
        let ends = |s: &StateFace<'_>| {
            s.path.strip_suffix(path).is_some_and(|rest| rest.is_empty() || rest.ends_with('.'))
        };
        (0..self.states.len()).filter(|i| self.states.get(*i).is_some_and(ends)).collect()
    }

    /// The states that `start` can mean by a path: the one of exactly this path, else as `is`.
    pub fn find(&self, path: &str) -> Vec<usize> {
        match self.states.iter().position(|s| &*s.path == path) {
            Some(i) => vec![i],
            None => self.meant(path),
        }
    }

    /// The state inside `scope` that a path of names leads to.
    pub fn below(&self, scope: Option<usize>, names: &[Name]) -> Option<usize> {
        let (first, rest) = names.split_first()?;
        let named = |i: &usize| self.states.get(*i).is_some_and(|s| s.name.text == first.text);
        let found = self.inner(scope).iter().copied().find(named)?;
        if rest.is_empty() { Some(found) } else { self.below(Some(found), rest) }
    }

    /// The state that a target means for an edge on `scope` (`None`: the diagram): looked up among
    /// the inner states, then the siblings, then outward.
    pub fn target(&self, scope: Option<usize>, names: &[Name]) -> Option<usize> {
        let mut scope = scope;
        loop {
            if let Some(found) = self.below(scope, names) {
                return Some(found);
            }
            scope = self.states.get(scope?)?.parent;
        }
    }

    /// Names of all states, and their paths where those are longer.
    pub fn state_names(&self) -> BTreeSet<String> {
        self.states.iter().flat_map(|s| [s.name.text.to_string(), s.path.to_string()]).collect()
    }
}

fn add_state<'a>(
    ast: &'a ast::State,
    parent: Option<usize>,
    prefix: &str,
    level: usize,
    out: &mut Vec<StateFace<'a>>,
) -> usize {
    let index = out.len();
    let path: Text = format!("{prefix}{}", ast.name.text).into();
    let inner = format!("{path}.");
    out.push(StateFace { name: &ast.name, ast, parent, children: Vec::new(), path, level });
    for child in &ast.states {
        let c = add_state(child, Some(index), &inner, level + 1, out);
        if let Some(state) = out.get_mut(index) {
            state.children.push(c);
        }
    }
    index
}
