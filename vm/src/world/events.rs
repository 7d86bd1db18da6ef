//! Events: what happened, with paths as text.

use super::World;
use crate::effect::Note;
use crate::event::{Event, EventKind};
use crate::input::InstanceId;
use crate::program::BoundarySet;
use crate::text;
use crate::trap::{Trap, TrapPlace, refusal};

impl World {
    /// An event of an instance, while observed.
    pub(super) fn tell(&mut self, id: InstanceId, kind: EventKind) {
        if self.config.observe {
            self.tell_always(id, kind);
        }
    }

    fn tell_always(&mut self, id: InstanceId, kind: EventKind) {
        let path = self.roster.path(&self.program, id).unwrap_or_default();
        self.events.push(Event { id, path, kind });
    }

    /// Shifts, logs, events for the host, sounds, in the order of the commit; of all but shifts as
    /// many as the limit allows.
    pub(super) fn tell_notes(&mut self) {
        let mut notes = std::mem::take(&mut self.machine.effects.notes);
        let mut left = self.config.limits.notes;
        for note in notes.drain() {
            let (id, diagram) = (note.order.id, note.order.diagram);
            if !matches!(note.what, Note::Shift { .. }) {
                if left == 0 {
                    self.machine.traps.add(TrapPlace::Refused("too-many-notes"), id);
                    continue;
                }
                left -= 1;
            }
            let kind = match note.what {
                Note::Shift { from, to, edge } => self.shift_event(id, diagram, [from, to], edge),
                Note::Log(text) => Some(EventKind::Log { text }),
                Note::Emit(name, args) => {
                    Some(EventKind::Emit { name: text::name(&self.program, name).to_owned(), args })
                }
                Note::Told(name, args) => Some(EventKind::Emit { name, args }),
                Note::Sound(file) => {
                    Some(EventKind::Sound { file: text::name(&self.program, file).to_owned() })
                }
            };
            if let Some(kind) = kind {
                self.tell_always(id, kind);
            }
        }
        self.machine.effects.notes = notes;
    }

    fn shift_event(
        &self,
        id: InstanceId,
        diagram: u16,
        [from, to]: [u16; 2],
        edge: u16,
    ) -> Option<EventKind> {
        let def = self.roster.identity(id)?.def;
        let spec = self.program.defs[def as usize].diagrams.get(diagram as usize)?;
        let path = |s: u16| {
            let state = spec.states.get(s as usize);
            state.map_or("", |s| text::name(&self.program, s.path)).to_owned()
        };
        let diagram = text::name(&self.program, spec.name).to_owned();
        Some(EventKind::Transition { diagram, from: path(from), to: path(to), edge })
    }

    /// One event for each place that trapped, with how often.
    pub(super) fn report_traps(&mut self) {
        if self.machine.traps.is_empty() {
            return;
        }
        let mut traps = std::mem::take(&mut self.machine.traps);
        let list: Vec<Trap> = traps.drain().collect();
        for trap in list {
            let said = traps.take_said(trap.place);
            let (code, message) = self.trap_text(trap.place, said);
            let kind = EventKind::Trap { code, message, count: trap.count };
            self.tell_always(trap.first, kind);
        }
        self.machine.traps = traps;
    }

    fn trap_text(&self, place: TrapPlace, said: Option<String>) -> (String, String) {
        match place {
            TrapPlace::Hook(call) => {
                let call = self.program.calls.get(call as usize);
                let caller = call.map_or("", |c| text::name(&self.program, c.place));
                let message = format!("{} (called by {caller})", said.unwrap_or_default());
                ("hook-failed".to_owned(), message)
            }
            TrapPlace::Site(site) => match self.program.traps.get(site as usize) {
                Some(site) => {
                    let place = text::name(&self.program, site.place);
                    let what = if site.code == "not-finite" {
                        "a value that is not finite became 0"
                    } else {
                        site.code
                    };
                    let at = site.at.as_ref().map(|at| format!(", {at}")).unwrap_or_default();
                    (site.code.to_owned(), format!("{what} ({place}{at})"))
                }
                None => ("not-finite".to_owned(), String::new()),
            },
            TrapPlace::Pose(def, action) => {
                let def = &self.program.defs[def as usize];
                let name = text::name(&self.program, def.name);
                let message =
                    format!("`{action}` of `{name}` gave no finite result and was left out");
                ("not-finite".to_owned(), message)
            }
            TrapPlace::Refused(code) => (code.to_owned(), refusal(code).to_owned()),
        }
    }
}

/// A boundary as events call it.
pub(super) fn boundary_name(boundary: BoundarySet) -> &'static str {
    match boundary {
        BoundarySet::WEST => "wall.west",
        BoundarySet::EAST => "wall.east",
        BoundarySet::FLOOR => "floor",
        BoundarySet::ROOF => "roof",
        BoundarySet::SOUTH => "wall.south",
        _ => "wall.north",
    }
}
