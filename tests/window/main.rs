//! The window, under Xvfb: it shows what the rasteriser shows, hears the user, and follows its
//! files. It needs `Xvfb` and `xdotool`, so it runs on demand: `cargo test --test window`.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may stop")]

mod display;
mod embedded;
mod latency;
mod over;
mod talk;

use std::fs;

use display::{Display, Played};
use islay::picture::{Painter, Pixels, Samples};
use islay::session::script::Script;
use islay::watch::Source;
use islay::{Config, Stage};

/// Colours that differ by less are the same.
const NEAR: u8 = 12;
/// So many of a hundred pixels must be the same.
const MOST: f64 = 97.0;

const ROOM: &str = "
world { kind room  size 12 6 12  background #102030  camera at 0 3 -8 look 0 1 0  tick 1/30 s }
character Arm { shape box 0.8 0.2 0.2 color #ffcc44
  diagram Wave { state Up < rotate z 4 > } }
character Man {
  shape capsule 0.4 1.4 color #cc3344
  part left: Arm at -0.7 0.3 0
  part right: Arm at 0.7 0.3 0
}
character Crate { shape box 1 1 1 texture \"check.png\" }
character Score { shape text \"Score 12\\né ガ\" 0.8 color #ffffff  screen top right }
group main { Man at 0 0.8 0  Crate at 2 0.5 1  Crate at -2 0.5 2  Score }
";

const GROUND: &str = "
world { kind ground  camera at 4 3 -7 look 0 1 0  light 1 2 -1 }
character Crate { shape box 1 1 1 texture \"check.png\" }
character Glass { shape ball 0.9 color #40a0ff80 }
character Pane { shape box 1 2 1 color #ff604060 }
character Sign { shape text \"Hello\" 0.6 color #ffff80 }
group main { Crate at 0 0.5 0  Glass at -1.5 1 0  Pane at 1.4 1 -0.4  Sign at 0 2.2 1  Crate at 9 0.5 40 }
";

const SPACE: &str = "
world { kind space  background #000010  camera at 0 2 -9 look 0 0 0 }
character Moon { shape ball 0.5 color #aaaaaa }
character Planet {
  shape ball 1.2 color #4466dd
  part moon: Moon at 2.5 0 0
  diagram Turn { state S < rotate y 3 > }
}
character Cone { shape cone 0.8 1.6 color #44aa66 }
character Name { shape text \"Planet\" 0.7 color #ffff80  screen bottom left }
group main { Planet  Cone at -3 0 1  Name }
";

const HEARING: &str = "
world { kind ground  camera at 0 3 -8 look 0 1 0  tick 1/30 s }
character Red { shape box 1 1 1 color #dd4433
  diagram D { state S on click do log(\"red clicked\") }
  diagram H {
    state Away on hover do log(\"red below the pointer\") -> Below
    state Below on not hover do log(\"red alone\") -> Away
  }
}
character Blue { shape ball 0.7 color #4466dd
  diagram D { state S on click do log(\"blue clicked\") }
  diagram K {
    state Begin on true do log(\"ready\") -> Up
    state Up on key(Left) do log(\"left down\") -> Down
    state Down on not key(Left) do log(\"left up\") -> Up
  }
}
group main { Red at -2 0.5 0  Blue at 2 0.7 0 }
";

/// Where Red and Blue are on a picture of 320x240, from the top left.
const RED: [u32; 2] = [97, 137];
const BLUE: [u32; 2] = [222, 127];

/// How many of a hundred pixels are the same.
fn alike(a: &Pixels, b: &Pixels) -> f64 {
    assert_eq!((a.width, a.height), (b.width, b.height));
    let pairs = a.rgba.chunks_exact(4).zip(b.rgba.chunks_exact(4));
    let same = |(a, b): &(&[u8], &[u8])| (0..3).all(|i| a[i].abs_diff(b[i]) <= NEAR);
    let n = pairs.clone().filter(same).count();
    n as f64 * 100.0 / f64::from(a.width * a.height)
}

/// A picture of squares, as a file.
fn check() -> Vec<u8> {
    let colors = [[230, 200, 60, 255], [60, 90, 160, 255]];
    let pixel = |i: u32| colors[((i % 16 / 4 + i / 64) % 2) as usize];
    let rgba = (0..256).flat_map(pixel).collect();
    let mut bytes = Vec::new();
    islay::picture::still(&mut bytes, &Pixels { width: 16, height: 16, rgba }).unwrap();
    bytes
}

#[test]
fn window_and_rasteriser_show_the_same() {
    let display = Display::new();
    for (name, text) in [("room", ROOM), ("ground", GROUND), ("space", SPACE)] {
        let folder = display.folder(name);
        fs::write(folder.join("check.png"), check()).unwrap();
        let file = folder.join("scene.islay");
        fs::write(&file, text).unwrap();
        let options = "--size 320x240 --until 500ms --no-watch --screenshot shot.png";
        assert_eq!(display.play(&file, options).end(), 0, "{name}");
        let shot = display::picture(&folder.join("shot.png"));
        let scene = Source::new(&file, None).open(false).unwrap();
        let mut stage = Stage::new(&scene, Config::default());
        let ticks = (0.5 / scene.tick_seconds()).round() as u64;
        (1..=ticks).for_each(|tick| stage.tick(&Script::new().at(tick)));
        let frame = stage.frame(1.0);
        let painted = Painter::new(&scene).paint(&frame, [320, 240], Samples::Four);
        let percent = alike(&shot, &painted);
        assert!(percent >= MOST, "{name}: {percent:.2} % of the pixels are the same");
    }
}

/// A window that says `ready`.
fn hearing(display: &Display, name: &str) -> Played {
    let file = display.folder(name).join("scene.islay");
    fs::write(&file, HEARING).unwrap();
    let played = display.play(&file, "--size 320x240");
    played.says("ready");
    played.focus();
    played
}

#[test]
fn a_click_meets_who_is_seen_there() {
    let display = Display::new();
    let played = hearing(&display, "click");
    played.point(RED);
    played.says("red below the pointer");
    played.click("1");
    played.says("red clicked");
    played.point(BLUE);
    played.says("red alone");
    played.click("1");
    played.says("blue clicked");
}

#[test]
fn keys_are_let_go_when_another_window_has_the_keyboard() {
    let display = Display::new();
    let other = hearing(&display, "other");
    let played = hearing(&display, "focus");
    display.tool("keydown Left");
    played.says("left down");
    other.focus();
    played.says("left up");
    display.tool("keyup Left");
    played.focus();
    display.tool("keydown Left");
    played.says("left down");
    display.tool("keyup Left");
    played.says("left up");
}

#[test]
fn a_picture_has_the_size_that_the_window_was_given() {
    let display = Display::new();
    let played = hearing(&display, "size");
    played.press("F12");
    let first = played.picture("scene-0001.png");
    assert_eq!((first.width, first.height), (320, 240));
    played.resize([400, 200]);
    played.press("F12");
    let second = played.picture("scene-0002.png");
    assert_eq!((second.width, second.height), (400, 200));
}

#[test]
fn a_scene_that_stands_still_takes_steps() {
    let display = Display::new();
    let file = display.folder("pause").join("scene.islay");
    let text = "world { tick 1/30 s }
        character A { var n = 0  shape box 1 1 1
          diagram D { state S on true do n += 1, log(\"tick {n}\") } }
        group main { A }";
    fs::write(&file, text).unwrap();
    let played = display.play(&file, "--size 160x120");
    played.says("tick 1");
    played.focus();
    played.press("F5");
    let paused = played.last_number_until_quiet("tick ").unwrap_or(1);
    played.press("period");
    assert_eq!(played.last_number_until_quiet("tick "), Some(paused + 1));
    played.press("F5");
    played.says(&format!("tick {}", paused + 5));
}

#[test]
fn a_change_goes_on_in_the_scene_and_a_mistake_is_shown_over_it() {
    let display = Display::new();
    let file = display.folder("reload").join("scene.islay");
    let scene = |name: &str| {
        format!(
            "world {{ kind space  background #204020 }}
             character A {{ shape box 1 1 1  diagram D {{ state S on every(0.2s) do log(\"{name}\") }} }}
             group main {{ A }}"
        )
    };
    fs::write(&file, scene("one")).unwrap();
    let played = display.play(&file, "--size 320x240");
    played.says("one");
    played.focus();
    fs::write(&file, scene("two")).unwrap();
    played.says("two");
    fs::write(&file, scene("three").replace(") }", ") -> Nowhere }")).unwrap();
    played.complains("Nowhere");
    played.press("F12");
    let panel = played.picture("scene-0001.png");
    assert!(panel.rgba.chunks_exact(4).any(|p| p[0] > 60 && p[1] < 40), "no panel is shown");
    fs::write(&file, scene("four")).unwrap();
    played.says("four");
    played.press("F12");
    let mended = played.picture("scene-0002.png");
    assert!(!mended.rgba.chunks_exact(4).any(|p| p[0] > 60 && p[1] < 40), "the panel stays");
}

#[test]
fn a_scene_with_mistakes_waits_to_be_mended() {
    let display = Display::new();
    let file = display.folder("mend").join("scene.islay");
    fs::write(&file, "group main { Nobody }").unwrap();
    let played = display.play(&file, "--size 160x120");
    played.complains("Nobody");
    let text = "character Nobody { shape box 1 1 1
        diagram D { state S on true do log(\"here\") -> T  state T } }
        group main { Nobody }";
    fs::write(&file, text).unwrap();
    played.says("here");
}

#[test]
fn a_cube_stands_for_a_model_that_is_not_there() {
    let display = Display::new();
    let file = display.folder("cube").join("scene.islay");
    let text = "world { kind space  background #000000 }
        character A { shape \"gone.glb\"  diagram D { state S on true do log(\"here\") -> T  state T } }
        group main { A }";
    fs::write(&file, text).unwrap();
    let played = display.play(&file, "--size 160x120");
    played.complains("a cube stands for");
    played.says("here");
    played.focus();
    played.press("F12");
    let picture = played.picture("scene-0001.png");
    let middle = picture.rgba.chunks_exact(4).nth(60 * 160 + 80).unwrap();
    assert!(middle[0] > 60, "no cube is seen: {middle:?}");
}

#[test]
fn ten_thousand_characters_are_few_draw_calls() {
    let display = Display::new();
    let file = display.folder("crowd").join("scene.islay");
    let text = "world { kind ground  camera at 0 60 -90 look 0 0 0 }
        character A { shape box 0.5 1 0.5 }
        character B { shape ball 0.4 color #4466dd }
        group main {
          repeat 5000 { A at random(-50, 50) 0.5 random(-50, 50) }
          repeat 5000 { B at random(-50, 50) 2 random(-50, 50) }
        }";
    fs::write(&file, text).unwrap();
    let options = "--size 160x120 --until 100ms --no-watch --format json";
    let played = display.play(&file, options);
    let line = played.line_with("draw_calls");
    let seen: serde_json::Value = serde_json::from_str(&line).unwrap();
    assert!(seen["instances"].as_u64().unwrap() >= 10_000, "{line}");
    assert!(seen["draw_calls"].as_u64().unwrap() <= 10, "{line}");
    assert_eq!(played.end(), 0);
}

#[test]
fn without_a_display_that_opens_it_says_why_and_goes_on() {
    let display = Display::new();
    let file = display.folder("none").join("scene.islay");
    fs::write(&file, SPACE).unwrap();
    let played = display.play_at(":9999", &file, "--size 16x12 --until 100ms --no-watch");
    played.complains("no window: the display `:9999` cannot be opened");
    played.says("wrote scene.gif");
    assert_eq!(played.end(), 0);
}
