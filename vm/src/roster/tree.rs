//! Parts and attached instances.
//!
//! In: ids. Out: children, descendants and named parts. Parts of a whole have serial numbers in a
//! row from its first part on, so no lists of children are kept; only what was attached is listed.

use super::Roster;
use crate::input::InstanceId;
use crate::plan::Plan;
use crate::program::{NameId, Program};

impl Roster {
    /// The part of that name, wherever it is now.
    pub fn part_named(
        &self,
        program: &Program,
        plan: &Plan,
        whole: InstanceId,
        name: NameId,
    ) -> InstanceId {
        let Some((frozen, row)) = self.at(whole) else { return 0 };
        let parts = &program.defs[frozen.def as usize].parts;
        let Some(k) = parts.iter().position(|p| p.name == name) else { return 0 };
        let id = frozen.first_part[row] + plan.defs[frozen.def as usize].offsets[k];
        if self.slots.at(id).is_some() { id } else { 0 }
    }

    /// Appends the parts and attached instances of it, the oldest first.
    pub fn push_children(&self, plan: &Plan, of: InstanceId, out: &mut Vec<InstanceId>) {
        let begin = out.len();
        if let Some((frozen, row)) = self.at(of) {
            for offset in &plan.defs[frozen.def as usize].offsets {
                let id = frozen.first_part[row] + offset;
                let own =
                    self.at(id).is_some_and(|(f, r)| f.parents[r] == of && f.attached[r] == 0);
                if own {
                    out.push(id);
                }
            }
        }
        let from = self.attached.partition_point(|(to, _)| *to < of);
        let attached = self.attached[from..].iter().take_while(|(to, _)| *to == of);
        let n_parts = out.len();
        out.extend(attached.map(|(_, who)| *who));
        if out.len() > n_parts {
            out[begin..].sort_unstable();
        }
    }

    /// Appends it and all that hangs on it, a parent before its children.
    pub fn push_tree(&self, plan: &Plan, of: InstanceId, out: &mut Vec<InstanceId>) {
        let mut next = out.len();
        out.push(of);
        while next < out.len() {
            let id = out[next];
            self.push_children(plan, id, out);
            next += 1;
        }
    }

    /// Whether `above` is `id` or one of its ancestors.
    pub fn is_within(&self, mut id: InstanceId, above: InstanceId) -> bool {
        while id != 0 {
            if id == above {
                return true;
            }
            id = self.parent(id);
        }
        false
    }

    /// It hangs on `to` now (0: on nobody); its path stays what it was.
    pub fn set_parent(&mut self, program: &Program, id: InstanceId, to: InstanceId) {
        let Some(place) = self.slots.at(id) else { return };
        self.fix_path(program, id);
        let (table, row) = (place.table as usize, place.row as usize);
        let was = self.frozen[table].parents[row];
        if let Ok(i) = self.attached.binary_search(&(was, id)) {
            self.attached.remove(i);
        }
        self.frozen[table].parents[row] = to;
        self.frozen[table].attached[row] = u8::from(to != 0);
        if to != 0
            && let Err(i) = self.attached.binary_search(&(to, id))
        {
            self.attached.insert(i, (to, id));
        }
    }
}
