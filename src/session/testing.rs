//! Runs the `test` blocks of a scene.
//!
//! In: a scene. Out: one [`TestRun`] per test, with both sides, tick and place of what failed.
//! Each test has a stage of its own; it prints nothing.

pub mod coverage;
mod failure;
mod judge;

use islay_lang::hir::model::Test;
use islay_vm::input::{Input, InputEvent};
use islay_vm::math;
use islay_vm::program::{Program, StepSpec, TestSpec, Value as Computed};

use super::act::Entered;
use super::step::{self, Left};
use crate::{Config, Error, Place, Scene, Stage};
use coverage::Coverage;
pub use failure::Failure;
pub(super) use judge::who_text;

/// What became of a test.
#[derive(Clone, Debug)]
pub struct TestRun {
    /// Its name.
    pub name: String,
    /// Where it stands.
    pub place: Place,
    /// Ticks that it ran.
    pub ticks: u64,
    /// Why it failed.
    pub failure: Option<Failure>,
    /// Codes and messages of traps on the way; they alone fail no test.
    pub traps: Vec<String>,
}

/// The names of the scene's tests; a compiled scene has none.
pub fn names(scene: &Scene) -> impl Iterator<Item = &str> {
    scene.model().into_iter().flat_map(|model| &model.tests).map(|t| &*t.name)
}

/// Numbers of the tests whose name contains `filter`.
fn chosen<'a>(scene: &'a Scene, filter: &'a str) -> impl Iterator<Item = usize> + 'a {
    names(scene).enumerate().filter(move |(_, name)| name.contains(filter)).map(|(at, _)| at)
}

/// Runs the tests whose name contains `filter`, one after the other.
pub fn run<'a>(scene: &'a Scene, filter: &'a str) -> impl Iterator<Item = TestRun> + 'a {
    run_on(scene, filter, 1)
}

/// The same on so many threads: see [`Config::threads`].
pub fn run_on<'a>(
    scene: &'a Scene,
    filter: &'a str,
    threads: usize,
) -> impl Iterator<Item = TestRun> + 'a {
    let program = scene.program().clone();
    chosen(scene, filter).filter_map(move |at| {
        let spec = program.tests.get(at)?;
        Some(Runner::new(scene, at, threads).steps(&program, spec))
    })
}

/// The same, and adds to `coverage` what they have run.
pub fn run_covered<'a>(
    scene: &'a Scene,
    filter: &'a str,
    threads: usize,
    coverage: &'a mut Coverage,
) -> impl Iterator<Item = Result<TestRun, Error>> + 'a {
    let program = scene.probed().ok().cloned();
    chosen(scene, filter).filter_map(move |at| {
        let program = program.as_ref()?;
        let spec = program.tests.get(at)?;
        let mut runner = Runner::new(scene, at, threads);
        if let Err(error) = runner.stage.probe() {
            return Some(Err(error));
        }
        runner.stage.world_mut().watch(None);
        let run = runner.steps(program, spec);
        coverage.add(&runner.stage.world_mut().found());
        Some(Ok(run))
    })
}

/// Whether an expectation holds that was typed: step `n` of an entry, judged on a stage as it is now.
pub(super) fn judged(
    entered: &Entered,
    stage: &Stage,
    n: usize,
    logs: Vec<String>,
) -> Option<Failure> {
    let scene = entered.scene();
    let program = scene.program().clone();
    let at = program.tests.len().checked_sub(1)?;
    let (stage, input, traps) = (entered.beside(stage)?, Input::new(), Vec::new());
    let mut runner = Runner { scene, at, stage, input, logs, traps };
    runner.in_time(&program, n, &entered.spec(n)?).err().map(|failure| *failure)
}

/// A test that is running.
struct Runner<'a> {
    scene: &'a Scene,
    /// Which test.
    at: usize,
    stage: Stage,
    /// Events of the next tick.
    input: Input,
    logs: Vec<String>,
    traps: Vec<String>,
}

