//! Commands that are planned: each says so and exits with 2.

use std::io::{self, Write};

use clap::{Args, Subcommand};

use super::console::Exit;

/// Commands of later versions.
#[derive(Subcommand)]
pub enum Command {
    /// Serve an editor
    #[command(hide = true)]
    Lsp(Ignored),
}

/// Whatever is written behind the command.
#[derive(Args)]
pub struct Ignored {
    #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
    _rest: Vec<String>,
}

/// Says that it is not there yet, and what is.
pub fn run(command: &Command) -> Exit {
    let (name, instead) = match command {
        Command::Lsp(_) => ("lsp", "`islay check --format json` gives diagnostics to editors"),
    };
    // whoever closed stderr does not want it
    let _ = writeln!(io::stderr(), "error: `islay {name}` is not supported yet; for now {instead}");
    Exit::Usage
}
