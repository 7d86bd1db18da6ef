//! The hash of a state: equal states have equal hashes on every machine.

use super::World;
use crate::effect::Target;
use crate::hash::Hash;
use crate::program::SendSpec;
use crate::slots::Place;
use crate::text;

impl World {
    /// Of all instances in order of creation, of messages under way, of the clock.
    pub fn hash(&self) -> u64 {
        let mut hash = Hash::default();
        for (id, place) in self.roster.slots.places() {
            hash.add(id.into());
            self.hash_row(place, &mut hash);
        }
        for letter in self.post.letters() {
            hash.add(letter.due);
            hash.add(letter.message.into());
            hash.add(letter.value.to_bits().into());
            hash.add(letter.sender.into());
            self.hash_target(letter.to, &mut hash);
        }
        self.inputs.iter().for_each(|v| hash.add(v.to_bits().into()));
        hash.add(self.clock);
        hash.finish()
    }

    fn hash_row(&self, place: Place, hash: &mut Hash) {
        let (index, row) = (place.table as usize, place.row as usize);
        let (table, frozen) = (&self.tables[index], &self.roster.frozen[index]);
        let def = &self.program.defs[table.def as usize];
        hash.add_text(text::name(&self.program, def.name));
        hash.add(frozen.parents[row].into());
        let pose = table.pose(row);
        let numbers = pose.position.iter().chain(&pose.rotation).chain(&pose.scale);
        numbers.for_each(|v| hash.add((v + 0.0).to_bits().into()));
        hash.add(table.visible[row].into());
        hash.add(table.colour[row].into());
        table.vars.iter().for_each(|c| hash.add(c[row].into()));
        for track in &table.tracks {
            hash.add(track.state[row].into());
            let since = |tick: u32| u64::from((self.clock as u32).wrapping_sub(tick));
            track.entry.iter().for_each(|c| hash.add(since(c[row])));
            track.back.get(row).iter().for_each(|s| hash.add((**s).into()));
            track.last.iter().for_each(|c| hash.add(c[row].into()));
            track.timed.iter().for_each(|c| hash.add(c[row].into()));
            track.once.iter().for_each(|c| hash.add(c[row].into()));
        }
    }

    fn hash_target(&self, target: Target, hash: &mut Hash) {
        match target {
            Target::One(id) => hash.add(id.into()),
            Target::Sent(spec) => hash_spec(&spec, hash),
            Target::Spec(index) => {
                let spec = self.program.targets.get(index as usize);
                spec.iter().for_each(|spec| hash_spec(spec, hash));
            }
        }
    }
}

fn hash_spec(spec: &SendSpec, hash: &mut Hash) {
    let (kind, which) = match spec {
        SendSpec::All => (1, 0),
        SendSpec::Up => (2, 0),
        SendSpec::Down => (3, 0),
        SendSpec::Parts => (4, 0),
        SendSpec::Class(c) => (5, u64::from(*c)),
        SendSpec::Group(g) => (6, u64::from(*g)),
        SendSpec::Named(_, number) => (7, u64::from(*number)),
        SendSpec::Ref(_) | SendSpec::Selector(_) => (8, 0),
    };
    hash.add(u64::MAX - kind);
    hash.add(which);
}
