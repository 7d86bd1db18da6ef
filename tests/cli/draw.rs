//! `islay draw`.

use super::{Folder, card};

const NESTED: &str = "character Fighter {
  diagram Fight {
    on pressed(Escape) -> Rest
    state Rest on pressed(A) -> Guard
    state Guard < move x 1 > on pressed(B) -> back {
      state Low   // crouched
        on key(Up) and x > 3 do log(\"up\") -> High
      state High on pressed(C) -> one of Low 2, High
    }
  }
}
group main { Fighter }
";

#[test]
fn each_form_has_states_conditions_and_actions_as_written() {
    let folder = card("draw-forms");
    for (form, head) in [("svg", "<svg "), ("dot", "digraph "), ("mmd", "---\n")] {
        let (code, out, err) = folder.run(&format!("draw card.islay -o x.{form}"));
        assert_eq!((code, out.as_str(), err.as_str()), (0, "", ""));
        let text = folder.read(&format!("x.{form}"));
        assert!(text.starts_with(head), "{text}");
        for part in ["Still", "Left", "rotate y -5", "key(Left)", "else"] {
            assert!(text.contains(part), "{form} has no `{part}`:\n{text}");
        }
    }
    let (code, _, _) = folder.run("draw card.islay Card.Turn -o x.png");
    assert_eq!(code, 0);
    assert!(std::fs::read(folder.0.join("x.png")).unwrap().starts_with(b"\x89PNG"));
}

#[test]
fn scopes_memories_and_draws_are_shown() {
    let folder = Folder::new("draw-nested");
    folder.write("f.islay", NESTED);
    let (code, out, err) = folder.run("draw f.islay");
    assert_eq!((code, err.as_str()), (0, ""), "{out}");
    for line in [
        "state \"any\" as",
        "state \"Guard<br>move x 1\" as n1",
        "    state \"Low\" as n2",
        "    state n9 <<choice>>",
        "n2 --> n3: key(Up) and x #62; 3 do log(#34;up#34;)",
        ": pressed(B)",
    ] {
        assert!(out.contains(line), "no `{line}`:\n{out}");
    }
}

#[test]
fn what_is_not_there_is_told() {
    let folder = card("draw-missing");
    let (code, _, err) = folder.run("draw card.islay Card.Tern -o x.svg");
    assert_eq!(code, 2);
    assert!(err.contains("there is no diagram `Card.Tern`; there are Card, Card.Turn"), "{err}");
    let (code, _, err) = folder.run("draw card.islay -o x.bmp");
    assert_eq!(code, 2);
    assert!(err.contains("ends in none of .svg, .png, .dot, .mmd"), "{err}");
    assert!(!folder.0.join("x.bmp").exists());
}
