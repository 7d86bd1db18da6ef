//! Actions on the own pose.

use islay_vm::event::EventKind;
use islay_vm::input::Input;
use islay_vm::math::quat_euler;
use islay_vm::op::{Frame, NONE, Op};
use islay_vm::world::{InstanceView, World};

use crate::asm::{Asm, num};
use crate::messages::once;

/// A part that does something once, in a whole that is turned by 90 degrees about Y at 1 0 0.
fn part(ops: &[Op]) -> World {
    let mut asm = Asm::new();
    let arm = asm.def("Arm");
    once(&mut asm, arm, ops);
    let hero = asm.def("Hero");
    asm.part(hero, "arm", arm, [0.0, 1.0, 0.0]);
    let spawn = asm.placed(hero, "Hero", [1.0, 0.0, 0.0], [0.0, 90.0, 0.0]);
    asm.main(spawn);
    asm.world()
}

fn after(ops: &[Op]) -> InstanceView {
    let mut world = part(ops);
    world.tick(&Input::new());
    world.view(2).unwrap()
}

fn near(a: &[f32], b: &[f32]) {
    assert!(a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-4), "{a:?} is not {b:?}");
}

fn xyz(x: f32, y: f32, z: f32) -> [Op; 3] {
    [num(0, x), num(1, y), num(2, z)]
}

#[test]
fn a_move_goes_along_the_axes_of_its_frame() {
    for (frame, want) in [
        (Frame::Own, [0.0, 1.0, 2.0]),
        (Frame::Parent, [0.0, 1.0, 2.0]),
        (Frame::World, [-2.0, 1.0, 0.0]),
    ] {
        let ops = [&xyz(0.0, 0.0, 2.0)[..], &[Op::Move { v: [0, 1, 2], frame }]].concat();
        let view = after(&ops);
        near(&view.position, &want);
    }
}

#[test]
fn a_rotation_is_about_the_axes_of_its_frame() {
    for (frame, want) in [
        (Frame::Own, [30.0, 0.0, 0.0]),
        (Frame::Parent, [30.0, 0.0, 0.0]),
        // the world's X is the parent's −Z … about which the part leans
        (Frame::World, [0.0, 0.0, 30.0]),
    ] {
        let ops = [&xyz(30.0, 0.0, 0.0)[..], &[Op::Rotate { v: [0, 1, 2], frame }]].concat();
        let got = quat_euler(after(&ops).rotation);
        near(&got.map(f32::abs), &want);
    }
}

#[test]
fn absolute_actions_set_and_reset() {
    let place = |axis, src, step| Op::Place { axis, src, step, cut: false };
    let half = [&xyz(4.0, 0.5, 0.0)[..], &[place(0, 0, NONE), place(1, 0, 1)]].concat();
    near(&after(&half).position, &[4.0, 2.5, 0.0]);
    let orient = [&xyz(0.0, 40.0, 0.5)[..], &[Op::Orient { v: [0, 1, 0], step: 2, cut: false }]];
    near(&quat_euler(after(&orient.concat()).rotation), &[0.0, 20.0, 0.0]);
    let reset = [
        Op::ResetMove { cut: false },
        num(0, 3.0),
        Op::Scale { v: [0, 0, 0] },
        Op::ResetRotate { cut: true },
    ];
    let view = after(&reset);
    assert_eq!((view.position, view.scale), ([0.0; 3], [3.0; 3]));
    let reset = [num(0, 3.0), Op::Scale { v: [0, 0, 0] }, Op::ResetScale { cut: false }];
    assert_eq!(after(&reset).scale, [1.0; 3]);
}

#[test]
fn a_step_of_a_scale_is_a_power() {
    let ops = [num(0, 4.0), num(1, 0.5), Op::ScaleStep { v: [0, 0, 0], step: 1 }];
    near(&after(&ops).scale, &[2.0; 3]);
}

#[test]
fn face_turns_by_at_most_so_much_and_approach_never_passes() {
    let face = [&xyz(5.0, 0.0, 0.0)[..], &[num(3, 30.0), Op::FacePoint { v: [0, 1, 2], max: 3 }]];
    near(&quat_euler(after(&face.concat()).rotation), &[0.0, 30.0, 0.0]);
    let face = [&xyz(5.0, 0.0, 0.0)[..], &[Op::FacePoint { v: [0, 1, 2], max: NONE }]];
    near(&quat_euler(after(&face.concat()).rotation), &[0.0, 90.0, 0.0]);
    for (step, want) in [(1.0, 1.0), (9.0, 3.0), (-1.0, -1.0)] {
        let to = [&xyz(3.0, 1.0, 0.0)[..], &[num(3, step)]].concat();
        let ops = [&to[..], &[Op::ApproachPoint { v: [0, 1, 2], step: 3 }]].concat();
        near(&after(&ops).position, &[want, 1.0, 0.0]);
    }
}

#[test]
fn a_target_elsewhere_is_seen_from_the_frame_of_the_parent() {
    let parent = [Op::SelfId { dst: 0 }, Op::Parent { dst: 0, who: 0 }, num(1, 0.5)];
    let ops = [&parent[..], &[Op::ApproachWho { who: 0, step: 1 }]].concat();
    near(&after(&ops).position, &[0.0, 0.5, 0.0]);
    let gone = [Op::Bits { dst: 0, bits: 99 }, num(1, 0.5), Op::ApproachWho { who: 0, step: 1 }];
    near(&after(&gone).position, &[0.0, 1.0, 0.0]);
}

#[test]
fn a_result_that_is_not_finite_leaves_the_pose_and_traps() {
    let ops = [num(0, 3e38), Op::Scale { v: [0, 0, 0] }, Op::Scale { v: [0, 0, 0] }];
    let mut world = part(&ops);
    world.tick(&Input::new());
    assert_eq!(world.view(2).unwrap().scale, [3e38; 3]);
    let traps = world.events().iter().filter_map(|e| match &e.kind {
        EventKind::Trap { code, count, .. } => Some((e.path.clone(), code.clone(), *count)),
        _ => None,
    });
    assert_eq!(traps.collect::<Vec<_>>(), [("Hero.arm".to_owned(), "not-finite".to_owned(), 1)]);
}

#[test]
fn looks_change() {
    let ops = [
        Op::Bits { dst: 0, bits: 0xff00_00ff },
        Op::Color { src: 0, step: NONE },
        Op::Bits { dst: 0, bits: 0x0000_00ff },
        num(1, 0.5),
        Op::Color { src: 0, step: 1 },
        Op::Visible { on: false },
    ];
    let view = after(&ops);
    // 255 − 127.5 rounds half away from zero: 255 + (−128)
    assert_eq!((view.colour, view.visible), (0x7f00_00ff, false));
}
