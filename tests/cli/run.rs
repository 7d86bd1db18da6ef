//! `islay run`, where there is neither a display nor a terminal.

use std::fs;
use std::time::{Duration, Instant};

use assert_cmd::Command;
use islay::picture::still_size;

use super::{Folder, card, json, outcome};

/// The program without a display.
fn blind(folder: &Folder, arguments: &str) -> Command {
    let mut command = folder.islay(arguments);
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("WAYLAND_SOCKET");
    command
}

fn run(folder: &Folder, arguments: &str) -> (i32, String, String) {
    outcome(blind(folder, arguments))
}

#[test]
fn a_gif_is_written_in_the_current_folder() {
    let folder = Folder::new("run-gif");
    folder.write("scenes/card.islay", super::CARD);
    let (code, out, err) = run(&folder, "run scenes/card.islay --no-watch --until 2s --size 24x16");
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(out, "no display and no terminal to play in: wrote card.gif, 2 s\n");
    assert!(fs::read(folder.0.join("card.gif")).unwrap().starts_with(b"GIF89a"));
}

#[test]
fn without_an_end_it_is_ten_seconds() {
    let folder = card("run-ten");
    let (_, out, _) = run(&folder, "run card.islay --no-watch --size 8x8 --format json");
    let made = &json(&out)[0];
    assert_eq!((&made["file"], &made["seconds"]), (&"card.gif".into(), &10.0.into()));
}

#[test]
fn it_keeps_real_time_while_it_watches() {
    let folder = card("run-real-time");
    let start = Instant::now();
    let (code, ..) = run(&folder, "run card.islay --until 1s --size 8x8");
    assert_eq!(code, 0);
    assert!(start.elapsed() >= Duration::from_millis(900), "{:?}", start.elapsed());
}

#[test]
fn inputs_and_a_screenshot_at_the_end() {
    let folder = card("run-screenshot");
    let common = "run card.islay --no-watch --until 400ms --size 64x48";
    assert_eq!(run(&folder, &format!("{common} --screenshot a.png")).0, 0);
    assert_eq!(run(&folder, &format!("{common} --hold Left@1..12 --screenshot b.png")).0, 0);
    let read = |name: &str| fs::read(folder.0.join(name)).unwrap();
    assert_eq!(still_size(&read("a.png")), Some((64, 48)));
    assert!(read("a.png") != read("b.png"), "held keys change nothing");
}

#[test]
fn logs_are_results() {
    let folder = Folder::new("run-log");
    folder.write("log.islay", "character A { shape box 1 1 1  diagram D { state S  after 3 ticks do log(\"hello\") -> T  state T } }\ngroup main { A }\n");
    let (code, out, _) = run(&folder, "run log.islay --no-watch --until 1s --size 8x8");
    assert!(code == 0 && out.starts_with("hello\n"), "{out}");
}

#[test]
fn a_scene_from_stdin_plays_too() {
    let folder = Folder::new("run-stdin");
    let mut command = blind(&folder, "run - --no-watch --until 1s --size 8x8");
    command.write_stdin(super::CARD);
    assert_eq!(outcome(command).0, 0);
    assert!(folder.0.join("scene.gif").exists());
}

#[test]
fn wrong_usage_is_2_and_a_wrong_scene_1() {
    let folder = card("run-usage");
    folder.write("wrong.islay", "character {");
    for (arguments, said) in [
        ("card.islay --term", "needs a terminal"),
        ("card.islay --repl --term", "both want the terminal"),
        ("card.islay --until soon", "as in 10s"),
        ("card.islay --size 9999999x1", "1 to 8192"),
        ("gone.islay", "cannot read"),
    ] {
        let (code, out, err) = run(&folder, &format!("run {arguments}"));
        assert!(code == 2 && out.is_empty() && err.contains(said), "{arguments}: {err}");
    }
    assert_eq!(run(&folder, "run wrong.islay").0, 1);
}

#[test]
fn a_scene_whose_file_changes_goes_on_with_the_edit_and_a_broken_one_as_it_was() {
    use std::io::{BufRead, BufReader};
    use std::process::{Command, Stdio};
    let folder = Folder::new("run-reload");
    let scene = |says: &str| {
        let diagram = format!("diagram D {{ state S  on every(0.1s) do log(\"{says}\") }}");
        format!("character A {{ shape box 1 1 1  {diagram} }}\ngroup main {{ A }}\n")
    };
    folder.write("a.islay", scene("first"));
    let mut child = Command::new(env!("CARGO_BIN_EXE_islay"))
        .current_dir(&folder.0)
        .args(["run", "a.islay", "--until", "1min", "--size", "8x8"])
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap()).lines();
    let mut err = BufReader::new(child.stderr.take().unwrap()).lines();
    assert_eq!(out.next().unwrap().unwrap(), "first");
    folder.write("a.islay", "character {");
    let said = err.find(|line| line.as_ref().is_ok_and(|line| line.starts_with("note: ")));
    assert_eq!(said.unwrap().unwrap(), "note: 1 error, the scene plays on as it was");
    folder.write("a.islay", scene("second"));
    let later = out.find(|line| line.as_ref().is_ok_and(|line| line == "second"));
    assert!(later.is_some());
    child.kill().unwrap();
    child.wait().unwrap();
}
