//! A running scene.
//!
//! In: a [`Scene`], a [`Config`] and an [`Input`] for each tick. Out: poses, variables, states,
//! events and a hash. It prints nothing, and reads no clock but for a watchdog; several may run side by side.

use std::time::Duration;

use islay_vm::contacts::Body;
use islay_vm::event::Event;
use islay_vm::frame::Frame;
use islay_vm::input as vm;
use islay_vm::key::Key;
use islay_vm::math;
use islay_vm::program::Kind;

use crate::frame::Lens;
use crate::host::{Doors, Host};
use crate::input::InputEvent;
use crate::machine::{AdoptReport, InstanceView, Limits, ViewValue, World, WorldConfig};
use crate::{Error, Input, Scene, Snapshot, Value, path};

/// How a stage runs.
#[derive(Clone, Debug)]
pub struct Config {
    /// Seed of chance instead of the scene's.
    pub seed: Option<u64>,
    /// What is refused or stopped.
    pub limits: Limits,
    /// Records transitions, messages, contacts and the like in [`Stage::events`]; logs and traps
    /// are there always.
    pub observe: bool,
    /// Keeps the poses before the last tick, so that [`Stage::frame`] can show what is between two
    /// ticks. Who never asks for frames between ticks saves some time and memory without.
    pub between: bool,
    /// What scenes can ask of the program that runs them.
    pub host: Host,
    /// Threads that a tick may use, the caller's included; 0: as many as the machine has
    /// processors. Every number gives the same results to the bit; more than one is worth it from
    /// some thousand characters on. Without the feature `threads` there is one.
    pub threads: usize,
    /// Characters that a thread takes at a time: for tests.
    #[doc(hidden)]
    pub shard: Option<u32>,
    /// How long a call of a script may take, beside what it may do ([`Limits::hook`], which alone
    /// gives the same bits everywhere): one that takes longer traps and has done nothing. A clock is
    /// read for it, nowhere else, and recordings are marked. It does not hold calls of the host. On
    /// `wasm32`, which has no clock, and without the feature `hooks` it is passed over.
    pub watchdog: Option<Duration>,
}

impl Config {
    /// The watchdog, where there is one.
    pub(crate) fn watchdog(&self) -> Option<Duration> {
        let can = cfg!(all(feature = "hooks", not(target_arch = "wasm32")));
        self.watchdog.filter(|_| can)
    }
}

impl Default for Config {
    /// For a stage that is seen: poses are kept, events are not.
    fn default() -> Self {
        Self {
            seed: None,
            limits: Limits::default(),
            observe: false,
            between: true,
            host: Host::new(),
            threads: 1,
            shard: None,
            watchdog: None,
        }
    }
}

/// A living character.
#[derive(Clone, Debug, PartialEq)]
pub struct Instance {
    /// Its path, as traces print it.
    pub path: String,
    /// Its serial number.
    pub id: u32,
    /// What it is.
    pub character: String,
    /// The path of what it is part of or attached to.
    pub parent: Option<String>,
    /// Diagrams with their innermost states, in text order.
    pub states: Vec<(String, String)>,
    /// Parameters and variables, in text order.
    pub vars: Vec<(String, Value)>,
    /// In the parent's frame.
    pub position: [f32; 3],
    /// In the parent's frame: x, y, z, w.
    pub rotation: [f32; 4],
    /// In the parent's frame.
    pub scale: [f32; 3],
    /// The world matrix, column by column.
    pub world: [f32; 16],
    /// It and all it is part of are shown.
    pub visible: bool,
    /// 0xRRGGBBAA
    pub colour: u32,
}

/// The box of an instance, in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// Whose it is.
    pub id: u32,
    /// Its centre.
    pub center: [f32; 3],
    /// Half its size along its own axes.
    pub half: [f32; 3],
    /// Its own axes, unit vectors.
    pub axes: [[f32; 3]; 3],
    /// Whether it touches another or a boundary.
    pub touches: bool,
}

