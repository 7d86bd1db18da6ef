//! `islay build`: a scene as one file that is played without its text.
//!
//! In: a scene. Out: a file, whole or not at all, once it was read back and found to be good.

use std::path::Path;

use clap::Args;
use islay::{Error, Scene};
use serde_json::json;

use super::console::{Console, Exit, Root, Stop, count};
use super::save::deliver;

const EXAMPLES: &str = "\
The file has the program, scripts, models and pictures in it, and no text. `run`, `repl`, `render`, `trace`,
`bench`, `info` and `replay` take it in the place of a scene; a program without the compiler plays it too.

Examples:
  islay build hero.islay
  islay build hero.islay -o game/hero.islayc
  islay run hero.islayc";

/// What to build.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The scene (`-`: stdin)
    scene: String,
    /// Where to: `.islayc` (`-`: stdout) [default: beside the scene, under its name]
    #[arg(short, long, value_name = "OUT")]
    out: Option<String>,
    #[command(flatten)]
    root: Root,
}

/// Builds the file.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result<Exit, Stop> {
    let out = target(arguments)?;
    let scene = console.scene(&arguments.scene, &arguments.root)?;
    if scene.is_compiled() {
        return Err(Stop::Usage(format!("`{}` is compiled already", scene.name())));
    }
    if scene.is_library() {
        console.note(&format!("`{}` has no group `main`: nothing is there to run", scene.name()));
    }
    if !scene.diagnostics().is_empty() {
        console.report(scene.diagnostics())?;
    }
    let bytes = scene.to_compiled();
    Scene::from_compiled(&bytes).map_err(|e| refused(&scene, &e))?;
    deliver(&out, &bytes, console)?;
    if out != "-" {
        tell(&out, bytes.len(), &scene, console)?;
    }
    Ok(Exit::Good)
}

/// Where the file goes.
fn target(arguments: &Arguments) -> Result<String, Stop> {
    let Arguments { scene, out, .. } = arguments;
    match out {
        Some(out) if out == "-" => Ok(out.clone()),
        Some(out) if Path::new(out).extension().is_some_and(|end| end == "islayc") => {
            Ok(out.clone())
        }
        Some(out) => {
            let said = format!("`{out}` does not end in `.islayc`, as compiled scenes do");
            Err(Stop::Usage(said))
        }
        None if scene == "-" => Err(Stop::Usage("where to? `-o OUT.islayc` says it".to_owned())),
        None => Ok(Path::new(scene).with_extension("islayc").to_string_lossy().into_owned()),
    }
}

/// What was made cannot be read back: it is beyond what a compiled scene may hold.
fn refused(scene: &Scene, error: &Error) -> Stop {
    Stop::Usage(format!("`{}` cannot be built: {error}", scene.name()))
}

fn tell(out: &str, bytes: usize, scene: &Scene, console: &mut Console) -> Result<(), Stop> {
    let library = scene.library();
    let (models, pictures) = (library.models().count(), library.images().count());
    if console.json() {
        let line = json!({"file": out, "bytes": bytes, "models": models, "pictures": pictures});
        return Ok(console.line(&line.to_string())?);
    }
    let parts = [(models, "model"), (pictures, "picture")];
    let parts =
        parts.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!(", {}", count(*n, what)));
    let size = match bytes {
        n if n < 1 << 20 => format!("{:.1} KiB", n as f64 / 1024.0),
        n => format!("{:.1} MiB", n as f64 / f64::from(1 << 20)),
    };
    Ok(console.line(&format!("wrote {out}: {size}{}", parts.collect::<String>()))?)
}
