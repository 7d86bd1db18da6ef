//! A running scene: tables, roster, signals, messages under way.
//!
//! In: a program, settings, the input of each tick. Out: instances as they are, what happened, a
//! hash. It reads no clock and no file, and draws nothing; where something cannot be done it traps
//! and goes on.

use std::sync::{Arc, OnceLock};

use crate::contacts::{Body, Contacts};
use crate::event::Event;
use crate::frame::Looks;
use crate::hook::Hooks;
use crate::input::InstanceId;
use crate::interp::{Machine, Scene};
use crate::limits::Config;
use crate::plan::Plan;
use crate::program::Program;
use crate::roster::{Frozen, Roster};
use crate::signal::Signals;
use crate::table::Table;
use crate::threads::Crew;

mod adopt;
mod ask;
mod commit;
mod events;
mod frame;
mod hash;
mod hierarchy;
mod meet;
mod messages;
mod poses;
mod sight;
mod snapshot;
mod spawn;
mod tick;
mod view;

pub use adopt::AdoptReport;
pub use view::{InstanceView, Value};

use messages::Post;

/// Facts about a world.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Living instances.
    pub instances: u32,
    /// Ops dispatched in the last tick.
    pub ops_dispatched: u64,
    /// Tables of instances: one for each kind of them that lives at a depth, and more where they are
    /// many.
    pub tables: usize,
    /// Threads that tick it, the caller's included.
    pub threads: usize,
    /// Messages under way.
    pub messages: usize,
    /// Bytes of rows and of messages under way, as they count against the limit.
    pub memory: u64,
}

/// A running scene.
#[derive(Debug)]
pub struct World {
    program: Arc<Program>,
    structure: OnceLock<u64>,
    plan: Plan,
    looks: Looks,
    config: Config,
    seed: u64,
    clock: u64,
    ticks: u64,
    finished: bool,
    tables: Vec<Table>,
    roster: Roster,
    /// Numbers that the host set, by the program's list.
    inputs: Vec<f32>,
    hooks: Option<Arc<dyn Hooks>>,
    signals: Signals,
    contacts: Contacts,
    post: Post,
    machine: Machine,
    /// Machines of those who help.
    helpers: Vec<Machine>,
    crew: Crew,
    events: Vec<Event>,
    stamp: u64,
    /// Bytes of all rows.
    memory: u64,
    scratch: Scratch,
}

/// Lists that are used again and again.
#[derive(Debug, Default)]
struct Scratch {
    row: Vec<u32>,
    frozen_row: Vec<u32>,
    bodies: Vec<Body>,
    moved: Vec<bool>,
    /// What others see of the tables of a level, while it is made anew.
    level: Vec<Frozen>,
    sight: sight::Sight,
}

impl World {
    /// The scene at tick 0: `main` is made, nothing has acted, the contacts of the first poses are
    /// there.
    pub fn new(program: Arc<Program>, config: Config) -> Self {
        Self::with_hooks(program, config, None)
    }

    /// The same, where something runs functions of scripts and of the host.
    pub fn with_hooks(
        program: Arc<Program>,
        config: Config,
        hooks: Option<Arc<dyn Hooks>>,
    ) -> Self {
        let mut world = Self::bare(program, config, Crew::new(config.threads));
        world.hooks = hooks;
        world.start();
        world.report_traps();
        world
    }

    /// Without anybody.
    fn bare(program: Arc<Program>, config: Config, crew: Crew) -> Self {
        let plan = Plan::new(&program);
        let machine = || Machine::new(program.n_regs).within(&config.limits);
        Self {
            roster: Roster::new(&program),
            machine: machine(),
            helpers: (0..crew.n_helpers()).map(|_| machine()).collect(),
            crew,
            seed: config.seed.unwrap_or(program.world.seed),
            plan,
            looks: Looks::new(&program),
            inputs: vec![0.0; program.inputs.len()],
            program,
            structure: OnceLock::new(),
            config,
            clock: 0,
            ticks: 0,
            finished: false,
            tables: Vec::new(),
            hooks: None,
            signals: Signals::default(),
            contacts: Contacts::default(),
            post: Post::default(),
            events: Vec::new(),
            stamp: 0,
            memory: 0,
            scratch: Scratch::default(),
        }
    }

    /// The program that runs.
    pub fn program(&self) -> &Arc<Program> {
        &self.program
    }

    /// Its settings.
    pub fn config(&self) -> &Config {
        &self.config
    }

    /// Whether events are recorded from now on.
    pub fn observe(&mut self, on: bool) {
        self.config.observe = on;
    }

    /// What runs functions of scripts and of the host from now on.
    pub fn set_hooks(&mut self, hooks: Option<Arc<dyn Hooks>>) {
        self.hooks = hooks;
    }

    /// Sets a number of the host; whether the scene knows it.
    pub fn set_input(&mut self, name: &str, value: f32) -> bool {
        let names = &self.program.inputs;
        let at = names.iter().position(|n| crate::text::name(&self.program, *n) == name);
        if let Some(slot) = at.and_then(|at| self.inputs.get_mut(at)) {
            *slot = if value.is_finite() { value + 0.0 } else { 0.0 };
        }
        at.is_some()
    }

    /// Ticks since the start or the last restart.
    pub fn clock(&self) -> u64 {
        self.clock
    }

    /// Ticks since the start.
    pub fn ticks(&self) -> u64 {
        self.ticks
    }

    /// Whether `finish` was done.
    pub fn finished(&self) -> bool {
        self.finished
    }

    /// What happened in the last tick; traps and logs always, the rest while it is observed.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// Forgets what happened in the last tick; nothing else hangs on it.
    pub fn hush(&mut self) {
        self.events.clear();
    }

    /// The living instances, the oldest first.
    pub fn instances(&self) -> impl Iterator<Item = InstanceId> + '_ {
        self.roster.slots.ids()
    }

    /// The living instance of a path as traces print it.
    pub fn find(&self, path: &str) -> Option<InstanceId> {
        self.roster.find_path(&self.program, path)
    }

    /// The path of an instance that lives or ended in the last tick.
    pub fn path(&self, id: InstanceId) -> Option<String> {
        self.roster.path(&self.program, id)
    }

    /// What a living instance is part of or attached to; 0 for nobody.
    pub fn parent(&self, id: InstanceId) -> InstanceId {
        self.roster.alive(self.roster.parent(id))
    }

    /// Facts for tests and tools.
    pub fn stats(&self) -> Stats {
        Stats {
            instances: self.roster.slots.n_living(),
            ops_dispatched: self.machine.dispatched,
            tables: self.tables.len(),
            threads: 1 + self.helpers.len(),
            messages: self.post.len(),
            memory: self.memory(),
        }
    }
}

/// Borrows a [`Scene`] of a world's fields, so that tables and machine may be borrowed beside it.
macro_rules! scene {
    ($world:ident) => {
        Scene {
            program: &$world.program,
            plan: &$world.plan,
            roster: &$world.roster,
            inputs: &$world.inputs,
            hooks: $world.hooks.as_deref(),
            hook_operations: $world.config.limits.hook,
            longest_text: $world.config.limits.text,
            signals: &$world.signals,
            contacts: &$world.contacts,
            stamp: $world.stamp,
            clock: $world.clock,
            seed: $world.seed,
            observe: $world.config.observe,
        }
    };
}
use scene;