/// What became of a stage that went on with an edited scene. Texts are paths as traces print them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReloadReport {
    /// How many characters and parts go on.
    pub kept: usize,
    /// Diagrams whose active state is gone, with the state they went to: `Hero.Turn: Left -> Still`.
    pub moved: Vec<String>,
    /// Variables that are new, or that follow an edit because nobody had changed them.
    pub reset: Vec<String>,
    /// What is new.
    pub spawned: Vec<String>,
    /// What is gone.
    pub removed: Vec<String>,
    /// Messages under way that nobody knows any more.
    pub dropped: usize,
}

/// A running scene.
///
/// Time passes in [`Stage::tick`] alone. Between two ticks a stage can be looked at
/// ([`Stage::frame`], [`Stage::instances`], [`Stage::get`], [`Stage::events`]), changed
/// ([`Stage::set`], [`Stage::send`], [`Stage::reload`]), kept and set back ([`Stage::snapshot`],
/// [`Stage::restore`]). Who lives is named by paths as traces print them: `Hero.right.arm`, `Shell#2`.
pub struct Stage {
    scene: Scene,
    world: World,
    lens: Lens,
    /// Keys down by [`Input::hold`].
    held: Vec<Key>,
    /// What [`Stage::send`] left for the next tick.
    waiting: Input,
    misses: Vec<String>,
    doors: Doors,
}

impl Stage {
    /// A stage before its first tick.
    pub fn new(scene: &Scene, config: Config) -> Self {
        let doors = Doors { watchdog: config.watchdog(), host: config.host };
        let Config { seed, limits, observe, between, threads, shard, .. } = config;
        let usual = WorldConfig::default();
        let settings = WorldConfig {
            seed,
            limits,
            observe,
            poses_before: between,
            threads,
            shard: shard.unwrap_or(usual.shard),
            ..usual
        };
        let hooks = Some(doors.hooks(scene.hooks()));
        let world = World::with_hooks(scene.program().clone(), settings, hooks);
        let (held, waiting, misses) = (Vec::new(), Input::new(), Vec::new());
        let (scene, lens) = (scene.clone(), Lens::default());
        let mut stage = Self { scene, world, lens, held, waiting, misses, doors };
        stage.lens.camera(&mut stage.world, 1.0);
        stage
    }

    /// The scene that it runs.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// How many threads tick it.
    pub fn n_threads(&self) -> usize {
        self.world.stats().threads
    }

    /// One tick, in which the scene sees the input: [`Scene::tick_seconds`] of its time pass. It always
    /// comes to an end; what is over a limit or makes no sense is a trap in [`Stage::events`].
    pub fn tick(&mut self, input: &Input) {
        self.misses.clear();
        let waiting = std::mem::take(&mut self.waiting);
        let holds = input.events.iter().filter_map(|e| match e {
            InputEvent::Hold(key) => Some(*key),
            _ => None,
        });
        let holds: Vec<Key> = holds.collect();
        let mut events = Vec::new();
        let up = self.held.iter().filter(|k| !holds.contains(k));
        events.extend(up.map(|k| vm::InputEvent::Release(*k)));
        for event in waiting.events.iter().chain(&input.events) {
            events.extend(self.resolve(event));
        }
        self.held = holds;
        self.world.tick(&vm::Input { events });
    }

    /// Paths of the last tick's input that nothing bore.
    pub fn misses(&self) -> &[String] {
        &self.misses
    }

    /// A message for the next tick: see [`Input::send`].
    pub fn send(&mut self, message: &str, value: f32, to: &str) {
        self.waiting = std::mem::take(&mut self.waiting).send(message, value, to);
    }

    /// Something that the next tick sees.
    pub(crate) fn await_input(&mut self, with: impl FnOnce(Input) -> Input) {
        self.waiting = with(std::mem::take(&mut self.waiting));
    }

