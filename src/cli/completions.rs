//! `islay completions`: completions for a shell.

use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};

use super::console::{Console, Exit, Stop};

const EXAMPLES: &str = "\
Examples:
  islay completions bash > ~/.local/share/bash-completion/completions/islay
  islay completions fish > ~/.config/fish/completions/islay.fish";

/// For which shell.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The shell
    shell: Shell,
}

/// Prints them.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result<Exit, Stop> {
    let mut script = Vec::new();
    generate(arguments.shell, &mut super::Arguments::command(), "islay", &mut script);
    console.text(&String::from_utf8_lossy(&script))?;
    Ok(Exit::Good)
}
