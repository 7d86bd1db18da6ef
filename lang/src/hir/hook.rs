//! What lies outside of the scene: numbers that the host sets, functions of scripts.
//!
//! In: `host` items, scripts that were found, and the calls of what they bring. Out: numbers of
//! the model's inputs and hooks. It looks into no script; [`super::load`] asked for their facts.

use std::collections::BTreeSet;

use super::build::Build;
use super::kinds::bare;
use super::load::Loaded;
use super::model::{ActionKind, ExprKind, Hook, HookId, InputId, Placement, SpawnOne};
use super::program::{Decl, ItemId};
use super::report::Report;
use super::scope::{Body, Stand, number};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Span, Text};
use crate::syntax::ast::{self, Arg, HostKind, ItemKind, Name, Ref};

/// What all `host` items say.
#[derive(Default)]
pub(super) struct HostSide {
    messages: Vec<Text>,
    inputs: Vec<Text>,
}

impl HostSide {
    /// Collects them; the same entry twice in one file is a mistake.
    pub fn new(loaded: &Loaded, report: &mut Report) -> Self {
        let mut side = Self::default();
        for tree in &loaded.trees {
            let mut first: Vec<&ast::HostEntry> = Vec::new();
            for entry in tree.items.iter().flat_map(entries) {
                let same =
                    |e: &&&ast::HostEntry| e.kind == entry.kind && e.name.text == entry.name.text;
                match first.iter().find(same) {
                    Some(old) => report.push(super::declared::twice(&entry.name, &old.name)),
                    None => first.push(entry),
                }
            }
            for entry in first {
                let list = match entry.kind {
                    HostKind::Message => &mut side.messages,
                    HostKind::Input => &mut side.inputs,
                    HostKind::Emit => continue,
                };
                if !list.contains(&entry.name.text) {
                    list.push(entry.name.text.clone());
                }
            }
        }
        side
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
        super::model::Host { messages, inputs: std::mem::take(&mut self.host.inputs) }
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
        let hook = self.function(name, rest.len(), span);
        let values: Vec<ast::Expr> = rest.iter().map(|a| a.value.clone()).collect();
        let values = self.emit(&values);
        let site = self.draw("hook");
        Some(ExprKind::Hook(hook?, values?, site))
    }

    /// `call f(…)`.
    pub fn call_hook(&mut self, name: &Name, args: &[ast::Expr], span: Span) -> Option<ActionKind> {
        let hook = self.function(name, args.len(), span);
        let args = self.emit(args);
        let site = self.draw("call");
        Some(ActionKind::Call(hook?, args?, site))
    }

    /// The function of that name with so many arguments, of the scripts that this file sees.
    fn function(&mut self, name: &Name, n_args: usize, span: Span) -> Option<HookId> {
        let program = self.b.program;
        let scripts = program.loaded.scripts_of(self.file);
        let named = scripts.iter().flat_map(|s| {
            let functions = s.functions.iter().filter(|(n, _)| **n == *name.text);
            functions.map(|(_, n)| (&*s.name, *n))
        });
        let named: Vec<(&str, usize)> = named.collect();
        let fitting: BTreeSet<&str> =
            named.iter().filter(|(_, n)| *n == n_args).map(|(script, _)| *script).collect();
        match fitting.first() {
            Some(script) if fitting.len() == 1 => Some(self.b.hook(script, &name.text, n_args)),
            Some(_) => {
                let all: Vec<&str> = fitting.into_iter().collect();
                let message = format!("`{}` is a function of {}", name.text, all.join(" and "));
                self.error(Code::AmbiguousName, name.span, message)
            }
            None if program.loaded.lacks_scripts(self.file) => None,
            None if named.is_empty() => self.no_function(name),
            None => self.wrong_count(name, &named, n_args, span),
        }
    }

    fn no_function(&mut self, name: &Name) -> Option<HookId> {
        let loaded = self.b.program.loaded;
        let scripts = loaded.scripts_of(self.file);
        let message = format!("no script has a function `{}`", name.text);
        if scripts.is_empty() {
            let help = "name the script: `hooks \"hero.rhai\"`";
            return self.error_help(Code::UnknownName, name.span, message, help);
        }
        let functions = scripts.iter().flat_map(|s| &s.functions);
        let known = functions.map(|(name, _)| name.clone()).collect();
        self.unknown(name, message, |_| known)
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
        let message =
            format!("`{}` takes {} behind `me`, not {n_args}", name.text, counts.join(" or "));
        self.error(Code::WrongArguments, span, message)
    }
}

impl Build<'_> {
    fn hook(&mut self, script: &str, name: &str, n_args: usize) -> HookId {
        let hook = Hook { script: script.into(), name: name.into(), n_args };
        let at = self.hooks.iter().position(|h| *h == hook).unwrap_or_else(|| {
            self.hooks.push(hook);
            self.hooks.len() - 1
        });
        HookId(at as u32)
    }
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
        if self.hooks.is_empty() {
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
