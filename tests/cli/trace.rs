//! `islay trace`.

use std::path::{Path, PathBuf};

use assert_cmd::Command;

use super::{Folder, card, json, outcome};

#[test]
fn the_card_turns_while_the_arrow_is_held() {
    let (code, out, err) =
        card("trace-card").run("trace card.islay --ticks 12 --hold Left@1..10 --format json");
    assert_eq!((code, err.as_str()), (0, ""));
    let ticks = json(&out);
    let states: Vec<&str> =
        ticks.iter().map(|t| t["instances"][0]["states"]["Turn"].as_str().unwrap()).collect();
    assert_eq!(states, [vec!["Left"; 10], vec!["Still"; 2]].concat());
    for (n, tick) in ticks.iter().enumerate() {
        let turned = 5.0 * (n as f64).min(10.0);
        let y = tick["instances"][0]["rotation"][1].as_f64().unwrap();
        assert!((y + (turned.to_radians() / 2.0).sin()).abs() < 1e-6, "tick {}: {y}", n + 1);
    }
}

#[test]
fn locale_time_zone_and_folder_change_nothing() {
    let folder = card("trace-locale");
    let arguments = "trace card.islay --ticks 12 --hold Left@1..10 --format json";
    let usual = folder.run(arguments);
    let mut elsewhere = Command::new(env!("CARGO_BIN_EXE_islay"));
    elsewhere.current_dir(std::env::temp_dir()).env("NO_COLOR", "1").env("TZ", "Pacific/Apia");
    elsewhere.env("LC_ALL", "tr_TR.UTF-8").env("LANG", "tr_TR.UTF-8");
    let words = arguments.split(' ').map(|word| match word {
        "card.islay" => folder.0.join(word).into_os_string(),
        word => word.into(),
    });
    elsewhere.args(words);
    assert_eq!(outcome(elsewhere), usual);
    assert!(usual.1.lines().count() >= 12);
}

#[test]
fn examples_do_not_know_where_they_run() {
    let examples = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("examples");
    for scene in ["doors/doors", "fireflies/fireflies", "imported/robot", "turntable/turntable"] {
        let scene = format!("{scene}.islay");
        let hashes = |folder: &Path, scene: &Path, set: &[(&str, &str)]| {
            let mut program = Command::new(env!("CARGO_BIN_EXE_islay"));
            program.current_dir(folder).args(["trace", "--ticks", "60", "--hash-only"]).arg(scene);
            program.args(["--hold", "Left@5..40", "--hold", "1@7..9"]);
            program.envs(set.iter().copied());
            outcome(program)
        };
        let usual = hashes(&examples, Path::new(&scene), &[("TZ", "UTC"), ("LC_ALL", "C")]);
        assert_eq!((usual.0, usual.1.lines().count()), (0, 60), "{scene}: {}", usual.2);
        let far = [("TZ", "Pacific/Apia"), ("LC_ALL", "tr_TR.UTF-8"), ("LANG", "de_DE.UTF-8")];
        assert_eq!(hashes(&std::env::temp_dir(), &examples.join(&scene), &far), usual, "{scene}");
    }
}

#[test]
fn a_tick_has_the_fixed_fields() {
    let (_, out, _) =
        card("trace-fields").run("trace card.islay --ticks 1 --hold Left@1..1 --format json");
    let tick = &json(&out)[0];
    assert_eq!((&tick["tick"], tick["hash"].as_str().unwrap().len()), (&1.into(), 16));
    assert_eq!(tick["time"].as_f64().unwrap() as f32, 1.0 / 30.0);
    let event = serde_json::json!({"kind":"transition","path":"Card","diagram":"Turn","from":"Still","to":"Left"});
    assert_eq!(tick["events"], serde_json::json!([event]));
    let card = &tick["instances"][0];
    let fields: Vec<&str> = card.as_object().unwrap().keys().map(String::as_str).collect();
    let mut wanted = [
        "path",
        "id",
        "character",
        "parent",
        "states",
        "vars",
        "position",
        "rotation",
        "scale",
        "world",
        "visible",
    ];
    wanted.sort_unstable();
    assert_eq!(fields, wanted);
    assert_eq!(
        (&card["path"], &card["id"], &card["parent"]),
        (&"Card".into(), &1.into(), &().into())
    );
    assert_eq!(card["world"].as_array().unwrap().len(), 16);
}

