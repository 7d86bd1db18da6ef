//! Diagrams: states, edges, arrows.
//!
//! In: a diagram with its states numbered, and the character that has it. Out: the model's
//! [`Diagram`]. Conditions and actions are resolved where they stand: the level of their clocks,
//! what `done` asks, the places of their draws.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use super::face::{DiagramFace, StateFace};
use super::model::{
    Action, Arrow, BinaryOp, Diagram, Edge, Expr, ExprKind, Kind, Reaction, State, StateId, Target,
};
use super::refs::joined;
use super::scope::{Body, Done, Spot};
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::ast::{self, ActionKind as A, EdgeHead, Name, Path};

/// States nest no deeper: their clocks are a set of 32.
const MAX_LEVELS: usize = 32;
/// States of all characters; more come from diagrams that many run. The numbers of a diagram's
/// states and timed actions fit 16 bits by it too.
const MAX_STATES: usize = 60_000;

/// Edges sorted by what they are.
#[derive(Default)]
struct Edges {
    edges: Vec<Edge>,
    enter: Vec<Reaction>,
    exit: Vec<Reaction>,
}

/// The counters of a diagram.
struct Walk<'d, 'a> {
    face: &'d DiagramFace<'a>,
    /// `Hero/Swing`.
    site: String,
    n_timed: u16,
    n_once: u16,
}

impl Body<'_, '_> {
    /// A diagram; `site` is its structural path.
    pub fn diagram(&mut self, face: &DiagramFace<'_>, site: String) -> Diagram {
        self.file = face.file;
        self.check_states(face);
        self.b.n_states += face.states.len();
        let n_states = if self.b.n_states > MAX_STATES { 0 } else { face.states.len() };
        if let Some(fade) = face.ast.fade {
            self.b.later(fade.0, "`fade`");
        }
        let mut walk = Walk { face, site, n_timed: 0, n_once: 0 };
        self.spot = Some(Spot { level: 1, done: Done::NoState });
        let body = self.edges(&mut walk, None, &face.ast.edges, "");
        let states = (0..n_states).filter_map(|i| self.state(&mut walk, i)).collect();
        self.spot = None;
        Diagram {
            name: face.name.text.clone(),
            edges: body.edges,
            enter: body.enter,
            exit: body.exit,
            states,
            n_timed: walk.n_timed.into(),
            n_once: walk.n_once.into(),
            was: face.ast.was.as_ref().map(|n| n.text.clone()),
            span: face.name.span,
        }
    }

    /// Names of states: one per scope, not too deep, at least one.
    fn check_states(&mut self, face: &DiagramFace<'_>) {
        let broken = self.b.program.loaded.broken.get(face.file).copied().unwrap_or(false);
        if face.states.is_empty() && !broken {
            let message = format!("the diagram `{}` has no state", face.ast.name.text);
            self.error_help::<()>(
                Code::Syntax,
                face.ast.name.span,
                message,
                "write at least one: `state On`",
            );
        }
        if self.b.n_states + face.states.len() > MAX_STATES {
            let message =
                format!("a program has at most {MAX_STATES} states, each run of a diagram counted");
            self.error::<()>(Code::TooMany, face.ast.name.span, message);
        }
        let mut seen: BTreeMap<(Option<usize>, &str), &Name> = BTreeMap::new();
        for state in face.states.iter() {
            match seen.entry((state.parent, &*state.name.text)) {
                Entry::Occupied(first) => {
                    self.b.report.push(super::declared::twice(state.name, first.get()));
                }
                Entry::Vacant(place) => {
                    place.insert(state.name);
                }
            }
            if state.level == MAX_LEVELS + 1 {
                self.error::<()>(
                    Code::TooMany,
                    state.name.span,
                    format!("states nest at most {MAX_LEVELS} deep"),
                );
            }
        }
    }

