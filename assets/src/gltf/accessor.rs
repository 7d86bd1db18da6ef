//! Accessors: numbers in buffers, read with every bound checked.
//!
//! In: a document's accessors and buffers. Out: vectors of numbers, sparse values put in their
//! places, whole numbers turned to shares where they are normalised. It refuses accessors that
//! reach beyond their view, and counts that nothing backs; how much may be read in all is counted,
//! as one small buffer can be read by many.

use std::cell::Cell;

use gltf::json::accessor::{Accessor, ComponentType, Type, sparse};
use gltf::json::validation::Checked;
use gltf::json::{Index, Root};

use super::buffers::{Buffers, within};
use super::fault;
use crate::read::ModelError;

/// Most elements that are read of all accessors together: some ten for each triangle of the
/// largest model.
const MOST_ELEMENTS: u64 = 32_000_000;

/// Most elements of an accessor that has no bytes and is all zeros, but for its sparse values.
const MOST_ZEROS: usize = 1_000_000;

/// The accessors of a document.
pub(super) struct Accessors<'d> {
    all: &'d [Accessor],
    buffers: &'d Buffers<'d>,
    /// Elements that may still be read.
    left: Cell<u64>,
}

/// One of them, checked.
pub(super) struct Numbers<'d> {
    path: String,
    layout: Layout,
    /// `None`: all zeros.
    data: Option<Strided<'d>>,
    sparse: Option<Sparse<'d>>,
}

/// How an element lies in bytes.
#[derive(Clone, Copy)]
struct Layout {
    component: ComponentType,
    width: usize,
    normalized: bool,
    count: usize,
}

impl Layout {
    fn element(self) -> usize {
        size(self.component) * self.width
    }
}

#[derive(Clone, Copy)]
struct Strided<'d> {
    bytes: &'d [u8],
    stride: usize,
}

impl<'d> Strided<'d> {
    fn element(&self, index: usize, size: usize) -> Option<&'d [u8]> {
        self.bytes.get(index * self.stride..)?.get(..size)
    }
}

/// Elements that are elsewhere.
struct Sparse<'d> {
    count: usize,
    indices: Strided<'d>,
    kind: ComponentType,
    values: Strided<'d>,
}

impl<'d> Accessors<'d> {
    /// All accessors, each checked once.
    pub fn new(root: &'d Root, buffers: &'d Buffers<'d>) -> Result<Self, ModelError> {
        let left = Cell::new(MOST_ELEMENTS);
        let accessors = Self { all: &root.accessors, buffers, left };
        for i in 0..accessors.all.len() {
            accessors.numbers(i, "accessors")?;
        }
        Ok(accessors)
    }

