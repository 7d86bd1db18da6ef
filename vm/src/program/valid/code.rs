//! Code as it runs: blocks, registers, and what an op asks of the character it runs on.
//!
//! In: a stretch of code and its [`Ground`]. Out: whether blocks end inside of each other, every
//! register was written before it is read, and what is the character's own is there. All that is
//! run is walked once per place that runs it, so the sum of the walks also says how much a tick
//! can come to for the size of a program; what is far beyond a text's is refused.

use super::lists::range;
use super::{DEEPEST, Judged, index, must, wrong};
use crate::op::{NONE, Op, Reg, Ticks, each_piece, placed};
use crate::program::{
    Code, Def, DiagramSpec, PlacementSpec, Program, SpawnId, TextPiece, TextSpec, Value,
};

/// Registers of all blocks that are open at once.
const MOST_REGISTERS: usize = 1 << 20;

/// What can be walked for every op of a program, and what any program may come to.
const WORK_PER_OP: u64 = 64;
const LEAST_WORK: u64 = 1 << 20;

/// Bytes of text that count as much as an op.
const TEXT_PER_OP: usize = 16;

/// On what code runs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Ground<'p> {
    /// A row of this character; `None`: nowhere.
    pub def: Option<&'p Def>,
    /// The diagram whose clocks and slots it may ask for.
    pub diagram: Option<&'p DiagramSpec>,
    /// Whether it may do something, or computes values alone: those are also computed to show
    /// them, and while others are made.
    pub acts: bool,
}

impl<'p> Ground<'p> {
    /// The same, for values alone.
    pub fn still(self) -> Self {
        Self { acts: false, ..self }
    }
}

/// Walks code.
pub(super) struct Walk<'p> {
    program: &'p Program,
    /// By level of blocks and register: in which block it was written last.
    blocks: Vec<Vec<u32>>,
    /// By level: which block is open.
    open: Vec<u32>,
    n_blocks: u32,
    work: u64,
    most_parts: u64,
}

impl<'p> Walk<'p> {
    pub fn new(program: &'p Program) -> Self {
        let most_parts = program.defs.iter().map(|def| def.parts.len()).max().unwrap_or(0) as u64;
        let work = (program.code.len() as u64).saturating_mul(WORK_PER_OP).max(LEAST_WORK);
        Self { program, blocks: Vec::new(), open: Vec::new(), n_blocks: 0, work, most_parts }
    }

    /// Code that is run by itself.
    pub fn code(&mut self, code: Code, ground: Ground<'p>) -> Judged {
        self.run(code, ground, 0)
    }

    /// Code whose result is read.
    pub fn value(&mut self, value: Value, ground: Ground<'p>) -> Judged {
        self.code(value.code, ground.still())?;
        self.needs(value.reg)
    }

    /// The register was written by the code that was walked last.
    pub fn needs(&self, r: Reg) -> Judged {
        self.was_written(r, 0)
    }

    /// A text whose values are computed to show it.
    pub fn text(&mut self, text: &TextSpec, ground: Ground<'p>) -> Judged {
        self.code(text.code, ground.still())?;
        text.pieces.iter().try_for_each(|piece| match piece {
            TextPiece::Name(_) => Ok(()),
            TextPiece::Value(r, _) => self.needs(*r),
        })
    }

    /// What a new instance is given, computed by whoever makes it.
    pub fn spawn(&mut self, spawn: SpawnId, ground: Ground<'p>) -> Judged {
        self.spawned(spawn, ground, 0)
    }

    fn spawned(&mut self, spawn: SpawnId, ground: Ground<'p>, level: usize) -> Judged {
        let Some(spec) = self.program.spawns.get(spawn as usize) else {
            return index(spawn as usize, self.program.spawns.len(), "spawn");
        };
        self.run(spec.code, ground.still(), level)?;
        spec.args.iter().try_for_each(|(_, r)| self.was_written(*r, level))?;
        self.placement(&spec.placement, level)
    }

    fn placement(&self, placement: &PlacementSpec, level: usize) -> Judged {
        let mut judged = Ok(());
        placed(placement, &mut |r| {
            if judged.is_ok() && r != NONE {
                judged = self.was_written(r, level);
            }
        });
        judged
    }

    fn run(&mut self, code: Code, ground: Ground<'p>, level: usize) -> Judged {
        range(self.program, code)?;
        self.block(self.program.code.get(code.range()).unwrap_or_default(), ground, level)
    }

    fn block(&mut self, ops: &'p [Op], ground: Ground<'p>, level: usize) -> Judged {
        self.enter(level)?;
        let mut rest = ops;
        while let Some((op, behind)) = rest.split_first() {
            rest = behind;
            self.spend(op)?;
            self.reads(op, level)?;
            suits(op, ground)?;
            match *op {
                Op::If { len, .. } => {
                    let Some((inside, behind)) = rest.split_at_checked(len as usize) else {
                        return wrong("a block ends behind the code it stands in");
                    };
                    self.block(inside, ground, level + 1)?;
                    rest = behind;
                }
                Op::Fork { spawn, .. } | Op::Become { spawn } => {
                    self.spawned(spawn, ground, level + 1)?;
                }
                Op::Probe { probe } => self.probe(probe, ground, level + 1)?,
                _ => {}
            }
            if let Some(r) = op.written() {
                self.write(r, level)?;
            }
        }
        Ok(())
    }

