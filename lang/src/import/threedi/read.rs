//! Elements to data.
//!
//! In: the bytes of a document. Out: a [`Document`] and what is wrong with it. An element that
//! stands where none of its kind belongs is an error, one that is not known a warning and a
//! remark; both are passed over with all that is in them. XML that is broken ends the reading.

use std::io::Read;

use super::attributes::{Element, shown};
use super::document::*;
use super::{settings, state};
use crate::diagnostic::Code;
use crate::import::finding::Finding;
use crate::import::xml::{Event, Tag, Xml};
use crate::source::{Text, TextLimits};

/// More elements than this make more text than a scene may have.
const ELEMENT_LIMIT: usize = 400_000;

/// What became of the bytes.
pub struct Outcome {
    /// The document, unless its XML is broken.
    pub document: Option<Document>,
    /// What was found.
    pub findings: Vec<Finding>,
    /// Its text as far as it was read, where it is not too long to be kept.
    pub text: Option<Text>,
}

/// Reads a document.
pub fn read(bytes: impl Read, limits: TextLimits) -> Outcome {
    let xml = match Xml::new(bytes, limits) {
        Ok(xml) => xml,
        Err(found) => return Outcome { document: None, findings: vec![found], text: None },
    };
    let mut reader = Reader { xml, findings: Vec::new(), n_elements: 0 };
    let document = match reader.document() {
        Ok(document) => document,
        Err(found) => {
            reader.findings.push(found);
            None
        }
    };
    let text = reader.xml.text().map(Text::from);
    Outcome { document, findings: reader.findings, text }
}

/// An `Err` ends the reading.
type Step<T> = Result<T, Finding>;

/// Whether an element belongs where it stands; it is taken then.
enum Child {
    Taken,
    Strange(Tag),
}

struct Reader<R: Read> {
    xml: Xml<R>,
    findings: Vec<Finding>,
    n_elements: usize,
}

impl<R: Read> Reader<R> {
    fn document(&mut self) -> Step<Option<Document>> {
        let Event::Open(root) = self.xml.next()? else { return Ok(None) };
        if &*root.name == "flow" {
            let message = "flow documents are not supported yet";
            return Err(Finding::new(Code::NotSupportedYet, root.at, message));
        }
        if &*root.name != "islay3d" {
            let message = format!("`<{}>` begins no document that can be imported", root.name);
            let found = Finding::new(Code::WrongElement, root.at, message);
            return Err(found.help("Islay 3D documents begin with `<islay3d ver=\"1.1\">`"));
        }
        let mut document = Document::default();
        let mut remarks = Vec::new();
        self.version(root, &mut remarks);
        self.children("islay3d", &mut remarks, |reader, remarks, tag| {
            reader.list(tag, &mut document, remarks)
        })?;
        while !matches!(self.xml.next()?, Event::End) {}
        document.remarks = remarks;
        Ok(Some(document))
    }

    fn version(&mut self, root: Tag, remarks: &mut Remarks) {
        let mut root = Element::new(root, &mut self.findings);
        let said = match root.maybe("ver") {
            Some(version) if version.text.trim() == "1.1" => None,
            Some(version) => {
                let what = format!("version `{}` is read as `1.1`", shown(&version.text));
                Some((version.at, what))
            }
            None => Some((root.at, "`<islay3d>` has no `ver`, it is read as `1.1`".to_owned())),
        };
        if let Some((at, message)) = said {
            root.error(Code::ImportLoss, at, message);
        }
        root.end(remarks);
    }

    fn list(&mut self, tag: Tag, out: &mut Document, remarks: &mut Remarks) -> Step<Child> {
        match &*tag.name.clone() {
            "objectlist" => self.whole(tag, remarks, |reader, _, tag| reader.atom(tag, out)),
            "characterlist" => {
                self.whole(tag, remarks, |reader, _, tag| reader.character(tag, out))
            }
            "complexlist" => self.whole(tag, remarks, |reader, _, tag| reader.complex(tag, out)),
            "complex" => self.complex(tag, out),
            "grouplist" => self.whole(tag, remarks, |reader, _, tag| reader.group(tag, out)),
            "option" => self.whole(tag, remarks, |reader, remarks, tag| {
                reader.setting(tag, &mut out.settings, remarks)
            }),
            _ => Ok(Child::Strange(tag)),
        }
    }

    /// An element without attributes that holds others.
    fn whole(
        &mut self,
        tag: Tag,
        remarks: &mut Remarks,
        child: impl FnMut(&mut Self, &mut Remarks, Tag) -> Step<Child>,
    ) -> Step<Child> {
        let name = tag.name.clone();
        Element::new(tag, &mut self.findings).end(remarks);
        self.children(&name, remarks, child)?;
        Ok(Child::Taken)
    }

