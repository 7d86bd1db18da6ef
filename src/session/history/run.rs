//! One course of things: what was done, tick by tick, and milestones on the way.
//!
//! In: inputs and deeds as they come. Out: the same by tick, the milestone before a tick, and the
//! rest of a run that was left. It runs nothing.

use std::collections::VecDeque;

use super::deed::Deed;
use super::milestone::Milestone;
use crate::Input;
use crate::input::InputEvent;

/// One course of things.
pub(super) struct Run {
    /// Runs are numbered from 1.
    pub number: u32,
    /// Where what is known of it begins.
    first: Milestone,
    /// Later ones, in order; at most one a tick, behind all that was done there.
    milestones: VecDeque<Milestone>,
    /// What the user did before each tick behind the first milestone.
    inputs: VecDeque<Input>,
    /// What was done behind a tick, in order.
    deeds: VecDeque<(u64, Deed)>,
    size: usize,
}

impl Run {
    /// It begins here.
    pub fn new(number: u32, first: Milestone) -> Self {
        let size = first.size();
        let (milestones, inputs, deeds) = Default::default();
        Self { number, first, milestones, inputs, deeds, size }
    }

    /// The earliest tick that is known.
    pub fn first(&self) -> u64 {
        self.first.tick()
    }

    /// The latest tick that is known.
    pub fn last(&self) -> u64 {
        self.first() + self.inputs.len() as u64
    }

    /// Bytes in memory, about.
    pub fn size(&self) -> usize {
        self.size
    }

    /// What the user did before a tick.
    pub fn input(&self, tick: u64) -> Option<&Input> {
        let index = tick.checked_sub(self.first() + 1)?;
        self.inputs.get(usize::try_from(index).ok()?)
    }

    /// What was done behind a tick.
    pub fn deeds(&self, tick: u64) -> impl Iterator<Item = &Deed> {
        let from = self.deeds.partition_point(|(at, _)| *at < tick);
        self.deeds.range(from..).take_while(move |(at, _)| *at == tick).map(|(_, deed)| deed)
    }

    /// Everything that was done, with the tick behind which it was.
    pub fn all_deeds(&self) -> impl Iterator<Item = &(u64, Deed)> {
        self.deeds.iter()
    }

    /// The last milestone that does not lie behind a tick.
    pub fn near(&self, tick: u64) -> &Milestone {
        let n = self.milestones.partition_point(|m| m.tick() <= tick);
        n.checked_sub(1).and_then(|at| self.milestones.get(at)).unwrap_or(&self.first)
    }

    /// One more tick.
    pub fn push(&mut self, input: Input) {
        self.size += size_of_input(&input);
        self.inputs.push_back(input);
    }

    /// One more milestone.
    pub fn keep(&mut self, milestone: Milestone) {
        self.size += milestone.size();
        if self.first.tick() == milestone.tick() {
            self.size -= self.first.size();
            self.first = milestone;
            return;
        }
        if self.milestones.back().is_some_and(|last| last.tick() == milestone.tick()) {
            self.size -= self.milestones.pop_back().map_or(0, |last| last.size());
        }
        self.milestones.push_back(milestone);
    }

    /// Something was done; this is how it is behind that.
    pub fn deed(&mut self, deed: Deed, behind: Milestone) {
        self.size += deed.size();
        self.deeds.push_back((behind.tick(), deed));
        self.keep(behind);
    }

    /// Ends here; the rest goes on from this milestone and keeps the number.
    pub fn leave(&mut self, here: Milestone, number: u32) -> Self {
        let tick = here.tick();
        let at = usize::try_from(tick.saturating_sub(self.first())).unwrap_or(usize::MAX);
        let inputs = self.inputs.split_off(at.min(self.inputs.len()));
        let deeds = self.deeds.split_off(self.deeds.partition_point(|(at, _)| *at <= tick));
        let milestones =
            self.milestones.split_off(self.milestones.partition_point(|m| m.tick() <= tick));
        let mut rest =
            Self { number: self.number, first: here, milestones, inputs, deeds, size: 0 };
        rest.measure();
        self.number = number;
        self.measure();
        rest
    }

    /// Only every so many ticks a milestone stays.
    pub fn thin(&mut self, every: u64) {
        self.milestones.retain(|m| m.stays(every));
        self.measure();
    }

    /// The earliest stretch goes, if there is another.
    pub fn forget_first(&mut self) -> bool {
        let Some(next) = self.milestones.pop_front() else { return false };
        let gone = usize::try_from(next.tick() - self.first()).unwrap_or(usize::MAX);
        let inputs = self.inputs.drain(..gone.min(self.inputs.len()));
        let mut freed: usize = inputs.map(|input| size_of_input(&input)).sum();
        let n_deeds = self.deeds.partition_point(|(at, _)| *at <= next.tick());
        freed += self.deeds.drain(..n_deeds).map(|(_, deed)| deed.size()).sum::<usize>();
        freed += self.first.size();
        self.first = next;
        self.size = self.size.saturating_sub(freed);
        true
    }

    fn measure(&mut self) {
        let milestones = self.milestones.iter().chain([&self.first]).map(Milestone::size);
        let inputs = self.inputs.iter().map(size_of_input);
        let deeds = self.deeds.iter().map(|(_, deed)| deed.size());
        self.size = milestones.chain(inputs).chain(deeds).sum();
    }
}

/// Bytes in memory, about.
fn size_of_input(input: &Input) -> usize {
    let texts = input.events.iter().map(|event| match event {
        InputEvent::Click(Some(path), _) | InputEvent::Hover(Some(path)) => path.len(),
        InputEvent::Send { message, to, .. } => message.len() + to.len(),
        InputEvent::Set(name, _) => name.len(),
        _ => 0,
    });
    size_of::<Input>() + input.events.len() * size_of::<InputEvent>() + texts.sum::<usize>()
}
