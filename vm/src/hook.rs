//! Hooks: functions outside of the machine that act for an instance, of scripts and of the host.
//!
//! In: a function's name, its arguments and [`Me`], what the function sees of the instance that
//! calls it. Out: wishes in [`Me`], which the machine fulfils in their order after the call, or one
//! line of why it failed; or a number made of numbers. A hook has no other way into the scene, so that no order of calls and no
//! thread shows. What runs it ([`Hooks`]) is somebody else's; without one every call traps.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::event::EmitValue;
use crate::math::{self, Quat, Vec3};
use crate::program::{CallKind, DefId, Kind, MessageId, Program};
use crate::rng;
use crate::text::name;

/// A function of a script, or of the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hook<'a> {
    /// The script's file; empty: the host.
    pub script: &'a str,
    /// The function.
    pub name: &'a str,
}

impl Hook<'_> {
    /// Why it cannot be called in this way where nobody has it.
    pub fn lacking(&self, kind: CallKind, n_args: usize) -> String {
        match self.script {
            "" => format!("the host has no {}", kind.called(self.name, n_args)),
            script => format!("{script}: hooks cannot be run here"),
        }
    }
}

/// Runs functions of scripts and of the host.
pub trait Hooks: std::fmt::Debug + Send + Sync {
    /// Calls a function for an instance. The flag is what a condition asks for, `false` where the
    /// function says nothing. An `Err` is one line with its place in the script.
    fn call(&self, hook: Hook<'_>, me: &mut Me, args: &[EmitValue]) -> Result<bool, String>;

    /// A number that a function of the host makes of numbers, the same for the same numbers. An
    /// `Err` is one line of why there is none. Scripts have no such functions.
    fn number(&self, hook: Hook<'_>, _args: &[f32]) -> Result<f32, String> {
        Err(format!("`{}` makes no numbers", hook.name))
    }
}

/// What a hook asks for, besides what [`Me`] keeps of the instance itself.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Wish {
    /// Moves along its own axes.
    Move(Vec3),
    /// Turns about its own axes, in degrees.
    Rotate(Vec3),
    /// Stands there in the parent's frame.
    Place(Vec3),
    /// Sets a variable.
    Set(u16, u32),
    /// Another colour, 0xRRGGBBAA.
    Color(u32),
    /// Shows or hides itself.
    Visible(bool),
    /// Sends a message with a number; to whom: `all`, `up`, `down`, `parts`, a character, a group,
    /// a path.
    Send(MessageId, f32, String),
    /// A new character (with its defaults), or all of a group.
    Fork(String),
    /// A line of the log.
    Log(String),
    /// An event for the host.
    Emit(String, Vec<EmitValue>),
    /// Ends itself.
    Vanish,
}

/// What hooks may ask for by name, worked out once per program.
#[derive(Clone, Debug, Default)]
pub(crate) struct Known {
    messages: Vec<Box<str>>,
    /// Characters that need no arguments, and groups.
    forks: BTreeSet<Box<str>>,
    /// First words of receivers: characters, groups, names of spawns.
    cast: BTreeSet<Box<str>>,
    defs: Vec<KnownDef>,
}

#[derive(Clone, Debug)]
struct KnownDef {
    character: Box<str>,
    vars: Vec<(Box<str>, Kind)>,
    diagrams: Vec<(Box<str>, Vec<Box<str>>)>,
}

impl Known {
    pub(crate) fn new(program: &Program) -> Self {
        let text = |id| name(program, id).into();
        let defs = program.defs.iter().map(|def| KnownDef {
            character: text(def.name),
            vars: def.vars.iter().map(|v| (text(v.name), v.kind)).collect(),
            diagrams: def
                .diagrams
                .iter()
                .map(|d| (text(d.name), d.states.iter().map(|s| text(s.path)).collect()))
                .collect(),
        });
        let groups = program.groups.iter().map(|g| g.name);
        let forks = groups.clone().chain(program.plain.iter().map(|(name, _)| *name));
        let classes = program.classes.iter().map(|c| c.name);
        let cast = groups.chain(classes).chain(program.spawns.iter().map(|s| s.name));
        Self {
            messages: program.messages.iter().map(|m| text(*m)).collect(),
            forks: forks.map(text).collect(),
            cast: cast.map(text).collect(),
            defs: defs.collect(),
        }
    }
}

