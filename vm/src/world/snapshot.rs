//! Snapshots of the whole world, taken and put back between ticks.
//!
//! In: a world, or a [`Snapshot`] of one that ran the same program. Out: the other. A world that
//! was put back goes on exactly like the one it was taken of. A snapshot of another program, or
//! with values that no run can bring about, is refused, and the world stays as it was.

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
        let both = self.tables.iter().zip(&self.roster.frozen);
        let tables = both.filter(|(table, _)| !table.is_empty()).map(|(table, frozen)| {
            let (scaled, own) = table.write();
            let (n_rows, others) = (table.len() as u32, frozen.write());
            TableForm { def: table.def, depth: table.depth, n_rows, scaled, own, others }
        });
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
        self.publish(false);
        let kept = self.config.poses_before;
        self.tables.iter_mut().for_each(|table| table.keep(kept));
        Ok(())
    }

    fn tables_of(&self, snapshot: &Snapshot) -> Result<(Vec<Table>, Roster), &'static str> {
        let (mut tables, mut others) = (Vec::new(), Vec::new());
        for form in &snapshot.tables {
            let known = self.program.defs.get(form.def as usize);
            let (Some(def), Some(plan)) = (known, self.plan.defs.get(form.def as usize)) else {
                return Err("a table is of no character");
            };
            if form.depth >= self.config.limits.depth {
                return Err("something is nested too deep");
            }
            let chunk = self.config.chunk.into();
            let mut table = Table::new(form.def, form.depth, def, plan, chunk);
            table.read(def, form.n_rows as usize, form.scaled, &form.own)?;
            let mut frozen = Frozen::new(form.def, form.depth, &self.program, &self.plan);
            frozen.read(form.n_rows as usize, &form.others)?;
            tables.push(table);
            others.push(frozen);
        }
        let roster = Roster::read(&self.program, &self.plan, others, &snapshot.roster)?;
        Ok((tables, roster))
    }
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
