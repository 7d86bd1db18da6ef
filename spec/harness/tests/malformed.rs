//! Files that are not what they should be: each is refused with a reason and a place, in time and
//! in little memory, or is fine after all and listed as that.
//!
//! `spec/malformed/KIND/EXPECTED.tsv` lists what becomes of each; `UPDATE_EXPECT=1` writes it. The
//! committed files of the fuzz targets run here too.
#![allow(clippy::unwrap_used, reason = "what stops a program may stop a test")]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use islay::session::info;
use islay::session::record::Recording;
use islay::{Config, Error, Files, Input, Limits, Scene, Snapshot, Stage, import};
use islay_spec::{diff, fuzz, tree};

/// What a file may take.
const LONGEST: Duration = Duration::from_secs(1);
/// What a file may take, in KiB.
const MOST: u64 = 256 << 10;

/// One file at a time, so that it is known whose time and memory it is.
static ALONE: Mutex<()> = Mutex::new(());

/// What becomes of a file: a code and a place, a reason, or `fine`.
type Judge = fn(&Path, &[u8]) -> Result<(), String>;

const KINDS: [(&str, Judge); 11] = [
    ("islay", islay),
    ("3di", threedi),
    ("dae", model),
    ("gltf", model),
    ("glb", model),
    ("png", picture),
    ("jpg", picture),
    ("rhai", script),
    ("snapshot", snapshot),
    ("recording", recording),
    ("compiled", compiled),
];

fn islay(_: &Path, bytes: &[u8]) -> Result<(), String> {
    let files = Files::from_bytes([("any.islay", bytes)]);
    let scene = Scene::load("any.islay", &files).map_err(told)?;
    ticks(&mut Stage::new(&scene, Config::default()));
    Ok(())
}

fn threedi(_: &Path, bytes: &[u8]) -> Result<(), String> {
    let cube = fs::read(tree::root().join("spec/import/cube.dae")).unwrap();
    let files = Files::from_bytes([("cube.dae", &cube[..])]);
    let made = import::threedi("any.3di", bytes, &files, &Default::default());
    made.map(drop).map_err(told)
}

fn model(path: &Path, _: &[u8]) -> Result<(), String> {
    info::model(path, &Limits::default()).map(drop).map_err(told)
}

fn picture(_: &Path, bytes: &[u8]) -> Result<(), String> {
    let text =
        "atom A = box 1 1 1 texture \"any.png\"\ncharacter C { shape A }\ngroup main { C }\n";
    let files = Files::from_bytes([("any.png", bytes)]);
    Scene::from_text_in("any.islay", text, &files).map(drop).map_err(told)
}

fn script(_: &Path, bytes: &[u8]) -> Result<(), String> {
    let text = "hooks \"any.rhai\"\ncharacter C { shape box 1 1 1 }\ngroup main { C }\n";
    let files = Files::from_bytes([("any.rhai", bytes)]);
    Scene::from_text_in("any.islay", text, &files).map(drop).map_err(told)
}

fn smallest() -> Scene {
    let path = tree::root().join("examples/smallest/smallest.islay");
    Scene::from_text("smallest.islay", &fs::read_to_string(path).unwrap()).unwrap()
}

fn snapshot(_: &Path, bytes: &[u8]) -> Result<(), String> {
    let snapshot = Snapshot::from_bytes(bytes).map_err(told)?;
    let mut stage = Stage::new(&smallest(), Config::default());
    stage.restore(&snapshot).map_err(told)?;
    ticks(&mut stage);
    Ok(())
}

fn recording(_: &Path, bytes: &[u8]) -> Result<(), String> {
    let text = String::from_utf8_lossy(bytes);
    let recording = Recording::parse("any.rec", &text).map_err(told)?;
    let scene = recording.scene().map_err(told)?;
    let replayed = recording.replay(&scene, |_| {}).map_err(told)?;
    let other = |m: islay::session::record::Mismatch| Err(format!("another hash at {}", m.tick));
    replayed.mismatch.map_or(Ok(()), other)
}

