//! `islay repl`, from a script and from a pipe.

use super::{Folder, card, outcome};

/// Talks to the card through a pipe.
fn talk(folder: &Folder, options: &str, entries: &str) -> (i32, String, String) {
    folder.run_with(&format!("repl {options}"), entries)
}

#[test]
fn a_pipe_gets_the_answers_and_no_prompts() {
    let folder = card("repl-pipe");
    let (code, out, err) = talk(&folder, "card.islay", ":hold Left 10\nCard.heading\n1 + 2\n");
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(out, "tick 10\n-45\n3\n");
}

#[test]
fn a_script_is_the_same_and_needs_no_stdin() {
    let folder = card("repl-script");
    folder.write("steps.txt", "\n:press Left\n:run 3\n\nCard.heading\n:quit\n:nonsense\n");
    let (code, out, err) = talk(&folder, "card.islay --script steps.txt", "1 + 1\n");
    assert_eq!((code, err.as_str()), (0, ""));
    let lines: Vec<&str> = out.lines().collect();
    assert_eq!(lines[lines.len() - 2..], ["tick 3", "-10"]);
}

#[test]
fn it_ends_at_the_first_error_unless_it_shall_go_on() {
    let folder = card("repl-errors");
    let entries = "1 + 1\n:nonsense\n2 + 2\n1 +\n3 + 3\n";
    let (code, out, err) = talk(&folder, "card.islay", entries);
    assert_eq!((code, out.as_str()), (1, "2\n"));
    assert!(err.contains("`:nonsense`") && err.contains("line 2 of stdin"), "{err}");
    folder.write("steps.txt", entries);
    let (code, out, err) = talk(&folder, "card.islay --script steps.txt --keep-going", "");
    assert_eq!((code, out.as_str()), (1, "2\n4\n6\n"));
    assert!(err.contains("line 2 of `steps.txt`") && err.contains("line 4 of"), "{err}");
}

#[test]
fn an_entry_is_as_many_lines_as_it_needs() {
    let folder = card("repl-lines");
    let (code, out, err) = talk(&folder, "card.islay", "(1 +\n\n  2)\n");
    assert_eq!((code, out.as_str(), err.as_str()), (0, "3\n", ""));
}

#[test]
fn what_cannot_be_read_is_2_and_what_is_wrong_is_1() {
    let folder = card("repl-unread");
    folder.write("wrong.islay", "character {");
    folder.write("bytes.txt", b"1 + 1\n\xff\xfe\n");
    for (options, code, said) in [
        ("gone.islay", 2, "cannot read `gone.islay`"),
        ("card.islay --script gone.txt", 2, "cannot read `gone.txt`"),
        ("card.islay --script bytes.txt", 2, "cannot read `bytes.txt`"),
        ("-", 2, "a scene from stdin leaves nothing to type with"),
        ("card.islay --size 3x3", 2, "--window"),
        ("wrong.islay", 1, "error[unclosed-bracket]"),
    ] {
        let (found, _, err) = talk(&folder, options, "1 + 1\n");
        assert!(found == code && err.contains(said), "{options}: {found} {err}");
    }
}

#[test]
fn without_a_scene_there_is_an_empty_one() {
    let folder = Folder::new("repl-empty");
    let (code, out, err) = talk(&folder, "", ":run 3\n2 * 3\n");
    assert_eq!((code, out.as_str(), err.as_str()), (0, "tick 3\n6\n", ""));
}

#[test]
fn a_scene_from_stdin_talks_to_a_script() {
    let folder = Folder::new("repl-stdin");
    folder.write("steps.txt", ":run 2\n");
    let (code, out, _) = talk(&folder, "- --script steps.txt", super::CARD);
    assert_eq!((code, out.as_str()), (0, "tick 2\n"));
}

#[test]
fn what_is_typed_can_be_saved_and_the_old_file_stays_where_it_cannot() {
    let folder = card("repl-save");
    let entries = "Card.Turn: state Left < rotate y -10 > on key(Left) -> Left else -> Still\n:hold Left 2\nCard.heading\n:save\n";
    let (code, out, err) = talk(&folder, "card.islay", entries);
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.contains("\n-10\n"), "{out}");
    assert!(folder.read("card.islay").contains("rotate y -10"));
    assert_eq!(folder.run("test card.islay").0, 1);
    let (code, _, err) =
        talk(&folder, "card.islay", "group more { Card }\n:save no/such/folder.islay\n");
    assert!(code == 1 && err.contains("no/such/folder.islay"), "{err}");
}

#[test]
fn a_reader_that_goes_away_ends_it_quietly() {
    use std::io::Read;
    use std::process::{Command, Stdio};
    let folder = card("repl-broken-pipe");
    folder.write("steps.txt", "1 + 1\n".repeat(20_000));
    let mut child = Command::new(env!("CARGO_BIN_EXE_islay"))
        .current_dir(&folder.0)
        .args(["repl", "card.islay", "--script", "steps.txt"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdout.take().unwrap().read_exact(&mut [0; 2]).unwrap();
    let mut said = String::new();
    child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!((child.wait().unwrap().code(), said.as_str()), (Some(0), ""));
}

#[test]
fn without_a_display_it_says_so_and_talks_alone() {
    let folder = card("repl-blind");
    for command in ["repl card.islay --window", "run card.islay --repl"] {
        let mut command = folder.islay(command);
        command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("WAYLAND_SOCKET");
        command.write_stdin(":run 3\n");
        let (code, out, err) = outcome(command);
        assert_eq!((code, out.as_str()), (0, "tick 3\n"), "{err}");
        assert!(err.starts_with("note: no window: "), "{err}");
    }
}
