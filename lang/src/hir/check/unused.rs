//! Groups that nothing forks and variables that nothing reads.
//!
//! In: a model. Out: `unused-group`, `unused-variable`. Parameters are part of what a character
//! offers and are left alone.

use std::collections::BTreeSet;

use super::Everywhere;
use crate::diagnostic::{Code, Diagnostic};
use crate::hir::model::{Action, ActionKind, Expr, ExprKind, GroupId, Model, VarId};
use crate::hir::visit::{self, Visitor};
use crate::source::Text;

pub(super) fn check(model: &Model, out: &mut Vec<Diagnostic>) {
    let mut all = Uses::default();
    visit::model(model, &mut all);
    groups(model, &all, out);
    // what a hook reads is known to the hook alone
    if model.hooks.iter().all(|h| h.is_number) {
        variables(model, &all, out);
    }
}

fn groups(model: &Model, all: &Uses, out: &mut Vec<Diagnostic>) {
    for (i, group) in model.groups.iter().enumerate() {
        let id = GroupId(i as u32);
        if model.main != Some(id) && !all.forked.contains(&id) {
            let message = format!("nothing forks the group `{}`", group.name);
            out.push(
                Diagnostic::new(Code::UnusedGroup, group.span, message)
                    .label("never made")
                    .help(format!("make it with `fork {}`, or take it out", group.name)),
            );
        }
    }
}

fn variables(model: &Model, all: &Uses, out: &mut Vec<Diagnostic>) {
    let mut found = Everywhere::default();
    for character in &model.characters {
        let mut own = Uses::default();
        visit::character(character, &mut own);
        for (i, var) in
            character.vars.iter().enumerate().skip(character.n_params).filter(|(_, v)| v.visible)
        {
            let read = own.vars.contains(&VarId(i as u32)) || all.fields.contains(&var.name);
            let finding = (!read).then(|| {
                Diagnostic::new(
                    Code::UnusedVariable,
                    var.span,
                    format!("nothing reads the variable `{}`", var.name),
                )
                .label("never read")
                .help("use it in an expression, or take it out")
            });
            found.note(var.span, finding);
        }
    }
    found.finish(out);
}

#[derive(Default)]
struct Uses {
    forked: BTreeSet<GroupId>,
    fields: BTreeSet<Text>,
    vars: BTreeSet<VarId>,
}

impl Visitor for Uses {
    fn expr(&mut self, e: &Expr) {
        match &e.kind {
            ExprKind::Field { name, .. } => {
                self.fields.insert(name.clone());
            }
            ExprKind::Var(v) => {
                self.vars.insert(*v);
            }
            _ => {}
        }
    }

    fn action(&mut self, a: &Action) {
        if let ActionKind::ForkGroup(g) = a.kind {
            self.forked.insert(g);
        }
    }
}
