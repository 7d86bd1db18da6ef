//! What somebody does to a scene that runs, and asks it, in the words of the language.
//!
//! In: a living stage and a text: steps that take no time (`Hero < rotate y 90 >`,
//! `send go to Hero`, `set Hero.hp = 3`, `fork Crate`, `click Hero`), or an expression. Out: what
//! was logged, or a value. The scene's own program runs before and after; no time passes.

use std::sync::Arc;

use islay_vm::input::InputEvent;
use islay_vm::program::{DefId, Kind, Program, StepSpec, Value as Computed};

use super::step::{self, Left};
use crate::front::{Entry, EntryKind};
use crate::machine::World;
use crate::{Config, Error, Scene, Stage, Value};

/// Does the steps of a test that take no time, between two ticks. What they logged comes back, and
/// traps as traces tell them. Nothing is done where the text is wrong; places in diagnostics are
/// those in the text, which is called `entry`.
pub fn act(stage: &mut Stage, text: &str) -> Result<Vec<String>, Error> {
    let entry = Entry { text, kind: EntryKind::Steps };
    let program = stage.scene().with_entry(&entry)?.program().clone();
    let own = stage.scene().program().clone();
    let steps = program.tests.last().map(|t| t.steps.clone()).unwrap_or_default();
    if let Some(step) = steps.iter().find(|s| takes_time(s)) {
        let what = Error::Act(format!("{} takes time or expects something", word(step)));
        return Err(what);
    }
    let world = stage.world_mut();
    let before = world.snapshot();
    world.adopt(program);
    let done = all(world, &steps);
    let gone = world.adopt(own).removed;
    let undone = match (done, gone.first()) {
        (Ok((said, events)), None) => {
            events.into_iter().for_each(|event| wait(stage, event));
            return Ok(said);
        }
        (Ok(_), Some(who)) => format!(
            "`{who}` cannot live in this scene: no line of it makes one with these parameters"
        ),
        (Err(why), _) => why,
    };
    world.restore(&before).map_err(|e| Error::Snapshot(e.to_string()))?;
    Err(Error::Act(undone))
}

/// What was logged, and what the next tick is to see.
fn all(world: &mut World, steps: &[StepSpec]) -> Result<(Vec<String>, Vec<InputEvent>), String> {
    let (mut logs, mut traps, mut events) = (Vec::new(), Vec::new(), Vec::new());
    for step in steps {
        let before = world.events().len();
        if let Left::Event(event) = step::now(world, step)? {
            events.push(event);
        }
        step::note(world.events().get(before..).unwrap_or_default(), &mut logs, &mut traps);
    }
    logs.append(&mut traps);
    Ok((logs, events))
}

/// Leaves something for the next tick.
fn wait(stage: &mut Stage, event: InputEvent) {
    match event {
        InputEvent::Press(key) => stage.await_input(|input| input.press(key)),
        InputEvent::Release(key) => stage.await_input(|input| input.release(key)),
        InputEvent::Click(id, button) => {
            if let Some(path) = stage.path(id) {
                stage.await_input(|input| input.click(&path, button));
            }
        }
        _ => {}
    }
}

fn takes_time(step: &StepSpec) -> bool {
    use StepSpec::{Click, Do, Fork, Input, Press, Release, Send, Set};
    !matches!(
        step,
        Click(_)
            | Do { .. }
            | Fork(_)
            | Input(..)
            | Press(_)
            | Release(_)
            | Send { .. }
            | Set { .. }
    )
}

fn word(step: &StepSpec) -> &'static str {
    match step {
        StepSpec::Run(_) | StepSpec::RunUntil(..) => "`run`",
        StepSpec::Hold(..) => "`hold`",
        _ => "`expect`",
    }
}

/// Steps that were typed beside a scene, compiled: they are looked at without doing them.
#[derive(Clone, Debug)]
pub(super) struct Entered {
    own: Scene,
    with: Scene,
}

