//! Tests of pictures: every kind of PNG, the kinds of JPEG, and what is refused.
#![cfg(feature = "pictures")]

use png::{BitDepth, ColorType, Encoder};

use crate::read::{Caps, image as read, image_within};

/// A PNG of rows that are already packed.
fn png(size: [u32; 2], color: ColorType, depth: BitDepth, raw: &[u8]) -> Vec<u8> {
    palette(size, (color, depth), raw, None, None)
}

fn palette(
    [width, height]: [u32; 2],
    (color, depth): (ColorType, BitDepth),
    raw: &[u8],
    colors: Option<&[u8]>,
    trns: Option<&[u8]>,
) -> Vec<u8> {
    let mut out = Vec::new();
    let mut encoder = Encoder::new(&mut out, width, height);
    encoder.set_color(color);
    encoder.set_depth(depth);
    if let Some(colors) = colors {
        encoder.set_palette(colors);
    }
    if let Some(trns) = trns {
        encoder.set_trns(trns);
    }
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(raw).unwrap();
    writer.finish().unwrap();
    out
}

fn rgba(bytes: &[u8]) -> Vec<u8> {
    read(bytes).unwrap().rgba
}

fn why(bytes: &[u8]) -> String {
    read(bytes).unwrap_err()
}

#[test]
fn every_colour_type_of_png_becomes_four_channels() {
    use BitDepth::{Eight, Four, One, Sixteen, Two};
    use ColorType::{Grayscale, GrayscaleAlpha, Rgb, Rgba};
    let two = [2, 1];
    assert_eq!(rgba(&png(two, Grayscale, One, &[0x40])), [0, 0, 0, 255, 255, 255, 255, 255]);
    assert_eq!(rgba(&png(two, Grayscale, Two, &[0x60])), [85, 85, 85, 255, 170, 170, 170, 255]);
    assert_eq!(rgba(&png(two, Grayscale, Four, &[0x1f])), [17, 17, 17, 255, 255, 255, 255, 255]);
    assert_eq!(rgba(&png(two, Grayscale, Eight, &[7, 9])), [7, 7, 7, 255, 9, 9, 9, 255]);
    assert_eq!(rgba(&png(two, Grayscale, Sixteen, &[7, 1, 9, 2])), [7, 7, 7, 255, 9, 9, 9, 255]);
    assert_eq!(rgba(&png(two, GrayscaleAlpha, Eight, &[7, 1, 9, 2])), [7, 7, 7, 1, 9, 9, 9, 2]);
    assert_eq!(rgba(&png([1, 1], GrayscaleAlpha, Sixteen, &[7, 0, 3, 0])), [7, 7, 7, 3]);
    assert_eq!(rgba(&png([1, 1], Rgb, Eight, &[1, 2, 3])), [1, 2, 3, 255]);
    assert_eq!(rgba(&png([1, 1], Rgb, Sixteen, &[1, 0, 2, 0, 3, 0])), [1, 2, 3, 255]);
    assert_eq!(rgba(&png([1, 1], Rgba, Eight, &[1, 2, 3, 4])), [1, 2, 3, 4]);
    assert_eq!(rgba(&png([1, 1], Rgba, Sixteen, &[1, 0, 2, 0, 3, 0, 4, 0])), [1, 2, 3, 4]);
}

#[test]
fn palettes_and_transparent_colours_are_looked_up() {
    let colors = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    let indexed = (ColorType::Indexed, BitDepth::Two);
    let bytes = palette([3, 1], indexed, &[0b0001_1000], Some(&colors), Some(&[128]));
    assert_eq!(rgba(&bytes), [1, 2, 3, 128, 4, 5, 6, 255, 7, 8, 9, 255]);
    let grey = (ColorType::Grayscale, BitDepth::Eight);
    let bytes = palette([2, 1], grey, &[7, 9], None, Some(&[0, 9]));
    assert_eq!(rgba(&bytes), [7, 7, 7, 255, 9, 9, 9, 0]);
    let rgb = (ColorType::Rgb, BitDepth::Eight);
    let bytes = palette([2, 1], rgb, &[1, 2, 3, 4, 5, 6], None, Some(&[0, 1, 0, 2, 0, 3]));
    assert_eq!(rgba(&bytes), [1, 2, 3, 0, 4, 5, 6, 255]);
}

#[test]
fn interlaced_pictures_are_put_in_order() {
    let pixel = |x: u32, y: u32| [x * 20 % 256, y * 30 % 256, (x + y) * 9 % 256, 255];
    let rows = (0..7).flat_map(|y| (0..13).flat_map(move |x| pixel(x, y)));
    let expected: Vec<u8> = rows.map(|c| c as u8).collect();
    assert_eq!(rgba(include_bytes!("../../tests/pictures/interlaced.png")), expected);
    assert_eq!(rgba(include_bytes!("../../tests/pictures/interlaced16.png")), expected);
}

