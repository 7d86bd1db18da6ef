//! Answers against loops over the whole set; ties, limits, refills.

use super::*;
use crate::math::{IDENTITY, euler_quat};
use proptest::prelude::*;

fn look(from: Vec3) -> Look {
    Look { root: 0, from, rotation: IDENTITY, within: None, ahead: None }
}

fn field(sites: &[Site]) -> Field {
    let mut field = Field::default();
    field.fill(|out| out.extend_from_slice(sites));
    field
}

fn looped(sites: &[Site], look: &Look) -> (Option<u32>, Vec<u32>) {
    let mut all: Vec<u32> = sites.iter().filter(|s| look.takes(s)).map(|s| s.id).collect();
    all.sort();
    let nearest = sites.iter().filter(|s| look.takes(s)).min_by(|a, b| {
        let d = |s: &Site| sight::distance_squared(look.from, s.at);
        d(a).total_cmp(&d(b)).then(a.id.cmp(&b.id))
    });
    (nearest.map(|s| s.id), all)
}

prop_compose! {
    /// Whole coordinates make ties; a few clusters leave empty space.
    fn sites()(whole in any::<bool>(), clusters in 1i32..5, list in prop::collection::vec(
        (prop::array::uniform3(-3f32..3.0), 0i32..5, 1u32..30), 0..300)) -> Vec<Site> {
        list.into_iter().enumerate().map(|(i, (at, cluster, root))| {
            let push = (cluster % clusters) as f32 * 1000.0;
            let at = at.map(|v| if whole { v.round() } else { v } + push);
            Site { id: 1000 - i as u32, root, at }
        }).collect()
    }
}

prop_compose! {
    fn looks()(from in prop::array::uniform3(-4f32..4.0), whole in any::<bool>(), root in 0u32..30,
               turn in -180f32..180.0, within in prop::option::of(0f32..6.0),
               ahead in prop::option::of(0f32..180.0), far in 0i32..3) -> Look {
        let push = far as f32 * 1000.0;
        let from = from.map(|v| if whole { v.round() } else { v } + push);
        let rotation = euler_quat([turn * 0.4, turn, 0.0]);
        let within = within.map(|w| if whole { w.round() } else { w });
        Look { root, from, rotation, within, ahead }
    }
}

proptest! {
    #[test]
    fn answers_are_those_of_a_loop(sites in sites(), looks in prop::collection::vec(looks(), 8)) {
        let field = field(&sites);
        let mut all = Vec::new();
        for look in looks {
            field.all(&look, &mut all);
            let nearest = field.nearest(&look);
            prop_assert_eq!((nearest.map(|n| n.id), all.clone()), looped(&sites, &look));
            prop_assert_eq!(field.count(&look), all.len());
            if let Some(n) = nearest {
                prop_assert_eq!(n.distance, sight::distance(look.from, n.at));
            }
        }
    }
}

#[test]
fn of_those_as_near_the_oldest_is_taken() {
    let ring = |i: u32| {
        let at = [[1.0, 0.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]][i as usize % 3];
        Site { id: 200 - i, root: 9, at }
    };
    let sites: Vec<Site> = (0..90).map(ring).collect();
    assert_eq!(field(&sites).nearest(&look([0.0; 3])).map(|n| n.id), Some(111));
}

#[test]
fn the_own_tree_never_counts() {
    let site = |id, root, x| Site { id, root, at: [x, 0.0, 0.0] };
    let field = field(&[site(1, 1, 0.0), site(2, 1, 1.0), site(3, 3, 5.0)]);
    let own = Look { root: 1, ..look([0.0; 3]) };
    assert_eq!(field.nearest(&own).map(|n| (n.id, n.distance)), Some((3, 5.0)));
    assert_eq!(field.count(&own), 1);
    assert_eq!(field.nearest(&Look { root: 3, ..look([0.0; 3]) }).map(|n| n.id), Some(1));
}

#[test]
fn nobody_is_near_in_an_empty_set() {
    assert_eq!(field(&[]).nearest(&look([0.0; 3])), None);
    assert_eq!(field(&[]).count(&look([0.0; 3])), 0);
}

#[test]
fn a_set_is_filled_once_per_tick() {
    let mut fields = Fields::default();
    let mut filled = 0;
    for (key, tick) in [
        (SetKey::Class(1), 0),
        (SetKey::Class(1), 0),
        (SetKey::Anyone, 0),
        (SetKey::Class(1), 1),
        (SetKey::Class(1), 1),
    ] {
        fields.at(key, tick, 1, |_| filled += 1);
    }
    assert_eq!(filled, 3);
}

#[test]
fn few_and_many_questions_have_the_same_answers() {
    let mut fields = Fields::default();
    let site = |i: u32| Site { id: i + 1, root: i + 1, at: [(i * 37 % 101) as f32, 0.0, i as f32] };
    let look = look([40.0, 0.0, 50.0]);
    let mut answers = Vec::new();
    for questions in [1, 15, 1, 1000] {
        let field = fields.at(SetKey::Anyone, 1, questions, |out| out.extend((0..100).map(site)));
        answers.push(field.nearest(&look));
    }
    assert!(answers.iter().all(|answer| *answer == answers[0] && answer.is_some()));
}