/// The character that calls an action or asks a signal, as it is at this moment of its tick: `me`.
///
/// It is the only way into the scene. What it asks of itself holds at once: who moves and then reads
/// [`Me::position`] reads the new one. What others notice (messages, new characters, logs, its own
/// end) comes when the tick commits, in the order in which the language's own actions would have.
/// Nothing of what was asked is done where the call fails. Of others it sees no more than the paths
/// that variables hold.
///
/// In a signal it sees and does nothing: what asks for something is refused.
#[derive(Clone, Debug)]
pub struct Me {
    pub(crate) known: Arc<Known>,
    pub(crate) def: DefId,
    pub(crate) path: String,
    pub(crate) position: Vec3,
    pub(crate) rotation: Quat,
    pub(crate) colour: u32,
    pub(crate) visible: bool,
    pub(crate) vars: Vec<u32>,
    /// Paths of those that variables refer to, by variable.
    pub(crate) whos: Vec<(u16, String)>,
    pub(crate) states: Vec<u16>,
    pub(crate) time: f32,
    pub(crate) dt: f32,
    /// Of this place's draws in this tick, and whose.
    pub(crate) draws: (u64, u64, u32),
    pub(crate) operations: u32,
    /// A condition sees and does nothing.
    pub(crate) acts: bool,
    pub(crate) wishes: Vec<Wish>,
}

impl Me {
    /// Its path, as traces print it: `Car#2.wheel`.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// The name of the character that it is.
    pub fn character(&self) -> &str {
        self.def().map_or("", |def| &def.character)
    }

    /// Where it stands in the frame of what it is part of or attached to, else in the world.
    pub fn position(&self) -> Vec3 {
        self.position
    }

    /// Pitch, heading and roll in degrees, in the frame of [`Me::position`].
    pub fn angles(&self) -> Vec3 {
        math::quat_euler(self.rotation)
    }

    /// Its colour as 0xRRGGBBAA.
    pub fn colour(&self) -> u32 {
        self.colour
    }

    /// Whether it is shown, as far as it depends on itself.
    pub fn visible(&self) -> bool {
        self.visible
    }

    /// Seconds since the start, this tick included.
    pub fn time(&self) -> f32 {
        self.time
    }

    /// Seconds per tick.
    pub fn dt(&self) -> f32 {
        self.dt
    }

    fn def(&self) -> Option<&KnownDef> {
        self.known.defs.get(usize::from(self.def))
    }

    /// A parameter or variable that holds a number, as it is now.
    pub fn number(&self, name: &str) -> Option<f32> {
        self.var(name)?.as_number()
    }

    /// A parameter or variable, as it is now; nothing where it has none of that name. A reference is
    /// a path.
    pub fn var(&self, name: &str) -> Option<EmitValue> {
        let vars = &self.def()?.vars;
        let at = vars.iter().position(|(n, _)| **n == *name)?;
        let bits = self.vars.get(at).copied()?;
        Some(match vars.get(at)?.1 {
            Kind::Number => EmitValue::Number(f32::from_bits(bits)),
            Kind::Flag => EmitValue::Flag(bits != 0),
            Kind::Colour => EmitValue::Colour(bits),
            Kind::Who => {
                let who = self.whos.iter().find(|(var, _)| usize::from(*var) == at);
                EmitValue::Who(who.map(|(_, path)| path.clone()))
            }
        })
    }

    /// The innermost active state of one of its diagrams, as a path below it: `Walk.Fast`.
    pub fn state(&self, diagram: &str) -> Option<&str> {
        let diagrams = &self.def()?.diagrams;
        let at = diagrams.iter().position(|(n, _)| **n == *diagram)?;
        let state = self.states.get(at)?;
        diagrams.get(at)?.1.get(usize::from(*state)).map(|s| &**s)
    }

    /// A number in `0.0..1.0`, another one each time. It is the same for the same seed, character,
    /// tick and place of the call, so that chance repeats.
    pub fn random(&mut self) -> f32 {
        let (key, site, id) = &mut self.draws;
        *site = site.wrapping_add(0x9e37_79b9_7f4a_7c15);
        rng::unit(*key ^ *site, *id)
    }

    /// Moves along its own axes: right, up, forward.
    pub fn move_by(&mut self, v: Vec3) -> Result<(), String> {
        self.wish(Wish::Move(finite(v)?))?;
        self.position = math::add(self.position, math::rotate(self.rotation, v));
        Ok(())
    }

