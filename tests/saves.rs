//! Every way in which editors save is seen, again and again, and the scene that comes of it is whole.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop")]

use std::fs;
use std::path::{Path, PathBuf};
use std::thread::sleep;
use std::time::{Duration, Instant};

use islay::watch::Source;
use islay::{Config, Scene, Stage, Value};

/// So often each.
const TIMES: u32 = 6;
/// News come within this, also on a busy machine.
const PATIENCE: Duration = Duration::from_secs(10);
/// So long nothing must come.
const QUIET: Duration = Duration::from_millis(600);

const MAIN: &str = "use \"parts/part.islay\"\ngroup main { Part }\n";

/// A scene of two files, of which one lies deeper, and somebody who saves it.
struct Desk {
    folder: PathBuf,
    source: Source,
}

impl Desk {
    fn new(name: &str) -> Self {
        let folder =
            std::env::temp_dir().join(format!("islay-saves-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("parts")).unwrap();
        fs::write(folder.join("main.islay"), MAIN).unwrap();
        fs::write(folder.join("parts/part.islay"), part(0)).unwrap();
        let mut source = Source::new(folder.join("main.islay"), None);
        source.open(true).unwrap();
        Self { folder, source }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.join(name)
    }

    fn part(&self) -> PathBuf {
        self.path("parts/part.islay")
    }

    fn news(&mut self, within: Duration) -> Option<Result<Scene, islay::Error>> {
        let start = Instant::now();
        while start.elapsed() < within {
            if let Some(news) = self.source.news() {
                return Some(news);
            }
            sleep(Duration::from_millis(5));
        }
        None
    }

    /// The next news is the scene with this number, and it is whole.
    fn becomes(&mut self, n: u32) {
        let Some(news) = self.news(PATIENCE) else { panic!("version {n} was missed") };
        let scene = news.unwrap_or_else(|e| panic!("version {n}: {e}"));
        assert_eq!(number(&scene), n, "an older version was seen");
    }

    /// Sooner or later the scene has this number, whatever is seen until then.
    fn becomes_at_last(&mut self, n: u32) {
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            if let Some(Ok(scene)) = self.news(PATIENCE)
                && number(&scene) == n
            {
                return;
            }
        }
        panic!("version {n} was missed");
    }

    fn stays(&mut self) {
        assert!(self.news(QUIET).is_none(), "something was told");
    }

    /// Saves in this way as often as it takes; each is seen as it is meant, and told once.
    fn each(&mut self, save: impl Fn(&Self, &Path, &str)) {
        for n in 1..=TIMES {
            save(self, &self.part(), &part(n));
            self.becomes(n);
        }
        self.stays();
    }
}

impl Drop for Desk {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn part(n: u32) -> String {
    format!("character Part {{ var n = {n}\n  shape box 1 1 1 }}\n")
}

fn number(scene: &Scene) -> u32 {
    match Stage::new(scene, Config::default()).get("Part.n") {
        Some(Value::Number(n)) => n as u32,
        other => panic!("{other:?}"),
    }
}

#[test]
fn truncate_and_write() {
    Desk::new("truncate").each(|_, path, text| {
        fs::write(path, "").unwrap();
        sleep(Duration::from_millis(3));
        fs::write(path, text).unwrap();
    });
}

#[test]
fn a_file_beside_it_that_is_renamed_over_it() {
    Desk::new("rename").each(|_, path, text| {
        let fresh = path.with_extension("tmp");
        fs::write(&fresh, text).unwrap();
        fs::rename(&fresh, path).unwrap();
    });
}

#[test]
fn the_way_of_vim_with_a_backup() {
    Desk::new("vim").each(|desk, path, text| {
        let (test, swap) = (desk.path("parts/4913"), desk.path("parts/.part.islay.swp"));
        fs::write(&swap, "swap").unwrap();
        fs::write(&test, "").unwrap();
        fs::remove_file(&test).unwrap();
        let backup = path.with_extension("islay~");
        fs::rename(path, &backup).unwrap();
        fs::write(path, text).unwrap();
        fs::remove_file(&backup).unwrap();
        fs::remove_file(&swap).unwrap();
    });
}

#[test]
fn deleted_and_made_anew() {
    Desk::new("delete").each(|_, path, text| {
        fs::remove_file(path).unwrap();
        sleep(Duration::from_millis(20));
        fs::write(path, text).unwrap();
    });
}

#[cfg(unix)]
#[test]
fn a_link_that_leads_elsewhere() {
    use std::os::unix::fs::symlink;
    Desk::new("link").each(|desk, path, text| {
        let versions = (1..).map(|n| desk.path(&format!("version{n}.islay")));
        let real = versions.into_iter().find(|file| !file.exists()).unwrap();
        fs::write(&real, text).unwrap();
        let fresh = path.with_extension("link");
        symlink(Path::new("..").join(real.file_name().unwrap()), &fresh).unwrap();
        fs::rename(&fresh, path).unwrap();
    });
}

#[test]
fn a_touch_tells_nothing_and_hides_nothing() {
    let mut desk = Desk::new("touch");
    for n in 1..=TIMES {
        let file = fs::File::options().append(true).open(desk.part()).unwrap();
        file.set_modified(std::time::SystemTime::now()).unwrap();
        if n % 3 == 0 {
            desk.stays();
        }
        fs::write(desk.part(), part(n)).unwrap();
        desk.becomes(n);
    }
}

#[test]
fn two_files_at_once_are_one_change() {
    let mut desk = Desk::new("both");
    for n in 1..=TIMES {
        fs::write(desk.part(), part(n).replace("Part", &format!("Part{n}"))).unwrap();
        let main = MAIN.replace("{ Part }", &format!("{{ Part{n} as Part }}"));
        fs::write(desk.path("main.islay"), main).unwrap();
        // either alone would be an error
        desk.becomes(n);
    }
    desk.stays();
}

#[test]
fn half_written() {
    use std::io::Write;
    Desk::new("half").each(|_, path, text| {
        let mut file = fs::File::create(path).unwrap();
        for piece in text.as_bytes().chunks(20) {
            file.write_all(piece).unwrap();
            file.flush().unwrap();
            sleep(Duration::from_millis(4));
        }
    });
}

#[test]
fn a_file_that_stays_half_written_is_told_and_mended() {
    let mut desk = Desk::new("later");
    for n in 1..=TIMES {
        let text = part(n);
        fs::write(desk.part(), &text[..text.len() / 2]).unwrap();
        assert!(desk.news(PATIENCE).unwrap().is_err());
        fs::write(desk.part(), text).unwrap();
        desk.becomes(n);
    }
}

#[test]
fn written_twice_within_a_few_milliseconds() {
    Desk::new("twice").each(|_, path, text| {
        fs::write(path, part(999)).unwrap();
        sleep(Duration::from_millis(4));
        fs::write(path, text).unwrap();
    });
}

#[test]
fn a_folder_that_is_called_otherwise_for_a_while() {
    let mut desk = Desk::new("folder");
    for n in 1..=TIMES {
        fs::rename(desk.path("parts"), desk.path("away")).unwrap();
        sleep(Duration::from_millis(u64::from(n % 3) * 200));
        fs::write(desk.path("away/part.islay"), part(n)).unwrap();
        fs::rename(desk.path("away"), desk.path("parts")).unwrap();
        desk.becomes_at_last(n);
        // and the folder that came back is watched
        fs::write(desk.part(), part(n + 100)).unwrap();
        desk.becomes_at_last(n + 100);
    }
}

#[test]
fn a_file_that_is_not_there_yet() {
    let mut desk = Desk::new("yet");
    for n in 1..=TIMES {
        let name = format!("new{n}/deep/door.islay");
        let main = MAIN.replace("parts/part.islay", &name);
        fs::write(desk.path("main.islay"), main).unwrap();
        assert!(desk.news(PATIENCE).unwrap().is_err());
        fs::create_dir_all(desk.path(&format!("new{n}/deep"))).unwrap();
        sleep(Duration::from_millis(u64::from(n % 3) * 60));
        fs::write(desk.path(&name), part(n)).unwrap();
        desk.becomes(n);
        fs::write(desk.path(&name), part(n + 100)).unwrap();
        desk.becomes(n + 100);
    }
}

#[test]
fn an_emptied_file_is_left_for_a_while_and_then_believed() {
    let mut desk = Desk::new("empty");
    fs::write(desk.path("main.islay"), "").unwrap();
    sleep(Duration::from_millis(120));
    assert!(desk.source.news().is_none());
    fs::write(desk.path("main.islay"), format!("{MAIN}\n")).unwrap();
    desk.becomes(0);
    fs::write(desk.path("main.islay"), "").unwrap();
    assert!(desk.news(PATIENCE).unwrap().unwrap().is_library());
}
