//! The gate: what a scene, and what its models name, never leaves its folder, waits for nobody and
//! is fetched from nowhere.

#![cfg(all(feature = "files", feature = "models"))]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop")]

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use islay::files::Loader;
use islay::{Error, Files, Limits, Scene};

/// A folder of its own, with a secret beside it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(format!("gate-{name}"));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(path.join("in")).unwrap();
        let folder = Self(path);
        for secret in ["secret.islay", "secret.rhai", "secret.png", "secret.bin", "secret.gltf"] {
            folder.write(secret, "character Secret { shape box 1 2 3 }\nfn secret(me) { }\n");
        }
        folder
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) {
        fs::write(self.0.join(name), text).unwrap();
    }

    fn files(&self) -> Files {
        Files::new(self.0.join("in"))
    }

    /// What is said of a scene that stands in the folder.
    fn said(&self, scene: &str) -> String {
        said(scene, &self.files())
    }
}

/// Errors and warnings of a scene.
fn said(scene: &str, files: &Files) -> String {
    match Scene::from_text_in("main.islay", scene, files) {
        Ok(scene) => scene.diagnostics().to_text(false),
        Err(Error::Scene(found)) => found.to_text(false),
        Err(other) => panic!("{other}"),
    }
}

/// Ways to name a file outside, or nowhere, and what is said of each.
const WAYS: [(&str, &str); 15] = [
    ("../secret.END", "leaves the scene's folder"),
    ("./x/../../secret.END", "leaves the scene's folder"),
    ("x/y/../../../secret.END", "leaves the scene's folder"),
    ("/etc/passwd.END", "relative"),
    ("//server/share/a.END", "relative"),
    ("C:/a.END", "relative"),
    ("c:a.END", "relative"),
    ("http://localhost/a.END", "nothing is fetched"),
    ("https://localhost/a.END", "nothing is fetched"),
    ("file:///etc/passwd.END", "nothing is fetched"),
    ("file:secret.END", "nothing is fetched"),
    ("\\\\\\\\server\\\\share\\\\a.END", "written with `/`"),
    ("..\\\\secret.END", "written with `/`"),
    ("none/secret.END", "no such file"),
    ("Door.END", "no such file"),
];

#[test]
fn what_a_text_names_stays_inside() {
    let folder = Folder::new("text");
    folder.write("in/door.islay", "character Door { shape box 1 2 0.1 }\n");
    let forms = [
        ("use \"PATH\"\ngroup main { }\n", "islay"),
        ("hooks \"PATH\"\ngroup main { }\n", "rhai"),
        ("character C { shape \"PATH\" }\ngroup main { C }\n", "gltf"),
        ("character C { shape box 1 1 1 texture \"PATH\" }\ngroup main { C }\n", "png"),
    ];
    for (form, end) in forms {
        if end == "rhai" && !cfg!(feature = "hooks") {
            continue;
        }
        for (way, why) in WAYS {
            let scene = form.replace("PATH", &way.replace("END", end));
            let said = folder.said(&scene);
            assert!(said.contains("error[") && said.contains(why), "{way} as {end}: {said}");
        }
    }
}

#[test]
fn what_a_model_names_stays_inside() {
    let folder = Folder::new("models");
    let gltf = |images: &str, buffers: &str| {
        format!(
            r#"{{"asset":{{"version":"2.0"}},"scene":0,"scenes":[{{"nodes":[0]}}],"nodes":[{{"mesh":0}}],
            "meshes":[{{"primitives":[{{"attributes":{{"POSITION":0}},"material":0}}]}}],
            "materials":[{{"pbrMetallicRoughness":{{"baseColorTexture":{{"index":0}}}}}}],
            "textures":[{{"source":0}}],"images":[{{"uri":"{images}"}}],
            "accessors":[{{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]}}],
            "bufferViews":[{{"buffer":0,"byteLength":36}}],"buffers":[{{"byteLength":36,"uri":"{buffers}"}}]}}"#
        )
    };
    let good =
        "data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA";
    let scene = "character C { shape \"model.gltf\" }\ngroup main { C }\n";
    let ways = [
        ("../secret.END", "leaves"),
        ("%2e%2e/secret.END", "leaves"),
        ("%2e%2e%2fsecret.END", "leaves"),
        ("/etc/passwd", "absolute"),
        ("%2fetc%2fpasswd", "absolute"),
        ("..%5csecret.END", "written with `/`"),
        ("%5c%5cserver%5cshare", "absolute"),
        ("http://localhost/a.END", "not fetched"),
        ("file:///etc/passwd", "not fetched"),
        ("C%3a/a.END", "relative"),
        ("secret%00.END", "control characters"),
        ("a%0ab.END", "control characters"),
    ];
    for (way, why) in ways {
        folder.write("in/model.gltf", gltf(&way.replace("END", "png"), good));
        let found = folder.said(scene);
        assert!(found.contains("left out") && found.contains(why), "image {way}: {found}");
        folder.write("in/model.gltf", gltf("data:,x", &way.replace("END", "bin")));
        let found = folder.said(scene);
        assert!(found.contains("error[") && found.contains(why), "buffer {way}: {found}");
    }
}

