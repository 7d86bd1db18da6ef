//! Actions on the own pose and look.
//!
//! An action whose result is not finite leaves the row as it was and traps.

use super::{Lanes, Lens, Machine};
use crate::column::{Rows, fill};
use crate::input::InstanceId;
use crate::math::{self, Quat, Vec3, affine};
use crate::op::{Frame, NONE, Op, Reg};
use crate::roster::Roster;
use crate::table::Table;
use crate::trap::TrapPlace;

/// Rows whose result was not finite.
#[derive(Clone, Copy)]
struct Bad {
    count: u32,
    first: InstanceId,
}

impl Bad {
    const NONE: Self = Self { count: 0, first: InstanceId::MAX };

    #[inline(always)]
    fn note(&mut self, ok: bool, id: InstanceId) {
        self.count += u32::from(!ok);
        self.first = self.first.min(if ok { InstanceId::MAX } else { id });
    }
}

#[inline(always)]
fn finite3(v: Vec3) -> bool {
    v[0].is_finite() & v[1].is_finite() & v[2].is_finite()
}

impl Machine {
    pub(super) fn pose(&mut self, lens: &mut Lens<'_>, op: &Op, rows: Rows<'_>) {
        if rows.is_empty() || lens.own.is_none() {
            return;
        }
        match *op {
            Op::MoveConst { vec, frame } => {
                let v = lens.scene.program.vecs.get(vec as usize).copied().unwrap_or_default();
                self.move_by(lens, frame, rows, [0, 1, 2].map(|i| Lanes::One(v[i].to_bits())));
            }
            Op::Move { v, frame } => {
                self.with3(v, rows.len(), |m, v| m.move_by(lens, frame, rows, v))
            }
            Op::RotateConst { quat, frame } => {
                let quats = &lens.scene.program.quats;
                let r = quats.get(quat as usize).copied().unwrap_or(math::IDENTITY);
                self.rotate_by(lens, frame, rows, |_| r);
            }
            Op::Rotate { v, frame } => self.rotate(lens, v, frame, rows),
            Op::Scale { v } => self.scale(lens, v, NONE, rows),
            Op::ScaleStep { v, step } => self.scale(lens, v, step, rows),
            Op::Place { axis, src, step, .. } => self.place(lens, axis, src, step, rows),
            Op::Orient { v, step, .. } => self.orient(lens, v, step, rows),
            Op::ResetMove { .. } => {
                own(lens, rows, |t| t.position.iter_mut().for_each(|c| fill(c, rows, 0.0)));
            }
            Op::ResetRotate { .. } => own(lens, rows, |t| {
                t.rotation.iter_mut().zip(math::IDENTITY).for_each(|(c, v)| fill(c, rows, v));
            }),
            Op::ResetScale { .. } => own(lens, rows, |t| {
                let scaled = t.scale.iter_mut().filter(|c| !c.is_empty());
                scaled.for_each(|c| fill(c, rows, 1.0));
            }),
            Op::Color { src, step } => self.colour(lens, src, step, rows),
            Op::Visible { on } => own(lens, rows, |t| fill(&mut t.visible, rows, u8::from(on))),
            _ => {}
        }
    }

