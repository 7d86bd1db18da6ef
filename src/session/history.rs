//! The past of a stage: what was done to it, run by run, and milestones on the way.
//!
//! In: each tick with what the user did, scenes that took over, acts. Out: the stage at any tick
//! that is known, as it was; the same inputs again; runs that were left, to compare with. Memory is
//! bounded: where it is full, milestones are thinned first, then the oldest goes. It changes no
//! stage but the one it is asked to move.

mod compare;
mod deed;
mod milestone;
mod run;
#[cfg(test)]
mod tests;
mod walk;

pub use deed::Deed;

use std::ops::RangeInclusive;

use islay_vm::key::KeySet;

use super::act::act;
use super::script::Script;
use crate::{Config, Error, Input, Scene, Stage};
use milestone::Milestone;
use run::Run;

/// Ticks between two milestones at first.
const EVERY: u64 = 30;
/// Farther apart they are not put: going back would take too long.
const APART: u64 = 480;
/// Bytes that are kept unless something else is said.
pub const BUDGET: usize = 64 << 20;

/// The past of a stage.
pub struct History {
    config: Config,
    script: Script,
    budget: usize,
    every: u64,
    /// The scene before anything was done.
    origin: Scene,
    /// This run.
    now: Run,
    /// Runs that were left, the latest last; each from where it was left.
    left: Vec<Run>,
    /// The run that this one came from.
    parent: Option<u32>,
    /// Runs whose inputs come again, each from where the one before it ends.
    again: Vec<u32>,
    runs: u32,
    /// The stage is exactly as this run was at its tick.
    on_course: bool,
    /// Keys that the user has down, as the scene knows it.
    down: KeySet,
}

/// A tick that came again.
pub struct Again {
    /// What the user had done before it.
    pub input: Input,
    /// The hash of the stage before its acts, where there were some.
    pub hash: Option<u64>,
    /// Acts that were done again behind it.
    pub acts: Vec<String>,
    /// Acts that no longer can be done.
    pub left_out: Vec<LeftOut>,
}

/// An act that no longer can be done, and why.
pub type LeftOut = (String, Error);

impl History {
    /// From now on, with at most so many bytes.
    pub fn new(stage: &Stage, config: Config, script: Script, budget: usize) -> Self {
        Self {
            config,
            script,
            budget,
            every: EVERY,
            origin: stage.scene().clone(),
            now: Run::new(1, Milestone::of(stage, KeySet::default())),
            left: Vec::new(),
            parent: None,
            again: Vec::new(),
            runs: 1,
            on_course: true,
            down: KeySet::default(),
        }
    }

    /// Everything that happens before a tick, where the user does this.
    pub fn input(&self, tick: u64, user: &Input) -> Input {
        user.clone().and(self.script.at(tick))
    }

    /// Keys that the user has down, as the scene knows it.
    pub fn down(&self) -> KeySet {
        self.down
    }

    /// The earliest tick that can be gone to.
    pub fn first(&self) -> u64 {
        self.now.first()
    }

    /// The latest tick that is known, or will be when the same is done again.
    pub fn last(&self) -> u64 {
        let again = self.again.iter().filter_map(|number| self.run(*number));
        again.map(Run::last).fold(self.now.last(), u64::max)
    }

    /// The ticks that can be gone to.
    pub fn known(&self) -> RangeInclusive<u64> {
        self.first()..=self.last()
    }

    /// Bytes in memory, about.
    pub fn size(&self) -> usize {
        self.now.size() + self.left.iter().map(Run::size).sum::<usize>()
    }

    /// The number of this run, from 1.
    pub fn number(&self) -> u32 {
        self.now.number
    }

    /// Runs that were left and are kept: their numbers and the tick from which they are kept.
    pub fn runs_left(&self) -> impl Iterator<Item = (u32, u64)> {
        self.left.iter().map(|run| (run.number, run.first()))
    }

    /// What was done between ticks in this run, with the tick behind which it was.
    pub fn deeds(&self) -> impl Iterator<Item = &(u64, Deed)> {
        self.now.all_deeds()
    }

    /// What was done behind a tick of this run, in order.
    pub fn deeds_at(&self, tick: u64) -> impl Iterator<Item = &Deed> {
        self.now.deeds(tick)
    }

    /// What the user did before a tick of this run.
    pub fn user(&self, tick: u64) -> Option<&Input> {
        self.now.input(tick)
    }

    /// The scene before anything was done.
    pub fn origin(&self) -> &Scene {
        &self.origin
    }

    /// A tick was done where the user did this. [`History::depart`] comes before it.
    pub fn tick(&mut self, user: Input, stage: &Stage) {
        walk::follow(&mut self.down, &user);
        self.now.push(user);
        if stage.ticks().is_multiple_of(self.every) {
            self.now.keep(Milestone::of(stage, self.down));
            self.thin();
        }
    }

