//! Every way to save a file is told once it is whole, and nothing else is.

#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use islay::files::Opened;
use islay::watch::Watch;

const LONG: Duration = Duration::from_secs(5);
const SHORT: Duration = Duration::from_millis(700);

const SCENE: &str = "use \"part.islay\"\ngroup main { Part }\n";

/// A folder with a scene of two files, watched as it was loaded.
struct Desk {
    folder: PathBuf,
    watch: Watch,
}

impl Desk {
    fn new(name: &str) -> Self {
        let folder =
            std::env::temp_dir().join(format!("islay-watch-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("main.islay"), SCENE).unwrap();
        fs::write(folder.join("part.islay"), part("1")).unwrap();
        let watch = Watch::new(Opened::new(&folder.join("main.islay"), None).files);
        Self { folder, watch }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    fn told(&self) {
        assert!(self.watch.wait(LONG), "nothing was told");
    }

    fn quiet(&self) {
        assert!(!self.watch.wait(SHORT), "something was told");
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn part(size: &str) -> String {
    format!("character Part {{ shape box {size} 1 1 }}\n")
}

fn replace(path: &Path, text: &str) {
    let fresh = path.with_extension("new");
    fs::write(&fresh, text).unwrap();
    fs::rename(&fresh, path).unwrap();
}

#[test]
fn a_file_that_is_written_in_place_or_renamed_over_is_told() {
    let desk = Desk::new("save");
    desk.quiet();
    fs::write(desk.path("part.islay"), part("2")).unwrap();
    desk.told();
    replace(&desk.path("part.islay"), &part("3"));
    desk.told();
    replace(&desk.path("main.islay"), "use \"part.islay\"\ngroup main { Part as P }\n");
    desk.told();
    desk.quiet();
}

#[test]
fn a_file_that_goes_and_comes_again_is_told() {
    let desk = Desk::new("gone");
    // as vim saves with a backup: moved away, then written anew
    fs::rename(desk.path("part.islay"), desk.path("part.islay~")).unwrap();
    fs::write(desk.path("part.islay"), part("4")).unwrap();
    desk.told();
    fs::remove_file(desk.path("part.islay")).unwrap();
    desk.told();
    fs::write(desk.path("part.islay"), part("5")).unwrap();
    desk.told();
}

#[test]
fn what_is_touched_or_written_as_it_was_is_not_told() {
    let desk = Desk::new("touch");
    fs::write(desk.path("part.islay"), part("1")).unwrap();
    fs::write(desk.path("other.islay"), part("1")).unwrap();
    desk.quiet();
}

#[test]
fn a_folder_in_which_much_goes_on_does_not_hide_a_change() {
    let desk = Desk::new("busy");
    let busy = desk.path("log.txt");
    let (stop, stopped) = std::sync::mpsc::channel::<()>();
    let noise = std::thread::spawn(move || {
        let mut n = 0;
        while stopped.recv_timeout(Duration::from_millis(5)).is_err() {
            n += 1;
            fs::write(&busy, n.to_string()).unwrap();
            fs::read(&busy).unwrap();
        }
    });
    fs::write(desk.path("part.islay"), part("8")).unwrap();
    desk.told();
    stop.send(()).unwrap();
    noise.join().unwrap();
    desk.quiet();
}

#[test]
fn two_files_at_once_are_one_change() {
    let desk = Desk::new("both");
    fs::write(desk.path("part.islay"), part("6")).unwrap();
    fs::write(desk.path("main.islay"), format!("{SCENE}\n")).unwrap();
    desk.told();
    desk.quiet();
}

#[test]
fn a_file_that_was_missing_is_told_when_it_comes() {
    let desk = Desk::new("missing");
    let text = "use \"new/door.islay\"\ngroup main { Door }\n";
    fs::write(desk.path("main.islay"), text).unwrap();
    desk.told();
    let opened = Opened::new(&desk.path("main.islay"), None);
    assert!(opened.scene.is_err());
    desk.watch.follow(opened.files);
    fs::create_dir(desk.path("new")).unwrap();
    fs::write(desk.path("new/door.islay"), "character Door { shape box 1 2 0.1 }\n").unwrap();
    desk.told();
    let opened = Opened::new(&desk.path("main.islay"), None);
    assert!(opened.scene.is_ok());
    desk.watch.follow(opened.files);
    fs::write(desk.path("new/door.islay"), "character Door { shape box 1 3 0.1 }\n").unwrap();
    desk.told();
}

#[test]
fn what_changed_while_the_scene_was_loaded_is_told() {
    let desk = Desk::new("while");
    let opened = Opened::new(&desk.path("main.islay"), None);
    fs::write(desk.path("part.islay"), part("7")).unwrap();
    desk.watch.follow(opened.files);
    desk.told();
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_elsewhere_is_told() {
    use std::os::unix::fs::symlink;
    let desk = Desk::new("link");
    for (version, size) in [("one", "1"), ("two", "2")] {
        fs::create_dir(desk.path(version)).unwrap();
        fs::write(desk.path(version).join("part.islay"), part(size)).unwrap();
    }
    symlink("one", desk.path("now")).unwrap();
    fs::write(desk.path("main.islay"), "use \"now/part.islay\"\ngroup main { Part }\n").unwrap();
    desk.told();
    let opened = Opened::new(&desk.path("main.islay"), None);
    assert!(opened.scene.is_ok());
    desk.watch.follow(opened.files);
    desk.quiet();
    symlink("two", desk.path("next")).unwrap();
    fs::rename(desk.path("next"), desk.path("now")).unwrap();
    desk.told();
}
