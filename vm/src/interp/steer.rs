//! `face` and `approach`: toward another instance or a point.
//!
//! The target is where it was at the end of the last tick, brought into the frame that the row
//! lives in; toward what is gone nothing happens.

use super::{Lanes, Lens, Machine};
use crate::column::Rows;
use crate::math::{self, Quat, Vec3, affine};
use crate::op::{NONE, Op};
use crate::table::Pose;

/// What a row steers toward.
#[derive(Clone, Copy)]
enum Aim<'f> {
    Who(Lanes<'f>),
    Point([Lanes<'f>; 3]),
}

impl Machine {
    pub(super) fn steer(&mut self, lens: &mut Lens<'_>, op: &Op, rows: Rows<'_>) {
        let n = rows.len();
        let level = self.level;
        let file = std::mem::take(&mut self.files[level]);
        match *op {
            Op::FaceWho { who, max } => {
                let most = (max != NONE).then(|| file.get(max, n));
                self.face(lens, Aim::Who(file.get(who, n)), most, rows);
            }
            Op::FacePoint { v, max } => {
                let most = (max != NONE).then(|| file.get(max, n));
                self.face(lens, Aim::Point(file.get3(v, n)), most, rows);
            }
            Op::ApproachWho { who, step } => {
                self.approach(lens, Aim::Who(file.get(who, n)), file.get(step, n), rows);
            }
            Op::ApproachPoint { v, step } => {
                self.approach(lens, Aim::Point(file.get3(v, n)), file.get(step, n), rows);
            }
            _ => {}
        }
        self.files[level] = file;
    }

    fn face(&mut self, lens: &mut Lens<'_>, aim: Aim<'_>, most: Option<Lanes<'_>>, rows: Rows<'_>) {
        let turned = |lane: usize, pose: Pose, target: Vec3| {
            let most = most.map(|m| m.num(lane));
            let rotation = facing(pose.position, pose.rotation, target, most)?;
            Some(Pose { rotation, ..pose })
        };
        self.steered(lens, aim, "face", rows, turned);
    }

    fn approach(&mut self, lens: &mut Lens<'_>, aim: Aim<'_>, step: Lanes<'_>, rows: Rows<'_>) {
        let moved = |lane: usize, pose: Pose, target: Vec3| {
            let delta = math::sub(target, pose.position);
            let (way, d) = (step.num(lane), math::length(delta));
            let position = match way >= d {
                true => target,
                false => math::add(pose.position, math::scaled(delta, way / d)),
            };
            Some(Pose { position, ..pose })
        };
        self.steered(lens, aim, "approach", rows, moved);
    }

    fn steered(
        &mut self,
        lens: &mut Lens<'_>,
        aim: Aim<'_>,
        what: &'static str,
        rows: Rows<'_>,
        f: impl Fn(usize, Pose, Vec3) -> Option<Pose>,
    ) {
        for lane in 0..rows.len() {
            let row = rows.row(lane);
            let Some(target) = target(lens, aim, lane, row) else { continue };
            let Some(table) = lens.own.as_deref_mut() else { return };
            let Some(pose) = f(lane, table.pose(row), target) else { continue };
            if pose.is_finite() {
                table.set_pose(row, &pose);
            } else {
                self.pose_trap(lens, what, row);
            }
        }
    }
}

/// The target in the frame that the row lives in.
fn target(lens: &Lens<'_>, aim: Aim<'_>, lane: usize, row: usize) -> Option<Vec3> {
    let who = match aim {
        Aim::Point(v) => return Some([v[0].num(lane), v[1].num(lane), v[2].num(lane)]),
        Aim::Who(who) => who.at(lane),
    };
    let roster = lens.scene.roster;
    let (frozen, at) = roster.at(who)?;
    let place = frozen.origin(at);
    match lens.frozen()?.parents[row] {
        0 => Some(place),
        parent => {
            let back = affine::inverse(&roster.frame(parent));
            Some(back.map_or([f32::NAN; 3], |m| affine::point(&m, place)))
        }
    }
}

/// Turned about the parent's Y toward a point, by at most so many degrees; `None` where it is
/// straight above or below.
fn facing(from: Vec3, rotation: Quat, to: Vec3, most: Option<f32>) -> Option<Quat> {
    let [x, _, z] = math::sub(to, from);
    if x == 0.0 && z == 0.0 {
        return None;
    }
    let turn = math::wrap_deg(math::atan2_deg(x, z) - math::quat_euler(rotation)[1]);
    let turn = match most {
        Some(most) if turn > most => most,
        Some(most) if turn < -most => -most,
        _ => turn,
    };
    Some(math::quat_mul(math::axis_quat(1, turn), rotation))
}