    /// The accessor that `path` names.
    pub fn get(&self, index: Index<Accessor>, path: &str) -> Result<Numbers<'d>, ModelError> {
        self.numbers(index.value(), path)
    }

    /// How many elements it says it has.
    pub fn count(&self, index: usize) -> usize {
        self.all.get(index).map_or(0, |a| a.count.0 as usize)
    }

    fn numbers(&self, index: usize, from: &str) -> Result<Numbers<'d>, ModelError> {
        let Some(accessor) = self.all.get(index) else {
            return Err(fault(from, format!("there is no accessors[{index}]")));
        };
        let path = format!("accessors[{index}]");
        let layout = layout(accessor, &path)?;
        let start = accessor.byte_offset.unwrap_or_default().0;
        let data = accessor.buffer_view.map(|view| {
            let view = self.buffers.view(view.value(), || format!("{path}.bufferView"))?;
            let (start, stride) = (start, view.stride.unwrap_or(layout.element()));
            strided(view.bytes, (start, stride), layout.element(), layout.count)
                .map_err(|e| fault(&path, e))
        });
        let data = data.transpose()?;
        if data.is_none() && layout.count > MOST_ZEROS {
            let message =
                format!("it has no view, so that it may have {MOST_ZEROS} elements at most");
            return Err(fault(format!("{path}.count"), message));
        }
        let sparse = accessor.sparse.as_ref().map(|s| self.sparse(s, layout, &path)).transpose()?;
        Ok(Numbers { path, layout, data, sparse })
    }

    fn sparse(
        &self,
        sparse: &sparse::Sparse,
        layout: Layout,
        path: &str,
    ) -> Result<Sparse<'d>, ModelError> {
        let path = format!("{path}.sparse");
        let count = usize::try_from(sparse.count.0).unwrap_or(usize::MAX);
        if count > layout.count {
            let message = format!("it has {count} values for {} elements", layout.count);
            return Err(fault(path, message));
        }
        let Checked::Valid(kind) = sparse.indices.component_type else {
            let message = "it is no type that indices can have";
            return Err(fault(format!("{path}.indices.componentType"), message));
        };
        let part = |name: &str, view: usize, start: u64, size: usize| {
            let path = format!("{path}.{name}");
            let view = self.buffers.view(view, || format!("{path}.bufferView"))?;
            strided(view.bytes, (start, size), size, count).map_err(|e| fault(&path, e))
        };
        let (i, v) = (&sparse.indices, &sparse.values);
        let indices = part("indices", i.buffer_view.value(), i.byte_offset.0, size(kind.0))?;
        let values = part("values", v.buffer_view.value(), v.byte_offset.0, layout.element())?;
        Ok(Sparse { count, indices, kind: kind.0, values })
    }

    /// The numbers as floats, N to an element.
    pub fn floats<const N: usize>(
        &self,
        numbers: &Numbers<'_>,
    ) -> Result<Vec<[f32; N]>, ModelError> {
        let Layout { component, normalized, .. } = numbers.layout;
        self.read(numbers, |bytes| float(component, normalized, bytes))
    }

    /// The numbers as they are counted with, N to an element.
    pub fn wholes<const N: usize>(
        &self,
        numbers: &Numbers<'_>,
    ) -> Result<Vec<[u32; N]>, ModelError> {
        let component = numbers.layout.component;
        if !matches!(component, ComponentType::U8 | ComponentType::U16 | ComponentType::U32) {
            return Err(fault(&numbers.path, "indices are unsigned whole numbers"));
        }
        self.read(numbers, |bytes| whole(component, bytes))
    }

    fn read<T: Copy + Default, const N: usize>(
        &self,
        numbers: &Numbers<'_>,
        one: impl Fn(&[u8]) -> T,
    ) -> Result<Vec<[T; N]>, ModelError> {
        let Numbers { path, layout, data, sparse } = numbers;
        if layout.width != N {
            let message =
                format!("it has {} numbers an element, where {N} are needed", layout.width);
            return Err(fault(path, message));
        }
        let left = self.left.get().checked_sub(layout.count as u64);
        let too_much =
            || fault(path, format!("more than {MOST_ELEMENTS} elements are read in all"));
        self.left.set(left.ok_or_else(too_much)?);
        let component = size(layout.component);
        let element = |from: &Strided<'_>, i: usize| {
            let bytes = from.element(i, layout.element()).unwrap_or_default();
            std::array::from_fn(|n| bytes.get(n * component..).map_or(T::default(), &one))
        };
        let mut out = match data {
            Some(data) => (0..layout.count).map(|i| element(data, i)).collect(),
            None => vec![[T::default(); N]; layout.count],
        };
        let mut least = 0;
        for i in 0..sparse.as_ref().map_or(0, |s| s.count) {
            let Some(sparse) = sparse else { break };
            let index = sparse.indices.element(i, size(sparse.kind)).unwrap_or_default();
            let at = whole(sparse.kind, index);
            let wrong = || {
                fault(
                    format!("{path}.sparse.indices"),
                    format!(
                        "index {at} does not follow the one before it, or is beyond the {} elements",
                        layout.count
                    ),
                )
            };
            if (at as usize) < least {
                return Err(wrong());
            }
            *out.get_mut(at as usize).ok_or_else(wrong)? = element(&sparse.values, i);
            least = at as usize + 1;
        }
        Ok(out)
    }
}

