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

const ROOMS: &str = "\
character Door {
  var n = 0
  diagram D {
    state Shut
      on pressed(O) -> Open
      on pressed(K) do n += 1
    state Open
      on pressed(S) -> Shut
      on pressed(K) do n += 10 {
      state Wide
      state Ajar
    }
    state Broken
  }
}
character Never { diagram D { state S  else -> S } }
group main { Door }
test \"opens\" { press O run 1 tick }
test \"knocks\" { press K run 1 tick expect Door.n == 1 }
";

#[test]
fn coverage_counts_states_and_edges_and_names_the_others() {
    let folder = Folder::new("test-coverage");
    folder.write("door.islay", ROOMS);
    let (code, out, err) = folder.run("test --coverage door.islay");
    assert_eq!((code, err.as_str()), (0, ""));
    let wanted = "\
door.islay
  ok    opens  (1 tick)
  ok    knocks  (1 tick)
  coverage: states 3 of 6 (50 %), edges 2 of 5 (40 %)
    Door.D   states   3/5  edges   2/4
      door.islay:11:7: state `Open.Ajar` is never entered
      door.islay:13:5: state `Broken` is never entered
      door.islay:8:7: `on pressed(S) -> Shut` is never taken
      door.islay:9:7: `on pressed(K) do n += 10` never runs
    Never.D  states   0/1  edges   0/1
      door.islay:16:31: state `S` is never entered
      door.islay:16:40: `else -> S` is never taken
2 tests passed
";
    assert_eq!(out, wanted);
}

#[test]
fn coverage_is_that_of_the_tests_that_ran() {
    let folder = Folder::new("test-coverage-filter");
    folder.write("door.islay", ROOMS);
    let (_, out, _) = folder.run("test --coverage --filter knocks door.islay");
    assert!(out.contains("coverage: states 1 of 6 (16 %), edges 1 of 5 (20 %)"), "{out}");
}

#[test]
fn coverage_in_json_is_a_line_for_each_diagram_and_one_for_all() {
    let folder = Folder::new("test-coverage-json");
    folder.write("door.islay", ROOMS);
    let (code, out, _) = folder.run("test --coverage --format json door.islay");
    let lines = json(&out);
    assert_eq!((code, lines.len()), (0, 5));
    let (door, all) = (&lines[2], &lines[4]);
    assert_eq!((&door["character"], &door["diagram"]), (&"Door".into(), &"D".into()));
    assert_eq!((&door["states"]["covered"], &door["states"]["all"]), (&3.into(), &5.into()));
    let missing = &door["uncovered"];
    assert_eq!((&missing[0]["kind"], &missing[0]["text"]), (&"state".into(), &"Open.Ajar".into()));
    assert_eq!((&missing[3]["kind"], &missing[3]["line"]), (&"edge".into(), &9.into()));
    assert!(all["character"].is_null());
    assert_eq!((&all["edges"]["covered"], &all["edges"]["all"]), (&2.into(), &5.into()));
}
