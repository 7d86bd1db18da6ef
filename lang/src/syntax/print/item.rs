//! The text of items, shapes, characters, groups and tests.

use super::Printer;
use crate::syntax::ast::*;
use crate::syntax::word::Word;

/// Words that begin a shape, where a name may stand as well.
const SHAPES: &[Word] =
    &[Word::Box, Word::Ball, Word::Cylinder, Word::Cone, Word::Capsule, Word::Plane, Word::Text];

impl Printer {
    pub(super) fn item(&mut self, item: &Item) {
        self.doc(item.doc.as_deref());
        match &item.kind {
            ItemKind::Use(used) => {
                self.word("use");
                match &used.what {
                    UseWhat::File(file) => self.string(file),
                    UseWhat::Path(path) => self.path(path),
                }
                self.given("as", used.alias.as_ref());
            }
            ItemKind::Const { name, value } => {
                self.word("const");
                self.name(name);
                self.word("=");
                self.whole(value);
            }
            ItemKind::World(settings) => {
                self.word("world");
                self.block(settings, |p, setting| p.setting(&setting.kind));
            }
            ItemKind::Atom(atom) => {
                self.word("atom");
                self.name(&atom.name);
                self.word("=");
                self.shape(&atom.shape);
                if atom.clips.is_some() {
                    self.word("{ }");
                }
            }
            ItemKind::Character(character) => self.character(character),
            ItemKind::Diagram(diagram) => self.diagram(diagram),
            ItemKind::Group(group) => {
                self.word("group");
                self.name(&group.name);
                self.block(&group.spawns, Self::spawn);
            }
            ItemKind::Test(test) => {
                self.word("test");
                self.string(&test.name);
                self.block(&test.steps, |p, step| p.step(&step.kind));
            }
            ItemKind::Hooks(script) => {
                self.word("hooks");
                self.string(script);
            }
            ItemKind::Host(entries) => {
                self.word("host");
                self.block(entries, Self::host_entry);
            }
            ItemKind::Later(word) => self.later_item(word),
        }
        self.line();
    }

    fn later_item(&mut self, word: &str) {
        self.word(word);
        match word {
            "pair" => self.word("a with b"),
            _ => self.word("a { }"),
        }
    }

    fn host_entry(&mut self, entry: &HostEntry) {
        self.word(entry.kind.word());
        self.name(&entry.name);
        if entry.kind.is_called() {
            self.glued("(");
            self.glue = true;
            self.list(&entry.params, Self::name);
            self.glued(")");
        }
    }

    fn setting(&mut self, setting: &SettingKind) {
        match setting {
            SettingKind::Kind(kind) => self.word(match kind {
                WorldKind::Space => "kind space",
                WorldKind::Ground => "kind ground",
                WorldKind::Room => "kind room",
            }),
            SettingKind::Size(size) => {
                self.word("size");
                self.operands(&size[..]);
            }
            SettingKind::Colour(surface, colour) => {
                self.word(match surface {
                    Surface::Background => "background",
                    Surface::Floor => "floor",
                    Surface::Wall => "wall",
                    Surface::Roof => "roof",
                });
                self.colour(colour);
            }
            SettingKind::Tick(time) => {
                self.word("tick");
                self.time(time);
            }
            SettingKind::Seed(seed) => {
                self.word("seed");
                self.operand(seed);
            }
            SettingKind::Camera { of, placement, look, fov } => {
                self.word("camera");
                self.given("of", of.as_ref());
                self.placement(placement);
                self.triple("look", look.as_ref());
                if let Some(fov) = fov {
                    self.word("fov");
                    self.operand(fov);
                }
            }
            SettingKind::Light { direction, color } => {
                self.triple("light", Some(direction));
                self.colour_clause(color.as_ref());
            }
            SettingKind::Pairing(how) => {
                self.word("pairing");
                self.name(how);
            }
        }
    }

    fn triple(&mut self, word: &str, operands: Option<&Three>) {
        if let Some(operands) = operands {
            self.word(word);
            self.operands(&operands[..]);
        }
    }

