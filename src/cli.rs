//! The command line: one module per subcommand.
//!
//! In: arguments. Out: results on stdout, diagnostics on stderr (or as JSON on stdout), and an
//! exit code: 0 good, 1 the scene has something wrong, 2 wrong usage or an unreadable file, 3 a
//! run that was stopped or an internal error. It uses the public `islay::` API only; the only
//! place that knows clap.

mod bench;
mod build;
mod check;
mod completions;
mod console;
mod draw;
mod dump;
mod explain;
mod export;
mod fmt;
mod import;
mod info;
mod inputs;
mod interrupt;
mod later;
mod limits;
mod new;
mod progress;
mod render;
mod repl;
mod replay;
mod run;
mod save;
mod size;
mod test;
mod trace;

use std::panic;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

use console::{Console, Exit, Stop, Style};

const EXAMPLES: &str = "\
Examples:
  islay new pond && islay test pond/pond.islay
  islay run pond/pond.islay
  islay render pond/pond.islay -o pond.gif --hold Left@1..10

`-` is stdin. Exit codes: 0 good, 1 the scene has something wrong, 2 wrong usage or a
file that cannot be read, 3 a run that was stopped or an internal error.";

/// An embeddable language for interactive 3D animation.
#[derive(Parser)]
#[command(name = "islay", version, after_help = EXAMPLES, max_term_width = 100)]
#[command(arg_required_else_help = true, subcommand_required = true)]
pub struct Arguments {
    #[command(flatten)]
    style: Style,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Play a scene
    Run(run::Arguments),
    /// Talk to a scene that runs
    Repl(repl::Arguments),
    /// Make pictures and films of a scene
    Render(render::Arguments),
    /// Find what is wrong in scenes
    Check(check::Arguments),
    /// Run the tests that stand in scenes
    Test(test::Arguments),
    /// Show what happens, tick by tick
    Trace(trace::Arguments),
    /// Lay out files in the canonical way
    Fmt(fmt::Arguments),
    /// Turn a document of another format into text
    Import(import::Arguments),
    /// Turn a scene into another format
    Export(export::Arguments),
    /// Show what the compiler makes of a scene
    Dump(dump::Arguments),
    /// Make one file of a scene, to be played without its text
    Build(build::Arguments),
    /// Draw state diagrams
    Draw(draw::Arguments),
    /// Run a recording again and compare its hashes
    Replay(replay::Replay),
    /// Name the first difference between a recording and a scene
    Diff(replay::Diff),
    /// Facts of a scene, a model or a document
    Info(info::Arguments),
    /// Measure how fast a scene ticks
    Bench(bench::Arguments),
    /// Start a new scene in a folder of its own
    New(new::Arguments),
    /// Explain the code of a diagnostic
    Explain(explain::Arguments),
    /// Print completions for a shell
    Completions(completions::Arguments),
    #[command(flatten)]
    Later(later::Command),
}

/// Runs the program.
pub fn main() -> ExitCode {
    let arguments = limits::parse::<Arguments>();
    guarded(move || match arguments {
        Ok(arguments) => run(arguments),
        Err(asked) => print_limits(&asked),
    })
    .into()
}

fn print_limits(asked: &limits::Asked) -> Exit {
    let mut console = Console::plain();
    let printed = asked.print(&mut console).and_then(|()| console.flush());
    printed.map_or_else(|error| console.stopped(&Stop::Output(error)), |()| Exit::Good)
}

fn run(arguments: Arguments) -> Exit {
    let mut console = Console::new(&arguments.style);
    let done = command(arguments.command, &mut console);
    let done = done.and_then(|exit| Ok(console.flush().map(|()| exit)?));
    match done {
        Ok(exit) => exit,
        Err(stop) => console.stopped(&stop),
    }
}

fn command(command: Command, console: &mut Console) -> Result<Exit, Stop> {
    match command {
        Command::Run(arguments) => run::run(&arguments, console),
        Command::Repl(arguments) => repl::run(&arguments, console),
        Command::Render(arguments) => render::run(&arguments, console),
        Command::Check(arguments) => check::run(&arguments, console),
        Command::Test(arguments) => test::run(&arguments, console),
        Command::Trace(arguments) => trace::run(&arguments, console),
        Command::Fmt(arguments) => fmt::run(&arguments, console),
        Command::Import(arguments) => import::run(&arguments, console),
        Command::Export(arguments) => export::run(&arguments, console),
        Command::Dump(arguments) => dump::run(&arguments, console),
        Command::Build(arguments) => build::run(&arguments, console),
        Command::Draw(arguments) => draw::run(&arguments, console),
        Command::Replay(arguments) => replay::replay(&arguments, console),
        Command::Diff(arguments) => replay::compare(&arguments, console),
        Command::Info(arguments) => info::run(&arguments, console),
        Command::Bench(arguments) => bench::run(&arguments, console),
        Command::New(arguments) => new::run(&arguments, console),
        Command::Explain(arguments) => explain::run(&arguments, console),
        Command::Completions(arguments) => completions::run(&arguments, console),
        Command::Later(command) => Ok(later::run(&command)),
    }
}

/// Runs it; a panic becomes a message and exit code 3.
fn guarded(run: impl FnOnce() -> Exit + panic::UnwindSafe) -> Exit {
    panic::set_hook(Box::new(|what| {
        let place = what.location().map(|l| format!(" ({}:{})", l.file(), l.line()));
        let payload = what.payload();
        let text = payload.downcast_ref::<String>().map(String::as_str);
        let said = text.or_else(|| payload.downcast_ref::<&str>().copied()).unwrap_or("no message");
        eprintln!("internal error: {said}{}", place.unwrap_or_default());
        eprintln!("This is a fault of islay, not of the scene: please report it with the scene.");
    }));
    panic::catch_unwind(run).unwrap_or(Exit::Stopped)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_are_sound() {
        Arguments::command().debug_assert();
    }

    #[test]
    fn the_help_fits_one_screen() {
        let help = Arguments::command().render_help().to_string();
        assert!(help.lines().count() <= 40, "{help}");
        assert!(help.lines().all(|l| l.chars().count() <= 100), "{help}");
    }

    #[test]
    fn a_panic_is_an_internal_error() {
        assert_eq!(guarded(|| panic!("on purpose")), Exit::Stopped);
        let _ = panic::take_hook();
    }
}
