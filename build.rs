//! Collects the pages of `spec/diagnostics` for `islay explain`, and guide and reference for `:help`.
//!
//! In: the folders. Out: lists of (name, text) that `src/session/explain.rs` and
//! `src/session/repl/guide.rs` include. It reads nothing but file names; the compiler takes in the
//! texts.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    let root = env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let folder = |name: &str| Path::new(&root).join(name);
    println!("cargo::rerun-if-changed=spec");
    println!("cargo::rerun-if-changed=docs/guide.md");
    write("pages.rs", &pages(&folder("spec/diagnostics"))?)?;
    let chapters = pages(&folder("spec"))?.into_iter().filter(|page| is_chapter(page));
    let books: Vec<PathBuf> = std::iter::once(folder("docs/guide.md")).chain(chapters).collect();
    write("books.rs", &books)
}

/// Chapters of the reference are numbered; what it says of the program has names.
fn is_chapter(page: &Path) -> bool {
    let name = page.file_stem().unwrap_or_default().to_string_lossy();
    name.starts_with(|c: char| c.is_ascii_digit()) || name == "commands" || name == "window"
}

/// A list of names and texts, to be included.
fn write(name: &str, pages: &[PathBuf]) -> io::Result<()> {
    let mut list = String::from("&[\n");
    for page in pages.iter().filter(|page| page.exists()) {
        let stem = page.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let _ = writeln!(list, "({stem:?}, include_str!({:?})),", page.display().to_string());
    }
    list.push(']');
    fs::write(Path::new(&env::var("OUT_DIR").unwrap_or_default()).join(name), list)
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
