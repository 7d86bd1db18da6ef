//! The model while it is being built: numbers for what is used, and a list of what is to do.
//!
//! In: requests for classes, messages, constants, specialised characters. Out: their numbers, each
//! thing once. A character's body is resolved later than it is asked for, so characters may fork
//! each other in rings.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::rc::Rc;

use super::candidates::Cands;
use super::fold;
use super::hook::HostSide;
use super::model::{self, CharacterId, Class, ClassId, GroupId, Kind, MessageId};
use super::program::{Decl, ItemId, Program};
use super::report::Report;
use super::scope::{Body, Dim, Fixed, Own, Stand, Value};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Sources, Span, Text};

/// Characters after specialisation: ids have 16 bits, and parameters can multiply.
const MAX_CHARACTERS: usize = 32_768;

/// Constants that need others that stand further down, in a row.
const MAX_CHAIN: usize = 64;

/// A character whose body is to be resolved.
pub(super) struct Job {
    pub id: CharacterId,
    pub item: ItemId,
    pub fixed: Vec<Fixed>,
}

/// The model so far.
pub(super) struct Build<'a> {
    pub program: &'a Program<'a>,
    pub sources: &'a dyn Sources,
    pub report: Report,
    /// The length of a tick; `None` while it is being found out.
    pub tick: Option<f32>,
    pub classes: Vec<Class>,
    /// Specialised characters, `None` until their body is resolved.
    pub characters: Vec<Option<model::Character>>,
    /// What each is made of; `None` for a shape in place.
    pub origin: Vec<Option<ItemId>>,
    pub messages: Vec<Text>,
    pub host: HostSide,
    pub hooks: Vec<model::Hook>,
    pub queue: VecDeque<Job>,
    /// States of all characters so far.
    pub n_states: usize,
    /// Constants that wait for each other.
    depth: usize,
    /// The names of the characters that are there.
    pub owns: BTreeMap<CharacterId, Rc<Own>>,
    /// Constants; `None`: being found out.
    consts: BTreeMap<ItemId, Option<Option<Value>>>,
    class_of: BTreeMap<ItemId, ClassId>,
    words: BTreeMap<&'static str, ClassId>,
    message_of: BTreeMap<Text, MessageId>,
    group_of: BTreeMap<ItemId, GroupId>,
    memo: BTreeMap<(ItemId, Vec<Fixed>), CharacterId>,
    /// It has been said that there are too many characters.
    is_full: bool,
}

impl<'a> Build<'a> {
    /// Nothing built yet.
    pub fn new(program: &'a Program<'a>, sources: &'a dyn Sources, mut report: Report) -> Self {
        let host = HostSide::new(program.loaded, &mut report);
        let groups =
            program.items.iter().enumerate().filter(|(_, i)| matches!(i.decl, Decl::Group(_)));
        let group_of = groups.zip(0..).map(|((i, _), n)| (ItemId(i), GroupId(n))).collect();
        Build {
            program,
            sources,
            report,
            tick: None,
            classes: Vec::new(),
            characters: Vec::new(),
            origin: Vec::new(),
            messages: Vec::new(),
            host,
            hooks: Vec::new(),
            queue: VecDeque::new(),
            n_states: 0,
            depth: 0,
            owns: BTreeMap::new(),
            consts: BTreeMap::new(),
            class_of: BTreeMap::new(),
            words: BTreeMap::new(),
            message_of: BTreeMap::new(),
            group_of,
            memo: BTreeMap::new(),
            is_full: false,
        }
    }

    /// The class of a character or an atom.
    pub fn class(&mut self, item: ItemId) -> ClassId {
        if let Some(id) = self.class_of.get(&item) {
            return *id;
        }
        let decl = self.program.item(item);
        let atom = matches!(decl.decl, Decl::Atom(_));
        let id = self.new_class(decl.canon.clone(), atom, decl.name.span);
        self.class_of.insert(item, id);
        id
    }

    /// The class of shapes in place that begin with a word.
    pub fn word_class(&mut self, word: &'static str, span: Span) -> ClassId {
        if let Some(id) = self.words.get(word) {
            return *id;
        }
        let id = self.new_class(word.into(), true, span);
        self.words.insert(word, id);
        id
    }

    fn new_class(&mut self, name: Text, atom: bool, span: Span) -> ClassId {
        self.classes.push(Class { name, atom, span });
        ClassId(self.classes.len() as u32 - 1)
    }

    /// The group's number.
    pub fn group(&self, item: ItemId) -> GroupId {
        self.group_of.get(&item).copied().unwrap_or(GroupId(0))
    }