    /// Turns about its own axes, in degrees: heading, then pitch, then roll.
    pub fn rotate_by(&mut self, v: Vec3) -> Result<(), String> {
        self.wish(Wish::Rotate(finite(v)?))?;
        self.rotation = math::quat_mul(self.rotation, math::euler_quat(v));
        Ok(())
    }

    /// Stands there, in the frame of [`Me::position`].
    pub fn place(&mut self, at: Vec3) -> Result<(), String> {
        self.wish(Wish::Place(finite(at)?))?;
        self.position = at;
        Ok(())
    }

    /// Sets one of its variables to a value of its kind: a number, a flag or a colour.
    pub fn set(&mut self, name: &str, value: impl Into<EmitValue>) -> Result<(), String> {
        let value = value.into();
        let def = self.def().ok_or("it is nobody")?;
        let at = def.vars.iter().position(|(n, _)| **n == *name);
        let (at, kind) = at
            .and_then(|at| Some((at, def.vars.get(at)?.1)))
            .ok_or_else(|| format!("`{}` has no variable `{name}`", def.character))?;
        let bits = match (value, kind) {
            (EmitValue::Number(n), Kind::Number) => (finite([n; 3])?[0] + 0.0).to_bits(),
            (EmitValue::Flag(b), Kind::Flag) => u32::from(b),
            (EmitValue::Colour(c), Kind::Colour) => c,
            _ => return Err(format!("`{name}` holds another kind of value")),
        };
        self.wish(Wish::Set(at as u16, bits))?;
        if let Some(slot) = self.vars.get_mut(at) {
            *slot = bits;
        }
        Ok(())
    }

    /// Takes another colour, 0xRRGGBBAA.
    pub fn color(&mut self, colour: u32) -> Result<(), String> {
        self.wish(Wish::Color(colour))?;
        self.colour = colour;
        Ok(())
    }

    /// Shows or hides itself.
    pub fn show(&mut self, on: bool) -> Result<(), String> {
        self.wish(Wish::Visible(on))?;
        self.visible = on;
        Ok(())
    }

    /// Sends a message with a number (0 where none is meant) to a character, a group, a path, or `all`,
    /// `up`, `down`, `parts`. A path at which nobody lives any more receives nothing.
    pub fn send(&mut self, message: &str, value: f32, to: &str) -> Result<(), String> {
        let at = self.known.messages.iter().position(|m| **m == *message);
        let at = at.ok_or_else(|| format!("nobody knows a message `{message}`"))?;
        let first = to.split(['.', '#']).next().unwrap_or_default();
        let word = matches!(to, "all" | "up" | "down" | "parts");
        // a name in backticks may hold anything
        if !word && !to.starts_with('`') && !self.known.cast.contains(first) {
            return Err(format!("nobody is called `{to}`"));
        }
        self.wish(Wish::Send(at as MessageId, finite([value; 3])?[0], to.to_owned()))
    }

    /// Makes a new character with its defaults where it stands itself, or all of a group.
    pub fn fork(&mut self, what: &str) -> Result<(), String> {
        if !self.known.forks.contains(what) {
            let reason = "is no group, and no character that needs no arguments";
            return Err(format!("`{what}` {reason}"));
        }
        self.wish(Wish::Fork(what.to_owned()))
    }

    /// Writes a line of the log.
    pub fn log(&mut self, text: &str) -> Result<(), String> {
        self.wish(Wish::Log(text.to_owned()))
    }

    /// Tells the host something, as the language's `emit` does.
    pub fn emit(&mut self, name: &str, args: Vec<EmitValue>) -> Result<(), String> {
        self.wish(Wish::Emit(name.to_owned(), args))
    }

    /// Ends itself at the end of the tick.
    pub fn vanish(&mut self) -> Result<(), String> {
        self.wish(Wish::Vanish)
    }

    /// How many operations a script's function may do.
    #[doc(hidden)]
    pub fn operations(&self) -> u64 {
        self.operations.into()
    }

    /// Whether it may ask for something: not in a condition.
    pub fn acts(&self) -> bool {
        self.acts
    }

    fn wish(&mut self, wish: Wish) -> Result<(), String> {
        if !self.acts {
            return Err("a condition sees and does nothing".to_owned());
        }
        self.wishes.push(wish);
        Ok(())
    }
}

fn finite(v: Vec3) -> Result<Vec3, String> {
    match v.iter().all(|n| n.is_finite()) {
        true => Ok(v),
        false => Err("a number is not finite".to_owned()),
    }
}
