//! Limits and settings: values, each with its reason.
//!
//! In: what an embedder sets. Out: numbers that are checked, those of a running world here and those
//! of texts, models and pictures by whoever reads them. What is over a limit is refused in the same
//! way everywhere, in a world by a trap once per tick with a count. Nothing here depends on time or
//! on the machine.

/// One limit: what it is called, what it bounds and why.
#[derive(Clone, Copy, Debug)]
pub struct Limit {
    /// Its name.
    pub name: &'static str,
    /// What it counts, and what it is good for.
    pub reason: &'static str,
    /// Whether it counts bytes.
    pub bytes: bool,
    /// Whether it holds while a scene is loaded, and not while it runs.
    pub loads: bool,
    /// The most that it can be set to: beyond it something else would give way first.
    pub most: u64,
    get: fn(&Limits) -> u64,
    put: fn(&mut Limits, u64),
}

macro_rules! limits {
    ($($name:ident: $type:ty = $usual:expr, $when:ident $unit:ident up to $most:expr, $reason:literal;)*) => {
        /// What a scene may use, when it is loaded and while it runs.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Limits {
            $(#[doc = $reason] pub $name: $type,)*
        }

        /// All limits, those of a running world first.
        pub const LIMITS: &[Limit] = &[$(Limit {
            name: stringify!($name),
            reason: $reason,
            bytes: limits!($unit),
            loads: limits!($when),
            most: $most,
            get: |limits| u64::from(limits.$name),
            put: |limits, value| limits.$name = value.try_into().unwrap_or(<$type>::MAX),
        },)*];

        impl Default for Limits {
            fn default() -> Self {
                Self { $($name: $usual,)* }
            }
        }
    };
    (bytes) => { true };
    (things) => { false };
    (load) => { true };
    (run) => { false };
}

limits! {
    instances: u32 = 1_000_000, run things up to u32::MAX as u64,
        "living instances: bounds the tables, and the time of a tick";
    forks: u32 = 10_000, run things up to u32::MAX as u64,
        "instances that `fork` and `become` make in a tick: bounds the time of a commit";
    messages: u32 = 1_000_000, run things up to u32::MAX as u64,
        "messages sent in a tick (one to many counts once), or waiting: bounds the queue";
    depth: u16 = 32, run things up to 256,
        "levels of the hierarchy: bounds recursion, and the passes over poses";
    notes: u32 = 10_000, run things up to u32::MAX as u64,
        "lines of the log and events for the host in a tick: bounds what a host must read";
    effects: u32 = 4_000_000, run things up to u32::MAX as u64,
        "forks, ends, changes, attachments of a tick, so many of each: bounds their lists";
    contacts: u32 = 4_000_000, run things up to u32::MAX as u64,
        "pairs of boxes that are near each other: a crowd at one place has the square of its number";
    text: u32 = 4096, run bytes up to 16 << 20,
        "a line of the log or a text for the host: bounds the memory of a tick";
    hook: u32 = 100_000, run things up to u32::MAX as u64,
        "operations of one call of a script: bounds the time of a call that does not end";
    memory: u64 = 2 << 30, run bytes up to 1 << 40,
        "rows of instances and messages that wait, as the program lays them out: bounds the memory";
    source: u32 = 4 << 20, load bytes up to 64 << 20,
        "a source text: bounds the memory of tokens and trees";
    nesting: u32 = 128, load things up to 128,
        "brackets and blocks in each other: bounds the stack of the parser";
    xml_depth: u32 = 128, load things up to 1024,
        "elements in each other in XML: bounds what a reader keeps open";
    xml_attributes: u32 = 64, load things up to 4096,
        "attributes of an XML element: each is compared with all others";
    model: u32 = 64 << 20, load bytes up to 1 << 30,
        "a file of a model or a picture: bounds the memory of reading it";
    bones: u32 = 512, load things up to 4096,
        "bones of a model: bounds what a pose of it costs";
    texture: u32 = 8192, load things up to 16_384,
        "pixels along an edge of a picture: what graphics cards take";
    script: u32 = 256 << 10, load bytes up to 16 << 20,
        "a script: bounds the time of reading it";
}

impl Limits {
    /// Their names and values.
    pub fn listed(&self) -> impl Iterator<Item = (&'static str, u64)> {
        LIMITS.iter().map(|limit| (limit.name, limit.of(self)))
    }

    /// Sets one by its name. It says so where there is none of that name, or the value is too
    /// large for it.
    pub fn set(&mut self, name: &str, value: u64) -> Result<(), String> {
        let Some(limit) = LIMITS.iter().find(|limit| limit.name == name) else {
            let names: Vec<&str> = LIMITS.iter().map(|limit| limit.name).collect();
            return Err(format!("no limit is called `{name}`: there are {}", names.join(", ")));
        };
        if value > limit.most {
            return Err(format!("`{name}` is at most {}", limit.most));
        }
        (limit.put)(self, value);
        Ok(())
    }

    /// These while it runs, and those of another while it is loaded.
    pub fn loaded_with(mut self, loading: &Limits) -> Limits {
        let of_loading = LIMITS.iter().filter(|limit| limit.loads);
        of_loading.for_each(|limit| (limit.put)(&mut self, limit.of(loading)));
        self
    }
}

impl Limit {
    /// Its value.
    pub fn of(&self, limits: &Limits) -> u64 {
        (self.get)(limits)
    }
}

/// Rows of a batch: small enough that its columns and registers stay in the cache.
pub(crate) const CHUNK: u16 = 1024;

/// Rows of a table. With fewer, what is said of tables itself no longer stays in the cache: at
/// 4,096 a tick of a million walkers takes a fifth longer.
const SHARD: u32 = 16_384;

/// How a world is set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Config {
    /// Instead of the program's seed.
    pub seed: Option<u64>,
    /// What it may use.
    pub limits: Limits,
    /// Whether transitions, contacts and the like are recorded as events.
    pub observe: bool,
    /// Whether poses before the last tick are kept, so that frames can stand between two ticks;
    /// without them a frame shows the last one.
    pub poses_before: bool,
    /// Rows that are worked on at a time, at least 1; nothing but speed depends on it.
    pub chunk: u16,
    /// Rows of a table, at least 1, the first ones of a kind are smaller: threads share out tables.
    /// Nothing but speed depends on it.
    #[doc(hidden)]
    pub shard: u32,
    /// Threads that a tick may use, the caller's included; 0: as many as the machine has
    /// processors. Nothing but speed depends on it: every number gives the same bits. Without the
    /// feature `threads` there is one, whatever is asked for.
    pub threads: usize,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            seed: None,
            limits: Limits::default(),
            observe: false,
            poses_before: false,
            chunk: CHUNK,
            shard: SHARD,
            threads: 1,
        }
    }
}

impl Config {
    /// How many rows the nth table of a kind has room for. The first ones have less, so that threads
    /// find something to share where there are some thousands in all.
    pub(crate) fn room(&self, nth: usize) -> usize {
        let part = match nth {
            0 | 1 => self.shard / 4,
            2 => self.shard / 2,
            _ => self.shard,
        };
        part.max(1) as usize
    }
}
