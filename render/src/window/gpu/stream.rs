//! Numbers that change with every picture.
//!
//! In: slices. Out: buffers that hold them until the picture is drawn. Buffers are used again, but
//! not in the very next picture, which may still be read from.

use miniquad::{BufferId, BufferSource, BufferType, BufferUsage, RenderingBackend};

/// Buffers of one kind.
pub struct Stream {
    kind: BufferType,
    sets: [Vec<Slot>; 2],
    even: bool,
    used: usize,
}

struct Slot {
    id: BufferId,
    /// In bytes.
    room: usize,
}

impl Stream {
    /// Of vertices and instances, or of indices.
    pub fn new(kind: BufferType) -> Self {
        Self { kind, sets: [Vec::new(), Vec::new()], even: false, used: 0 }
    }

    /// Another picture begins.
    pub fn begin(&mut self) {
        (self.even, self.used) = (!self.even, 0);
    }

    /// A buffer that begins with this. All items of a stream have one type.
    pub fn put<T>(&mut self, ctx: &mut dyn RenderingBackend, data: &[T]) -> BufferId {
        let set = &mut self.sets[usize::from(self.even)];
        let needed = size_of_val(data);
        let at = self.used;
        self.used += 1;
        if set.get(at).is_none_or(|slot| slot.room < needed) {
            let items = data.len().next_power_of_two().max(16);
            let empty = BufferSource::empty::<T>(items);
            let id = ctx.new_buffer(self.kind, BufferUsage::Stream, empty);
            let slot = Slot { id, room: items * size_of::<T>() };
            match set.get_mut(at) {
                Some(old) => ctx.delete_buffer(std::mem::replace(old, slot).id),
                None => set.push(slot),
            }
        }
        let id = set[at].id;
        ctx.buffer_update(id, BufferSource::slice(data));
        id
    }
}