    fn state(&mut self, walk: &mut Walk<'_, '_>, index: usize) -> Option<State> {
        let face: &StateFace<'_> = walk.face.states.get(index)?;
        let ast = face.ast;
        self.spot = Some(Spot { level: face.level as u8, done: done(&ast.actions, walk.n_timed) });
        self.at_site(format!("{}/{}/act0", walk.site, face.path));
        self.next_slot = Some(walk.n_timed);
        let actions = self.actions(&ast.actions);
        walk.n_timed += ast.actions.iter().filter(|a| a.mods.timed.is_some()).count() as u16;
        self.next_slot = None;
        let edges = self.edges(walk, Some(index), &ast.edges, &face.path);
        Some(State {
            name: face.name.text.clone(),
            path: face.path.clone(),
            parent: face.parent.map(state_id),
            children: face.children.iter().copied().map(state_id).collect(),
            level: face.level as u8,
            actions,
            edges: edges.edges,
            enter: edges.enter,
            exit: edges.exit,
            was: ast.was.as_ref().map(|n| n.text.clone()),
            span: ast.span.0,
        })
    }

    fn edges(
        &mut self,
        walk: &mut Walk<'_, '_>,
        scope: Option<usize>,
        list: &[ast::Edge],
        path: &str,
    ) -> Edges {
        let mut out = Edges::default();
        for (i, edge) in list.iter().enumerate() {
            let site = |word: &str| format!("{}/{path}/{word}{i}", walk.site);
            match &edge.head {
                EdgeHead::Enter(cond) => {
                    out.enter.extend(self.reaction(cond.as_ref(), edge, site("enter")))
                }
                EdgeHead::Exit(cond) => {
                    out.exit.extend(self.reaction(cond.as_ref(), edge, site("exit")))
                }
                _ => {
                    let sites = [site("on"), site("do"), site("to")];
                    out.edges.extend(self.edge(walk, scope, edge, sites));
                }
            }
        }
        out
    }

    fn reaction(
        &mut self,
        cond: Option<&ast::Expr>,
        edge: &ast::Edge,
        site: String,
    ) -> Option<Reaction> {
        self.at_site(site);
        let cond = cond.map(|e| self.flag(e).ok_or(()));
        let actions = self.actions(&edge.actions);
        if let Some(arrow) = &edge.arrow {
            let message = "`on enter` and `on exit` lead nowhere";
            self.error_help::<()>(
                Code::Misplaced,
                arrow.span.0,
                message,
                "what holds at once is an edge on `true`: `on true -> S`",
            );
        }
        Some(Reaction { cond: cond.transpose().ok()?, actions, span: edge.span.0 })
    }

    fn edge(
        &mut self,
        walk: &mut Walk<'_, '_>,
        scope: Option<usize>,
        edge: &ast::Edge,
        sites: [String; 3],
    ) -> Option<Edge> {
        let [on, action, to] = sites;
        self.at_site(on);
        self.asked_done = false;
        let cond = self.when(edge);
        let once =
            edge.arrow.is_none() && (self.asked_done || matches!(edge.head, EdgeHead::After(..)));
        let once = once.then_some(walk.n_once);
        walk.n_once += u16::from(once.is_some());
        self.at_site(action);
        let actions: Vec<Action> = self.actions(&edge.actions);
        self.at_site(to);
        let arrow = edge.arrow.as_ref().map(|a| self.arrow(walk.face, scope, a).ok_or(()));
        let is_else = matches!(edge.head, EdgeHead::Else);
        Some(Edge {
            cond: cond?,
            actions,
            arrow: arrow.transpose().ok()?,
            once,
            is_else,
            span: edge.span.0,
        })
    }

