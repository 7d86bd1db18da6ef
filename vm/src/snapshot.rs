//! A whole world between two ticks, as plain numbers.
//!
//! In: what [`crate::world::World::snapshot`] writes down. Out: what its `restore` puts back, bit by
//! bit; with the feature `serde` also bytes that can be kept. What follows from other values is
//! not written: places of instances, maps to the world, copies of the last tick. It judges no
//! value: the world that takes it back does.

#[cfg(feature = "serde")]
mod bytes;

use crate::input::InstanceId;
use crate::roster::Identity;

/// A world between two ticks. Poses before the last tick are not in it, so a restored picture
/// begins without a way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Snapshot {
    /// The structural hash of the program.
    pub(crate) program: u64,
    pub(crate) seed: u64,
    pub(crate) clock: u64,
    pub(crate) ticks: u64,
    pub(crate) finished: bool,
    pub(crate) tables: Vec<TableForm>,
    pub(crate) roster: RosterForm,
    /// Keys held, pressed and released in the last tick.
    pub(crate) keys: [u128; 3],
    pub(crate) hover: InstanceId,
    /// Bits of the numbers that the host set.
    pub(crate) inputs: Vec<u32>,
    pub(crate) contacts: ContactsForm,
    pub(crate) post: PostForm,
    /// Keys that the host holds from tick to tick, for the host alone.
    pub host_keys: u128,
}

/// Rows of a table, column by column.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct TableForm {
    pub def: u16,
    pub depth: u16,
    pub n_rows: u32,
    pub scaled: bool,
    /// Poses, looks, variables, states, clocks.
    pub own: Vec<u32>,
    /// Who they are, and what was measured of them.
    pub others: Vec<u32>,
}

/// Identities as numbers: see [`who_form`].
pub(crate) type WhoForm = [u32; 7];

/// What of a roster follows from no row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct RosterForm {
    pub last_id: InstanceId,
    /// Names and how many were ever made of each.
    pub counts: Vec<(u32, u32)>,
    /// Those that ended, and in which tick.
    pub ghosts: Vec<(WhoForm, u64)>,
    /// Those that became something else or hang elsewhere, and since when.
    pub changed: Vec<(WhoForm, u64)>,
    pub fixed_paths: Vec<(InstanceId, String)>,
}

/// Contacts, trees that do not touch yet, and who feels what.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct ContactsForm {
    /// Owners, bits of the normal, phases.
    pub pairs: Vec<[u32; 6]>,
    /// Owner; boundaries touched, begun, ended.
    pub rims: Vec<[u32; 4]>,
    /// Roots; whether they met.
    pub bonds: Vec<[u32; 3]>,
    /// Feeler and how many of the records are its own.
    pub feelers: Vec<(u32, u32)>,
    /// Own, other, boundary, phases, bits of the normal.
    pub records: Vec<[u32; 7]>,
}

/// Messages on their way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct PostForm {
    /// Due later first, as in the queue.
    pub later: Vec<LetterForm>,
    pub next: Vec<LetterForm>,
    pub sent: u32,
    pub forks: u32,
    pub ended_senders: Vec<(InstanceId, String)>,
}

/// A message on its way.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct LetterForm {
    pub due: u64,
    pub message: u16,
    pub value: u32,
    pub sender: InstanceId,
    /// Kind and two numbers of the target.
    pub to: [u32; 3],
}

/// Why a snapshot cannot be taken back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SnapshotError {
    /// It was taken of a world that runs another program.
    OtherProgram,
    /// It is none, or is damaged: what is wrong, in one line.
    Damaged(&'static str),
}

impl std::fmt::Display for SnapshotError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::OtherProgram => f.write_str("the snapshot was taken of another scene"),
            Self::Damaged(what) => write!(f, "the snapshot is damaged: {what}"),
        }
    }
}

impl std::error::Error for SnapshotError {}

impl Snapshot {
    /// Ticks since the start of the world it was taken of.
    pub fn ticks(&self) -> u64 {
        self.ticks
    }

    /// The structural hash of the program that ran.
    pub fn program(&self) -> u64 {
        self.program
    }

    /// How many bytes it takes in memory, about.
    pub fn size(&self) -> usize {
        let tables: usize =
            self.tables.iter().map(|t| 4 * (t.own.len() + t.others.len()) + 64).sum();
        let RosterForm { counts, ghosts, changed, fixed_paths, .. } = &self.roster;
        let who = 40 * (ghosts.len() + changed.len()) + 8 * counts.len();
        let paths: usize = fixed_paths.iter().map(|(_, path)| path.len() + 32).sum();
        let ContactsForm { pairs, rims, bonds, feelers, records } = &self.contacts;
        let contacts = 24 * pairs.len() + 16 * rims.len() + 12 * bonds.len();
        let felt = 8 * feelers.len() + 28 * records.len();
        let letters = 32 * (self.post.later.len() + self.post.next.len());
        size_of::<Self>() + tables + who + paths + contacts + felt + letters
    }
}

/// An identity as numbers.
pub(crate) fn who_form(who: &Identity) -> WhoForm {
    let Identity { id, def, parent, label, ordinal, group, attached } = *who;
    [id, def.into(), parent, label, ordinal, group.into(), attached.into()]
}

/// The identity of these numbers.
pub(crate) fn who_of(form: &WhoForm) -> Identity {
    let [id, def, parent, label, ordinal, group, attached] = *form;
    let (def, group) = (def as u16, group as u16);
    Identity { id, def, parent, label, ordinal, group, attached: attached != 0 }
}
