//! Actions on the own pose and look.
//!
//! An action whose result is not finite leaves the row as it was and traps.

use super::{Lanes, Lens, Machine};
use crate::block::{self, Block, Blocks, LANES};
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

#[inline(always)]
fn finite4(q: Quat) -> bool {
    finite3([q[0], q[1], q[2]]) & q[3].is_finite()
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
            Op::ResetMove { .. } | Op::ResetRotate { .. } | Op::ResetScale { .. } => {
                own(lens, rows, |t| reset(t, op, rows));
            }
            Op::Color { src, step } => self.colour(lens, src, step, rows),
            Op::Visible { on } => own(lens, rows, |t| fill(&mut t.visible, rows, u8::from(on))),
            _ => {}
        }
        if let Some(table) = lens.own.as_deref_mut() {
            cut(table, op, rows);
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
        let parents = &roster.frozen[lens.index].parents;
        let at = |lane: usize| [v[0].num(lane), v[1].num(lane), v[2].num(lane)];
        let one = v.iter().all(Lanes::is_one).then(|| at(0));
        let blocks = &mut self.blocks;
        let bad = match (frame, one) {
            (Frame::Own, Some(v)) => moved(blocks, lens, rows, |_, q| math::rotate(q, v)),
            (Frame::Own, None) => moved(blocks, lens, rows, |lane, q| math::rotate(q, at(lane))),
            (Frame::Parent, Some(v)) => moved(blocks, lens, rows, |_, _| v),
            (Frame::Parent, None) => moved(blocks, lens, rows, |lane, _| at(lane)),
            (Frame::World, _) => moved(blocks, lens, rows, |lane, _| {
                let back = affine::inverse(&roster.frame(parents[rows.row(lane)]));
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
        let parents = &roster.frozen[lens.index].parents;
        let blocks = &mut self.blocks;
        let bad = match frame {
            Frame::Own => turned(blocks, lens, rows, |lane, q| math::quat_mul(q, r(lane))),
            Frame::Parent => turned(blocks, lens, rows, |lane, q| math::quat_mul(r(lane), q)),
            Frame::World => turned(blocks, lens, rows, |lane, q| {
                let r = r(lane);
                let parent = parents[rows.row(lane)];
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
                let p = math::approach(column[row], to.num(lane), step) + 0.0;
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
        let blocks = &mut self.blocks;
        let bad = turned(blocks, lens, rows, |lane, q| {
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

/// The pose's values of something newly made.
fn reset(table: &mut Table, op: &Op, rows: Rows<'_>) {
    match op {
        Op::ResetMove { .. } => table.position.iter_mut().for_each(|c| fill(c, rows, 0.0)),
        Op::ResetRotate { .. } => {
            table.rotation.iter_mut().zip(math::IDENTITY).for_each(|(c, v)| fill(c, rows, v));
        }
        _ => {
            let scaled = table.scale.iter_mut().filter(|c| !c.is_empty());
            scaled.for_each(|c| fill(c, rows, 1.0));
        }
    }
}

/// Pictures jump, where the action says so.
fn cut(table: &mut Table, op: &Op, rows: Rows<'_>) {
    match *op {
        Op::Place { axis, cut: true, .. } => table.cut_position(axis.into(), rows),
        Op::Orient { cut: true, .. } | Op::ResetRotate { cut: true } => table.cut_rotation(rows),
        Op::ResetMove { cut: true } => (0..3).for_each(|axis| table.cut_position(axis, rows)),
        Op::ResetScale { cut: true } => table.cut_scale(rows),
        _ => {}
    }
}

/// Works on the own table and marks the batch as moved.
fn own(lens: &mut Lens<'_>, rows: Rows<'_>, f: impl FnOnce(&mut Table)) {
    if let Some(table) = lens.own.as_deref_mut() {
        f(table);
        table.mark_moved(rows.row(0));
    }
}

/// Whether all is finite, as bits: sums of such flags are vector code.
#[inline(always)]
fn unfinite(v: f32) -> u32 {
    const EXPONENT: u32 = 0x7f80_0000;
    u32::from(v.to_bits() & EXPONENT == EXPONENT)
}

/// new = p + f(lane, q); whether all is finite. A function of its own, so that it is known that
/// nothing overlaps.
#[inline(never)]
fn move_block(
    p: [&[f32]; 3],
    q: [&[f32]; 4],
    new: &mut Block<12>,
    n: usize,
    f: impl Fn(usize, Quat) -> Vec3,
) -> bool {
    let n = n.min(LANES);
    let (p, q) = (p.map(|c| &c[..n]), q.map(|c| &c[..n]));
    let mut bad = 0;
    for i in 0..n {
        let d = f(i, [q[0][i], q[1][i], q[2][i], q[3][i]]);
        let to = [p[0][i] + d[0], p[1][i] + d[1], p[2][i] + d[2]];
        bad |= unfinite(to[0]) | unfinite(to[1]) | unfinite(to[2]);
        [new[0][i], new[1][i], new[2][i]] = to;
    }
    bad == 0
}

/// new = f(lane, q); whether all is finite.
#[inline(never)]
fn turn_block(
    q: [&[f32]; 4],
    new: &mut Block<12>,
    n: usize,
    f: impl Fn(usize, Quat) -> Quat,
) -> bool {
    let n = n.min(LANES);
    let q = q.map(|c| &c[..n]);
    let mut bad = 0;
    for i in 0..n {
        let to = f(i, [q[0][i], q[1][i], q[2][i], q[3][i]]);
        bad |= unfinite(to[0]) | unfinite(to[1]) | unfinite(to[2]) | unfinite(to[3]);
        [new[0][i], new[1][i], new[2][i], new[3][i]] = to;
    }
    bad == 0
}

/// position += f(lane, rotation)
#[inline(always)]
fn moved(
    blocks: &mut Blocks,
    lens: &mut Lens<'_>,
    rows: Rows<'_>,
    f: impl Fn(usize, Quat) -> Vec3,
) -> Bad {
    let roster: &Roster = lens.scene.roster;
    let mut bad = Bad::NONE;
    let (ids, Some(table)) = (&roster.frozen[lens.index].ids, lens.own.as_deref_mut()) else {
        return bad;
    };
    table.mark_moved(rows.row(0));
    block::each(rows.len(), |from, n| {
        let n = n.min(LANES);
        let Blocks { p, q, out: new, .. } = &mut *blocks;
        let q = block::view(&table.rotation, rows, from, n, q);
        let p = block::view(&table.position, rows, from, n, p);
        if !move_block(p, q, new, n, |i, q| f(from + i, q)) {
            for i in 0..n {
                let ok = finite3([new[0][i], new[1][i], new[2][i]]);
                bad.note(ok, ids[rows.row(from + i)]);
                if !ok {
                    [new[0][i], new[1][i], new[2][i]] = [p[0][i], p[1][i], p[2][i]];
                }
            }
        }
        block::store(&mut table.position, rows, from, n, &new[..3]);
    });
    bad
}

/// rotation = f(lane, rotation)
#[inline(always)]
fn turned(
    blocks: &mut Blocks,
    lens: &mut Lens<'_>,
    rows: Rows<'_>,
    f: impl Fn(usize, Quat) -> Quat,
) -> Bad {
    let roster: &Roster = lens.scene.roster;
    let mut bad = Bad::NONE;
    let (ids, Some(table)) = (&roster.frozen[lens.index].ids, lens.own.as_deref_mut()) else {
        return bad;
    };
    table.mark_moved(rows.row(0));
    block::each(rows.len(), |from, n| {
        let n = n.min(LANES);
        let Blocks { q, out: new, .. } = &mut *blocks;
        let q = block::view(&table.rotation, rows, from, n, q);
        if !turn_block(q, new, n, |i, q| f(from + i, q)) {
            for i in 0..n {
                let ok = finite4([new[0][i], new[1][i], new[2][i], new[3][i]]);
                bad.note(ok, ids[rows.row(from + i)]);
                if !ok {
                    (0..4).for_each(|k| new[k][i] = q[k][i]);
                }
            }
        }
        block::store(&mut table.rotation, rows, from, n, &new[..4]);
    });
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