    /// What stands in an element, up to its end.
    fn children(
        &mut self,
        parent: &str,
        remarks: &mut Remarks,
        mut child: impl FnMut(&mut Self, &mut Remarks, Tag) -> Step<Child>,
    ) -> Step<()> {
        loop {
            match self.xml.next()? {
                Event::Open(tag) => {
                    self.n_elements += 1;
                    if self.n_elements > ELEMENT_LIMIT {
                        let message =
                            format!("the document has more than {ELEMENT_LIMIT} elements");
                        return Err(Finding::new(Code::TooMany, tag.at, message));
                    }
                    if let Child::Strange(tag) = child(self, remarks, tag)? {
                        self.strange(tag, parent, remarks)?;
                    }
                }
                Event::Text(at) => {
                    let message = format!("text in `<{parent}>` is left out");
                    self.findings.push(Finding::new(Code::ImportLoss, at, message.clone()));
                    remarks.push(message);
                }
                Event::Close | Event::End => return Ok(()),
            }
        }
    }

    /// An element that does not belong where it stands.
    fn strange(&mut self, tag: Tag, parent: &str, remarks: &mut Remarks) -> Step<()> {
        let name = shown(&tag.name);
        match home(&tag.name) {
            Some(home) => {
                let message = format!("`<{name}>` does not belong into `<{parent}>`");
                let found = Finding::new(Code::WrongElement, tag.at, message);
                self.findings.push(found.help(format!("it stands in `<{home}>`")));
            }
            None => {
                let message = format!("`<{name}>` in `<{parent}>` is not known, it is left out");
                let found = Finding::new(Code::ImportLoss, tag.at, message);
                let names = HOMES.iter().map(|(name, _)| *name);
                let help = crate::suggest::help(&tag.name, names);
                self.findings.push(found.maybe_help(help));
                remarks.push(format!("`<{name}>` in `<{parent}>` is left out"));
            }
        }
        self.pass()
    }

    /// Passes over the rest of an element.
    fn pass(&mut self) -> Step<()> {
        let mut depth = 1usize;
        while depth > 0 {
            match self.xml.next()? {
                Event::Open(_) => depth += 1,
                Event::Close => depth -= 1,
                Event::Text(_) => {}
                Event::End => return Ok(()),
            }
        }
        Ok(())
    }

    /// The rest of an element that holds no others.
    fn leaf(&mut self, name: &str, remarks: &mut Remarks) -> Step<()> {
        self.children(name, remarks, |_, _, tag| Ok(Child::Strange(tag)))
    }

    fn atom(&mut self, tag: Tag, out: &mut Document) -> Step<Child> {
        if &*tag.name != "data" {
            return Ok(Child::Strange(tag));
        }
        let mut remarks = Vec::new();
        let mut e = Element::new(tag, &mut self.findings);
        let (name, path) = (e.name("name"), e.name("path"));
        e.end(&mut remarks);
        self.leaf("data", &mut remarks)?;
        if let Some(name) = name {
            let path = path.unwrap_or_else(|| Named { text: "".into(), at: name.at });
            out.atoms.push(Atom { name, path, remarks });
        }
        Ok(Child::Taken)
    }

    fn character(&mut self, tag: Tag, out: &mut Document) -> Step<Child> {
        if &*tag.name != "character" {
            return Ok(Child::Strange(tag));
        }
        let mut remarks = Vec::new();
        let mut e = Element::new(tag, &mut self.findings);
        let name = e.name("name");
        let parts = e.wanted("parts").filter(|parts| !parts.text.is_empty());
        let turn = e.turn("rotation", &mut remarks);
        let shown = e.flag("isshow", true);
        e.end(&mut remarks);
        let mut diagrams = Vec::new();
        self.children("character", &mut remarks, |reader, _, tag| {
            reader.diagram(tag, &mut diagrams)
        })?;
        if let Some(name) = name {
            out.characters.push(Character { name, parts, turn, shown, diagrams, remarks });
        }
        Ok(Child::Taken)
    }

    fn diagram(&mut self, tag: Tag, out: &mut Vec<Diagram>) -> Step<Child> {
        if &*tag.name != "statediagram" {
            return Ok(Child::Strange(tag));
        }
        let mut remarks = Vec::new();
        let mut e = Element::new(tag, &mut self.findings);
        let name = e.name("name");
        e.end(&mut remarks);
        let (mut states, mut transitions) = (Vec::new(), Vec::new());
        self.children("statediagram", &mut remarks, |reader, remarks, tag| match &*tag.name {
            "statelist" => {
                reader.whole(tag, remarks, |reader, _, tag| reader.state(tag, &mut states))
            }
            "translist" => reader.whole(tag, remarks, |reader, remarks, tag| {
                reader.transition(tag, &mut transitions, remarks)
            }),
            _ => Ok(Child::Strange(tag)),
        })?;
        if let Some(name) = name {
            out.push(Diagram { name, states, transitions, remarks });
        }
        Ok(Child::Taken)
    }

