//! When two programs are the same: a hash of their structure.
//!
//! In: a program. Out: 64 bits that are the same on every machine for programs that run alike.
//! Tests, the words for places that can trap and what is wanted of a host do not count, nor do probes. Every other field does, new ones too.

use std::fmt::{Debug, Write};

use super::Program;
use crate::hash::Hash;

/// Hashes what is written to it.
struct Sink {
    hash: Hash,
    word: u64,
    n: u32,
}

impl Write for Sink {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        for byte in text.bytes() {
            self.word = self.word << 8 | u64::from(byte);
            self.n += 1;
            if self.n.is_multiple_of(8) {
                self.hash.add(self.word);
            }
        }
        Ok(())
    }
}

impl Program {
    /// A name; nothing where there is none of that number.
    pub fn name(&self, id: super::NameId) -> &str {
        self.names.get(id as usize).map_or("", |name| name)
    }

    /// The hash of its structure.
    pub fn structure(&self) -> u64 {
        let Program {
            world,
            names,
            quoted,
            messages,
            classes,
            defs,
            groups,
            main,
            spawns,
            code,
            quats,
            vecs,
            sites,
            selectors,
            targets,
            placements,
            texts,
            emits,
            inputs,
            wants: _,
            hooks,
            calls,
            plain,
            fields,
            queries,
            traps,
            tests: _,
            n_regs,
            probes,
        } = self;
        if let Some(probes) = probes {
            return probes.structure;
        }
        let codes: Vec<&str> = traps.iter().map(|site| site.code).collect();
        let parts: [&dyn Debug; 26] = [
            world, names, quoted, messages, classes, defs, groups, main, spawns, code, quats, vecs,
            sites, selectors, targets, placements, texts, emits, inputs, hooks, calls, plain,
            fields, queries, &codes, n_regs,
        ];
        let mut sink = Sink { hash: Hash::default(), word: 0, n: 0 };
        for part in parts {
            // a sink takes all
            let _ = write!(sink, "{part:?};");
        }
        sink.hash.add(sink.word);
        sink.hash.add(sink.n.into());
        sink.hash.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::op::Op;
    use crate::program::TrapSite;

    #[test]
    fn every_op_counts_and_places_in_texts_do_not() {
        let of = |k: f32, place: u32| {
            let code = vec![Op::Num { dst: 0, k }];
            let traps = vec![TrapSite { code: "not-finite", place, at: Some("1:2".into()) }];
            Program { code, traps, ..Program::default() }.structure()
        };
        assert_eq!(of(1.0, 3), of(1.0, 4));
        assert_ne!(of(1.0, 3), of(1.5, 3));
        assert_ne!(of(0.0, 3), of(-0.0, 3));
    }
}
