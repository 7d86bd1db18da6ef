//! `islay fmt`.

use super::{CARD, Folder};

const MESSY: &str = "character A{shape box 1 1 1 // a box\n}\n group main{A}\n";

#[test]
fn a_file_is_laid_out_and_then_stays_as_it_is() {
    let folder = Folder::new("fmt-write");
    folder.write("a.islay", MESSY);
    assert_eq!(folder.run("fmt --check a.islay"), (1, "a.islay\n".into(), String::new()));
    assert_eq!(folder.run("fmt a.islay"), (0, String::new(), String::new()));
    let text = folder.read("a.islay");
    assert!(text.contains("// a box") && text.contains("group main { A }"), "{text}");
    assert_eq!(folder.run("fmt --check a.islay").0, 0);
    let left: Vec<_> = std::fs::read_dir(&folder.0).unwrap().collect();
    assert_eq!(left.len(), 1, "{left:?}");
}

#[test]
fn stdin_goes_to_stdout() {
    let folder = Folder::new("fmt-stdin");
    let (code, out, _) = folder.run_with("fmt -", MESSY);
    assert_eq!(code, 0);
    assert_eq!(folder.run_with("fmt -", &out), (0, out.clone(), String::new()));
    assert_eq!(folder.run_with("fmt --check -", MESSY).0, 1);
}

#[test]
fn a_file_with_errors_stays_as_it_is() {
    let folder = Folder::new("fmt-wrong");
    let wrong = "character A { shape }\n";
    folder.write("a.islay", wrong);
    folder.write("b.islay", CARD);
    let (code, _, err) = folder.run("fmt a.islay b.islay");
    assert!(code == 1 && err.contains("error["), "{err}");
    assert_eq!(folder.read("a.islay"), wrong);
}

#[test]
fn a_missing_file_is_2() {
    assert_eq!(Folder::new("fmt-missing").run("fmt nowhere.islay").0, 2);
}

#[cfg(unix)]
#[test]
fn a_link_stays_a_link() {
    let folder = Folder::new("fmt-link");
    folder.write("a.islay", MESSY);
    std::os::unix::fs::symlink("a.islay", folder.0.join("link.islay")).unwrap();
    assert_eq!(folder.run("fmt link.islay").0, 0);
    assert!(folder.0.join("link.islay").is_symlink());
    assert_eq!(folder.run("fmt --check a.islay").0, 0);
}
