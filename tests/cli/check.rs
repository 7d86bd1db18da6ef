//! `islay check`.

use super::{Folder, card, json};

const WRONG: &str = "\
character Hero {
  diagram Turn {
    state Still  on key(Left) -> Lefft
    state Left   on not key(Left) -> Still
  }
}
group main { Hero start Left }
";

#[test]
fn a_good_scene_is_0_and_says_so() {
    let (code, out, err) = card("check-good").run("check card.islay");
    assert_eq!((code, out.as_str(), err.as_str()), (0, "card.islay: nothing wrong\n", ""));
}

#[test]
fn an_error_is_1_and_points_at_the_place() {
    let folder = Folder::new("check-wrong");
    folder.write("hero.islay", WRONG);
    let (code, out, err) = folder.run("check hero.islay");
    assert_eq!((code, out.as_str()), (1, "hero.islay: 1 error\n"));
    assert!(err.starts_with("error[unknown-name]: "), "{err}");
    assert!(err.contains("hero.islay:3:34") && err.contains("`Left`"), "{err}");
}

#[test]
fn json_is_one_object_a_line_on_stdout() {
    let folder = Folder::new("check-json");
    folder.write("hero.islay", WRONG);
    let (code, out, err) = folder.run("check --format json hero.islay");
    assert_eq!((code, err.as_str()), (1, ""));
    let found = json(&out);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0]["code"], "unknown-name");
    assert_eq!(found[0]["file"], "hero.islay");
    let place = ["line", "column", "end_line", "end_column"].map(|f| found[0][f].as_u64().unwrap());
    assert_eq!(place, [3, 34, 3, 39]);
    assert!(found[0]["help"].as_str().unwrap().contains("Left"));
}

#[test]
fn warnings_are_0_unless_denied() {
    let folder = Folder::new("check-warn");
    folder.write(
        "lonely.islay",
        "character A { diagram D { state S  on message(never) -> S } }\ngroup main { A }\n",
    );
    assert_eq!(folder.run("check lonely.islay").0, 0);
    let (code, _, err) = folder.run("check --deny warnings lonely.islay");
    assert_eq!(code, 1);
    assert!(err.starts_with("warning[message-never-sent]"), "{err}");
}

#[test]
fn what_cannot_be_read_is_2_and_the_others_are_checked() {
    let folder = card("check-missing");
    let (code, out, err) = folder.run("check nowhere.islay card.islay");
    assert_eq!((code, out.as_str()), (2, "card.islay: nothing wrong\n"));
    assert_eq!(err, "error: cannot read `nowhere.islay`: there is no such file\n");
}

#[test]
fn stdin_is_a_scene_too() {
    let folder = Folder::new("check-stdin");
    assert_eq!(folder.run_with("check -", super::CARD).0, 0);
    let (code, out, _) = folder.run_with("check --format json -", WRONG);
    assert_eq!((code, &json(&out)[0]["file"]), (1, &"-".into()));
}

#[test]
fn colours_are_there_when_asked_for() {
    let folder = Folder::new("check-color");
    folder.write("hero.islay", WRONG);
    assert!(folder.run("check --color always hero.islay").2.contains('\u{1b}'));
    assert!(!folder.run("check hero.islay").2.contains('\u{1b}'));
}

#[test]
fn six_mistakes_on_five_lines_are_an_error_on_each_line() {
    let folder = Folder::new("check-six");
    folder.write(
        "six.islay",
        "character A {\n  var n = 0\n  diagram D {\n    state S < rotate y n * 2 >  on key(Lft) -> S\n\
         \x20   state T < move 1 >  on n > -> S\n    state U  on q > 1 -> S\n    state V  on n > 1\n\
         \x20   state W  on key(A) -> Nowhere\n  }\n}\ngroup main { A }\n",
    );
    let (code, out, _) = folder.run("check --format json six.islay");
    assert_eq!(code, 1);
    let errors: Vec<_> = json(&out).into_iter().filter(|d| d["severity"] == "error").collect();
    let mut lines: Vec<u64> = errors.iter().map(|d| d["line"].as_u64().unwrap()).collect();
    assert!(lines.iter().all(|l| (4..=8).contains(l)), "{lines:?}");
    lines.dedup();
    assert_eq!(lines, [4, 5, 6, 7, 8]);
}
