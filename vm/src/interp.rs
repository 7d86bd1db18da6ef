//! The op loop: runs a block of code on a batch of rows.
//!
//! In: code, rows of one table in one state, and a [`Scene`] that does not change. Out: own columns
//! changed, effects and traps buffered. Dispatch stands outside the lane loops and is counted. It
//! carries out no effect on others.

use crate::block::Blocks;
use crate::column::Rows;
use crate::contacts::Contacts;
use crate::effect::Effects;
use crate::hook::Hooks;
use crate::input::InstanceId;
use crate::limits::{CHUNK, Limits};
use crate::op::{Op, Reg};
use crate::plan::{DiagramPlan, Plan};
use crate::probe::Findings;
use crate::program::{Code, Program, Value};
use crate::roster::{Frozen, Roster};
use crate::signal::Signals;
use crate::spatial::Fields;
use crate::table::{Table, Track};
use crate::trap::{TrapPlace, Traps};

mod effects;
mod hook;
mod pose;
mod probe;
mod read;
mod registers;
mod select;
mod shift;
mod signals;
mod steer;
mod step;
mod timed;
mod values;

pub use registers::{File, Lanes};

/// What all code of a tick reads.
#[derive(Clone, Copy)]
pub struct Scene<'a> {
    /// The program.
    pub program: &'a Program,
    /// What it implies.
    pub plan: &'a Plan,
    /// Who there is, as of the last tick.
    pub roster: &'a Roster,
    /// Numbers that the host set.
    pub inputs: &'a [f32],
    /// Runs functions of scripts.
    pub hooks: Option<&'a dyn Hooks>,
    /// How many operations one call of them may do.
    pub hook_operations: u32,
    /// Most bytes of a line of the log.
    pub longest_text: u32,
    /// Keys and pointer.
    pub signals: &'a Signals,
    /// Contacts of the poses at the end of the last tick.
    pub contacts: &'a Contacts,
    /// Grows whenever poses or lives change, so that sets of instances are made anew.
    pub stamp: u64,
    /// Ticks since the start or restart, this one included.
    pub clock: u64,
    /// The seed of chance.
    pub seed: u64,
    /// Whether transitions are recorded.
    pub observe: bool,
}

impl Scene<'_> {
    /// Seconds per tick.
    pub fn dt(&self) -> f32 {
        self.program.world.tick
    }
}

/// Where code runs: rows of a table, or nowhere.
pub struct Lens<'a> {
    /// What it reads.
    pub scene: Scene<'a>,
    /// The own table; `None` nowhere.
    pub own: Option<&'a mut Table>,
    /// Its number.
    pub index: usize,
    /// Whose draws these are where there is no own table.
    pub who: InstanceId,
    /// The diagram that runs.
    pub diagram: u16,
}

impl<'a> Lens<'a> {
    /// Nowhere, with the draws of `who`.
    pub fn nowhere(scene: Scene<'a>, who: InstanceId) -> Self {
        Self { scene, own: None, index: 0, who, diagram: 0 }
    }

    /// On rows of a table, in its first diagram.
    pub fn on(scene: Scene<'a>, table: &'a mut Table, index: usize) -> Self {
        Self { scene, own: Some(table), index, who: 0, diagram: 0 }
    }

    /// What others see of the own table.
    #[inline]
    pub fn frozen(&self) -> Option<&'a Frozen> {
        self.own.as_ref()?;
        self.scene.roster.frozen.get(self.index)
    }

    /// Serial number of a row.
    #[inline]
    pub fn id(&self, row: usize) -> InstanceId {
        self.frozen().map_or(self.who, |f| f.ids[row])
    }

    /// The columns of the running diagram.
    fn track(&self) -> Option<&Track> {
        self.own.as_deref()?.tracks.get(self.diagram as usize)
    }

    /// The same, to write.
    fn track_mut(&mut self) -> Option<&mut Track> {
        self.own.as_deref_mut()?.tracks.get_mut(self.diagram as usize)
    }

    /// The plan of the running diagram.
    fn diagram_plan(&self) -> Option<&'a DiagramPlan> {
        let def = self.own.as_ref()?.def as usize;
        self.scene.plan.defs.get(def)?.diagrams.get(self.diagram as usize)
    }
}