impl<'a> Runner<'a> {
    fn new(scene: &'a Scene, at: usize, threads: usize) -> Self {
        let config = Config { threads, limits: *scene.limits(), ..Config::default() };
        let stage = Stage::new(scene, Config { between: false, ..config });
        Self { scene, at, stage, input: Input::new(), logs: Vec::new(), traps: Vec::new() }
    }

    /// The test as it is written.
    fn model(&self) -> Option<&'a Test> {
        self.scene.model().ok()?.tests.get(self.at)
    }

    fn steps(&mut self, program: &Program, spec: &TestSpec) -> TestRun {
        let steps = spec.steps.iter().enumerate();
        let failure = steps.map(|(n, step)| self.step(program, n, step)).find_map(Result::err);
        let model = self.model();
        TestRun {
            name: model.map(|t| t.name.to_string()).unwrap_or_default(),
            place: self.scene.place(model.map(|t| t.span).unwrap_or_default()),
            ticks: self.stage.ticks(),
            failure: failure.map(|f| *f),
            traps: std::mem::take(&mut self.traps),
        }
    }

    fn step(&mut self, program: &Program, n: usize, step: &StepSpec) -> Result<(), Box<Failure>> {
        let before = self.stage.events().len();
        let left = step::now(self.stage.world_mut(), step).map_err(|why| self.failure(n, why))?;
        self.note(before);
        match left {
            Left::Nothing => Ok(()),
            Left::Event(event) => {
                self.input.events.push(event);
                Ok(())
            }
            Left::All => self.in_time(program, n, step),
        }
    }

    /// A step that takes time or expects something.
    fn in_time(
        &mut self,
        program: &Program,
        n: usize,
        step: &StepSpec,
    ) -> Result<(), Box<Failure>> {
        match step {
            StepSpec::Run(time) => {
                let ticks = self.ticks(*time);
                self.run_ticks(ticks);
            }
            StepSpec::RunUntil(goal, time) => return self.run_until(n, *goal, *time),
            StepSpec::Hold(key, time) => {
                self.input.events.push(InputEvent::Press(*key));
                let ticks = self.ticks(*time);
                self.run_ticks(ticks);
                self.input.events.push(InputEvent::Release(*key));
            }
            StepSpec::Expect(value) => return self.expect(program, n, *value),
            StepSpec::ExpectNear(a, b, within) => {
                return self.expect_near(program, n, [*a, *b, *within]);
            }
            StepSpec::ExpectLog(text) => {
                return self.expect_log(n, program.name(*text));
            }
            // what takes no time has been done
            _ => {}
        }
        Ok(())
    }

    fn eval(&mut self, value: Computed) -> u32 {
        self.stage.world_mut().eval(value)
    }

    fn ticks(&mut self, time: Computed) -> u32 {
        let seconds = f32::from_bits(self.eval(time));
        math::to_ticks(seconds, self.scene.tick_seconds())
    }

    fn run_ticks(&mut self, ticks: u32) {
        (0..ticks).for_each(|_| self.tick());
    }

    fn tick(&mut self) {
        let input = std::mem::take(&mut self.input);
        self.stage.tick_raw(&input);
        self.note(0);
    }

    /// Keeps what was logged and trapped, from an event on.
    fn note(&mut self, from: usize) {
        let events = self.stage.events().get(from..).unwrap_or_default();
        step::note(events, &mut self.logs, &mut self.traps);
    }

    /// At least one tick, and no more than the time has.
    fn run_until(&mut self, n: usize, goal: Computed, time: Computed) -> Result<(), Box<Failure>> {
        let ticks = self.ticks(time);
        for _ in 0..ticks {
            self.tick();
            if self.eval(goal) != 0 {
                return Ok(());
            }
        }
        Err(self.failure(n, format!("this did not come true in {ticks} ticks")))
    }

    /// A failure of step `n` in this tick.
    fn failure(&self, n: usize, message: String) -> Box<Failure> {
        let test = self.model();
        let span = test.and_then(|t| t.steps.get(n)).map(|s| s.span).unwrap_or_default();
        Box::new(Failure {
            message,
            left: None,
            right: None,
            tick: self.stage.ticks(),
            place: self.scene.place(span),
        })
    }
}
