//! Expressions that are looked at after each tick.
//!
//! In: an expression and in whose context it stands; a stage after each tick. Out: values, told
//! when they change. What cannot be asked any more, since the scene is another one, has none.

use crate::session::act::Question;
use crate::{Error, Scene, Stage, Value};

/// An expression that is looked at.
#[derive(Clone, Debug)]
pub struct Watch {
    number: u32,
    text: String,
    of: Option<String>,
    /// `Err` says why it cannot be asked in the scene as it is now.
    question: Result<Question, String>,
    value: Option<Value>,
}

/// A watched value that is another one than before the tick.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// Which watch.
    pub number: u32,
    /// Its expression.
    pub text: String,
    /// What it is now; `None` where there is nobody to ask.
    pub value: Option<Value>,
}

/// All that is looked at.
#[derive(Debug, Default)]
pub struct Watches {
    list: Vec<Watch>,
    made: u32,
    changes: Vec<Change>,
}

impl Watch {
    /// Its number, from 1.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// Its expression.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The path of the instance in whose context it stands.
    pub fn of(&self) -> Option<&str> {
        self.of.as_deref()
    }

    /// What it is now; `None` where there is nobody to ask.
    pub fn value(&self) -> Option<&Value> {
        self.value.as_ref()
    }

    /// Why it cannot be asked in the scene as it is now.
    pub fn lost(&self) -> Option<&str> {
        self.question.as_ref().err().map(|why| &**why)
    }

    fn ask(&self, stage: &Stage) -> Option<Value> {
        let of = self.of.as_ref().map(|path| stage.world().find(path));
        // whose context is gone cannot be asked
        if of == Some(None) { None } else { self.question.as_ref().ok()?.ask(stage, of.flatten()) }
    }
}

impl Watches {
    /// Those that there are.
    pub fn iter(&self) -> impl Iterator<Item = &Watch> {
        self.list.iter()
    }

    /// Those whose value the last tick changed.
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    pub(super) fn add(
        &mut self,
        text: &str,
        of: Option<&str>,
        stage: &Stage,
    ) -> Result<u32, Error> {
        let text = text.trim().to_owned();
        let question = Ok(Question::new(stage.scene(), of, &text)?);
        self.made += 1;
        let (number, of) = (self.made, of.map(str::to_owned));
        let mut watch = Watch { number, text, of, question, value: None };
        watch.value = watch.ask(stage);
        self.list.push(watch);
        Ok(number)
    }

    pub(super) fn remove(&mut self, number: u32) -> bool {
        let before = self.list.len();
        self.list.retain(|watch| watch.number != number);
        self.list.len() < before
    }

    /// A tick was done.
    pub(super) fn tick(&mut self, stage: &Stage) {
        self.changes.clear();
        for watch in &mut self.list {
            let value = watch.ask(stage);
            if value != watch.value {
                let (number, text) = (watch.number, watch.text.clone());
                self.changes.push(Change { number, text, value: value.clone() });
                watch.value = value;
            }
        }
    }

    /// The stage is elsewhere: values are of there, and nobody is told.
    pub(super) fn look(&mut self, stage: &Stage) {
        self.changes.clear();
        self.list.iter_mut().for_each(|watch| watch.value = watch.ask(stage));
    }

    /// Another scene runs; what can no longer be asked there, and why.
    pub(super) fn reload(&mut self, scene: &Scene) -> Vec<String> {
        let mut lost = Vec::new();
        for watch in &mut self.list {
            let question = Question::new(scene, watch.of.as_deref(), &watch.text);
            let question = question.map_err(|error| error.to_string());
            if let (Ok(_), Err(why)) = (&watch.question, &question) {
                lost.push(format!("watch {} (`{}`): {why}", watch.number, watch.text));
            }
            watch.question = question;
        }
        lost
    }
}

impl std::fmt::Display for Change {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.value {
            Some(value) => write!(f, "{} = {value}", self.text),
            None => write!(f, "{} is gone", self.text),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::session::play::Play;
    use crate::session::script::Script;
    use crate::{Config, Scene};

    const SCENE: &str = "
        character Hero { var hp = 3  diagram D { state A after 3 ticks do hp -= 1 -> B  state B } }
        group main { Hero }";

    #[test]
    fn changes_are_told_once_and_not_when_going_back() {
        let scene = Scene::from_text("hero", SCENE).unwrap();
        let mut play = Play::new(&scene, Config::default(), Script::new());
        let doubled = play.watch("hp * 2", Some("Hero")).unwrap();
        assert!(play.watch("hp *", Some("Hero")).is_err());
        let mut told = Vec::new();
        for _ in 0..6 {
            play.tick();
            told.extend(play.watches().changes().iter().map(ToString::to_string));
        }
        assert_eq!(told, ["hp * 2 = 4"]);
        play.goto(1).unwrap();
        assert!(play.watches().changes().is_empty());
        let value = play.watches().iter().next().and_then(|watch| watch.value().cloned());
        assert_eq!(value, Some(6.0.into()));
        // a scene that has no such variable
        play.replace(&Scene::from_text("hero", &SCENE.replace("hp", "mp")).unwrap());
        assert!(play.watches().iter().next().is_some_and(|watch| watch.lost().is_some()));
        assert_eq!(play.take_notes().len(), 1);
        play.replace(&scene);
        play.goto(6).unwrap();
        let value = play.watches().iter().next().and_then(|watch| watch.value().cloned());
        assert_eq!(value, Some(4.0.into()));
        assert!(play.unwatch(doubled) && !play.unwatch(doubled));
    }
}