    fn when(&mut self, edge: &ast::Edge) -> Option<Expr> {
        let flag = |kind, span| Expr { kind, ty: Kind::Flag, span };
        match &edge.head {
            EdgeHead::On(e) => self.flag(e),
            EdgeHead::After(time, cond) => {
                let span = time.span.0;
                let level = self.spot.as_ref().map_or(1, |s| s.level);
                let time = self.time(time);
                let cond = cond.as_ref().map(|e| self.flag(e).ok_or(()));
                let after = flag(ExprKind::After(Box::new(time?), level), span);
                Some(match cond.transpose().ok()? {
                    Some(cond) => {
                        let whole =
                            ExprKind::Binary(BinaryOp::And, Box::new(after), Box::new(cond));
                        flag(whole, span)
                    }
                    None => after,
                })
            }
            EdgeHead::Else | EdgeHead::Enter(_) | EdgeHead::Exit(_) => {
                Some(flag(ExprKind::Flag(true), edge.span.0))
            }
        }
    }

    fn arrow(
        &mut self,
        face: &DiagramFace<'_>,
        scope: Option<usize>,
        arrow: &ast::Arrow,
    ) -> Option<Arrow> {
        if let Some(fade) = arrow.fade {
            self.b.later(fade.0, "`fade`");
        }
        let target = match &arrow.target {
            ast::Target::State(path) => self.target(face, scope, path).map(Target::State),
            ast::Target::Last(path) => self.target(face, scope, path).map(Target::Last),
            ast::Target::Back => Some(Target::Back),
            ast::Target::Again => Some(Target::Again),
            ast::Target::OneOf(list) => self.one_of(face, scope, list),
        };
        let except: Vec<Option<StateId>> =
            arrow.except.iter().map(|p| self.target(face, scope, p)).collect();
        Some(Arrow {
            target: target?,
            except: except.into_iter().collect::<Option<_>>()?,
            span: arrow.span.0,
        })
    }

    fn one_of(
        &mut self,
        face: &DiagramFace<'_>,
        scope: Option<usize>,
        list: &[(Path, Option<ast::Expr>)],
    ) -> Option<Target> {
        let site = self.draw("one");
        let mut states = Vec::new();
        for (path, weight) in list {
            let state = self.target(face, scope, path);
            let weight = match weight {
                Some(e) => self.number(e),
                None => Some(super::scope::number(1.0, path.span.0)),
            };
            states.push(state.zip(weight));
        }
        Some(Target::OneOf(states.into_iter().collect::<Option<_>>()?, site))
    }

    fn target(
        &mut self,
        face: &DiagramFace<'_>,
        scope: Option<usize>,
        path: &Path,
    ) -> Option<StateId> {
        if let Some(i) = face.target(scope, &path.names) {
            return Some(state_id(i));
        }
        let text = joined(path);
        let lost = self.b.program.is_lost(face.file, path.names.last().map_or("", |n| &n.text));
        if lost || face.states.is_empty() {
            return None;
        }
        let message = format!(
            "the diagram `{}` has no state `{text}` that can be reached from here",
            face.ast.name.text
        );
        let mut d = Diagnostic::new(Code::UnknownName, path.span.0, message);
        d.help = match face.meant(&text).first().and_then(|i| face.states.get(*i)) {
            Some(state) => Some(format!("it lies deeper: write `{}`", state.path)),
            None if !self.b.report.guesses() => None,
            None => crate::suggest::help(&text, face.state_names()).or_else(|| states_of(face)),
        };
        self.b.report.push(d);
        None
    }
}

/// What `done` asks in a state with this list.
fn done(actions: &[ast::Action], first: u16) -> Done {
    if actions.iter().any(|a| matches!(a.kind, A::Later(_))) {
        return Done::Unsupported;
    }
    let n = actions.iter().filter(|a| a.mods.timed.is_some()).count() as u16;
    if n == 0 { Done::Never } else { Done::Slots((first..first + n).collect()) }
}

/// The states there are, where they are few.
fn states_of(face: &DiagramFace<'_>) -> Option<String> {
    let names: Vec<String> = face.states.iter().map(|s| format!("`{}`", s.path)).collect();
    (names.len() <= 6).then(|| format!("its states: {}", names.join(", ")))
}

fn state_id(i: usize) -> StateId {
    StateId(i as u32)
}
