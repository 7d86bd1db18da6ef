//! Tells when files of a running scene have changed. The only module that knows notify.
//!
//! In: the files that a scene asked for, with the prints of what was read of them. Out: one word
//! when something else is there now, however it got there. It reloads nothing. Folders are watched,
//! not files, since editors save by renaming; what the system does not tell is found by looking at
//! sizes and times. A file that is still being written is left until it is the same twice; one that
//! is empty or gone may be about to come again, and is left longer.

mod source;
mod still;
pub mod trouble;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant, SystemTime};

use notify::{RecommendedWatcher, RecursiveMode, Watcher as _};

use crate::files::Used;
pub use source::Source;
use still::Still;

/// Events that come so close together are one.
const TOGETHER: Duration = Duration::from_millis(25);
/// No longer than this they may go on before somebody looks.
const LONGEST: Duration = Duration::from_millis(250);
/// Between two readings that must agree.
const AGAIN: Duration = Duration::from_millis(15);
/// So long what is empty or gone may be on its way.
const GONE: Duration = Duration::from_millis(250);
/// How often sizes and times are looked at.
const LOOK: Duration = Duration::from_millis(400);

/// Watches files from a thread of its own.
pub struct Watch {
    words: Sender<Word>,
    changes: Receiver<()>,
}

/// What the thread is told.
enum Word {
    /// Something happened in a folder.
    Stir,
    /// These are the files from now on.
    Follow(Vec<Used>),
    /// These too, of which the first were written by who tells this.
    Wrote(Vec<Used>, Vec<Used>),
}

impl Watch {
    /// Watches these files.
    pub fn new(files: Vec<Used>) -> Self {
        let (words, heard) = mpsc::channel();
        let (tell, changes) = mpsc::channel();
        let stir = words.clone();
        // a system that cannot watch is one where files are looked at
        let watcher = notify::recommended_watcher(move |event: notify::Result<notify::Event>| {
            // whoever reads files stirs nothing: we do it ourselves
            if !event.is_ok_and(|event| event.kind.is_access()) {
                let _ = stir.send(Word::Stir);
            }
        });
        let eyes = Eyes { watcher: watcher.ok(), ..Eyes::default() };
        thread::spawn(move || eyes.watch(&heard, &tell));
        let watch = Self { words, changes };
        watch.follow(files);
        watch
    }

    /// From now on these files are watched, and these prints are what is known of them.
    pub fn follow(&self, files: Vec<Used>) {
        // a thread that is gone watches nothing, and there is nobody to tell
        let _ = self.words.send(Word::Follow(files));
    }

    /// The same, by somebody who has written those of `own`: of the others stays known what was.
    pub fn wrote(&self, own: Vec<Used>, others: Vec<Used>) {
        let _ = self.words.send(Word::Wrote(own, others));
    }

    /// Whether something has changed since this was asked last.
    pub fn changed(&self) -> bool {
        self.changes.try_iter().count() > 0
    }

    /// Waits until something changes, at most so long; tells whether it did.
    pub fn wait(&self, at_most: Duration) -> bool {
        self.changes.recv_timeout(at_most).is_ok()
    }
}

/// Size and time of a file, by which a change that nobody told is found.
type Stamp = Option<(u64, Option<SystemTime>)>;

/// What the thread knows.
#[derive(Default)]
struct Eyes {
    watcher: Option<RecommendedWatcher>,
    folders: BTreeSet<PathBuf>,
    still: Still,
    stamps: Vec<Stamp>,
    /// When something stirred first and last since it was looked at.
    stirred: Option<[Instant; 2]>,
    /// Since when something is empty or gone that was not.
    doubtful: Option<Instant>,
    looked: Option<Instant>,
}

