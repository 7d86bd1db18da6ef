//! The host with a window and a renderer of its own, `examples/miniquad.rs`: it draws what the scene
//! says is to be drawn, ends when it was told to, and says so where there is no display.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::display::Display;
use super::latency::Screen;

/// Where the hero's back is, in a window of 800x600 that is the whole screen.
const BACK: [usize; 2] = [365, 310];
/// Where nothing but the background is.
const BEHIND: [usize; 2] = [700, 150];

fn host() -> Command {
    let here = std::env::current_exe().unwrap();
    let program: PathBuf = here.ancestors().nth(2).unwrap().join("examples/miniquad");
    assert!(program.exists(), "first: cargo build --example miniquad");
    let mut command = Command::new(program);
    command.env_remove("WAYLAND_DISPLAY").stdout(Stdio::null()).stderr(Stdio::piped());
    command
}

#[test]
fn a_host_draws_the_scene_with_a_renderer_of_its_own() {
    let folder = std::env::temp_dir().join(format!("islay-embedded-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let display = Display::kept_in(&folder);
    let mut child =
        host().arg("--frames").arg("1000000").env("DISPLAY", display.name()).spawn().unwrap();
    let mut screen = Screen::new(&folder, [0, 0]);
    let start = Instant::now();
    let seen = loop {
        let seen = [screen.pixel(BACK), screen.pixel(BEHIND)];
        let [[r, g, b], sky] = seen;
        if r > 100 && g < 80 && b < 90 && sky == [0xbf, 0xe3, 0xff] {
            break None;
        }
        if start.elapsed() > Duration::from_secs(60) {
            break Some(seen);
        }
        sleep(Duration::from_millis(20));
    };
    child.kill().unwrap();
    child.wait().unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    assert_eq!(seen, None, "the hero's back, and the sky");
}

#[test]
fn a_host_ends_after_so_many_frames() {
    let display = Display::new();
    let ended = host().arg("--frames").arg("20").env("DISPLAY", display.name()).output().unwrap();
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
}

#[test]
fn a_host_without_a_display_says_so() {
    let ended = host().env_remove("DISPLAY").output().unwrap();
    assert!(!ended.status.success());
    assert!(String::from_utf8_lossy(&ended.stderr).contains("there is no display"));
}
