//! `islay fmt`: the canonical layout of files.

use std::path::Path;

use clap::Args;
use islay::session::layout;
use islay::{Error, files};

use super::console::{Console, Exit, Stop, stdin};
use super::limits::Allowance;
use super::save::save;

const EXAMPLES: &str = "\
Comments are kept. A file with errors is left as it is.

Examples:
  islay fmt hero.islay
  islay fmt --check scenes/*.islay
  islay fmt - < hero.islay";

/// What to lay out.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Files (`-`: stdin to stdout)
    #[arg(required = true, value_name = "FILE")]
    files: Vec<String>,
    /// Writes nothing; names the files that would change and exits with 1
    #[arg(long)]
    check: bool,
    #[command(flatten)]
    allowance: Allowance,
}

/// Lays out each file; what is wrong with one keeps none from being done.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result<Exit, Stop> {
    let mut exit = Exit::Good;
    for path in &arguments.files {
        exit = exit.max(match one(path, arguments, console) {
            Ok(exit) => exit,
            Err(Stop::Output(error)) => return Err(Stop::Output(error)),
            Err(stop) => console.stopped(&stop),
        });
    }
    Ok(exit)
}

fn one(path: &str, arguments: &Arguments, console: &mut Console) -> Result<Exit, Stop> {
    let limits = arguments.allowance.limits();
    let text = match path {
        "-" => stdin(&limits)?,
        _ => files::trusted_within(Path::new(path), &limits)?,
    };
    let laid_out = layout::format_within(path, &text, &limits).map_err(Error::Scene)?;
    if arguments.check {
        let same = laid_out == text;
        if !same {
            console.line(path)?;
        }
        return Ok(if same { Exit::Good } else { Exit::Wrong });
    }
    if path == "-" {
        console.bytes(laid_out.as_bytes())?;
    } else if laid_out != text {
        save(Path::new(path), laid_out.as_bytes())?;
    }
    Ok(Exit::Good)
}