    /// From here on things are done that were not done here before: what comes later in this run is
    /// left, and a text that is another than it was then holds from here.
    pub fn depart(&mut self, stage: &Stage) -> Result<(), Error> {
        self.leave(Milestone::of(stage, self.down))?;
        self.again.clear();
        Ok(())
    }

    /// Something was done to the stage between ticks; `before` it, it was this.
    pub fn deed(&mut self, deed: Deed, before: Before, stage: &Stage) -> Result<(), Error> {
        self.leave(before.0)?;
        self.again.clear();
        self.now.deed(deed, Milestone::of(stage, self.down).pinned());
        self.thin();
        Ok(())
    }

    /// Where another text holds than did then, this run ends here; what was done later in it still
    /// comes again.
    pub fn settle(&mut self, stage: &Stage) -> Result<(), Error> {
        if !self.on_course {
            self.leave_and_follow(Milestone::of(stage, self.down))?;
        }
        Ok(())
    }

    /// How a stage is before something is done to it between ticks.
    pub fn before(&self, stage: &Stage) -> Before {
        Before(Milestone::of(stage, self.down))
    }

    /// An edited scene took over the stage. At the end of this run that is something that was done;
    /// in the past it shows only when time goes on.
    pub fn reload(&mut self, stage: &Stage, alike: bool) {
        if stage.ticks() == self.now.last() && self.on_course {
            let deed = Deed::reload(stage.scene(), self.now.near(stage.ticks()).scene());
            self.now.deed(deed, Milestone::of(stage, self.down).pinned());
            self.thin();
        } else {
            self.on_course &= alike;
        }
    }

    /// Whether things that were done come again when time goes on.
    pub fn in_past(&self, stage: &Stage) -> bool {
        stage.ticks() < self.last()
    }

    /// Another run begins here: what was done later does not come again. The number of the new run.
    pub fn branch(&mut self, stage: &Stage) -> Result<u32, Error> {
        let (number, again) = (self.number(), !self.again.is_empty());
        self.depart(stage)?;
        if self.number() == number && !again {
            // nothing came later, but here is a place to compare from
            let rest = self.now.leave(Milestone::of(stage, self.down), self.runs + 1);
            self.keep_left(rest);
        }
        Ok(self.number())
    }

    /// Takes the stage to a tick that is known, as it was then, and then to the scene that it runs
    /// now; says which acts on the way could no longer be done. Nothing changes where it is refused.
    pub fn goto(&mut self, tick: u64, stage: &mut Stage) -> Result<Vec<LeftOut>, Error> {
        let (first, last) = (self.first(), self.last());
        if !(first..=last).contains(&tick) {
            let reason = format!("tick {tick} is not known: there are {first} to {last}");
            return Err(Error::NoSuchPath(reason));
        }
        let scene = stage.scene().clone();
        let here = Milestone::of(stage, self.down);
        let gone = self.walk(tick.min(self.now.last()), stage);
        if let Err(error) = gone {
            here.put(stage, &self.config)?;
            self.down = here.down();
            return Err(error);
        }
        self.on_course = stage.scene().runs_like(&scene);
        stage.reload(&scene);
        let mut left_out = Vec::new();
        while stage.ticks() < tick {
            let Some(again) = self.again(stage)? else { break };
            left_out.extend(again.left_out);
        }
        stage.hush();
        Ok(left_out)
    }

    /// One tick with what was done here before, if there is something; what was done behind it comes
    /// again too.
    pub fn again(&mut self, stage: &mut Stage) -> Result<Option<Again>, Error> {
        let tick = stage.ticks() + 1;
        if tick <= self.now.last() {
            let reloads = self.now.deeds(tick).any(Deed::is_reload);
            if self.on_course && !reloads {
                return self.step(stage).map(Some);
            }
            self.leave_and_follow(Milestone::of(stage, self.down))?;
        }
        let mut left = self.again.iter().filter_map(|number| self.run(*number));
        let Some((left, input)) = left.find_map(|run| Some((run, run.input(tick)?.clone()))) else {
            self.again.clear();
            return Ok(None);
        };
        let deeds: Vec<Deed> = left.deeds(tick).cloned().collect();
        stage.tick(&self.input(tick, &input));
        self.tick(input.clone(), stage);
        let hash = (!deeds.is_empty()).then(|| stage.hash());
        let mut again = Again { input, hash, acts: Vec::new(), left_out: Vec::new() };
        for deed in deeds {
            self.act_again(deed, stage, &mut again);
        }
        if tick == self.last() {
            self.again.clear();
        }
        Ok(Some(again))
    }

