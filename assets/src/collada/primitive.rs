//! Primitives: what `triangles`, `polylist`, `polygons`, `trifans`, `tristrips` hold.
//!
//! In: a primitive's element. Out: its [`Inputs`], and its triangles as corners: places in the
//! document's whole numbers where the numbers of a corner begin. Refused: holes, inputs that name
//! nothing, lists that end in the middle of a polygon, positions that are not there.

use islay_vm::math::Vec3;

use super::document::Document;
use super::node::Node;
use super::place::Warnings;
use super::polygon::{self, Effort};
use super::source::Columns;
use super::words::{Key, Tag};
use crate::read::ModelError;

/// Most numbers of a corner; COLLADA files have up to eight.
const MOST_INPUTS: u32 = 64;
/// Most triangles of a model: as many as a file of 64 MiB can hold with other lists of numbers,
/// and less than 600 MB in memory, however often a small file instances a mesh.
pub(super) const TRIANGLE_LIMIT: usize = 4_000_000;

/// A kind of number that corners have.
#[derive(Clone, Copy)]
pub(super) struct Stream<'d> {
    pub(super) columns: Columns<'d>,
    /// Which number of a corner it is.
    pub(super) offset: usize,
}

/// What the numbers of a corner mean.
pub(super) struct Inputs<'d> {
    /// How many numbers a corner has.
    pub(super) stride: usize,
    pub(super) positions: Stream<'d>,
    pub(super) normals: Option<Stream<'d>>,
    pub(super) uvs: Option<Stream<'d>>,
}

/// Reads the inputs of a primitive; `set` is the set of texture coordinates that is wanted.
pub(super) fn inputs<'d>(
    primitive: Node<'d>,
    set: Option<u32>,
    warnings: &mut Warnings,
) -> Result<Inputs<'d>, ModelError> {
    let mut stride = 0;
    let mut positions = None;
    let mut normals = None;
    let mut uvs: Vec<(u32, Stream<'d>)> = Vec::new();
    for input in primitive.all(Tag::Input) {
        let Some(offset) = input.count(Key::Offset)? else {
            return Err(input.fault("it has no `offset`"));
        };
        if offset >= MOST_INPUTS {
            return Err(input.fault(format!("its `offset` is not below {MOST_INPUTS}")));
        }
        let offset = offset as usize;
        stride = stride.max(offset + 1);
        if input.needed_raw(Key::Semantic)?.trim() != "VERTEX" {
            read(input, offset, &mut normals, &mut uvs, warnings)?;
            continue;
        }
        let vertices = input.follow(Key::Source, &[Tag::Vertices])?;
        for input in vertices.all(Tag::Input) {
            if input.needed_raw(Key::Semantic)?.trim() == "POSITION" {
                positions = Some(Stream { columns: position_columns(input)?, offset });
            } else {
                read(input, offset, &mut normals, &mut uvs, warnings)?;
            }
        }
    }
    let Some(positions) = positions else {
        return Err(primitive.fault("no input says where its corners are"));
    };
    // the wanted set, else the first
    let wanted = uvs.iter().find(|u| Some(u.0) == set);
    let lowest = uvs.iter().min_by_key(|u| u.0);
    let uvs = wanted.or(lowest).map(|u| u.1);
    Ok(Inputs { stride, positions, normals, uvs })
}