/// Registers that the machine itself uses to do what hooks wish for.
const OWN_REGS: u16 = 3;

/// Registers, buffers and counters; it lives as long as its world, so that nothing is allocated
/// once they have grown.
#[derive(Debug, Default)]
pub struct Machine {
    files: Vec<File>,
    level: usize,
    n_regs: u16,
    lists: Vec<Vec<u32>>,
    fields: Fields,
    /// Where kernels work.
    pub blocks: Box<Blocks>,
    /// Where rows of a table were before their poses were looked at.
    pub places: [Vec<f32>; 3],
    /// Counters of `repeat`.
    pub loops: Vec<f32>,
    /// Effects so far.
    pub effects: Effects,
    /// Traps so far.
    pub traps: Traps,
    /// What those who look find.
    findings: Option<Box<Findings>>,
    /// Ops dispatched so far.
    pub dispatched: u64,
}

impl Machine {
    /// For a program whose largest block needs so many registers.
    pub fn new(n_regs: u16) -> Self {
        let n_regs = n_regs.max(OWN_REGS);
        Self { files: vec![File::new(n_regs)], n_regs, ..Self::default() }
    }

    /// The same, which keeps as much as these limits say.
    pub fn within(self, limits: &Limits) -> Self {
        Self { effects: Effects::within(limits), ..self }
    }

    /// Takes over what another did in the same tick, with other instances.
    pub fn append(&mut self, other: &mut Self) {
        self.effects.append(&mut other.effects);
        self.traps.append(&mut other.traps);
        self.dispatched += std::mem::take(&mut other.dispatched);
        if let (Some(findings), Some(others)) = (&mut self.findings, &mut other.findings) {
            findings.append(others);
        }
    }

    /// The registers of the running block.
    #[inline]
    pub(crate) fn file(&mut self) -> &mut File {
        &mut self.files[self.level]
    }

    /// A list to fill, empty, with room for a batch; give it back with [`Machine::give`].
    pub fn take(&mut self) -> Vec<u32> {
        self.lists.pop().unwrap_or_else(|| Vec::with_capacity(usize::from(CHUNK) + 1))
    }

    /// Gives a list back.
    pub fn give(&mut self, mut list: Vec<u32>) {
        list.clear();
        self.lists.push(list);
    }

    /// Runs with registers of its own.
    pub fn nested<R>(&mut self, f: impl FnOnce(&mut Self) -> R) -> R {
        self.level += 1;
        if self.level == self.files.len() {
            self.files.push(File::new(self.n_regs));
        }
        let result = f(self);
        self.level -= 1;
        result
    }

    /// Runs a block on rows.
    pub fn run(&mut self, lens: &mut Lens<'_>, code: Code, rows: Rows<'_>) {
        let Some(ops) = lens.scene.program.code.get(code.range()) else { return };
        let mut i = 0;
        while let Some(op) = ops.get(i) {
            self.dispatched += 1;
            i += 1;
            if let Op::If { cond, len } = *op {
                let start = code.start + i as u32;
                let end = (start + len).min(code.end);
                self.branch(lens, cond, Code { start, end }, rows);
                i += len as usize;
            } else {
                self.exec(lens, op, rows);
            }
        }
    }

    /// Runs a block on one row and returns the bits of its result.
    pub fn value(&mut self, lens: &mut Lens<'_>, value: Value, row: usize) -> u32 {
        self.run(lens, value.code, Rows::Range(row as u32, 1));
        self.file().get(value.reg, 1).at(0)
    }

    /// A register's number on the first lane, after a block was run.
    pub fn register(&mut self, r: Reg) -> f32 {
        self.file().get(r, 1).num(0)
    }

