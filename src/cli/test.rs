//! `islay test`: the tests that stand in scenes.

mod coverage;
mod junit;

use std::path::{Path, PathBuf};

use clap::Args;
use islay::session::testing::coverage::Coverage;
use islay::session::testing::{self, TestRun};
use islay::{Error, Scene};
use serde::Serialize;

use super::console::{Console, Exit, Root, Stop, count};
use super::inputs::Threads;
use super::trace::Deny;

const EXAMPLES: &str = "\
Examples:
  islay test hero.islay
  islay test --filter \"turns left\" hero.islay
  islay test --coverage hero.islay
  islay test --junit report.xml scenes/*.islay";

/// What to test.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// Scenes (`-`: stdin)
    #[arg(required = true, value_name = "SCENE")]
    scenes: Vec<String>,
    /// Only tests whose name contains this
    #[arg(long, value_name = "TEXT", default_value = "", hide_default_value = true)]
    filter: String,
    /// States entered and edges taken by the tests, of all, and those that were not
    #[arg(long)]
    coverage: bool,
    /// Writes a JUnit report too (`-`: to stdout)
    #[arg(long, value_name = "FILE")]
    junit: Option<PathBuf>,
    /// `traps`: exit with 3 when a value or effect was refused
    #[arg(long, value_name = "WHAT", hide_possible_values = true)]
    deny: Option<Deny>,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    root: Root,
}

/// A tested scene.
struct Suite {
    scene: String,
    /// What was wrong with it, where it could not be tested.
    broken: Option<String>,
    runs: Vec<TestRun>,
}

/// Runs the tests of each scene.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result<Exit, Stop> {
    let mut exit = Exit::Good;
    let mut suites = Vec::new();
    for path in &arguments.scenes {
        match console.scene(path, &arguments.root).and_then(with_tests) {
            Ok(scene) => suites.push(suite(&scene, arguments, console)?),
            Err(Error::Scene(diagnostics)) => {
                console.report(&diagnostics)?;
                suites.push(broken(path, diagnostics.to_text(false)));
                exit = exit.max(Exit::Wrong);
            }
            Err(error) => {
                suites.push(broken(path, error.to_string()));
                exit = exit.max(console.stopped(&Stop::Islay(error)));
            }
        }
    }
    if let Some(path) = &arguments.junit {
        report(path, &junit::report(&suites), console)?;
    }
    let runs = || suites.iter().flat_map(|s| &s.runs);
    let failed = runs().filter(|r| r.failure.is_some()).count();
    if runs().count() > 0 || suites.iter().any(|s| s.broken.is_none()) {
        console.say(&summary(runs().count(), failed, &arguments.filter))?;
    }
    let trapped = arguments.deny.is_some() && runs().any(|r| !r.traps.is_empty());
    exit = exit.max(if failed > 0 { Exit::Wrong } else { Exit::Good });
    Ok(exit.max(if trapped { Exit::Stopped } else { Exit::Good }))
}

/// A scene that may have tests: of one that is compiled they stayed behind.
fn with_tests(scene: Scene) -> Result<Scene, Error> {
    scene.need_text().map(|()| scene)
}

fn broken(path: &str, said: String) -> Suite {
    Suite { scene: path.to_owned(), broken: Some(said), runs: Vec::new() }
}

/// Writes the report to a file, or to stdout for `-`.
fn report(path: &Path, text: &str, console: &mut Console) -> Result<(), Stop> {
    if path == Path::new("-") {
        return Ok(console.text(text)?);
    }
    let written = std::fs::write(path, text);
    written.map_err(|e| Stop::Usage(format!("cannot write `{}`: {e}", path.display())))
}

fn suite(scene: &Scene, arguments: &Arguments, console: &mut Console) -> Result<Suite, Stop> {
    console.say(scene.name())?;
    let threads = arguments.threads.threads;
    let mut runs = Vec::new();
    let mut tell = |run: TestRun, console: &mut Console| {
        match console.json() {
            true => console.line(&json(scene, &run))?,
            false => tell(scene, &run, console)?,
        }
        runs.push(run);
        Ok::<(), Stop>(())
    };
    if arguments.coverage {
        let mut coverage = Coverage::new(scene)?;
        for run in testing::run_covered(scene, &arguments.filter, threads, &mut coverage) {
            tell(run?, console)?;
        }
        match console.json() {
            true => coverage::json(scene, &coverage).iter().try_for_each(|l| console.line(l))?,
            false => console.line(&coverage::table(&coverage))?,
        }
    } else {
        for run in testing::run_on(scene, &arguments.filter, threads) {
            tell(run, console)?;
        }
    }
    Ok(Suite { scene: scene.name().to_owned(), broken: None, runs })
}

fn tell(scene: &Scene, run: &TestRun, console: &mut Console) -> Result<(), Stop> {
    let word = if run.failure.is_some() { "FAIL" } else { "ok  " };
    console.line(&format!("  {word}  {}  ({})", run.name, count(run.ticks as usize, "tick")))?;
    for trap in &run.traps {
        console.line(&format!("        {trap}"))?;
    }
    if let Some(failure) = &run.failure {
        console.complain(&failure.to_text(scene, &run.name, console.color()))?;
    }
    Ok(())
}

fn summary(all: usize, failed: usize, filter: &str) -> String {
    match (all, failed) {
        (0, _) if filter.is_empty() => "no tests".to_owned(),
        (0, _) => format!("no test has `{filter}` in its name"),
        (n, 0) => format!("{} passed", count(n, "test")),
        (n, failed) => format!("{} passed, {failed} failed", count(n - failed, "test")),
    }
}

/// A test as a line of JSON.
#[derive(Serialize)]
struct Json<'a> {
    file: &'a str,
    test: &'a str,
    passed: bool,
    ticks: u64,
    traps: &'a [String],
    #[serde(flatten)]
    failure: Option<JsonFailure<'a>>,
}

#[derive(Serialize)]
struct JsonFailure<'a> {
    message: &'a str,
    left: Option<&'a str>,
    right: Option<&'a str>,
    tick: u64,
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
}

fn json(scene: &Scene, run: &TestRun) -> String {
    let failure = run.failure.as_ref().map(|f| JsonFailure {
        message: &f.message,
        left: f.left.as_deref(),
        right: f.right.as_deref(),
        tick: f.tick,
        line: f.place.line,
        column: f.place.column,
        end_line: f.place.end_line,
        end_column: f.place.end_column,
    });
    let (file, passed) = (scene.name(), run.failure.is_none());
    let json = Json { file, test: &run.name, passed, ticks: run.ticks, traps: &run.traps, failure };
    serde_json::to_string(&json).unwrap_or_default()
}