/// The positions that an input names.
pub(super) fn position_columns(input: Node<'_>) -> Result<Columns<'_>, ModelError> {
    Columns::of(input.follow(Key::Source, &[Tag::Source])?, 3)
}

fn read<'d>(
    input: Node<'d>,
    offset: usize,
    normals: &mut Option<Stream<'d>>,
    uvs: &mut Vec<(u32, Stream<'d>)>,
    warnings: &mut Warnings,
) -> Result<(), ModelError> {
    match input.needed_raw(Key::Semantic)?.trim() {
        "NORMAL" => {
            let columns = Columns::of(input.follow(Key::Source, &[Tag::Source])?, 3)?;
            *normals = Some(Stream { columns, offset });
        }
        "TEXCOORD" | "UV" => {
            let columns = Columns::of(input.follow(Key::Source, &[Tag::Source])?, 2)?;
            uvs.push((input.count(Key::Set)?.unwrap_or(0), Stream { columns, offset }));
        }
        "COLOR" => {
            let message = "colours of single vertices are not shown";
            warnings.add(input.document.text, input.at(), message);
        }
        _ => {}
    }
    Ok(())
}

/// Collects the triangles of a primitive.
pub(super) struct Corners<'d, 'w> {
    document: &'d Document<'d>,
    inputs: &'w Inputs<'d>,
    effort: &'w mut Effort,
    warnings: &'w mut Warnings,
    /// How many triangles there may be.
    room: usize,
    /// Three places in the document's whole numbers for each triangle.
    pub(super) triangles: Vec<[u32; 3]>,
    points: Vec<Vec3>,
    cut: Vec<[usize; 3]>,
}

impl<'d, 'w> Corners<'d, 'w> {
    /// Reads the triangles of a primitive, at most so many.
    pub(super) fn of(
        primitive: Node<'d>,
        inputs: &'w Inputs<'d>,
        room: usize,
        effort: &'w mut Effort,
        warnings: &'w mut Warnings,
    ) -> Result<Vec<[u32; 3]>, ModelError> {
        let document = primitive.document;
        let (triangles, points, cut) = (Vec::new(), Vec::new(), Vec::new());
        let mut corners = Self { document, inputs, effort, warnings, room, triangles, points, cut };
        match primitive.tag() {
            Some(Tag::Triangles) => corners.triangles(primitive)?,
            Some(Tag::Polylist) => corners.polylist(primitive)?,
            Some(Tag::Polygons) => corners.polygons(primitive)?,
            Some(Tag::Trifans) => corners.rows(primitive, |i| [0, i + 1, i + 2])?,
            // every second triangle of a strip turns the other way
            Some(Tag::Tristrips) => {
                corners.rows(primitive, |i| {
                    if i % 2 == 0 { [i, i + 1, i + 2] } else { [i + 1, i, i + 2] }
                })?;
            }
            _ => {}
        }
        Ok(corners.triangles)
    }

    /// How many corners a list holds.
    fn n_corners(&self, list: Node<'d>) -> Result<usize, ModelError> {
        let (n, stride) = (list.integers().len(), self.inputs.stride);
        if n.is_multiple_of(stride) {
            return Ok(n / stride);
        }
        Err(list.fault(format!("it holds {n} numbers, but each corner has {stride}")))
    }

    fn place(&self, list: Node<'d>, corner: usize) -> usize {
        list.integer_range().start + corner * self.inputs.stride
    }

    fn make_room(&mut self, list: Node<'d>, n: usize) -> Result<(), ModelError> {
        if self.room < n {
            return Err(list.fault(format!("the model has more than {TRIANGLE_LIMIT} triangles")));
        }
        self.room -= n;
        Ok(())
    }

    fn push(&mut self, list: Node<'d>, first: usize, corners: [usize; 3]) {
        let place = |i: usize| self.place(list, first + i) as u32;
        let triangle = corners.map(place);
        self.triangles.push(triangle);
    }

    fn triangles(&mut self, primitive: Node<'d>) -> Result<(), ModelError> {
        for list in primitive.all(Tag::P) {
            let n = self.n_corners(list)?;
            if !n.is_multiple_of(3) {
                return Err(list.fault(format!("its last triangle has {} corners", n % 3)));
            }
            self.make_room(list, n / 3)?;
            self.triangles.reserve_exact(n / 3);
            for i in 0..n / 3 {
                self.push(list, i * 3, [0, 1, 2]);
            }
        }
        Ok(())
    }

    fn polylist(&mut self, primitive: Node<'d>) -> Result<(), ModelError> {
        let Some(list) = primitive.child(Tag::P) else {
            return match primitive.child(Tag::Vcount).filter(|v| !v.integers().is_empty()) {
                Some(_) => Err(primitive.fault("it has no `<p>`")),
                None => Ok(()),
            };
        };
        let n = self.n_corners(list)?;
        let sizes = primitive.needed(Tag::Vcount)?;
        let mut first = 0;
        for (i, size) in sizes.integers().iter().enumerate() {
            let Ok(size) = usize::try_from(*size) else {
                return Err(sizes.fault_at_number(i, "a polygon has no negative count of corners"));
            };
            if size > n - first {
                let message = format!("`<p>` ends before polygon {} of `<vcount>`", i + 1);
                return Err(list.fault(message));
            }
            self.polygon(list, first, size)?;
            first += size;
        }
        if first < n {
            let message = format!("`<vcount>` speaks of {first} corners, but `<p>` holds {n}");
            return Err(list.fault(message));
        }
        Ok(())
    }

    fn polygons(&mut self, primitive: Node<'d>) -> Result<(), ModelError> {
        for list in primitive.children() {
            match list.tag() {
                Some(Tag::Ph) => {
                    return Err(
                        list.fault("polygons with holes cannot be shown: cut them in the modeller")
                    );
                }
                Some(Tag::P) => self.polygon(list, 0, self.n_corners(list)?)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn rows(&mut self, primitive: Node<'d>, of: fn(usize) -> [usize; 3]) -> Result<(), ModelError> {
        for list in primitive.all(Tag::P) {
            let n = self.n_corners(list)?.saturating_sub(2);
            self.make_room(list, n)?;
            for i in 0..n {
                self.push(list, 0, of(i));
            }
        }
        Ok(())
    }

    /// One polygon of some corners of a list.
    fn polygon(&mut self, list: Node<'d>, first: usize, size: usize) -> Result<(), ModelError> {
        if size < 3 {
            let message = "polygons of less than three corners are not shown";
            self.warnings.add(self.document.text, list.at(), message);
            return Ok(());
        }
        self.make_room(list, size - 2)?;
        if size == 3 {
            self.push(list, first, [0, 1, 2]);
            return Ok(());
        }
        self.points.clear();
        for i in first..first + size {
            let (_, point) = position(self.document, self.inputs, self.place(list, i))?;
            self.points.push(point);
        }
        let spent = self.effort.spent();
        polygon::triangles(&self.points, self.effort, &mut self.cut);
        if self.effort.spent() && !spent {
            let message =
                "concave polygons from here on may be covered wrongly: there are too many";
            self.warnings.add(self.document.text, list.at(), message);
        }
        for corners in std::mem::take(&mut self.cut) {
            self.push(list, first, corners);
        }
        Ok(())
    }
}

/// The number and the place of a corner's position.
pub(super) fn position(
    document: &Document<'_>,
    inputs: &Inputs<'_>,
    corner: usize,
) -> Result<(u32, Vec3), ModelError> {
    let number = number(document, &inputs.positions, corner, "positions")?;
    Ok((number, point(inputs, number)?))
}

/// The place of a position, which must be finite.
pub(super) fn point(inputs: &Inputs<'_>, number: u32) -> Result<Vec3, ModelError> {
    let columns = &inputs.positions.columns;
    let point = columns.row(number as usize).unwrap_or_default();
    if point.iter().all(|c| c.is_finite()) {
        return Ok(point);
    }
    Err(columns.fault(number as usize, |c| !c.is_finite(), "a position is not finite"))
}

/// A number of a corner, which must be that of a row.
#[inline]
pub(super) fn number(
    document: &Document<'_>,
    stream: &Stream<'_>,
    corner: usize,
    what: &str,
) -> Result<u32, ModelError> {
    let place = corner + stream.offset;
    let number = document.integers.get(place).copied().unwrap_or(-1);
    // what is negative is large now
    if (number as u32 as usize) < stream.columns.count().min(i32::MAX as usize) {
        return Ok(number as u32);
    }
    Err(no_row(document, stream, place, number, what))
}

#[cold]
fn no_row(
    document: &Document<'_>,
    stream: &Stream<'_>,
    place: usize,
    number: i32,
    what: &str,
) -> ModelError {
    let rows = stream.columns.count();
    document.fault_at_integer(place, format!("`{number}` is none of the {rows} {what}"))
}
