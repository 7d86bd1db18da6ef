//! Who is near: the nearest of a set, how many, and all that a narrowed name takes.
//!
//! In: a set of instances with their trees and world positions, as of the end of a tick, and who
//! looks. Out: exact answers, the same as those of a loop over the set, found by way of a tree of
//! halved boxes, so that crowds far from each other do not make it slow. It moves nothing and
//! knows no classes; a set is filled by the caller, once per tick and only if somebody asks. Warm,
//! it allocates nothing.

use crate::math::sight;
use crate::math::{Quat, Vec3};
use crate::program::{ClassId, GroupId};

/// Up to this many instances are tried one by one.
const FEW: usize = 64;
/// After so many questions the sites of a larger set are sorted into boxes.
const FEW_ASKED: usize = 16;
/// Of larger sets, boxes of so many are not halved further.
const LEAF: usize = 8;
/// Boxes wait to be visited here; each halving adds one, and there are no more than 32 halvings.
const WAITING: usize = 40;

/// An instance of a set.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Site {
    /// Its number.
    pub id: u32,
    /// The top of its tree.
    pub root: u32,
    /// Where it is in the world.
    pub at: Vec3,
}

/// Who looks, and how a name is narrowed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// The top of the own tree, which never counts.
    pub root: u32,
    /// Where in the world.
    pub from: Vec3,
    /// World rotation.
    pub rotation: Quat,
    /// The largest distance.
    pub within: Option<f32>,
    /// The largest angle off own forward in degrees, in the plane of own X and Z.
    pub ahead: Option<f32>,
}

impl Look {
    /// Whether it takes something.
    pub fn takes(&self, site: &Site) -> bool {
        site.root != self.root
            && sight::takes(self.from, self.rotation, self.within, self.ahead, site.at)
    }
}

/// The nearest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// Its number.
    pub id: u32,
    /// How far it is.
    pub distance: f32,
    /// Where it is in the world.
    pub at: Vec3,
}

/// A box around some sites; halves of node n are nodes 2n + 1 and 2n + 2.
#[derive(Clone, Copy, Debug, Default)]
struct Node {
    low: Vec3,
    high: Vec3,
    start: u32,
    end: u32,
    halved: bool,
}

impl Node {
    /// No site in it is nearer than this, rounding included: each step rounds as that of
    /// [`sight::distance_squared`] does, and none is greater.
    fn distance_squared(&self, from: Vec3) -> f32 {
        let [x, y, z] =
            [0, 1, 2].map(|k| (self.low[k] - from[k]).max(from[k] - self.high[k]).max(0.0));
        x * x + y * y + z * z
    }
}

/// A set of instances, ready to be asked.
#[derive(Debug, Default)]
pub struct Field {
    sites: Vec<Site>,
    nodes: Vec<Node>,
}

impl Field {
    /// Replaces the set by what `fill` puts in, and makes it ready for many questions.
    pub fn fill(&mut self, fill: impl FnOnce(&mut Vec<Site>)) {
        self.gather(fill);
        if self.sites.len() > FEW {
            self.halve(0, 0, self.sites.len());
        }
    }

    /// The same for a few questions: all sites are in one box.
    fn gather(&mut self, fill: impl FnOnce(&mut Vec<Site>)) {
        self.sites.clear();
        self.nodes.clear();
        fill(&mut self.sites);
        if !self.sites.is_empty() {
            self.enclose(0, 0, self.sites.len());
        }
    }

    /// The set, in no order.
    pub fn sites(&self) -> &[Site] {
        &self.sites
    }

    /// The nearest that is taken; of those as near the oldest.
    pub fn nearest(&self, look: &Look) -> Option<Nearest> {
        let mut best: Option<Site> = None;
        let mut least = f32::INFINITY;
        self.visit(look, |sites| {
            for site in sites {
                let d = sight::distance_squared(look.from, site.at);
                let nearer = best.is_none_or(|old| (d, site.id) < (least, old.id));
                if nearer && look.takes(site) {
                    (best, least) = (Some(*site), d);
                }
            }
            least
        });
        best.map(|site| Nearest { id: site.id, distance: least.sqrt(), at: site.at })
    }

    /// How many are taken.
    pub fn count(&self, look: &Look) -> usize {
        let mut n = 0;
        self.visit(look, |sites| {
            n += sites.iter().filter(|site| look.takes(site)).count();
            f32::INFINITY
        });
        n
    }

