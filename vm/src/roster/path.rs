//! Paths: how traces, logs and tests call an instance.
//!
//! In: ids, or a path as printed. Out: paths as printed (`Hero#2.right.arm`), or ids. A path is
//! fixed when the instance is made; names that are no identifiers stand in backticks.

use super::{Identity, Roster};
use crate::input::InstanceId;
use crate::program::{NameId, Program};
use crate::text;

impl Roster {
    /// The path of a living instance or one that ended a tick ago.
    pub fn path(&self, program: &Program, id: InstanceId) -> Option<String> {
        let mut path = String::new();
        self.identity(id)?;
        self.write_path(program, id, &mut path);
        Some(path)
    }

    fn write_path(&self, program: &Program, id: InstanceId, out: &mut String) {
        if let Some(path) = self.fixed_paths.get(&id) {
            out.push_str(path);
            return;
        }
        let Some(who) = self.identity(id) else { return };
        if who.ordinal == 0 {
            self.write_path(program, who.parent, out);
            out.push('.');
        }
        write_name(program, who.label, out);
        if who.ordinal > 1 {
            out.push('#');
            out.push_str(&who.ordinal.to_string());
        }
    }

    /// From now on the part's path no longer follows from what it hangs on.
    pub(super) fn fix_path(&mut self, program: &Program, id: InstanceId) {
        let is_part = self.identity(id).is_some_and(|who| who.ordinal == 0);
        if is_part
            && !self.fixed_paths.contains_key(&id)
            && let Some(path) = self.path(program, id)
        {
            self.fixed_paths.insert(id, path.into());
        }
    }

    /// The living instance of that path.
    pub fn find_path(&self, program: &Program, path: &str) -> Option<InstanceId> {
        let wanted = |who: &Identity| {
            // most are told apart by their name; one with a backtick is written otherwise
            let label = text::name(program, who.label);
            (path.contains(label) || label.contains('`'))
                && self.path(program, who.id).as_deref() == Some(path)
        };
        self.slots.places().find_map(|(id, place)| {
            let who = self.frozen[place.table as usize].identity(place.row as usize);
            wanted(&who).then_some(id)
        })
    }

    /// It ended in this tick; who it was stays known for one more.
    pub(crate) fn forget(&mut self, who: &Identity, tick: u64) {
        let i = self.ghosts.partition_point(|(g, _)| g.id < who.id);
        self.ghosts.insert(i, (*who, tick));
        if let Some(list) = self.named.get_mut(who.label as usize)
            && let Ok(i) = list.binary_search_by_key(&who.ordinal, |(number, _)| *number)
            && who.ordinal > 0
        {
            list.remove(i);
        }
        if let Ok(i) = self.attached.binary_search(&(who.parent, who.id)) {
            self.attached.remove(i);
        }
    }

    /// It becomes or hangs on something else in this tick; what it was stays known for one more.
    pub(crate) fn remember(&mut self, id: InstanceId, tick: u64) {
        let Some(who) = self.identity(id) else { return };
        let i = self.changed.partition_point(|(was, since)| (was.id, *since) < (id, tick));
        let known = self.changed.get(i).is_some_and(|(was, since)| (was.id, *since) == (id, tick));
        if !known {
            self.changed.insert(i, (who, tick));
        }
    }

    /// Forgets who ended before this tick.
    pub(crate) fn bury(&mut self, tick: u64) {
        self.changed.retain(|(_, since)| *since >= tick);
        let fixed_paths = &mut self.fixed_paths;
        self.ghosts.retain(|(who, ended)| {
            let stays = *ended >= tick;
            if !stays && !fixed_paths.is_empty() {
                fixed_paths.remove(&who.id);
            }
            stays
        });
    }
}

/// A name as paths show it.
fn write_name(program: &Program, name: NameId, out: &mut String) {
    let text = text::name(program, name);
    if program.quoted.get(name as usize) == Some(&true) {
        out.push('`');
        out.push_str(&text.replace('`', "``"));
        out.push('`');
    } else {
        out.push_str(text);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_are_no_identifiers_stand_in_backticks() {
        let names = ["Hero", "左", "a b", "a`b", ""].map(Box::from);
        let quoted = vec![false, false, true, true, true];
        let program = Program { names: names.to_vec(), quoted, ..Program::default() };
        let shown = |name| {
            let mut out = String::new();
            write_name(&program, name, &mut out);
            out
        };
        assert_eq!([0, 1, 2, 3, 4].map(shown), ["Hero", "左", "`a b`", "`a``b`", "``"]);
    }
}
