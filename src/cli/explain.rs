//! `islay explain`: the long text of a diagnostic.

use clap::Args;
use islay::session::{explain, suggest};

use super::console::{Console, Exit, Stop};

const EXAMPLES: &str = "\
Examples:
  islay explain unknown-name
  islay explain --list";

/// What to explain.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The code in the brackets of a diagnostic
    #[arg(required_unless_present = "list")]
    code: Option<String>,
    /// Lists all codes
    #[arg(long)]
    list: bool,
}

/// Prints the page of the code.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result<Exit, Stop> {
    if arguments.list {
        for code in explain::codes() {
            console.line(code)?;
        }
    }
    let Some(code) = &arguments.code else { return Ok(Exit::Good) };
    if let Some(page) = explain::page(code) {
        // In the reference `//~` says what a test must find there; here it is a remark.
        console.text(&page.replace("//~ ", "// "))?;
        return Ok(Exit::Good);
    }
    let near = suggest::nearest(code, explain::codes());
    let near = near.map_or("`islay explain --list` names them all".to_owned(), |near| {
        format!("did you mean `{near}`?")
    });
    let missing = explain::codes().any(|c| c == code);
    Err(Stop::Usage(match missing {
        true => format!("there is no page about `{code}` yet"),
        false => format!("no diagnostic has the code `{code}`: {near}"),
    }))
}
