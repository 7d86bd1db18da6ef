//! `islay new`: a starter scene in a folder of its own.

use std::fs;
use std::path::PathBuf;

use clap::Args;

use super::console::{Console, Exit, Stop};

const EXAMPLES: &str = "\
Examples:
  islay new pond
  islay test pond/pond.islay";

const SCENE: &str = include_str!("new/scene.islay");
const SCRIPT: &str = include_str!("new/duck.rhai");
const README: &str = include_str!("new/README.md");

/// Where to start.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// A folder that does not exist yet, or an empty one
    dir: PathBuf,
}

/// Writes the files and says what to do with them.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result<Exit, Stop> {
    let dir = &arguments.dir;
    let refuse =
        |e: &dyn std::fmt::Display| Stop::Usage(format!("cannot make `{}`: {e}", dir.display()));
    fs::create_dir_all(dir).map_err(|e| refuse(&e))?;
    if fs::read_dir(dir).map_err(|e| refuse(&e))?.next().is_some() {
        return Err(refuse(&"it is not empty"));
    }
    let whole = dir.canonicalize().map_err(|e| refuse(&e))?;
    let name = whole.file_name().and_then(|n| n.to_str()).unwrap_or("scene").to_owned();
    let scene = dir.join(format!("{name}.islay"));
    fs::write(&scene, SCENE).map_err(|e| refuse(&e))?;
    fs::write(dir.join("duck.rhai"), SCRIPT).map_err(|e| refuse(&e))?;
    fs::write(dir.join("README.md"), README.replace("NAME", &name)).map_err(|e| refuse(&e))?;
    let scene = scene.display();
    console.say(&format!("made {scene}, now try:"))?;
    console.say(&format!("  islay run {scene}"))?;
    console.say(&format!("  islay test {scene}"))?;
    console.say(&format!("  islay render {scene} -o {name}.gif --hold Left@1..10"))?;
    Ok(Exit::Good)
}
