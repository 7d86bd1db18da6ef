//! COLLADA: a file of 50 MB, read by Islay and by dae-parser 0.11.
//!
//! In: a generated file of several globes with normals and texture coordinates. Out: times by
//! criterion, and first one line with the ratio of both and the largest memory of a process of its
//! own that reads the file. Both readers must count the same triangles. dae-parser stops at the
//! elements; Islay's time includes vertices, normals, axes and the box.

use std::fmt::Write;
use std::hint::black_box;
use std::process::Command;
use std::str::FromStr;
use std::time::{Duration, Instant};

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use dae_parser::{Document, Geometry, Primitive};
use islay_assets::read::{self, Beside};

/// Bytes of the file, at least.
const SIZE: usize = 50_000_000;
/// Columns and rows of a globe.
const ACROSS: usize = 240;
/// Names the file in the process that measures memory.
const ALONE: &str = "ISLAY_BENCH_MODEL";

struct Nothing;

impl Beside for Nothing {
    fn bytes(&self, _: &str) -> Result<Vec<u8>, String> {
        Err("no other files".to_owned())
    }
}

fn source(out: &mut String, id: &str, stride: usize, numbers: &[f32]) {
    let _ =
        write!(out, "<source id=\"{id}\"><float_array id=\"{id}-a\" count=\"{}\">", numbers.len());
    for number in numbers {
        let _ = write!(out, "{number:.6} ");
    }
    let params = ["X", "Y", "Z"].map(|n| format!("<param name=\"{n}\" type=\"float\"/>"));
    let _ = writeln!(
        out,
        "</float_array><technique_common><accessor source=\"#{id}-a\" count=\"{}\" stride=\"{stride}\">{}\
         </accessor></technique_common></source>",
        numbers.len() / stride,
        params[..stride].concat()
    );
}

fn globe(out: &mut String, id: &str, radius: f32) {
    let (mut places, mut normals, mut uvs) = (Vec::new(), Vec::new(), Vec::new());
    for row in 0..=ACROSS {
        for column in 0..=ACROSS {
            let [u, v] = [column, row].map(|n| n as f32 / ACROSS as f32);
            let (around, up) =
                ((u * std::f32::consts::TAU).sin_cos(), (v * std::f32::consts::PI).sin_cos());
            let normal = [around.1 * up.0, up.1, around.0 * up.0];
            places.extend(normal.map(|n| n * radius));
            normals.extend(normal);
            uvs.extend([u, v]);
        }
    }
    let _ = writeln!(out, "<geometry id=\"{id}\" name=\"{id}\"><mesh>");
    source(out, &format!("{id}-p"), 3, &places);
    source(out, &format!("{id}-n"), 3, &normals);
    source(out, &format!("{id}-t"), 2, &uvs);
    let _ = writeln!(
        out,
        "<vertices id=\"{id}-v\"><input semantic=\"POSITION\" source=\"#{id}-p\"/></vertices>\
         <triangles count=\"{}\"><input semantic=\"VERTEX\" source=\"#{id}-v\" offset=\"0\"/>\
         <input semantic=\"NORMAL\" source=\"#{id}-n\" offset=\"1\"/>\
         <input semantic=\"TEXCOORD\" source=\"#{id}-t\" offset=\"2\" set=\"0\"/><p>",
        ACROSS * ACROSS * 2
    );
    for row in 0..ACROSS {
        for column in 0..ACROSS {
            let a = row * (ACROSS + 1) + column;
            for corner in [a, a + ACROSS + 1, a + 1, a + 1, a + ACROSS + 1, a + ACROSS + 2] {
                let _ = write!(out, "{corner} {corner} {corner} ");
            }
        }
    }
    let _ = writeln!(out, "</p></triangles></mesh></geometry>");
}

