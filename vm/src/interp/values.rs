//! Constants, own values, arithmetic and draws.

use super::{Lanes, Lens, Machine};
use crate::column::{Rows, fill, gather, scatter};
use crate::math::quat_euler;
use crate::op::{Arith, Cmp, NONE, Op, Reg};
use crate::program::{Kind, PoseField};
use crate::rng;
use crate::trap::TrapPlace;

/// Bits of a flag.
#[inline(always)]
pub(super) fn flag(b: bool) -> u32 {
    u32::from(b)
}

/// A function of two numbers as one of bits.
#[inline(always)]
fn nums(f: impl Fn(f32, f32) -> f32) -> impl Fn(u32, u32) -> u32 {
    move |a, b| f(f32::from_bits(a), f32::from_bits(b)).to_bits()
}

impl Machine {
    pub(super) fn own_value(&mut self, lens: &mut Lens<'_>, op: &Op, rows: Rows<'_>) {
        match *op {
            Op::Num { dst, k } => self.file().set_one(dst, k.to_bits()),
            Op::Bits { dst, bits } => self.file().set_one(dst, bits),
            Op::Load { dst, var } => self.load(lens, dst, var, rows),
            Op::Store { var, src } => self.store(lens, var, src, rows),
            Op::Loop { dst, counter } => {
                let k = self.loops.get(counter as usize).copied().unwrap_or(0.0);
                self.file().set_one(dst, k.to_bits());
            }
            Op::Own { dst, field } => self.own_pose(lens, dst, field, rows),
            Op::Elapsed { dst, level } => {
                let dt = lens.scene.dt();
                self.elapsed(lens, dst, level, rows, |_, k| (k as f32 * dt).to_bits());
            }
            Op::Time { dst } => {
                let time = lens.scene.clock as f32 * lens.scene.dt();
                self.file().set_one(dst, time.to_bits());
            }
            _ => {}
        }
    }

    fn load(&mut self, lens: &Lens<'_>, dst: Reg, var: u16, rows: Rows<'_>) {
        let column = lens.own.as_ref().and_then(|t| t.vars.get(var as usize));
        let Some(column) = column else { return self.file().set_one(dst, 0) };
        let def = lens.own.as_ref().map_or(0, |t| t.def);
        let who = lens.scene.program.defs[def as usize].vars[var as usize].kind == Kind::Who;
        let roster = lens.scene.roster;
        self.file().set_many(dst, rows.len(), |_, out| {
            gather(column, rows, out);
            if who {
                out.iter_mut().for_each(|id| *id = roster.alive(*id));
            }
        });
    }

    fn store(&mut self, lens: &mut Lens<'_>, var: u16, src: Reg, rows: Rows<'_>) {
        let column = lens.own.as_mut().and_then(|t| t.vars.get_mut(var as usize));
        let Some(column) = column else { return };
        match self.file().get(src, rows.len()) {
            Lanes::One(bits) => fill(column, rows, bits),
            Lanes::Many(values) => scatter(column, rows, values),
        }
    }

    fn own_pose(&mut self, lens: &Lens<'_>, dst: Reg, field: PoseField, rows: Rows<'_>) {
        let (Some(table), Some(frozen)) = (lens.own.as_deref(), lens.frozen()) else {
            return self.file().set_one(dst, 0);
        };
        let copy = |column: &[f32], out: &mut [u32]| {
            if column.is_empty() {
                return out.fill(0);
            }
            rows.each(|lane, row| out[lane] = (column[row] + 0.0).to_bits());
        };
        let angle = |axis: usize, out: &mut [u32]| {
            rows.each(|lane, row| out[lane] = quat_euler(table.rotation_of(row))[axis].to_bits());
        };
        self.file().set_many(dst, rows.len(), |_, out| match field {
            PoseField::X => copy(&table.position[0], out),
            PoseField::Y => copy(&table.position[1], out),
            PoseField::Z => copy(&table.position[2], out),
            PoseField::Pitch => angle(0, out),
            PoseField::Heading => angle(1, out),
            PoseField::Roll => angle(2, out),
            PoseField::Speed => copy(&frozen.speed, out),
            PoseField::TurnRate => copy(&frozen.turnrate, out),
        });
    }

    pub(super) fn arithmetic(&mut self, lens: &Lens<'_>, op: &Op, rows: Rows<'_>) {
        let n = rows.len();
        match *op {
            Op::Arith { op, dst, a, b } => self.arith(op, dst, [a, b], n),
            Op::Neg { dst, a } => self.file().map(dst, a, n, |a| (-f32::from_bits(a)).to_bits()),
            Op::Cmp { op, dst, a, b } => self.compare(op, dst, [a, b], n),
            Op::SameBits { dst, a, b, negated } => {
                self.file().map2(dst, [a, b], n, |a, b| flag((a == b) != negated));
            }
            Op::And { dst, a, b } => self.file().map2(dst, [a, b], n, |a, b| a & b),
            Op::Or { dst, a, b } => self.file().map2(dst, [a, b], n, |a, b| a | b),
            Op::Not { dst, a } => self.file().map(dst, a, n, |a| a ^ 1),
            Op::Select { dst, cond, a, b } => self.choose(dst, cond, [a, b], n),
            Op::Native { dst, native, args } => self.native(dst, native, args, n),
            Op::Finite { r, guard, trap } => self.finite(lens, [r, guard], trap, rows),
            _ => {}
        }
    }

