//! `islay build`, and every command on what it makes.

use std::fs;

use super::{CARD, Folder, card, json};

/// A folder with the card, and the same compiled.
fn built(name: &str) -> Folder {
    let folder = card(name);
    let (code, out, err) = folder.run("build card.islay");
    assert_eq!((code, err.as_str()), (0, ""));
    assert!(out.starts_with("wrote card.islayc: ") && out.ends_with(" KiB\n"), "{out}");
    folder
}

fn bytes(folder: &Folder, name: &str) -> Vec<u8> {
    fs::read(folder.0.join(name)).unwrap()
}

#[test]
fn it_runs_as_its_text_does() {
    let folder = built("build-runs");
    let trace = |scene: &str| {
        folder.run(&format!("trace {scene} --ticks 90 --hold Left@3..40 --format json"))
    };
    let text = trace("card.islay");
    assert!(text.0 == 0 && text.1.lines().count() == 90);
    assert_eq!(trace("card.islayc"), text);
    // what it is stands in its first bytes, not in its name
    fs::rename(folder.0.join("card.islayc"), folder.0.join("other.islay")).unwrap();
    assert_eq!(trace("other.islay"), text);
    // the same from a pipe
    let mut piped = folder.islay("trace - --ticks 90 --hold Left@3..40 --format json");
    piped.write_stdin(bytes(&folder, "other.islay"));
    assert_eq!(super::outcome(piped), text);
}

#[test]
fn it_goes_where_it_is_told() {
    let folder = card("build-out");
    fs::create_dir(folder.0.join("game")).unwrap();
    let (code, out, _) = folder.run("build card.islay -o game/a.islayc --format json");
    let line = &json(&out)[0];
    let whole = bytes(&folder, "game/a.islayc");
    assert_eq!(code, 0);
    assert_eq!(
        (line["file"].as_str(), line["bytes"].as_u64()),
        (Some("game/a.islayc"), Some(whole.len() as u64))
    );
    let mut piped = folder.islay("build - -o -");
    piped.write_stdin(CARD);
    let output = piped.output().unwrap();
    assert!(output.status.success() && output.stdout.starts_with(b"ISLAYC\0\0"));
    // an old one is replaced, whole
    folder.write("game/a.islayc", "old");
    assert_eq!(folder.run("build card.islay -o game/a.islayc").0, 0);
    assert_eq!(bytes(&folder, "game/a.islayc"), whole);
    for (wrong, said) in [
        ("build card.islay -o card.islay", "does not end in `.islayc`"),
        ("build -", "`-o OUT.islayc` says it"),
        ("build nothing.islay", "there is no such file"),
        ("build game/a.islayc", "is compiled already"),
        ("build card.islay -o no/x.islayc", "there is no such folder"),
    ] {
        let (code, out, err) = folder.run(wrong);
        assert!(code == 2 && out.is_empty() && err.contains(said), "{wrong}: {err}");
    }
    folder.write("bad.islay", "group main { B }");
    assert_eq!(folder.run("build bad.islay").0, 1);
    assert!(!folder.0.join("bad.islayc").exists());
}

#[test]
fn commands_that_play_take_it() {
    let folder = built("build-plays");
    let (code, out, _) = folder.run("info card.islayc");
    assert!(code == 0 && out.starts_with("card.islayc: compiled Islay scene\n"), "{out}");
    let facts = &json(&folder.run("info card.islayc --format json").1)[0];
    assert_eq!((facts["kind"].as_str(), facts["states"].as_u64()), (Some("islayc"), Some(2)));
    for run in ["bench card.islayc --ticks 5", "render card.islayc -o a.png --size 64x48"] {
        let (code, _, err) = folder.run(run);
        assert_eq!((code, err.as_str()), (0, ""), "{run}");
    }
    folder.run("render card.islay -o b.png --size 64x48");
    assert_eq!(bytes(&folder, "a.png"), bytes(&folder, "b.png"));
    let (code, _, err) = folder.run("run card.islayc --no-watch --until 1s --size 64x48");
    assert_eq!(code, 0, "{err}");
    let (code, out, err) = folder.run_with("repl card.islayc", ":run 5\n:where\nCard.x\n");
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    assert!(out.contains("Turn: Still"), "{out}");
}

