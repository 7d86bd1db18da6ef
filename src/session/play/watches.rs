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
