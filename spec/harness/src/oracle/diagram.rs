//! A tick of one diagram (§6): enter, act, react, shift.
//!
//! In: an instance and one of its diagrams. Out: its new state, and all that its actions do. At
//! most one arrow is taken.

use islay_lang::hir::model::{Action, Diagram, Edge, Expr, Reaction, Site, StateId, Target};
use islay_vm::event::EventKind;

use super::Oracle;
use super::cast::{Activity, At, Id, active, contains, first_leaf, state_path};

/// Where an edge stands: on a state, or in the diagram's body.
type Scope = Option<StateId>;

/// Where an arrow leads.
#[derive(Clone, Copy, Debug)]
enum Way {
    /// To a state, and to the first states below it.
    To(StateId),
    /// The scope it stands on, anew.
    Again(Scope),
}

impl<'m> Oracle<'m> {
    /// All diagrams of an instance in text order.
    pub(super) fn step_instance(&mut self, id: Id) {
        let diagrams = &self.cast[id].character.diagrams;
        for (i, diagram) in diagrams.iter().enumerate() {
            let at = At { me: Some(id), dice: id, diagram: i };
            if self.activity(at).fresh {
                self.enter_first(at, diagram);
            }
            self.act(at, diagram);
            self.react(at, diagram);
            self.shift(at, diagram);
        }
    }

    /// A diagram is entered at the start of the instance's first tick. Its clocks count that tick,
    /// but what runs on entry sees them at 0.
    fn enter_first(&mut self, at: At, diagram: &'m Diagram) {
        let clock = self.clock;
        let activity = self.activity(at);
        activity.fresh = false;
        activity.entered.fill(clock);
        let leaf = activity.leaf;
        self.run_reactions(at, true, &diagram.enter);
        for state in active(diagram, leaf) {
            self.run_reactions(at, true, &diagram.states[state.index()].enter);
        }
        self.activity(at).entered.fill(clock - 1);
    }

    /// The lists of the active states, outermost first.
    fn act(&mut self, at: At, diagram: &'m Diagram) {
        for state in active(diagram, self.leaf(at)) {
            self.run(at, &diagram.states[state.index()].actions);
        }
    }

    /// Every edge without an arrow whose condition holds, outermost scope first, top to bottom.
    fn react(&mut self, at: At, diagram: &'m Diagram) {
        for (scope, edges) in scopes(diagram, self.leaf(at)) {
            for edge in edges.iter().filter(|e| e.arrow.is_none()) {
                if self.holds(at, &edge.cond) && self.not_yet(at, diagram, scope, edge) {
                    self.coverage.edge(scope.is_none(), edge);
                    self.run(at, &edge.actions);
                }
            }
        }
    }

    /// A reaction that runs once per stay in its own state (on a diagram: in the outermost one).
    fn not_yet(&mut self, at: At, diagram: &Diagram, scope: Scope, edge: &Edge) -> bool {
        let Some(slot) = edge.once else { return true };
        let level = scope.map_or(1, |s| diagram.states[s.index()].level);
        let activity = self.activity(at);
        let stay = activity.entered[usize::from(level) - 1];
        activity.once.insert(slot, stay) != Some(stay)
    }

    /// The first edge with an arrow whose condition holds, outermost scope first, top to bottom.
    fn shift(&mut self, at: At, diagram: &'m Diagram) {
        let leaf = self.leaf(at);
        for (scope, edges) in scopes(diagram, leaf) {
            let innermost = is_innermost(diagram, leaf, scope);
            for edge in edges {
                let Some(arrow) = &edge.arrow else { continue };
                let excepted = arrow.except.iter().any(|s| contains(diagram, *s, leaf));
                if excepted && !innermost {
                    continue;
                }
                if !innermost && is_active_already(diagram, leaf, &arrow.target) {
                    continue;
                }
                if !self.holds(at, &edge.cond) {
                    continue;
                }
                let way = self.resolve(at, diagram, scope, &arrow.target);
                if self.follow(at, diagram, scope, edge, way) {
                    return;
                }
            }
        }
    }

    /// Takes an edge; `false` where it is passed over.
    fn follow(
        &mut self,
        at: At,
        diagram: &'m Diagram,
        scope: Scope,
        edge: &'m Edge,
        way: Way,
    ) -> bool {
        let leaf = self.leaf(at);
        let innermost = is_innermost(diagram, leaf, scope);
        let (left, entered) = match way {
            Way::To(state) if innermost && state == leaf => {
                self.coverage.stay();
                self.run(at, &edge.actions);
                return true;
            }
            Way::To(state) if !innermost && contains(diagram, state, leaf) => {
                return false;
            }
            Way::To(state) => (beside(diagram, leaf, state), first_leaf(diagram, state)),
            Way::Again(Some(state)) => (inside(diagram, leaf, state), first_leaf(diagram, state)),
            Way::Again(None) => (active(diagram, leaf), first_leaf(diagram, StateId(0))),
        };
        self.coverage.edge(scope.is_none(), edge);
        self.coverage.arrow(edge);
        let body = matches!(way, Way::Again(None));
        self.leave(at, diagram, &left, body);
        self.run(at, &edge.actions);
        let kept = self.switch(at, diagram, number(diagram, edge), &left, entered);
        if body {
            self.run_reactions(at, true, &diagram.enter);
        }
        for state in &active(diagram, entered)[kept..] {
            self.run_reactions(at, true, &diagram.states[state.index()].enter);
        }
        true
    }

