//! `--limit` and `--print-limits`.

use super::{Folder, card, json};

#[test]
fn all_limits_are_printed_without_a_scene() {
    let folder = Folder::new("limits-print");
    for command in ["run", "trace", "check", "test", "render", "bench", "repl", "info", "export"] {
        let (code, out, err) = folder.run(&format!("{command} --print-limits"));
        assert_eq!(code, 0, "{command}: {err}");
        assert!(out.contains("instances          1000000  "), "{command}: {out}");
    }
    let (code, out, _) =
        folder.run("run --print-limits --limit depth=8 --limit memory=512MiB --format json");
    assert_eq!(code, 0);
    let lines = json(&out);
    let value = |name: &str| lines.iter().find(|l| l["name"] == name).unwrap()["value"].clone();
    assert_eq!(lines.len(), islay::LIMITS.len());
    assert_eq!((value("depth"), value("memory")), (8.into(), (512u64 << 20).into()));
    assert_eq!(folder.run("run").0, 2, "otherwise a scene is needed");
}

#[test]
fn a_limit_that_is_none_is_wrong_usage() {
    let folder = card("limits-wrong");
    for (limit, why) in [
        ("instance=3", "did you mean `instances`?"),
        ("instances=-3", "`-3` is no whole number"),
        ("instances", "as in `depth=8`"),
        ("nesting=1000", "`nesting` is at most 128"),
    ] {
        let (code, _, err) = folder.run(&format!("trace card.islay --limit {limit}"));
        assert!(code == 2 && err.contains(why), "{limit}: {err}");
    }
}

#[test]
fn limits_hold_while_loading_and_while_running() {
    let folder = Folder::new("limits-hold");
    let scene = "character A { shape ball 1 }\ngroup main { repeat 10 { A } }\n\
                 test \"all\" { run 1 tick  expect count(A) == 10 }\n";
    folder.write("a.islay", scene);
    folder.write("lib.islay", "use \"a.islay\"\n");
    let (code, out, err) = folder.run("trace a.islay --ticks 0 --limit instances=10");
    assert_eq!(code, 0, "{out}{err}");
    let few = "--limit instances=9";
    let (_, out, _) = folder.run(&format!("bench a.islay --ticks 1 --format json {few}"));
    assert_eq!(json(&out)[0]["instances"], 9);
    assert_eq!(folder.run("test a.islay --limit instances=10").0, 0);
    let (code, out, err) = folder.run(&format!("test a.islay {few}"));
    assert_eq!(code, 1, "{out}{err}");
    let size = scene.len();
    for command in ["check", "trace", "dump --stage tree", "info"] {
        let enough = format!("{command} a.islay --limit source={size}");
        assert_eq!(folder.run(&enough).0, 0, "{enough}");
        let short = format!("{command} a.islay --limit source={}", size - 1);
        let (code, out, err) = folder.run(&short);
        assert!(code == 1 && err.contains("source-too-large"), "{short}: {out}{err}");
    }
    for command in ["fmt --check", "export"] {
        let short = format!("{command} a.islay --limit source={}", size - 1);
        let (code, _, err) = folder.run(&short);
        assert!(code == 1 && err.contains("source-too-large"), "{short}: {err}");
    }
    let (code, _, err) = folder.run("check lib.islay --limit source=20");
    assert!(code == 1 && err.contains("a.islay:1:1"), "of what it uses too: {err}");
    let (code, _, err) = folder.run_with("check - --limit source=20", scene);
    assert!(code == 1 && err.contains("source-too-large"), "{err}");
}

#[test]
fn a_recording_keeps_its_limits() {
    let folder = Folder::new("limits-record");
    folder.write("a.islay", "character A { shape ball 1 }\ngroup main { repeat 10 { A } }\n");
    let made = folder.run("trace a.islay --ticks 3 --limit instances=4 --record r.jsonl");
    assert_eq!(made.0, 0);
    let (code, out, err) = folder.run("replay r.jsonl");
    assert_eq!(code, 0, "{out}{err}");
    let (code, out, err) = folder.run("replay r.jsonl a.islay");
    assert_eq!(code, 0, "{out}{err}");
}

#[cfg(unix)]
#[test]
fn a_pipe_is_not_waited_for() {
    let folder = card("limits-pipe");
    let made = std::process::Command::new("mkfifo").arg(folder.0.join("pipe.islay")).status();
    assert!(made.unwrap().success());
    for command in ["run", "check", "trace", "test", "fmt", "dump", "info", "import", "export"] {
        let mut command = folder.islay(&format!("{command} pipe.islay"));
        let (code, _, err) = super::outcome({
            command.timeout(std::time::Duration::from_secs(60));
            command
        });
        assert!(code == 2 && err.contains("it is no ordinary file"), "{code}: {err}");
    }
    let (code, _, err) = folder.run("trace card.islay --input pipe.islay");
    assert!(code == 2 && err.contains("it is no ordinary file"), "{err}");
}