impl Entered {
    /// Steps typed beside this scene.
    pub fn steps(scene: &Scene, text: &str) -> Result<Self, Error> {
        let with = scene.with_entry(&Entry { text, kind: EntryKind::Steps })?;
        Ok(Self { own: scene.clone(), with })
    }

    /// The scene with the steps: those of its last test.
    pub fn scene(&self) -> &Scene {
        &self.with
    }

    /// A step.
    pub fn spec(&self, n: usize) -> Option<StepSpec> {
        self.with.program().tests.last()?.steps.get(n).cloned()
    }

    /// What such a value is now on a stage, which notices nothing; nothing is 0.
    pub fn bits(&self, stage: &Stage, value: Computed) -> u32 {
        let other = beside(stage, &self.own, self.with.program());
        other.map_or(0, |mut other| other.world_mut().eval(value))
    }

    /// The same stage as it would be with the steps in the scene.
    pub fn beside(&self, stage: &Stage) -> Option<Stage> {
        beside(stage, &self.own, self.with.program())
    }
}

/// A copy of a stage that runs another program of the same structure, or nearly so.
fn beside(stage: &Stage, scene: &Scene, program: &Arc<Program>) -> Option<Stage> {
    let limits = stage.world().config().limits;
    let config = Config { between: false, limits, ..Config::default() };
    let mut other = Stage::new(scene, config);
    other.restore(&stage.snapshot()).ok()?;
    other.world_mut().adopt(program.clone());
    Some(other)
}

/// An expression that is asked of a stage, any number of times. It is made again when the scene is
/// replaced.
#[derive(Clone, Debug)]
pub struct Question {
    scene: Scene,
    program: Arc<Program>,
    asked: Asked,
}

#[derive(Clone, Debug)]
enum Asked {
    Nowhere(Kind, Computed),
    Of(Vec<(DefId, Kind, Computed)>),
}

impl Question {
    /// Compiles a question to the stages of a scene. `of` is a path or a character, in whose context
    /// names are looked up; without it they are looked up as in tests, nowhere.
    pub fn new(scene: &Scene, of: Option<&str>, text: &str) -> Result<Self, Error> {
        let entry = Entry { text, kind: EntryKind::Question(of) };
        let program = scene.with_entry(&entry)?.program().clone();
        let asked = match program.tests.last().and_then(|t| t.steps.last()) {
            Some(StepSpec::Ask(kind, value)) => Asked::Nowhere(*kind, *value),
            Some(StepSpec::AskOf(bodies)) => Asked::Of(bodies.clone()),
            _ => return Err(Error::Act("this is no expression".to_owned())),
        };
        Ok(Self { scene: scene.clone(), program, asked })
    }

    /// Whether it asks for something that holds or does not.
    pub fn is_flag(&self) -> bool {
        match &self.asked {
            Asked::Nowhere(kind, _) => *kind == Kind::Flag,
            Asked::Of(bodies) => bodies.iter().all(|(_, kind, _)| *kind == Kind::Flag),
        }
    }

    /// Its value as of the end of the last tick, in the context of the instance `of`. Nothing comes
    /// where that does not live or is no such character. The stage must run the question's scene.
    pub fn ask(&self, stage: &Stage, of: Option<u32>) -> Option<Value> {
        let mut other = beside(stage, &self.scene, &self.program)?;
        let world = other.world_mut();
        let (kind, bits) = match &self.asked {
            Asked::Nowhere(kind, value) => (*kind, world.eval(*value)),
            Asked::Of(bodies) => {
                let def = world.def_of(of?)?;
                let (_, kind, value) = bodies.iter().find(|(d, ..)| *d == def)?;
                (*kind, world.eval_of(of?, *value)?)
            }
        };
        Some(value(world, kind, bits))
    }
}