    fn arith(&mut self, op: Arith, dst: Reg, ab: [Reg; 2], n: usize) {
        let file = self.file();
        match op {
            Arith::Add => file.map2(dst, ab, n, nums(|a, b| a + b)),
            Arith::Sub => file.map2(dst, ab, n, nums(|a, b| a - b)),
            Arith::Mul => file.map2(dst, ab, n, nums(|a, b| a * b)),
            Arith::Div => file.map2(dst, ab, n, nums(|a, b| a / b)),
            Arith::Rem => file.map2(dst, ab, n, nums(|a, b| a - b * (a / b).floor())),
        }
    }

    fn compare(&mut self, op: Cmp, dst: Reg, ab: [Reg; 2], n: usize) {
        let num = f32::from_bits;
        let file = self.file();
        match op {
            Cmp::Eq => file.map2(dst, ab, n, |a, b| flag(num(a) == num(b))),
            Cmp::Ne => file.map2(dst, ab, n, |a, b| flag(num(a) != num(b))),
            Cmp::Lt => file.map2(dst, ab, n, |a, b| flag(num(a) < num(b))),
            Cmp::Le => file.map2(dst, ab, n, |a, b| flag(num(a) <= num(b))),
        }
    }

    fn choose(&mut self, dst: Reg, cond: Reg, [a, b]: [Reg; 2], n: usize) {
        let file = self.file();
        match file.get(cond, n) {
            Lanes::One(c) => file.map(dst, if c != 0 { a } else { b }, n, |v| v),
            Lanes::Many(_) => file.set_many(dst, n, |file, out| {
                let [cond, a, b] = file.get3([cond, a, b], n);
                for (lane, out) in out.iter_mut().enumerate() {
                    *out = if cond.at(lane) != 0 { a.at(lane) } else { b.at(lane) };
                }
            }),
        }
    }

    fn native(&mut self, dst: Reg, native: crate::native::NativeId, args: Reg, n: usize) {
        const MOST: usize = 4;
        let function = native.native();
        let n_args = function.args.len().min(MOST);
        let file = self.file();
        let same = (0..n_args).all(|i| file.get(args + i as Reg, n).is_one());
        let n = if same { 1 } else { n };
        (0..n_args).for_each(|i| file.spread(args + i as Reg, n));
        file.set_many(dst, n, |file, out| {
            let mut lanes: [&[f32]; MOST] = [&[]; MOST];
            for (i, lanes) in lanes.iter_mut().enumerate().take(n_args) {
                if let Lanes::Many(many) = file.get(args + i as Reg, n) {
                    *lanes = bytemuck::cast_slice(many);
                }
            }
            (function.run)(&lanes[..n_args], bytemuck::cast_slice_mut(out));
        });
        if same {
            let bits = file.get(dst, 1).at(0);
            file.set_one(dst, bits);
        }
    }

    fn finite(&mut self, lens: &Lens<'_>, [r, guard]: [Reg; 2], trap: u32, rows: Rows<'_>) {
        let n = rows.len();
        let bad = |bits: u32| !f32::from_bits(bits).is_finite();
        let any = match self.file().get(r, n) {
            Lanes::One(bits) => bad(bits),
            Lanes::Many(lanes) => lanes.iter().fold(false, |any, bits| any | bad(*bits)),
        };
        // adding 0 turns −0 into 0 and changes nothing else
        if !any {
            return self.file().map(r, r, n, |v| (f32::from_bits(v) + 0.0).to_bits());
        }
        for lane in 0..n {
            let file = self.file();
            let guarded = guard == NONE || file.get(guard, n).at(lane) != 0;
            if bad(file.get(r, n).at(lane)) && guarded {
                self.traps.add(TrapPlace::Site(trap), lens.id(rows.row(lane)));
            }
        }
        let clean = |v: u32| if bad(v) { 0 } else { (f32::from_bits(v) + 0.0).to_bits() };
        self.file().map(r, r, n, clean);
    }

    pub(super) fn draw(&mut self, lens: &Lens<'_>, op: &Op, rows: Rows<'_>) {
        let num = f32::from_bits;
        match *op {
            Op::Random { dst, a, b, site } => {
                self.drawn(lens, dst, [a, b], site, rows, |a, b, u| {
                    (num(a) + (num(b) - num(a)) * u).to_bits()
                })
            }
            Op::Pick { dst, a, b, site } => self.drawn(lens, dst, [a, b], site, rows, |a, b, u| {
                let (a, b) = (num(a).floor(), num(b).floor());
                (a + (u * (b - a + 1.0)).floor()).to_bits()
            }),
            Op::Chance { dst, p, site } => {
                self.drawn(lens, dst, [p, p], site, rows, |p, _, u| flag(u < num(p)));
            }
            _ => {}
        }
    }

    fn drawn(
        &mut self,
        lens: &Lens<'_>,
        dst: Reg,
        ab: [Reg; 2],
        site: u32,
        rows: Rows<'_>,
        f: impl Fn(u32, u32, f32) -> u32,
    ) {
        let scene = &lens.scene;
        let site = scene.program.sites.get(site as usize).copied().unwrap_or(0);
        let key = rng::key(scene.seed, scene.clock, site);
        let n = rows.len();
        let ids = lens.frozen().map(|f| f.ids.as_slice());
        let Some(ids) = ids else {
            let (a, b) = (self.file().get(ab[0], n).at(0), self.file().get(ab[1], n).at(0));
            return self.file().set_one(dst, f(a, b, rng::unit(key, lens.who)));
        };
        self.file().set_many(dst, n, |file, out| match (file.get(ab[0], n), file.get(ab[1], n)) {
            (Lanes::One(a), Lanes::One(b)) => {
                rows.each_of(ids, |lane, id| out[lane] = f(a, b, rng::unit(key, id)));
            }
            (a, b) => rows.each_of(ids, |lane, id| {
                out[lane] = f(a.at(lane), b.at(lane), rng::unit(key, id));
            }),
        });
    }
}
