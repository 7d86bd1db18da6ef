//! Pictures by the rasteriser.
//!
//! In: scenes as source texts. Out: times by criterion. Limits that are to be held on two slow
//! cores, for 640 × 480 and one sample: the hero 40 ms, 10,000 boxes 400 ms.

use criterion::{Criterion, criterion_group, criterion_main};
use islay::picture::{Painter, Pixels, Samples};
use islay::{Config, Input, Scene, Stage};

const SIZE: [u32; 2] = [640, 480];

const HERO: &str = include_str!("../examples/hero/hero.islay");
const CROWD: &str = include_str!("../examples/crowd/crowd.islay");
const BOXES: &str = "
    world { kind ground  camera at 0 30 -70 look 0 0 0 }
    character Crate { shape box 1 1 1 color #cc8844  diagram Turn {
        state Turning < rotate y 3 > } }
    group main { repeat 10000 {
        Crate at random(-60, 60) random(0.5, 8) random(-60, 60) turn 0 random(0, 90) 0 } }
";
const TEXTS: &str = "
    world { camera at 0 0 -30 look 0 0 0 }
    character Sign { var n = 0  shape text \"Sign number {n}\" 0.5
        diagram Count { state Counting < n += 1 > } }
    group main { repeat 200 { Sign at random(-20, 20) random(-10, 10) random(-5, 5) } }
";

fn pictures(c: &mut Criterion) {
    let mut group = c.benchmark_group("pictures");
    group.sample_size(20);
    for (name, text) in [("hero", HERO), ("crowd", CROWD), ("boxes", BOXES), ("texts", TEXTS)] {
        let Ok(scene) = Scene::from_text(name, text) else { continue };
        let mut stage = Stage::new(&scene, Config::default());
        stage.tick(&Input::new());
        let mut painter = Painter::new(&scene);
        let mut out = Pixels::default();
        for (label, samples) in [("1x", Samples::One), ("4x", Samples::Four)] {
            group.bench_function(format!("{name} {label}"), |b| {
                b.iter(|| {
                    let frame = stage.frame(1.0);
                    painter.paint_over(&frame, SIZE, samples, &mut out);
                });
            });
        }
    }
    group.finish();
}

criterion_group!(benches, pictures);
criterion_main!(benches);
