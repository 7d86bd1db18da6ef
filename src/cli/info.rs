//! `islay info`: facts of scenes, models and documents.

use std::path::Path;

use clap::Args;
use islay::session::info;

use super::console::{Console, Exit, Root, Stop};

const EXAMPLES: &str = "\
Of a model (.dae, .gltf, .glb): what is in it, and how large it is in Islay's axes and metres. Of a
scene, compiled or not: what it defines, and how it starts. Of an Islay 3D document (.3di): how many of what it has.

Examples:
  islay info robot.glb
  islay info hero.islay --format json";

/// Of what.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// A scene (`-`: stdin), a model or a document
    #[arg(value_name = "FILE")]
    file: String,
    #[command(flatten)]
    root: Root,
}

/// Prints the facts. The end of the name tells what a file is.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result<Exit, Stop> {
    let (path, limits) = (Path::new(&arguments.file), arguments.root.limits());
    let end = path.extension().and_then(|e| e.to_str()).unwrap_or_default().to_ascii_lowercase();
    let facts = match end.as_str() {
        "dae" | "gltf" | "glb" => {
            let facts = info::model(path, &limits)?;
            if console.json() { facts.to_json() } else { facts.to_text() }
        }
        "3di" => {
            let (facts, found) = info::document(path, &limits)?;
            console.shown(&if console.json() { facts.to_json() } else { facts.to_text() })?;
            console.report(&found)?;
            return Ok(Exit::Good);
        }
        _ => {
            let scene = console.scene(&arguments.file, &arguments.root)?;
            match (scene.is_compiled(), console.json()) {
                (false, true) => info::scene(&scene)?.to_json(),
                (false, false) => info::scene(&scene)?.to_text(),
                (true, true) => info::compiled(&scene).to_json(),
                (true, false) => info::compiled(&scene).to_text(),
            }
        }
    };
    console.shown(&facts)?;
    Ok(Exit::Good)
}
