//! `islay render`.

use std::fs;

use islay::picture::still_size;

use super::{Folder, card, json, outcome};

/// Delays of the pictures of a GIF in hundredths of a second, from its control blocks.
fn gif_delays(bytes: &[u8]) -> Vec<u16> {
    let control = |w: &[u8]| w[0..3] == [0x21, 0xf9, 4] && w[7] == 0 && w[8] == 0x2c;
    let blocks = bytes.windows(9).filter(|w| control(w));
    blocks.map(|w| u16::from_le_bytes([w[4], w[5]])).collect()
}

fn bytes(folder: &Folder, name: &str) -> Vec<u8> {
    fs::read(folder.0.join(name)).unwrap()
}

/// Names of all files in a folder, in order.
fn names(folder: &Folder, below: &str) -> Vec<String> {
    let files = fs::read_dir(folder.0.join(below)).unwrap();
    let mut names: Vec<String> =
        files.map(|f| f.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

#[test]
fn a_png_shows_the_last_tick() {
    let folder = card("render-png");
    let (code, out, err) = folder.run("render card.islay -o a.png --ticks 10 --size 60x40");
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(out, "wrote a.png: 60x40, tick 10\n");
    assert_eq!(still_size(&bytes(&folder, "a.png")), Some((60, 40)));
    assert_eq!(names(&folder, "."), ["a.png", "card.islay"]);
    let (code, ..) = folder.run("render card.islay -o b.png --ticks 10 --size 60x40");
    assert_eq!(code, 0);
    assert!(bytes(&folder, "a.png") == bytes(&folder, "b.png"), "not twice the same");
    folder.run("render card.islay -o c.png --hold Left@1..10 --size 60x40");
    assert!(bytes(&folder, "a.png") != bytes(&folder, "c.png"), "held keys change nothing");
}

#[test]
fn without_a_size_it_is_640_by_480() {
    let folder = card("render-size");
    assert_eq!(folder.run("render card.islay -o a.png --samples 1").0, 0);
    assert_eq!(still_size(&bytes(&folder, "a.png")), Some((640, 480)));
}

#[test]
fn a_gif_takes_as_long_as_the_scene() {
    let folder = card("render-gif");
    let (code, out, _) =
        folder.run("render card.islay -o a.gif --ticks 45 --size 24x16 --hold Left@1..40");
    assert_eq!((code, out.as_str()), (0, "wrote a.gif: 45 pictures of 24x16, 1.5 s\n"));
    let delays = gif_delays(&bytes(&folder, "a.gif"));
    assert_eq!((delays.len(), delays.iter().sum::<u16>()), (45, 150));
    assert!(bytes(&folder, "a.gif").windows(11).any(|w| w == b"NETSCAPE2.0"), "does not repeat");
}

#[test]
fn pictures_are_fewer_and_faster_as_one_likes() {
    let folder = card("render-every");
    let run = |more: &str| {
        let (code, out, _) = folder.run(&format!(
            "render card.islay -o a.gif --ticks 40 --size 24x16 --format json {more}"
        ));
        assert_eq!(code, 0);
        (json(&out).remove(0), gif_delays(&bytes(&folder, "a.gif")))
    };
    let (made, delays) = run("--every 3");
    assert_eq!(
        (&made["pictures"], &made["ticks"], &made["width"]),
        (&13.into(), &40.into(), &24.into())
    );
    assert_eq!((delays.len(), delays.iter().sum::<u16>()), (13, 130));
    let (made, delays) = run("--every 4 --fps 20");
    assert_eq!((&made["file"], &made["seconds"]), (&"a.gif".into(), &0.5.into()));
    assert_eq!(delays, [5; 10]);
}

#[test]
fn a_fast_scene_gives_a_gif_that_players_can_show() {
    let folder = Folder::new("render-fast");
    folder.write(
        "fast.islay",
        "world { tick 1/120 s }\ncharacter A { shape box 1 1 1 }\ngroup main { A }\n",
    );
    let (_, out, err) = folder.run("render fast.islay -o a.gif --ticks 120 --size 8x8");
    assert_eq!((out.as_str(), err.as_str()), ("wrote a.gif: 40 pictures of 8x8, 1 s\n", ""));
    let delays = gif_delays(&bytes(&folder, "a.gif"));
    assert!(delays.iter().all(|d| *d >= 2) && delays.iter().sum::<u16>() == 100, "{delays:?}");
    let (code, _, err) = folder.run("render fast.islay -o a.gif --ticks 120 --size 8x8 --every 1");
    assert!(code == 0 && err.contains("at most 50 pictures a second"), "{err}");
    assert_eq!(gif_delays(&bytes(&folder, "a.gif")).iter().sum::<u16>(), 100);
}

#[test]
fn an_apng_has_a_frame_for_each_picture() {
    let folder = card("render-apng");
    let run = "render card.islay -o a.apng --ticks 12 --every 2 --size 24x16 --hold Left@1..9";
    assert_eq!(folder.run(run).0, 0);
    let bytes = bytes(&folder, "a.apng");
    assert_eq!(still_size(&bytes), Some((24, 16)));
    let count = |chunk: &[u8]| bytes.windows(4).filter(|w| *w == chunk).count();
    assert_eq!((count(b"acTL"), count(b"fcTL")), (1, 6));
}

#[test]
fn an_apng_of_a_scene_that_ends_is_whole() {
    let folder = Folder::new("render-end");
    folder.write("end.islay", "character A { shape box 1 1 1  diagram D { state S  after 5 ticks do finish } }\ngroup main { A }\n");
    let (code, out, err) = folder.run("render end.islay -o a.apng --ticks 30 --size 8x8");
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.starts_with("wrote a.apng: 5 pictures"), "{out}");
}

#[test]
fn a_series_is_numbered_from_1() {
    let folder = card("render-series");
    let (code, out, _) =
        folder.run("render card.islay -o out/frames/%04d.png --ticks 9 --every 3 --size 8x8");
    assert_eq!((code, out.as_str()), (0, "wrote out/frames/%04d.png: 3 pictures of 8x8\n"));
    assert_eq!(names(&folder, "out/frames"), ["0001.png", "0002.png", "0003.png"]);
}

#[test]
fn a_picture_can_go_to_stdout() {
    let folder = card("render-stdout");
    let output = folder.islay("render card.islay -o - --size 8x8").output().unwrap();
    assert_eq!(still_size(&output.stdout), Some((8, 8)));
    assert_eq!(names(&folder, "."), ["card.islay"]);
}

#[test]
fn what_cannot_be_written_leaves_the_old_file_and_nothing_else() {
    let folder = card("render-atomic");
    folder.write("old.gif", "old");
    folder.write("wrong.islay", "character {");
    assert_eq!(folder.run("render wrong.islay -o old.gif").0, 1);
    assert_eq!(folder.run("render gone.islay -o old.gif").0, 2);
    assert_eq!(folder.read("old.gif"), "old");
    let (code, _, err) = folder.run("render card.islay -o no/such/a.gif");
    assert!(code == 2 && err.contains("there is no such folder"), "{err}");
    fs::create_dir(folder.0.join("dir.png")).unwrap();
    let (code, _, err) = folder.run("render card.islay -o dir.png");
    assert!(code == 2 && err.contains("it is a folder"), "{err}");
    assert_eq!(names(&folder, "."), ["card.islay", "dir.png", "old.gif", "wrong.islay"]);
    assert_eq!(folder.run("render card.islay -o old.gif --ticks 3 --size 8x8").0, 0);
    assert!(bytes(&folder, "old.gif").starts_with(b"GIF89a"));
}

#[test]
fn wrong_usage_is_2_and_says_what_to_write() {
    let folder = card("render-usage");
    for (arguments, said) in [
        ("-o a.jpg", ".png, .gif, .apng or .mp4"),
        ("-o a", ".png, .gif, .apng or .mp4"),
        ("-o a.png --size 640", "as in 640x480"),
        ("-o a.png --size 0x10", "1 to 8192 pixels"),
        ("-o a.png --size 8192x8192", "9437184 in all"),
        ("-o a.png --size 99999x99999", "1 to 8192 pixels"),
        ("-o a.gif --ticks 10 --every 20", "leaves no picture"),
        ("-o a.gif --ticks 1000000 --every 1", "too many pictures"),
        ("-o a.gif --fps 0", "pictures a second"),
        ("-o a.gif --fps nan", "pictures a second"),
        ("-o a.gif --every 0", "--every"),
        ("-o a.gif --ticks 0", "--ticks"),
        ("-o a.png --samples 3", "--samples"),
        ("-o %d/%d.png", "more than one place"),
        ("", "--out"),
    ] {
        let (code, out, err) = folder.run(&format!("render card.islay {arguments}"));
        assert!(code == 2 && out.is_empty() && err.contains(said), "{arguments}: {err}");
    }
    assert_eq!(names(&folder, "."), ["card.islay"]);
}

#[test]
fn without_ffmpeg_an_mp4_is_2_and_says_what_needs_none() {
    let folder = card("render-no-ffmpeg");
    let mut command = folder.islay("render card.islay -o a.mp4 --ticks 3 --size 8x8");
    command.env("PATH", folder.0.join("nothing"));
    let (code, out, err) = outcome(command);
    assert_eq!((code, out.as_str()), (2, ""));
    assert!(err.contains("ffmpeg") && err.contains(".gif or .apng"), "{err}");
    assert_eq!(names(&folder, "."), ["card.islay"]);
}

/// A program called ffmpeg that does this.
#[cfg(unix)]
fn with_ffmpeg(folder: &Folder, script: &str, arguments: &str) -> (i32, String, String) {
    use std::os::unix::fs::PermissionsExt;
    folder.write("bin/ffmpeg", format!("#!/bin/sh\n{script}\n"));
    let file = folder.0.join("bin/ffmpeg");
    fs::set_permissions(file, fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = folder.islay(arguments);
    command.env("PATH", format!("{}:/usr/bin:/bin", folder.0.join("bin").display()));
    outcome(command)
}

#[cfg(unix)]
#[test]
fn ffmpeg_gets_the_pictures_and_its_film_takes_its_place() {
    let folder = card("render-ffmpeg");
    let copy = "for out in \"$@\"; do :; done; cat > \"$out\"";
    let run = "render card.islay -o a.mp4 --ticks 5 --size 8x6";
    let (code, out, err) = with_ffmpeg(&folder, copy, run);
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(out, "wrote a.mp4: 5 pictures of 8x6, 0.17 s\n");
    let stream = bytes(&folder, "a.mp4");
    assert!(stream.starts_with(b"YUV4MPEG2 W8 H6 F30:1 "));
    assert_eq!(stream.windows(6).filter(|w| *w == b"FRAME\n").count(), 5);
}

#[cfg(unix)]
#[test]
fn what_ffmpeg_complains_of_is_told_and_the_old_film_stays() {
    let folder = card("render-ffmpeg-fails");
    folder.write("a.mp4", "old");
    let run = "render card.islay -o a.mp4 --ticks 300 --size 64x64";
    let (code, _, err) = with_ffmpeg(&folder, "echo 'Unknown encoder' >&2; exit 1", run);
    assert!(code == 2 && err.contains("Unknown encoder") && err.contains(".gif"), "{err}");
    assert_eq!(folder.read("a.mp4"), "old");
    assert_eq!(names(&folder, "."), ["a.mp4", "bin", "card.islay"]);
}

#[test]
fn traps_and_warnings_are_told_once_and_the_picture_is_made() {
    let folder = Folder::new("render-traps");
    folder.write("trap.islay", "character A { shape box 1 1 1  var v = 0  var w = 0  diagram D { state S < v = 1 / v > } }\ngroup main { A }\n");
    let (code, out, err) = folder.run("render trap.islay -o a.png --ticks 5 --size 8x8");
    assert_eq!((code, out.as_str()), (0, "wrote a.png: 8x8, tick 5\n"));
    assert!(err.contains("warning[unused-variable]"), "{err}");
    assert_eq!(err.matches("not-finite").count(), 1, "{err}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_nothing_of_a_film() {
    use std::os::unix::process::ExitStatusExt;
    use std::process::{Command, Stdio};
    let folder = card("render-interrupted");
    let mut child = Command::new(env!("CARGO_BIN_EXE_islay"))
        .current_dir(&folder.0)
        .args(["render", "card.islay", "-o", "a.gif", "--ticks", "90000", "--size", "16x16"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let half = || names(&folder, ".").len() > 1;
    let start = std::time::Instant::now();
    while !half() && start.elapsed().as_secs() < 30 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert!(half(), "the film does not begin");
    std::thread::sleep(std::time::Duration::from_millis(50));
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert_eq!(child.wait().unwrap().signal(), Some(2));
    assert_eq!(names(&folder, "."), ["card.islay"]);
}