    fn branch(&mut self, lens: &mut Lens<'_>, cond: Reg, code: Code, rows: Rows<'_>) {
        let mut taken = self.take();
        match self.file().get(cond, rows.len()) {
            Lanes::One(0) => {}
            Lanes::One(_) => self.nested(|m| m.run(lens, code, rows)),
            Lanes::Many(flags) => {
                compact(flags, rows, &mut taken);
                if taken.len() == rows.len() {
                    self.nested(|m| m.run(lens, code, rows));
                } else if !taken.is_empty() {
                    self.nested(|m| m.run(lens, code, Rows::List(&taken)));
                }
            }
        }
        self.give(taken);
    }

    /// Hands an op to the group that does it. Long because it names every op once, so that a new
    /// one does not compile until it has its place.
    fn exec(&mut self, lens: &mut Lens<'_>, op: &Op, rows: Rows<'_>) {
        use Op::*;
        match op {
            Num { .. }
            | Bits { .. }
            | Load { .. }
            | Store { .. }
            | Loop { .. }
            | Own { .. }
            | Elapsed { .. }
            | Time { .. } => self.own_value(lens, op, rows),
            Arith { .. }
            | Neg { .. }
            | Cmp { .. }
            | SameBits { .. }
            | And { .. }
            | Or { .. }
            | Not { .. }
            | Select { .. }
            | Native { .. }
            | Finite { .. } => {
                self.arithmetic(lens, op, rows);
            }
            Random { .. } | Pick { .. } | Chance { .. } => self.draw(lens, op, rows),
            SelfId { .. }
            | Parent { .. }
            | Child { .. }
            | Named { .. }
            | Sender { .. }
            | Field { .. }
            | OwnIs { .. }
            | Is { .. } => self.read(lens, op, rows),
            Nearest { .. } | Other { .. } | Count { .. } | Distance { .. } | Bearing { .. } => {
                self.select(lens, op, rows);
            }
            Key { .. }
            | Pressed { .. }
            | Released { .. }
            | Click { .. }
            | Hover { .. }
            | Contact { .. }
            | Message { .. }
            | Received { .. }
            | MessageValue { .. }
            | Input { .. } => {
                self.signal(lens, op, rows);
            }
            Every { .. }
            | After { .. }
            | TimedStart { .. }
            | TimedActive { .. }
            | TimedOver { .. }
            | TimedStep { .. }
            | Once { .. } => self.clock(lens, op, rows),
            Probe { .. } | Runs { .. } => self.probe(lens, op, rows),
            Hook { dst, call, guard } => self.hook(lens, (*dst, *call, *guard), rows),
            Call { call } => self.call(lens, *call, rows),
            Ask { dst, call, guard } => self.numbers(lens, (*dst, *call, *guard), rows),
            _ => self.exec_action(lens, op, rows),
        }
    }

    fn exec_action(&mut self, lens: &mut Lens<'_>, op: &Op, rows: Rows<'_>) {
        use Op::*;
        match op {
            MoveConst { .. }
            | Move { .. }
            | RotateConst { .. }
            | Rotate { .. }
            | Scale { .. }
            | ScaleStep { .. }
            | Place { .. }
            | Orient { .. }
            | ResetMove { .. }
            | ResetRotate { .. }
            | ResetScale { .. }
            | Color { .. }
            | Visible { .. } => {
                self.pose(lens, op, rows);
            }
            FaceWho { .. } | FacePoint { .. } | ApproachWho { .. } | ApproachPoint { .. } => {
                self.steer(lens, op, rows);
            }
            _ => self.effect(lens, op, rows),
        }
    }

    /// An action on a row's pose gave no finite result.
    fn pose_trap(&mut self, lens: &Lens<'_>, what: &'static str, row: usize) {
        let def = lens.own.as_ref().map_or(0, |t| t.def);
        self.traps.add(TrapPlace::Pose(def, what), lens.id(row));
    }
}

/// The rows whose flags are set.
pub(crate) fn compact(flags: &[u32], rows: Rows<'_>, out: &mut Vec<u32>) {
    let n = rows.len().min(flags.len());
    out.clear();
    out.resize(n, 0);
    let mut k = 0;
    rows.each(|lane, row| {
        if lane < n {
            out[k] = row as u32;
            k += usize::from(flags[lane] != 0);
        }
    });
    out.truncate(k);
}
