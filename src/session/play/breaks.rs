//! Breakpoints: where a scene that is played stands still.
//!
//! In: `Hero.Turn.Left` (a state is entered), `Hero.Turn -> Left` or `Hero.Turn.Still -> Left` (an
//! edge is taken), each perhaps with `if EXPR`; a stage after each tick. Out: what was hit in that
//! tick. It stops nothing itself. A breakpoint whose state is gone waits for it to come back.

mod goal;

use islay_vm::event::Event;

use crate::session::act::Question;
use crate::session::trace;
use crate::{Error, Stage, Value};
use goal::Goal;

/// A breakpoint.
#[derive(Clone, Debug)]
pub struct Break {
    number: u32,
    text: String,
    /// What it looks for; `Err` says why that is not there.
    sought: Result<Sought, String>,
}

/// What a breakpoint looks for.
#[derive(Clone, Debug)]
struct Sought {
    goal: Goal,
    /// What must hold then, asked of whoever shifts.
    condition: Option<Question>,
}

/// A breakpoint that was hit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hit {
    /// Which.
    pub number: u32,
    /// In which tick.
    pub tick: u64,
    /// What happened: `Hero.Turn: Still -> Left`.
    pub what: String,
}

/// All breakpoints.
#[derive(Debug, Default)]
pub struct Breaks {
    list: Vec<Break>,
    made: u32,
    hits: Vec<Hit>,
}

impl Break {
    /// Its number, from 1.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// As it was written.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Why it cannot be hit in the scene as it is now.
    pub fn lost(&self) -> Option<&str> {
        self.sought.as_ref().err().map(|why| &**why)
    }
}

impl Sought {
    fn parse(text: &str, stage: &Stage) -> Result<Self, Error> {
        let (text, condition) = match text.split_once(" if ") {
            Some((text, condition)) => (text, Some(condition.trim())),
            None => (text, None),
        };
        let goal = Goal::parse(text, stage).map_err(Error::NoSuchPath)?;
        let ask = |text| Question::new(stage.scene(), Some(goal.whose()), text);
        let condition = condition.map(ask).transpose()?;
        Ok(Self { goal, condition })
    }

    fn is_hit(&self, event: &Event, stage: &Stage) -> bool {
        let holds = |question: &Question| match question.ask(stage, Some(event.id)) {
            Some(Value::Flag(holds)) => holds,
            Some(Value::Number(n)) => n != 0.0,
            _ => false,
        };
        self.goal.is_hit(event, stage) && self.condition.as_ref().is_none_or(holds)
    }
}

impl Breaks {
    /// Those that there are.
    pub fn iter(&self) -> impl Iterator<Item = &Break> {
        self.list.iter()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// What was hit in the last tick.
    pub fn hits(&self) -> &[Hit] {
        &self.hits
    }

    pub(super) fn add(&mut self, text: &str, stage: &Stage) -> Result<u32, Error> {
        let sought = Ok(Sought::parse(text, stage)?);
        self.made += 1;
        let (number, text) = (self.made, text.trim().to_owned());
        self.list.push(Break { number, text, sought });
        Ok(number)
    }

    pub(super) fn remove(&mut self, number: u32) -> bool {
        let before = self.list.len();
        self.list.retain(|one| one.number != number);
        self.list.len() < before
    }

    /// A tick was done.
    pub(super) fn tick(&mut self, stage: &Stage) {
        self.hits.clear();
        let Self { list, hits, .. } = self;
        for event in stage.events() {
            for one in &*list {
                if one.sought.as_ref().is_ok_and(|sought| sought.is_hit(event, stage)) {
                    let what = trace::event_text(event);
                    hits.push(Hit { number: one.number, tick: stage.ticks(), what });
                }
            }
        }
    }

    /// The stage is elsewhere.
    pub(super) fn elsewhere(&mut self) {
        self.hits.clear();
    }

    /// Another scene runs; what is no longer there, and why.
    pub(super) fn reload(&mut self, stage: &Stage) -> Vec<String> {
        let mut lost = Vec::new();
        for one in &mut self.list {
            let sought = Sought::parse(&one.text, stage).map_err(|error| error.to_string());
            if let (Ok(_), Err(why)) = (&one.sought, &sought) {
                lost.push(format!("breakpoint {} (`{}`): {why}", one.number, one.text));
            }
            one.sought = sought;
        }
        lost
    }
}

impl std::fmt::Display for Hit {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "breakpoint {} at tick {}: {}", self.number, self.tick, self.what)
    }
}

#[cfg(test)]
mod tests {
    use islay_vm::key::Key;

