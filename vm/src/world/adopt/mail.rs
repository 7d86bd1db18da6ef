//! Messages under way, contacts and the pointer of one world in another.
//!
//! In: both worlds and who is who. Out: messages that are still known, to those that are still
//! there; contacts as they were, with the numbers of now. A contact of one that is gone ends in the
//! next tick.

use super::super::World;
use super::super::messages::Letter;
use super::cast::Cast;
use super::kin::Kin;
use crate::effect::Target;
use crate::snapshot::ContactsForm;

/// How many messages are dropped.
pub(super) fn deliver_on(old: &World, new: &mut World, kin: &Kin<'_>, cast: &Cast) -> usize {
    let mut dropped = 0;
    for (from, to) in [(&old.post.later, &mut new.post.later), (&old.post.next, &mut new.post.next)]
    {
        for letter in from {
            match readdressed(letter, kin, cast) {
                Some(letter) => to.push(letter),
                None => dropped += 1,
            }
        }
    }
    new.post.ended_senders = old.post.ended_senders.clone();
    (new.post.sent_so_far, new.post.forks_so_far) = (old.post.sent_so_far, old.post.forks_so_far);
    dropped
}

fn readdressed(letter: &Letter, kin: &Kin<'_>, cast: &Cast) -> Option<Letter> {
    let to = match letter.to {
        // to one that ended it goes to nobody
        Target::One(id) => Target::One(cast.now(id)),
        Target::Sent(spec) => Target::Sent(kin.target(spec)?),
        Target::Spec(index) => {
            let spec = kin.old.targets.get(index as usize)?;
            Target::Sent(kin.target(*spec)?)
        }
    };
    let message = kin.message(letter.message)?;
    Some(Letter { message, sender: cast.now(letter.sender), to, ..*letter })
}

/// Contacts go on, and so does what the pointer is over.
pub(super) fn touch_on(old: &World, new: &mut World, cast: &Cast) {
    let (keys, hover) = old.signals.write();
    new.signals.read(keys, cast.of.get(&hover).copied().unwrap_or(0));
    let mut form: ContactsForm = old.contacts.write();
    for [a, b, x, y, z, _] in &mut form.pairs {
        (*a, *b) = (cast.now(*a), cast.now(*b));
        if *a > *b {
            std::mem::swap(a, b);
            for v in [x, y, z] {
                *v = (-f32::from_bits(*v)).to_bits();
            }
        }
    }
    form.pairs.sort_by_key(|[a, b, ..]| (*a, *b));
    form.rims.iter_mut().for_each(|rim| rim[0] = cast.now(rim[0]));
    form.rims.sort_by_key(|rim| rim[0]);
    for bond in &mut form.bonds {
        let roots = [cast.now(bond[0]), cast.now(bond[1])];
        [bond[0], bond[1]] = [roots[0].min(roots[1]), roots[0].max(roots[1])];
    }
    form.feelers.iter_mut().for_each(|feeler| feeler.0 = cast.now(feeler.0));
    for record in &mut form.records {
        (record[0], record[1]) = (cast.now(record[0]), cast.now(record[1]));
    }
    // numbers that come from contacts are in order, so this cannot be refused
    if new.contacts.read(&form).is_err() {
        new.contacts.clear();
    }
}
