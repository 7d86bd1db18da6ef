//! Selectors: the nearest of some, how many, which; who makes a contact.
//!
//! Self and the own tree never count, but for a reference. Nowhere everything is in sight and the
//! oldest is the nearest.

use super::values::flag;
use super::{File, Lens, Machine, Scene};
use crate::column::Rows;
use crate::contacts::Record;
use crate::input::InstanceId;
use crate::math::obb::side_of;
use crate::math::sight;
use crate::op::{Op, Reg};
use crate::program::{ContactPhase, SelectorSpec, WhatSpec};
use crate::roster::Identity;
use crate::spatial::{Field, Look, SetKey, Site};

/// A question about those that a selector takes.
#[derive(Clone, Copy)]
enum Ask {
    Nearest,
    Distance,
    Bearing,
    Count,
}

/// Those that a selector can take.
#[derive(Clone, Copy)]
enum Crowd<'f> {
    Set(&'f Field),
    One(Option<Site>),
}

impl Machine {
    pub(super) fn select(&mut self, lens: &Lens<'_>, op: &Op, rows: Rows<'_>) {
        match *op {
            Op::Nearest { dst, selector } => self.ask(lens, Ask::Nearest, dst, selector, rows),
            Op::Distance { dst, selector } => self.ask(lens, Ask::Distance, dst, selector, rows),
            Op::Bearing { dst, selector } => self.ask(lens, Ask::Bearing, dst, selector, rows),
            Op::Count { dst, selector } => self.ask(lens, Ask::Count, dst, selector, rows),
            Op::Other { dst, selector } => self.other(lens, dst, selector, rows),
            _ => {}
        }
    }

    fn ask(&mut self, lens: &Lens<'_>, ask: Ask, dst: Reg, selector: u32, rows: Rows<'_>) {
        let Some(spec) = lens.scene.program.selectors.get(selector as usize) else { return };
        let mut fields = std::mem::take(&mut self.fields);
        let set = set_of(spec);
        let set = set.map(|key| {
            fields.at(key, lens.scene.stamp, rows.len(), |out| fill(&lens.scene, key, out))
        });
        let n = rows.len();
        self.file().set_many(dst, n, |file, out| {
            rows.each(|lane, row| {
                let crowd = crowd(lens, file, spec, set, lane, n);
                out[lane] = answer(ask, looker(lens, file, spec, lane, row, n), crowd);
            });
        });
        self.fields = fields;
    }

    /// All that the selector takes for a row, the oldest first.
    pub(super) fn taken(
        &mut self,
        lens: &Lens<'_>,
        spec: &SelectorSpec,
        (lane, row, n): (usize, usize, usize),
        out: &mut Vec<InstanceId>,
    ) {
        let mut fields = std::mem::take(&mut self.fields);
        let set = set_of(spec);
        let set =
            set.map(|key| fields.at(key, lens.scene.stamp, 1, |out| fill(&lens.scene, key, out)));
        let file = self.file();
        let look = looker(lens, file, spec, lane, row, n);
        match (crowd(lens, file, spec, set, lane, n), look) {
            (Crowd::Set(field), Some(look)) => field.all(&look, out),
            (Crowd::Set(field), None) => {
                out.extend(field.sites().iter().map(|s| s.id));
                out.sort_unstable();
            }
            (Crowd::One(site), look) => {
                let site = site.filter(|s| look.is_none_or(|l| l.takes(s)));
                out.extend(site.map(|s| s.id));
            }
        }
        self.fields = fields;
    }

    /// All that a selector takes nowhere.
    pub fn taken_nowhere(&mut self, lens: &Lens<'_>, selector: u32, out: &mut Vec<InstanceId>) {
        if let Some(spec) = lens.scene.program.selectors.get(selector as usize) {
            self.taken(lens, spec, (0, 0, 1), out);
        }
    }

    pub(super) fn contact(
        &mut self,
        lens: &Lens<'_>,
        dst: Reg,
        phase: ContactPhase,
        selector: u32,
        rows: Rows<'_>,
    ) {
        let spec = lens.scene.program.selectors.get(selector as usize);
        let (Some(spec), Some(frozen)) = (spec, lens.frozen()) else {
            return self.file().set_one(dst, 0);
        };
        let contacts = lens.scene.contacts;
        if contacts.pairs().is_empty() && contacts.rims().is_empty() {
            return self.file().set_one(dst, 0);
        }
        let n = rows.len();
        self.file().set_many(dst, n, |file, out| {
            rows.each(|lane, row| {
                let mut records = lens.scene.contacts.felt_by(frozen.ids[row]).iter();
                out[lane] = flag(records.any(|r| {
                    r.phases.holds(phase) && met(lens, file, spec, r, (lane, row, n)).is_some()
                }));
            });
        });
    }