    fn colour_clause(&mut self, colour: Option<&Expr>) {
        if let Some(colour) = colour {
            self.word("color");
            self.colour(colour);
        }
    }

    pub(super) fn placement(&mut self, placement: &Placement) {
        self.triple("at", placement.at.as_ref());
        self.triple("turn", placement.turn.as_ref());
        if let Some(scale) = &placement.scale {
            self.word("scale");
            self.scale(scale);
        }
    }

    pub(super) fn scale(&mut self, scale: &Scale) {
        match scale {
            Scale::One(factor) => self.operand(factor),
            Scale::Three(factors) => {
                let [x, y, z] = &**factors;
                self.operand(x);
                self.optional(Some(y));
                self.optional(Some(z));
            }
        }
    }

    fn shape(&mut self, shape: &Shape) {
        self.base(&shape.base);
        self.colour_clause(shape.color.as_ref());
        if let Some(texture) = &shape.texture {
            self.word("texture");
            self.string(texture);
        }
        self.placement(&shape.placement);
    }

    fn base(&mut self, base: &Base) {
        let (word, operands) = match base {
            Base::Box(size) => ("box", &size[..]),
            Base::Ball(radius) => ("ball", std::slice::from_ref(radius)),
            Base::Cylinder(size) => ("cylinder", &size[..]),
            Base::Cone(size) => ("cone", &size[..]),
            Base::Capsule(size) => ("capsule", &size[..]),
            Base::Plane(size) => ("plane", &size[..]),
            Base::File(file) => return self.string(file),
            Base::Text(text, size) => {
                self.word("text");
                self.string(text);
                return self.operand(size);
            }
        };
        self.word(word);
        self.operands(operands);
    }

    fn character(&mut self, character: &Character) {
        self.word("character");
        self.name(&character.name);
        self.params(&character.params);
        self.given("was", character.was.as_ref());
        self.block(&character.members, |p, member| {
            p.doc(member.doc.as_deref());
            p.member(&member.kind);
        });
    }

    pub(super) fn params(&mut self, params: &[Param]) {
        if params.is_empty() {
            return;
        }
        self.glued("(");
        self.glue = true;
        self.list(params, |p, param| {
            p.name(&param.name);
            if let Some(kind) = param.kind {
                p.glued(":");
                p.word(param_kind(kind));
            }
            if let Some(default) = &param.default {
                p.word("=");
                p.whole(default);
            }
        });
        self.glued(")");
    }

    fn member(&mut self, member: &MemberKind) {
        match member {
            MemberKind::ShapeOf(path) => {
                self.word("shape");
                self.path_beside(path, SHAPES);
            }
            MemberKind::Shape(shape) => {
                self.word("shape");
                self.shape(shape);
            }
            MemberKind::Color(colour) => self.colour_clause(Some(colour)),
            MemberKind::Part(part) => self.part(part),
            MemberKind::Var { name, value } => {
                self.word("var");
                self.name(name);
                self.word("=");
                self.whole(value);
            }
            MemberKind::Diagram(diagram) => self.diagram(diagram),
            MemberKind::Run { path, args, alias } => {
                self.word("run");
                self.path(path);
                self.args(args);
                self.given("as", alias.as_ref());
            }
            MemberKind::Bounds(bounds) => self.bounds(bounds),
            MemberKind::Hidden => self.word("hidden"),
            MemberKind::Solid => self.word("solid"),
            MemberKind::Screen(vertical, horizontal) => {
                self.word("screen");
                self.word(match vertical {
                    ScreenV::Top => "top",
                    ScreenV::Middle => "middle",
                    ScreenV::Bottom => "bottom",
                });
                self.word(match horizontal {
                    ScreenH::Left => "left",
                    ScreenH::Center => "center",
                    ScreenH::Right => "right",
                });
            }
        }
    }

