//! Few colours that stand for many.
//!
//! In: the pixels of a picture. Out: a [`Palette`], and for each colour the place in it that is
//! nearest. No dithering: flat surfaces stay flat, and what does not move does not flicker.

use std::collections::{BTreeMap, HashMap};

/// Most colours; the 256th place of a GIF is that of "as before".
pub const MOST: usize = 255;

/// Rounds in which each colour moves to the middle of those that it stands for.
const ROUNDS: usize = 3;

type Rgb = [u8; 3];

/// A colour, and how much it weighs in the picture.
#[derive(Clone, Copy)]
struct Weighed {
    color: Rgb,
    weight: f64,
}

/// Colours, and which of them is nearest to what was asked for so far.
pub struct Palette {
    colors: Vec<Rgb>,
    known: HashMap<Rgb, u8>,
}

impl Palette {
    /// The palette of a picture: its own colours if they are few, else the best that stand for
    /// them.
    pub fn of(pixels: &[[u8; 4]]) -> Self {
        let mut counts: BTreeMap<Rgb, u32> = BTreeMap::new();
        let mut last: Option<(Rgb, u32)> = None;
        // runs of one colour are counted at once
        for [r, g, b, _] in pixels {
            last = match last {
                Some((color, n)) if color == [*r, *g, *b] => Some((color, n + 1)),
                other => {
                    other.into_iter().for_each(|(c, n)| *counts.entry(c).or_default() += n);
                    Some(([*r, *g, *b], 1))
                }
            };
        }
        last.into_iter().for_each(|(c, n)| *counts.entry(c).or_default() += n);
        let colors = match counts.len() <= MOST {
            true => counts.into_keys().collect(),
            false => chosen(&counts),
        };
        Self { colors, known: HashMap::new() }
    }

    /// Its colours.
    pub fn colors(&self) -> &[Rgb] {
        &self.colors
    }

    /// The place of the colour that is nearest.
    pub fn nearest(&mut self, color: Rgb) -> u8 {
        if let Some(at) = self.known.get(&color) {
            return *at;
        }
        let at = nearest(&self.colors, color);
        self.known.insert(color, at);
        at
    }

    /// The places of all pixels, and how bad they are.
    pub fn places(&mut self, pixels: &[[u8; 4]]) -> (Vec<u8>, Misfit) {
        let mut misfit = Misfit::default();
        let mut last = ([0; 3], 0, u32::MAX);
        let place = |&[r, g, b, _]: &[u8; 4]| {
            let color = [r, g, b];
            if last.2 == u32::MAX || last.0 != color {
                let at = self.nearest(color);
                let shown = self.colors.get(usize::from(at)).copied().unwrap_or_default();
                last = (color, at, distance(shown, color));
            }
            misfit.sum += f64::from(last.2);
            misfit.visible += u64::from(last.2 > VISIBLE);
            last.1
        };
        let places = pixels.iter().map(place).collect();
        misfit.sum /= pixels.len().max(1) as f64;
        (places, misfit)
    }
}

/// Colours that are farther apart than this are seen to be different.
const VISIBLE: u32 = 9 * 24 * 24;

/// How far a picture is from what a palette can show.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Misfit {
    /// Mean distance.
    sum: f64,
    /// Pixels that are plainly wrong.
    visible: u64,
}

impl Misfit {
    /// Whether a new palette would be much better than the one that had `best` for its own picture.
    pub fn calls_for_another(self, best: Misfit, pixels: usize) -> bool {
        self.sum > 1.5 * best.sum + 9.0 || self.visible > best.visible + pixels as u64 / 5000
    }
}

/// How different two colours look; green counts most.
fn distance(a: Rgb, b: Rgb) -> u32 {
    let d = |i: usize| {
        let d = i32::from(a[i]) - i32::from(b[i]);
        (d * d) as u32
    };
    3 * d(0) + 4 * d(1) + 2 * d(2)
}

fn nearest(colors: &[Rgb], color: Rgb) -> u8 {
    let near = colors.iter().enumerate().min_by_key(|(_, c)| distance(**c, color));
    near.map_or(0, |(at, _)| at as u8)
}

/// Splits the colours until there are enough heaps, then lets the heaps settle.
fn chosen(counts: &BTreeMap<Rgb, u32>) -> Vec<Rgb> {
    // by the root of the area: a small thing may be what the picture is about
    let weigh = |(color, n): (&Rgb, &u32)| Weighed { color: *color, weight: f64::from(*n).sqrt() };
    let all: Vec<Weighed> = counts.iter().map(weigh).collect();
    let mut heaps = vec![Heap::new(all.clone())];
    while heaps.len() < MOST {
        let widest =
            heaps.iter().enumerate().max_by(|(_, a), (_, b)| a.spread.total_cmp(&b.spread));
        let Some((at, _)) = widest.filter(|(_, heap)| heap.spread > 0.0) else { break };
        let (low, high) = heaps.swap_remove(at).split();
        heaps.extend([Heap::new(low), Heap::new(high)]);
    }
    let mut colors: Vec<Rgb> = heaps.iter().map(|h| rounded(h.mean)).collect();
    for _ in 0..ROUNDS {
        settle(&mut colors, &all);
    }
    colors.sort_unstable();
    colors.dedup();
    colors
}