    /// Calls `f` with three operands while the registers are set aside.
    pub(super) fn with3<R>(
        &mut self,
        r: [Reg; 3],
        n: usize,
        f: impl FnOnce(&mut Self, [Lanes<'_>; 3]) -> R,
    ) -> R {
        let level = self.level;
        let file = std::mem::take(&mut self.files[level]);
        let result = f(self, file.get3(r, n));
        self.files[level] = file;
        result
    }

    fn refused(&mut self, lens: &Lens<'_>, what: &'static str, bad: Bad) {
        if bad.count > 0 {
            let def = lens.own.as_ref().map_or(0, |t| t.def);
            self.traps.add_many(TrapPlace::Pose(def, what), bad.count, bad.first);
        }
    }

    fn move_by(&mut self, lens: &mut Lens<'_>, frame: Frame, rows: Rows<'_>, v: [Lanes<'_>; 3]) {
        let roster = lens.scene.roster;
        let at = |lane: usize| [v[0].num(lane), v[1].num(lane), v[2].num(lane)];
        let one = v.iter().all(Lanes::is_one).then(|| at(0));
        let bad = match (frame, one) {
            (Frame::Own, Some(v)) => moved(lens, rows, |_, _, q| math::rotate(q, v)),
            (Frame::Own, None) => moved(lens, rows, |lane, _, q| math::rotate(q, at(lane))),
            (Frame::Parent, Some(v)) => moved(lens, rows, |_, _, _| v),
            (Frame::Parent, None) => moved(lens, rows, |lane, _, _| at(lane)),
            (Frame::World, _) => moved(lens, rows, |lane, id, _| {
                let back = affine::inverse(&roster.frame(roster.parent(id)));
                back.map_or([f32::NAN; 3], |m| affine::vector(&m, at(lane)))
            }),
        };
        self.refused(lens, "move", bad);
    }

    fn rotate(&mut self, lens: &mut Lens<'_>, v: [Reg; 3], frame: Frame, rows: Rows<'_>) {
        self.with3(v, rows.len(), |m, v| {
            let at = |lane: usize| [v[0].num(lane), v[1].num(lane), v[2].num(lane)];
            if v.iter().all(Lanes::is_one) {
                let r = math::euler_quat(at(0));
                m.rotate_by(lens, frame, rows, |_| r);
            } else {
                m.rotate_by(lens, frame, rows, |lane| math::euler_quat(at(lane)));
            }
        });
    }

    fn rotate_by(
        &mut self,
        lens: &mut Lens<'_>,
        frame: Frame,
        rows: Rows<'_>,
        r: impl Fn(usize) -> Quat,
    ) {
        let roster = lens.scene.roster;
        let bad = match frame {
            Frame::Own => turned(lens, rows, |lane, _, q| math::quat_mul(q, r(lane))),
            Frame::Parent => turned(lens, rows, |lane, _, q| math::quat_mul(r(lane), q)),
            Frame::World => turned(lens, rows, |lane, id, q| {
                let r = r(lane);
                let parent = roster.parent(id);
                if parent == 0 {
                    return math::quat_mul(r, q);
                }
                let p = roster.rotation(parent);
                math::quat_mul(math::quat_mul(math::quat_mul(math::quat_conj(p), r), p), q)
            }),
        };
        self.refused(lens, "rotate", bad);
    }

    fn scale(&mut self, lens: &mut Lens<'_>, v: [Reg; 3], step: Reg, rows: Rows<'_>) {
        let n = rows.len();
        let level = self.level;
        let file = std::mem::take(&mut self.files[level]);
        let (v, share) = (file.get3(v, n), file.get(step, n));
        let factor = |i: usize, lane: usize| match step {
            NONE => v[i].num(lane),
            _ => math::pow(v[i].num(lane), share.num(lane)),
        };
        let bad = scaled(lens, rows, |lane| [0, 1, 2].map(|i| factor(i, lane)));
        self.files[level] = file;
        self.refused(lens, "scale", bad);
    }

    fn place(&mut self, lens: &mut Lens<'_>, axis: u8, src: Reg, step: Reg, rows: Rows<'_>) {
        let file = self.file();
        let (to, share) = (file.get(src, rows.len()), file.get(step, rows.len()));
        let mut bad = Bad::NONE;
        let ids = lens.frozen().map_or(&[][..], |f| &f.ids);
        own(lens, rows, |table| {
            let Some(column) = table.position.get_mut(axis as usize) else { return };
            rows.each(|lane, row| {
                let step = if step == NONE { 1.0 } else { share.num(lane) };
                let p = math::approach(column[row], to.num(lane), step);
                bad.note(p.is_finite(), ids[row]);
                column[row] = if p.is_finite() { p } else { column[row] };
            });
        });
        self.refused(lens, "place", bad);
    }

    fn orient(&mut self, lens: &mut Lens<'_>, v: [Reg; 3], step: Reg, rows: Rows<'_>) {
        let n = rows.len();
        let level = self.level;
        let file = std::mem::take(&mut self.files[level]);
        let (v, share) = (file.get3(v, n), file.get(step, n));
        let bad = turned(lens, rows, |lane, _, q| {
            let to = math::euler_quat([v[0].num(lane), v[1].num(lane), v[2].num(lane)]);
            if step == NONE { to } else { math::slerp(q, to, share.num(lane)) }
        });
        self.files[level] = file;
        self.refused(lens, "orient", bad);
    }

    fn colour(&mut self, lens: &mut Lens<'_>, src: Reg, step: Reg, rows: Rows<'_>) {
        let file = self.file();
        let (to, share) = (file.get(src, rows.len()), file.get(step, rows.len()));
        let Some(table) = lens.own.as_deref_mut() else { return };
        rows.each(|lane, row| {
            let c = &mut table.colour[row];
            *c = match step {
                NONE => to.at(lane),
                _ => math::mix_colour(*c, to.at(lane), share.num(lane)),
            };
        });
    }
}

/// Works on the own table and marks the batch as moved.
fn own(lens: &mut Lens<'_>, rows: Rows<'_>, f: impl FnOnce(&mut Table)) {
    if let Some(table) = lens.own.as_deref_mut() {
        f(table);
        table.mark_moved(rows.row(0));
    }
}

/// position += f(lane, id, rotation)
#[inline(always)]
fn moved(lens: &mut Lens<'_>, rows: Rows<'_>, f: impl Fn(usize, InstanceId, Quat) -> Vec3) -> Bad {
    let roster: &Roster = lens.scene.roster;
    let mut bad = Bad::NONE;
    let (ids, Some(table)) = (&roster.frozen[lens.index].ids, lens.own.as_deref_mut()) else {
        return bad;
    };
    table.mark_moved(rows.row(0));
    let [px, py, pz] = &mut table.position;
    let [qx, qy, qz, qw] = &table.rotation;
    let (s, n) = span(rows);
    let (px, py, pz) = (&mut px[s..s + n], &mut py[s..s + n], &mut pz[s..s + n]);
    let (qx, qy, qz, qw) = (&qx[s..s + n], &qy[s..s + n], &qz[s..s + n], &qw[s..s + n]);
    let ids = &ids[s..s + n];
    let mut step = |lane: usize, i: usize| {
        let d = f(lane, ids[i], [qx[i], qy[i], qz[i], qw[i]]);
        let p = [px[i] + d[0], py[i] + d[1], pz[i] + d[2]];
        let ok = finite3(p);
        bad.note(ok, ids[i]);
        px[i] = if ok { p[0] } else { px[i] };
        py[i] = if ok { p[1] } else { py[i] };
        pz[i] = if ok { p[2] } else { pz[i] };
    };
    match rows {
        Rows::Range(..) => (0..n).for_each(|i| step(i, i)),
        Rows::List(list) => list.iter().enumerate().for_each(|(lane, r)| step(lane, *r as usize)),
    }
    bad
}

/// rotation = f(lane, id, rotation)
#[inline(always)]
fn turned(lens: &mut Lens<'_>, rows: Rows<'_>, f: impl Fn(usize, InstanceId, Quat) -> Quat) -> Bad {
    let roster: &Roster = lens.scene.roster;
    let mut bad = Bad::NONE;
    let (ids, Some(table)) = (&roster.frozen[lens.index].ids, lens.own.as_deref_mut()) else {
        return bad;
    };
    table.mark_moved(rows.row(0));
    let [qx, qy, qz, qw] = &mut table.rotation;
    let (s, n) = span(rows);
    let (qx, qy) = (&mut qx[s..s + n], &mut qy[s..s + n]);
    let (qz, qw) = (&mut qz[s..s + n], &mut qw[s..s + n]);
    let ids = &ids[s..s + n];
    let mut step = |lane: usize, i: usize| {
        let old = [qx[i], qy[i], qz[i], qw[i]];
        let new = f(lane, ids[i], old);
        let ok = finite3([new[0], new[1], new[2]]) & new[3].is_finite();
        bad.note(ok, ids[i]);
        qx[i] = if ok { new[0] } else { old[0] };
        qy[i] = if ok { new[1] } else { old[1] };
        qz[i] = if ok { new[2] } else { old[2] };
        qw[i] = if ok { new[3] } else { old[3] };
    };
    match rows {
        Rows::Range(..) => (0..n).for_each(|i| step(i, i)),
        Rows::List(list) => list.iter().enumerate().for_each(|(lane, r)| step(lane, *r as usize)),
    }
    bad
}

/// scale *= f(lane)
fn scaled(lens: &mut Lens<'_>, rows: Rows<'_>, f: impl Fn(usize) -> Vec3) -> Bad {
    let roster: &Roster = lens.scene.roster;
    let mut bad = Bad::NONE;
    let (ids, Some(table)) = (&roster.frozen[lens.index].ids, lens.own.as_deref_mut()) else {
        return bad;
    };
    table.want_scale();
    table.mark_moved(rows.row(0));
    let [x, y, z] = &mut table.scale;
    rows.each(|lane, row| {
        let s = math::mul3([x[row], y[row], z[row]], f(lane));
        bad.note(finite3(s), ids[row]);
        if finite3(s) {
            [x[row], y[row], z[row]] = s;
        }
    });
    bad
}

/// The slice a batch works on: the range itself, or the column up to its end for a list.
fn span(rows: Rows<'_>) -> (usize, usize) {
    match rows {
        Rows::Range(start, n) => (start as usize, n as usize),
        Rows::List(list) => (0, list.iter().max().map_or(0, |r| *r as usize + 1)),
    }
}