#[test]
fn every_kind_of_jpeg_shows_its_ramp() {
    let files: [(&[u8], bool); 4] = [
        (include_bytes!("../../tests/pictures/baseline.jpg"), true),
        (include_bytes!("../../tests/pictures/progressive.jpg"), true),
        (include_bytes!("../../tests/pictures/cmyk.jpg"), true),
        (include_bytes!("../../tests/pictures/grey.jpg"), false),
    ];
    for (n, (bytes, colored)) in files.into_iter().enumerate() {
        let image = read(bytes).unwrap();
        assert_eq!((image.width, image.height, image.rgba.len()), (16, 8, 16 * 8 * 4));
        for (i, pixel) in image.rgba.as_chunks::<4>().0.iter().enumerate() {
            let ramp = (i % 16 * 16) as i32;
            let want = if colored { [ramp, 128, 255 - ramp] } else { [ramp; 3] };
            let near = (0..3).all(|c| (i32::from(pixel[c]) - want[c]).abs() <= 20);
            assert!(near && pixel[3] == 255, "picture {n}, pixel {i}: {pixel:?} for {want:?}");
        }
    }
}

#[test]
fn what_is_no_picture_says_what_it_is() {
    assert_eq!(why(b""), "it is empty");
    assert_eq!(why(b"hello"), "it is neither PNG nor JPEG");
    assert_eq!(why(b"GIF89a..."), "it is a GIF picture: only PNG and JPEG can be read");
    assert_eq!(why(b"RIFF0000WEBPVP8 "), "it is a WebP picture: only PNG and JPEG can be read");
}

#[test]
fn what_is_cut_short_is_refused_at_any_length() {
    let files: [&[u8]; 3] = [
        include_bytes!("../../tests/pictures/interlaced.png"),
        include_bytes!("../../tests/pictures/baseline.jpg"),
        include_bytes!("../../tests/pictures/progressive.jpg"),
    ];
    for bytes in files {
        // the last chunk of a PNG holds nothing
        for end in 0..bytes.len() - 12 {
            let reason = why(&bytes[..end]);
            assert!(!reason.is_empty() && !reason.contains('\n'), "{reason}");
        }
    }
}

/// A PNG that says it is so large, and holds nearly nothing.
fn claims(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = png([1, 1], ColorType::Grayscale, BitDepth::One, &[0]);
    let [w, h] = [width, height].map(u32::to_be_bytes);
    bytes[16..20].copy_from_slice(&w);
    bytes[20..24].copy_from_slice(&h);
    let sum = bytes[12..29].iter().fold(!0u32, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |s, _| (s >> 1) ^ (0xedb8_8320 * (s & 1)))
    });
    bytes[29..33].copy_from_slice(&(!sum).to_be_bytes());
    bytes
}

#[test]
fn a_size_over_the_limit_is_refused_before_anything_is_read() {
    let side = Caps::default().edge;
    let row = vec![0; side as usize / 8];
    let full = png([side, 1], ColorType::Grayscale, BitDepth::One, &row);
    assert_eq!(read(&full).unwrap().width, side);
    assert_eq!(why(&claims(side + 1, 1)), "it is 8193x1 pixels large: at most 8192 on a side");
    assert_eq!(
        why(&claims(400_000_000, 2)),
        "it is 400000000x2 pixels large: at most 8192 on a side"
    );
    let caps = Caps { edge: 8, ..Caps::default() };
    let row = png([8, 1], ColorType::Grayscale, BitDepth::One, &[0]);
    assert_eq!(image_within(&row, &caps).unwrap().width, 8);
    let over = image_within(&claims(9, 1), &caps).unwrap_err();
    assert_eq!(over, "it is 9x1 pixels large: at most 8 on a side");
    let none = why(&claims(0, 1));
    assert!(none.contains("cannot be decoded") || none.contains("no pixels"), "{none}");
}

#[test]
fn a_size_that_the_bytes_cannot_hold_allocates_nothing() {
    assert_eq!(why(&claims(8000, 8000)), "it is too short for the 8000x8000 pixels it says it has");
    let mut jpeg = include_bytes!("../../tests/pictures/baseline.jpg").to_vec();
    let frame = jpeg.windows(2).position(|m| m == [0xff, 0xc0]).unwrap();
    jpeg[frame + 5..frame + 9].copy_from_slice(&[0x1f, 0x40, 0x1f, 0x40]);
    assert_eq!(why(&jpeg), "it is too short for the 8000x8000 pixels it says it has");
}

#[test]
fn changed_bytes_never_panic() {
    let files: [&[u8]; 4] = [
        include_bytes!("../../tests/pictures/interlaced16.png"),
        include_bytes!("../../tests/pictures/baseline.jpg"),
        include_bytes!("../../tests/pictures/progressive.jpg"),
        include_bytes!("../../tests/pictures/cmyk.jpg"),
    ];
    let mut dice = 7u64;
    let mut roll = |n: usize| {
        dice = dice.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (dice >> 33) as usize % n
    };
    for bytes in files {
        for _ in 0..300 {
            let mut changed = bytes.to_vec();
            for _ in 0..=roll(3) {
                let at = roll(changed.len());
                changed[at] = roll(256) as u8;
            }
            if let Err(reason) = read(&changed) {
                assert!(!reason.contains('\n'), "{reason}");
            }
        }
    }
}
