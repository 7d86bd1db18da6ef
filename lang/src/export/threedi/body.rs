//! Atoms, characters, composed bodies.
//!
//! In: the characters of a model. Out: `data`, `character` and `complex` elements. Only model files
//! have a counterpart, each as the importer would turn it; an atom that stands where a character
//! may becomes a character of its name.

use std::collections::BTreeSet;

use super::xml::Xml;
use super::{Export, Numbers, matrix, position};
use crate::hir::model::{Base, Character, CharacterId, Part, Shape, Spawn};
use crate::import::UpAxis;
use crate::import::threedi::turn::{self, IDENTITY};
use crate::source::{Span, Text};
use crate::syntax::ast::{self, Bounds, ItemKind, MemberKind};

impl Export<'_> {
    /// Whether it is an atom, or a shape that stands by itself.
    pub(super) fn is_atom(&self, character: &Character) -> bool {
        self.model.classes.get(character.class.index()).is_some_and(|class| class.atom)
    }

    /// `objectlist`
    pub(super) fn bodies(&mut self, xml: &mut Xml) {
        xml.open("objectlist", &[]);
        // atoms give their names first, then whoever has a file of its own
        for atoms in [true, false] {
            for (_, character) in self.in_order() {
                if self.is_atom(character) != atoms {
                    continue;
                }
                match &character.shape {
                    Some(shape) => self.body(shape, character, xml),
                    None if atoms => self.cannot(character.span, "an atom without a model"),
                    None => {}
                }
            }
        }
        xml.close("objectlist");
    }

    fn body(&mut self, shape: &Shape, character: &Character, xml: &mut Xml) {
        let Some(file) = self.file(shape, character.span) else { return };
        if self.bodies.contains_key(&file) {
            return;
        }
        let stem = file.rsplit('/').next().and_then(|name| name.split('.').next());
        let wanted =
            if self.is_atom(character) { &*character.name } else { stem.unwrap_or("body") };
        let name = self.body_name(wanted);
        let path = (self.models.written)(&file);
        xml.leaf("data", &[("name", &name), ("path", &path)]);
        self.bodies.insert(file, name);
    }

    /// A name that no atom and no composed body has.
    fn body_name(&mut self, wanted: &str) -> Text {
        let numbered = (2u32..).map(|n| Text::from(format!("{wanted} {n}")));
        let mut names = std::iter::once(Text::from(wanted)).chain(numbered);
        let free = names.find(|name| !self.body_names.contains(name));
        let name = free.unwrap_or_else(|| wanted.into());
        self.body_names.insert(name.clone());
        name
    }

    /// The model file of a shape that stands as the importer would turn it.
    fn file(&mut self, shape: &Shape, span: Span) -> Option<Text> {
        let Base::Model(file) = &shape.base else {
            self.cannot_but(span, "this shape", "only model files have a counterpart");
            return None;
        };
        let turn = match (self.models.up_axis)(file) {
            UpAxis::X => [-90.0, -90.0, 0.0],
            UpAxis::Y => [-90.0, 180.0, 0.0],
            UpAxis::Z => [0.0, 180.0, 0.0],
        };
        let near = |a: &[f32; 3], b: [f32; 3]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-4);
        if !near(&shape.turn, turn) {
            let [x, y, z] = turn;
            let help = format!("such documents say only `turn {x} {y} {z}` of this file");
            self.cannot_but(span, "how its model is turned", &help);
        }
        if shape.at != [0.0; 3] || shape.scale != [1.0; 3] {
            self.cannot(span, "where its model stands or how large it is");
        }
        if shape.color != 0xffff_ffff || shape.texture.is_some() {
            self.cannot(span, "the colour or the texture of its model");
        }
        Some(file.clone())
    }

    /// `characterlist`
    pub(super) fn characters(&mut self, trees: &[ast::File], xml: &mut Xml) {
        let used = self.used_atoms();
        self.members(trees);
        xml.open("characterlist", &[]);
        for (id, character) in self.in_order() {
            if !self.is_atom(character) || used.contains(&id) {
                self.character(id, character, xml);
            }
        }
        xml.close("characterlist");
    }

    /// Atoms that stand where a character may, or that something touches.
    fn used_atoms(&self) -> BTreeSet<CharacterId> {
        let parts = self.model.characters.iter().flat_map(|c| &c.parts).map(|p| p.character);
        let mut used: BTreeSet<CharacterId> = parts.collect();
        for group in &self.model.groups {
            spawned(&group.spawns, &mut used);
        }
        used
    }

    fn character(&mut self, id: CharacterId, character: &Character, xml: &mut Xml) {
        for var in &character.vars {
            self.cannot(var.span, &format!("the variable `{}`", var.name));
        }
        if character.color.is_some() {
            self.cannot(character.span, "the colour of a character");
        }
        let parts = self.parts_of(character);
        let rotation = self.poses.get(&id).map_or(IDENTITY, |(matrix, _)| *matrix);
        let rotation = matrix(&rotation);
        let mut attributes =
            vec![("name", &*character.name), ("parts", &*parts), ("rotation", &*rotation)];
        if character.hidden {
            attributes.push(("isshow", "false"));
        }
        xml.open("character", &attributes);
        for diagram in &character.diagrams {
            self.diagram(diagram, xml);
        }
        xml.close("character");
    }

    /// What the character's `parts` names.
    fn parts_of(&mut self, character: &Character) -> Text {
        let file = character.shape.as_ref().and_then(|shape| match &shape.base {
            Base::Model(file) => Some(file.clone()),
            _ => None,
        });
        match (file, character.parts.is_empty()) {
            (Some(file), true) => self.bodies.get(&file).cloned().unwrap_or_default(),
            (None, true) => "".into(),
            (_, false) => complex_name(character),
        }
    }

    /// `complexlist`
    pub(super) fn complexes(&mut self, xml: &mut Xml) {
        let all = self.in_order().into_iter().map(|(_, c)| c);
        let whole: Vec<_> = all.filter(|c| !c.parts.is_empty()).collect();
        if whole.is_empty() {
            return;
        }
        xml.open("complexlist", &[]);
        for character in whole {
            if character.shape.is_some() {
                self.cannot(character.span, "a character with a shape and parts");
            }
            let name = complex_name(character);
            if !self.body_names.insert(name.clone()) {
                self.cannot(character.span, &format!("two bodies called `{name}`"));
            }
            xml.open("complex", &[("name", &name)]);
            for part in &character.parts {
                self.member(part, xml);
            }
            xml.close("complex");
        }
        xml.close("complexlist");
    }

    fn member(&mut self, part: &Part, xml: &mut Xml) {
        let Some(character) = self.model.characters.get(part.character.index()) else { return };
        if !part.args.is_empty() {
            self.cannot(part.span, "arguments");
        }
        let numbers = self.placement(&part.placement);
        let [x, y, z] = position(numbers.at);
        let rotation = self.left_over(part.character, &numbers);
        let start = self.start(part.character, &part.start, part.span);
        let name = &*character.name;
        let mut attributes = vec![("character", name), ("x", &*x), ("y", &*y), ("z", &*z)];
        attributes.extend(rotation.as_deref().map(|r| ("rotation", r)));
        attributes.extend(start.as_deref().map(|s| ("state", s)));
        xml.leaf("member", &attributes);
    }

    /// The rotation of a member over that of its character.
    fn left_over(&self, id: CharacterId, numbers: &Numbers) -> Option<String> {
        let plain = Numbers { at: [0.0; 3], turn: [0.0; 3], scale: [1.0; 3] };
        let (own, as_written) = self.poses.get(&id).copied().unwrap_or((IDENTITY, plain));
        if numbers.alike(&as_written) {
            return None;
        }
        let left = turn::product(&numbers.matrix(), &turn::inverse(&own));
        Some(matrix(&left))
    }

    /// Members of characters that have no counterpart, whatever they say.
    fn members(&mut self, trees: &[ast::File]) {
        let items = trees.iter().flat_map(|tree| &tree.items);
        let characters = items.filter_map(|item| match &item.kind {
            ItemKind::Character(character) => Some(character),
            _ => None,
        });
        let known: BTreeSet<Span> = self.model.characters.iter().map(|c| c.span).collect();
        for character in characters.filter(|c| known.contains(&c.name.span)) {
            for member in &character.members {
                let what = match &member.kind {
                    MemberKind::Bounds(Bounds::None | Bounds::Box(..)) => "bounds of its own",
                    MemberKind::Solid => "`solid`",
                    MemberKind::Screen(..) => "`screen`",
                    _ => continue,
                };
                self.cannot(member.span.0, what);
            }
            self.part_names(character);
        }
    }

    /// Parts are called after their characters there.
    fn part_names(&mut self, character: &ast::Character) {
        for member in &character.members {
            let MemberKind::Part(part) = &member.kind else { continue };
            let ast::PartWhat::Path(path, _) = &part.what else { continue };
            let Some(name) = path.names.last() else { continue };
            let mut letters = name.text.chars();
            let small = letters.next().into_iter().flat_map(char::to_lowercase).chain(letters);
            let small: String = small.collect();
            let rest = part.name.text.strip_prefix(&*small);
            let same = rest.is_some_and(|rest| rest.bytes().all(|b| b.is_ascii_digit()));
            if !same {
                let message = format!(
                    "the part's name `{}` is not kept, it is named after its character",
                    part.name.text
                );
                self.loses(part.name.span, message);
            }
        }
    }
}

fn complex_name(character: &Character) -> Text {
    format!("{} body", character.name).into()
}

fn spawned(spawns: &[Spawn], used: &mut BTreeSet<CharacterId>) {
    for spawn in spawns {
        match spawn {
            Spawn::One(one) => {
                used.insert(one.character);
            }
            Spawn::Repeat { spawns, .. } => spawned(spawns, used),
        }
    }
}
