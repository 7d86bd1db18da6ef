//! Data to a tree: the world, the atoms, the groups.
//!
//! In: a [`Document`]. Out: a [`Scene`], whose comments are documentation lines that begin with
//! [`MARK`]. What is wrong becomes a finding; the tree is of use only where nothing is.

use super::attributes::shown;
use super::character;
use super::document::*;
use super::names::Names;
use super::node;
use super::turn::{self, Pose};
use crate::diagnostic::Code;
use crate::import::finding::{Finding, Stretch};
use crate::import::{Models, Options, UpAxis};
use crate::source::Text;
use crate::syntax::ast::{self, ItemKind, Path, SettingKind, Spawn, Surface, WorldKind};

/// Begins documentation lines that become `//` comments.
pub(super) const MARK: &str = "import: ";

/// A scene as a tree.
pub(super) struct Scene {
    /// The tree.
    pub file: ast::File,
    /// Comments at the head of the text.
    pub head: Remarks,
}

/// What is made into a tree, with all that is known of it.
pub(super) struct Build<'a> {
    pub document: &'a Document,
    pub names: Names,
    pub options: Options,
    /// How each character stands at the start.
    pub poses: Vec<Pose>,
    pub findings: &'a mut Vec<Finding>,
    /// Parts made so far.
    pub n_parts: usize,
}

/// Makes the tree.
pub(super) fn scene(
    document: &Document,
    models: &dyn Models,
    options: Options,
    findings: &mut Vec<Finding>,
) -> Scene {
    let names = Names::new(document, options.rename, findings);
    let poses = document.characters.iter().map(|c| pose_of(&c.turn, findings)).collect();
    let mut build = Build { document, names, options, poses, findings, n_parts: 0 };
    character::rings(&mut build);
    let mut items = Vec::new();
    items.extend(build.world());
    for (at, atom) in document.atoms.iter().enumerate() {
        items.push(build.atom(at, atom, models));
    }
    for (at, one) in document.characters.iter().enumerate() {
        items.push(character::character(&mut build, at, one));
    }
    for (at, group) in document.groups.iter().enumerate() {
        items.push(build.group(at, group));
    }
    let mut head = document.remarks.clone();
    build.unused(&mut head);
    Scene { file: ast::File { items }, head }
}

/// The placement of a rotation matrix; none at all where it is wrong, which is said.
pub(super) fn pose_of(turn: &Turn, findings: &mut Vec<Finding>) -> Pose {
    let matrix = turn.matrix.unwrap_or(turn::IDENTITY);
    pose(&matrix, turn.at, findings)
}

pub(super) fn pose(matrix: &turn::Matrix, at: Stretch, findings: &mut Vec<Finding>) -> Pose {
    turn::pose(matrix).unwrap_or_else(|reason| {
        findings.push(Finding::new(Code::BadNumber, at, format!("`rotation` {reason}")));
        Pose { turn: [0.0; 3], scale: [1.0; 3] }
    })
}

/// Documentation from what a name and the document say.
pub(super) fn doc<'r>(
    renamed: Option<&str>,
    remarks: impl IntoIterator<Item = &'r String>,
) -> Option<Text> {
    let remarks = remarks.into_iter().map(|line| format!("{MARK}{line}"));
    let lines: Vec<String> = renamed.map(str::to_owned).into_iter().chain(remarks).collect();
    (!lines.is_empty()).then(|| lines.join("\n").into())
}

/// A position of the format in Islay's axes.
pub(super) fn position([right, front, up]: [f32; 3]) -> [f32; 3] {
    [right, up, front]
}

