//! `islay bench`: how fast a scene ticks without pictures.

use std::time::{Duration, Instant};

use clap::Args;
use islay::Stage;
use serde::Serialize;

use super::console::{Console, Exit, Root, Stop};
use super::inputs::Inputs;
use super::trace::{Deny, n_traps};

const EXAMPLES: &str = "\
Examples:
  islay bench crowd.islay --ticks 1000
  islay bench crowd.islay --threads 2
  islay bench crowd.islay --hold Up@1..500 --format json";

/// What to measure.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The scene (`-`: stdin)
    scene: String,
    /// How many ticks
    #[arg(long, value_name = "N", default_value_t = 1000)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..))]
    ticks: u64,
    #[command(flatten)]
    inputs: Inputs,
    /// `traps`: exit with 3 when a value or effect was refused
    #[arg(long, value_name = "WHAT", hide_possible_values = true)]
    deny: Option<Deny>,
    #[command(flatten)]
    root: Root,
}

/// What was measured; the field names are fixed.
#[derive(Serialize)]
struct Measured {
    instances: usize,
    ticks: u64,
    threads: usize,
    ns_per_instance_tick: f64,
    ticks_per_s: f64,
    /// `null` where the system does not tell.
    peak_bytes: Option<u64>,
}

/// Ticks the scene as fast as it goes.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result<Exit, Stop> {
    let script = arguments.inputs.script()?;
    let scene = console.scene(&arguments.scene, &arguments.root)?;
    let mut stage = Stage::new(&scene, arguments.inputs.unseen(&arguments.root, false));
    let (mut spent, mut ticks, mut work, mut traps) = (Duration::ZERO, 0, 0, 0);
    for tick in 1..=arguments.ticks {
        let input = script.at(tick);
        let start = Instant::now();
        stage.tick(&input);
        spent += start.elapsed();
        (ticks, work, traps) = (tick, work + stage.n_instances() as u64, traps + n_traps(&stage));
        if stage.finished() {
            break;
        }
    }
    let seconds = spent.as_secs_f64().max(1e-9);
    let measured = Measured {
        instances: stage.n_instances(),
        ticks,
        threads: stage.n_threads(),
        ns_per_instance_tick: seconds * 1e9 / (work as f64).max(1.0),
        ticks_per_s: ticks as f64 / seconds,
        peak_bytes: peak_bytes(),
    };
    tell(&measured, console)?;
    Ok(if traps > 0 && arguments.deny.is_some() { Exit::Stopped } else { Exit::Good })
}

fn tell(m: &Measured, console: &mut Console) -> Result<(), Stop> {
    if console.json() {
        console.line(&serde_json::to_string(m).unwrap_or_default())?;
        return Ok(());
    }
    console.line(&format!("instances                {}", m.instances))?;
    console.line(&format!("ticks                    {}", m.ticks))?;
    console.line(&format!("ns per instance and tick {:.1}", m.ns_per_instance_tick))?;
    console.line(&format!("ticks per second         {:.0}", m.ticks_per_s))?;
    if let Some(bytes) = m.peak_bytes {
        console.line(&format!("peak memory              {:.1} MiB", bytes as f64 / 1048576.0))?;
    }
    Ok(())
}

/// The most memory that the process had, where the system tells.
fn peak_bytes() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib * 1024)
}