impl Eyes {
    fn watch(mut self, heard: &Receiver<Word>, tell: &Sender<()>) {
        loop {
            match heard.recv_timeout(self.patience()) {
                Ok(Word::Stir) => self.stir(),
                Ok(Word::Follow(files)) => {
                    self.still.follow(files);
                    self.followed();
                }
                Ok(Word::Wrote(own, others)) => {
                    self.still.wrote(own, others);
                    self.followed();
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return,
            }
            self.look();
            if self.settled() && self.read() && tell.send(()).is_err() {
                return;
            }
        }
    }

    fn patience(&self) -> Duration {
        match self.stirred {
            Some(_) => AGAIN,
            None => LOOK,
        }
    }

    fn followed(&mut self) {
        self.stamps = self.still.paths().map(stamp).collect();
        self.watch_folders();
        // what changed while it was read is found at once
        self.stir();
    }

    fn stir(&mut self) {
        let now = Instant::now();
        let first = self.stirred.map_or(now, |[first, _]| first);
        self.stirred = Some([first, now]);
    }

    /// Watches the folders of all files, and those of what links lead to.
    fn watch_folders(&mut self) {
        let Some(watcher) = &mut self.watcher else { return };
        let wanted: BTreeSet<PathBuf> = self.still.paths().flat_map(folders).collect();
        for gone in self.folders.difference(&wanted) {
            let _ = watcher.unwatch(gone);
        }
        // a folder that cannot be watched is still looked at
        let _refused: Vec<_> = wanted
            .difference(&self.folders)
            .filter_map(|new| watcher.watch(new, RecursiveMode::NonRecursive).err())
            .collect();
        self.folders = wanted;
    }

    /// Finds changes that nobody told.
    fn look(&mut self) {
        if self.looked.is_some_and(|at| at.elapsed() < LOOK) {
            return;
        }
        self.looked = Some(Instant::now());
        let stamps: Vec<Stamp> = self.still.paths().map(stamp).collect();
        if stamps != self.stamps {
            self.stamps = stamps;
            self.watch_folders();
            self.stir();
        }
    }

    fn settled(&self) -> bool {
        let over =
            |[first, last]: [Instant; 2]| last.elapsed() >= TOGETHER || first.elapsed() >= LONGEST;
        self.stirred.is_some_and(over)
    }

    /// Whether something is empty or gone that may come again.
    fn doubts(&mut self) -> bool {
        let gone = |path: &Path| stamp(path).is_none_or(|(size, _)| size == 0);
        let doubtful = self.still.there().any(gone);
        let since = *self.doubtful.get_or_insert_with(Instant::now);
        if !doubtful {
            self.doubtful = None;
        }
        doubtful && since.elapsed() < GONE
    }

    /// Reads all files; tells whether they are others than was known, and the same twice.
    fn read(&mut self) -> bool {
        if self.doubts() {
            return false;
        }
        let now: Vec<Used> = self.still.paths().map(|p| Used::now(p.to_owned())).collect();
        match self.still.judge(&now) {
            still::Verdict::Same => self.stirred = None,
            still::Verdict::Moving => {}
            still::Verdict::Changed => {
                (self.stirred, self.doubtful) = (None, None);
                self.watch_folders();
                return true;
            }
        }
        false
    }
}

fn stamp(path: &Path) -> Stamp {
    let facts = std::fs::metadata(path).ok()?;
    Some((facts.len(), facts.modified().ok()))
}

/// The folders in which something must happen for a file to become another: its own, that of what
/// it is a link to, those of folders that are links; of what is not there the nearest that is.
fn folders(path: &Path) -> Vec<PathBuf> {
    let above = |p: &Path| match p.parent() {
        Some(p) if p.as_os_str().is_empty() => PathBuf::from("."),
        Some(p) => p.to_owned(),
        None => p.to_owned(),
    };
    let mut found = Vec::new();
    for step in path.ancestors().filter(|p| !p.as_os_str().is_empty()) {
        let folder = above(step);
        let link = step.symlink_metadata().is_ok_and(|facts| facts.is_symlink());
        let nearest = found.is_empty() && folder.is_dir();
        if link || nearest {
            found.push(folder);
        }
    }
    found.extend(path.canonicalize().ok().map(|p| above(&p)));
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_of_what_is_not_there_is_the_nearest_that_is() {
        let here = std::env::temp_dir();
        let path = here.join("no-such-folder").join("neither").join("a.islay");
        assert_eq!(folders(&path), [here]);
    }
}