    /// Values that are computed for those who look.
    fn probe(&mut self, probe: u32, ground: Ground<'p>, level: usize) -> Judged {
        let program = self.program;
        let edge = program.probes.as_ref().and_then(|probes| probes.edges.get(probe as usize));
        for value in edge.into_iter().flat_map(|edge| edge.values.iter().flatten()) {
            self.run(value.code, ground.still(), level)?;
            self.was_written(value.reg, level)?;
        }
        Ok(())
    }

    /// A block begins, of which no register is written.
    fn enter(&mut self, level: usize) -> Judged {
        must(level <= DEEPEST, "blocks are nested too deep")?;
        if self.blocks.len() <= level {
            let n_regs = usize::from(self.program.n_regs);
            must(n_regs * (level + 1) <= MOST_REGISTERS, "blocks have too many registers")?;
            self.blocks.push(vec![0; n_regs]);
            self.open.push(0);
        }
        self.n_blocks += 1;
        if let Some(open) = self.open.get_mut(level) {
            *open = self.n_blocks;
        }
        Ok(())
    }

    fn write(&mut self, r: Reg, level: usize) -> Judged {
        let n_regs = self.program.n_regs.into();
        let block = self.open.get(level).copied().unwrap_or(0);
        match self.blocks.get_mut(level).and_then(|block| block.get_mut(usize::from(r))) {
            Some(by) => *by = block,
            None => return index(r.into(), n_regs, "register"),
        }
        Ok(())
    }

    /// What was not written in the same block holds what some other code left there, which differs
    /// from batch to batch.
    fn was_written(&self, r: Reg, level: usize) -> Judged {
        let by = self.blocks.get(level).and_then(|block| block.get(usize::from(r)));
        match by.is_some() && by == self.open.get(level) {
            true => Ok(()),
            false => wrong(format!("register {r} is read before it is written")),
        }
    }

    fn reads(&self, op: &Op, level: usize) -> Judged {
        let mut judged = Ok(());
        op.read(self.program, &mut |r| {
            if judged.is_ok() && r != NONE {
                judged = self.was_written(r, level);
            }
        });
        judged
    }

    fn spend(&mut self, op: &Op) -> Judged {
        let mut cost = 1;
        each_piece(self.program, op, &mut |piece| {
            cost += match piece {
                TextPiece::Name(name) => 1 + (self.program.name(*name).len() / TEXT_PER_OP) as u64,
                TextPiece::Value(..) => 1,
            };
        });
        cost += match *op {
            Op::Child { .. } => self.most_parts / 8,
            Op::Is { query, .. } => {
                let query = self.program.queries.get(query as usize);
                query.map_or(0, |query| query.answers.len() as u64 / 8)
            }
            _ => 0,
        };
        self.work = self.work.saturating_sub(cost);
        must(self.work > 0, "it runs the same code from too many places")
    }
}

/// Whether the ground has what the op asks of it.
fn suits(op: &Op, ground: Ground<'_>) -> Judged {
    match *op {
        Op::Load { var, .. } | Op::Store { var, .. } => {
            let n = ground.def.map_or(0, |def| def.vars.len());
            index(var.into(), n, "variable")?;
        }
        // elsewhere it would be what was left of the last group, on whatever thread
        Op::Loop { .. } => must(ground.def.is_none(), "a character asks for a turn of a group")?,
        Op::OwnIs { diagram, state, .. } => {
            let diagrams = ground.def.map_or(&[][..], |def| &def.diagrams);
            index(diagram.into(), diagrams.len(), "diagram")?;
            let n = diagrams.get(usize::from(diagram)).map_or(0, |d| d.states.len());
            index(state.into(), n, "state")?;
        }
        Op::Elapsed { level, .. } | Op::Every { level, .. } | Op::After { level, .. } => {
            clock(level, ground)?;
        }
        Op::TimedActive { level, ticks, .. }
        | Op::TimedOver { level, ticks, .. }
        | Op::TimedStep { level, ticks, .. } => {
            clock(level, ground)?;
            if let Ticks::Slot(slot) = ticks {
                self::slot(slot, ground, |d| d.n_timed)?;
            }
        }
        Op::TimedStart { slot, level, .. } => {
            clock(level, ground)?;
            self::slot(slot, ground, |d| d.n_timed)?;
        }
        Op::Once { level, slot, .. } => {
            clock(level, ground)?;
            self::slot(slot, ground, |d| d.n_once)?;
        }
        _ => {}
    }
    must(ground.acts || !acts(op), "something is done where a value is computed")
}

/// The level is one of the diagram's, and its clock is kept.
fn clock(level: u8, ground: Ground<'_>) -> Judged {
    let clocks = ground.diagram.map_or(0, |d| d.clocks);
    let bit = u32::from(level).checked_sub(1).and_then(|bit| 1u32.checked_shl(bit));
    must(bit.is_some_and(|bit| clocks & bit != 0), "a clock is read that is not kept")
}

fn slot(slot: u16, ground: Ground<'_>, n: impl Fn(&DiagramSpec) -> u16) -> Judged {
    index(slot.into(), ground.diagram.map_or(0, n).into(), "slot")
}

/// Whether an op changes something: its row, its stay, others.
fn acts(op: &Op) -> bool {
    match op {
        Op::Store { .. } | Op::TimedStart { .. } | Op::Once { .. } => true,
        Op::If { .. } | Op::Finite { .. } | Op::Probe { .. } => false,
        op => op.written().is_none(),
    }
}
