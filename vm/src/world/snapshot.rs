//! Snapshots of the whole world, taken and put back between ticks.
//!
//! In: a world, or a [`Snapshot`] of one that ran the same program. Out: the other. A world that
//! was put back goes on exactly like the one it was taken of. A snapshot of another program, or
//! with values that no run can bring about, is refused, and the world stays as it was.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;

use super::World;
use super::messages::{Letter, Post};
use crate::contacts::Contacts;
use crate::effect::Target;
use crate::program::{Program, SendSpec};
use crate::roster::{Frozen, Roster};
use crate::snapshot::{LetterForm, PostForm, Snapshot, SnapshotError, TableForm};
use crate::table::Table;

/// Ticks stay far from the end of their numbers.
const LAST_TICK: u64 = 1 << 48;

impl World {
    /// Everything that the next ticks hang on.
    pub fn snapshot(&self) -> Snapshot {
        let (keys, hover) = self.signals.write();
        let tables = self.roster.kinds().filter_map(|tables| self.form_of(tables));
        Snapshot {
            program: self.structure(),
            seed: self.seed,
            clock: self.clock,
            ticks: self.ticks,
            finished: self.finished,
            tables: tables.collect(),
            roster: self.roster.write(),
            keys,
            hover,
            inputs: self.inputs.iter().map(|v| v.to_bits()).collect(),
            contacts: self.contacts.write(),
            post: self.post.write(),
            host_keys: 0,
        }
    }

    /// All rows of a def at a depth, whatever tables they are in; none where there are none.
    fn form_of(&self, tables: &[u32]) -> Option<TableForm> {
        let both = tables.iter().map(|t| (&self.tables[*t as usize], *t as usize));
        let both: Vec<_> = both.filter(|(table, _)| !table.is_empty()).collect();
        let (first, _) = both.first()?;
        let scaled = both.iter().any(|(table, _)| !table.scale[0].is_empty());
        let own = both.iter().map(|(table, _)| (table.len(), table.write(scaled)));
        let others = both.iter().map(|(t, at)| (t.len(), self.roster.frozen[*at].write()));
        Some(TableForm {
            def: first.def,
            depth: first.depth,
            n_rows: both.iter().map(|(table, _)| table.len() as u32).sum(),
            scaled,
            own: joined(own.collect()),
            others: joined(others.collect()),
        })
    }

    /// The hash of the program's structure, worked out once.
    fn structure(&self) -> u64 {
        *self.structure.get_or_init(|| self.program.structure())
    }

    /// Puts a snapshot back: from now on this world is the one it was taken of. Settings and
    /// limits stay. Nothing changes where it is refused.
    pub fn restore(&mut self, snapshot: &Snapshot) -> Result<(), SnapshotError> {
        if snapshot.program != self.structure() {
            return Err(SnapshotError::OtherProgram);
        }
        let Snapshot { seed, clock, ticks, finished, keys, hover, .. } = *snapshot;
        if clock > ticks || ticks >= LAST_TICK {
            return Err(SnapshotError::Damaged("its time is beyond all"));
        }
        let inputs: Vec<f32> = snapshot.inputs.iter().map(|bits| f32::from_bits(*bits)).collect();
        if inputs.len() != self.inputs.len() || !inputs.iter().all(|v| v.is_finite()) {
            return Err(SnapshotError::Damaged("its inputs are those of no host"));
        }
        let (tables, roster) = self.tables_of(snapshot).map_err(SnapshotError::Damaged)?;
        let mut contacts = Contacts::default();
        contacts.read(&snapshot.contacts).map_err(SnapshotError::Damaged)?;
        let post = Post::read(&self.program, &snapshot.post).map_err(SnapshotError::Damaged)?;
        (self.tables, self.roster, self.contacts, self.post) = (tables, roster, contacts, post);
        (self.seed, self.clock, self.ticks, self.finished) = (seed, clock, ticks, finished);
        self.inputs = inputs;
        self.signals.read(keys, hover);
        self.events.clear();
        self.machine.effects.clear();
        self.count_memory();
        self.publish(false);
        let kept = self.config.poses_before;
        self.tables.iter_mut().for_each(|table| table.keep(kept));
        Ok(())
    }