    /// `on exit`, inner to outer.
    fn leave(&mut self, at: At, diagram: &'m Diagram, left: &[StateId], body: bool) {
        for state in left.iter().rev() {
            self.run_reactions(at, false, &diagram.states[state.index()].exit);
        }
        if body {
            self.run_reactions(at, false, &diagram.exit);
        }
    }

    /// The state switches at once: clocks, `.last`, `back`. How many levels stay as they were.
    fn switch(
        &mut self,
        at: At,
        diagram: &Diagram,
        edge: u16,
        left: &[StateId],
        new: StateId,
    ) -> usize {
        let clock = self.clock;
        let old = self.leaf(at);
        let kept = active(diagram, old).len() - left.len();
        let activity = self.activity(at);
        for state in left {
            activity.last.insert(*state, old);
        }
        if new != old {
            activity.back = Some(old);
        }
        activity.leaf = new;
        activity.entered.truncate(kept);
        activity.entered.resize(active(diagram, new).len().max(1), clock);
        let (from, to) = (state_path(diagram, old), state_path(diagram, new));
        let diagram = diagram.name.to_string();
        self.tell(at.dice, EventKind::Transition { diagram, from, to, edge });
        kept
    }

    /// Where the arrow leads now.
    fn resolve(&mut self, at: At, diagram: &'m Diagram, scope: Scope, target: &'m Target) -> Way {
        match target {
            Target::State(state) => Way::To(*state),
            Target::Again => Way::Again(scope),
            Target::Back => {
                let leaf = self.leaf(at);
                Way::To(self.activity(at).back.unwrap_or(leaf))
            }
            Target::Last(state) => {
                let last = self.activity(at).last.get(state).copied();
                Way::To(last.unwrap_or_else(|| first_leaf(diagram, *state)))
            }
            Target::OneOf(choices, site) => Way::To(self.draw_state(at, choices, *site)),
        }
    }

    /// Drawn by weight; negative weights count nothing, all nothing: the first.
    fn draw_state(&mut self, at: At, choices: &'m [(StateId, Expr)], site: Site) -> StateId {
        let weights: Vec<f32> = choices
            .iter()
            .map(|(_, w)| self.number(at, w))
            .map(|w| if w > 0.0 { w } else { 0.0 })
            .collect();
        let sum = weights.iter().fold(0.0, |sum, w| sum + w);
        let mark = self.draw(at, site) * sum;
        let mut running = 0.0;
        for ((state, _), weight) in choices.iter().zip(&weights) {
            running += weight;
            if running > mark {
                return *state;
            }
        }
        choices[0].0
    }

    fn run_reactions(&mut self, at: At, entering: bool, reactions: &'m [Reaction]) {
        for reaction in reactions {
            if reaction.cond.as_ref().is_none_or(|c| self.holds(at, c)) {
                self.coverage.reaction(entering, reaction);
                self.run(at, &reaction.actions);
            }
        }
    }

    fn run(&mut self, at: At, actions: &'m [Action]) {
        for action in actions {
            self.perform(at, action);
        }
    }

    fn leaf(&mut self, at: At) -> StateId {
        self.activity(at).leaf
    }

    /// What the diagram is doing.
    pub(super) fn activity(&mut self, at: At) -> &mut Activity {
        &mut self.cast[at.me.unwrap_or(at.dice)].diagrams[at.diagram]
    }
}

/// The edges that apply, by where they stand, outermost first.
fn scopes(diagram: &Diagram, leaf: StateId) -> Vec<(Scope, &[Edge])> {
    let mut scopes = vec![(None, &diagram.edges[..])];
    for state in active(diagram, leaf) {
        scopes.push((Some(state), &diagram.states[state.index()].edges[..]));
    }
    scopes
}

/// Which of the diagram's edges this is, those of the body first.
fn number(diagram: &Diagram, edge: &Edge) -> u16 {
    let mut all = diagram.edges.iter().chain(diagram.states.iter().flat_map(|s| &s.edges));
    all.position(|e| std::ptr::eq(e, edge)).unwrap_or_default() as u16
}

/// Whether there is no active state inside of it.
fn is_innermost(diagram: &Diagram, leaf: StateId, scope: Scope) -> bool {
    scope == active(diagram, leaf).last().copied()
}

/// A plain target that is active, whatever the condition says.
fn is_active_already(diagram: &Diagram, leaf: StateId, target: &Target) -> bool {
    matches!(target, Target::State(s) if contains(diagram, *s, leaf))
}

/// The active states that neither are the target nor contain it.
fn beside(diagram: &Diagram, leaf: StateId, target: StateId) -> Vec<StateId> {
    active(diagram, leaf).into_iter().filter(|s| !contains(diagram, *s, target)).collect()
}

/// The active states that are `scope` or lie in it.
fn inside(diagram: &Diagram, leaf: StateId, scope: StateId) -> Vec<StateId> {
    active(diagram, leaf).into_iter().filter(|s| contains(diagram, scope, *s)).collect()
}
