//! `dump`, `bench`, `new`, `explain`, `completions`, planned commands and wrong usage.

use super::{Folder, card, json};

#[test]
fn each_stage_can_be_dumped() {
    let folder = card("dump");
    for (stage, part) in [
        ("tokens", "character"),
        ("tree", "Character"),
        ("model", "state Still"),
        ("bytecode", "diagram Turn"),
    ] {
        let (code, out, err) = folder.run(&format!("dump card.islay --stage {stage}"));
        assert!(code == 0 && out.contains(part) && err.is_empty(), "{stage}: {out}{err}");
    }
    folder.write("wrong.islay", "character {\n");
    let (code, out, err) = folder.run("dump wrong.islay --stage tokens");
    assert!(code == 0 && out.contains("character"), "{out}{err}");
    assert_eq!(folder.run("dump wrong.islay --stage tree").0, 1);
    assert_eq!(folder.run("dump wrong.islay").0, 1);
}

#[test]
fn bench_measures() {
    let (code, out, _) = card("bench").run("bench card.islay --ticks 10 --format json");
    let measured = &json(&out)[0];
    assert_eq!((code, &measured["instances"], &measured["ticks"]), (0, &1.into(), &10.into()));
    assert_eq!(measured["threads"], 1);
    assert!(measured["ns_per_instance_tick"].as_f64().unwrap() > 0.0);
    assert!(measured["ticks_per_s"].as_f64().unwrap() > 0.0);
    assert!(measured["peak_bytes"].is_null() || measured["peak_bytes"].as_u64().unwrap() > 100_000);
}

#[test]
fn every_number_of_threads_gives_the_same_hashes() {
    let folder = card("threads");
    let trace = |threads: &str| folder.run(&format!("trace card.islay --hash-only {threads}"));
    let (code, one, _) = trace("");
    assert_eq!((code, one.lines().count()), (0, 60));
    assert_eq!(trace("--threads 2").1, one);
    assert_eq!(trace("--threads 0").1, one);
    let (code, out, _) = folder.run("bench card.islay --ticks 10 --threads 2 --format json");
    assert_eq!((code, &json(&out)[0]["threads"]), (0, &2.into()));
    assert_eq!(folder.run("test card.islay --threads 2").0, 0);
}

#[test]
fn a_new_scene_checks_without_warnings_and_passes_its_tests() {
    let folder = Folder::new("new");
    let (code, out, _) = folder.run("new pond");
    assert!(code == 0 && out.contains("islay test pond/pond.islay"), "{out}");
    let (code, out, err) = folder.run("check --deny warnings pond/pond.islay");
    assert_eq!((code, out.as_str()), (0, "pond/pond.islay: nothing wrong\n"), "{err}");
    let (code, _, err) = folder.run("test pond/pond.islay");
    assert_eq!(code, 0, "{err}");
    assert_eq!(folder.run("fmt --check pond/pond.islay").0, 0);
    assert_eq!(folder.run("new pond").0, 2);
}

#[test]
fn a_code_is_explained_and_a_slip_is_named() {
    let folder = Folder::new("explain");
    let (code, out, _) = folder.run("explain unknown-name");
    assert!(code == 0 && out.starts_with("# ") && out.contains("```islay"), "{out}");
    let (code, _, err) = folder.run("explain unknwon-name");
    assert!(code == 2 && err.contains("did you mean `unknown-name`?"), "{err}");
    let (code, out, _) = folder.run("explain --list");
    assert!(code == 0 && out.lines().any(|l| l == "bare-time"), "{out}");
    for code in out.lines() {
        assert_eq!(folder.run(&format!("explain {code}")).0, 0, "{code}");
    }
}

#[test]
fn completions_are_there_for_each_shell() {
    let folder = Folder::new("completions");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let (code, out, _) = folder.run(&format!("completions {shell}"));
        assert!(code == 0 && out.contains("islay"), "{shell}");
    }
}

#[test]
fn planned_commands_are_2_and_say_so() {
    let folder = card("planned");
    let (code, out, err) = folder.run("lsp card.islay -o x --size 3");
    assert!(code == 2 && out.is_empty() && err.contains("not supported yet"), "{err}");
}

#[test]
fn wrong_usage_is_2_and_help_is_0() {
    let folder = Folder::new("usage");
    assert_eq!(folder.run("").0, 2);
    assert_eq!(folder.run("chekc x.islay").0, 2);
    assert_eq!(folder.run("check").0, 2);
    assert_eq!(folder.run("check --format xml x.islay").0, 2);
    let (code, out, _) = folder.run("--help");
    assert!(code == 0 && out.lines().count() <= 40, "{out}");
    for command in [
        "run",
        "repl",
        "render",
        "check",
        "test",
        "trace",
        "fmt",
        "dump",
        "bench",
        "new",
        "explain",
        "completions",
    ] {
        let (code, out, _) = folder.run(&format!("help {command}"));
        assert!(code == 0 && out.contains("Examples:"), "{command}");
    }
    assert_eq!(folder.run("--version").0, 0);
}