fn value(world: &World, kind: Kind, bits: u32) -> Value {
    match kind {
        Kind::Number => Value::Number(f32::from_bits(bits)),
        Kind::Flag => Value::Flag(bits != 0),
        Kind::Who => Value::Who(world.view(bits).map(|v| v.path)),
        Kind::Colour => Value::Colour(bits),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Input, Key};

    const SCENE: &str = "
        character Arm { var reach = 2 }
        character Hero {
          var hp = 3
          part arm: Arm
          diagram Turn {
            state Still                on key(Left) -> Left
            state Left < rotate y -5 > on key(Left) -> Left  else -> Still
          }
          diagram Ear { state Deaf on message(go) do hp += 1 }
        }
        group main { Hero  Hero at 3 0 0 }
    ";

    fn stage() -> Stage {
        let scene = Scene::from_text("hero", SCENE).unwrap();
        let mut stage = Stage::new(&scene, Config::default());
        (0..3).for_each(|_| stage.tick(&Input::new().hold(Key::LEFT)));
        stage
    }

    fn asked(stage: &Stage, of: Option<&str>, text: &str) -> String {
        let id = of.and_then(|of| stage.instance(of)).map(|i| i.id);
        let question = Question::new(stage.scene(), of, text).unwrap();
        question.ask(stage, id).unwrap().to_string()
    }

    #[test]
    fn actions_are_done_now_and_leave_nothing_else_behind() {
        let (mut stage, mut other) = (stage(), stage());
        let said = act(&mut stage, "Hero < rotate y 5, log(hp + 1), hp = 7 >").unwrap();
        assert_eq!(said, ["4"]);
        assert_eq!(stage.get("Hero.hp"), Some(Value::Number(7.0)));
        act(&mut stage, "set Hero.hp = 3 Hero < rotate y -5 >").unwrap();
        for _ in 0..5 {
            let heading = |s: &Stage| s.instance("Hero").unwrap().angles();
            assert_eq!(heading(&stage).map(|a| a.round()), heading(&other).map(|a| a.round()));
            stage.tick(&Input::new());
            other.tick(&Input::new());
        }
    }

    #[test]
    fn nothing_done_changes_no_hash() {
        let mut stage = stage();
        let hash = stage.hash();
        act(&mut stage, "").unwrap();
        assert_eq!(stage.hash(), hash);
        for wrong in ["Hero < hq = 3 >", "Hero <", "run 1 s", "send", "Hero < hp = 1 > expect true"]
        {
            act(&mut stage, wrong).unwrap_err();
            assert_eq!(stage.hash(), hash, "{wrong}");
        }
    }

    #[test]
    fn what_was_typed_has_places_of_its_own() {
        let Error::Scene(found) = act(&mut stage(), "Hero <\n  hq = 3 >").unwrap_err() else {
            panic!("not about the text")
        };
        assert!(found.summary().starts_with("entry:2:3: "), "{}", found.summary());
    }

    #[test]
    fn messages_and_clicks_are_seen_by_the_next_tick() {
        let mut stage = stage();
        act(&mut stage, "send go to Hero").unwrap();
        stage.tick(&Input::new());
        assert_eq!(stage.get("Hero.hp"), Some(Value::Number(4.0)));
        act(&mut stage, "press Left").unwrap();
        stage.tick(&Input::new());
        assert_eq!(stage.state("Hero.Turn").as_deref(), Some("Left"));
    }

    #[test]
    fn a_question_is_asked_where_it_says_and_disturbs_nobody() {
        let stage = stage();
        let hash = stage.hash();
        assert_eq!(asked(&stage, None, "Hero.hp * 2 + count(Hero)"), "8");
        assert_eq!(asked(&stage, Some("Hero"), "hp + arm.reach"), "5");
        assert_eq!(asked(&stage, Some("Hero"), "key(Left) and Turn is Left"), "true");
        assert_eq!(asked(&stage, Some("Hero#2"), "self"), "Hero#2");
        assert_eq!(asked(&stage, Some("Hero#2"), "x"), "3");
        assert_eq!(asked(&stage, Some("Hero.arm"), "reach"), "2");
        assert_eq!(asked(&stage, None, "nobody"), "nobody");
        assert_eq!(stage.hash(), hash);
        let wrong = Question::new(stage.scene(), None, "Hero.hq").unwrap_err().to_string();
        assert!(wrong.starts_with("entry:1:"), "{wrong}");
    }
}
