//! Diagrams: states and transitions.
//!
//! In: a diagram of a model. Out: a `statediagram` element. Edges of the diagram's body are written
//! before those of each state, where they are passed over in the state that they lead to. There
//! are no inner states, no reactions but one on entry, and no state that an arrow stays in.

use super::Export;
use super::xml::Xml;
use crate::hir::model::{Diagram, Edge, State, StateId, Target};

impl Export<'_> {
    /// `statediagram`
    pub(super) fn diagram(&mut self, diagram: &Diagram, xml: &mut Xml) {
        for reaction in diagram.enter.iter().chain(&diagram.exit) {
            self.cannot(reaction.span, "what a whole diagram does when it is entered or left");
        }
        xml.open("statediagram", &[("name", &diagram.name)]);
        xml.open("statelist", &[]);
        for state in &diagram.states {
            self.state(state, xml);
        }
        xml.close("statelist");
        xml.open("translist", &[]);
        for (at, state) in diagram.states.iter().enumerate() {
            self.edges(diagram, StateId(at as u32), state, xml);
        }
        xml.close("translist");
        xml.close("statediagram");
    }

    fn state(&mut self, state: &State, xml: &mut Xml) {
        if state.parent.is_some() {
            self.cannot(state.span, "states in states");
        }
        for reaction in &state.exit {
            self.cannot(reaction.span, "what happens when a state is left");
        }
        let mut attributes = vec![("name", state.name.to_string())];
        attributes.extend(self.action(&state.actions));
        attributes.extend(self.entry(state));
        let attributes: Vec<(&str, &str)> =
            attributes.iter().map(|(name, value)| (*name, value.as_str())).collect();
        xml.leaf("state", &attributes);
    }

    fn edges(&mut self, diagram: &Diagram, id: StateId, state: &State, xml: &mut Xml) {
        for edge in &diagram.edges {
            if id.0 == 0 || edge.arrow.is_some() {
                self.edge(diagram, id, state, edge, true, xml);
            }
        }
        for edge in &state.edges {
            self.edge(diagram, id, state, edge, false, xml);
        }
    }

    fn edge(
        &mut self,
        diagram: &Diagram,
        id: StateId,
        state: &State,
        edge: &Edge,
        of_body: bool,
        xml: &mut Xml,
    ) {
        let Some(arrow) = &edge.arrow else {
            let help = "such documents react only on entry";
            return self.cannot_but(edge.span, "a reaction", help);
        };
        if !edge.actions.is_empty() {
            let help = "write it into the state that is entered, `on enter do …`";
            self.cannot_but(edge.span, "what an edge does", help);
        }
        if !arrow.except.is_empty() {
            self.cannot(arrow.span, "`except`");
        }
        let to = match &arrow.target {
            Target::State(to) if *to == id && of_body => return,
            Target::State(to) if *to == id => {
                let help = "`-> again` enters it anew, which such documents do";
                return self.cannot_but(arrow.span, "an arrow that stays", help);
            }
            Target::State(to) => *to,
            Target::Again if of_body => return self.cannot(arrow.span, "a whole diagram anew"),
            Target::Again => id,
            Target::Last(_) => return self.cannot(arrow.span, "`.last`"),
            Target::Back => return self.cannot(arrow.span, "`back`"),
            Target::OneOf(..) => return self.cannot(arrow.span, "`one of`"),
        };
        let Some(to) = diagram.states.get(to.index()) else { return };
        for mut guard in self.guards(edge) {
            guard.push(("from", state.name.to_string()));
            guard.push(("to", to.name.to_string()));
            let attributes: Vec<(&str, &str)> =
                guard.iter().map(|(name, value)| (*name, value.as_str())).collect();
            xml.leaf("trans", &attributes);
        }
    }
}
