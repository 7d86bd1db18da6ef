//! Corners into vertices, and normals for those that have none.
//!
//! In: triangles of corners, each corner naming a position, a normal and a texture coordinate by
//! its own number. Out: a [`Mesh`] whose vertices are shared by the corners that are alike. It
//! looks at positions by their number, not by where they are.
//!
//! Normals are smooth where the faces at a position lean less than 40° from the first of them, and
//! weighted by area; steeper edges stay sharp, so that boxes are boxes and tubes are round.

use islay_vm::math::{Vec3, add, cross, dot, length, scaled, sub};

/// Cosine of 40°.
const SMOOTH: f32 = 0.766_044_4;
/// Most vertices of a position that a corner is held against. More are rare, and a hostile file
/// must not make the search quadratic: what is not found is not shared.
const LONGEST_CHAIN: usize = 32;
/// No number.
pub(super) const NONE: u32 = u32::MAX;

/// For each position the entry that was made last; emptied in no time.
#[derive(Default)]
pub(super) struct Heads {
    entries: Vec<(u32, u32)>,
    round: u32,
}

impl Heads {
    /// Forgets everything; there are so many positions now.
    pub(super) fn reset(&mut self, n_positions: usize) {
        if self.entries.len() < n_positions {
            self.entries.resize(n_positions, (0, NONE));
        }
        self.round += 1;
    }

    #[inline]
    fn last(&self, position: u32) -> u32 {
        let entry = self.entries.get(position as usize).filter(|e| e.0 == self.round);
        entry.map_or(NONE, |e| e.1)
    }

    #[inline]
    fn set(&mut self, position: u32, entry: u32) {
        if let Some(slot) = self.entries.get_mut(position as usize) {
            *slot = (self.round, entry);
        }
    }
}

/// The direction in which a triangle looks, as long as twice its area.
pub(super) fn facing([a, b, c]: [Vec3; 3]) -> Vec3 {
    cross(sub(b, a), sub(c, a))
}

fn unit(v: Vec3) -> Option<Vec3> {
    let size = length(v);
    (size > 0.0 && size.is_finite()).then(|| scaled(v, 1.0 / size))
}

/// Normals that are made up: which one a corner has, and what they are.
#[derive(Default)]
pub(super) struct Normals {
    /// The first face, and the sum of all.
    faces: Vec<(Vec3, Vec3)>,
    /// The normal of the same position that was made before.
    earlier: Vec<u32>,
}

impl Normals {
    /// The normal of a corner at a position in a triangle that faces somewhere.
    pub(super) fn corner(&mut self, heads: &mut Heads, position: u32, face: Vec3) -> u32 {
        let direction = unit(face).unwrap_or_default();
        let mut entry = heads.last(position);
        for _ in 0..LONGEST_CHAIN {
            let Some((first, sum)) = self.faces.get_mut(entry as usize) else { break };
            let flat = *first == Vec3::default() || direction == Vec3::default();
            if flat || dot(*first, direction) >= SMOOTH {
                if *first == Vec3::default() {
                    *first = direction;
                }
                *sum = add(*sum, face);
                return entry;
            }
            entry = self.earlier.get(entry as usize).copied().unwrap_or(NONE);
        }
        let new = self.faces.len() as u32;
        self.faces.push((direction, face));
        self.earlier.push(heads.last(position));
        heads.set(position, new);
        new
    }

    /// A normal.
    pub(super) fn normal(&self, number: u32) -> Vec3 {
        let sum = self.faces.get(number as usize).map(|f| f.1);
        sum.and_then(unit).unwrap_or([0.0, 1.0, 0.0])
    }
}

/// A vertex that exists.
struct Known {
    /// Normal and texture coordinate.
    key: (u32, u32),
    /// The vertex of the same position that was made before.
    earlier: u32,
}

/// The vertices that exist so far, by what corners name.
#[derive(Default)]
pub(super) struct Weld {
    known: Vec<Known>,
}

impl Weld {
    /// The vertex of a corner, and whether it is new.
    #[inline]
    pub(super) fn corner(
        &mut self,
        heads: &mut Heads,
        position: u32,
        key: (u32, u32),
    ) -> (u32, bool) {
        let last = heads.last(position);
        let mut vertex = last;
        for _ in 0..LONGEST_CHAIN {
            match self.known.get(vertex as usize) {
                Some(known) if known.key == key => return (vertex, false),
                Some(known) => vertex = known.earlier,
                None => break,
            }
        }
        let new = self.known.len() as u32;
        self.known.push(Known { key, earlier: last });
        heads.set(position, new);
        (new, true)
    }
}