impl Numbers<'_> {
    /// Where it stands in the document.
    pub fn path(&self) -> &str {
        &self.path
    }

    /// Numbers to an element.
    pub fn width(&self) -> usize {
        self.layout.width
    }

    /// Elements.
    pub fn count(&self) -> usize {
        self.layout.count
    }
}

fn layout(accessor: &Accessor, path: &str) -> Result<Layout, ModelError> {
    let Checked::Valid(component) = accessor.component_type else {
        return Err(fault(format!("{path}.componentType"), "it is no type of number"));
    };
    let Checked::Valid(kind) = accessor.type_ else {
        return Err(fault(format!("{path}.type"), "it is none of SCALAR, VEC2 … MAT4"));
    };
    let Ok(count) = usize::try_from(accessor.count.0) else {
        return Err(fault(format!("{path}.count"), "it is too large"));
    };
    let width = match kind {
        Type::Scalar => 1,
        Type::Vec2 => 2,
        Type::Vec3 => 3,
        Type::Vec4 | Type::Mat2 => 4,
        Type::Mat3 => 9,
        Type::Mat4 => 16,
    };
    Ok(Layout { component: component.0, width, normalized: accessor.normalized, count })
}

/// The bytes of so many elements, the last of which ends inside of the view.
fn strided(
    bytes: &[u8],
    (start, stride): (u64, usize),
    element: usize,
    count: usize,
) -> Result<Strided<'_>, String> {
    if stride < element {
        return Err(format!("its elements of {element} bytes overlap at a stride of {stride}"));
    }
    let before = count.checked_sub(1).map_or(Some(0), |n| n.checked_mul(stride));
    let length = before.and_then(|n| n.checked_add(if count > 0 { element } else { 0 }));
    let found = length.and_then(|length| within(bytes, start, length as u64));
    let found = found.ok_or_else(|| {
        format!(
            "its {count} elements of {element} bytes from byte {start} reach beyond the {} bytes \
             of their view",
            bytes.len()
        )
    })?;
    Ok(Strided { bytes: found, stride })
}

fn size(kind: ComponentType) -> usize {
    match kind {
        ComponentType::I8 | ComponentType::U8 => 1,
        ComponentType::I16 | ComponentType::U16 => 2,
        ComponentType::U32 | ComponentType::F32 => 4,
    }
}

/// The first number of bytes; zero where there are not enough.
fn whole(kind: ComponentType, bytes: &[u8]) -> u32 {
    let found = match kind {
        ComponentType::U8 => bytes.first().map(|b| u32::from(*b)),
        ComponentType::U16 => bytes.first_chunk().map(|b| u32::from(u16::from_le_bytes(*b))),
        _ => bytes.first_chunk().map(|b| u32::from_le_bytes(*b)),
    };
    found.unwrap_or_default()
}

fn float(kind: ComponentType, normalized: bool, bytes: &[u8]) -> f32 {
    let (value, full) = match kind {
        ComponentType::F32 => {
            return bytes.first_chunk().map_or(0.0, |b| f32::from_le_bytes(*b));
        }
        ComponentType::I8 => (bytes.first().map_or(0.0, |b| f32::from(*b as i8)), 127.0),
        ComponentType::I16 => {
            (bytes.first_chunk().map_or(0.0, |b| f32::from(i16::from_le_bytes(*b))), 32767.0)
        }
        ComponentType::U8 => (whole(kind, bytes) as f32, 255.0),
        ComponentType::U16 => (whole(kind, bytes) as f32, 65535.0),
        ComponentType::U32 => (whole(kind, bytes) as f32, 4_294_967_295.0),
    };
    if normalized { (value / full).max(-1.0) } else { value }
}