    fn resolve(&mut self, event: &InputEvent) -> Option<vm::InputEvent> {
        Some(match event {
            InputEvent::Hold(key) if self.held.contains(key) => return None,
            InputEvent::Hold(key) | InputEvent::Press(key) => vm::InputEvent::Press(*key),
            InputEvent::Release(key) => vm::InputEvent::Release(*key),
            InputEvent::ReleaseAll => vm::InputEvent::ReleaseAll,
            InputEvent::Click(None, button) => vm::InputEvent::Click(0, *button),
            InputEvent::Click(Some(path), button) => {
                vm::InputEvent::Click(self.find_or_miss(path)?, *button)
            }
            InputEvent::Hover(None) => vm::InputEvent::Hover(0),
            InputEvent::Hover(Some(path)) => vm::InputEvent::Hover(self.find_or_miss(path)?),
            InputEvent::Set(name, value) => vm::InputEvent::Input(name.as_str().into(), *value),
            InputEvent::Send { message, value, to } => {
                let (message, value) = (message.as_str().into(), *value);
                vm::InputEvent::Send { message, value, to: self.target(to)? }
            }
        })
    }

    fn target(&mut self, to: &str) -> Option<vm::InputTarget> {
        match path::single(to) {
            _ if to == "all" => Some(vm::InputTarget::All),
            Some(name) => Some(vm::InputTarget::Name(name.into())),
            None => self.find_or_miss(to).map(vm::InputTarget::One),
        }
    }

    fn find_or_miss(&mut self, path: &str) -> Option<u32> {
        let found = self.world.find(path);
        if found.is_none() {
            self.misses.push(path.to_owned());
        }
        found
    }

    /// The value at a path: a variable of an instance, or `x y z heading pitch roll` in its
    /// parent's frame (`Hero.hp`, `Hero.right.heading`).
    pub fn get(&self, path: &str) -> Option<Value> {
        let (of, name) = path::split(path)?;
        let view = self.world.view(self.world.find(of)?)?;
        let var = view.vars.iter().position(|(n, _)| **n == *name);
        match var {
            Some(var) => view.vars.into_iter().nth(var).map(|(_, v)| value(v)),
            None => pose_value(&view, &name).map(Value::Number),
        }
    }

    /// Sets a variable of an instance, between two ticks.
    ///
    /// # Errors
    ///
    /// [`Error::NoSuchPath`] where nobody lives there, the variable is not known or holds another kind
    /// of value, or the number is not finite. Nothing changes then.
    pub fn set(&mut self, path: &str, value: impl Into<Value>) -> Result<(), Error> {
        let gone = |what: &str| Error::NoSuchPath(format!("no living instance is called `{what}`"));
        let (of, name) = path::split(path).ok_or_else(|| gone(path))?;
        let id = self.world.find(of).ok_or_else(|| gone(of))?;
        let value = value.into();
        let known = self.world.kind_of(id, &name);
        let known =
            known.ok_or_else(|| Error::NoSuchPath(format!("`{of}` has no variable `{name}`")))?;
        let bits = match (&value, known) {
            (Value::Number(n), Kind::Number) if n.is_finite() => (n + 0.0).to_bits(),
            (Value::Flag(b), Kind::Flag) => u32::from(*b),
            (Value::Who(None), Kind::Who) => 0,
            (Value::Who(Some(who)), Kind::Who) => self.world.find(who).ok_or_else(|| gone(who))?,
            (Value::Colour(c), Kind::Colour) => *c,
            _ => return Err(Error::NoSuchPath(format!("`{path}` cannot hold {value}"))),
        };
        self.world.set(id, &name, bits);
        Ok(())
    }

    /// The innermost active state of a diagram: `Hero.Turn`.
    pub fn state(&self, path: &str) -> Option<String> {
        let (of, name) = path::split(path)?;
        let view = self.world.view(self.world.find(of)?)?;
        view.states.into_iter().find(|(d, _)| **d == *name).map(|(_, s)| s)
    }

