//! Registers: one value for all lanes of a batch, or one per lane.
//!
//! In: results of ops. Out: operands of ops. A value that is the same for all lanes stays one
//! value, so conditions on keys alone are decided once per batch. Each nested block has a file of
//! its own. Nothing here knows what the bits mean.

use crate::limits::CHUNK;
use crate::op::Reg;

/// An operand.
#[derive(Clone, Copy, Debug)]
pub enum Lanes<'f> {
    /// The same for all lanes.
    One(u32),
    /// Lane by lane.
    Many(&'f [u32]),
}

impl Lanes<'_> {
    /// A lane's bits.
    #[inline(always)]
    pub fn at(&self, lane: usize) -> u32 {
        match self {
            Lanes::One(bits) => *bits,
            Lanes::Many(lanes) => lanes[lane],
        }
    }

    /// A lane's number.
    #[inline(always)]
    pub fn num(&self, lane: usize) -> f32 {
        f32::from_bits(self.at(lane))
    }

    /// Whether all lanes have the same value by construction.
    pub fn is_one(&self) -> bool {
        matches!(self, Lanes::One(_))
    }
}

#[derive(Clone, Debug, Default)]
struct Register {
    same: bool,
    bits: u32,
    lanes: Vec<u32>,
}

/// The registers of a block.
#[derive(Clone, Debug, Default)]
pub struct File {
    registers: Vec<Register>,
    /// Where results are computed, so that a register may be operand and result of one op.
    spare: Vec<u32>,
}

impl File {
    /// With so many registers.
    pub fn new(n_regs: u16) -> Self {
        let zero = Register { same: true, ..Register::default() };
        Self { registers: vec![zero; n_regs.into()], spare: Vec::new() }
    }

    /// An operand of so many lanes; [`crate::op::NONE`] is 0.
    #[inline]
    pub fn get(&self, r: Reg, n: usize) -> Lanes<'_> {
        match self.registers.get(r as usize) {
            Some(register) if register.same => Lanes::One(register.bits),
            Some(register) => register.lanes.get(..n).map_or(Lanes::One(0), Lanes::Many),
            None => Lanes::One(0),
        }
    }

    /// Three operands.
    pub fn get3(&self, r: [Reg; 3], n: usize) -> [Lanes<'_>; 3] {
        r.map(|r| self.get(r, n))
    }

    /// A result that is the same for all lanes.
    #[inline]
    pub fn set_one(&mut self, r: Reg, bits: u32) {
        if let Some(register) = self.registers.get_mut(r as usize) {
            register.same = true;
            register.bits = bits;
        }
    }

    /// A result lane by lane: `f` fills the lanes and may read all registers.
    #[inline]
    pub fn set_many(&mut self, dst: Reg, n: usize, f: impl FnOnce(&Self, &mut [u32])) {
        let mut lanes = std::mem::take(&mut self.spare);
        if lanes.len() < n {
            lanes.resize(n.max(CHUNK.into()), 0);
        }
        f(self, &mut lanes[..n]);
        if let Some(register) = self.registers.get_mut(dst as usize) {
            register.same = false;
            std::mem::swap(&mut register.lanes, &mut lanes);
        }
        self.spare = lanes;
    }

    /// Lane by lane even where it is the same for all.
    pub fn spread(&mut self, r: Reg, n: usize) {
        let bits = match self.registers.get(r as usize) {
            Some(register) if register.same => register.bits,
            _ => return,
        };
        self.set_many(r, n, |_, out| out.fill(bits));
    }

    /// dst = f(a)
    #[inline]
    pub fn map(&mut self, dst: Reg, a: Reg, n: usize, f: impl Fn(u32) -> u32) {
        if let Lanes::One(a) = self.get(a, n) {
            return self.set_one(dst, f(a));
        }
        self.set_many(dst, n, |file, out| {
            if let Lanes::Many(a) = file.get(a, n) {
                out.iter_mut().zip(a).for_each(|(o, a)| *o = f(*a));
            }
        });
    }

    /// dst = f(a, b)
    #[inline]
    pub fn map2(&mut self, dst: Reg, [a, b]: [Reg; 2], n: usize, f: impl Fn(u32, u32) -> u32) {
        if let (Lanes::One(a), Lanes::One(b)) = (self.get(a, n), self.get(b, n)) {
            return self.set_one(dst, f(a, b));
        }
        self.set_many(dst, n, |file, out| match (file.get(a, n), file.get(b, n)) {
            (Lanes::Many(a), Lanes::Many(b)) => {
                out.iter_mut().zip(a.iter().zip(b)).for_each(|(o, (a, b))| *o = f(*a, *b));
            }
            (Lanes::Many(a), Lanes::One(b)) => {
                out.iter_mut().zip(a).for_each(|(o, a)| *o = f(*a, b));
            }
            (Lanes::One(a), Lanes::Many(b)) => {
                out.iter_mut().zip(b).for_each(|(o, b)| *o = f(a, *b));
            }
            (Lanes::One(a), Lanes::One(b)) => out.fill(f(a, b)),
        });
    }
}
