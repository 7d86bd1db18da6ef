//! Rotation matrices of the format, and the placements that say the same.
//!
//! In: 16 numbers, a 4×4 matrix column by column in the format's axes (X right, Y front, Z up,
//! right-handed). Out: degrees about X, Y, Z and factors in Islay's axes. Swapping Y and Z on both
//! sides takes a matrix from one to the other. A matrix that mirrors, shears or flattens is refused.

use super::attributes::number;

/// A 3×3 matrix, column by column.
pub(crate) type Matrix = [[f64; 3]; 3];

/// No rotation.
pub(crate) const IDENTITY: Matrix = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

/// Lengths and right angles of a written matrix are kept to this.
const TOLERANCE: f64 = 2e-3;

/// How something is turned, and by what it is scaled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pose {
    /// Degrees about X, Y, Z, as `turn` has them.
    pub turn: [f32; 3],
    /// Factors, as `scale` has them.
    pub scale: [f32; 3],
}

/// Reads 16 numbers; the flag says whether they move, too.
pub(super) fn parse(text: &str) -> Result<(Matrix, bool), String> {
    let numbers: Vec<&str> = text.split(',').collect();
    if numbers.len() != 16 {
        return Err(format!("has {} numbers, a matrix has 16", numbers.len()));
    }
    let mut all = [0.0; 16];
    for (to, text) in all.iter_mut().zip(numbers) {
        let shown = super::attributes::shown(text);
        *to = number(text).ok_or_else(|| format!("has `{shown}`, which is no number"))?;
    }
    let [a, b, c, d, e, f, g, h, i, j, k, l, x, y, z, w] = all;
    if [d, h, l] != [0.0; 3] || w != 1.0 {
        return Err("is no rotation: its last row is not 0, 0, 0, 1".to_owned());
    }
    Ok(([[a, b, c], [e, f, g], [i, j, k]], [x, y, z] != [0.0; 3]))
}

/// First `second`, then `first`.
pub(crate) fn product(first: &Matrix, second: &Matrix) -> Matrix {
    second.map(|column| apply(first, column))
}

fn apply(matrix: &Matrix, [x, y, z]: [f64; 3]) -> [f64; 3] {
    let [a, b, c] = *matrix;
    add(add(times(a, x), times(b, y)), times(c, z))
}

fn add([a, b, c]: [f64; 3], [x, y, z]: [f64; 3]) -> [f64; 3] {
    [a + x, b + y, c + z]
}

fn times([a, b, c]: [f64; 3], by: f64) -> [f64; 3] {
    [a * by, b * by, c * by]
}

fn dot([a, b, c]: [f64; 3], [x, y, z]: [f64; 3]) -> f64 {
    a * x + b * y + c * z
}

fn cross([a, b, c]: [f64; 3], [x, y, z]: [f64; 3]) -> [f64; 3] {
    [b * z - c * y, c * x - a * z, a * y - b * x]
}

fn length(v: [f64; 3]) -> f64 {
    dot(v, v).sqrt()
}

/// What undoes a matrix, which flattens nothing.
pub(crate) fn inverse([a, b, c]: &Matrix) -> Matrix {
    let first = cross(*b, *c);
    let by = 1.0 / dot(*a, first);
    let rows = [first, cross(*c, *a), cross(*a, *b)];
    let [[k, l, m], [n, o, p], [q, r, s]] = rows.map(|row| times(row, by));
    [[k, n, q], [l, o, r], [m, p, s]]
}

/// Y and Z change places, in vectors and in columns.
pub(crate) fn swapped([right, front, up]: Matrix) -> Matrix {
    let swap = |[x, y, z]: [f64; 3]| [x, z, y];
    [swap(right), swap(up), swap(front)]
}

/// The placement that a matrix of the format is, or why it is none.
pub(crate) fn pose(matrix: &Matrix) -> Result<Pose, String> {
    let columns = swapped(*matrix);
    let lengths = columns.map(length);
    if lengths.iter().any(|l| *l < 1e-6 || !l.is_finite()) {
        return Err("is no rotation: it makes something flat".to_owned());
    }
    let [x, y, z] = {
        let [a, b, c] = columns;
        let [l, m, n] = lengths;
        [times(a, 1.0 / l), times(b, 1.0 / m), times(c, 1.0 / n)]
    };
    if [dot(x, y), dot(y, z), dot(z, x)].iter().any(|d| d.abs() > TOLERANCE) {
        return Err("is no rotation: its columns stand at no right angles".to_owned());
    }
    if dot(cross(x, y), z) < 0.0 {
        return Err("is no rotation: it mirrors".to_owned());
    }
    // made exact, beginning with the front
    let y = cross(z, x);
    let y = times(y, 1.0 / length(y));
    let x = cross(y, z);
    let even = |l: f64| if (l - 1.0).abs() <= TOLERANCE { 1.0 } else { rounded(l) };
    Ok(Pose { turn: angles([x, y, z]), scale: lengths.map(even) })
}

/// Degrees about X, Y, Z of an exact rotation: first about Y, then the own X, then the own Z. They
/// have at most four digits behind their points, which is far below what anybody can see.
fn angles([x, y, z]: Matrix) -> [f32; 3] {
    let ([xx, xy, xz], [_, yy, _], [zx, zy, zz]) = (x, y, z);
    let level = zx.hypot(zz);
    let pitch = (-zy).atan2(level);
    let (heading, roll) =
        if level < 1e-6 { ((-xz).atan2(xx), 0.0) } else { (zx.atan2(zz), xy.atan2(yy)) };
    [pitch, heading, roll].map(|angle| {
        let degrees = (angle.to_degrees() * 1e4).round() / 1e4;
        // a half turn is one way to write it
        if degrees <= -180.0 { 180.0 } else { degrees as f32 + 0.0 }
    })
}

/// A factor with at most five digits behind its point.
fn rounded(value: f64) -> f32 {
    ((value * 1e5).round() / 1e5) as f32
}

/// The matrix of the format that a placement is.
pub(crate) fn matrix(turn: [f32; 3], scale: [f32; 3]) -> Matrix {
    let [pitch, heading, roll] = turn.map(|a| f64::from(a).to_radians());
    let (sp, cp) = exact(pitch);
    let (sh, ch) = exact(heading);
    let (sr, cr) = exact(roll);
    let about_y = [[ch, 0.0, -sh], [0.0, 1.0, 0.0], [sh, 0.0, ch]];
    let about_x = [[1.0, 0.0, 0.0], [0.0, cp, sp], [0.0, -sp, cp]];
    let about_z = [[cr, sr, 0.0], [-sr, cr, 0.0], [0.0, 0.0, 1.0]];
    let [x, y, z] = product(&product(&about_y, &about_x), &about_z);
    let [a, b, c] = scale.map(f64::from);
    swapped([times(x, a), times(y, b), times(z, c)])
}

/// Sine and cosine, exact at right angles.
fn exact(angle: f64) -> (f64, f64) {
    let snap = |v: f64| if v.abs() < 1e-12 { 0.0 } else { v };
    (snap(angle.sin()), snap(angle.cos()))
}
