//! What lies outside of the scene: what the host sets, does and says, functions of scripts.
//!
//! In: `host` items, scripts that were found, and the calls of what they bring. Out: numbers of
//! the model's inputs and hooks. It looks into no script; [`super::load`] asked for their facts.

use std::collections::BTreeSet;

use super::build::Build;
use super::kinds::bare;
use super::load::Loaded;
use super::model::{
    ActionKind, Expr, ExprKind, Hook, HookId, HostCall, InputId, Kind, Placement, SpawnOne,
};
use super::program::{Decl, ItemId};
use super::report::Report;
use super::scope::{Body, Stand, Value, number, plain};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Span, Text};
use crate::syntax::ast::{self, Arg, HostKind, ItemKind, Name, Ref};

/// What all `host` items say.
#[derive(Default)]
pub(super) struct HostSide {
    messages: Vec<Text>,
    inputs: Vec<Text>,
    emits: Vec<Text>,
    calls: Vec<(HostCall, Name)>,
}

impl HostSide {
    /// Collects them; the same entry twice in one file is a mistake.
    pub fn new(loaded: &Loaded, report: &mut Report) -> Self {
        let mut side = Self::default();
        for tree in &loaded.trees {
            let mut first: Vec<&ast::HostEntry> = Vec::new();
            for entry in tree.items.iter().flat_map(entries) {
                match first.iter().find(|old| is_same(old, entry)) {
                    Some(old) => report.push(super::declared::twice(&entry.name, &old.name)),
                    None => first.push(entry),
                }
            }
            first.into_iter().for_each(|entry| side.add(entry, report));
        }
        side
    }

    fn add(&mut self, entry: &ast::HostEntry, report: &mut Report) {
        let list = match entry.kind {
            HostKind::Message => &mut self.messages,
            HostKind::Input => &mut self.inputs,
            HostKind::Emit => &mut self.emits,
            HostKind::Action | HostKind::Signal | HostKind::Function => {
                return self.add_call(entry, report);
            }
        };
        if !list.contains(&entry.name.text) {
            list.push(entry.name.text.clone());
        }
    }

    /// Two files may say the same of one, and nothing else.
    fn add_call(&mut self, entry: &ast::HostEntry, report: &mut Report) {
        refuse_builtin(entry, report);
        refuse_twins(entry, report);
        let params = entry.params.iter().map(|p| p.text.clone()).collect();
        let call = HostCall { kind: entry.kind, name: entry.name.text.clone(), params };
        match self.calls.iter().find(|(old, _)| old.name == call.name) {
            None => self.calls.push((call, entry.name.clone())),
            Some((old, _)) if old.kind == call.kind && old.params.len() == call.params.len() => {}
            Some((_, old)) => report.push(super::declared::twice(&entry.name, old)),
        }
    }

    /// What can be asked for in this way under a name.
    fn call(&self, kind: HostKind, name: &str) -> Option<&HostCall> {
        self.calls.iter().map(|(call, _)| call).find(|c| c.kind == kind && *c.name == *name)
    }

    /// The names of all that can be asked for in this way.
    pub fn names(&self, kind: HostKind) -> Vec<String> {
        let calls = self.calls.iter().filter(|(call, _)| call.kind == kind);
        calls.map(|(call, _)| call.name.to_string()).collect()
    }
}

/// Whether two entries of a file cannot stand beside each other: what is called shares its names.
fn is_same(a: &ast::HostEntry, b: &ast::HostEntry) -> bool {
    let kinds = a.kind == b.kind || a.kind.is_called() && b.kind.is_called();
    kinds && a.name.text == b.name.text
}

/// A function cannot have the name of one of the language.
fn refuse_builtin(entry: &ast::HostEntry, report: &mut Report) {
    let name = &entry.name;
    if entry.kind == HostKind::Function && super::signal::is_function(&name.text) {
        let message = format!("`{}(…)` is a function or signal of the language", name.text);
        let refused = Diagnostic::new(Code::ForbiddenName, name.span, message);
        report.push(refused.help("take another name for the host's"));
    }
}

fn refuse_twins(entry: &ast::HostEntry, report: &mut Report) {
    for (i, name) in entry.params.iter().enumerate() {
        let old = entry.params.iter().take(i).find(|old| old.text == name.text);
        old.into_iter().for_each(|old| report.push(super::declared::twice(name, old)));
    }
}

fn entries(item: &ast::Item) -> &[ast::HostEntry] {
    match &item.kind {
        ItemKind::Host(entries) => entries,
        _ => &[],
    }
}

impl Build<'_> {
    /// The host's side as the model has it.
    pub fn host(&mut self) -> super::model::Host {
        let messages = std::mem::take(&mut self.host.messages);
        let messages = messages.iter().map(|name| self.message(name)).collect();
        let HostSide { inputs, emits, calls, .. } = std::mem::take(&mut self.host);
        let calls = calls.into_iter().map(|(call, _)| call).collect();
        super::model::Host { messages, inputs, emits, calls }
    }
}