    fn tables_of(&self, snapshot: &Snapshot) -> Result<(Vec<Table>, Roster), &'static str> {
        let (mut tables, mut others) = (Vec::new(), Vec::new());
        let mut kinds = BTreeSet::new();
        for form in &snapshot.tables {
            if !kinds.insert((form.def, form.depth)) {
                return Err("there are two tables of one kind");
            }
            let n = form.n_rows as usize;
            let (mut from, mut nth) = (0, 0);
            while from < n || nth == 0 {
                let rows = from..n.min(from + self.config.room(nth));
                (from, nth) = (rows.end, nth + 1);
                let (table, frozen) = self.table_of(form, rows)?;
                tables.push(table);
                others.push(frozen);
            }
        }
        let roster = Roster::read(&self.program, &self.plan, others, &snapshot.roster)?;
        Ok((tables, roster))
    }

    /// A table of some of the rows.
    fn table_of(
        &self,
        form: &TableForm,
        rows: Range<usize>,
    ) -> Result<(Table, Frozen), &'static str> {
        let known = self.program.defs.get(form.def as usize);
        let (Some(def), Some(plan)) = (known, self.plan.defs.get(form.def as usize)) else {
            return Err("a table is of no character");
        };
        if form.depth >= self.config.limits.depth {
            return Err("something is nested too deep");
        }
        let (n, n_all) = (rows.len(), form.n_rows as usize);
        let chunk = self.config.chunk.into();
        let mut table = Table::new(form.def, form.depth, def, plan, chunk);
        table.read(def, n, form.scaled, &part(&form.own, n_all, &rows))?;
        let mut frozen = Frozen::new(form.def, form.depth, &self.program, &self.plan);
        frozen.read(n, &part(&form.others, n_all, &rows))?;
        Ok((table, frozen))
    }
}

/// Tables written column by column, with their numbers of rows, as one.
fn joined(mut parts: Vec<(usize, Vec<u32>)>) -> Vec<u32> {
    if let [(_, all)] = &mut parts[..] {
        return std::mem::take(all);
    }
    let n_columns = parts.first().map_or(0, |(n, values)| values.len() / n.max(&1));
    let column = |c: usize| parts.iter().flat_map(move |(n, values)| &values[c * n..(c + 1) * n]);
    (0..n_columns).flat_map(column).copied().collect()
}

/// Some rows of a table of `n`, column by column. What is left over where the values do not fill
/// the rows is kept, so that they are refused.
fn part<'v>(values: &'v [u32], n: usize, rows: &Range<usize>) -> Cow<'v, [u32]> {
    if rows.len() == n || !values.len().is_multiple_of(n) {
        return Cow::Borrowed(values);
    }
    let columns = values.chunks_exact(n).map(|column| &column[rows.clone()]);
    Cow::Owned(columns.flatten().copied().collect())
}

impl Post {
    fn write(&self) -> PostForm {
        let senders = self.ended_senders.iter();
        PostForm {
            later: self.later.iter().map(form).collect(),
            next: self.next.iter().map(form).collect(),
            sent: self.sent_so_far,
            forks: self.forks_so_far,
            ended_senders: senders.map(|(id, path)| (*id, path.clone())).collect(),
        }
    }

    fn read(program: &Program, form: &PostForm) -> Result<Self, &'static str> {
        let all = |list: &[LetterForm]| {
            let letters: Option<Vec<Letter>> = list.iter().map(|l| letter(program, l)).collect();
            letters.ok_or("a message is none, or goes to nobody")
        };
        Ok(Self {
            next: all(&form.next)?,
            later: all(&form.later)?,
            sent_so_far: form.sent,
            forks_so_far: form.forks,
            ended_senders: form.ended_senders.iter().cloned().collect(),
            ..Self::default()
        })
    }
}

fn form(letter: &Letter) -> LetterForm {
    let to = match letter.to {
        Target::One(id) => [0, id, 0],
        Target::Spec(index) => [1, index, 0],
        Target::Sent(SendSpec::All) => [2, 0, 0],
        Target::Sent(SendSpec::Up) => [3, 0, 0],
        Target::Sent(SendSpec::Down) => [4, 0, 0],
        Target::Sent(SendSpec::Parts) => [5, 0, 0],
        Target::Sent(SendSpec::Class(class)) => [6, class.into(), 0],
        Target::Sent(SendSpec::Group(group)) => [7, group.into(), 0],
        Target::Sent(SendSpec::Named(name, number)) => [8, name, number],
        // looked up where they are sent, so they are never on their way
        Target::Sent(SendSpec::Ref(_) | SendSpec::Selector(_)) => [0, 0, 0],
    };
    let Letter { due, message, value, sender, .. } = *letter;
    LetterForm { due, message, value: value.to_bits(), sender, to }
}

fn letter(program: &Program, form: &LetterForm) -> Option<Letter> {
    let [kind, which, number] = form.to;
    let below = |n: usize| ((which as usize) < n).then_some(which as u16);
    let to = match kind {
        0 => Target::One(which),
        1 => Target::Spec(which),
        2 => Target::Sent(SendSpec::All),
        3 => Target::Sent(SendSpec::Up),
        4 => Target::Sent(SendSpec::Down),
        5 => Target::Sent(SendSpec::Parts),
        6 => Target::Sent(SendSpec::Class(below(program.classes.len())?)),
        7 => Target::Sent(SendSpec::Group(below(program.groups.len())?)),
        8 => Target::Sent(SendSpec::Named(which, number)),
        _ => return None,
    };
    let value = f32::from_bits(form.value);
    let known = (form.message as usize) < program.messages.len() && value.is_finite();
    let LetterForm { due, message, sender, .. } = *form;
    known.then_some(Letter { due, message, value, sender, to })
}