/// Each colour moves to the middle of those that it is nearest to.
fn settle(colors: &mut [Rgb], all: &[Weighed]) {
    let mut sums = vec![([0.0; 3], 0.0); colors.len()];
    for one in all {
        if let Some((sum, weight)) = sums.get_mut(usize::from(nearest(colors, one.color))) {
            (0..3).for_each(|i| sum[i] += f64::from(one.color[i]) * one.weight);
            *weight += one.weight;
        }
    }
    for (color, (sum, weight)) in colors.iter_mut().zip(sums) {
        if weight > 0.0 {
            *color = rounded(sum.map(|s| s / weight));
        }
    }
}

fn rounded(color: [f64; 3]) -> Rgb {
    color.map(|c| c.round() as u8)
}

/// Colours that one will stand for.
struct Heap {
    colors: Vec<Weighed>,
    mean: [f64; 3],
    /// The channel in which they differ most.
    axis: usize,
    /// How much they differ in it, all together.
    spread: f64,
}

impl Heap {
    fn new(colors: Vec<Weighed>) -> Self {
        let total: f64 = colors.iter().map(|c| c.weight).sum();
        let sum =
            |f: &dyn Fn(&Weighed) -> f64| -> f64 { colors.iter().map(|c| f(c) * c.weight).sum() };
        let mean = [0, 1, 2].map(|i| sum(&|c| f64::from(c.color[i])) / total.max(1e-9));
        let look = [3.0, 4.0, 2.0];
        let spreads =
            [0, 1, 2].map(|i| look[i] * sum(&|c| (f64::from(c.color[i]) - mean[i]).powi(2)));
        let axis = (0..3).fold(0, |best, i| if spreads[i] > spreads[best] { i } else { best });
        // one colour differs from nothing, whatever rounding says
        let spread = if colors.len() < 2 { 0.0 } else { spreads[axis] };
        Self { mean, axis, spread, colors }
    }

    /// Those below the middle, and the others. Neither is empty where the heap has a spread.
    fn split(self) -> (Vec<Weighed>, Vec<Weighed>) {
        let (axis, middle) = (self.axis, self.mean[self.axis]);
        self.colors.into_iter().partition(|c| f64::from(c.color[axis]) < middle)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shades(n: u32) -> Vec<[u8; 4]> {
        (0..n).map(|i| [(i % 256) as u8, (i / 7 % 256) as u8, (i / 131 % 256) as u8, 255]).collect()
    }

    #[test]
    fn few_colours_are_kept_as_they_are() {
        let pixels = shades(255);
        let mut palette = Palette::of(&pixels);
        let (places, misfit) = palette.places(&pixels);
        assert_eq!(misfit, Misfit::default());
        for (place, [r, g, b, _]) in places.iter().zip(&pixels) {
            assert_eq!(palette.colors()[usize::from(*place)], [*r, *g, *b]);
        }
    }

    #[test]
    fn many_colours_become_at_most_255_that_are_near() {
        let pixels = shades(40_000);
        let mut palette = Palette::of(&pixels);
        assert!(palette.colors().len() <= MOST && palette.colors().len() > 200);
        let (_, misfit) = palette.places(&pixels);
        assert!(misfit.sum < 9.0 * 24.0 * 24.0, "{misfit:?}");
    }

    #[test]
    fn a_gradient_is_off_by_little() {
        let pixels: Vec<_> =
            (0..512_u32).map(|i| [(i / 2) as u8, (i / 4 + 60) as u8, 200, 255]).collect();
        let (_, misfit) = Palette::of(&pixels).places(&pixels);
        assert!(misfit.sum < 6.0 && misfit.visible == 0, "{misfit:?}");
    }

    #[test]
    fn a_small_bright_thing_keeps_its_colour() {
        let mut pixels = shades(40_000)
            .into_iter()
            .map(|[r, g, _, a]| [r / 2, g / 2, 90, a])
            .collect::<Vec<_>>();
        pixels.extend([[255, 30, 20, 255]; 40]);
        let mut palette = Palette::of(&pixels);
        let at = palette.nearest([255, 30, 20]);
        assert!(distance(palette.colors()[usize::from(at)], [255, 30, 20]) < 200);
    }

    #[test]
    fn another_picture_calls_for_another_palette() {
        let red: Vec<_> = (0..1000_u32).map(|i| [(i % 250) as u8, 0, 0, 255]).collect();
        let blue: Vec<_> = (0..1000_u32).map(|i| [0, 0, (i % 250) as u8, 255]).collect();
        let mut palette = Palette::of(&red);
        let (_, best) = palette.places(&red);
        assert!(!best.calls_for_another(best, 1000));
        assert!(palette.places(&blue).1.calls_for_another(best, 1000));
    }
}
