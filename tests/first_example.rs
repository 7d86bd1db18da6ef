//! The library's first example, as the design has it, letter by letter.

#![allow(clippy::unwrap_used, reason = "a test may stop")]

use islay::draw::ShapeId;
use islay::{Config, Error, Files, Input, Key, Scene, Stage};

/// Somebody who draws.
#[derive(Default)]
struct Engine {
    drawn: Vec<(ShapeId, [f32; 16])>,
}

impl Engine {
    fn draw(&mut self, shape: ShapeId, world: [f32; 16]) {
        self.drawn.push((shape, world));
    }
}

#[rustfmt::skip]
fn example(engine: &mut Engine) -> Result<(), Error> {
    let scene = Scene::load("hero.islay", &Files::new("."))?;         // Err carries diagnostics as data
    let mut stage = Stage::new(&scene, Config::default());
    stage.tick(&Input::new().hold(Key::Left));
    for draw in stage.frame(1.0).draws() { engine.draw(draw.shape, draw.world); }
    Ok(())
}

#[test]
fn the_first_example_loads_ticks_and_draws() {
    // its path is relative; there is no other test in this process
    std::env::set_current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/examples/hero")).unwrap();
    let mut engine = Engine::default();
    example(&mut engine).unwrap();
    assert!(engine.drawn.len() > 10);
    assert!(engine.drawn.iter().all(|(_, world)| world.iter().all(|n| n.is_finite())));
}
