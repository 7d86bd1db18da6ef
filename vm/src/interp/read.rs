//! References and what is read of others: everything as of the end of the last tick.

use super::values::flag;
use super::{Lens, Machine, Scene};
use crate::column::Rows;
use crate::input::InstanceId;
use crate::math::{affine, quat_euler};
use crate::op::{Op, Reg};
use crate::program::{Kind, PoseField, StateId};
use crate::roster::Frozen;

impl Machine {
    pub(super) fn read(&mut self, lens: &Lens<'_>, op: &Op, rows: Rows<'_>) {
        let scene = lens.scene;
        let n = rows.len();
        match *op {
            Op::SelfId { dst } => match lens.frozen() {
                Some(frozen) => self.file().set_many(dst, n, |_, out| {
                    crate::column::gather(&frozen.ids, rows, out);
                }),
                None => self.file().set_one(dst, 0),
            },
            Op::Parent { dst, who } => self.file().map(dst, who, n, |id| scene.roster.parent(id)),
            Op::Child { dst, who, name } => self.file().map(dst, who, n, |id| {
                scene.roster.part_named(scene.program, scene.plan, id, name)
            }),
            Op::Named { dst, name, number } => {
                self.file().set_one(dst, scene.roster.find_named(name, number));
            }
            Op::Sender { dst, message } => {
                self.mail(lens, dst, message, rows, |m| scene.roster.alive(m.sender))
            }
            Op::Field { dst, who, field } => self.field(lens, dst, who, field, rows),
            Op::OwnIs { dst, diagram, state } => self.own_is(lens, dst, diagram, state, rows),
            Op::Is { dst, who, query } => self.file().map(dst, who, n, |id| was(&scene, id, query)),
            _ => {}
        }
    }

    fn field(&mut self, lens: &Lens<'_>, dst: Reg, who: Reg, field: u32, rows: Rows<'_>) {
        let (scene, n) = (lens.scene, rows.len());
        let asks_place =
            scene.program.fields.get(field as usize).is_some_and(|f| {
                matches!(f.pose, Some(PoseField::X | PoseField::Y | PoseField::Z))
            });
        let inside = lens.own.as_ref().is_some_and(|t| t.depth > 0);
        if !(asks_place && inside) {
            return self.file().map(dst, who, n, |id| value(&scene, id, field, 0));
        }
        // a place is seen from the frame that the reader lives in
        let parents = lens.frozen().map_or(&[][..], |f| &f.parents);
        self.file().set_many(dst, n, |file, out| {
            let who = file.get(who, n);
            rows.each(|lane, row| out[lane] = value(&scene, who.at(lane), field, parents[row]));
        });
    }

    fn own_is(&mut self, lens: &Lens<'_>, dst: Reg, diagram: u16, state: StateId, rows: Rows<'_>) {
        let (Some(frozen), Some(table)) = (lens.frozen(), lens.own.as_deref()) else {
            return self.file().set_one(dst, 0);
        };
        let plan = lens.scene.plan.defs[table.def as usize].diagrams.get(diagram as usize);
        let states = frozen.states.get(diagram as usize).filter(|s| !s.is_empty());
        let (Some(plan), Some(states)) = (plan, states) else {
            return self.file().set_one(dst, 0);
        };
        self.file().set_many(dst, rows.len(), |_, out| {
            rows.each(|lane, row| out[lane] = flag(plan.inside(states[row], state)));
        });
    }
}

/// A field of an instance as seen by a child of `frame`.
fn value(scene: &Scene<'_>, id: InstanceId, field: u32, frame: InstanceId) -> u32 {
    let Some((frozen, row)) = scene.roster.at(id) else { return 0 };
    let Some(spec) = scene.program.fields.get(field as usize) else { return 0 };
    let vars = &scene.plan.field_vars[field as usize];
    if let Ok(i) = vars.binary_search_by_key(&frozen.def, |(def, _)| *def) {
        let bits = vars[i].1.map_or(0, |var| frozen.vars[var as usize][row]);
        return if spec.kind == Kind::Who { scene.roster.alive(bits) } else { bits };
    }
    let Some(pose) = spec.pose else { return 0 };
    pose_value(scene, frozen, row, pose, frame).to_bits()
}

fn pose_value(
    scene: &Scene<'_>,
    frozen: &Frozen,
    row: usize,
    field: PoseField,
    frame: InstanceId,
) -> f32 {
    let place = || match frame {
        0 => frozen.origin(row),
        _ => affine::inverse(&scene.roster.frame(frame))
            .map_or([f32::NAN; 3], |back| affine::point(&back, frozen.origin(row))),
    };
    let angles = || {
        let [x, y, z, w] = &frozen.local;
        if x.is_empty() { [0.0; 3] } else { quat_euler([x[row], y[row], z[row], w[row]]) }
    };
    match field {
        PoseField::X => place()[0],
        PoseField::Y => place()[1],
        PoseField::Z => place()[2],
        PoseField::Pitch => angles()[0],
        PoseField::Heading => angles()[1],
        PoseField::Roll => angles()[2],
        PoseField::Speed => frozen.speed.get(row).copied().unwrap_or(0.0),
        PoseField::TurnRate => frozen.turnrate.get(row).copied().unwrap_or(0.0),
    }
}

/// Whether its diagram was in one of the states that the question means.
fn was(scene: &Scene<'_>, id: InstanceId, query: u32) -> u32 {
    let Some((frozen, row)) = scene.roster.at(id) else { return 0 };
    let Some(query) = scene.program.queries.get(query as usize) else { return 0 };
    let from = query.answers.partition_point(|(def, ..)| *def < frozen.def);
    let answers = query.answers[from..].iter().take_while(|(def, ..)| *def == frozen.def);
    let diagrams = &scene.plan.defs[frozen.def as usize].diagrams;
    let holds = |diagram: usize, state: StateId| {
        let leaf = frozen.states.get(diagram).and_then(|s| s.get(row));
        leaf.is_some_and(|leaf| diagrams[diagram].inside(*leaf, state))
    };
    flag(answers.into_iter().any(|(_, diagram, state)| holds(*diagram as usize, *state)))
}