#[test]
fn what_a_collada_model_names_stays_inside() {
    let folder = Folder::new("dae");
    let dae = |path: &str| {
        format!(
            r##"<COLLADA version="1.4.1"><library_images><image id="i"><init_from>{path}</init_from></image></library_images>
<library_effects><effect id="e"><profile_COMMON>
<newparam sid="s"><surface type="2D"><init_from>i</init_from></surface></newparam>
<newparam sid="t"><sampler2D><source>s</source></sampler2D></newparam>
<technique sid="x"><lambert><diffuse><texture texture="t" texcoord="UV"/></diffuse></lambert></technique>
</profile_COMMON></effect></library_effects>
<library_materials><material id="m"><instance_effect url="#e"/></material></library_materials>
<library_geometries><geometry id="g"><mesh>
<source id="p"><float_array id="pa" count="9">0 0 0 1 0 0 0 1 0</float_array><technique_common>
<accessor source="#pa" count="3" stride="3"><param name="X" type="float"/><param name="Y" type="float"/><param name="Z" type="float"/></accessor>
</technique_common></source><vertices id="v"><input semantic="POSITION" source="#p"/></vertices>
<triangles count="1" material="mm"><input semantic="VERTEX" source="#v" offset="0"/><p>0 1 2</p></triangles></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="w"><node id="n"><instance_geometry url="#g"><bind_material><technique_common>
<instance_material symbol="mm" target="#m"/></technique_common></bind_material></instance_geometry></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#w"/></scene></COLLADA>"##
        )
    };
    let scene = "character C { shape \"model.dae\" }\ngroup main { C }\n";
    let ways = [
        ("../secret.png", "leaves"),
        ("..%2fsecret.png", "leaves"),
        ("..\\secret.png", "leaves"),
        ("file:///etc/passwd", "relative"),
        ("file://C:/a.png", "relative"),
        ("http://localhost/a.png", "nothing is fetched"),
        ("a%00.png", "control characters"),
        ("none.png", "no such file"),
    ];
    for (way, why) in ways {
        folder.write("in/model.dae", dae(way));
        let found = folder.said(scene);
        assert!(found.contains("is not shown") && found.contains(why), "{way}: {found}");
    }
}

#[cfg(unix)]
#[test]
fn links_that_lead_out_are_not_followed() {
    use std::os::unix::fs::symlink;
    let folder = Folder::new("links");
    folder.write("in/door.islay", "character Door { shape box 1 2 0.1 }\n");
    symlink(folder.0.join("secret.islay"), folder.0.join("in/absolute.islay")).unwrap();
    symlink("../secret.islay", folder.0.join("in/file.islay")).unwrap();
    symlink("..", folder.0.join("in/folder")).unwrap();
    symlink("/dev/zero", folder.0.join("in/zero.islay")).unwrap();
    symlink("round.islay", folder.0.join("in/round.islay")).unwrap();
    symlink("door.islay", folder.0.join("in/good.islay")).unwrap();
    for name in ["absolute.islay", "file.islay", "folder/secret.islay", "zero.islay"] {
        let said = folder.said(&format!("use \"{name}\"\ngroup main {{ }}\n"));
        assert!(said.contains("leaves the scene's folder"), "{name}: {said}");
    }
    let said = folder.said("use \"round.islay\"\ngroup main { }\n");
    assert!(said.contains("error[file-not-found]"), "{said}");
    let said = folder.said("use \"good.islay\"\nuse \"door.islay\"\ngroup main { Door }\n");
    assert!(!said.contains("error"), "a link inside is the file that it leads to: {said}");
}

