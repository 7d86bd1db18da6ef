//! Small scenes look as they did: the rasteriser's pictures against those that are kept.
//!
//! Each `spec/pictures/NAME.islay` is painted after its first tick, at 160 by 120 pixels with four
//! samples each, and compared with `NAME.png` beside it. The rasteriser gives the same bits
//! everywhere, but a picture may change where nobody sees it: of a hundred pixels one may differ by
//! more than 8 of 255 in a channel. `UPDATE_EXPECT=1` keeps the pictures of now; look at them.

use std::fs;
use std::path::PathBuf;

use islay::picture::{Painter, Pixels, Samples};
use islay::{Config, Input, Scene, Stage};
use islay_spec::tree;

const SIZE: [u32; 2] = [160, 120];
const LARGEST_FILE: u64 = 20 << 10;
const NEAR: u8 = 8;
const FAR_PER_HUNDRED: usize = 1;

fn scenes() -> Vec<PathBuf> {
    let scenes = tree::files("spec/pictures", ".islay").unwrap();
    assert!(scenes.len() >= 7);
    scenes.into_iter().map(|(path, _)| tree::root().join(path)).collect()
}

/// What a scene looks like after its first tick.
fn painted(path: &std::path::Path) -> Pixels {
    let scene = Scene::open(path, None).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    assert!(scene.diagnostics().is_empty(), "{}", scene.diagnostics().to_text(false));
    let mut stage = Stage::new(&scene, Config::default());
    stage.tick(&Input::default());
    Painter::new(&scene).paint(&stage.frame(1.0), SIZE, Samples::Four)
}

/// A picture that is kept.
fn kept(path: &std::path::Path) -> Option<Pixels> {
    let mut reader =
        png::Decoder::new(std::io::Cursor::new(fs::read(path).ok()?)).read_info().ok()?;
    let mut bytes = vec![0; reader.output_buffer_size()?];
    let info = reader.next_frame(&mut bytes).ok()?;
    let rgba = match info.color_type {
        png::ColorType::Rgba => bytes,
        png::ColorType::Rgb => bytes.chunks(3).flat_map(|p| [p[0], p[1], p[2], 255]).collect(),
        other => panic!("{}: {other:?}", path.display()),
    };
    Some(Pixels { width: info.width, height: info.height, rgba })
}

/// How many pixels of a hundred differ by more than a little; all, where the sizes do.
fn far_per_hundred(a: &Pixels, b: &Pixels) -> usize {
    if (a.width, a.height) != (b.width, b.height) {
        return 100;
    }
    let far = |(a, b): &(&[u8], &[u8])| a.iter().zip(*b).any(|(a, b)| a.abs_diff(*b) > NEAR);
    let pixels = a.rgba.chunks(4).zip(b.rgba.chunks(4));
    (pixels.filter(far).count() * 100).div_ceil(a.rgba.len() / 4)
}

#[test]
fn scenes_look_as_they_did() {
    let mut strange = Vec::new();
    for path in scenes() {
        let (now, png) = (painted(&path), path.with_extension("png"));
        let size = || fs::metadata(&png).map_or(0, |m| m.len());
        assert!(size() <= LARGEST_FILE, "{}: {} bytes", png.display(), size());
        let far = kept(&png).map_or(100, |then| far_per_hundred(&now, &then));
        if far <= FAR_PER_HUNDRED {
            continue;
        }
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            islay_render::capture::still(fs::File::create(&png).unwrap(), &now).unwrap();
        } else {
            strange.push(format!("{}: {far} of 100 pixels differ", png.display()));
        }
    }
    assert!(strange.is_empty(), "\n{}\nUPDATE_EXPECT=1 keeps them", strange.join("\n"));
}

#[test]
fn a_picture_that_differs_is_seen() {
    let flat = |level| Pixels { width: 10, height: 10, rgba: vec![level; 400] };
    assert_eq!(far_per_hundred(&flat(100), &flat(108)), 0);
    assert_eq!(far_per_hundred(&flat(100), &flat(109)), 100);
    let mut spot = flat(100);
    spot.rgba[0] = 200;
    assert_eq!(far_per_hundred(&flat(100), &spot), 1);
    spot.rgba[4] = 200;
    assert_eq!(far_per_hundred(&flat(100), &spot), 2);
    assert_eq!(far_per_hundred(&flat(100), &Pixels { width: 5, height: 20, ..flat(100) }), 100);
}