#[test]
fn recordings_and_their_scenes_may_be_either() {
    let folder = built("build-record");
    for (scene, log) in [("card.islay", "text.jsonl"), ("card.islayc", "compiled.jsonl")] {
        let run = format!("trace {scene} --ticks 90 --hold Left@3..40 --hash-only");
        assert_eq!(folder.run(&format!("{run} --record {log}")).0, 0);
    }
    for log in ["text.jsonl", "compiled.jsonl"] {
        for scene in ["", "card.islay", "card.islayc"] {
            let (code, out, err) = folder.run(&format!("replay {log} {scene}"));
            assert_eq!((code, err.as_str()), (0, ""), "{log} {scene}");
            assert!(out.starts_with("90 ticks, all "), "{out}");
        }
        let (code, out, _) = folder.run(&format!("diff {log} card.islayc"));
        assert_eq!((code, out.as_str()), (0, "no difference in 90 ticks\n"));
    }
    folder.write("card.islay", CARD.replace("-5", "-7"));
    assert_eq!(folder.run("build card.islay").0, 0);
    let (code, out, _) = folder.run("diff text.jsonl card.islayc");
    assert!(code == 1 && out.contains("`Card`") && out.contains("the texts differ"), "{out}");
    // a recording of a compiled scene stands alone
    fs::remove_file(folder.0.join("card.islayc")).unwrap();
    assert_eq!(folder.run("replay compiled.jsonl").0, 0);
}

#[test]
fn commands_that_need_the_text_say_so() {
    let folder = built("build-textless");
    let (code, out, _) = folder.run("check card.islayc");
    assert!(code == 0 && out.contains("a compiled scene"), "{out}");
    for run in ["test", "test --coverage", "draw", "export", "dump --stage model"] {
        let (code, out, err) = folder.run(&format!("{run} card.islayc"));
        assert!(code == 2 && !out.contains("Card"), "{run}: {out}");
        assert!(err.contains("is compiled and has no text"), "{run}: {err}");
    }
    for run in ["fmt", "dump --stage tokens", "dump --stage tree"] {
        let (code, _, err) = folder.run(&format!("{run} card.islayc"));
        assert!(code == 2 && err.contains("it is a compiled scene, and no text"), "{run}: {err}");
    }
    assert!(folder.run("dump card.islayc").1.contains("Card"));
    let entries =
        ":run 3\n:why Card.Turn\n:draw\n:list\nCard < rotate y 5 >\ncharacter B { }\n:save\n";
    folder.write("entries.txt", entries);
    let (code, _, err) = folder.run("repl card.islayc --script entries.txt --keep-going");
    assert_eq!((code, err.matches("is compiled and has no text").count()), (1, 6), "{err}");
}

#[test]
fn a_damaged_file_is_refused_with_a_reason() {
    let folder = built("build-damaged");
    let whole = bytes(&folder, "card.islayc");
    // each byte in turn is a test of the library; here some of each part
    for at in (8..whole.len()).step_by(whole.len() / 24) {
        let mut other = whole.clone();
        other[at] ^= 0x10;
        folder.write("bad.islayc", &other);
        let (code, out, err) = folder.run("trace bad.islayc");
        assert!(code == 2 && out.is_empty(), "byte {at}: {err}");
        assert!(err.starts_with("error: cannot read `bad.islayc`: it"), "byte {at}: {err}");
    }
    let mut other = whole.clone();
    other[2] ^= 0x10;
    folder.write("bad.islayc", &other);
    assert!([1, 2].contains(&folder.run("trace bad.islayc").0));
    folder.write("bad.islayc", &whole[..whole.len() - 1]);
    let (code, _, err) = folder.run("check bad.islayc");
    assert!(code == 2 && err.contains("its length is another than it says"), "{err}");
}