    /// For each diagram of an instance, in text order: for how many ticks it has been in its active
    /// states, the outermost first; nothing for those that no condition asks the time of, since
    /// nobody counts it.
    pub fn elapsed(&self, id: u32) -> Option<Vec<Vec<Option<u32>>>> {
        self.world.elapsed(id)
    }

    /// Everything that lives, in order of creation.
    pub fn instances(&self) -> impl Iterator<Item = Instance> {
        self.world.instances().filter_map(|id| self.world.view(id)).map(instance)
    }

    /// The living instance of this path.
    pub fn instance(&self, path: &str) -> Option<Instance> {
        self.world.view(self.world.find(path)?).map(instance)
    }

    /// The path of an instance that lives.
    pub fn path(&self, id: u32) -> Option<String> {
        self.world.place(id).and_then(|_| self.world.path(id))
    }

    /// Records all events from now on, or logs and traps alone; nothing else hangs on it.
    pub fn observe(&mut self, on: bool) {
        self.world.observe(on);
    }

    /// The boxes that contacts see, of all that is shown. Whether they touch is known of contacts
    /// that the scene asks for, and of all while it is observed.
    pub fn bounds(&self) -> Vec<Bounds> {
        let mut touching: Vec<u32> = self.world.touching().flatten().collect();
        touching.sort_unstable();
        let bounds = |body: &Body| Bounds {
            id: body.owner,
            center: body.shape.center,
            half: body.shape.half,
            axes: body.shape.axes,
            touches: touching.binary_search(&body.owner).is_ok(),
        };
        self.world.boxes().iter().map(bounds).collect()
    }

    /// What is to be drawn between the last tick but one (0) and the last (1). What is new, what
    /// was cut and what was just attached stands where it is after the last tick, and so does all
    /// where [`Config::between`] is off.
    pub fn frame(&mut self, alpha: f32) -> Frame {
        let camera = self.lens.camera(&mut self.world, alpha);
        self.world.frame(camera, alpha)
    }

    /// What happened in the last tick, in order.
    pub fn events(&self) -> &[Event] {
        self.world.events()
    }

    /// A hash of all that the next ticks depend on.
    pub fn hash(&self) -> u64 {
        self.world.hash()
    }

    /// Ticks since the stage was made.
    pub fn ticks(&self) -> u64 {
        self.world.ticks()
    }

    /// Seconds of scene time since it was made or restarted itself.
    pub fn time(&self) -> f32 {
        self.world.clock() as f32 * self.scene.tick_seconds()
    }

    /// Whether the scene has ended the animation.
    pub fn finished(&self) -> bool {
        self.world.finished()
    }

    /// How many instances live.
    pub fn n_instances(&self) -> usize {
        self.world.stats().instances as usize
    }

    /// Goes on with an edited scene: who is who follows from paths and from what was renamed (`was`).
    /// States, clocks and variables go on, nothing is entered anew; what was taken out ends and what
    /// is new there is made. An equal scene changes nothing. What a variable, colour or place
    /// starts with holds at once where nobody has changed it since the start.
    pub fn reload(&mut self, scene: &Scene) -> ReloadReport {
        let owner = |scene: &Scene| {
            let program = scene.program();
            let of = program.world.camera.as_ref().and_then(|camera| camera.of);
            of.and_then(|of| program.names.get(of as usize).cloned())
        };
        let same_camera = owner(&self.scene) == owner(scene);
        let report = self.world.adopt(scene.program().clone());
        self.world.set_hooks(Some(self.doors.hooks(scene.hooks())));
        self.lens.adopt(&report.renumbered, same_camera);
        self.scene = scene.clone();
        let AdoptReport { kept, moved, reset, spawned, removed, dropped, .. } = report;
        ReloadReport { kept, moved, reset, spawned, removed, dropped }
    }

