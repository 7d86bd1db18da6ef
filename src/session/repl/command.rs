//! The commands: one table from which dispatch, help and completion come.
//!
//! In: what stands behind a colon. Out: what the command answers. What each does is the business
//! of the modules that the table names.

use super::{Call, Done, hands, look, refuse, time};
use crate::session::suggest;

/// A command.
pub(super) struct Command {
    /// Its name, without the colon.
    pub name: &'static str,
    /// What may follow, as help shows it.
    pub arguments: &'static str,
    /// One line.
    pub help: &'static str,
    /// What may be completed behind it.
    pub takes: Takes,
    run: fn(&mut Call<'_>) -> Done,
}

/// What a command is followed by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Takes {
    /// Nothing that could be completed.
    Nothing,
    /// A key.
    Key,
    /// An instance.
    Instance,
}

const fn command(
    name: &'static str,
    arguments: &'static str,
    help: &'static str,
    takes: Takes,
    run: fn(&mut Call<'_>) -> Done,
) -> Command {
    Command { name, arguments, help, takes, run }
}

/// All of them, in the order of help.
pub(super) static COMMANDS: &[Command] = &[
    command("help", "", "the commands", Takes::Nothing, help),
    command("run", "30 | 2 s", "lets ticks or time pass", Takes::Nothing, time::run),
    command("tick", "", "lets one tick pass", Takes::Nothing, time::tick),
    command("hold", "KEY 10", "presses a key, runs, releases it", Takes::Key, time::hold),
    command(
        "press",
        "KEY",
        "a key goes down in the next tick, and stays down",
        Takes::Key,
        hands::press,
    ),
    command("release", "KEY", "a key goes up in the next tick", Takes::Key, hands::release),
    command("tree", "", "who lives, and what they are parts of", Takes::Nothing, look::tree),
    command("select", "PATH", "whose names expressions mean", Takes::Instance, look::select),
    command("quit", "", "ends it", Takes::Nothing, quit),
];

/// Runs the command that is written here, without its colon.
pub(super) fn run(call: &mut Call<'_>, line: &str) -> Done {
    let line = line.trim_start();
    let end = line.find(char::is_whitespace).unwrap_or(line.len());
    let (name, rest) = line.split_at(end);
    let Some(command) = COMMANDS.iter().find(|c| c.name == name) else { return unknown(name) };
    let mut call = Call { repl: call.repl, play: call.play, desk: call.desk, text: rest.trim() };
    (command.run)(&mut call)
}

fn unknown(name: &str) -> Done {
    let name = crate::report::escape(name);
    match suggest::nearest(&name, COMMANDS.iter().map(|c| c.name)) {
        Some(near) => refuse(format!("there is no command `:{name}`: did you mean `:{near}`?")),
        None => refuse(format!("there is no command `:{name}`: `:help` names all")),
    }
}

fn help(_: &mut Call<'_>) -> Done {
    let line = |c: &Command| format!("  {:<24} {}", format!(":{} {}", c.name, c.arguments), c.help);
    Ok(COMMANDS.iter().map(line).collect::<Vec<_>>().join("\n"))
}

/// Ends the conversation: [`super::Repl::enter`] has seen to it.
fn quit(_: &mut Call<'_>) -> Done {
    Ok(String::new())
}
