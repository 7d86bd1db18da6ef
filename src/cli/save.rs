//! Files are written whole or not at all.

use std::fs;
use std::path::Path;

use super::console::Stop;

/// Writes a new file beside it and renames it, so that no reader ever sees half of it, and an
/// interrupted write leaves the old one.
pub fn save(path: &Path, bytes: &[u8]) -> Result<(), Stop> {
    // through a link, the file it leads to is replaced, not the link
    let target = path.canonicalize().unwrap_or_else(|_| path.to_owned());
    let name = target.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let beside = target.with_file_name(format!(".{name}.{}.tmp", std::process::id()));
    let write = || {
        fs::write(&beside, bytes)?;
        if let Ok(old) = fs::metadata(&target) {
            fs::set_permissions(&beside, old.permissions())?;
        }
        fs::rename(&beside, &target)
    };
    write().map_err(|e| {
        // the first error is the one that matters
        let _ = fs::remove_file(&beside);
        Stop::Usage(format!("cannot write `{}`: {e}", path.display()))
    })
}
