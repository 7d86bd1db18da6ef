//! Files are written whole or not at all.
//!
//! In: where a file shall be, and bytes. Out: the file, once it is finished. Until then it is
//! written beside its place under another name, so that no reader ever sees half of it, and what is
//! interrupted leaves the old file as it was.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use super::console::{Console, Stop};

/// A file in the making.
#[derive(Debug)]
pub struct Draft {
    /// As it was named.
    path: PathBuf,
    target: PathBuf,
    beside: PathBuf,
    done: bool,
}

impl Draft {
    /// Begins a file. Its folder must be there.
    pub fn new(path: &Path) -> Result<Self, Stop> {
        // through a link, the file it leads to is replaced, not the link
        let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        if target.is_dir() {
            return Err(refused(path, "it is a folder"));
        }
        // a file beside it could take its place all the same, but that is not what it is protected for
        if fs::metadata(&target).is_ok_and(|old| old.permissions().readonly()) {
            return Err(refused(path, "it may not be written"));
        }
        let Some(name) = target.file_name() else {
            return Err(refused(path, "it names no file"));
        };
        let beside = format!(".{}.{}.tmp", name.to_string_lossy(), std::process::id());
        let beside = target.with_file_name(beside);
        let draft = Self { path: path.to_owned(), target, beside, done: false };
        draft.writer()?;
        Ok(draft)
    }

    /// Where it is written until it is finished.
    pub fn beside(&self) -> &Path {
        &self.beside
    }

    /// Something to write it with, from its start.
    pub fn writer(&self) -> Result<BufWriter<File>, Stop> {
        Ok(BufWriter::new(File::create(&self.beside).map_err(|e| self.failed(&e))?))
    }

    /// Puts it into its place. All of it must be written.
    pub fn finish(mut self) -> Result<(), Stop> {
        let place = || {
            if let Ok(old) = fs::metadata(&self.target) {
                fs::set_permissions(&self.beside, old.permissions())?;
            }
            fs::rename(&self.beside, &self.target)
        };
        place().map_err(|e| self.failed(&e))?;
        self.done = true;
        Ok(())
    }

    /// Why it cannot be written.
    pub fn failed(&self, error: &io::Error) -> Stop {
        match error.kind() {
            io::ErrorKind::NotFound => refused(&self.path, "there is no such folder"),
            io::ErrorKind::PermissionDenied => refused(&self.path, "it may not be written"),
            _ => refused(&self.path, &error.to_string()),
        }
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if !self.done {
            // what is left of it is of no use to anybody
            let _ = fs::remove_file(&self.beside);
        }
    }
}

/// Writes a whole file at once.
pub fn save(path: &Path, bytes: &[u8]) -> Result<(), Stop> {
    let draft = Draft::new(path)?;
    let mut out = draft.writer()?;
    out.write_all(bytes).and_then(|()| out.flush()).map_err(|e| draft.failed(&e))?;
    drop(out);
    draft.finish()
}

/// Writes a whole file, or to stdout where the name is `-`.
pub fn deliver(name: &str, bytes: &[u8], console: &mut Console) -> Result<(), Stop> {
    match name {
        "-" => Ok(console.bytes(bytes)?),
        _ => save(Path::new(name), bytes),
    }
}

/// A file cannot be written.
pub fn refused(path: &Path, reason: &str) -> Stop {
    Stop::Usage(format!("cannot write `{}`: {reason}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_protected_file_stays_as_it_is() {
        let folder = std::env::temp_dir().join(format!("islay-save-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let file = folder.join("kept.png");
        save(&file, b"old").unwrap_or_else(|_| panic!("a new file is written"));
        let mut protected = fs::metadata(&file).unwrap().permissions();
        protected.set_readonly(true);
        fs::set_permissions(&file, protected).unwrap();
        assert!(save(&file, b"new").is_err());
        assert_eq!(fs::read(&file).unwrap(), b"old");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(&folder).unwrap();
    }
}
