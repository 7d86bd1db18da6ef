//! The program while it grows: its pools, its names, and what its characters turn out to ask for.
//!
//! In: requests of the other compiler modules. Out: indices, and in the end the program. It
//! decides nothing about meaning; it only counts, shares equal entries, and says when a number no
//! longer fits.

use std::collections::{BTreeSet, HashMap, HashSet};

use islay_vm::op::{NONE, Op, Reg, Ticks};
use islay_vm::program::TrapSite;
use islay_vm::program::{Code, FieldSpec, Kind, MessageId, NameId, PoseField, Program, StateQuery};

use super::{Compiled, SourceMap, map};
use crate::diagnostic::{Code as Finding, Diagnostic};
use crate::hir::model::{Character, Expr, ExprKind, Model};
use crate::hir::visit::{self, Visitor};
use crate::source::{Span, Text};
use crate::syntax::lexer::is_identifier;

/// Whose code it is and what a trap calls it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Context {
    /// The character whose row it works on; groups and tests have none.
    pub def: Option<u16>,
    /// `Hero.Turn.Left`.
    pub place: NameId,
}

/// What a character's code asks for.
#[derive(Clone, Debug, Default)]
pub(super) struct Asks {
    pub heard: BTreeSet<MessageId>,
    pub measured: bool,
    pub feels: bool,
}

impl Asks {
    /// The messages that something in it asks for, were it in what never runs.
    fn of(character: &Character) -> Self {
        struct Heard(BTreeSet<MessageId>);
        impl Visitor for Heard {
            fn expr(&mut self, e: &Expr) {
                use ExprKind as K;
                if let K::Message(m) | K::Received(m) | K::Value(m) | K::Sender(m) = e.kind {
                    self.0.insert(m.0 as MessageId);
                }
            }
        }
        let mut heard = Heard(BTreeSet::new());
        visit::character(character, &mut heard);
        Self { heard: heard.0, ..Self::default() }
    }
}

/// What is known of the diagram that is being compiled.
#[derive(Clone, Debug, Default)]
pub(super) struct Clocks {
    /// Levels whose entry tick something asks for.
    pub levels: u32,
    /// Lengths of the timed actions, by slot.
    pub ticks: Vec<Ticks>,
}

/// The program while it grows.
pub(super) struct Builder<'m> {
    pub model: &'m Model,
    pub program: Program,
    pub map: SourceMap,
    /// By character.
    pub asks: Vec<Asks>,
    /// Of the diagram that is being compiled.
    pub clocks: Clocks,
    /// Diagrams whose state something asks for: (character, diagram).
    pub watched: HashSet<(u16, u16)>,
    /// Whether conditions can be looked into.
    pub probing: bool,
    /// Edges so far, over all diagrams.
    pub n_edges: u32,
    /// How many fields are read where anything hangs on it; `None`: all.
    pub n_fields: Option<usize>,
    names: HashMap<Text, NameId>,
    quats: HashMap<[u32; 4], u32>,
    vecs: HashMap<[u32; 3], u32>,
    sites: HashMap<u64, u32>,
    traps: HashMap<(Option<u16>, NameId, Span), u32>,
    fields: HashMap<(NameId, Kind, Option<PoseField>), u32>,
    queries: HashMap<(Text, Text), u32>,
    diagnostics: Vec<Diagnostic>,
}

impl<'m> Builder<'m> {
    pub fn new(model: &'m Model) -> Self {
        Self {
            model,
            program: Program::default(),
            map: map::places(model),
            asks: model.characters.iter().map(Asks::of).collect(),
            clocks: Clocks::default(),
            watched: HashSet::new(),
            probing: false,
            n_edges: 0,
            n_fields: None,
            names: HashMap::new(),
            quats: HashMap::new(),
            vecs: HashMap::new(),
            sites: HashMap::new(),
            traps: HashMap::new(),
            fields: HashMap::new(),
            queries: HashMap::new(),
            diagnostics: Vec::new(),
        }
    }

    /// The finished program: with everything compiled it is known who reads what of whom.
    pub fn finish(mut self) -> Compiled {
        let read = self.n_fields.unwrap_or(self.program.fields.len());
        let fields = || self.program.fields.iter().take(read);
        let speed = |f: &FieldSpec| matches!(f.pose, Some(PoseField::Speed | PoseField::TurnRate));
        let all_measured = fields().any(speed);
        let fields: HashSet<NameId> = fields().map(|f| f.name).collect();
        for (i, (def, asks)) in self.program.defs.iter_mut().zip(self.asks).enumerate() {
            def.heard = asks.heard.into_iter().collect();
            def.measured = asks.measured || all_measured;
            def.feels = asks.feels;
            for var in &mut def.vars {
                var.published = fields.contains(&var.name);
            }
            for (j, diagram) in def.diagrams.iter_mut().enumerate() {
                diagram.published = self.watched.contains(&(i as u16, j as u16));
            }
        }
        Compiled { program: self.program, map: self.map, diagnostics: self.diagnostics }
    }