    /// Of those that began or are there the nearest, else of those that ended.
    fn other(&mut self, lens: &Lens<'_>, dst: Reg, selector: u32, rows: Rows<'_>) {
        let spec = lens.scene.program.selectors.get(selector as usize);
        let (Some(spec), Some(frozen)) = (spec, lens.frozen()) else {
            return self.file().set_one(dst, 0);
        };
        let (n, roster) = (rows.len(), lens.scene.roster);
        self.file().set_many(dst, n, |file, out| {
            rows.each(|lane, row| {
                let records = lens.scene.contacts.felt_by(frozen.ids[row]);
                let from = frozen.origin(row);
                let nearest = |phase: ContactPhase| {
                    let of_phase = records.iter().filter(|r| r.phases.holds(phase));
                    let living = of_phase
                        .filter_map(|r| met(lens, file, spec, r, (lane, row, n)))
                        .filter_map(|id| roster.at(id).map(|(f, at)| (id, f.origin(at))));
                    let far = living.map(|(id, at)| (sight::distance_squared(from, at), id));
                    far.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1))).map(|(_, id)| id)
                };
                let there = nearest(ContactPhase::Touch);
                out[lane] = there.or_else(|| nearest(ContactPhase::Leave)).unwrap_or(0);
            });
        });
    }
}

/// The set that a selector asks about, if it is one.
fn set_of(spec: &SelectorSpec) -> Option<SetKey> {
    match spec.what {
        WhatSpec::Class(class) => Some(SetKey::Class(class)),
        WhatSpec::Group(group) => Some(SetKey::Group(group)),
        WhatSpec::Anyone | WhatSpec::Any => Some(SetKey::Anyone),
        WhatSpec::Named(..) | WhatSpec::Ref(_) | WhatSpec::Boundary(_) => None,
    }
}

fn fill(scene: &Scene<'_>, key: SetKey, out: &mut Vec<Site>) {
    let roster = scene.roster;
    let mut push = |table: usize, group: Option<u16>| {
        let frozen = &roster.frozen[table];
        for (row, id) in frozen.ids.iter().enumerate() {
            if group.is_none_or(|g| frozen.groups[row] == g) {
                let root = if frozen.depth == 0 { *id } else { roster.root(*id) };
                out.push(Site { id: *id, root, at: frozen.origin(row) });
            }
        }
    };
    match key {
        SetKey::Class(class) => {
            let tables = scene.plan.defs_of(class).iter().flat_map(|d| roster.tables_of(*d));
            tables.for_each(|table| push(table, None));
        }
        SetKey::Group(group) => (0..roster.frozen.len()).for_each(|t| push(t, Some(group))),
        SetKey::Anyone => (0..roster.frozen.len()).for_each(|t| push(t, None)),
    }
}

fn site(scene: &Scene<'_>, id: InstanceId) -> Option<Site> {
    let (frozen, row) = scene.roster.at(id)?;
    Some(Site { id, root: scene.roster.root(id), at: frozen.origin(row) })
}

fn crowd<'f>(
    lens: &Lens<'_>,
    file: &File,
    spec: &SelectorSpec,
    set: Option<&'f Field>,
    lane: usize,
    n: usize,
) -> Crowd<'f> {
    match (spec.what, set) {
        (_, Some(field)) => Crowd::Set(field),
        (WhatSpec::Ref(who), _) => {
            // what is meant by itself counts even where it is of the own tree
            let site = site(&lens.scene, file.get(who, n).at(lane));
            Crowd::One(site.map(|s| Site { root: 0, ..s }))
        }
        (WhatSpec::Named(name, number), _) => {
            Crowd::One(site(&lens.scene, lens.scene.roster.find_named(name, number)))
        }
        _ => Crowd::One(None),
    }
}

