//! `islay export`: scenes in other formats.

use std::path::Path;

use clap::Args;
use islay::export;

use super::console::{Console, Exit, Root, Stop};
use super::import::{parent, way};
use super::save::deliver;

const EXAMPLES: &str = "\
Each thing that the format cannot say is an error, and then nothing is written.

Examples:
  islay export robot.islay -o robot.3di
  islay export robot.islay -o -";

/// What to export.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The scene (`-`: stdin)
    #[arg(value_name = "SCENE")]
    scene: String,
    /// Where the document goes: `.3di` (`-`: stdout)
    #[arg(short, long, value_name = "OUT", default_value = "-")]
    out: String,
    #[command(flatten)]
    root: Root,
}

/// Exports one scene.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result<Exit, Stop> {
    let Arguments { scene: file, out, root } = arguments;
    let end = Path::new(out).extension().map(|end| end.to_string_lossy().to_lowercase());
    if out != "-" && end.as_deref() != Some("3di") {
        let message = format!("`{out}` names no format that can be written, which is `.3di`");
        return Err(Stop::Usage(message));
    }
    let scene = console.scene(file, root)?;
    let folder = match (root.path(), file.as_str()) {
        (Some(root), _) => root,
        (None, "-") => Path::new(""),
        (None, file) => parent(file),
    };
    let way = if out == "-" { String::new() } else { way(parent(out), folder)? };
    let made = export::threedi(&scene, &way)?;
    if !made.diagnostics.is_empty() {
        console.report(&made.diagnostics)?;
    }
    deliver(out, made.text.as_bytes(), console)?;
    Ok(Exit::Good)
}