    /// A number of 16 bits; where it does not fit, an error and 0.
    pub fn narrow(&mut self, n: usize, span: Span) -> u16 {
        match u16::try_from(n) {
            Ok(n) if n != NONE => n,
            _ => {
                self.too_many(span);
                0
            }
        }
    }

    /// A register; where there are no more, an error.
    pub fn register(&mut self, n: u32, span: Span) -> Reg {
        let reg = self.narrow(n as usize, span);
        self.program.n_regs = self.program.n_regs.max(reg.saturating_add(1));
        reg
    }

    fn too_many(&mut self, span: Span) {
        if self.diagnostics.is_empty() {
            let message = "the program has more of something than 65534";
            let help = "split what stands here into smaller pieces";
            self.diagnostics.push(Diagnostic::new(Finding::TooMany, span, message).help(help));
        }
    }

    /// A name or text.
    pub fn name(&mut self, text: &str) -> NameId {
        if let Some(&id) = self.names.get(text) {
            return id;
        }
        let id = self.program.names.len() as NameId;
        self.program.names.push(text.into());
        self.program.quoted.push(!is_identifier(text));
        self.names.insert(text.into(), id);
        id
    }

    /// A name below another: `Hero.Turn` and `Left` give `Hero.Turn.Left`.
    pub fn place(&mut self, above: &str, name: &str) -> NameId {
        self.name(&format!("{above}.{name}"))
    }

    /// Appends code.
    pub fn code(&mut self, ops: Vec<Op>) -> Code {
        let start = self.program.code.len() as u32;
        self.program.code.extend(ops);
        Code { start, end: self.program.code.len() as u32 }
    }

    /// A constant rotation.
    pub fn quat(&mut self, q: [f32; 4]) -> u32 {
        shared(&mut self.quats, q.map(f32::to_bits), &mut self.program.quats, q)
    }

    /// A constant vector.
    pub fn vec(&mut self, v: [f32; 3]) -> u32 {
        shared(&mut self.vecs, v.map(f32::to_bits), &mut self.program.vecs, v)
    }

    /// A place of a draw.
    pub fn site(&mut self, site: u64) -> u32 {
        shared(&mut self.sites, site, &mut self.program.sites, site)
    }

    /// A place that can trap; copies of one piece of code share it.
    pub fn trap(&mut self, code: &'static str, context: Context, span: Span) -> u32 {
        let Context { def, place } = context;
        let n = self.program.traps.len();
        let id = shared(
            &mut self.traps,
            (def, place, span),
            &mut self.program.traps,
            TrapSite { code, place, at: None },
        );
        if self.program.traps.len() > n {
            self.map.traps.push(span);
        }
        id
    }

    /// A field that is read of others.
    pub fn field(&mut self, name: &str, kind: Kind, pose: Option<PoseField>) -> u32 {
        let name = self.name(name);
        let fields = &mut self.program.fields;
        shared(&mut self.fields, (name, kind, pose), fields, FieldSpec { name, kind, pose })
    }

    /// A question `ref.D is S`, answered for every character that has such a diagram and state.
    pub fn query(&mut self, diagram: &Text, state: &Text) -> u32 {
        let key = (diagram.clone(), state.clone());
        if let Some(&id) = self.queries.get(&key) {
            return id;
        }
        let answers = answers(self.model, diagram, state);
        self.watched.extend(answers.iter().map(|&(def, diagram, _)| (def, diagram)));
        let id = self.program.queries.len() as u32;
        self.program.queries.push(StateQuery { answers });
        self.queries.insert(key, id);
        id
    }

    /// What the code of this context asks for.
    pub fn asks(&mut self, context: Context) -> Option<&mut Asks> {
        self.asks.get_mut(usize::from(context.def?))
    }
}

/// The index of an entry, shared with an equal one.
fn shared<K: std::hash::Hash + Eq, T>(
    known: &mut HashMap<K, u32>,
    key: K,
    list: &mut Vec<T>,
    item: T,
) -> u32 {
    *known.entry(key).or_insert_with(|| {
        list.push(item);
        list.len() as u32 - 1
    })
}

/// Which states of which characters `D is S` means.
fn answers(model: &Model, diagram: &str, state: &str) -> Vec<(u16, u16, u16)> {
    let mut all = Vec::new();
    for (def, character) in model.characters.iter().enumerate() {
        for (d, diagram) in
            character.diagrams.iter().enumerate().filter(|(_, d)| &*d.name == diagram)
        {
            let paths = diagram.states.iter().map(|s| &*s.path).enumerate();
            let meant = paths.filter(|(_, path)| *path == state || is_tail(path, state));
            all.extend(meant.map(|(s, _)| (def as u16, d as u16, s as u16)));
        }
    }
    all
}

/// Whether the path ends with these whole names.
fn is_tail(path: &str, names: &str) -> bool {
    path.strip_suffix(names).is_some_and(|above| above.ends_with('.'))
}
