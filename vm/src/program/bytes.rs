//! Programs as bytes that can be kept: values in an [`Envelope`].
//!
//! In: a [`Program`], or bytes of whatever origin. Out: the other. Tests and probes are not in
//! them: who wants those has the text. What was decoded is believed in nothing: it is a program
//! once [`Program::check`] says so. Lists grow as they are read, so that a number in the bytes
//! allocates no more than what follows it.

use super::{GroupItem, NameId, Program, ProgramError, TrapSite};
use crate::envelope::Envelope;
use serde::de::{Deserialize, Deserializer, Error};
use serde::ser::{Serialize, Serializer};

/// The header of every program. Each change of the form of a program, an op or the list of natives
/// is another version. 64 MiB are some million lines of text.
const HEADER: Envelope = Envelope { mark: *b"ISLAYPRG", version: 1, largest: 1 << 26 };

impl Program {
    /// As bytes; it is one without probes.
    pub fn to_bytes(&self) -> Vec<u8> {
        // into a vector of its own this cannot fail
        HEADER.close(&postcard::to_allocvec(self).unwrap_or_default())
    }

    /// From bytes, if they are those of a program that can run.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, ProgramError> {
        let body = HEADER.open(bytes).map_err(ProgramError::Damaged)?;
        let program: Program = match postcard::take_from_bytes(body) {
            Ok((program, [])) => program,
            Ok(_) => return Err(ProgramError::Damaged("something follows it")),
            Err(_) => return Err(ProgramError::Damaged("its values cannot be read")),
        };
        program.check()?;
        Ok(program)
    }
}

/// As code, place in the user's names, place in the text.
impl Serialize for TrapSite {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        (self.code, self.place, &self.at).serialize(to)
    }
}

/// Codes are those there are, and no other text.
impl<'d> Deserialize<'d> for TrapSite {
    fn deserialize<D: Deserializer<'d>>(from: D) -> Result<Self, D::Error> {
        let (code, place, at) = <(&str, NameId, Option<Box<str>>)>::deserialize(from)?;
        let known = Self::CODES.iter().find(|known| **known == code);
        let code = known.ok_or_else(|| D::Error::custom("no code of a trap"))?;
        Ok(Self { code, place, at })
    }
}

/// Lines of groups, one after the other, so that no bytes nest deeper than the stack.
pub(super) mod items {
    use super::{Deserialize, Deserializer, Error, GroupItem, Serialize, Serializer};
    use crate::program::valid::DEEPEST;
    use crate::program::{SpawnId, Value};

    #[derive(serde::Serialize, serde::Deserialize)]
    enum Line {
        One(SpawnId),
        /// What is repeated follows, up to the end that belongs to it.
        Repeat(Value, u16),
        End,
    }

    pub fn serialize<S: Serializer>(items: &[GroupItem], to: S) -> Result<S::Ok, S::Error> {
        let mut lines = Vec::new();
        flatten(items, &mut lines);
        lines.serialize(to)
    }

    fn flatten(items: &[GroupItem], lines: &mut Vec<Line>) {
        for item in items {
            match item {
                GroupItem::One(spawn) => lines.push(Line::One(*spawn)),
                GroupItem::Repeat { count, counter, items } => {
                    lines.push(Line::Repeat(*count, *counter));
                    flatten(items, lines);
                    lines.push(Line::End);
                }
            }
        }
    }

    pub fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Vec<GroupItem>, D::Error> {
        let lines = Vec::<Line>::deserialize(from)?;
        nest(lines).ok_or_else(|| D::Error::custom("repetitions without an end"))
    }

    fn nest(lines: Vec<Line>) -> Option<Vec<GroupItem>> {
        let (mut outer, mut items) = (Vec::new(), Vec::new());
        for line in lines {
            match line {
                Line::One(spawn) => items.push(GroupItem::One(spawn)),
                Line::Repeat(count, counter) => {
                    outer.push((count, counter, std::mem::take(&mut items)));
                    (outer.len() <= DEEPEST).then_some(())?;
                }
                Line::End => {
                    let (count, counter, before) = outer.pop()?;
                    let inner = std::mem::replace(&mut items, before);
                    items.push(GroupItem::Repeat { count, counter, items: inner });
                }
            }
        }
        outer.is_empty().then_some(items)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::op::Op;
    use crate::program::{GroupSpec, Value};

    fn ring(depth: usize) -> Program {
        let mut items =
            vec![GroupItem::Repeat { count: Value::default(), counter: 0, items: Vec::new() }];
        for _ in 0..depth {
            items = vec![GroupItem::Repeat { count: Value::default(), counter: 0, items }];
        }
        Program { groups: vec![GroupSpec { name: 0, items }], ..Program::default() }
    }

    #[test]
    fn other_bytes_are_refused_with_a_reason() {
        let bytes = Program::default().to_bytes();
        let said = |bytes: &[u8]| Program::from_bytes(bytes).map(|_| ()).unwrap_err().to_string();
        assert_eq!(said(b"x"), "it is too short");
        assert_eq!(said(&bytes[..bytes.len() - 1]), "its length is another than it says");
        assert_eq!(said(&HEADER.close(b"\xff\xff")), "its values cannot be read");
        let mut longer = bytes[28..].to_vec();
        longer.push(0);
        assert_eq!(said(&HEADER.close(&longer)), "something follows it");
    }

    #[test]
    fn repetitions_nest_so_deep_and_no_deeper() {
        let read =
            |p: &Program| postcard::from_bytes::<Program>(&postcard::to_allocvec(p).unwrap());
        let program = ring(20);
        assert_eq!(read(&program).unwrap().structure(), program.structure());
        assert!(read(&ring(1000)).is_err());
    }

    #[test]
    fn a_count_allocates_no_more_than_what_follows_it() {
        // a list of names that says it has 2³² − 1
        let mut body = postcard::to_allocvec(&crate::program::WorldSpec::default()).unwrap();
        body.extend([0xff, 0xff, 0xff, 0xff, 0x0f]);
        assert!(Program::from_bytes(&HEADER.close(&body)).is_err());
    }

    #[test]
    fn the_form_of_a_version_stays() {
        let ops = vec![Op::Finite { r: 1, guard: crate::op::NONE, trap: 0 }, Op::Runs { edge: 3 }];
        let body = postcard::to_allocvec(&ops).unwrap();
        assert_eq!(body, [2, 17, 1, 255, 255, 3, 0, 86, 3]);
        let natives: Vec<_> = crate::native::ALL.iter().map(|n| (n.name, n.args.len())).collect();
        assert_eq!((natives.len(), natives.last()), (16, Some(&("smoothstep", 3))));
    }
}