impl Body<'_, '_> {
    /// `input(n)`.
    pub fn input(&mut self, r: &Ref, args: &[Arg], span: Span) -> Option<ExprKind> {
        let args = self.positional(r, args, 1, span)?;
        let e = args.first()?;
        let Some(name) = bare(e) else {
            return self.error(Code::KindMismatch, e.span.0, "the name of an input is wanted here");
        };
        if self.stand == Stand::Const {
            return self.not_here(span, "`input(…)`");
        }
        self.input_named(name).map(ExprKind::Input)
    }

    /// An input of the host.
    pub fn input_named(&mut self, name: &Name) -> Option<InputId> {
        if let Some(at) = self.b.host.inputs.iter().position(|n| *n == name.text) {
            return Some(InputId(at as u32));
        }
        let message = format!("the host sets no input `{}`", name.text);
        let known: Vec<String> = self.b.host.inputs.iter().map(Text::to_string).collect();
        if known.is_empty() {
            let help = format!("say that it does: `host {{ input {} }}`", name.text);
            return self.error_help(Code::UnknownName, name.span, message, help);
        }
        self.unknown(name, message, |_| known)
    }

    /// `hook(f, …)`.
    pub fn hook(&mut self, args: &[Arg], span: Span) -> Option<ExprKind> {
        let Some((first, rest)) = args.split_first() else {
            let message = "`hook` takes the name of a function first";
            return self.error(Code::WrongArguments, span, message);
        };
        let Some(name) = bare(&first.value) else {
            let place = first.value.span.0;
            return self.error(Code::KindMismatch, place, "the name of a function is wanted here");
        };
        self.needs_code(span, "`hook(…)`")?;
        let hook = self.function(name, HostKind::Signal, rest.len(), span);
        let values: Vec<ast::Expr> = rest.iter().map(|a| a.value.clone()).collect();
        let values = self.emit(&values);
        let site = self.draw("hook");
        Some(ExprKind::Hook(hook?, values?, site))
    }

    /// `call f(…)`.
    pub fn call_hook(&mut self, name: &Name, args: &[ast::Expr], span: Span) -> Option<ActionKind> {
        let hook = self.function(name, HostKind::Action, args.len(), span);
        let args = self.emit(args);
        let site = self.draw("call");
        Some(ActionKind::Call(hook?, args?, site))
    }

    /// `f(…)` in an expression, where the host has a function of that name.
    pub fn ask(&mut self, r: &Ref, args: &[Arg], span: Span) -> Option<Option<Value>> {
        let call = self.b.host.call(HostKind::Function, &r.name.text)?;
        let n = call.params.len();
        Some(self.ask_for(r, args, n, span))
    }

    fn ask_for(&mut self, r: &Ref, args: &[Arg], n: usize, span: Span) -> Option<Value> {
        let args = self.positional(r, args, n, span)?;
        let args: Vec<Option<Value>> = args.into_iter().map(|e| self.any_number(e)).collect();
        if self.stand == Stand::Const {
            return self.not_here(span, &format!("`{}(…)` of the host", r.name.text));
        }
        let args: Vec<Value> = args.into_iter().collect::<Option<_>>()?;
        let args: Vec<Expr> = args.into_iter().map(|v| v.expr).collect();
        let hook = self.b.hook("", &r.name.text, n, true);
        Some(plain(ExprKind::Ask(hook, args), Kind::Number, span))
    }

    /// The function of that name with so many arguments, of the scripts that this file sees or of
    /// the host.
    fn function(
        &mut self,
        name: &Name,
        kind: HostKind,
        n_args: usize,
        span: Span,
    ) -> Option<HookId> {
        let program = self.b.program;
        let scripts = program.loaded.scripts_of(self.file);
        let host = self.b.host.call(kind, &name.text).map(|c| ("", c.params.len()));
        let named = scripts.iter().flat_map(|s| {
            let functions = s.functions.iter().filter(|(n, _)| **n == *name.text);
            functions.map(|(_, n)| (&*s.name, *n))
        });
        let named: Vec<(&str, usize)> = named.chain(host).collect();
        let fitting: BTreeSet<&str> =
            named.iter().filter(|(_, n)| *n == n_args).map(|(script, _)| *script).collect();
        match fitting.first() {
            Some(script) if fitting.len() == 1 => {
                Some(self.b.hook(script, &name.text, n_args, false))
            }
            Some(_) => {
                let all: Vec<&str> = fitting.into_iter().map(whose).collect();
                let message = format!("`{}` is a function of {}", name.text, all.join(" and "));
                self.error(Code::AmbiguousName, name.span, message)
            }
            None if program.loaded.lacks_scripts(self.file) => None,
            None if named.is_empty() => self.no_function(name, kind, n_args),
            None => self.wrong_count(name, &named, n_args, span),
        }
    }