#[cfg(unix)]
#[test]
fn what_is_no_ordinary_file_is_not_waited_for() {
    use std::os::unix::net::UnixListener;
    let folder = Folder::new("pipes");
    let pipe = folder.0.join("in/pipe.islay");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().unwrap();
    assert!(made.success());
    // sockets have short names
    let short = std::env::temp_dir().join(format!("islay-gate-{}", std::process::id()));
    fs::create_dir_all(&short).unwrap();
    let _socket = UnixListener::bind(short.join("socket.islay")).unwrap();
    let found = said("use \"socket.islay\"\ngroup main { }\n", &Files::new(&short));
    assert!(found.contains("no ordinary file"), "{found}");
    fs::create_dir(folder.0.join("in/folder.islay")).unwrap();
    for (name, why) in [("pipe.islay", "no ordinary file"), ("folder.islay", "it is a folder")] {
        let said = folder.said(&format!("use \"{name}\"\ngroup main {{ }}\n"));
        assert!(said.contains(why), "{name}: {said}");
        let opened = Scene::open(&folder.0.join("in").join(name), None).err().unwrap();
        assert!(opened.to_string().contains(why), "{opened}");
    }
    let device = Scene::open("/dev/zero".as_ref(), None).err().unwrap();
    assert!(device.to_string().contains("no ordinary file"), "{device}");
    let _ = fs::remove_dir_all(&short);
}

#[test]
fn names_that_differ_in_case_are_others() {
    let files = Files::from_texts([("door.islay", "character Door { shape box 1 2 0.1 }\n")]);
    assert!(!said("use \"door.islay\"\ngroup main { Door }\n", &files).contains("error"));
    assert!(said("use \"Door.islay\"\ngroup main { }\n", &files).contains("no such file"));
}

/// Gives out texts, and keeps what it was asked for.
#[derive(Clone, Debug, Default)]
struct Package {
    texts: BTreeMap<&'static str, Vec<u8>>,
    asked: Arc<Mutex<Vec<String>>>,
}

impl Loader for Package {
    fn load(&self, name: &str) -> Result<Vec<u8>, String> {
        self.asked.lock().unwrap().push(name.to_owned());
        self.texts.get(name).cloned().ok_or_else(|| "the package lacks it".to_owned())
    }
}

#[test]
fn a_loader_is_asked_for_names_that_are_clean() {
    let texts = [("main.islay", &b"use \"a/./b/../door.islay\"\ngroup main { Door }\n"[..])];
    let door = ("a/door.islay", &b"character Door { shape box 1 2 0.1 }\n"[..]);
    let texts = texts.into_iter().chain([door]).map(|(name, text)| (name, text.to_vec()));
    let package = Package { texts: texts.collect(), ..Package::default() };
    Scene::load("main.islay", &Files::from_loader(package.clone())).unwrap();
    assert_eq!(*package.asked.lock().unwrap(), ["main.islay", "a/door.islay"]);
    package.asked.lock().unwrap().clear();
    let files = Files::from_loader(package.clone());
    for (way, _) in WAYS.iter().filter(|(_, why)| *why != "no such file") {
        let way = way.replace("END", "islay");
        assert!(said(&format!("use \"{way}\"\ngroup main {{ }}\n"), &files).contains("error["));
    }
    assert!(package.asked.lock().unwrap().is_empty(), "{:?}", package.asked);
    let none = said("use \"x.islay\"\ngroup main { }\n", &files);
    assert!(none.contains("the package lacks it"), "{none}");
}

#[test]
fn what_a_loader_gives_out_is_measured() {
    let door = |size: usize| vec![b' '; size];
    let package = |size| {
        let texts = BTreeMap::from([("a.gltf", door(size))]);
        Files::from_loader(Package { texts, ..Package::default() })
            .with_limits(Limits { model: 100, ..Limits::default() })
    };
    let scene = "character C { shape \"a.gltf\" }\ngroup main { C }\n";
    assert!(said(scene, &package(101)).contains("it is larger than 100 bytes"));
    assert!(!said(scene, &package(100)).contains("larger than"));
}