/// A file of as many globes as its size asks for.
fn file() -> String {
    let mut out = String::from(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<COLLADA xmlns=\"http://www.collada.org/2005/11/COLLADASchema\" \
         version=\"1.4.1\"><asset><created>2020-01-01T00:00:00Z</created><modified>2020-01-01T00:00:00Z</modified>\
         <unit name=\"meter\" meter=\"1\"/><up_axis>Z_UP</up_axis></asset>\n<library_geometries>",
    );
    let mut n = 0;
    while out.len() < SIZE {
        globe(&mut out, &format!("globe{n}"), 1.0 + n as f32);
        n += 1;
    }
    out += "</library_geometries><library_visual_scenes><visual_scene id=\"s\">";
    for i in 0..n {
        let _ = write!(
            out,
            "<node id=\"n{i}\"><translate>{i} 0 0</translate><instance_geometry url=\"#globe{i}\"/></node>"
        );
    }
    out + "</visual_scene></library_visual_scenes><scene><instance_visual_scene url=\"#s\"/></scene></COLLADA>\n"
}

/// Triangles that Islay reads.
fn ours(text: &str) -> usize {
    read::read("a.dae", text.as_bytes(), &Nothing).map_or(0, |l| black_box(l).facts.triangles)
}

/// Triangles that dae-parser reads.
fn theirs(text: &str) -> usize {
    let Ok(document) = Document::from_str(text) else { return 0 };
    let mut triangles = 0;
    document.for_each(|geometry: &Geometry| {
        for primitive in geometry.element.as_mesh().into_iter().flat_map(|m| &m.elements) {
            if let Primitive::Triangles(t) = primitive {
                triangles += t.count;
            }
        }
    });
    black_box(document);
    triangles
}

/// The time that this thread had a processor, where the system tells: others may be at work, too.
fn busy() -> Option<Duration> {
    let times = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    times.split_whitespace().next()?.parse().ok().map(Duration::from_nanos)
}

/// The fastest of seven.
fn fastest(read: impl Fn() -> usize) -> Duration {
    let time = || {
        let (start, busy_start) = (Instant::now(), busy());
        black_box(read());
        match (busy_start, busy()) {
            (Some(from), Some(to)) => to.saturating_sub(from),
            _ => start.elapsed(),
        }
    };
    (0..7).map(|_| time()).min().unwrap_or_default()
}

/// The largest memory that this process had, in bytes; 0 where the system does not tell.
fn peak() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|l| l.starts_with("VmHWM:")).unwrap_or_default();
    line.split_whitespace().nth(1).and_then(|n| n.parse::<usize>().ok()).unwrap_or(0) * 1024
}

/// The largest memory of a process that reads the file and nothing else.
fn peak_of(text: &str) -> Option<usize> {
    let path = std::env::temp_dir().join(format!("islay-bench-{}.dae", std::process::id()));
    std::fs::write(&path, text).ok()?;
    let alone = Command::new(std::env::current_exe().ok()?).env(ALONE, &path).output().ok()?;
    std::fs::remove_file(&path).ok()?;
    String::from_utf8_lossy(&alone.stdout).trim().parse().ok()
}

fn models(c: &mut Criterion) {
    if let Some(path) = std::env::var_os(ALONE) {
        let bytes = std::fs::read(path).unwrap_or_default();
        black_box(read::read("a.dae", &bytes, &Nothing).is_ok());
        println!("{}", peak());
        std::process::exit(0);
    }
    let text = file();
    let (mine, other) = (ours(&text), theirs(&text));
    assert!(mine > 0 && mine == other, "{mine} triangles, but dae-parser reads {other}");
    let (fast, slow) = (fastest(|| ours(&text)), fastest(|| theirs(&text)));
    let ratio = slow.as_secs_f64() / fast.as_secs_f64();
    let memory = peak_of(&text).map_or(0.0, |p| p as f64 / text.len() as f64);
    println!(
        "{} bytes, {mine} triangles: Islay {fast:?}, dae-parser {slow:?}, {ratio:.2} times as fast; \
         memory {memory:.2} times the file",
        text.len()
    );
    let mut group = c.benchmark_group("COLLADA");
    group.sample_size(10);
    group.throughput(Throughput::Bytes(text.len() as u64));
    group.bench_function("Islay", |b| b.iter(|| ours(&text)));
    group.bench_function("dae-parser 0.11", |b| b.iter(|| theirs(&text)));
    group.finish();
}

criterion_group!(benches, models);
criterion_main!(benches);
