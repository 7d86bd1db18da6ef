//! The compiler: from the model to a program of flat tables and code.
//!
//! In: a checked [`Model`]. Out: a [`Program`] for the virtual machine, and a [`SourceMap`] that
//! leads from its numbers back to places in the text. It looks up no names of the scene and finds
//! no faults of the author; the only thing it refuses is more of something than a program's
//! numbers can count.

mod action;
mod builder;
mod character;
mod diagram;
mod emit;
mod expr;
mod fold;
mod map;
mod probe;
mod reference;
mod spawn;
mod step;
mod timed;

#[cfg(test)]
mod tests;

use islay_vm::program::{
    CallKind, CameraSpec, ClassSpec, HookSpec, Probes, Program, WantedCall, Wants, WorldKind,
    WorldSpec,
};

use crate::diagnostic::Diagnostic;
use crate::hir::model::{self, Camera, Model};
use crate::source::Text;
use builder::Builder;
pub use map::{CharacterPlaces, DiagramPlaces, SourceMap, TestPlaces};

/// A program with the way back to its text.
#[derive(Clone, Debug, Default)]
pub struct Compiled {
    /// What the machine runs.
    pub program: Program,
    /// Where its parts stand.
    pub map: SourceMap,
    /// Errors `too-many`; with one of them the program must not run.
    pub diagnostics: Vec<Diagnostic>,
}

/// Compiles a checked model.
pub fn compile(model: &Model) -> Compiled {
    let mut b = Builder::new(model);
    lay_out(&mut b);
    b.finish()
}

/// Compiles the model of this program once more, so that ticks can be looked into: the parts of
/// its edges' conditions, as [`crate::hir::condition`] takes them apart, are values too. Apart from
/// what it tells it is the same program.
pub fn compile_probed(model: &Model, plain: &Program) -> Program {
    let mut b = Builder::new(model);
    b.probing = true;
    lay_out(&mut b);
    let edges = probe::edges(&mut b);
    let mut program = b.finish().program;
    program.probes = Some(Box::new(Probes { structure: plain.structure(), edges }));
    program
}

fn lay_out(b: &mut Builder<'_>) {
    let model = b.model;
    b.program.world = world(b, &model.world);
    for message in &model.messages {
        let name = b.name(message);
        b.program.messages.push(name);
    }
    for class in &model.classes {
        let name = b.name(&class.name);
        b.program.classes.push(ClassSpec { name });
    }
    for input in &model.host.inputs {
        let name = b.name(input);
        b.program.inputs.push(name);
    }
    b.program.wants = wants(model);
    for hook in &model.hooks {
        let (script, name) = (b.name(&hook.script), b.name(&hook.name));
        b.program.hooks.push(HookSpec { script, name });
    }
    character::characters(b);
    spawn::groups(b);
    spawn::plain(b);
    step::tests(b);
}

/// What the scene has with its host.
fn wants(model: &Model) -> Wants {
    let texts = |list: &[Text]| list.iter().map(Text::to_string).collect();
    let host = &model.host;
    let message = |m: &model::MessageId| model.messages.get(m.index()).map(Text::to_string);
    let mut wants = Wants::default();
    wants.messages = host.messages.iter().filter_map(message).collect();
    (wants.inputs, wants.emits) = (texts(&host.inputs), texts(&host.emits));
    wants.calls.extend(host.calls.iter().filter_map(|call| {
        let kind = match call.kind {
            model::HostKind::Action => CallKind::Action,
            model::HostKind::Signal => CallKind::Signal,
            model::HostKind::Function => CallKind::Function,
            _ => return None,
        };
        Some(WantedCall { kind, name: call.name.to_string(), params: texts(&call.params) })
    }));
    wants
}

fn world(b: &mut Builder, w: &model::World) -> WorldSpec {
    WorldSpec {
        kind: match w.kind {
            model::WorldKind::Space => WorldKind::Space,
            model::WorldKind::Ground => WorldKind::Ground,
            model::WorldKind::Room => WorldKind::Room,
        },
        size: w.size,
        background: w.background,
        floor: w.floor,
        wall: w.wall,
        roof: w.roof,
        tick: w.tick,
        seed: w.seed,
        camera: w.camera.as_ref().map(|c| camera(b, c)),
        light: w.light,
        light_color: w.light_color,
    }
}

fn camera(b: &mut Builder, c: &Camera) -> CameraSpec {
    CameraSpec {
        of: c.of.as_ref().map(|name| b.name(name)),
        at: c.at,
        look: c.look,
        turn: c.turn,
        fov: c.fov,
    }
}
