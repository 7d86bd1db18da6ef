//! `islay trace --record`, `islay replay`, `islay diff`.

use super::{CARD, Folder, card, json};

/// A folder with the card and a recording of 200 ticks.
fn recorded(name: &str) -> Folder {
    let folder = card(name);
    let run = "trace card.islay --ticks 200 --hash-only --hold Left@3..40 --hold Left@90..99";
    let (code, _, err) = folder.run(&format!("{run} --record run.jsonl"));
    assert_eq!((code, err.as_str()), (0, ""));
    folder
}

#[test]
fn a_recording_replays_with_all_hashes() {
    let folder = recorded("record-replay");
    // the recording stands alone
    std::fs::remove_file(folder.0.join("card.islay")).unwrap();
    let (code, out, err) = folder.run("replay run.jsonl");
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(out, "200 ticks, all 5 hashes are those of the recording\n");
    let text = folder.read("run.jsonl");
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[1].starts_with(r#"{"tick":3,"press":"ArrowLeft","#), "{}", lines[1]);
    assert!(lines[2].starts_with(r#"{"tick":41,"release":"ArrowLeft","#), "{}", lines[2]);
}

#[test]
fn every_changed_line_is_named() {
    let folder = recorded("record-flipped");
    let text = folder.read("run.jsonl");
    let n_lines = text.lines().count();
    for line in 0..n_lines {
        let changed = text.lines().enumerate().map(|(i, l)| {
            let l = if i == line { l.replacen("c", "d", 1) } else { l.into() };
            l + "\n"
        });
        folder.write("bad.jsonl", changed.collect::<String>());
        let (code, _, err) = folder.run("replay bad.jsonl");
        assert_eq!(code, 2, "line {}: {err}", line + 1);
        assert!(err.contains(&format!("bad.jsonl:{}: the checksum is wrong", line + 1)), "{err}");
    }
    let gone: String =
        text.lines().enumerate().filter(|(i, _)| *i != 2).map(|(_, l)| format!("{l}\n")).collect();
    folder.write("bad.jsonl", gone);
    assert_eq!(folder.run("replay bad.jsonl").0, 2);
}

#[test]
fn one_that_was_cut_off_is_good_up_to_there() {
    let folder = recorded("record-cut");
    let text = folder.read("run.jsonl");
    let end = text.len() - 30;
    folder.write("cut.jsonl", text.get(..end).unwrap());
    let (code, out, err) = folder.run("replay cut.jsonl");
    assert_eq!(code, 0, "{err}");
    assert!(out.starts_with("180 ticks, all 4 hashes"), "{out}");
    assert!(err.contains("`cut.jsonl` has no end"), "{err}");
}

#[test]
fn the_first_difference_to_an_edited_scene_is_named() {
    let folder = recorded("record-diff");
    assert_eq!(folder.run("diff run.jsonl card.islay").1, "no difference in 200 ticks\n");

    folder.write("card.islay", CARD.replace("rotate y -5", "rotate y -6"));
    let (code, out, _) = folder.run("diff run.jsonl card.islay");
    assert_eq!(code, 1);
    assert!(out.starts_with("tick 4: `Card`, pose `rotation`\n  recorded: "), "{out}");
    assert!(out.ends_with("(the texts differ)\n"), "{out}");

    let later = CARD.replace("-5 >  on", "-5 >  after 1s -> Still  on");
    folder.write("card.islay", later);
    let (code, out, _) = folder.run("diff run.jsonl card.islay --format json");
    let difference = json(&out)[0]["difference"].clone();
    assert_eq!(code, 1);
    let wanted = serde_json::json!({"tick": 33, "path": "Card", "what": "state", "name": "Turn",
        "recorded": "Left", "found": "Still", "cause": "edit"});
    assert_eq!(difference, wanted);
}

#[test]
fn what_is_no_recording_is_refused() {
    let folder = card("record-none");
    for (text, why) in [("", "no recording"), ("hello\n", "no recording"), ("{}\n", "checksum")] {
        folder.write("none.jsonl", text);
        let (code, _, err) = folder.run("replay none.jsonl");
        assert_eq!(code, 2);
        assert!(err.contains(why), "{text:?}: {err}");
    }
}

#[test]
fn a_run_is_recorded_too() {
    let folder = card("record-run");
    let run =
        "run card.islay --no-watch --until 2s --size 32x32 --hold Left@3..40 --record run.jsonl";
    let mut command = folder.islay(run);
    command.env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    assert!(command.output().unwrap().status.success());
    let (code, out, _) = folder.run("replay run.jsonl");
    assert_eq!((code, out.as_str()), (0, "60 ticks, all 3 hashes are those of the recording\n"));
}