    fn no_function(&mut self, name: &Name, kind: HostKind, n_args: usize) -> Option<HookId> {
        self.other_call(name)?;
        let loaded = self.b.program.loaded;
        let scripts = loaded.scripts_of(self.file);
        let hosts = self.b.host.names(kind);
        let message = match (scripts.is_empty(), hosts.is_empty()) {
            (_, true) => format!("no script has a function `{}`", name.text),
            (true, false) => format!("the host has no {} `{}`", kind.word(), name.text),
            (false, false) => {
                format!("neither a script nor the host has a function `{}`", name.text)
            }
        };
        if scripts.is_empty() && hosts.is_empty() {
            let names: Vec<String> = (1..=n_args).map(|n| format!("a{n}")).collect();
            let (word, name_, names) = (kind.word(), &name.text, names.join(", "));
            let help = format!(
                "name the script, `hooks \"hero.rhai\"`, or say that the host has it: \
                 `host {{ {word} {name_}({names}) }}`"
            );
            return self.error_help(Code::UnknownName, name.span, message, help);
        }
        let functions = scripts.iter().flat_map(|s| &s.functions);
        let known = functions.map(|(name, _)| name.clone()).chain(hosts).collect();
        self.unknown(name, message, |_| known)
    }

    /// Refuses what the host is asked for in another way.
    pub(super) fn other_call(&mut self, name: &Name) -> Option<()> {
        let calls = self.b.host.calls.iter();
        let Some(kind) = calls.map(|(c, _)| c).find(|c| c.name == name.text).map(|c| c.kind) else {
            return Some(());
        };
        let (message, help) = match kind {
            HostKind::Action => ("an action", format!("call it: `call {}(…)`", name.text)),
            HostKind::Signal => ("a signal", format!("ask it: `hook({}, …)`", name.text)),
            _ => ("a function", format!("write it where a number stands: `{}(…)`", name.text)),
        };
        let message = format!("`{}` is {message} of the host", name.text);
        self.error_help(Code::NotHere, name.span, message, help)
    }

    fn wrong_count(
        &mut self,
        name: &Name,
        named: &[(&str, usize)],
        n_args: usize,
        span: Span,
    ) -> Option<HookId> {
        let counts: BTreeSet<usize> = named.iter().map(|(_, n)| *n).collect();
        let counts: Vec<String> = counts.iter().map(usize::to_string).collect();
        let (name, counts) = (&name.text, counts.join(" or "));
        let message = match named.iter().all(|(script, _)| script.is_empty()) {
            true if counts == "1" => format!("`{name}` takes one argument, not {n_args}"),
            true => format!("`{name}` takes {counts} arguments, not {n_args}"),
            false => format!("`{name}` takes {counts} behind `me`, not {n_args}"),
        };
        self.error(Code::WrongArguments, span, message)
    }
}

impl Build<'_> {
    fn hook(&mut self, script: &str, name: &str, n_args: usize, is_number: bool) -> HookId {
        let hook = Hook { script: script.into(), name: name.into(), n_args, is_number };
        let at = self.hooks.iter().position(|h| *h == hook).unwrap_or_else(|| {
            self.hooks.push(hook);
            self.hooks.len() - 1
        });
        HookId(at as u32)
    }
}

/// Whose function it is that is of this script.
fn whose(script: &str) -> &str {
    if script.is_empty() { "the host" } else { script }
}

/// What is said of a script that cannot be had.
pub(super) fn refused(span: Span, refusal: crate::source::Refusal) -> Diagnostic {
    use crate::source::Refusal::{Broken, Missing};
    match refusal {
        Missing(reason) => Diagnostic::new(Code::FileNotFound, span, reason),
        Broken(reason) => Diagnostic::new(Code::BrokenFile, span, reason),
    }
}

impl Build<'_> {
    /// Characters that a script can make by name: those that need no arguments.
    pub fn plain(&mut self) -> Vec<SpawnOne> {
        if self.hooks.iter().all(|h| h.is_number) {
            return Vec::new();
        }
        let program = self.program;
        let ids = (0..program.items.len()).map(ItemId);
        let fit = |id: &ItemId| {
            let item = program.item(*id);
            let character = matches!(item.decl, Decl::Character(_) | Decl::Atom(_));
            character && program.params(*id).iter().all(|p| p.default.is_some())
        };
        let ids: Vec<ItemId> = ids.filter(fit).collect();
        ids.into_iter().filter_map(|id| self.plain_one(id)).collect()
    }

    fn plain_one(&mut self, id: ItemId) -> Option<SpawnOne> {
        let (name, span) = (self.program.item(id).canon.clone(), self.program.item(id).name.span);
        let fixed = self.all_defaults(id);
        let character = self.specialise(id, fixed, span)?;
        let all = |v| [0; 3].map(|_| number(v, span));
        let placement = Placement { at: all(0.0), turn: all(0.0), scale: all(1.0) };
        Some(SpawnOne { character, name, args: Vec::new(), placement, start: Vec::new(), span })
    }
}
