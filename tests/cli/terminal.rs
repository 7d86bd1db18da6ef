//! What files say never reaches a terminal as such: escape, control and bidirectional characters
//! are shown escaped, wherever they come from.

use super::Folder;

/// A sequence that clears a screen, one that turns text around, C1 and a bell.
const EVIL: &str = "\u{1b}[2J\u{202e}\u{9b}31m\u{7}";

fn evil(c: char) -> bool {
    let bidi = matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    (c.is_control() && !"\n\t".contains(c)) || bidi
}

#[track_caller]
fn clean(what: &str, (_, out, err): &(i32, String, String)) {
    for text in [out, err] {
        let found = text.lines().find(|line| line.chars().any(evil));
        assert_eq!(found.map(str::escape_debug).map(|t| t.to_string()), None, "{what}");
    }
}

fn scene() -> String {
    // names may have bidirectional characters and no control characters, strings have all
    format!(
        "// {EVIL}\n\
         host {{ emit told }}\n\
         character `a\u{202e}b` {{\n  shape ball 1\n  var z = 0  var n = 0\n\
         \x20 diagram `d\u{2066}` {{ state `s\u{202e}`  on every(1 tick) do log(\"{EVIL}\"), n = 1 / z -> `t\u{202e}`\n\
         \x20   state `t\u{202e}` }}\n}}\n\
         group main {{ `a\u{202e}b` }}\n\
         test \"{EVIL}\" {{ run 1 tick  expect `a\u{202e}b`.n == 7 }}\n"
    )
}

#[test]
fn a_scene_moves_no_cursor() {
    let folder = Folder::new("terminal-scene");
    folder.write("a.islay", scene());
    folder.write(
        "inputs.jsonl",
        "{\"tick\":1,\"click\":\"\u{202e}\"}\n{\"tick\":2,\"press\":\"\u{202e}\"}\n",
    );
    for command in [
        "check a.islay",
        "check a.islay --format json",
        "trace a.islay --ticks 3",
        "trace a.islay --ticks 3 --format json",
        "trace a.islay --ticks 3 --input inputs.jsonl",
        "run a.islay --no-watch --until 0.2s --size 8x8",
        "test a.islay",
        "test a.islay --format json",
        "test a.islay --coverage",
        "info a.islay",
        "info a.islay --format json",
        "bench a.islay --ticks 2",
        "dump a.islay --stage tokens",
        "dump a.islay --stage tree",
        "dump a.islay --stage model",
        "dump a.islay --stage bytecode",
        "trace a.islay --ticks 3 --record r.jsonl",
        "replay r.jsonl",
        "diff r.jsonl a.islay",
    ] {
        clean(command, &folder.run(command));
    }
    let asked = format!(
        ":tick 2\n:tree\n:states\n:vars\n`a\u{202e}b`.n\n:why `a\u{202e}b`\n`{EVIL}`\n{EVIL}\n:load {EVIL}\n"
    );
    clean("repl", &folder.run_with("repl a.islay --keep-going", &asked));
}

#[test]
fn what_is_wrong_moves_no_cursor() {
    let folder = Folder::new("terminal-wrong");
    let texts = [
        format!("{EVIL}\ngroup main {{ }}\n"),
        format!("use \"{EVIL}\"\ngroup main {{ }}\n"),
        "use \"a\u{202e}.islay\"\ngroup main { }\n".to_owned(),
        format!("character C {{ shape \"{EVIL}.gltf\" }}\ngroup main {{ C }}\n"),
        format!("hooks \"{EVIL}.rhai\"\ngroup main {{ }}\n"),
        "group main { `a\u{202e}` }\n".to_owned(),
        format!("group main {{ }} /* {EVIL}"),
    ];
    for text in texts {
        folder.write("a.islay", &text);
        for form in ["", "--format json", "--color always"] {
            let (code, out, err) = folder.run(&format!("check a.islay {form}"));
            let err = if form.contains("always") { without_colors(&err) } else { err };
            clean(&format!("{text:?} {form}"), &(code, out, err));
        }
    }
    folder.write("m.gltf", format!("{{\"asset\":{{\"version\":\"{}\"}}}}", "9\u{202e}"));
    folder.write("d.dae", "<COLLADA version=\"1.4.1\"><a\u{202e}></COLLADA>");
    folder.write("d.3di", "<islay3d ver=\"1.1\"><\u{202e}></islay3d>");
    for file in ["m.gltf", "d.dae", "d.3di"] {
        clean(file, &folder.run(&format!("info {file}")));
    }
    clean("d.3di", &folder.run("import d.3di"));
}

/// Without the colours that are ours.
fn without_colors(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, behind)) = rest.split_once("\u{1b}[") {
        out.push_str(before);
        let end = behind.find(|c: char| !c.is_ascii_digit() && c != ';').unwrap_or(behind.len());
        match behind[end..].starts_with('m') {
            true => rest = &behind[end + 1..],
            false => {
                out.push('\u{1b}');
                rest = behind;
            }
        }
    }
    out + rest
}

#[cfg(unix)]
#[test]
fn names_of_files_move_no_cursor() {
    let folder = Folder::new("terminal-names");
    let name = "a\u{1b}[2J\u{202e}.islay";
    folder.write(name, "character C { shape bx 1 }\ngroup main { C }\n");
    for command in ["check", "trace", "test", "info", "fmt", "run --no-watch", "draw", "export"] {
        let mut run = folder.islay(command);
        run.arg(name);
        clean(command, &super::outcome(run));
        let mut run = folder.islay(command);
        run.arg(format!("no{name}"));
        clean(command, &super::outcome(run));
    }
}
