//! What a scene may read.

use super::Folder;

const DOOR: &str = "character Door { shape box 1 2 0.1 }\n";

fn scene(used: &str) -> String {
    format!("use \"{used}\"\ngroup main {{ Door }}\n")
}

#[test]
fn a_file_is_found_beside_the_one_that_names_it() {
    let folder = Folder::new("files-beside");
    folder.write("scene.islay", scene("lib/all.islay"));
    folder.write("lib/all.islay", "use \"door.islay\"\n");
    folder.write("lib/door.islay", DOOR);
    let (code, _, err) = folder.run("check scene.islay");
    assert_eq!(code, 0, "{err}");
}

#[test]
fn diagnostics_name_the_file_as_the_user_reaches_it() {
    let folder = Folder::new("files-named");
    folder.write("a/scene.islay", scene("lib/door.islay"));
    folder.write("a/lib/door.islay", "character Door { shape bx 1 2 0.1 }\n");
    let (code, _, err) = folder.run("check a/scene.islay");
    assert!(code == 1 && err.contains("a/lib/door.islay:1:"), "{err}");
}

#[test]
fn what_leaves_the_folder_is_refused() {
    let folder = Folder::new("files-out");
    folder.write("door.islay", DOOR);
    let absolute = folder.0.join("door.islay");
    for used in ["../door.islay", "x/../../door.islay", absolute.to_str().unwrap()] {
        folder.write("inner/scene.islay", scene(used));
        let (code, _, err) = folder.run("check inner/scene.islay");
        assert!(code == 1 && err.contains("error[file-not-found]"), "{used}: {err}");
    }
}

#[test]
fn a_root_lets_it_reach_further() {
    let folder = Folder::new("files-root");
    folder.write("door.islay", DOOR);
    folder.write("inner/scene.islay", scene("../door.islay"));
    let (code, _, err) = folder.run("check --root . inner/scene.islay");
    assert_eq!(code, 0, "{err}");
    assert_eq!(folder.run("check --root inner door.islay").0, 2);
}

#[cfg(unix)]
#[test]
fn a_pipe_is_no_file_of_a_scene() {
    let folder = Folder::new("files-pipe");
    folder.write("scene.islay", scene("pipe"));
    let made = std::process::Command::new("mkfifo").arg(folder.0.join("pipe")).status();
    assert!(made.unwrap().success());
    let (code, _, err) = folder.run("check scene.islay");
    assert!(code == 1 && err.contains("it is no ordinary file"), "{err}");
}

#[cfg(unix)]
#[test]
fn a_link_out_of_the_folder_is_refused() {
    let folder = Folder::new("files-link");
    folder.write("door.islay", DOOR);
    folder.write("inner/scene.islay", scene("link.islay"));
    std::os::unix::fs::symlink("../door.islay", folder.0.join("inner/link.islay")).unwrap();
    let (code, _, err) = folder.run("check inner/scene.islay");
    assert!(code == 1 && err.contains("error[file-not-found]"), "{err}");
    std::os::unix::fs::symlink("scene.islay", folder.0.join("inner/own.islay")).unwrap();
    folder.write("inner/scene.islay", DOOR.to_owned() + "group main { Door }\n");
    assert_eq!(folder.run("check inner/own.islay").0, 0, "the user's own path is trusted");
}

#[test]
fn what_is_no_text_says_why() {
    let folder = Folder::new("files-bytes");
    folder.write("utf16.islay", b"\xff\xfea\0");
    folder.write("broken.islay", b"a\n\xff\n");
    folder.write("folder.islay/x", "");
    for (name, why) in [("utf16", "UTF-16"), ("broken", "broken.islay:2:1")] {
        let (code, _, err) = folder.run(&format!("check {name}.islay"));
        assert!(code == 1 && err.contains("error[broken-file]") && err.contains(why), "{err}");
    }
    let (code, _, err) = folder.run("check folder.islay");
    assert!(code == 2 && err.contains("folder"), "{err}");
}

#[test]
fn hostile_texts_are_refused_quickly_and_without_a_panic() {
    let folder = Folder::new("files-hostile");
    let mut texts =
        vec![("long", "x".repeat(10 << 20)), ("line", format!("//{}", " ".repeat(10 << 20)))];
    texts.extend(["(", "{", "<", "\"{", "/*", "`"].map(|open| ("open", open.repeat(5000))));
    texts.push(("tokens", "state on < { } 1 \"x\" -> # ( , ".repeat(6000)));
    for (name, text) in texts {
        folder.write("hostile.islay", &text);
        let start = std::time::Instant::now();
        let (code, _, err) = folder.run("check hostile.islay");
        let head: String = text.chars().take(20).collect();
        assert_eq!(code, 1, "{name} {head}: {err}");
        assert!(start.elapsed().as_secs_f32() < 5.0, "{name} {head}: {:?}", start.elapsed());
        assert!(err.len() < 100_000, "{name} {head}");
    }
}
