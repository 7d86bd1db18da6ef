//! The files of this repository.
//!
//! In: a folder and an ending. Out: paths and texts, in order of their names.

use std::path::{Path, PathBuf};
use std::{fs, io};

/// The folder of the workspace.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap_or(here).to_path_buf()
}

/// Files below a folder of the workspace whose names end so: (path with `/`, text).
pub fn files(folder: &str, ending: &str) -> io::Result<Vec<(String, String)>> {
    let mut out = Vec::new();
    collect(&root(), &root().join(folder), ending, &mut out)?;
    out.sort();
    Ok(out)
}

fn collect(
    root: &Path,
    folder: &Path,
    ending: &str,
    out: &mut Vec<(String, String)>,
) -> io::Result<()> {
    if !folder.exists() {
        return Ok(());
    }
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            if name != "target" && !name.starts_with('.') {
                collect(root, &path, ending, out)?;
            }
        } else if name.ends_with(ending) {
            let names = path.strip_prefix(root).unwrap_or(&path).components();
            let names: Vec<_> = names.map(|c| c.as_os_str().to_string_lossy()).collect();
            out.push((names.join("/"), fs::read_to_string(&path)?));
        }
    }
    Ok(())
}
