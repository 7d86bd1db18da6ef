//! `islay dump`: what the compiler makes of a scene, stage by stage.

use std::path::Path;

use clap::{Args, ValueEnum};
use islay::files;
use islay::session::dump;

use super::console::{Console, Exit, Root, Stop, stdin};

const EXAMPLES: &str = "\
Examples:
  islay dump hero.islay --stage bytecode
  islay dump --stage tokens - < hero.islay";

/// What to dump.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The scene (`-`: stdin)
    scene: String,
    /// After which stage
    #[arg(long, value_enum, default_value = "bytecode")]
    stage: Stage,
    #[command(flatten)]
    root: Root,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Stage {
    /// The words of the first file
    Tokens,
    /// Its syntax tree
    Tree,
    /// The checked program
    Model,
    /// The code of the virtual machine
    Bytecode,
}

/// Prints the stage. The first two are there for scenes with errors too.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result<Exit, Stop> {
    let path = &arguments.scene;
    if matches!(arguments.stage, Stage::Model | Stage::Bytecode) {
        let scene = console.scene(path, &arguments.root)?;
        let model = arguments.stage == Stage::Model;
        console.shown(&if model { dump::model(&scene)? } else { dump::bytecode(&scene) })?;
        return Ok(Exit::Good);
    }
    let limits = arguments.root.limits();
    let text = match path.as_str() {
        "-" => stdin(&limits)?,
        _ => files::trusted_within(Path::new(path), &limits)?,
    };
    let tokens = arguments.stage == Stage::Tokens;
    let (out, found) = match tokens {
        true => dump::tokens(path, &text),
        false => dump::tree(path, &text, &limits),
    };
    console.shown(&out)?;
    console.report(&found)?;
    Ok(if found.has_errors() { Exit::Wrong } else { Exit::Good })
}