    fn part(&mut self, part: &Part) {
        self.word("part");
        self.name(&part.name);
        self.glued(":");
        match &part.what {
            PartWhat::Path(path, args) => {
                self.path_beside(path, SHAPES);
                self.args(args);
            }
            PartWhat::Shape(shape) => self.shape(shape),
        }
        self.placement(&part.placement);
        self.given("bone", part.bone.as_ref());
        self.start(&part.start);
    }

    fn bounds(&mut self, bounds: &Bounds) {
        self.word("bounds");
        match bounds {
            Bounds::Auto => self.word("auto"),
            Bounds::None => self.word("none"),
            Bounds::Box(size, placement) => {
                self.triple("box", Some(size));
                self.placement(placement);
            }
        }
    }

    fn start(&mut self, start: &[Path]) {
        if !start.is_empty() {
            self.word("start");
            self.paths(start);
        }
    }

    fn spawn(&mut self, spawn: &Spawn) {
        match spawn {
            Spawn::One(one) => {
                self.path_beside(&one.what, &[Word::Repeat]);
                self.args(&one.args);
                self.placement(&one.placement);
                self.start(&one.start);
                self.given("as", one.alias.as_ref());
            }
            Spawn::Repeat { count, counter, spawns, .. } => {
                self.word("repeat");
                self.operand(count);
                self.given("as", counter.as_ref());
                self.block(spawns, Self::spawn);
            }
        }
    }

    fn step(&mut self, step: &StepKind) {
        match step {
            StepKind::Run(time) => {
                self.word("run");
                self.time(time);
            }
            StepKind::RunUntil(condition, most) => {
                self.word("run until");
                self.whole(condition);
                self.word("max");
                self.time(most);
            }
            StepKind::Press(key) => self.key("press", key),
            StepKind::Release(key) => self.key("release", key),
            StepKind::Hold(key, time) => {
                self.key("hold", key);
                self.word("for");
                self.time(time);
            }
            StepKind::Click(who) => {
                self.word("click");
                self.who(who, &[]);
            }
            StepKind::Send { message, value, to } => {
                self.message(message, value.as_ref(), to);
            }
            StepKind::Set(variable, value) => {
                self.word("set");
                self.reference(variable);
                self.word("=");
                self.whole(value);
            }
            StepKind::Do(who, actions) => {
                self.reference(who);
                self.action_list(actions);
            }
            StepKind::Fork(action) => self.action(action),
            StepKind::Expect(_) | StepKind::ExpectNear(..) | StepKind::ExpectLog(_) => {
                self.expect(step);
            }
            StepKind::Ask(of, what) => {
                self.word("ask");
                of.iter().for_each(|of| self.reference(of));
                self.whole(what);
            }
            StepKind::Input(name, value) => {
                self.word("input");
                self.name(name);
                self.word("=");
                self.whole(value);
            }
            StepKind::Later(word) => {
                self.word(word);
                self.word("a");
            }
        }
    }

    fn expect(&mut self, step: &StepKind) {
        self.word("expect");
        match step {
            StepKind::Expect(condition) => self.whole(condition),
            StepKind::ExpectNear(left, right, within) => {
                self.whole(left);
                self.word("~");
                self.whole(right);
                if let Some(within) = within {
                    self.word("within");
                    self.operand(within);
                }
            }
            StepKind::ExpectLog(text) => {
                self.word("log");
                self.string(text);
            }
            _ => {}
        }
    }

    /// A digit stands for its key.
    fn key(&mut self, word: &str, key: &Name) {
        self.word(word);
        let digit = key.text.len() == 1 && key.text.starts_with(|c: char| c.is_ascii_digit());
        if digit && !key.quoted { self.word(&key.text) } else { self.name(key) }
    }
}

fn param_kind(kind: ParamKind) -> &'static str {
    match kind {
        ParamKind::Number => "number",
        ParamKind::Flag => "flag",
        ParamKind::Who => "who",
        ParamKind::Time => "time",
        ParamKind::Colour => "colour",
        ParamKind::Key => "key",
        ParamKind::Message => "message",
        ParamKind::Character => "character",
        ParamKind::Clip => "clip",
    }
}
