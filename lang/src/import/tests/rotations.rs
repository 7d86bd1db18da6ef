//! Each sign of each rotation, worked out by hand.
//!
//! The format is right-handed with Z up: a positive turn about an axis goes counter-clockwise for
//! those towards whom the axis points. Pitch is about right (front goes up), yaw about up (front
//! goes left), roll about front (top goes right).

use islay_vm::math::{self, Vec3};

use super::{text, with_character, with_state};
use crate::import::threedi::turn;

/// The actions of a state, as they are written.
fn actions(attributes: &str) -> String {
    let text = text(&with_state(attributes));
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let list = line.split_once('<').and_then(|(_, rest)| rest.rsplit_once('>'));
    list.map_or("", |(list, _)| list).trim().to_owned()
}

#[test]
fn each_angle_of_a_move_turns_its_sign() {
    let cases = [
        ("pitch=\"3\"", "rotate x -3"),
        ("pitch=\"-3\"", "rotate x 3"),
        ("yaw=\"3\"", "rotate y -3"),
        ("yaw=\"-3\"", "rotate y 3"),
        ("roll=\"3\"", "rotate z -3"),
        ("roll=\"-3\"", "rotate z 3"),
    ];
    for (angle, written) in cases {
        assert_eq!(actions(&format!("action=\"move\" {angle}")), written);
        let upper = format!("{written} in parent");
        assert_eq!(actions(&format!("action=\"move-world\" {angle}")), upper);
    }
}

#[test]
fn angles_come_in_the_order_roll_yaw_pitch_behind_the_translation() {
    let all = "front=\"1\" right=\"2\" up=\"3\" pitch=\"4\" yaw=\"5\" roll=\"6\"";
    assert_eq!(
        actions(&format!("action=\"move\" {all}")),
        "move 2 3 1, rotate z -6, rotate y -5, rotate x -4"
    );
    assert_eq!(
        actions(&format!("action=\"move-world\" {all}")),
        "move 2 3 1 in parent, rotate z -6 in parent, rotate y -5 in parent, rotate x -4 in parent"
    );
}

#[test]
fn a_move_along_one_axis_names_it() {
    assert_eq!(actions("action=\"move\" front=\"-0.5\""), "move forward -0.5");
    assert_eq!(actions("action=\"move\" right=\"0.5\""), "move right 0.5");
    assert_eq!(actions("action=\"move\" up=\"1e-3\" front=\"-0\""), "move up 0.001");
}

/// The `turn` of the spawn of a character with this rotation.
fn turn_of(rotation: &str) -> String {
    let text = text(&with_character("Hero", &format!("parts=\"\" rotation=\"{rotation}\">")));
    let line = text.lines().find(|line| line.trim().starts_with("Hero")).unwrap_or_default();
    line.trim().trim_start_matches("Hero").trim().to_owned()
}

#[test]
fn matrices_turn_as_the_axes_they_name() {
    let s = "0.70710678118654752";
    // columns: where right, front and up point to
    let cases = [
        // yaw 90: right to the front, front to the left
        ("0,1,0,0, -1,0,0,0, 0,0,1,0, 0,0,0,1".to_owned(), "turn 0 -90 0"),
        // yaw −90: right to the back, front to the right
        ("0,-1,0,0, 1,0,0,0, 0,0,1,0, 0,0,0,1".to_owned(), "turn 0 90 0"),
        // pitch 90: front up, up to the back
        ("1,0,0,0, 0,0,1,0, 0,-1,0,0, 0,0,0,1".to_owned(), "turn -90 0 0"),
        // pitch −90: front down, up to the front
        ("1,0,0,0, 0,0,-1,0, 0,1,0,0, 0,0,0,1".to_owned(), "turn 90 0 0"),
        // roll 90: right down, up to the right
        ("0,0,-1,0, 0,1,0,0, 1,0,0,0, 0,0,0,1".to_owned(), "turn 0 0 -90"),
        // roll −45: right up, up to the left
        (format!("{s},0,{s},0, 0,1,0,0, -{s},0,{s},0, 0,0,0,1"), "turn 0 0 45"),
        // half a yaw
        ("-1,0,0,0, 0,-1,0,0, 0,0,1,0, 0,0,0,1".to_owned(), "turn 0 180 0"),
        // nothing
        ("1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,1".to_owned(), ""),
    ];
    for (matrix, written) in cases {
        assert_eq!(turn_of(&matrix), written, "{matrix}");
    }
}

