//! What lies over the scene, by keys and pointer: F1, F2, F6, F10.

use std::fs;

use islay::picture::Pixels;

use crate::display::{Display, Played};

const SCENE: &str = "
world { kind space  background #000000  camera at 0 0 -8 look 0 0 0  tick 1/30 s }
character Card { shape box 1 1 1 color #4466dd
  diagram Turn {
    state Still on key(A) -> Left
    state Left on not key(A) -> Still
  }
  diagram Say {
    state Begin on true do log(\"ready\") -> S
    state S on true do n += 1, log(\"tick {n}.\")
  }
  var n = 0
}
character Other { shape ball 0.5 color #dd4433
  diagram D { state S on click do log(\"other clicked\") }
}
group main { Card at -1 0 0  Other at 1.5 0 0 }
";

/// A paper that diagrams are drawn on, the fill of a state that is active, the line of a tree that is
/// selected, and what is past on the timeline.
const PAPER: [u8; 3] = [250, 250, 250];
const LIT: [u8; 3] = [0xff, 0xe0, 0x8a];
const CHOSEN: [u8; 3] = [0x3a, 0x5a, 0x80];
const PAST: [u8; 3] = [0x5b, 0x8f, 0xc8];

/// A window of 640x480 that says `ready`.
fn played(display: &Display, name: &str) -> Played {
    let file = display.folder(name).join("scene.islay");
    fs::write(&file, SCENE).unwrap();
    let played = display.play(&file, "--size 640x480 --no-watch");
    played.says("ready");
    played.focus();
    played
}

/// Pixels of about this colour.
fn count(picture: &Pixels, color: [u8; 3]) -> usize {
    let near = |p: &&[u8]| (0..3).all(|i| p[i].abs_diff(color[i]) <= 12);
    picture.rgba.chunks_exact(4).filter(near).count()
}

/// Pixels of an edge that was taken just now, and fades into the paper.
fn fading(picture: &Pixels) -> usize {
    picture.rgba.chunks_exact(4).filter(|p| p[0] > 215 && p[1] < 165 && p[2] < 130).count()
}

fn shot(played: &Played, number: u32) -> Pixels {
    played.press("F12");
    played.picture(&format!("scene-{number:04}.png"))
}

#[test]
fn f1_shows_diagrams_beside_the_first_and_lights_what_is_active_and_taken() {
    let display = Display::new();
    let played = played(&display, "f1");
    let before = shot(&played, 1);
    assert_eq!((count(&before, LIT), count(&before, PAPER)), (0, 0));
    played.press("F1");
    let shown = shot(&played, 2);
    assert!(count(&shown, PAPER) > 20_000, "{} of paper", count(&shown, PAPER));
    assert!(count(&shown, LIT) > 1000, "{} lit", count(&shown, LIT));
    // the card stays to be seen: it is blue
    let blue = |p: &Pixels| p.rgba.chunks_exact(4).filter(|p| p[2] > 80 && p[0] < 70).count();
    assert!(blue(&shown) * 10 > blue(&before) * 9, "{} of {}", blue(&shown), blue(&before));
    display.tool("keydown a");
    let flash = shot(&played, 3);
    display.tool("keyup a");
    assert_eq!(fading(&shown), 0);
    assert!(fading(&flash) > 5, "{} of an edge", fading(&flash));
    played.press("F1");
    let gone = shot(&played, 4);
    assert_eq!(count(&gone, LIT), 0);
}

#[test]
fn f2_shows_the_tree_and_a_click_on_a_line_selects_and_is_none_for_the_scene() {
    let display = Display::new();
    let played = played(&display, "f2");
    played.press("F2");
    let tree = shot(&played, 1);
    assert_eq!(count(&tree, CHOSEN), 0);
    // the second line: Other
    played.point([30, 8 + 6 + 18 + 9]);
    played.click("1");
    let chosen = shot(&played, 2);
    assert!(count(&chosen, CHOSEN) > 1000, "{} chosen", count(&chosen, CHOSEN));
    // who is selected is outlined in the scene
    let yellow = |p: &Pixels| count(p, [0xff, 0xe0, 0x40]);
    assert!(yellow(&chosen) > yellow(&tree) + 50, "{} {}", yellow(&tree), yellow(&chosen));
}

#[test]
fn the_timeline_is_there_while_it_stands_still_and_goes_where_it_is_drawn_to() {
    let display = Display::new();
    let played = played(&display, "f6");
    let moving = shot(&played, 1);
    assert_eq!(count(&moving, PAST), 0);
    played.says("tick 25.");
    played.press("F5");
    played.last_number_until_quiet("tick ");
    let still = shot(&played, 2);
    assert!(count(&still, PAST) > 2000, "{} of the past", count(&still, PAST));
    played.point([600, 463]);
    display.tool("mousedown 1");
    played.point([40, 463]);
    display.tool("mouseup 1");
    let back = shot(&played, 3);
    assert!(count(&back, PAST) * 4 < count(&still, PAST), "{} of the past", count(&back, PAST));
    // playing on, the ticks come again
    played.press("F5");
    played.says("tick 6.");
    played.says("tick 18.");
}

#[test]
fn f10_shows_the_keys_until_a_click_that_the_scene_does_not_get() {
    let display = Display::new();
    let played = played(&display, "f10");
    let gold = |p: &Pixels| count(p, [0xff, 0xe0, 0x8a]);
    played.press("F10");
    let help = shot(&played, 1);
    assert!(gold(&help) > 500, "{} of keys", gold(&help));
    // where Other is seen
    played.point([440, 240]);
    played.click("1");
    let closed = shot(&played, 2);
    assert_eq!(gold(&closed), 0);
    let clicks = || played.lines_so_far().iter().filter(|l| *l == "other clicked").count();
    assert_eq!(clicks(), 0, "the click went to the scene too");
    played.click("1");
    played.says("other clicked");
}
