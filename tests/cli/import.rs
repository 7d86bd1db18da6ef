//! `import`, `export`: exit codes, files that are written or left alone.

use super::{Folder, card, json};

const DOCUMENT: &str = r#"<islay3d ver="1.1">
  <characterlist>
    <character name="Hero" parts="">
      <statediagram name="Walk">
        <statelist>
          <state name="Still" action="stay" pos_x="1" pos_y="2"/>
          <state name="On" action="move" front="0.5"/>
        </statelist>
        <translist><trans guard="key" key="UP" from="Still" to="On"/></translist>
      </statediagram>
    </character>
  </characterlist>
  <grouplist><group name="main"><fork character="Hero" x="0" y="0" z="0"/></group></grouplist>
</islay3d>
"#;

#[test]
fn a_document_becomes_a_scene_that_is_laid_out_and_runs() {
    let folder = Folder::new("import");
    folder.write("hero.3di", DOCUMENT);
    let (code, out, err) = folder.run("import hero.3di -o hero.islay");
    assert!(code == 0 && out.is_empty() && err.is_empty(), "{out}{err}");
    assert_eq!(folder.run("fmt --check hero.islay").0, 0);
    assert_eq!(folder.run("check hero.islay").0, 0);
    let (code, out, _) = folder.run("trace hero.islay --ticks 3 --hold Up@1..1 --format json");
    assert_eq!(code, 0);
    assert_eq!(json(&out)[2]["instances"][0]["position"][2], 1.0);
    let (code, out, _) = folder.run("import hero.3di --held-keys --keep-layout");
    assert!(
        code == 0
            && out == {
                let (_, again, _) = folder.run("import hero.3di -o - --held-keys --keep-layout");
                again
            }
    );
    assert!(out.contains("key(Up)") && out.contains("// import: pos_x 1 pos_y 2"), "{out}");
}

#[test]
fn what_is_wrong_is_told_and_writes_nothing() {
    let folder = Folder::new("import-wrong");
    folder.write("hero.3di", DOCUMENT.replace("to=\"On\"", "to=\"Of\""));
    folder.write("hero.islay", "as it was");
    let (code, _, err) = folder.run("import hero.3di -o hero.islay");
    assert_eq!(code, 1);
    assert!(err.contains("error[unknown-name]") && err.contains("hero.3di:9:61"), "{err}");
    assert!(err.contains("did you mean `On`?"), "{err}");
    assert_eq!(folder.read("hero.islay"), "as it was");
    let (code, out, _) = folder.run("import hero.3di -o new.islay --format json");
    let found = &json(&out)[0];
    assert_eq!((code, &found["line"], &found["code"]), (1, &9.into(), &"unknown-name".into()));
    assert_eq!(folder.run("fmt --check new.islay").0, 2);
    assert_eq!(folder.run("import gone.3di -o new.islay").0, 2);
    assert_eq!(folder.run("import hero.3di -o gone/new.islay").0, 2);
    folder.write("show.xml", "<flow name=\"Show\"/>");
    let (code, _, err) = folder.run("import show.xml -o new.islay");
    assert!(code == 1 && err.contains("flow documents are not supported yet"), "{err}");
}

#[test]
fn paths_of_models_are_those_of_the_written_file() {
    let folder = Folder::new("import-paths");
    let document = r#"<islay3d ver="1.1"><objectlist><data name="a" path="m\a.dae"/></objectlist>
      <grouplist><group name="main"/></grouplist></islay3d>"#;
    folder.write("docs/a.3di", document);
    folder.write("out/readme", "");
    let (code, out, err) = folder.run("import docs/a.3di -o b.islay");
    assert!(code == 0 && out.is_empty() && err.contains("model-problem"), "{out}{err}");
    assert!(folder.read("b.islay").contains("\"docs/m/a.dae\" turn 0 180 0"));
    assert_eq!(folder.run("import docs/a.3di -o docs/b.islay").0, 0);
    assert!(folder.read("docs/b.islay").contains("\"m/a.dae\""));
    folder.write("m/y.dae", include_str!("../../spec/import/arms-y.dae"));
    folder.write("docs/a.3di", document.replace("m\\a", "../m/y"));
    let (code, _, err) = folder.run("import docs/a.3di -o b.islay");
    assert!(code == 0 && err.is_empty(), "{err}");
    assert!(folder.read("b.islay").contains("\"m/y.dae\" turn -90 180 0"));
    folder.write("docs/a.3di", document);
    let (_, _, err) = folder.run("import docs/a.3di -o out/b.islay");
    assert!(err.contains("`../docs/m/a.dae` leaves the folder of the scene"), "{err}");
}

#[test]
fn a_scene_is_exported_where_the_format_can_say_it() {
    let folder = Folder::new("export");
    folder.write("hero.3di", DOCUMENT);
    assert_eq!(folder.run("import hero.3di -o hero.islay").0, 0);
    let (code, out, err) = folder.run("export hero.islay -o again.3di");
    assert!(code == 0 && out.is_empty() && err.is_empty(), "{out}{err}");
    assert_eq!(folder.run("import again.3di -o again.islay").0, 0);
    assert_eq!(folder.read("again.islay"), folder.read("hero.islay"));
    assert_eq!(folder.run("export hero.islay -o hero.obj").0, 2);
    let card = card("export-card");
    let (code, out, err) = card.run("export card.islay -o card.3di");
    assert!(code == 1 && out.is_empty() && err.contains("error[cannot-export]"), "{out}{err}");
    assert_eq!(card.run("fmt --check card.3di").0, 2);
}
