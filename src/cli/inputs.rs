//! Options that say what a scene sees: seed, held keys, input files.

use std::path::{Path, PathBuf};

use clap::Args;
use islay::session::script::{Hold, Script};
use islay::{Config, Limits, files};

use super::console::{Root, Stop, stdin};

/// What the scene sees.
#[derive(Args, Debug)]
pub struct Inputs {
    /// Seed of chance instead of the scene's
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Holds a key in ticks FROM to TO, both counted (repeatable)
    #[arg(long, value_name = "KEY@FROM..TO")]
    hold: Vec<Hold>,
    /// JSON lines of inputs, such as {"tick":3,"press":"Left"} (`-`: stdin)
    #[arg(long, value_name = "FILE")]
    input: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
}

/// How many threads tick.
#[derive(Args, Debug)]
pub struct Threads {
    /// Threads that tick a scene; 0: as many as there are processors
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub threads: usize,
}

impl Inputs {
    /// What happens before each tick.
    pub fn script(&self) -> Result<Script, Stop> {
        let mut script = Script::new();
        self.hold.iter().for_each(|hold| script.hold(*hold));
        if let Some(path) = &self.input {
            let text = if path == Path::new("-") {
                stdin(&Limits::default())?
            } else {
                files::trusted(path)?
            };
            script.lines(&path.display().to_string(), &text)?;
        }
        Ok(script)
    }

    /// How a stage runs that nobody looks at.
    pub fn unseen(&self, root: &Root, observe: bool) -> Config {
        Config { between: false, ..self.config(root, observe) }
    }

    /// How the stage runs.
    pub fn config(&self, root: &Root, observe: bool) -> Config {
        let (limits, threads) = (root.limits(), self.threads.threads);
        Config { seed: self.seed, limits, observe, threads, ..Config::default() }
    }
}
