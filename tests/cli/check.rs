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

/// Six mistakes on lines 4 to 8, of the parser and the resolver.
const SIX: &str = "\
character A {
  var pace = 0
  diagram D {
    state Still < rotate y pace * 2, move >  on key(Left) -> Still
    state Go < move forward pac for 1s >  on done -> Still
    state Turn  on pace > -> Still
    state Stop  on pace > 1
    state End  on key(A) -> Stil
  }
}
group main { A }
";

#[test]
fn six_mistakes_on_five_lines_are_told_each_on_its_line_and_nothing_else() {
    let folder = Folder::new("check-six");
    folder.write("six.islay", SIX);
    let (code, out, err) = folder.run("check --format json six.islay");
    assert_eq!((code, err.as_str()), (1, ""));
    let found = json(&out);
    let errors: Vec<(u64, &str, &str)> = found
        .iter()
        .map(|d| {
            assert_eq!(d["severity"], "error", "{d}");
            let text = |field: &str| d[field].as_str().unwrap_or_default();
            (d["line"].as_u64().unwrap(), text("code"), text("help"))
        })
        .collect();
    let no_effect = "write `-> NAME` or `do` and an action; conditions are joined with `and`";
    let expected = [
        (4, "needs-parentheses", "write `(pace * 2)`"),
        (4, "syntax", ""),
        (5, "unknown-name", "did you mean `pace`?"),
        (6, "syntax", ""),
        (7, "edge-without-effect", no_effect),
        (8, "unknown-name", "did you mean `Still`?"),
    ];
    assert_eq!(errors, expected);
    let (code, out, err) = folder.run("check six.islay");
    assert_eq!((code, out.as_str()), (1, "six.islay: 6 errors\n"));
    assert_eq!(err.matches("error[").count(), 6, "{err}");
    let mut places = err.split("six.islay:").skip(1);
    for (line, _, help) in expected {
        let place = places.next().unwrap_or_default();
        assert!(place.starts_with(&format!("{line}:")) && place.contains(help), "{err}");
    }
}
