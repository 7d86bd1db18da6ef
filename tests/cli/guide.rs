//! The guide for newcomers, followed word by word: its scenes are written into one file after the
//! other, and its commands are run.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use super::Folder;

/// What the guide tells its reader to do.
enum Step {
    /// This is what the scene's file holds now.
    Write(String),
    Run(String),
    /// A conversation: what is seen on the terminal.
    Talk(String),
}

fn steps(text: &str) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut named: BTreeMap<&str, String> = BTreeMap::new();
    for block in text.split("\n```").skip(1).step_by(2) {
        let (head, body) = block.split_once('\n').unwrap();
        let option = |name: &str| head.split(' ').find_map(|w| w.strip_prefix(name));
        match head.split(' ').next() {
            Some("islay") => {
                let before = option("with=").map(|name| named[name].clone() + "\n");
                let text = before.unwrap_or_default() + body + "\n";
                option("name=").and_then(|name| named.insert(name, text.clone()));
                steps.push(Step::Write(text));
            }
            Some("text") if body.starts_with("$ islay repl") => {
                steps.push(Step::Talk(body.to_owned()));
            }
            Some("sh") => steps.extend(body.lines().map(|line| Step::Run(line.to_owned()))),
            _ => {}
        }
    }
    steps
}

/// The same conversation through a pipe: what is typed stands behind a prompt.
fn talk(folder: &Folder, seen: &str) {
    let prompts = ["islay> ", "Bug> "];
    let typed = |line: &str| prompts.iter().find_map(|p| line.strip_prefix(p)).map(str::to_owned);
    // the command and the greeting stand before
    let lines: Vec<&str> = seen.lines().skip(2).collect();
    let entries: Vec<String> = lines.iter().filter_map(|l| typed(l)).collect();
    let answers: Vec<&str> = lines.into_iter().filter(|l| typed(l).is_none()).collect();
    let (code, out, err) = folder.run_with("repl bug.islay", &(entries.join("\n") + "\n"));
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(out.lines().collect::<Vec<_>>(), answers);
}

#[test]
fn the_guide_can_be_followed_word_by_word() {
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/guide.md");
    let steps = steps(&fs::read_to_string(guide).unwrap());
    let folder = Folder::new("guide");
    let (mut scenes, mut commands) = (0, 0);
    for step in steps {
        match step {
            Step::Write(text) => {
                folder.write("bug.islay", text);
                let (code, out, err) = folder.run("check --deny warnings bug.islay");
                assert_eq!(code, 0, "{out}{err}");
                assert_eq!(
                    folder.run("fmt --check bug.islay").0,
                    0,
                    "{}",
                    folder.read("bug.islay")
                );
                scenes += 1;
            }
            Step::Talk(seen) => talk(&folder, &seen),
            Step::Run(line) => {
                let arguments = line.strip_prefix("islay ").expect("the guide runs islay alone");
                // nobody watches here
                let end = " --no-watch --until 500ms --size 32x24";
                let more = if arguments.starts_with("run ") { end } else { "" };
                let mut command = folder.islay(&format!("{arguments}{more}"));
                command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
                let (code, out, err) = super::outcome(command);
                assert_eq!(code, 0, "{line}\n{out}{err}");
                commands += 1;
            }
        }
    }
    assert!(scenes >= 5 && commands >= 6, "{scenes} scenes, {commands} commands");
    assert!(folder.0.join("bug.png").exists() && folder.0.join("bug.gif").exists());
}

#[test]
fn the_page_of_hooks_shows_those_of_the_fireflies() {
    let page = fs::read_to_string("docs/hooks.md").unwrap();
    let script = fs::read_to_string("examples/fireflies/fireflies.rhai").unwrap();
    let blocks: Vec<&str> = page.split("```rhai\n").skip(1).collect();
    assert_eq!(blocks.len(), 5);
    for block in blocks {
        let code = block.split("```").next().unwrap();
        assert!(script.contains(code), "{code}");
    }
}
