//! The program `islay`, from outside: exit codes and output of each subcommand.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may stop")]

mod build;
mod check;
mod draw;
mod files;
mod fmt;
mod guide;
mod import;
mod info;
mod limits;
mod models;
mod others;
mod record;
mod render;
mod repl;
mod run;
mod terminal;
mod test;
mod trace;

use std::fs;
use std::path::PathBuf;

use assert_cmd::Command;

/// The card of the reference.
const CARD: &str = r#"character Card {
  shape box 1 1.5 0.1
  diagram Turn {
    state Still                 on key(Left) -> Left
    state Left < rotate y -5 >  on key(Left) -> Left  else -> Still
  }
}
group main { Card }

test "turns" {
  hold Left for 10 ticks
  expect Card.heading ~ -45
}
"#;

/// A folder of its own for a test, empty when it starts.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.join(name)).unwrap()
    }

    /// The program in this folder.
    fn islay(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_islay"));
        command.current_dir(&self.0).args(arguments.split_whitespace()).env("NO_COLOR", "1");
        command
    }

    /// Runs it: exit code, stdout, stderr.
    fn run(&self, arguments: &str) -> (i32, String, String) {
        outcome(self.islay(arguments))
    }

    /// Runs it with a text on stdin.
    fn run_with(&self, arguments: &str, stdin: &str) -> (i32, String, String) {
        let mut command = self.islay(arguments);
        command.write_stdin(stdin);
        outcome(command)
    }
}

fn outcome(mut command: Command) -> (i32, String, String) {
    let output = command.output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// A folder with the card in `card.islay`.
fn card(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.write("card.islay", CARD);
    folder
}

/// Lines of JSON.
fn json(text: &str) -> Vec<serde_json::Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}
