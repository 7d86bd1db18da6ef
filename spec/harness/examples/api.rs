//! Keeps the listing of the public interface: `cargo run -p islay-spec --example api` writes
//! `spec/api.txt`, and with `-- --check` it fails where the interface is another one.
//!
//! In: the sources; it makes the pages of their documentation. Out: the file, or what differs.

use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::{env, fs};

use islay_spec::{api, tree};

const HEAD: &str = "\
The public interface of the crate `islay` with all features. A change of it is a change for hosts:
say so in CHANGELOG.md, and renew this listing: cargo run -p islay-spec --example api

";

/// So many differences are told.
const SHOWN: usize = 40;

fn main() -> ExitCode {
    match run(env::args().any(|arg| arg == "--check")) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}

fn run(check: bool) -> Result<(), String> {
    let target = env::var_os("CARGO_TARGET_DIR").map(PathBuf::from);
    let target = tree::root().join(target.unwrap_or_else(|| "target".into()));
    let pages = target.join("doc/islay");
    // pages of other features may lie there, which cargo takes for these
    if pages.exists() {
        fs::remove_dir_all(&pages).map_err(|e| format!("{}: {e}", pages.display()))?;
    }
    let mut doc = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    doc.args(["doc", "--package", "islay", "--lib", "--all-features", "--no-deps", "--quiet"]);
    let made = doc.current_dir(tree::root()).status().map_err(|e| e.to_string())?;
    if !made.success() {
        return Err("the documentation cannot be made".to_owned());
    }
    let found = api::listing(&pages).map_err(|e| format!("{}: {e}", pages.display()))?;
    let (found, file) = (format!("{HEAD}{found}"), tree::root().join("spec/api.txt"));
    if !check {
        return fs::write(&file, found).map_err(|e| format!("{}: {e}", file.display()));
    }
    let kept = fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
    match kept == found {
        true => Ok(()),
        false => Err(told(&api::differences(&kept, &found))),
    }
}

fn told(differences: &[String]) -> String {
    let shown = differences.iter().take(SHOWN).cloned().collect::<Vec<_>>().join("\n");
    let more = match differences.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!("\n… and {more} more"),
    };
    format!(
        "the public interface is not the one in spec/api.txt:\n{shown}{more}\n\
         where that is meant, say so in CHANGELOG.md and renew it: \
         cargo run -p islay-spec --example api\n\
         (another release of Rust may write it in another way)"
    )
}
