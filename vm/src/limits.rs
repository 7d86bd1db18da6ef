//! Limits and settings of a world: values, each with its reason.
//!
//! In: what an embedder sets. Out: numbers that the world checks; what is over a limit is refused
//! in the same way everywhere and trapped once per tick with a count. Nothing here depends on time
//! or on the machine.

/// What a world may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Living instances: bounds the memory of the tables.
    pub instances: u32,
    /// Instances made by `fork` and `become` in a tick: bounds the time of a commit.
    pub forks: u32,
    /// Messages sent in a tick (one to many counts once) or waiting: bounds the queue.
    pub messages: u32,
    /// Levels of the hierarchy: bounds recursion and the passes over poses.
    pub depth: u16,
    /// Lines of the log and events for the host in a tick: bounds the list of events.
    pub notes: u32,
    /// Operations of one call of a script: bounds the time of a call that does not end.
    pub hook: u32,
}

impl Limits {
    /// Their names and values.
    pub fn listed(&self) -> impl Iterator<Item = (&'static str, u64)> {
        [
            ("instances", self.instances.into()),
            ("forks", self.forks.into()),
            ("messages", self.messages.into()),
            ("depth", self.depth.into()),
            ("notes", self.notes.into()),
            ("hook", self.hook.into()),
        ]
        .into_iter()
    }

    /// Sets one by its name. It says so where there is none of that name, or the value is too
    /// large for it.
    pub fn set(&mut self, name: &str, value: u64) -> Result<(), String> {
        let small =
            || u32::try_from(value).map_err(|_| format!("`{name}` is at most {}", u32::MAX));
        match name {
            "instances" => self.instances = small()?,
            "forks" => self.forks = small()?,
            "messages" => self.messages = small()?,
            "notes" => self.notes = small()?,
            "hook" => self.hook = small()?,
            "depth" => {
                let most = u16::MAX;
                self.depth = value.try_into().map_err(|_| format!("`{name}` is at most {most}"))?;
            }
            _ => {
                let names: Vec<&str> = self.listed().map(|(name, _)| name).collect();
                return Err(format!("no limit is called `{name}`: there are {}", names.join(", ")));
            }
        }
        Ok(())
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            instances: 1_000_000,
            forks: 10_000,
            messages: 1_000_000,
            depth: 32,
            notes: 10_000,
            hook: 100_000,
        }
    }
}

/// Rows of a batch: small enough that its columns and registers stay in the cache.
pub(crate) const CHUNK: u16 = 1024;

/// Rows of a table: few enough that threads find tables to share, and that the columns of one
/// stay in the cache from the diagrams to the poses; enough that the number of tables costs nothing.
const SHARD: u32 = 4096;

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
    /// Rows of a table, at least 1: threads share out tables. Nothing but speed depends on it.
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
