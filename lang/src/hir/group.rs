//! Groups: lines of spawns, with repetitions.
//!
//! In: a group of the tree. Out: the model's [`Group`]. Its expressions know counters, constants,
//! draws and functions.

use super::build::Build;
use super::declared::{self, Role};
use super::model::{Expr, Group, LoopId, Spawn};
use super::program::ItemId;
use super::scope::{Body, Stand, number};
use crate::diagnostic::{Code, Diagnostic};
use crate::syntax::ast::{self, Name};

impl Build<'_> {
    /// Resolves one group.
    pub fn group_lines(&mut self, item: ItemId, group: &ast::Group) -> Group {
        let decl = self.program.item(item);
        let site = decl.canon.to_string();
        let mut lines =
            Lines { body: Body::new(self, decl.file, Stand::Group, site.clone()), counters: 0 };
        let spawns = lines.spawns(&group.spawns, &site);
        Group { name: decl.canon.clone(), spawns, span: decl.name.span }
    }
}

struct Lines<'b, 'a> {
    body: Body<'b, 'a>,
    counters: u32,
}

impl Lines<'_, '_> {
    fn spawns(&mut self, list: &[ast::Spawn], site: &str) -> Vec<Spawn> {
        let lines = list.iter().enumerate();
        lines.filter_map(|(i, spawn)| self.spawn(spawn, &format!("{site}/{i}"))).collect()
    }

    fn spawn(&mut self, spawn: &ast::Spawn, site: &str) -> Option<Spawn> {
        self.body.at_site(site.to_owned());
        match spawn {
            ast::Spawn::One(one) => {
                let item = self.body.class_path(&one.what)?;
                let span = one.span.0;
                let spawn = self.body.spawn_one(
                    item,
                    &one.args,
                    &one.placement,
                    &one.start,
                    one.alias.as_ref(),
                    span,
                )?;
                Some(Spawn::One(spawn))
            }
            ast::Spawn::Repeat { count, counter, spawns, .. } => {
                let count = self.body.number(count);
                let id = self.open(counter.as_ref());
                let spawns = self.spawns(spawns, site);
                if counter.is_some() {
                    self.body.counters.pop();
                }
                let count: Expr = count.unwrap_or_else(|| number(0.0, Default::default()));
                Some(Spawn::Repeat { count, counter: id, spawns })
            }
        }
    }

    /// A counter, and its name if it has one.
    fn open(&mut self, name: Option<&Name>) -> LoopId {
        let id = LoopId(self.counters);
        self.counters += 1;
        if let Some(name) = name {
            declared::check(name, Role::Value, &mut self.body.b.report);
            if self.body.counters.iter().any(|(n, _)| *n == name.text) {
                let message = format!("an outer `repeat` counts with `{}` too", name.text);
                let d = Diagnostic::new(Code::DuplicateName, name.span, message)
                    .help("rename one of them");
                self.body.b.report.push(d);
            }
            self.body.counters.push((name.text.clone(), id));
        }
        id
    }
}
