//! Diagrams: what a tick does in each innermost state.
//!
//! In: a diagram of the model, with edges standing on scopes. Out: for every state that can be
//! innermost the lists, reactions and arrows of all scopes around it, outermost first. An arrow
//! that can never be taken from there is left out; everything else is decided at run time.

use islay_vm::op::{NONE, Op};
use islay_vm::program::{Code, DiagramSpec, LeafSpec, ShiftSpec, StateSpec, TargetSpec, Value};

use super::builder::{Builder, Clocks, Context};
use super::emit::Emit;
use super::fold::{flag, fold};
use super::timed;
use crate::hir::model::{
    Action, Arrow, Diagram, Edge, Expr, Reaction, Site, State, StateId, Target,
};
use crate::source::Span;

/// The innermost state that is entered with this one.
pub(super) fn first_leaf(d: &Diagram, state: StateId) -> StateId {
    let mut leaf = state;
    // inner states come after outer ones, so this ends
    while let Some(&child) = d.states.get(leaf.index()).and_then(|s| s.children.first()) {
        leaf = child;
    }
    leaf
}

/// The code of one scope: the body or a state.
#[derive(Default)]
struct Scope<'m> {
    act: Vec<Op>,
    react: Vec<Op>,
    /// Probes of the arrows, where there are some.
    asks: Vec<Op>,
    arrows: Vec<(&'m Arrow, ShiftSpec)>,
}

/// A diagram while it is compiled.
struct Work<'b, 'm> {
    b: &'b mut Builder<'m>,
    d: &'m Diagram,
    def: u16,
    /// `Hero.Turn`
    path: String,
    /// States of which some arrow asks for the last configuration.
    lasts: Vec<StateId>,
    n_edges: usize,
    /// Edges of all diagrams before this one.
    n_before: u32,
}

/// Compiles a diagram of the character.
pub(super) fn diagram<'m>(
    b: &mut Builder<'m>,
    owner: &str,
    def: u16,
    d: &'m Diagram,
) -> DiagramSpec {
    let ticks = timed::lengths(d, b.model.world.tick);
    b.clocks = Clocks { levels: 0, ticks };
    let (path, lasts, n_before) = (format!("{owner}.{}", d.name), lasts(d), b.n_edges);
    let mut work = Work { b, d, def, path, lasts, n_edges: 0, n_before };
    let context = work.context(None);
    let enter = work.reactions(context, d.span, &d.enter);
    let exit = work.reactions(context, d.span, &d.exit);
    let body = work.scope(context, None, d.span);
    let scopes: Vec<Scope> = d.states.iter().map(|s| work.state_scope(s)).collect();
    let state = |(s, i)| work.state(s, StateId(i), &body, &scopes);
    let mut states: Vec<StateSpec> = d.states.iter().zip(0..).map(state).collect();
    if states.is_empty() {
        states.push(work.only_state(&body));
    }
    work.b.n_edges += work.n_edges as u32;
    let first = first_leaf(d, StateId(0));
    DiagramSpec {
        name: work.b.name(&d.name),
        was: d.was.as_ref().map(|was| work.b.name(was)),
        states,
        initial: work.id(first, d.span),
        n_levels: d.states.iter().map(|s| s.level).max().unwrap_or(1),
        enter,
        exit,
        n_timed: work.b.narrow(d.n_timed, d.span),
        n_once: work.b.narrow(d.n_once, d.span),
        uses_back: arrows(d).any(|a| matches!(a.target, Target::Back)),
        n_last: work.lasts.len() as u16,
        clocks: work.b.clocks.levels,
        published: false,
    }
}

/// All edges in the order in which they are counted.
pub(super) fn edges(d: &Diagram) -> impl Iterator<Item = &Edge> {
    d.edges.iter().chain(d.states.iter().flat_map(|s| &s.edges))
}

fn arrows(d: &Diagram) -> impl Iterator<Item = &Arrow> {
    edges(d).filter_map(|e| e.arrow.as_ref())
}

