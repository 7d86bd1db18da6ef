//! The model as text, for reading and for tests.
//!
//! In: a model. Out: lines much like the language, with every name settled: variables and states
//! by name, what was specialised with its number. It is no input to anything and may change.

mod action;
mod expr;

use std::fmt::{self, Write};

use super::model::{
    Base, Character, Diagram, Edge, Group, Model, Obb, Part, Reaction, Shape, Spawn, SpawnOne,
    State, Step, StepKind, Target, Test,
};
use expr::Names;

/// The whole model.
pub fn dump(model: &Model) -> String {
    let mut out = String::new();
    // writing to a string does not fail
    let _ = Dump { model, out: &mut out }.everything();
    out
}

struct Dump<'m, 'o> {
    model: &'m Model,
    out: &'o mut String,
}

impl<'m> Dump<'m, '_> {
    fn everything(&mut self) -> fmt::Result {
        self.world()?;
        for i in 0..self.model.characters.len() {
            self.character(i)?;
        }
        for group in &self.model.groups {
            self.group(group)?;
        }
        for test in &self.model.tests {
            self.test(test)?;
        }
        Ok(())
    }

    fn world(&mut self) -> fmt::Result {
        let w = &self.model.world;
        let [x, y, z] = w.size;
        writeln!(self.out, "world {:?} {x} {y} {z} tick {} seed {}", w.kind, w.tick, w.seed)?;
        if let Some(c) = &w.camera {
            let of = c.of.as_ref().map(|n| format!(" of {n}")).unwrap_or_default();
            writeln!(
                self.out,
                "camera{of} at {:?} look {:?} turn {:?} fov {}",
                c.at, c.look, c.turn, c.fov
            )?;
        }
        Ok(())
    }

    /// Names in a character, or nowhere.
    fn names(&self, character: Option<&'m Character>) -> Names<'m> {
        Names { model: self.model, character, diagram: None }
    }

    fn character(&mut self, index: usize) -> fmt::Result {
        let Some(c) = self.model.characters.get(index) else { return Ok(()) };
        let class = self.model.classes.get(c.class.index());
        let kind = if class.is_some_and(|c| c.atom) { "atom" } else { "character" };
        write!(self.out, "{kind} {}@{index}", c.name)?;
        for (flag, word) in [(c.hidden, "hidden"), (c.solid, "solid")] {
            if flag {
                write!(self.out, " {word}")?;
            }
        }
        if let Some((v, h)) = c.screen {
            write!(self.out, " screen {v:?} {h:?}")?;
        }
        writeln!(self.out)?;
        let names = self.names(Some(c));
        if let Some(shape) = &c.shape {
            self.shape(shape, names)?;
        }
        if let Some(color) = &c.color {
            writeln!(self.out, "  color {}", names.expr(color))?;
        }
        if let Some(Obb { center, half, rotation }) = &c.bounds {
            writeln!(self.out, "  bounds {half:?} at {center:?} turned {rotation:?}")?;
        }
        for (i, var) in c.vars.iter().enumerate() {
            let word = if i < c.n_params { "param" } else { "var" };
            let hidden = if var.visible { "" } else { " (of a run)" };
            writeln!(
                self.out,
                "  {word} {}: {:?} = {}{hidden}",
                var.name,
                var.kind,
                names.expr(&var.init)
            )?;
        }
        for part in &c.parts {
            self.part(part, names)?;
        }
        for d in &c.diagrams {
            self.diagram(d, Names { diagram: Some(d), ..names })?;
        }
        Ok(())
    }

    fn shape(&mut self, s: &Shape, names: Names<'m>) -> fmt::Result {
        let base = match &s.base {
            Base::Box([x, y, z]) => format!("box {x} {y} {z}"),
            Base::Ball(r) => format!("ball {r}"),
            Base::Cylinder(r, h) => format!("cylinder {r} {h}"),
            Base::Cone(r, h) => format!("cone {r} {h}"),
            Base::Capsule(r, h) => format!("capsule {r} {h}"),
            Base::Plane(w, d) => format!("plane {w} {d}"),
            Base::Text(text, size) => format!("text {} {size}", names.text(text)),
            Base::Model(file) => format!("{file:?}"),
        };
        write!(self.out, "  shape {base} color #{:08x}", s.color)?;
        if let Some(texture) = &s.texture {
            write!(self.out, " texture {texture:?}")?;
        }
        writeln!(self.out, " at {:?} turn {:?} scale {:?}", s.at, s.turn, s.scale)
    }

    fn part(&mut self, p: &Part, names: Names<'m>) -> fmt::Result {
        let made = names.made(p.character, &p.args, &p.start);
        writeln!(self.out, "  part {}: {made}{}", p.name, names.placement(&p.placement))
    }

    fn diagram(&mut self, d: &'m Diagram, names: Names<'m>) -> fmt::Result {
        writeln!(self.out, "  diagram {} (timed {}, once {})", d.name, d.n_timed, d.n_once)?;
        self.scope(&d.edges, &d.enter, &d.exit, names, "    ")?;
        d.states.iter().try_for_each(|s| self.state(s, names))
    }

    fn state(&mut self, s: &State, names: Names<'m>) -> fmt::Result {
        let indent = "  ".repeat(usize::from(s.level) + 1);
        write!(self.out, "{indent}state {}", s.path)?;
        if !s.actions.is_empty() {
            write!(self.out, " < {} >", names.actions(&s.actions))?;
        }
        writeln!(self.out)?;
        self.scope(&s.edges, &s.enter, &s.exit, names, &format!("{indent}  "))
    }

    fn scope(
        &mut self,
        edges: &[Edge],
        enter: &[Reaction],
        exit: &[Reaction],
        names: Names<'m>,
        indent: &str,
    ) -> fmt::Result {
        for (word, list) in [("enter", enter), ("exit", exit)] {
            for r in list {
                let cond =
                    r.cond.as_ref().map(|c| format!(" if {}", names.expr(c))).unwrap_or_default();
                writeln!(self.out, "{indent}on {word}{cond} do {}", names.actions(&r.actions))?;
            }
        }
        edges.iter().try_for_each(|e| self.edge(e, names, indent))
    }

    fn edge(&mut self, e: &Edge, names: Names<'m>, indent: &str) -> fmt::Result {
        let head =
            if e.is_else { "else".to_owned() } else { format!("on {}", names.expr(&e.cond)) };
        write!(self.out, "{indent}{head}")?;
        if !e.actions.is_empty() {
            write!(self.out, " do {}", names.actions(&e.actions))?;
        }
        if let Some(arrow) = &e.arrow {
            write!(self.out, " -> {}", target(&arrow.target, names))?;
            for s in &arrow.except {
                write!(self.out, " except {}", names.state(*s))?;
            }
        }
        match e.once {
            Some(slot) => writeln!(self.out, " (once {slot})"),
            None => writeln!(self.out),
        }
    }

    fn group(&mut self, g: &Group) -> fmt::Result {
        writeln!(self.out, "group {}", g.name)?;
        self.spawns(&g.spawns, "  ")
    }

    fn spawns(&mut self, list: &[Spawn], indent: &str) -> fmt::Result {
        let names = self.names(None);
        for spawn in list {
            match spawn {
                Spawn::One(one) => writeln!(self.out, "{indent}{}", spawn_one(one, names))?,
                Spawn::Repeat { count, counter, spawns } => {
                    writeln!(self.out, "{indent}repeat {} as i{}", names.expr(count), counter.0)?;
                    self.spawns(spawns, &format!("{indent}  "))?;
                }
            }
        }
        Ok(())
    }

    fn test(&mut self, t: &Test) -> fmt::Result {
        writeln!(self.out, "test {:?}", t.name)?;
        t.steps.iter().try_for_each(|s| self.step(s))
    }

    fn step(&mut self, s: &Step) -> fmt::Result {
        let names = self.names(None);
        let e = |e| names.expr(e);
        let line = match &s.kind {
            StepKind::Run(t) => format!("run {}", e(t)),
            StepKind::RunUntil(c, t) => format!("run until {} max {}", e(c), e(t)),
            StepKind::Press(k) => format!("press {}", k.name()),
            StepKind::Release(k) => format!("release {}", k.name()),
            StepKind::Hold(k, t) => format!("hold {} for {}", k.name(), e(t)),
            StepKind::Click(who) => format!("click {}", e(who)),
            StepKind::Send(m, v, to) => format!("send {}", names.sent(*m, v.as_ref(), to)),
            StepKind::Set { of, name, value } => format!("set {}.{name} = {}", e(of), e(value)),
            StepKind::Do { who, bodies } => return self.bodies(e(who), bodies),
            StepKind::Input(input, v) => format!("input {} = {}", names.input(*input), e(v)),
            StepKind::Fork(action) => names.actions(std::slice::from_ref(action.as_ref())),
            StepKind::Expect(c) => format!("expect {}", e(c)),
            StepKind::ExpectNear(a, b, d) => format!("expect {} ~ {} within {}", e(a), e(b), e(d)),
            StepKind::ExpectLog(text) => format!("expect log {text:?}"),
            StepKind::Ask(what) => format!("ask {}", e(what)),
            StepKind::AskOf(bodies) => {
                let body = |(id, what): &(super::model::CharacterId, super::model::Expr)| {
                    let names = self.names(self.model.characters.get(id.index()));
                    format!("{}: {}", names.character_name(*id), names.expr(what))
                };
                format!("ask {}", bodies.iter().map(body).collect::<Vec<_>>().join(", "))
            }
        };
        writeln!(self.out, "  {line}")
    }

    fn bodies(
        &mut self,
        who: String,
        bodies: &[(super::model::CharacterId, Vec<super::model::Action>)],
    ) -> fmt::Result {
        writeln!(self.out, "  {who} does")?;
        for (id, actions) in bodies {
            let names = self.names(self.model.characters.get(id.index()));
            writeln!(self.out, "    {} < {} >", names.character_name(*id), names.actions(actions))?;
        }
        Ok(())
    }
}

fn target(t: &Target, names: Names<'_>) -> String {
    match t {
        Target::State(s) => names.state(*s),
        Target::Last(s) => format!("{}.last", names.state(*s)),
        Target::Back => "back".to_owned(),
        Target::Again => "again".to_owned(),
        Target::OneOf(list, _) => {
            let all: Vec<String> = list
                .iter()
                .map(|(s, w)| format!("{} {}", names.state(*s), names.expr(w)))
                .collect();
            format!("one of {}", all.join(", "))
        }
    }
}

/// A spawn on one line.
fn spawn_one(s: &SpawnOne, names: Names<'_>) -> String {
    let made = names.made(s.character, &s.args, &s.start);
    format!("{made}{} as {}", names.placement(&s.placement), s.name)
}
