//! `islay import`: other formats to Islay's text.

use std::io::{self, Read};
use std::path::{Component, Path, PathBuf};

use clap::Args;
use islay::{Files, files, import};

use super::console::{Console, Exit, Stop};
use super::limits::Allowance;
use super::save::deliver;

const EXAMPLES: &str = "\
The text is an ordinary scene from then on. What has no counterpart is told, and stands in a
`// import:` comment. Where anything is wrong nothing is written.

Examples:
  islay import robot.3di -o robot.islay
  islay import robot.3di -o robot.islay --rename --held-keys";

/// What to import.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The document: Islay 3D XML (`-`: stdin)
    #[arg(value_name = "FILE")]
    file: String,
    /// Where the text goes (`-`: stdout)
    #[arg(short, long, value_name = "OUT.islay", default_value = "-")]
    out: String,
    /// Of two things of one name the later one gets a number
    #[arg(long)]
    rename: bool,
    /// Keys work while they are held, instead of when they go down
    #[arg(long)]
    held_keys: bool,
    /// Keeps the places of drawn states in comments
    #[arg(long)]
    keep_layout: bool,
    #[command(flatten)]
    allowance: Allowance,
}

/// Imports one document.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result<Exit, Stop> {
    let Arguments { file, out, .. } = arguments;
    let folder = if file == "-" { Path::new("") } else { parent(file) };
    let way = if out == "-" { String::new() } else { way(parent(out), folder)? };
    let limits = arguments.allowance.limits();
    let scene = (out != "-").then(|| Files::new(parent(out)).with_limits(limits));
    let options = import::Options {
        rename: arguments.rename,
        held_keys: arguments.held_keys,
        keep_layout: arguments.keep_layout,
        way,
        scene,
    };
    let document: Box<dyn Read> = match file.as_str() {
        "-" => Box::new(io::stdin().lock()),
        _ => Box::new(files::open(Path::new(file))?),
    };
    let made = import::threedi(file, document, &Files::new(folder).with_limits(limits), &options)?;
    if !made.diagnostics.is_empty() {
        console.report(&made.diagnostics)?;
    }
    deliver(out, made.text.as_bytes(), console)?;
    Ok(Exit::Good)
}

pub(super) fn parent(path: &str) -> &Path {
    Path::new(path).parent().unwrap_or(Path::new(""))
}

/// The way from one folder to another.
pub(super) fn way(from: &Path, to: &Path) -> Result<String, Stop> {
    let absolute = |path: &Path| -> Result<PathBuf, Stop> {
        let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
        let found = path.canonicalize();
        found.map_err(|e| Stop::Usage(format!("cannot use the folder `{}`: {e}", path.display())))
    };
    let (from, to) = (absolute(from)?, absolute(to)?);
    let same = from.components().zip(to.components()).take_while(|(a, b)| a == b).count();
    let up = from.components().skip(same).map(|_| "..".to_owned());
    let down = to.components().skip(same).filter_map(|part| match part {
        Component::Normal(name) => Some(name.to_string_lossy().into_owned()),
        _ => None,
    });
    Ok(up.chain(down).collect::<Vec<_>>().join("/"))
}