fn lasts(d: &Diagram) -> Vec<StateId> {
    let last = |a: &Arrow| match a.target {
        Target::Last(state) => Some(state),
        _ => None,
    };
    let mut all: Vec<StateId> = arrows(d).filter_map(last).collect();
    all.sort_unstable();
    all.dedup();
    all
}

impl<'m> Work<'_, 'm> {
    fn id(&mut self, state: StateId, span: Span) -> u16 {
        self.b.narrow(state.index(), span)
    }

    /// Of the body or a state.
    fn context(&mut self, state: Option<&State>) -> Context {
        let place = match state {
            None => self.b.name(&self.path),
            Some(s) => self.b.place(&self.path, &s.path),
        };
        Context { def: Some(self.def), place }
    }

    fn emit(&mut self, context: Context, span: Span) -> Emit<'_, 'm> {
        Emit::new(self.b, context, span)
    }

    fn reactions(&mut self, context: Context, span: Span, list: &[Reaction]) -> Code {
        let mut code = self.emit(context, span);
        for reaction in list {
            code.reaction(reaction);
        }
        code.code()
    }

    fn actions(&mut self, context: Context, span: Span, list: &[Action]) -> Code {
        let mut code = self.emit(context, span);
        code.actions(list);
        code.code()
    }

    fn state_scope(&mut self, s: &'m State) -> Scope<'m> {
        let context = self.context(Some(s));
        self.scope(context, Some(s), s.span)
    }

    /// The lists and edges that stand on the body or on a state.
    fn scope(&mut self, context: Context, state: Option<&'m State>, span: Span) -> Scope<'m> {
        let (list, edges, level) = match state {
            None => (&[][..], &self.d.edges, 1),
            Some(s) => (&s.actions[..], &s.edges, s.level),
        };
        let mut act = self.emit(context, span);
        act.actions(list);
        let mut scope = Scope { act: act.ops, ..Scope::default() };
        let mut react = Vec::new();
        for edge in edges {
            let n = self.b.narrow(self.n_edges, edge.span);
            self.n_edges += 1;
            let cond = fold(&edge.cond);
            let probing = self.b.probing;
            let probe = probing.then_some(Op::Probe { probe: self.n_before + u32::from(n) });
            match edge.arrow {
                None => react.extend(probe),
                Some(_) => scope.asks.extend(probe),
            }
            match &edge.arrow {
                None => {
                    let once = edge.once.map(|slot| (level, slot));
                    let mut code = self.emit(context, edge.span);
                    code.when(&cond, once, probing.then_some(n), &edge.actions);
                    react.extend(code.ops);
                }
                Some(_) if flag(&cond) == Some(false) => {}
                Some(arrow) => {
                    let shift = self.shift(context, edge, &cond, arrow, n, state);
                    scope.arrows.push((arrow, shift));
                }
            }
        }
        scope.react = react;
        scope
    }

    fn shift(
        &mut self,
        context: Context,
        edge: &Edge,
        cond: &Expr,
        arrow: &Arrow,
        n: u16,
        on: Option<&State>,
    ) -> ShiftSpec {
        let cond = match flag(cond) {
            Some(true) => Value { code: Code::default(), reg: NONE },
            _ => self.emit(context, edge.span).whole(cond),
        };
        let actions = self.actions(context, edge.span, &edge.actions);
        let target = match &arrow.target {
            Target::State(s) => TargetSpec::State(self.id(*s, arrow.span)),
            Target::Last(s) => TargetSpec::Last(self.id(*s, arrow.span)),
            Target::Back => TargetSpec::Back,
            Target::Again => TargetSpec::Again(on.map(|s| self.position(s))),
            Target::OneOf(states, site) => self.one_of(context, arrow.span, states, *site),
        };
        ShiftSpec { cond, target, innermost: false, actions, edge: n }
    }

    /// The number of a state of this diagram.
    fn position(&mut self, state: &State) -> u16 {
        let i = self.d.states.iter().position(|s| std::ptr::eq(s, state)).unwrap_or(0);
        self.b.narrow(i, state.span)
    }

    fn one_of(
        &mut self,
        context: Context,
        span: Span,
        states: &[(StateId, Expr)],
        site: Site,
    ) -> TargetSpec {
        let mut code = self.emit(context, span);
        let weigh = |(state, weight): &(StateId, Expr)| {
            (code.b.narrow(state.index(), span), code.operand(weight))
        };
        let states = states.iter().map(weigh).collect();
        let site = code.b.site(site);
        TargetSpec::OneOf { code: code.code(), states, site }
    }

    /// Where a diagram without states always is.
    fn only_state(&mut self, body: &Scope) -> StateSpec {
        let name = self.b.name("");
        let leaf = Some(self.leaf(&[], body, &[]));
        StateSpec { name, path: name, level: 1, leaf, ..StateSpec::default() }
    }

    fn state(&mut self, s: &State, id: StateId, body: &Scope, scopes: &[Scope]) -> StateSpec {
        let context = self.context(Some(s));
        let leaf = s.children.is_empty().then(|| self.leaf(&self.chain(id), body, scopes));
        let first = first_leaf(self.d, id);
        StateSpec {
            name: self.b.name(&s.name),
            was: s.was.as_ref().map(|was| self.b.name(was)),
            path: self.b.name(&s.path),
            parent: s.parent.map(|parent| self.id(parent, s.span)),
            level: s.level,
            first_leaf: self.id(first, s.span),
            enter: self.reactions(context, s.span, &s.enter),
            exit: self.reactions(context, s.span, &s.exit),
            last: self.lasts.binary_search(&id).ok().map(|slot| slot as u16),
            leaf,
        }
    }

    /// What a tick does while these states are active, outermost first.
    fn leaf(&mut self, active: &[StateId], body: &Scope, scopes: &[Scope]) -> LeafSpec {
        let states = active.iter().filter_map(|s| scopes.get(s.index()));
        let around: Vec<&Scope> = std::iter::once(body).chain(states).collect();
        let joined = |part: for<'s> fn(&'s Scope<'_>) -> &'s Vec<Op>| -> Vec<Op> {
            around.iter().flat_map(|scope| part(scope).iter().copied()).collect()
        };
        let act = joined(|s| &s.act);
        // arrows are looked at when all reactions have run
        let react = [joined(|s| &s.react), joined(|s| &s.asks)].concat();
        let (act, react) = (self.b.code(act), self.b.code(react));
        let mut shifts = Vec::new();
        for (depth, scope) in around.iter().enumerate() {
            let innermost = depth == active.len();
            let possible = scope.arrows.iter().filter(|(a, _)| applies(a, active, innermost));
            shifts.extend(possible.map(|(_, s)| ShiftSpec { innermost, ..s.clone() }));
        }
        if let Some(sure) = shifts.iter().position(is_sure) {
            shifts.truncate(sure + 1);
        }
        LeafSpec { act, react, shifts }
    }

    /// The active states, outermost first.
    fn chain(&self, leaf: StateId) -> Vec<StateId> {
        let parent = |s: &StateId| self.d.states.get(s.index()).and_then(|s| s.parent);
        let mut chain: Vec<StateId> = std::iter::successors(Some(leaf), parent).collect();
        chain.reverse();
        chain
    }
}

/// Whether an arrow can be taken with these states active.
fn applies(arrow: &Arrow, active: &[StateId], innermost: bool) -> bool {
    let excepted = !innermost && arrow.except.iter().any(|s| active.contains(s));
    let there = matches!(arrow.target, Target::State(s) if !innermost && active.contains(&s));
    !excepted && !there
}

/// Whether nothing behind it is ever reached.
fn is_sure(shift: &ShiftSpec) -> bool {
    shift.cond.reg == NONE && matches!(shift.target, TargetSpec::State(_) | TargetSpec::Again(_))
}
