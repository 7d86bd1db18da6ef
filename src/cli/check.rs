//! `islay check`: all diagnostics of scenes.

use clap::{Args, ValueEnum};
use islay::{Diagnostics, Error, Severity};

use super::console::{Console, Exit, Root, Stop, count};

const EXAMPLES: &str = "\
Examples:
  islay check hero.islay
  islay check --deny warnings scenes/*.islay
  islay check --format json - < hero.islay";

/// What to check.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Scenes (`-`: stdin)
    #[arg(required = true, value_name = "SCENE")]
    scenes: Vec<String>,
    /// `warnings`: exit with 1 when there are some
    #[arg(long, value_name = "WHAT", hide_possible_values = true)]
    deny: Option<Deny>,
    #[command(flatten)]
    root: Root,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Deny {
    Warnings,
}

/// Checks each scene; what is wrong in one keeps none from being checked.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result<Exit, Stop> {
    let mut exit = Exit::Good;
    for path in &arguments.scenes {
        let found = match console.scene(path, &arguments.root) {
            Ok(scene) if scene.is_compiled() => {
                console
                    .say(&format!("{path}: a compiled scene, which is sound and has no text"))?;
                continue;
            }
            Ok(scene) => scene.diagnostics().clone(),
            Err(Error::Scene(diagnostics)) => diagnostics,
            Err(error) => {
                exit = exit.max(console.stopped(&Stop::Islay(error)));
                continue;
            }
        };
        console.report(&found)?;
        console.say(&summary(path, &found))?;
        let denied = arguments.deny.is_some() && found.count(Severity::Warning) > 0;
        exit = exit.max(if found.has_errors() || denied { Exit::Wrong } else { Exit::Good });
    }
    Ok(exit)
}

fn summary(path: &str, found: &Diagnostics) -> String {
    let kinds =
        [(Severity::Error, "error"), (Severity::Warning, "warning"), (Severity::Note, "note")];
    let counts = kinds.map(|(severity, what)| (found.count(severity), what));
    let counts: Vec<String> =
        counts.into_iter().filter(|(n, _)| *n > 0).map(|(n, what)| count(n, what)).collect();
    match counts.is_empty() {
        true => format!("{path}: nothing wrong"),
        false => format!("{path}: {}", counts.join(", ")),
    }
}
