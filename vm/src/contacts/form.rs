//! Contacts as plain numbers, and back.
//!
//! In: contacts between two steps, or numbers of whatever origin. Out: the other. What is felt is
//! written too: who was part of whom when the contacts were found may have changed since.

use super::{Bond, BoundarySet, Contacts, Index, Pair, Phases, Record, Rim};
use crate::math::Vec3;
use crate::snapshot::ContactsForm;

impl Contacts {
    /// All that the next step and the next questions hang on.
    pub(crate) fn write(&self) -> ContactsForm {
        let pairs = self.pairs.iter().map(|p| {
            let [x, y, z] = p.normal.map(f32::to_bits);
            [p.a, p.b, x, y, z, p.phases.0.into()]
        });
        let rims = self
            .rims
            .iter()
            .map(|r| [r.owner, r.touched.0.into(), r.began.0.into(), r.ended.0.into()]);
        let bonds = self.bonds.iter().map(|b| [b.roots.0, b.roots.1, b.met.into()]);
        let (feelers, records) = self.index.write();
        ContactsForm {
            pairs: pairs.collect(),
            rims: rims.collect(),
            bonds: bonds.collect(),
            feelers,
            records,
        }
    }

    /// Takes them back.
    pub(crate) fn read(&mut self, form: &ContactsForm) -> Result<(), &'static str> {
        self.clear();
        let pairs = form.pairs.iter().map(|[a, b, x, y, z, phases]| Pair {
            a: *a,
            b: *b,
            normal: normal([*x, *y, *z]),
            phases: Phases(*phases as u8),
        });
        self.pairs.extend(pairs);
        let set = |bits: &u32| BoundarySet(*bits as u8);
        let rims = form.rims.iter().map(|[owner, touched, began, ended]| Rim {
            owner: *owner,
            touched: set(touched),
            began: set(began),
            ended: set(ended),
        });
        self.rims.extend(rims);
        let bonds = form.bonds.iter();
        self.bonds.extend(bonds.map(|[a, b, met]| Bond { roots: (*a, *b), met: *met != 0 }));
        let sorted =
            self.pairs.is_sorted_by_key(|p| (p.a, p.b)) && self.rims.is_sorted_by_key(|r| r.owner);
        match sorted && self.index.read(form) {
            true => Ok(()),
            false => Err("contacts are in no order"),
        }
    }
}

impl Index {
    fn write(&self) -> (Vec<(u32, u32)>, Vec<[u32; 7]>) {
        let records = self.feelers.iter().flat_map(|f| self.of(f.id)).map(|r| {
            let [x, y, z] = r.normal.map(f32::to_bits);
            [r.own, r.other, r.boundary.0.into(), r.phases.0.into(), x, y, z]
        });
        let counts = self.feelers.iter().map(|f| (f.id, f.end - f.start));
        (counts.collect(), records.collect())
    }

    /// Whether feelers and records fit each other.
    fn read(&mut self, form: &ContactsForm) -> bool {
        let mut records = form.records.iter();
        for (feeler, n) in &form.feelers {
            for _ in 0..*n {
                let Some([own, other, boundary, phases, x, y, z]) = records.next() else {
                    return false;
                };
                let record = Record {
                    own: *own,
                    other: *other,
                    boundary: BoundarySet(*boundary as u8),
                    phases: Phases(*phases as u8),
                    normal: normal([*x, *y, *z]),
                };
                self.add_to(*feeler, record);
            }
        }
        self.finish();
        records.next().is_none()
    }
}

fn normal(bits: [u32; 3]) -> Vec3 {
    bits.map(f32::from_bits)
}