/// Who looks; `None` nowhere. Trees have numbers from 1, so 0 is no one's.
fn looker(
    lens: &Lens<'_>,
    file: &File,
    spec: &SelectorSpec,
    lane: usize,
    row: usize,
    n: usize,
) -> Option<Look> {
    let frozen = lens.frozen()?;
    let limit = |r: Option<Reg>| r.map(|r| file.get(r, n).num(lane));
    Some(Look {
        root: match frozen.depth {
            _ if matches!(spec.what, WhatSpec::Ref(_)) => InstanceId::MAX,
            0 => frozen.ids[row],
            _ => lens.scene.roster.root(frozen.ids[row]),
        },
        from: frozen.origin(row),
        rotation: frozen.rotation_of(row),
        within: limit(spec.within),
        ahead: limit(spec.ahead),
    })
}

fn answer(ask: Ask, look: Option<Look>, crowd: Crowd<'_>) -> u32 {
    let nearest = || match (crowd, &look) {
        (Crowd::Set(field), Some(look)) => field.nearest(look).map(|n| (n.id, n.at)),
        (Crowd::Set(field), None) => {
            field.sites().iter().min_by_key(|s| s.id).map(|s| (s.id, s.at))
        }
        (Crowd::One(site), look) => {
            let site = site.filter(|s| look.as_ref().is_none_or(|l| l.takes(s)));
            site.map(|s| (s.id, s.at))
        }
    };
    match (ask, &look) {
        (Ask::Nearest, _) => nearest().map_or(0, |(id, _)| id),
        (Ask::Distance, Some(look)) => {
            nearest().map_or(sight::FAR, |(_, at)| sight::distance(look.from, at)).to_bits()
        }
        (Ask::Distance, None) => sight::FAR.to_bits(),
        (Ask::Bearing, Some(look)) => {
            nearest().map_or(0.0, |(_, at)| sight::bearing(look.from, look.rotation, at)).to_bits()
        }
        (Ask::Bearing, None) => 0,
        (Ask::Count, _) => match (crowd, &look) {
            (Crowd::Set(field), Some(look)) => (field.count(look) as f32).to_bits(),
            (Crowd::Set(field), None) => (field.sites().len() as f32).to_bits(),
            (Crowd::One(_), _) => (f32::from(u8::from(nearest().is_some()))).to_bits(),
        },
    }
}

/// Who of a contact's other side the selector takes, 0 for a boundary.
fn met(
    lens: &Lens<'_>,
    file: &File,
    spec: &SelectorSpec,
    record: &Record,
    (lane, row, n): (usize, usize, usize),
) -> Option<InstanceId> {
    let frozen = lens.frozen()?;
    if spec.side.is_some_and(|side| side_of(record.normal, frozen.rotation_of(row)) != side) {
        return None;
    }
    if record.other == 0 {
        return match spec.what {
            WhatSpec::Boundary(set) => set.meets(record.boundary).then_some(0),
            WhatSpec::Any => Some(0),
            _ => None,
        };
    }
    let ended = record.phases.holds(ContactPhase::Leave);
    let wanted = match spec.what {
        WhatSpec::Ref(who) => file.get(who, n).at(lane),
        _ => 0,
    };
    let id = other_side(&lens.scene, spec, record.other, wanted, ended)?;
    let look = looker(lens, file, spec, lane, row, n)?;
    let at = lens.scene.roster.at(id).map_or([0.0; 3], |(f, at)| f.origin(at));
    sight::takes(look.from, look.rotation, look.within, look.ahead, at).then_some(id)
}

/// The owner of the box or the nearest it is part of that is meant.
fn other_side(
    scene: &Scene<'_>,
    spec: &SelectorSpec,
    owner: InstanceId,
    wanted: InstanceId,
    ended: bool,
) -> Option<InstanceId> {
    let roster = scene.roster;
    let is = |who: &Identity| match spec.what {
        WhatSpec::Class(class) => scene.program.defs[who.def as usize].class == class,
        WhatSpec::Group(group) => who.group == group,
        WhatSpec::Named(name, 0) => {
            who.label == name && who.ordinal > 0 && roster.was_oldest(who, ended)
        }
        WhatSpec::Named(name, number) => who.label == name && who.ordinal == number,
        WhatSpec::Ref(_) => who.id == wanted,
        // the top of its tree
        WhatSpec::Anyone | WhatSpec::Any => who.parent == 0,
        WhatSpec::Boundary(_) => false,
    };
    let mut id = owner;
    while id != 0 {
        // what has ended is met as it was
        let who = if ended { roster.identity_before(id, 0) } else { roster.identity(id) }?;
        if is(&who) {
            return Some(id);
        }
        id = who.parent;
    }
    None
}
