//! Islay 3D documents: what they become, that they come back, that a model faces its front.
//!
//! `UPDATE_EXPECT=1` writes the texts that stand beside the documents of `spec/import`.

use std::env;
use std::fmt::Write as _;
use std::fs;

use islay::session::layout;
use islay::session::script::Script;
use islay::{Config, Error, Files, Scene, Stage, export, import};
use islay_spec::{diff, tree};

fn read(path: &str) -> String {
    fs::read_to_string(tree::root().join(path)).unwrap()
}

fn folder(path: &str) -> Files {
    Files::new(tree::root().join(path).parent().unwrap())
}

fn told(error: Error) -> String {
    match error {
        Error::Scene(found) => found.to_text(false),
        other => other.to_string(),
    }
}

/// The text of a document.
fn imported(path: &str, document: &str) -> String {
    let made = import::threedi(path, document.as_bytes(), &folder(path), &Default::default());
    made.unwrap_or_else(|error| panic!("{document}\n{}", told(error))).text
}

/// The scene of a text that lies there.
fn scene(path: &str, text: &str) -> Scene {
    let scene = Scene::from_text_in("scene.islay", text, &folder(path));
    scene.unwrap_or_else(|error| panic!("{text}\n{}", told(error)))
}

fn exported(scene: &Scene) -> String {
    export::threedi(scene, "").unwrap_or_else(|error| panic!("{}", told(error))).text
}

fn documents() -> Vec<(String, String)> {
    let mut all = tree::files("spec/import", ".3di").unwrap();
    all.extend(tree::files("examples", ".3di").unwrap());
    assert!(all.len() >= 4);
    all
}

#[test]
fn every_document_becomes_the_text_beside_it() {
    for (path, document) in tree::files("spec/import", ".3di").unwrap() {
        let text = imported(&path, &document);
        let beside = path.replace(".3di", ".islay");
        if env::var_os("UPDATE_EXPECT").is_some() {
            fs::write(tree::root().join(&beside), &text).unwrap();
        }
        let expected = read(&beside);
        assert!(text == expected, "{beside}\n{}", diff::lines(&expected, &text));
    }
}

#[test]
fn every_text_is_laid_out_and_builds() {
    for (path, document) in documents() {
        let text = imported(&path, &document);
        assert!(layout::format(&path, &text).unwrap() == text, "`islay fmt {path}` changes it");
        scene(&path, &text);
    }
}

/// The imported example is what its document becomes, with a head and tests added by hand.
#[test]
fn the_example_is_what_its_document_becomes() {
    let text = imported("examples/imported/robot.3di", &read("examples/imported/robot.3di"));
    let example = read("examples/imported/robot.islay");
    assert!(example.contains(&text), "{}", diff::lines(&example, &text));
}

/// Everything that can be seen of a run, a line for each instance and tick.
fn trace(scene: &Scene, ticks: u64) -> String {
    let mut script = Script::new();
    for hold in ["Space@5..6", "Left@12..14", "A@3..3", "Up@20..25", "G@2..2", "F@9..9", "B@7..7"] {
        script.hold(hold.parse().unwrap());
    }
    let click = "{\"tick\":4,\"click\":\"Hero\"}\n{\"tick\":31,\"click\":\"Robot\"}";
    script.lines("input", click).unwrap();
    let mut stage = Stage::new(scene, Config::default());
    let mut out = String::new();
    for tick in 1..=ticks {
        stage.tick(&script.at(tick));
        for i in stage.instances() {
            let _ = writeln!(
                out,
                "{tick} {} {} {:?} {:?} {:?} {:?} {}",
                i.path, i.character, i.states, i.position, i.rotation, i.scale, i.visible
            );
        }
        // groups that fork themselves would take all of the time
        if stage.finished() || stage.n_instances() > 100 {
            break;
        }
    }
    out
}

/// The text without its comments.
fn bare(text: &str) -> String {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("//"));
    let text = lines.collect::<Vec<_>>().join("\n");
    layout::format("bare", &text).unwrap()
}

/// The same words, and the same numbers but for the last digit of an angle.
fn alike(a: &str, b: &str) -> bool {
    let near = |a: f32, b: f32| (a - b).abs() < 1e-3 || (a.abs() - 180.0).abs() < 1e-3;
    let same = |(a, b): (&str, &str)| match (a.parse::<f32>(), b.parse::<f32>()) {
        (Ok(a), Ok(b)) => near(a, b),
        _ => a == b,
    };
    let (a, b): (Vec<_>, Vec<_>) = (a.split_whitespace().collect(), b.split_whitespace().collect());
    a.len() == b.len() && a.into_iter().zip(b).all(same)
}