fn compiled(_: &Path, bytes: &[u8]) -> Result<(), String> {
    let scene = Scene::from_compiled(bytes).map_err(told)?;
    ticks(&mut Stage::new(&scene, Config::default()));
    Ok(())
}

fn ticks(stage: &mut Stage) {
    for _ in 0..20 {
        if stage.n_instances() < 2_000 {
            stage.tick(&Input::new());
        }
    }
    stage.frame(0.5);
}

/// The first error with its code and place, or the reason, where the form has no places.
fn told(error: Error) -> String {
    match error {
        Error::Scene(found) => {
            let first = found.iter().find(|d| d.severity == islay::Severity::Error).unwrap();
            assert!(!first.code.is_empty() && first.place.line > 0 && first.place.column > 0);
            found.to_text(false);
            format!(
                "{}\t{}:{}\t{}",
                first.code, first.place.line, first.place.column, first.message
            )
        }
        Error::Input { line, reason, .. } => format!("line\t{line}\t{reason}"),
        other => format!("refused\t-\t{other}"),
    }
}

/// Files of a folder, in order of their names.
fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut out: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    out.retain(|path| path.is_file() && path.extension().is_none_or(|e| e != "tsv" && e != "md"));
    out.sort();
    out
}

/// Runs something with a file and looks at what it takes.
fn watched<T>(path: &Path, run: impl FnOnce() -> T) -> T {
    let (before, since) = (peak(true), worked());
    let out = run();
    if let (Some(before), Some(after)) = (before, peak(false)) {
        let took = after.saturating_sub(before);
        assert!(took <= MOST, "{} took {took} KiB", path.display());
    }
    let took = worked().saturating_sub(since);
    assert!(took <= LONGEST, "{} took {took:?}", path.display());
    out
}

/// The most memory that this process has had, in KiB, as far as the system tells; from now on, if
/// it is to be forgotten.
fn peak(forget: bool) -> Option<u64> {
    if forget {
        fs::write("/proc/self/clear_refs", "5").ok()?;
    }
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches(" kB").parse().ok()
}

/// What this thread has worked: a machine that is busy makes nothing slow.
fn worked() -> Duration {
    let told = fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanos = told.split(' ').next().and_then(|n| n.parse().ok());
    nanos.map_or_else(Duration::default, Duration::from_nanos)
}

#[test]
fn each_is_refused_as_it_is_written_or_fine_after_all() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let (mut n, mut wrong) = (0, String::new());
    for (kind, judge) in KINDS {
        let folder = tree::root().join("spec/malformed").join(kind);
        let mut listed = String::new();
        for path in files(&folder) {
            let bytes = fs::read(&path).unwrap();
            let said = watched(&path, || judge(&path, &bytes));
            let name = path.file_name().unwrap().to_string_lossy();
            let said = said.map_or_else(|said| said, |()| "fine".to_owned());
            let said = said.replace(&*path.to_string_lossy(), &name).replace('\n', " ");
            writeln!(listed, "{name}\t{said}").unwrap();
            n += 1;
        }
        let expected = folder.join("EXPECTED.tsv");
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            fs::write(&expected, &listed).unwrap();
        }
        let before = fs::read_to_string(&expected).unwrap_or_default();
        if before != listed {
            writeln!(wrong, "{kind}:\n{}", diff::lines(&before, &listed)).unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
    assert!(n >= 500, "{n} files");
}

#[test]
fn the_files_of_the_fuzz_targets_break_no_promise() {
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    for (name, body) in fuzz::TARGETS {
        let mut n = 0;
        for folder in ["fuzz/corpus", "fuzz/regressions"] {
            for path in files(&tree::root().join(folder).join(name)) {
                let bytes = fs::read(&path).unwrap();
                let told = Telling(&path);
                watched(&path, || body(&bytes));
                drop(told);
                n += 1;
            }
        }
        assert!(n > 0, "no file for `{name}`");
    }
}

/// Says where it was when something panics.
struct Telling<'a>(&'a Path);

impl Drop for Telling<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("{}", self.0.display());
        }
    }
}
