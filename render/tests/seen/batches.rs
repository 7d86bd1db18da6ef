//! How frames are sorted.

use islay_render::batch::{Batches, MeshKey, Pass};
use islay_render::camera::View;
use islay_vm::program::{BaseSpec, WorldKind};

use crate::set::*;

#[test]
fn boxes_of_all_sizes_are_one_batch_and_so_are_capsules_of_a_ratio() {
    let mut set = Set::new();
    for i in 1..1000 {
        let s = i as f32 * 0.01;
        set.put(BaseSpec::Box([s, 1.0, 2.0 * s]), [s, 0.0, 9.0], 0x00_00_00_ff | i << 8);
        set.put(BaseSpec::Capsule(s, 4.0 * s), [s, 0.0, 9.0], RED);
        set.put(BaseSpec::Ball(s), [s, 0.0, 9.0], GREEN);
    }
    let stock = set.stock();
    let batches = set.batches(&stock);
    assert_eq!(batches.batches.len(), 3);
    assert_eq!(batches.instances.len(), 2997);
    assert!(batches.batches.iter().all(|batch| batch.instances.len() == 999 && batch.lit));
}

#[test]
fn passes_come_in_their_order_and_cover_all_instances() {
    let mut set = Set::new().kind(WorldKind::Room).seen_from([0.0, 3.0, -6.0], [0.0; 3]);
    set.text("up", 1.0, [0.0; 3]).screen = Some([1, -1]);
    set.put(BaseSpec::Ball(1.0), [0.0; 3], 0xff000080);
    set.text("here", 1.0, [0.0; 3]);
    set.put(BaseSpec::Ball(1.0), [0.0; 3], RED);
    let stock = set.stock();
    let batches = set.batches(&stock);
    let passes: Vec<Pass> = batches.batches.iter().map(|batch| batch.pass).collect();
    let want = [Pass::Floor, Pass::Wall, Pass::Solid, Pass::Solid, Pass::Clear, Pass::Screen];
    assert_eq!(passes, want);
    let mut next = 0;
    for batch in &batches.batches {
        assert_eq!(batch.instances.start, next);
        next = batch.instances.end;
        assert_eq!(batch.lit, matches!(batch.kind.mesh, MeshKey::Stock(_)));
    }
    assert_eq!((next, batches.owners.len()), (batches.instances.len(), next));
    assert_eq!(batches.words().len(), 2);
}

#[test]
fn what_is_seen_through_goes_from_far_to_near() {
    let mut set = Set::new();
    for z in [5.0, 9.0, 3.0, 7.0, -2.0] {
        set.put(BaseSpec::Ball(0.5), [0.0, 0.0, z], 0xffffff40);
    }
    let stock = set.stock();
    let batches = set.batches(&stock);
    let far: Vec<f32> = batches.instances.iter().map(|i| i.map[11]).collect();
    assert_eq!(far, [9.0, 7.0, 5.0, 3.0, -2.0]);
    assert_eq!(batches.batches.len(), 1, "neighbours of one mesh are drawn together");
}

#[test]
fn a_filled_frame_is_the_same_whatever_was_there_before() {
    let mut one = Set::new().kind(WorldKind::Ground).seen_from([0.0, 3.0, -6.0], [0.0; 3]);
    one.put(BaseSpec::Ball(1.0), [0.0; 3], RED);
    one.text("one", 1.0, [0.0; 3]);
    let mut two = Set::new();
    two.text("two", 1.0, [0.0; 3]);
    two.put(BaseSpec::Box([1.0; 3]), [0.0; 3], 0x00ff0070);
    let mut used = Batches::default();
    for set in [&one, &two, &one] {
        let (stock, frame) = (set.stock(), set.frame());
        used.fill(&frame, &stock, View::of(&frame, 1.5));
        let fresh = set.batches(&stock);
        assert_eq!((&used.batches, &used.instances), (&fresh.batches, &fresh.instances));
        assert_eq!((used.fade, used.shadow), (fresh.fade, fresh.shadow));
    }
}
