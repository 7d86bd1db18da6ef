//! Clocks of states: how long a stay has lasted, timed actions, what runs once per stay.

use super::values::flag;
use super::{Lanes, Lens, Machine};
use crate::column::Rows;
use crate::math::{timed_step, to_ticks};
use crate::op::{Op, Reg, Ticks};

impl Machine {
    pub(super) fn clock(&mut self, lens: &mut Lens<'_>, op: &Op, rows: Rows<'_>) {
        match *op {
            Op::Every { dst, level, seconds } => {
                self.against(lens, dst, level, seconds, rows, |k, n| k >= 1 && k % n == 0);
            }
            Op::After { dst, level, seconds } => {
                self.against(lens, dst, level, seconds, rows, |k, n| k >= n);
            }
            Op::TimedStart { slot, level, seconds } => {
                self.timed_start(lens, slot, level, seconds, rows);
            }
            Op::TimedActive { dst, level, ticks } => {
                self.timed(lens, dst, level, ticks, rows, |k, n| flag(k <= n));
            }
            Op::TimedOver { dst, level, ticks } => {
                self.timed(lens, dst, level, ticks, rows, |k, n| flag(k >= n));
            }
            Op::TimedStep { dst, level, ticks, ease, rest } => {
                self.timed(lens, dst, level, ticks, rows, |k, n| {
                    let in_time = (1..=n).contains(&k);
                    if in_time { timed_step(k, n, ease, rest).to_bits() } else { 0 }
                });
            }
            Op::Once { cond, level, slot } => self.once(lens, cond, level, slot, rows),
            _ => {}
        }
    }

    /// dst = f(row, ticks since the level was entered)
    pub(super) fn elapsed(
        &mut self,
        lens: &Lens<'_>,
        dst: Reg,
        level: u8,
        rows: Rows<'_>,
        f: impl Fn(usize, u32) -> u32,
    ) {
        let now = lens.scene.clock as u32;
        let Some(entry) = entries(lens, level) else { return self.file().set_one(dst, 0) };
        self.file().set_many(dst, rows.len(), |_, out| {
            rows.each(|lane, row| out[lane] = f(row, now.wrapping_sub(entry[row])));
        });
    }

    /// dst = whether f(elapsed ticks, ticks of the time) holds
    fn against(
        &mut self,
        lens: &Lens<'_>,
        dst: Reg,
        level: u8,
        seconds: Reg,
        rows: Rows<'_>,
        f: impl Fn(u32, u32) -> bool,
    ) {
        let (now, dt, n) = (lens.scene.clock as u32, lens.scene.dt(), rows.len());
        let Some(entry) = entries(lens, level) else { return self.file().set_one(dst, 0) };
        self.file().set_many(dst, n, |file, out| match file.get(seconds, n) {
            Lanes::One(bits) => {
                let ticks = to_ticks(f32::from_bits(bits), dt);
                rows.each(|lane, row| out[lane] = flag(f(now.wrapping_sub(entry[row]), ticks)));
            }
            Lanes::Many(bits) => rows.each(|lane, row| {
                let ticks = to_ticks(f32::from_bits(bits[lane]), dt);
                out[lane] = flag(f(now.wrapping_sub(entry[row]), ticks));
            }),
        });
    }

    fn timed_start(
        &mut self,
        lens: &mut Lens<'_>,
        slot: u16,
        level: u8,
        seconds: Reg,
        rows: Rows<'_>,
    ) {
        let (now, dt, n) = (lens.scene.clock as u32, lens.scene.dt(), rows.len());
        let clock = lens.diagram_plan().and_then(|p| p.clock_of(level));
        let seconds = self.file().get(seconds, n);
        let Some(track) = lens.track_mut() else { return };
        let Some(entry) = clock.and_then(|c| track.entry.get(c)) else { return };
        let Some(slots) = track.timed.get_mut(slot as usize) else { return };
        rows.each(|lane, row| {
            if now.wrapping_sub(entry[row]) == 1 {
                slots[row] = to_ticks(seconds.num(lane), dt);
            }
        });
    }

    fn timed(
        &mut self,
        lens: &Lens<'_>,
        dst: Reg,
        level: u8,
        ticks: Ticks,
        rows: Rows<'_>,
        f: impl Fn(u32, u32) -> u32,
    ) {
        match ticks {
            Ticks::Const(n) => self.elapsed(lens, dst, level, rows, |_, k| f(k, n.max(1))),
            Ticks::Slot(slot) => {
                let slots = lens.track().and_then(|t| t.timed.get(slot as usize));
                let Some(slots) = slots else { return self.file().set_one(dst, 0) };
                self.elapsed(lens, dst, level, rows, |row, k| f(k, slots[row].max(1)));
            }
        }
    }

    fn once(&mut self, lens: &mut Lens<'_>, cond: Reg, level: u8, slot: u16, rows: Rows<'_>) {
        let n = rows.len();
        if let Lanes::One(0) = self.file().get(cond, n) {
            return;
        }
        let clock = lens.diagram_plan().and_then(|p| p.clock_of(level));
        let Some(track) = lens.track_mut() else { return };
        let Some(entry) = clock.and_then(|c| track.entry.get(c)) else { return };
        let Some(ran) = track.once.get_mut(slot as usize) else { return };
        self.file().set_many(cond, n, |file, out| {
            let holds = file.get(cond, n);
            rows.each(|lane, row| {
                let now = holds.at(lane) != 0 && ran[row] != entry[row];
                if now {
                    ran[row] = entry[row];
                }
                out[lane] = flag(now);
            });
        });
    }
}

/// When each row entered the level.
fn entries<'l>(lens: &'l Lens<'_>, level: u8) -> Option<&'l [u32]> {
    let clock = lens.diagram_plan()?.clock_of(level)?;
    Some(lens.track()?.entry.get(clock)?)
}
