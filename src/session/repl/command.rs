//! The commands: one table from which dispatch, help and completion come.
//!
//! In: what stands behind a colon. Out: what the command answers. What each does is the business
//! of the modules that the table names.

use super::{Call, Done, define, draw, guide, hands, look, past, reasons, refuse, scene, time};
use crate::report::escape;
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
    /// A path of somebody who lives.
    Path,
    /// A path of a diagram or state.
    State,
    /// An expression.
    Value,
    /// The name of a definition.
    Name,
    /// `on` or `off`.
    Switch,
    /// A topic of the guide.
    Topic,
    /// A file.
    File,
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
#[rustfmt::skip]
pub(super) static COMMANDS: &[Command] = &[
    command("help", "[TOPIC]", "this list, or what the guide says of a topic", Takes::Topic, guide::help),
    command("load", "FILE", "another scene, from the start", Takes::File, scene::load),
    command("reload", "", "reads the files again; what was typed stays on top", Takes::Nothing, scene::reload),
    command("save", "[FILE]", "writes what was typed into the scene's files, or the scene into a file", Takes::File, define::save),
    command("undo", "", "takes the last definition away", Takes::Nothing, define::undo),
    command("list", "[NAME]", "what is defined, or the text of it", Takes::Name, scene::list),
    command("run", "30 | 2 s | until EXPR", "lets ticks or time pass; `until` at most a minute, or `… max 10 s`", Takes::Value, time::run),
    command("tick", "", "lets one tick pass", Takes::Nothing, time::tick),
    command("hold", "KEY 10", "presses a key, lets ticks or time pass, releases it", Takes::Key, time::hold),
    command("play", "[for 2 s]", "lets time pass by itself", Takes::Nothing, time::play),
    command("pause", "", "time stands still", Takes::Nothing, time::pause),
    command("speed", "[0.5]", "how fast it plays", Takes::Nothing, time::speed),
    command("press", "KEY", "a key goes down before the next tick, and stays down", Takes::Key, hands::press),
    command("release", "[KEY]", "a key goes up, or all of them", Takes::Key, hands::release),
    command("click", "[PATH] [right]", "a click on somebody, or on nothing", Takes::Path, hands::click),
    command("hover", "[PATH]", "the pointer is over somebody, or over nothing", Takes::Path, hands::hover),
    command("send", "MESSAGE[(3)] [to WHO]", "a message for the next tick", Takes::Value, hands::send),
    command("set", "PATH.VARIABLE = EXPR", "sets a variable", Takes::Value, hands::set),
    command("select", "[PATH]", "in whose words expressions are read", Takes::Path, look::select),
    command("tree", "[PATH]", "who lives, and what they are parts of", Takes::Path, look::tree),
    command("where", "[PATH]", "the states of all", Takes::Path, look::states),
    command("vars", "[PATH]", "variables, and places", Takes::Path, look::vars),
    command("why", "DIAGRAM [-> STATE]", "each edge and the values of its condition, in the last tick", Takes::State, reasons::why),
    command("whynot", "DIAGRAM -> STATE", "what was missing for that", Takes::State, reasons::whynot),
    command("draw", "[NAME] [-o FILE]", "diagrams as text, or as a picture: .svg .png .dot .mmd", Takes::State, draw::draw),
    command("watch", "[EXPR]", "tells when a value changes; alone: all that is watched", Takes::Value, past::watch),
    command("unwatch", "[NUMBER]", "no longer", Takes::Nothing, past::unwatch),
    command("break", "STATE [if EXPR]", "stops where it is entered; `DIAGRAM -> STATE`: where that edge is taken", Takes::State, past::break_at),
    command("breaks", "", "the breakpoints", Takes::Nothing, past::breaks),
    command("unbreak", "[NUMBER]", "takes a breakpoint away, or all", Takes::Nothing, past::unbreak),
    command("trace", "on | off", "tells all that happens, at once", Takes::Switch, past::trace),
    command("log", "[20]", "what happened, the latest last", Takes::Nothing, past::log),
    command("back", "[30 | 2 s]", "goes back in time", Takes::Nothing, past::back),
    command("goto", "TICK", "goes to a tick that is known", Takes::Nothing, past::goto),
    command("branch", "", "from here on another run", Takes::Nothing, past::branch),
    command("compare", "", "where this run and the one that was left differ first", Takes::Nothing, past::compare),
    command("record", "FILE | off", "writes a recording, from tick 0 on", Takes::File, scene::record),
    command("replay", "FILE", "runs a recording again and checks it", Takes::File, scene::replay),
    command("quit", "", "ends it", Takes::Nothing, quit),
];

/// Runs the command that is written here, without its colon.
pub(super) fn run(call: &mut Call<'_>, line: &str) -> Done {
    let line = line.trim_start();
    let end = line.find(char::is_whitespace).unwrap_or(line.len());
    let (name, rest) = line.split_at(end);
    let Some(command) = find(name) else { return unknown(name) };
    let mut call = Call { repl: call.repl, play: call.play, desk: call.desk, text: rest.trim() };
    if command.arguments.is_empty() && !call.text.is_empty() {
        return refuse(format!("nothing may stand behind `:{}`", command.name));
    }
    (command.run)(&mut call)
}

/// The command of this name.
pub(super) fn find(name: &str) -> Option<&'static Command> {
    COMMANDS.iter().find(|c| c.name == name)
}

fn unknown(name: &str) -> Done {
    match suggest::nearest(name, COMMANDS.iter().map(|c| c.name)) {
        Some(near) => {
            refuse(format!("there is no command `:{}`: did you mean `:{near}`?", escape(name)))
        }
        None => refuse(format!("there is no command `:{}`: `:help` names all", escape(name))),
    }
}

/// Ends the conversation: [`super::Repl::enter`] has seen to it.
fn quit(_: &mut Call<'_>) -> Done {
    Ok(String::new())
}