    fn state(&mut self, tag: Tag, out: &mut Vec<State>) -> Step<Child> {
        if &*tag.name != "state" {
            return Ok(Child::Strange(tag));
        }
        let mut remarks = Vec::new();
        let state = state::state(Element::new(tag, &mut self.findings), &mut remarks);
        self.leaf("state", &mut remarks)?;
        if let Some(state) = state {
            out.push(State { remarks, ..state });
        }
        Ok(Child::Taken)
    }

    fn transition(
        &mut self,
        tag: Tag,
        out: &mut Vec<Transition>,
        remarks: &mut Remarks,
    ) -> Step<Child> {
        if &*tag.name != "trans" {
            return Ok(Child::Strange(tag));
        }
        let found = state::transition(Element::new(tag, &mut self.findings), remarks);
        self.leaf("trans", remarks)?;
        out.extend(found);
        Ok(Child::Taken)
    }

    fn complex(&mut self, tag: Tag, out: &mut Document) -> Step<Child> {
        if &*tag.name != "complex" {
            return Ok(Child::Strange(tag));
        }
        let mut remarks = Vec::new();
        let mut e = Element::new(tag, &mut self.findings);
        let name = e.name("name");
        e.end(&mut remarks);
        let mut members = Vec::new();
        self.children("complex", &mut remarks, |reader, remarks, tag| {
            reader.member(tag, &mut members, remarks)
        })?;
        if let Some(name) = name {
            out.complexes.push(Complex { name, members, remarks });
        }
        Ok(Child::Taken)
    }

    fn member(&mut self, tag: Tag, out: &mut Vec<Member>, remarks: &mut Remarks) -> Step<Child> {
        if &*tag.name != "member" {
            return Ok(Child::Strange(tag));
        }
        let mut e = Element::new(tag, &mut self.findings);
        let character = e.name("character");
        let position = e.three(["x", "y", "z"]);
        let turn = e.turn("rotation", remarks);
        let start = start(&mut e);
        e.end(remarks);
        self.leaf("member", remarks)?;
        out.extend(character.map(|character| Member { character, position, turn, start }));
        Ok(Child::Taken)
    }

    fn group(&mut self, tag: Tag, out: &mut Document) -> Step<Child> {
        if &*tag.name != "group" {
            return Ok(Child::Strange(tag));
        }
        let mut remarks = Vec::new();
        let mut e = Element::new(tag, &mut self.findings);
        let name = e.name("name");
        let shown = e.flag("isshow", true);
        e.end(&mut remarks);
        let mut forks = Vec::new();
        self.children("group", &mut remarks, |reader, remarks, tag| {
            reader.fork(tag, &mut forks, remarks)
        })?;
        if let Some(name) = name {
            out.groups.push(Group { name, shown, forks, remarks });
        }
        Ok(Child::Taken)
    }

    fn fork(&mut self, tag: Tag, out: &mut Vec<Fork>, remarks: &mut Remarks) -> Step<Child> {
        if &*tag.name != "fork" {
            return Ok(Child::Strange(tag));
        }
        let mut e = Element::new(tag, &mut self.findings);
        let character = e.name("character");
        let position = e.three(["x", "y", "z"]);
        let start = start(&mut e);
        e.end(remarks);
        self.leaf("fork", remarks)?;
        out.extend(character.map(|character| Fork { character, position, start }));
        Ok(Child::Taken)
    }

    fn setting(&mut self, tag: Tag, out: &mut Settings, remarks: &mut Remarks) -> Step<Child> {
        let set = match &*tag.name {
            "interval" => settings::interval,
            "room" => settings::room,
            "color" => settings::colors,
            _ => return Ok(Child::Strange(tag)),
        };
        let name = tag.name.clone();
        let mut e = Element::new(tag, &mut self.findings);
        set(&mut e, out, remarks);
        e.end(remarks);
        self.leaf(&name, remarks)?;
        Ok(Child::Taken)
    }
}

/// States that something starts in, by any of the attribute's names.
fn start(e: &mut Element<'_>) -> Option<Named> {
    let all = ["state", "initial", "start"].map(|name| e.maybe(name));
    let mut given = all.into_iter().flatten();
    let first = given.next();
    for other in given {
        e.error(Code::Misplaced, other.at, "the start state is given twice");
    }
    first.filter(|start| !start.text.trim().is_empty())
}

/// Elements and where they belong.
const HOMES: &[(&str, &str)] = &[
    ("objectlist", "islay3d"),
    ("characterlist", "islay3d"),
    ("complexlist", "islay3d"),
    ("grouplist", "islay3d"),
    ("option", "islay3d"),
    ("data", "objectlist"),
    ("character", "characterlist"),
    ("statediagram", "character"),
    ("statelist", "statediagram"),
    ("translist", "statediagram"),
    ("state", "statelist"),
    ("trans", "translist"),
    ("complex", "complexlist"),
    ("member", "complex"),
    ("group", "grouplist"),
    ("fork", "group"),
    ("interval", "option"),
    ("room", "option"),
    ("color", "option"),
];

fn home(name: &str) -> Option<&'static str> {
    HOMES.iter().find(|(known, _)| *known == name).map(|(_, home)| *home)
}