impl Build<'_> {
    fn world(&self) -> Option<ast::Item> {
        let settings = &self.document.settings;
        let mut out = Vec::new();
        if let Some((room, size)) = settings.room {
            out.push(SettingKind::Kind(match room {
                Room::Space => WorldKind::Space,
                Room::Ground => WorldKind::Ground,
                Room::Room => WorldKind::Room,
            }));
            out.extend(size.map(|size| SettingKind::Size(node::three(size))));
        }
        let [roof, floor, wall, background] = settings.colors;
        let surfaces = [
            (Surface::Background, background),
            (Surface::Floor, floor),
            (Surface::Wall, wall),
            (Surface::Roof, roof),
        ];
        for (surface, colour) in surfaces {
            out.extend(colour.map(|c| SettingKind::Colour(surface, node::colour(c))));
        }
        out.extend(settings.interval.map(|ms| SettingKind::Tick(node::milliseconds(ms))));
        let settings: Vec<_> = out.into_iter().map(node::setting).collect();
        (!settings.is_empty()).then(|| node::item(None, ItemKind::World(settings)))
    }

    fn atom(&mut self, at: usize, atom: &Atom, models: &dyn Models) -> ast::Item {
        let mut remarks = atom.remarks.clone();
        // without a path, which was said, there is nothing to look at
        let found = match atom.path.text.is_empty() {
            true => Ok(None),
            false => models.up_axis(&atom.path.text),
        };
        let up = found.unwrap_or_else(|reason| {
            let path = shown(&atom.path.text);
            let message = format!("`{path}` is taken as Z_UP: {reason}");
            self.findings.push(Finding::new(Code::ModelProblem, atom.path.at, message));
            remarks.push(format!("`{path}` could not be read, so it is taken as Z_UP"));
            None
        });
        let turn = match up {
            Some(UpAxis::X) => [-90.0, -90.0, 0.0],
            Some(UpAxis::Y) => [-90.0, 180.0, 0.0],
            Some(UpAxis::Z) | None => [0.0, 180.0, 0.0],
        };
        let (path, warning) = models.written(&atom.path.text);
        if let Some(warning) = warning {
            self.findings.push(Finding::new(Code::ImportLoss, atom.path.at, &*warning));
            remarks.push(warning);
        }
        let called = self.names.atoms.get(at);
        let name = called.map_or("", |called| &called.name);
        let (name, shape) = (node::declared(name), node::model(&path, turn));
        let doc = doc(called.and_then(|c| c.doc.as_deref()), &remarks);
        node::item(doc, ItemKind::Atom(ast::Atom { name, shape, clips: None }))
    }

    fn group(&mut self, at: usize, group: &Group) -> ast::Item {
        let mut remarks = group.remarks.clone();
        let (name, renamed) = match self.names.groups.get(at) {
            Some(called) => (called.name.clone(), called.doc.clone()),
            None => ("".into(), None),
        };
        if self.names.main == Some(at) && &*group.name.text != "main" {
            remarks
                .push(format!("the group is called `{}` in the document", shown(&group.name.text)));
        }
        let spawns = group.forks.iter().filter_map(|fork| self.spawn(fork)).collect();
        let group = ast::Group { name: node::declared(&name), spawns };
        node::item(doc(renamed.as_deref(), &remarks), ItemKind::Group(group))
    }

    fn spawn(&mut self, fork: &Fork) -> Option<Spawn> {
        let at = self.names.character(&fork.character, self.findings)?;
        let pose = self.poses.get(at).copied()?;
        let what = node::path(self.names.of_character(at));
        let placement = node::placement(position(fork.position), pose.turn, pose.scale);
        Some(node::spawn(what, placement, self.start(at, fork.start.as_ref())))
    }

    /// States that a character starts in.
    pub(super) fn start(&mut self, character: usize, start: Option<&Named>) -> Vec<Path> {
        match start {
            Some(start) => character::start(self, character, start),
            None => Vec::new(),
        }
    }

    /// What the text does not show.
    fn unused(&mut self, head: &mut Remarks) {
        let used = |name: &str| {
            let parts = self.document.characters.iter().filter_map(|c| c.parts.as_ref());
            parts.into_iter().any(|parts| &*parts.text == name)
        };
        for complex in &self.document.complexes {
            let name = shown(&complex.name.text);
            head.extend(complex.remarks.iter().map(|line| format!("in `{name}`: {line}")));
            if !used(&complex.name.text) {
                let message = format!("no character has the body `{name}`, it is left out");
                let at = complex.name.at;
                self.findings.push(Finding::new(Code::ImportLoss, at, &*message));
                head.push(message);
            }
        }
        if self.names.main.is_none() {
            let message = "no group starts: nothing is there at the beginning";
            let at = self.document.groups.first().map_or(Stretch::default(), |g| g.name.at);
            self.findings.push(Finding::new(Code::ImportLoss, at, message));
            head.push(message.to_owned());
        }
    }
}