    /// The message of that name.
    pub fn message(&mut self, name: &str) -> MessageId {
        if let Some(id) = self.message_of.get(name) {
            return *id;
        }
        let id = MessageId(self.messages.len() as u32);
        self.messages.push(name.into());
        self.message_of.insert(name.into(), id);
        id
    }

    /// The value of a constant, asked for at `span`.
    pub fn const_value(&mut self, id: ItemId, span: Span) -> Option<Value> {
        let item = self.program.item(id);
        match self.consts.get(&id) {
            Some(Some(known)) => return known.clone(),
            Some(None) => {
                let message = format!("the constant `{}` needs itself", item.canon);
                let d = Diagnostic::new(Code::Recursion, item.name.span, message)
                    .label("declared here");
                self.report.push(if span == item.name.span {
                    d
                } else {
                    d.also(span, "needed here")
                });
                return None;
            }
            None => {}
        }
        let Decl::Const(e) = item.decl else { return None };
        if self.depth >= MAX_CHAIN {
            let message = format!("more than {MAX_CHAIN} constants need each other in a row");
            let d = Diagnostic::new(Code::TooMany, item.name.span, message);
            self.report.push(d.help("declare a constant before those that need it"));
            return None;
        }
        self.consts.insert(id, None);
        self.depth += 1;
        let mut body = Body::new(self, item.file, Stand::Const, item.canon.to_string());
        let want = body.b.program.const_ty(id).kind;
        let value = body.value(e, (want == Kind::Colour).then_some(Kind::Colour));
        let value = value.and_then(|v| body.settle(v));
        self.depth -= 1;
        self.consts.insert(id, Some(value.clone()));
        value
    }

    /// The characters and atoms that somebody can be.
    pub fn members(&self, cands: &Cands) -> Vec<ItemId> {
        match cands {
            Some(set) => set.iter().copied().collect(),
            None => {
                let all = (0..self.program.items.len()).map(ItemId);
                all.filter(|id| {
                    matches!(self.program.item(*id).decl, Decl::Character(_) | Decl::Atom(_))
                })
                .collect()
            }
        }
    }

    /// Something that this version cannot do.
    pub fn later(&mut self, span: Span, what: &str) {
        let message = format!("{what} cannot be used in this version yet");
        self.report.push(Diagnostic::new(Code::NotSupportedYet, span, message));
    }

    /// The character with these fixed parameters.
    pub fn specialise(
        &mut self,
        item: ItemId,
        fixed: Vec<Fixed>,
        span: Span,
    ) -> Option<CharacterId> {
        if let Some(id) = self.memo.get(&(item, fixed.clone())) {
            return Some(*id);
        }
        let id = self.reserve(Some(item), span)?;
        self.memo.insert((item, fixed.clone()), id);
        self.queue.push_back(Job { id, item, fixed });
        Some(id)
    }

    /// Room for a character that is filled in later.
    pub fn reserve(&mut self, item: Option<ItemId>, span: Span) -> Option<CharacterId> {
        if self.characters.len() >= MAX_CHARACTERS {
            if std::mem::replace(&mut self.is_full, true) {
                return None;
            }
            let message = format!(
                "a program has at most {MAX_CHARACTERS} characters, each set of fixed parameters counted"
            );
            self.report.push(Diagnostic::new(Code::TooMany, span, message));
            return None;
        }
        self.characters.push(None);
        self.origin.push(item);
        Some(CharacterId(self.characters.len() as u32 - 1))
    }

    /// Fills a character in.
    pub fn finish(&mut self, id: CharacterId, character: model::Character) {
        if let Some(slot) = self.characters.get_mut(id.index()) {
            *slot = Some(character);
        }
    }

    /// The written characters and atoms of which there is none yet.
    pub fn unmade(&self) -> Vec<ItemId> {
        let made: BTreeSet<ItemId> = self.origin.iter().flatten().copied().collect();
        self.members(&None).into_iter().filter(|id| !made.contains(id)).collect()
    }
}

impl Body<'_, '_> {
    /// A constant's value, computed.
    fn settle(&mut self, value: Value) -> Option<Value> {
        let span = value.expr.span;
        match fold::literal(&value.expr) {
            Some(fold::Literal::Number(v)) if !v.is_finite() => {
                self.error(Code::OutOfRange, span, "this number is not finite")
            }
            Some(literal) => {
                let expr = model::Expr { kind: literal.kind(), ..value.expr };
                // a constant has been given its meaning: it stands for a time as for a number
                Some(Value { expr, dim: Dim::Plain })
            }
            None => self.error(Code::NotConstant, span, "this is not known before the scene runs"),
        }
    }
}
