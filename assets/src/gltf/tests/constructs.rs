//! Geometry: what stands where, from every way of writing numbers and nodes.

use super::*;

#[test]
fn x_turns_round_and_triangles_still_face_outward() {
    let loaded = triangle().load();
    let mesh = mesh(&loaded.model);
    assert_eq!(corners(&loaded.model), [[[0.0; 3], [0.0, 1.0, 0.0], [-1.0, 0.0, 0.0]]]);
    assert_eq!(mesh.normals, [[0.0, 0.0, 1.0]; 3]);
    assert_eq!(loaded.facts.bounds, [[-1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
    assert_eq!(loaded.facts.file_bounds, [[0.0; 3], [1.0, 1.0, 0.0]]);
    assert!(loaded.warnings.is_empty(), "{:?}", loaded.warnings);
}

#[test]
fn the_facts_are_counted() {
    let facts = triangle().load().facts;
    assert_eq!(
        (facts.kind, &*facts.version, facts.up_axis, facts.unit),
        ("gltf", "2.0", "Y_UP", 1.0)
    );
    assert_eq!((facts.meshes, facts.vertices, facts.triangles, facts.materials), (1, 3, 1, 0));
}

#[test]
fn the_binary_form_says_the_same() {
    let making = triangle();
    let binary = crate::gltf::read(&making.glb(), Kind::Glb, &Folder::default()).unwrap();
    let text = making.load();
    assert_eq!(binary.model, text.model);
    assert_eq!((binary.facts.kind, text.facts.kind), ("glb", "gltf"));
}

#[test]
fn a_buffer_may_lie_in_a_file_with_spaces_in_its_name() {
    let making = triangle();
    let text = making.document(r#","uri":"my%20numbers.bin""#);
    let folder = Folder([("my numbers.bin", making.bytes.clone())].into());
    let found = crate::gltf::read(text.as_bytes(), Kind::Gltf, &folder).unwrap();
    assert_eq!(found.model, making.load().model);
}

#[test]
fn every_type_of_index_is_read() {
    let square = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 0.0];
    let order = [0u32, 1, 2, 0, 2, 3];
    for component in [UBYTE, USHORT, UINT] {
        let mut making = Making::default();
        let positions = making.floats("VEC3", &square);
        let size = match component {
            UBYTE => 1,
            USHORT => 2,
            _ => 4,
        };
        let bytes: Vec<u8> = order.iter().flat_map(|i| i.to_le_bytes()[..size].to_vec()).collect();
        let view = making.view(&bytes, "");
        let indices = making.accessor(view, component, "SCALAR", 6, "");
        making
            .shown(&format!(r#"{{"attributes":{{"POSITION":{positions}}},"indices":{indices}}}"#));
        let loaded = making.load();
        assert_eq!(loaded.facts.triangles, 2);
        assert_eq!(corners(&loaded.model)[1][1], [0.0, 1.0, 0.0], "component type {component}");
    }
}

#[test]
fn strips_and_fans_face_one_way_and_lines_are_left_out() {
    let square = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0];
    for (mode, n_triangles) in [(4, 1), (5, 2), (6, 2), (0, 0), (1, 0), (2, 0), (3, 0)] {
        let mut making = Making::default();
        let corners = match mode {
            6 => [&square[..6], &square[9..], &square[6..9]].concat(),
            _ => square.to_vec(),
        };
        let positions = making.floats("VEC3", &corners);
        making.shown(&format!(r#"{{"attributes":{{"POSITION":{positions}}},"mode":{mode}}}"#));
        let loaded = making.load();
        assert_eq!(loaded.facts.triangles, n_triangles, "mode {mode}");
        assert_eq!(loaded.warnings.len(), usize::from(mode < 4), "mode {mode}");
        for piece in &loaded.model.pieces {
            assert!(piece.mesh.normals.iter().all(|n| *n == [0.0, 0.0, 1.0]), "mode {mode}");
            assert_eq!(piece.mesh.triangles.len(), n_triangles);
        }
    }
}

#[test]
fn whole_numbers_are_positions_too() {
    let cases: [(u32, &str, Vec<u8>, f32); 6] = [
        (BYTE, "", vec![127, 0, 0, 0], 127.0),
        (BYTE, r#","normalized":true"#, vec![127, 0, 0, 0], 1.0),
        (BYTE, r#","normalized":true"#, vec![0x80, 0, 0, 0], -1.0),
        (UBYTE, r#","normalized":true"#, vec![51, 0, 0, 0], 0.2),
        (
            SHORT,
            r#","normalized":true"#,
            [(-32767i16).to_le_bytes(), [0; 2], [0; 2], [0; 2]].concat(),
            -1.0,
        ),
        (USHORT, "", [300u16.to_le_bytes(), [0; 2], [0; 2], [0; 2]].concat(), 300.0),
    ];
    for (component, more, corner, x) in cases {
        let mut making = Making::default();
        let stride = corner.len();
        let far = corner.iter().copied().chain(vec![0; stride * 2]).collect::<Vec<u8>>();
        let view = making.view(&far, &format!(r#","byteStride":{stride}"#));
        let positions = making.accessor(view, component, "VEC3", 3, more);
        making.shown(&format!(r#"{{"attributes":{{"POSITION":{positions}}}}}"#));
        making.extra = r#","extensionsUsed":["KHR_mesh_quantization"],"extensionsRequired":["KHR_mesh_quantization"]"#.to_owned();
        let bounds = making.load().facts.file_bounds;
        let found = if x < 0.0 { bounds[0][0] } else { bounds[1][0] };
        assert!((found - x).abs() < 1e-6, "{component}{more}: {found} for {x}");
    }
}

#[test]
fn numbers_may_lie_between_others() {
    let mut making = Making::default();
    let mixed: Vec<f32> = TRIANGLE.chunks(3).flat_map(|p| [p, &[0.0, 0.0, 1.0]].concat()).collect();
    let view = making.view(&bytes(&mixed), r#","byteStride":24"#);
    let positions = making.accessor(view, FLOAT, "VEC3", 3, "");
    let normals = making.accessor(view, FLOAT, "VEC3", 3, r#","byteOffset":12"#);
    making.shown(&format!(r#"{{"attributes":{{"POSITION":{positions},"NORMAL":{normals}}}}}"#));
    let loaded = making.load();
    assert_eq!(corners(&loaded.model), corners(&triangle().load().model));
    assert_eq!(mesh(&loaded.model).normals, [[0.0, 0.0, 1.0]; 3]);
}

/// A triangle of zeros, of which the sparse values make one that is seen.
fn sparse(view: Option<usize>, indices: &[u16], values: &[f32], count: usize) -> Making {
    let mut making = Making::default();
    let view = view.map(|_| making.view(&bytes(&[0.0; 9]), ""));
    let shorts: Vec<u8> = indices.iter().flat_map(|i| i.to_le_bytes()).collect();
    let (i, v) = (making.view(&shorts, ""), making.view(&bytes(values), ""));
    let base = view.map_or(String::new(), |v| format!(r#""bufferView":{v},"#));
    let n = indices.len();
    making.accessors.push(format!(
        r#"{{{base}"componentType":5126,"type":"VEC3","count":{count},"sparse":{{"count":{n},
           "indices":{{"bufferView":{i},"componentType":5123}},"values":{{"bufferView":{v}}}}}}}"#
    ));
    making.shown(r#"{"attributes":{"POSITION":0}}"#);
    making
}

#[test]
fn sparse_values_take_their_places() {
    let values = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0];
    for view in [Some(0), None] {
        let loaded = sparse(view, &[1, 2], &values, 3).load();
        assert_eq!(corners(&loaded.model), corners(&triangle().load().model));
    }
}

#[test]
fn sparse_values_beyond_or_out_of_order_are_refused() {
    let values = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0];
    for indices in [[1, 3], [2, 1], [1, 1], [65535, 1]] {
        let error = read(&sparse(Some(0), &indices, &values, 3).text()).unwrap_err();
        assert_eq!(error.element.as_deref(), Some("accessors[0].sparse.indices"), "{error}");
    }
    let error = read(&sparse(None, &[0, 1], &values, 1).text()).unwrap_err();
    assert_eq!(error.element.as_deref(), Some("accessors[0].sparse"), "{error}");
    let error = read(&sparse(None, &[0, 1], &values[..3], 3).text()).unwrap_err();
    assert_eq!(error.element.as_deref(), Some("accessors[0].sparse.values"), "{error}");
}

/// The triangle below nodes.
fn placed(nodes: &[&str]) -> Loaded {
    let mut making = triangle();
    making.lists.insert("nodes", nodes.iter().map(|n| (*n).to_owned()).collect());
    making.put("scenes", r#"{"nodes":[0]}"#);
    making.load()
}

#[test]
fn nodes_move_turn_and_scale_what_is_below_them() {
    let half = std::f32::consts::FRAC_1_SQRT_2;
    // by hand: (1,0,0) times 2 is (2,0,0), turned 90° about Y (0,0,-2), moved (1,2,1), X round
    let turned = format!(
        r#"{{"mesh":0,"translation":[1,2,3],"rotation":[0,{half},0,{half}],"scale":[2,1,1]}}"#
    );
    let far = |l: &Loaded| corners(&l.model)[0][2];
    let near = |a: [f32; 3], b: [f32; 3]| (0..3).all(|i| (a[i] - b[i]).abs() < 1e-5);
    let once = placed(&[&turned]);
    assert!(near(far(&once), [-1.0, 2.0, 1.0]), "{:?}", far(&once));
    let below = placed(&[r#"{"children":[1],"translation":[0,0,10],"scale":[1,1,2]}"#, &turned]);
    assert!(near(far(&below), [-1.0, 2.0, 12.0]), "{:?}", far(&below));
    let matrix = placed(&[r#"{"mesh":0,"matrix":[0,0,-2,0, 0,1,0,0, 1,0,0,0, 1,2,3,1]}"#]);
    assert!(near(far(&matrix), far(&once)));
}

#[test]
fn what_is_mirrored_faces_outward_still() {
    // scaled by -1 along X the triangle still faces +Z: its normal is no position
    let mirrored = placed(&[r#"{"mesh":0,"scale":[-1,1,1]}"#]);
    assert_eq!(corners(&mirrored.model), [[[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]]);
    assert_eq!(mesh(&mirrored.model).normals, [[0.0, 0.0, 1.0]; 3]);
    let through = placed(&[r#"{"mesh":0,"scale":[1,1,-1]}"#]);
    assert_eq!(mesh(&through.model).normals, [[0.0, 0.0, -1.0]; 3]);
}

#[test]
fn normals_stand_upright_on_what_is_stretched() {
    let mut making = Making::default();
    let positions = making.floats("VEC3", &TRIANGLE);
    let n = [0.6f32, 0.0, 0.8].repeat(3);
    let normals = making.floats("VEC3", &n);
    making.shown(&format!(r#"{{"attributes":{{"POSITION":{positions},"NORMAL":{normals}}}}}"#));
    making.lists.insert("nodes", vec![r#"{"mesh":0,"scale":[2,1,1]}"#.to_owned()]);
    // by hand: (0.6/2, 0, 0.8) has the length 0.8544
    let found = mesh(&making.load().model).normals[0];
    assert!((found[0] + 0.3511).abs() < 1e-3 && (found[2] - 0.9363).abs() < 1e-3, "{found:?}");
}

#[test]
fn a_flattened_mesh_keeps_its_normals() {
    let mut making = Making::default();
    let positions = making.floats("VEC3", &TRIANGLE);
    let normals = making.floats("VEC3", &[0.0, 0.0, 1.0].repeat(3));
    making.shown(&format!(r#"{{"attributes":{{"POSITION":{positions},"NORMAL":{normals}}}}}"#));
    making.lists.insert("nodes", vec![r#"{"mesh":0,"scale":[1,1,0]}"#.to_owned()]);
    assert_eq!(mesh(&making.load().model).normals, [[0.0, 0.0, 1.0]; 3]);
}

#[test]
fn only_the_scene_is_shown_each_instance_counted() {
    let mut making = triangle();
    making.put("nodes", r#"{"mesh":0,"translation":[5,0,0]}"#);
    making.put("nodes", r#"{"mesh":0,"translation":[900,0,0]}"#);
    making.put("scenes", r#"{"nodes":[2]}"#);
    making.put("scenes", r#"{"nodes":[0,1]}"#);
    making.extra = r#","scene":1"#.to_owned();
    let loaded = making.load();
    assert_eq!((loaded.facts.triangles, loaded.facts.meshes, loaded.facts.vertices), (2, 1, 3));
    assert_eq!(loaded.facts.bounds, [[-6.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
    making.extra.clear();
    assert_eq!(making.load().facts.bounds[0][0], -901.0, "the first is the default");
}

#[test]
fn without_a_scene_all_nodes_are_shown_with_a_warning() {
    let mut making = triangle();
    making.put("nodes", r#"{"children":[0]}"#);
    making.lists.insert("scenes", Vec::new());
    let loaded = making.load();
    assert_eq!((loaded.facts.triangles, loaded.warnings.len()), (1, 1));
}

#[test]
fn a_document_of_nothing_is_valid() {
    let loaded = load(r#"{"asset":{"version":"2.0"}}"#);
    assert_eq!((loaded.facts.triangles, loaded.facts.bounds), (0, [[0.0; 3]; 2]));
    let empty = load(
        r#"{"asset":{"version":"2.0"},"meshes":[{"primitives":[{"attributes":{}}]}],"nodes":[{"mesh":0}],"scenes":[{"nodes":[0]}]}"#,
    );
    assert_eq!(empty.facts.triangles, 0);
}

#[test]
fn triangles_of_one_material_are_one_piece() {
    let mut making = triangle();
    let primitive = r#"{"attributes":{"POSITION":0},"material":0}"#;
    making.put("materials", "{}");
    making.shown(primitive);
    making.shown(primitive);
    let pieces = making.load().model.pieces;
    let found: Vec<_> = pieces.iter().map(|p| (p.material, p.mesh.triangles.len())).collect();
    assert_eq!(found, [(None, 1), (Some(0), 2)]);
}

#[test]
fn vertices_that_triangles_share_are_written_once() {
    let mut making = Making::default();
    let square = [0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 0.0];
    let positions = making.floats("VEC3", &square);
    let normals = making.floats("VEC3", &[0.0, 0.0, 1.0].repeat(4));
    let indices = making.shorts("SCALAR", &[0, 1, 2, 0, 2, 3]);
    making.shown(&format!(
        r#"{{"attributes":{{"POSITION":{positions},"NORMAL":{normals}}},"indices":{indices}}}"#
    ));
    assert_eq!(mesh(&making.load().model).positions.len(), 4);
}

#[test]
fn vertices_that_nothing_uses_do_not_count() {
    let mut making = Making::default();
    let far = [&TRIANGLE[..], &[f32::NAN, 1e9, 1e9]].concat();
    let positions = making.floats("VEC3", &far);
    let indices = making.shorts("SCALAR", &[0, 1, 2]);
    making.shown(&format!(r#"{{"attributes":{{"POSITION":{positions}}},"indices":{indices}}}"#));
    assert_eq!(making.load().facts.bounds, [[-1.0, 0.0, 0.0], [0.0, 1.0, 0.0]]);
}
