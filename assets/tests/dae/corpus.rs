//! Real COLLADA files, and what other programs say of them.
//!
//! In: the files of `corpus/` with the facts of `corpus/facts.tsv` (and of a larger corpus where
//! `ISLAY_CORPUS` names its folder). Out: every valid file loads with the facts' triangles,
//! positions and box; every malformed one is refused with a place. Boxes of skinned models and of
//! lines are not compared.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use islay_assets::read::{self, Loaded};

use crate::Folder;

fn load(path: &Path) -> Result<Loaded, read::ModelError> {
    let bytes = std::fs::read(path).unwrap();
    let folder = Folder(path.parent().unwrap().to_owned());
    read::read(&path.to_string_lossy(), &bytes, &folder)
}

/// The facts of each file, by column.
fn facts(folder: &Path) -> BTreeMap<String, BTreeMap<String, String>> {
    let table = std::fs::read_to_string(folder.join("facts.tsv")).unwrap();
    let mut lines = table.lines();
    let head: Vec<&str> = lines.next().unwrap().split('\t').collect();
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('\t').collect();
        let row = head.iter().zip(&cells).map(|(h, c)| ((*h).to_owned(), (*c).to_owned()));
        (cells[0].to_owned(), row.collect())
    };
    lines.map(row).collect()
}

fn folders() -> Vec<PathBuf> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/corpus");
    let more = std::env::var_os("ISLAY_CORPUS").map(PathBuf::from);
    std::iter::once(own).chain(more).collect()
}

fn numbers(cell: &str) -> Option<[f32; 3]> {
    let numbers: Vec<f32> = cell.split_whitespace().filter_map(|n| n.parse().ok()).collect();
    numbers.try_into().ok()
}

/// Where the other programs are wrong, and the box or the triangles that are right. assimp 5.2.5
/// neither scales nor turns the translation of a scene's topmost nodes when it converts units and
/// axes; of meshes with several instances both programs count one. The boxes are worked out from
/// the files by hand: positions × scale + translation, times the unit, with Z up turned.
const CORRECTED: &[(&str, &str, &str)] = &[
    // 0 0 99.4865 in centimetres
    ("percent_encoding_spaces.dae", "-1 -1 0.994865", "1 1 0.994865"),
    // shapes of ±25 × 1.5 at −80, 0 and 80 centimetres
    ("polygons_polylist_triangles.dae", "-1.175 -0.375 0", "1.175 0.375 0"),
    // ±1 at 1.321477 0 2, Z up
    ("animated-blender-cube.dae", "0.321477 1 -1", "2.321477 3 1"),
    // moved by −0.00133478 −0.00296879 0.000043182, Z up
    ("top_plate.dae", "-0.3663348 0.000043182 -0.2920312", "0.3636652 0.0063931 0.2979688"),
];

/// Seven instances of twelve triangles.
const INSTANCED: (&str, &str) = ("box_with_hierarchical_nodes.dae", "84");

/// The facts of a file as they should be.
fn corrected(name: &str, row: &BTreeMap<String, String>) -> BTreeMap<String, String> {
    let mut row = row.clone();
    for (_, lo, hi) in CORRECTED.iter().filter(|c| name.ends_with(c.0)) {
        row.insert("as_min".to_owned(), (*lo).to_owned());
        row.insert("as_max".to_owned(), (*hi).to_owned());
    }
    if name.ends_with(INSTANCED.0) {
        row.insert("pyc_triangles".to_owned(), INSTANCED.1.to_owned());
    }
    row
}

/// What does not agree, one line each.
fn differences(loaded: &Loaded, row: &BTreeMap<String, String>) -> Vec<String> {
    let mut out = Vec::new();
    let mut same = |what: &str, ours: String, column: &str| {
        let theirs = &row[column];
        if !theirs.is_empty() && *theirs != ours {
            out.push(format!("{what}: {ours}, but {column} is {theirs}"));
        }
    };
    let facts = &loaded.facts;
    same("version", facts.version.clone(), "collada_version");
    same("triangles", facts.triangles.to_string(), "pyc_triangles");
    same("vertices", facts.vertices.to_string(), "positions_total");
    same("meshes", facts.meshes.to_string(), "xml_geometries");
    let skinned = !row["xml_controllers(skin/morph)"].starts_with("0/0");
    // 0 where pycollada does not load the skin
    if skinned && row["pyc_skin_joints"] != "0" {
        same("bones", facts.bones.to_string(), "pyc_skin_joints");
    }
    let axis = row["up_axis"].as_str();
    if !axis.starts_with('(') {
        same("axis", facts.up_axis.to_owned(), "up_axis");
    }
    if let (Some(lo), Some(hi), false) =
        (numbers(&row["as_min"]), numbers(&row["as_max"]), skinned || facts.triangles == 0)
    {
        let ours = facts.bounds;
        let theirs = [[-hi[0], lo[1], lo[2]], [-lo[0], hi[1], hi[2]]];
        let size = (0..3).map(|i| hi[i] - lo[i]).fold(1e-3, f32::max);
        for (a, b) in ours.iter().flatten().zip(theirs.iter().flatten()) {
            if (a - b).abs() > size * 1e-4 {
                out.push(format!("box: {ours:?}, but theirs is {theirs:?}"));
                break;
            }
        }
        assert_eq!(facts.file_bounds[0][0], 0.0 - facts.bounds[1][0]);
    }
    out
}

#[test]
fn valid_files_load_with_the_facts_of_other_programs() {
    let mut wrong = Vec::new();
    let mut n = 0;
    for folder in folders() {
        for (name, row) in facts(&folder).iter().filter(|(n, _)| n.starts_with("dae/")) {
            let path = folder.join(name);
            if !path.exists() {
                continue;
            }
            n += 1;
            match load(&path) {
                Ok(loaded) => {
                    let all = differences(&loaded, &corrected(name, row));
                    wrong.extend(all.iter().map(|d| format!("{name}: {d}")));
                }
                Err(e) => wrong.push(format!("{name}: {e}")),
            }
        }
    }
    assert!(n >= 20, "only {n} files");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn malformed_files_are_refused_with_a_place() {
    let mut n = 0;
    for folder in folders() {
        for name in facts(&folder).keys().filter(|n| n.starts_with("malformed_dae/")) {
            let path = folder.join(name);
            if !path.exists() {
                continue;
            }
            n += 1;
            let error = load(&path).expect_err(name);
            println!("{name}: {error}");
            assert!(error.at.is_some() && error.element.is_some(), "{name}: {error}");
        }
    }
    assert!(n >= 8, "only {n} files");
}
