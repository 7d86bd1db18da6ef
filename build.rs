//! Collects the pages of `spec/diagnostics` for `islay explain`.
//!
//! In: the folder. Out: a list of (code, text) that `src/session/explain.rs` includes. It reads
//! nothing but file names; the compiler takes in the texts.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let folder =
        Path::new(&env::var("CARGO_MANIFEST_DIR").unwrap_or_default()).join("spec/diagnostics");
    println!("cargo::rerun-if-changed=spec/diagnostics");
    let mut list = String::from("&[\n");
    for page in pages(&folder)? {
        let code = page.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let _ = writeln!(list, "({code:?}, include_str!({:?})),", page.display().to_string());
    }
    list.push(']');
    let out = Path::new(&env::var("OUT_DIR").unwrap_or_default()).join("pages.rs");
    fs::write(out, list)
}

fn pages(folder: &Path) -> io::Result<Vec<PathBuf>> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    let entries = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    let paths = entries.into_iter().map(|e| e.path());
    let mut pages: Vec<PathBuf> =
        paths.filter(|p| p.extension().is_some_and(|e| e == "md")).collect();
    pages.sort();
    Ok(pages)
}
