//! `islay test`.

use super::{Folder, card, json};

const TWO: &str = "\
character A {
  var n = 0
  diagram D { state S < n += 1 > }
}
group main { A }
test \"counts\" {
  run 3 ticks
  expect A.n == 3
}
test \"counts too far\" {
  run 3 ticks
  expect A.n == 4
}
";

#[test]
fn tests_that_hold_are_0() {
    let (code, out, err) = card("test-good").run("test card.islay");
    assert_eq!((code, err.as_str()), (0, ""));
    assert_eq!(out, "card.islay\n  ok    turns  (10 ticks)\n1 test passed\n");
}

#[test]
fn a_test_that_fails_is_1_and_shows_both_sides_tick_and_place() {
    let folder = Folder::new("test-wrong");
    folder.write("two.islay", TWO);
    let (code, out, err) = folder.run("test two.islay");
    assert_eq!(code, 1);
    assert!(out.contains("ok    counts") && out.contains("FAIL  counts too far"), "{out}");
    assert!(out.ends_with("1 test passed, 1 failed\n"), "{out}");
    for part in ["two.islay:12:", "`A.n` is 3", "`4` is 4", "tick 3", "counts too far"] {
        assert!(err.contains(part), "{part}: {err}");
    }
}

#[test]
fn json_is_one_object_for_each_test() {
    let folder = Folder::new("test-json");
    folder.write("two.islay", TWO);
    let (code, out, _) = folder.run("test --format json two.islay");
    let tests = json(&out);
    assert_eq!((code, tests.len()), (1, 2));
    assert_eq!((&tests[0]["test"], &tests[0]["passed"]), (&"counts".into(), &true.into()));
    assert_eq!(tests[1]["passed"], false);
    assert_eq!((&tests[1]["tick"], &tests[1]["line"]), (&3.into(), &12.into()));
}

#[test]
fn a_filter_leaves_out_the_others() {
    let folder = Folder::new("test-filter");
    folder.write("two.islay", TWO);
    let mut command = folder.islay("test two.islay --filter");
    command.arg("too far");
    let out = String::from_utf8(command.output().unwrap().stdout).unwrap();
    assert!(out.contains("too far") && !out.contains("counts  ("), "{out}");
}

#[test]
fn junit_has_each_test_and_each_failure() {
    let folder = Folder::new("test-junit");
    folder.write("two.islay", TWO.replace("counts too far", "a < b & \\\"c\\\""));
    assert_eq!(folder.run("test two.islay --junit out.xml").0, 1);
    let xml = folder.read("out.xml");
    assert!(
        xml.contains("<testsuite name=\"two.islay\" tests=\"2\" failures=\"1\" errors=\"0\">"),
        "{xml}"
    );
    assert!(xml.contains("name=\"a &lt; b &amp; &quot;c&quot;\""), "{xml}");
    assert!(xml.contains("`A.n` is 3"), "{xml}");
}

#[test]
fn a_path_that_is_gone_fails_with_that_reason() {
    let folder = Folder::new("test-gone");
    let scene = "character A { var n = 0  diagram D { state S  on pressed(B) do vanish, n = 0 } }\ngroup main { A }\n\
                 test \"gone\" { press B run 2 ticks expect A.n == 0 }\n";
    folder.write("gone.islay", scene);
    let (code, _, err) = folder.run("test gone.islay");
    assert!(code == 1 && err.contains("`A` is gone"), "{err}");
}

#[test]
fn a_scene_with_errors_is_1_and_the_others_are_tested() {
    let folder = card("test-errors");
    folder.write("wrong.islay", "group main { Nobody }\n");
    let (code, out, err) = folder.run("test wrong.islay card.islay");
    assert!(
        code == 1 && out.contains("ok    turns") && err.contains("error[unknown-name]"),
        "{err}"
    );
}

#[test]
fn a_broken_scene_stands_in_the_junit_report() {
    let folder = Folder::new("test-junit-broken");
    folder.write("bad.islay", "group main { Nobody }");
    let (code, out, _) = folder.run("test --junit - bad.islay");
    assert_eq!(code, 1);
    assert!(out.contains("tests=\"1\" failures=\"0\" errors=\"1\""), "{out}");
    assert!(out.contains("there is no character `Nobody`"), "{out}");
    assert!(!folder.0.join("-").exists() && !out.contains("no tests"));
}