#[test]
fn a_matrix_with_a_scale_scales() {
    assert_eq!(turn_of("2,0,0,0, 0,3,0,0, 0,0,4,0, 0,0,0,1"), "scale 2 4 3");
    assert_eq!(turn_of("0,2,0,0, -2,0,0,0, 0,0,2,0, 0,0,0,1"), "turn 0 -90 0 scale 2");
}

#[test]
fn what_is_no_rotation_is_refused() {
    let cases = [
        ("1,0,0,0, 0,1,0,0, 0,0,-1,0, 0,0,0,1", "mirrors"),
        ("1,0,0,0, 0.5,1,0,0, 0,0,1,0, 0,0,0,1", "no right angles"),
        ("1,0,0,0, 0,0,0,0, 0,0,1,0, 0,0,0,1", "flat"),
        ("1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0,2", "last row"),
        ("1,0,0,0, 0,1,0,0, 0,0,1,0, 0,0,0", "15 numbers"),
        ("1,0,0,0, 0,1,0,x, 0,0,1,0, 0,0,0,1", "`x`"),
        ("1,0,0,0, 0,NaN,0,0, 0,0,1,0, 0,0,0,1", "`NaN`"),
    ];
    for (matrix, why) in cases {
        let rest = format!("parts=\"\" rotation=\"{matrix}\">");
        let made = super::imported(&with_character("Hero", &rest));
        let said = made.findings.first().map(|f| f.diagnostic.message.clone()).unwrap_or_default();
        assert!(made.text.is_none() && said.contains(why), "{matrix}: {said}");
    }
}

/// Where a matrix of the format takes a direction of Islay's.
fn taken(m: &turn::Matrix, [x, y, z]: Vec3) -> Vec3 {
    let [a, b, c] = turn::swapped(*m);
    let at = |i: usize| {
        let of = |v: &[f64; 3], by: f32| v.get(i).copied().unwrap_or(0.0) * f64::from(by);
        (of(&a, x) + of(&b, y) + of(&c, z)) as f32
    };
    [at(0), at(1), at(2)]
}

#[test]
fn written_angles_give_the_same_rotation_to_a_ten_thousandth() {
    // a quaternion turns as the machine turns; the matrix was read from the format
    for n in 0..2000u32 {
        let angle = |k: u32| ((n * k) % 361) as f32 - 180.0;
        let angles = [angle(7), angle(13), angle(29)];
        let pose = turn::pose(&turn::matrix(angles, [1.0; 3])).expect("a rotation");
        let (wanted, q) = (math::euler_quat(angles), math::euler_quat(pose.turn));
        for axis in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]] {
            let matrix = taken(&turn::matrix(angles, [1.0; 3]), axis);
            for other in [math::rotate(wanted, axis), matrix] {
                let off = math::length(math::sub(math::rotate(q, axis), other));
                assert!(off < 1e-4, "{angles:?} became {:?}: {off}", pose.turn);
            }
        }
    }
}

#[test]
fn an_inverse_undoes() {
    let m = turn::matrix([10.0, 20.0, 30.0], [1.0, 2.0, 3.0]);
    let same = turn::product(&turn::inverse(&m), &m);
    for (column, one) in same.iter().zip(&turn::IDENTITY) {
        assert!(column.iter().zip(one).all(|(a, b)| (a - b).abs() < 1e-9), "{same:?}");
    }
}

#[test]
fn a_member_is_turned_before_its_character() {
    // member: yaw 90, character: pitch 90; the front goes up, then stays up under the yaw
    let document = "<islay3d ver=\"1.1\"><characterlist>\
         <character name=\"Arm\" parts=\"\" rotation=\"1,0,0,0,0,0,1,0,0,-1,0,0,0,0,0,1\"/>\
         <character name=\"Body\" parts=\"two\"/></characterlist><complexlist>\
         <complex name=\"two\">\
         <member character=\"Arm\" x=\"1\" y=\"2\" z=\"3\" rotation=\"0,1,0,0,-1,0,0,0,0,0,1,0,0,0,0,1\"/>\
         <member character=\"Arm\" x=\"0\" y=\"0\" z=\"0\"/></complex></complexlist>\
         <grouplist><group name=\"main\"><fork character=\"Body\" x=\"0\" y=\"0\" z=\"0\"/></group>\
         </grouplist></islay3d>";
    let text = text(document);
    assert!(text.contains("part arm:  Arm at 1 3 2 turn -90 -90 0\n"), "{text}");
    assert!(text.contains("part arm2: Arm turn -90 0 0\n"), "{text}");
}