#[test]
fn it_can_be_cut_down() {
    let folder = card("trace-cut");
    let run = |arguments: &str| {
        json(&folder.run(&format!("trace card.islay --format json {arguments}")).1)
    };
    assert_eq!(run("--ticks 9 --every 3").len(), 3);
    assert_eq!(run("").len(), 60);
    assert!(run("--ticks 1 --events")[0].get("instances").is_none());
    assert!(run("--ticks 1 --events")[0].get("events").is_some());
    assert!(run("--ticks 1 --hash-only")[0].get("events").is_none());
    assert_eq!(run("--ticks 1 --only Nobody")[0]["instances"], serde_json::json!([]));
    assert_eq!(run("--ticks 1 --only Card")[0]["instances"].as_array().unwrap().len(), 1);
}

#[test]
fn an_input_file_is_seen_by_its_ticks() {
    let folder = card("trace-input");
    folder.write(
        "keys.jsonl",
        "{\"tick\":2,\"press\":\"Left\"}\n{\"tick\":4,\"release\":\"Left\"}\n",
    );
    let (code, out, _) = folder.run("trace card.islay --ticks 5 --input keys.jsonl --format json");
    let state =
        |t: &serde_json::Value| t["instances"][0]["states"]["Turn"].as_str().unwrap().to_owned();
    let states: Vec<String> = json(&out).iter().map(state).collect();
    assert_eq!(
        (code, states),
        (0, ["Still", "Left", "Left", "Still", "Still"].map(String::from).to_vec())
    );
}

#[test]
fn wrong_inputs_are_2_and_say_where() {
    let folder = card("trace-wrong");
    folder.write("keys.jsonl", "{\"tick\":1,\"press\":\"Lefft\"}\n");
    let (code, out, err) = folder.run("trace card.islay --input keys.jsonl");
    assert_eq!((code, out.as_str()), (2, ""));
    assert_eq!(err, "error: keys.jsonl:1: no key is called `Lefft`, did you mean `Left`?\n");
    assert_eq!(folder.run("trace card.islay --hold Left").0, 2);
    assert_eq!(folder.run("trace card.islay --hold Left@5..3").0, 2);
    assert_eq!(folder.run("trace card.islay --every 0").0, 2);
}

#[test]
fn text_shows_what_changes() {
    let (code, out, _) = card("trace-text").run("trace card.islay --ticks 3 --hold Left@1..1");
    assert_eq!(code, 0);
    assert_eq!(
        out,
        "tick 1  0.033 s\n  Card  Turn=Left  at 0 0 0\n  · Card.Turn: Still -> Left\n\
         tick 2  0.067 s\n  Card  Turn=Still  at 0 0 0  heading -5\n  · Card.Turn: Left -> Still\n\
         tick 3  0.1 s\n"
    );
}

#[test]
fn traps_are_0_unless_denied() {
    let folder = Folder::new("trace-traps");
    folder.write("trap.islay", "character A { var v = 0  diagram D { state S < v = 1 / v, move v 0 0 > } }\ngroup main { A }\n");
    let (code, out, _) = folder.run("trace trap.islay --ticks 2 --format json");
    assert_eq!((code, &json(&out)[0]["events"][0]["kind"]), (0, &"trap".into()));
    assert_eq!(folder.run("trace trap.islay --ticks 2 --deny traps").0, 3);
}

#[test]
fn a_library_says_that_nothing_runs() {
    let folder = Folder::new("trace-library");
    folder.write("lib.islay", "character A { shape box 1 1 1 }\n");
    let (code, _, err) = folder.run("trace lib.islay --ticks 1");
    assert!(code == 0 && err.contains("no group `main`"), "{err}");
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    use std::io::Read;
    use std::process::{Command, Stdio};
    let folder = card("trace-pipe");
    let mut child = Command::new(env!("CARGO_BIN_EXE_islay"))
        .current_dir(&folder.0)
        .args(["trace", "card.islay", "--ticks", "100000"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut first = [0; 10];
    child.stdout.take().unwrap().read_exact(&mut first).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()));
}

#[test]
fn the_same_seed_gives_the_same_hashes_and_another_one_others() {
    let folder = Folder::new("trace-seed");
    folder.write("dice.islay", "character A { var n = 0  diagram D { state S < n = pick(1, 1000) > } }\ngroup main { A }\n");
    let run = |arguments: &str| folder.run(&format!("trace dice.islay --hash-only {arguments}")).1;
    assert_eq!(run("--seed 1"), run("--seed 1"));
    assert_ne!(run("--seed 1"), run("--seed 2"));
}

#[test]
fn a_path_that_nobody_has_is_told() {
    let run =
        |only: &str| card("trace-nobody").run(&format!("trace card.islay --ticks 2 --only {only}"));
    let (code, _, err) = run("Cadr");
    assert_eq!(code, 0);
    assert!(err.contains("no instance was called `Cadr`"), "{err}");
    assert_eq!(run("Card.*").2, "");
}