/// Export and import once more: the same text but for comments, and the same to the last bit.
fn comes_back(path: &str, document: &str) -> bool {
    let text = imported(path, document);
    let first = scene(path, &text);
    let again = exported(&first);
    let text_again = imported(path, &again);
    let (text, text_again) = (bare(&text), bare(&text_again));
    assert!(alike(&text, &text_again), "{path}\n{again}\n{}", diff::lines(&text, &text_again));
    if text != text_again {
        // the last digit of an angle: the next ticks would blow it up
        return false;
    }
    let (a, b) = (trace(&first, 80), trace(&scene(path, &text_again), 80));
    assert!(a == b, "{path}\n{}", diff::lines(&a, &b));
    true
}

#[test]
fn every_document_comes_back() {
    for (path, document) in documents() {
        assert!(comes_back(&path, &document), "{path}");
    }
}

#[test]
fn drawn_documents_come_back() {
    let drawn = |seed| comes_back("spec/import/drawn.3di", &super::documents::document(seed));
    let exact = (0..400).filter(|seed| drawn(*seed)).count();
    assert!(exact > 360, "{exact} came back to the last digit");
}

/// The corners of all that is drawn, piece by piece, in the world.
fn boxes(scene: &Scene) -> Vec<[[f32; 3]; 2]> {
    let mut stage = Stage::new(scene, Config::default());
    let frame = stage.frame(1.0);
    let draw = frame.draws().first().expect("something is drawn");
    let file = frame.shapes()[draw.shape as usize].file.clone().expect("a model");
    let model = scene.library().model(&file).expect("it was read").clone();
    let m = draw.world;
    let placed = |[x, y, z]: [f32; 3]| -> [f32; 3] {
        std::array::from_fn(|i| m[i] * x + m[4 + i] * y + m[8 + i] * z + m[12 + i])
    };
    let around = |points: &[[f32; 3]]| {
        points.iter().map(|p| placed(*p)).fold([[f32::MAX; 3], [f32::MIN; 3]], |[lo, hi], p| {
            [std::array::from_fn(|i| lo[i].min(p[i])), std::array::from_fn(|i| hi[i].max(p[i]))]
        })
    };
    model.pieces.iter().map(|piece| around(&piece.mesh.positions)).collect()
}

/// In the file the arms reach 1 along +X (right), 3 along +Y (front), 2 along +Z (up).
#[test]
fn a_model_faces_its_front_whatever_axis_points_up_in_its_file() {
    for file in ["arms.dae", "arms-y.dae", "arms-x.dae"] {
        let document = format!(
            "<islay3d ver=\"1.1\"><objectlist><data name=\"a\" path=\"{file}\"/></objectlist>\
             <characterlist><character name=\"A\" parts=\"a\"/></characterlist><grouplist>\
             <group name=\"main\"><fork character=\"A\" x=\"0\" y=\"0\" z=\"0\"/></group>\
             </grouplist></islay3d>"
        );
        let made = scene("spec/import/a.3di", &imported("spec/import/a.3di", &document));
        let boxes = boxes(&made);
        let reach = |axis: usize| boxes.iter().map(|b| b[1][axis]).fold(0.0, f32::max);
        let back = |axis: usize| boxes.iter().map(|b| b[0][axis]).fold(0.0, f32::min);
        let near = |a: f32, b: f32| (a - b).abs() < 1e-4;
        let all = [reach(0), reach(1), reach(2)];
        assert!(near(all[0], 1.0) && near(all[1], 2.0) && near(all[2], 3.0), "{file}: {all:?}");
        assert!((0..3).all(|axis| near(back(axis), -0.1)), "{file}");
    }
}

/// The front of the model goes where `move` goes, also where the character is turned.
#[test]
fn what_moves_forward_moves_toward_the_front_of_its_model() {
    let document = "<islay3d ver=\"1.1\"><objectlist><data name=\"a\" path=\"arms-y.dae\"/></objectlist>\
         <characterlist><character name=\"A\" parts=\"a\" \
         rotation=\"0,1,0,0,-1,0,0,0,0,0,1,0,0,0,0,1\"><statediagram name=\"D\"><statelist>\
         <state name=\"S\" action=\"move\" front=\"1\"/></statelist></statediagram></character>\
         </characterlist><grouplist><group name=\"main\">\
         <fork character=\"A\" x=\"0\" y=\"0\" z=\"0\"/></group></grouplist></islay3d>";
    let made = scene("spec/import/a.3di", &imported("spec/import/a.3di", document));
    // turned to the left, the arm of 3 reaches to −X
    let least = boxes(&made).iter().map(|b| b[0][0]).fold(0.0, f32::min);
    assert!((least + 3.0).abs() < 1e-4, "{least}");
    let mut stage = Stage::new(&made, Config::default());
    stage.tick(&islay::Input::new());
    let position = stage.instance("A").unwrap().position;
    assert!((position[0] + 1.0).abs() < 1e-5, "{position:?}");
}