    /// The whole scene between two ticks: everything that the next ticks hang on. Messages of
    /// [`Stage::send`] that still wait for their tick are not in it.
    pub fn snapshot(&self) -> Snapshot {
        let mut snapshot = self.world.snapshot();
        snapshot.host_keys = self.held.iter().fold(0, |keys, key| keys | 1 << key.0);
        Snapshot::new(snapshot, &self.scene)
    }

    /// Goes back, or on, to a snapshot of a stage with the same scene; from here on the same inputs
    /// bring the same ticks. Nothing changes where it is refused: when the scene is another one, which
    /// is said with the names that only one of both has, or the snapshot is damaged. Bytes that were
    /// kept hold neither these names nor scripts: whoever keeps them sees to it that scripts, and what
    /// the host does, are the same.
    ///
    /// # Errors
    ///
    /// [`Error::Snapshot`] with the reason in words.
    pub fn restore(&mut self, snapshot: &Snapshot) -> Result<(), Error> {
        snapshot.fits(&self.scene)?;
        self.world.restore(&snapshot.world).map_err(|e| Error::Snapshot(e.to_string()))?;
        let held = |key: &Key| snapshot.world.host_keys >> key.0 & 1 != 0;
        self.held = (0..128).map(Key).filter(held).collect();
        self.waiting = Input::new();
        self.misses.clear();
        Ok(())
    }

    /// What waits for the next tick besides its input.
    pub(crate) fn waiting(&self) -> &Input {
        &self.waiting
    }

    /// Nothing but this waits for the next tick besides its input.
    pub(crate) fn wait_for(&mut self, waiting: Input) {
        self.waiting = waiting;
    }

    /// Nobody hears what happened in the last tick.
    pub(crate) fn hush(&mut self) {
        self.world.hush();
        self.misses.clear();
    }

    pub(crate) fn world(&self) -> &World {
        &self.world
    }

    pub(crate) fn world_mut(&mut self) -> &mut World {
        &mut self.world
    }

    /// From here on it runs the program that can be looked into, which changes nothing but what it
    /// tells. The world as it was is given back.
    pub(crate) fn probe(&mut self) -> Result<World, Error> {
        let hooks = Some(self.doors.hooks(self.scene.hooks()));
        let program = self.scene.probed()?.clone();
        let mut world = World::with_hooks(program, *self.world.config(), hooks);
        let restored = world.restore(&self.world.snapshot());
        restored.map_err(|e| Error::Snapshot(e.to_string()))?;
        Ok(std::mem::replace(&mut self.world, world))
    }

    /// One tick with an input of the machine.
    pub(crate) fn tick_raw(&mut self, input: &vm::Input) {
        self.world.tick(input);
    }
}

pub(crate) fn value(value: ViewValue) -> Value {
    match value {
        ViewValue::Number(n) => Value::Number(n),
        ViewValue::Flag(b) => Value::Flag(b),
        ViewValue::Who(path) => Value::Who(path),
        ViewValue::Colour(c) => Value::Colour(c),
    }
}

fn instance(view: InstanceView) -> Instance {
    Instance {
        path: view.path,
        id: view.id,
        character: view.character,
        parent: view.parent,
        states: view.states,
        vars: view.vars.into_iter().map(|(name, v)| (name, value(v))).collect(),
        position: view.position,
        rotation: view.rotation,
        scale: view.scale,
        world: view.world,
        visible: view.visible,
        colour: view.colour,
    }
}

impl Instance {
    /// Pitch, heading and roll in degrees: about X, Y and Z in the parent's frame.
    pub fn angles(&self) -> [f32; 3] {
        angles(self.rotation)
    }
}

fn angles(rotation: [f32; 4]) -> [f32; 3] {
    math::quat_euler(rotation)
}

fn pose_value(view: &InstanceView, name: &str) -> Option<f32> {
    let [pitch, heading, roll] = angles(view.rotation);
    let [x, y, z] = view.position;
    Some(match name {
        "x" => x,
        "y" => y,
        "z" => z,
        "heading" => heading,
        "pitch" => pitch,
        "roll" => roll,
        _ => return None,
    })
}