    use crate::session::play::Play;
    use crate::session::script::Script;
    use crate::{Config, Scene};

    const SCENE: &str = "
        character Hero(luck) {
          diagram Fight {
            state Away on key(A) -> Guard
            state Guard on key(O) -> Away {
              state Wait  on key(P) -> Punch
              state Punch on key(W) -> Wait
            }
          }
        }
        world { tick 0.1 s }
        group main { Hero(1)  Hero(2) as Boss  Hero(3) }";

    fn play(at: &[&str]) -> Play {
        let scene = Scene::from_text("hero", SCENE).unwrap();
        let mut play = Play::new(&scene, Config::default(), Script::new());
        for at in at {
            play.break_at(at).unwrap();
        }
        play
    }

    /// What is hit in ticks in which A, P, W, O go down one after the other.
    fn hit(play: &mut Play) -> Vec<String> {
        let mut hits = Vec::new();
        for name in ["A", "P", "W", "O"] {
            let key = Key::parse(name).unwrap();
            play.press(key);
            play.tick();
            play.release(key);
            assert_eq!(play.paused(), !play.hits().is_empty());
            play.pace().pause(false);
            hits.extend(play.hits().iter().map(|h| format!("{} {} {}", h.number, h.tick, h.what)));
        }
        hits
    }

    #[test]
    fn states_are_entered_at_any_depth_and_edges_taken() {
        let all = |what: &str| {
            let hits = hit(&mut play(&[what]));
            hits.iter().filter(|h| h.contains("Boss")).cloned().collect::<Vec<_>>()
        };
        assert_eq!(all("Hero.Fight.Guard"), ["1 1 Boss.Fight: Away -> Guard.Wait"]);
        assert_eq!(
            all("Hero.Fight.Guard.Wait"),
            ["1 1 Boss.Fight: Away -> Guard.Wait", "1 3 Boss.Fight: Guard.Punch -> Guard.Wait"]
        );
        assert_eq!(all("Boss.Fight.Punch"), ["1 2 Boss.Fight: Guard.Wait -> Guard.Punch"]);
        assert_eq!(all("Boss.Fight -> Away"), ["1 4 Boss.Fight: Guard.Wait -> Away"]);
        assert_eq!(all("Boss.Fight.Punch -> Wait"), ["1 3 Boss.Fight: Guard.Punch -> Guard.Wait"]);
        assert!(all("Hero#1.Fight -> Away").is_empty());
    }

    #[test]
    fn a_condition_is_asked_of_who_shifts_and_several_are_told() {
        let mut play = play(&["Hero.Fight.Guard if luck > 2", "Hero#1.Fight -> Guard"]);
        let wanted = ["2 1 Hero.Fight: Away -> Guard.Wait", "1 1 Hero#2.Fight: Away -> Guard.Wait"];
        assert_eq!(hit(&mut play), wanted);
        assert!(play.unbreak(1) && play.unbreak(2) && !play.unbreak(2));
        assert!(hit(&mut play).is_empty());
    }

    #[test]
    fn what_is_not_there_is_said_with_what_may_be_meant() {
        let mut play = play(&[]);
        for (text, why) in [
            ("Heros.Fight.Away", "`Heros`: did you mean `Hero`?"),
            ("Hero.Figt.Away", "`Figt`: did you mean `Fight`?"),
            ("Hero.Fight.Gard", "`Gard`: did you mean `Guard`?"),
            ("Hero.Fight -> Awya", "`Awya`: did you mean `Away`?"),
            ("Hero.Fight", "which state"),
            ("Hero", "is written as"),
        ] {
            let said = play.break_at(text).unwrap_err().to_string();
            assert!(said.contains(why), "{text}: {said}");
        }
        assert!(play.break_at("Hero.Fight.Away if luc > 1").is_err());
        assert_eq!(play.breaks().count(), 0);
    }

    #[test]
    fn it_survives_a_reload_and_waits_for_a_state_that_is_gone() {
        let mut play = play(&["Hero.Fight.Punch if luck == 2"]);
        let away = SCENE.replace("Punch", "Kick");
        play.replace(&Scene::from_text("hero", &away).unwrap());
        assert_eq!(play.take_notes().len(), 1);
        assert!(play.breaks().all(|one| one.lost().is_some()));
        assert!(hit(&mut play).is_empty());
        play.replace(&Scene::from_text("hero", SCENE).unwrap());
        assert_eq!(hit(&mut play), ["1 6 Boss.Fight: Guard.Wait -> Guard.Punch"]);
    }
}
