//! How instances are made.
//!
//! In: a character with arguments and a place, or a group. Out: a new instance with its variables
//! and parts. The order is: number, pose, look, parameters, variables in text order, parts in text
//! order; a whole has a lower number than its parts.

use islay_lang::hir::model::{Character, CharacterId, GroupId, Spawn, SpawnOne, StateId, VarId};
use islay_lang::source::Text;

use super::Oracle;
use super::cast::{Activity, At, Id, Instance, Pose, first_leaf};
use super::commit::in_front;
use super::effects::Start;
use super::frame::World;

impl<'m> Oracle<'m> {
    /// All lines of a group, relative to its forker; their numbers.
    pub(super) fn make_group(&mut self, group: GroupId, forker: Option<&World>) -> Vec<Id> {
        let mut made = Vec::new();
        self.make_lines(group, &self.model.groups[group.index()].spawns, forker, &mut made);
        made
    }

    fn make_lines(
        &mut self,
        group: GroupId,
        lines: &'m [Spawn],
        forker: Option<&World>,
        made: &mut Vec<Id>,
    ) {
        for line in lines {
            match line {
                Spawn::One(one) => made.push(self.make_line(group, one, forker)),
                Spawn::Repeat { count, counter, spawns } => {
                    let times = self.number(self.nobody_yet(), count).floor() as i64;
                    for i in 0..times {
                        self.loops.insert(*counter, i as f32);
                        self.make_lines(group, spawns, forker, made);
                    }
                }
            }
        }
    }

    /// Who asks in a line of a group: nobody, with the number of the one that will be made.
    fn nobody_yet(&self) -> At {
        At { me: None, dice: self.last_id + 1, diagram: 0 }
    }

    fn make_line(&mut self, group: GroupId, one: &'m SpawnOne, forker: Option<&World>) -> Id {
        let at = self.nobody_yet();
        let args = self.arguments(at, &one.args);
        let pose = self.placed(at, &one.placement);
        let pose = forker.map_or(pose, |f| in_front(f, pose));
        let id = self.make_top(one.character, &one.name, Some(group), pose);
        self.furnish(id, &args, &one.start);
        id
    }

    /// A top-level instance without variables and parts yet; beyond all numbers it stands at the
    /// origin.
    pub(super) fn make_top(
        &mut self,
        character: CharacterId,
        name: &Text,
        group: Option<GroupId>,
        pose: Pose,
    ) -> Id {
        let number = self.numbers.entry(name.clone()).or_insert(0);
        *number += 1;
        let number = *number;
        let path = if number == 1 { name.to_string() } else { format!("{name}#{number}") };
        let finite = pose.is_finite();
        let near = Pose { position: [0.0; 3], ..pose };
        let near = if near.is_finite() { near } else { Pose::ORIGIN };
        let new = self.blank(character, path, name.clone(), if finite { pose } else { near });
        let id = self.add(Instance { number, group, ..new });
        if !finite {
            self.trap(At::of(id), "not-finite", 1);
        }
        id
    }

    fn make_part(&mut self, whole: Id, character: CharacterId, name: &Text, pose: Pose) -> Id {
        let path = format!("{}.{name}", self.cast[whole].path);
        let new = self.blank(character, path, name.clone(), pose);
        self.add(Instance { whole: Some(whole), parent: Some(whole), ..new })
    }

    fn add(&mut self, instance: Instance<'m>) -> Id {
        self.last_id += 1;
        self.cast.add(self.last_id, instance);
        self.last_id
    }

    fn blank(&self, which: CharacterId, path: String, name: Text, pose: Pose) -> Instance<'m> {
        let character = &self.model.characters[which.index()];
        Instance {
            which,
            character,
            path,
            name,
            number: 0,
            whole: None,
            parent: None,
            attached: false,
            group: None,
            pose,
            visible: !character.hidden,
            colour: character.shape.as_ref().map_or(0xffff_ffff, |s| s.color),
            vars: vec![0; character.vars.len()],
            diagrams: Vec::new(),
        }
    }

    /// Another character in this one's place: shape, parts, variables, diagrams are new.
    pub(super) fn turn_into(
        &mut self,
        id: Id,
        which: CharacterId,
        args: &[(VarId, u32)],
        start: Start<'m>,
    ) {
        let old = self.cast[id].clone();
        let new = self.blank(which, old.path.clone(), old.name.clone(), old.pose);
        let Instance { visible, colour, vars, diagrams, character, .. } = new;
        self.cast[id] = Instance { which, visible, colour, vars, diagrams, character, ..old };
        self.furnish(id, args, start);
    }

    /// Diagrams, parameters, variables, colour and parts of a new one.
    pub(super) fn furnish(&mut self, id: Id, args: &[(VarId, u32)], start: Start<'m>) {
        let character = self.cast[id].character;
        self.cast[id].diagrams = self.activities(character, start);
        let at = At::of(id);
        for (i, var) in character.vars.iter().enumerate() {
            let given = args.iter().find(|(v, _)| v.index() == i).map(|(_, bits)| *bits);
            let bits = given.unwrap_or_else(|| self.used(at, &var.init));
            self.cast[id].vars[i] = bits;
        }
        if let Some(colour) = &character.color {
            self.cast[id].colour = self.used(at, colour);
        }
        for part in &character.parts {
            let args = self.arguments(at, &part.args);
            let pose = self.placed(at, &part.placement);
            let made = self.make_part(id, part.character, &part.name, pose);
            self.furnish(made, &args, &part.start);
        }
    }

    /// Each diagram in its initial state, not entered yet; its clocks count from the next tick.
    fn activities(&self, character: &Character, start: Start) -> Vec<Activity> {
        let initial = |d: usize| {
            let diagram = &character.diagrams[d];
            let given = start.iter().find(|(which, _)| which.index() == d).map(|(_, s)| *s);
            first_leaf(diagram, given.unwrap_or(StateId(0)))
        };
        let activity = |d: usize| Activity::new(&character.diagrams[d], initial(d), self.clock);
        (0..character.diagrams.len()).map(activity).collect()
    }
}