    /// The next tick of this run, as it was.
    fn step(&mut self, stage: &mut Stage) -> Result<Again, Error> {
        walk::tick(stage, &mut self.down, &self.now, &self.script);
        let tick = stage.ticks();
        let hash = self.now.deeds(tick).next().map(|_| stage.hash());
        walk::deeds(stage, &self.now)?;
        let acts = self.now.deeds(tick).filter_map(|deed| match deed {
            Deed::Act(text) => Some(text.clone()),
            Deed::Reload(..) => None,
        });
        let acts = acts.collect();
        let input = self.now.input(tick).cloned().unwrap_or_default();
        Ok(Again { input, hash, acts, left_out: Vec::new() })
    }

    fn act_again(&mut self, deed: Deed, stage: &mut Stage, again: &mut Again) {
        // the text of now holds, not that of then
        let Deed::Act(text) = deed else { return };
        match act(stage, &text) {
            Ok(_) => {
                let behind = Milestone::of(stage, self.down).pinned();
                self.now.deed(Deed::Act(text.clone()), behind);
                again.acts.push(text);
            }
            Err(error) => again.left_out.push((text, error)),
        }
    }

    /// A stage of its own at a tick of this run, as it was.
    pub fn as_was(&self, tick: u64) -> Result<Stage, Error> {
        self.milestone_of(tick).map(|(stage, _)| stage)
    }

    fn milestone_of(&self, tick: u64) -> Result<(Stage, KeySet), Error> {
        if tick < self.first() {
            return Err(Error::NoSuchPath(format!("tick {tick} is no longer kept")));
        }
        let near = self.now.near(tick);
        let (mut stage, mut down) = (near.stage(&self.config)?, near.down());
        walk::to(tick, &mut stage, &mut down, &self.now, &self.script)?;
        Ok((stage, down))
    }

    /// Takes the stage to a tick of this run, as it was.
    fn walk(&mut self, tick: u64, stage: &mut Stage) -> Result<(), Error> {
        let near = self.now.near(tick);
        let ahead = (near.tick()..=tick).contains(&stage.ticks());
        if !(ahead && self.on_course) {
            near.put(stage, &self.config)?;
            self.down = near.down();
        }
        walk::to(tick, stage, &mut self.down, &self.now, &self.script)
    }

    /// What comes later in this run is left, and a text that is another than it was then holds from
    /// here on, where the stage is `here`.
    fn leave(&mut self, here: Milestone) -> Result<(), Error> {
        let tick = here.tick();
        if tick < self.now.last() {
            let as_was = match self.on_course {
                true => here.clone(),
                false => {
                    let (stage, down) = self.milestone_of(tick)?;
                    Milestone::of(&stage, down)
                }
            };
            let rest = self.now.leave(as_was, self.runs + 1);
            self.keep_left(rest);
        }
        if !self.on_course {
            let deed = Deed::reload(here.scene(), self.now.near(tick).scene());
            self.now.deed(deed, here.pinned());
            self.on_course = true;
        }
        Ok(())
    }

    /// The same, and what was still to come here comes again.
    fn leave_and_follow(&mut self, here: Milestone) -> Result<(), Error> {
        let before = self.runs;
        self.leave(here)?;
        let rest = self.parent.filter(|_| self.runs != before);
        if let Some((number, last)) =
            rest.and_then(|number| Some((number, self.run(number)?.last())))
        {
            let left = &self.left;
            let farther = |n: &u32| left.iter().any(|run| run.number == *n && run.last() > last);
            self.again.retain(farther);
            self.again.insert(0, number);
        }
        Ok(())
    }

    fn keep_left(&mut self, rest: Run) {
        self.runs += 1;
        self.parent = Some(rest.number);
        self.left.push(rest);
        self.thin();
    }

    fn run(&self, number: u32) -> Option<&Run> {
        self.left.iter().find(|run| run.number == number)
    }

    /// Lets go what is over the budget.
    fn thin(&mut self) {
        while self.size() > self.budget {
            if self.every < APART {
                self.every *= 2;
                let every = self.every;
                self.left.iter_mut().chain([&mut self.now]).for_each(|run| run.thin(every));
                continue;
            }
            // the run that this one came from and those that come again go last
            let spared =
                |run: &Run| Some(run.number) == self.parent || self.again.contains(&run.number);
            let oldest = self.left.iter().position(|run| !spared(run));
            match oldest {
                Some(oldest) => drop(self.left.remove(oldest)),
                None if self.now.forget_first() => {}
                None if self.left.pop().is_some() => {}
                None => break,
            }
        }
    }
}

/// How a stage was before something was done to it.
pub struct Before(Milestone);