    /// All that are taken, by number.
    pub fn all(&self, look: &Look, out: &mut Vec<u32>) {
        out.clear();
        self.visit(look, |sites| {
            out.extend(sites.iter().filter(|site| look.takes(site)).map(|site| site.id));
            f32::INFINITY
        });
        out.sort_unstable();
    }

    /// Hands over the sites that may be taken, near ones first; what it returns is the square of
    /// the distance beyond which nothing more is wanted.
    fn visit(&self, look: &Look, mut hand_over: impl FnMut(&[Site]) -> f32) {
        let bound = |n: usize| self.nodes[n].distance_squared(look.from);
        // a little more than the square, so that no rounding leaves out what would be taken
        let reach = look.within.map_or(f32::INFINITY, |within| within * within * 1.000_01);
        let mut limit = reach;
        let mut waiting = [(0, 0.0); WAITING];
        let mut n_waiting = usize::from(!self.nodes.is_empty());
        while n_waiting > 0 {
            n_waiting -= 1;
            let (n, nearest) = waiting[n_waiting];
            if nearest > limit {
                continue;
            }
            let node = &self.nodes[n];
            if !node.halved {
                limit = hand_over(&self.sites[node.start as usize..node.end as usize]).min(reach);
                continue;
            }
            let (mut near, mut far) =
                ((2 * n + 1, bound(2 * n + 1)), (2 * n + 2, bound(2 * n + 2)));
            if near.1 > far.1 {
                std::mem::swap(&mut near, &mut far);
            }
            for half in [far, near] {
                waiting[n_waiting] = half;
                n_waiting += 1 - usize::from(half.1 > limit);
            }
        }
    }

    /// Makes some sites a node; returns the axis along which it is longest.
    fn enclose(&mut self, n: usize, start: usize, end: usize) -> usize {
        let (mut low, mut high) = ([f32::INFINITY; 3], [f32::NEG_INFINITY; 3]);
        for site in &self.sites[start..end] {
            for (k, at) in site.at.into_iter().enumerate() {
                (low[k], high[k]) = (low[k].min(at), high[k].max(at));
            }
        }
        if self.nodes.len() <= n {
            self.nodes.resize(n + 1, Node::default());
        }
        self.nodes[n] = Node { low, high, start: start as u32, end: end as u32, halved: false };
        let long = [0, 1, 2].map(|k| high[k] - low[k]);
        (1..3).fold(0, |best, k| if long[k] > long[best] { k } else { best })
    }

    /// Makes some sites a node and halves it across its longest side while it has many.
    fn halve(&mut self, n: usize, start: usize, end: usize) {
        let axis = self.enclose(n, start, end);
        if end - start > LEAF {
            self.nodes[n].halved = true;
            let sites = &mut self.sites[start..end];
            let middle = sites.len() / 2;
            sites.select_nth_unstable_by(middle, |a, b| a.at[axis].total_cmp(&b.at[axis]));
            self.halve(2 * n + 1, start, start + middle);
            self.halve(2 * n + 2, start + middle, end);
        }
    }
}

/// What a set is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SetKey {
    /// Instances of a class.
    Class(ClassId),
    /// Top-level instances that a group made.
    Group(GroupId),
    /// All instances.
    Anyone,
}

/// A set as of some moment.
#[derive(Debug)]
struct Kept {
    key: SetKey,
    stamp: u64,
    asked: usize,
    field: Field,
}

/// The sets that were asked for, each filled at most once per stamp.
#[derive(Debug, Default)]
pub struct Fields {
    kept: Vec<Kept>,
}

impl Fields {
    /// The set as of `stamp`, for so many questions; `fill` is called where it is of another.
    pub fn at(
        &mut self,
        key: SetKey,
        stamp: u64,
        questions: usize,
        fill: impl FnOnce(&mut Vec<Site>),
    ) -> &Field {
        let n = match self.kept.iter().position(|kept| kept.key == key) {
            Some(n) => n,
            None => {
                let (stamp, field) = (stamp.wrapping_sub(1), Field::default());
                self.kept.push(Kept { key, stamp, asked: 0, field });
                self.kept.len() - 1
            }
        };
        let Kept { stamp: of, asked, field, .. } = &mut self.kept[n];
        if *of != stamp {
            (*of, *asked) = (stamp, 0);
            field.gather(fill);
        }
        *asked = asked.saturating_add(questions);
        if *asked > FEW_ASKED && field.sites.len() > FEW && field.nodes.len() == 1 {
            field.halve(0, 0, field.sites.len());
        }
        field
    }
}

#[cfg(test)]
mod tests;
