//! Random trees, drawn from a list of bytes so that failing ones shrink.

mod expression;

use crate::source::Span;
use crate::syntax::ast::*;
use crate::syntax::lexer::is_identifier;
use crate::syntax::word::Word;

/// Choices, made by bytes; when they run out, the first one is taken.
pub struct Choices<'b> {
    bytes: &'b [u8],
    at: usize,
    depth: usize,
}

const NAMES: &[&str] =
    &["a", "Hero", "_x", "左", "é", "x", "self", "a b", "状態　0", "1", "`", "-", "\"q{", "9lives"];

impl<'b> Choices<'b> {
    pub fn new(bytes: &'b [u8]) -> Self {
        Self { bytes, at: 0, depth: 0 }
    }

    pub fn below(&mut self, n: usize) -> usize {
        let byte = self.bytes.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        byte as usize % n
    }

    fn flip(&mut self) -> bool {
        self.below(2) == 1
    }

    fn many<T>(&mut self, most: usize, mut one: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.below(most + 1)).map(|_| one(self)).collect()
    }

    fn some<T>(&mut self, one: impl FnOnce(&mut Self) -> T) -> Option<T> {
        if self.below(3) == 1 { Some(one(self)) } else { None }
    }

    pub fn file(&mut self) -> File {
        File { items: self.many(4, Self::item) }
    }

    /// A name anywhere: words of the language stand in backticks.
    fn name(&mut self) -> Name {
        let mut name = self.plain_name();
        name.quoted |= Word::of(&name.text).is_some();
        name
    }

    /// A name where nothing else may stand: only reserved words need backticks.
    fn plain_name(&mut self) -> Name {
        let text = if self.flip() {
            NAMES[self.below(NAMES.len())]
        } else {
            Word::ALL[self.below(Word::ALL.len())].as_str()
        };
        let reserved = Word::of(text).is_some_and(Word::is_reserved);
        let quoted = reserved || !is_identifier(text) || self.below(4) == 1;
        Name { text: text.into(), quoted, span: Span::default() }
    }

    fn path(&mut self) -> Path {
        let mut names = vec![self.name()];
        names.extend(self.many(2, Self::name));
        Path { names, span: Place::default() }
    }

    fn doc(&mut self) -> Option<crate::source::Text> {
        const DOCS: &[&str] = &["one line", "two\nlines", "", "  indented\n\n/ odd"];
        self.some(|c| DOCS[c.below(DOCS.len())].into())
    }

    fn item(&mut self) -> Item {
        let kind = match self.below(11) {
            0 => ItemKind::Const { name: self.plain_name(), value: self.expr(0) },
            1 => ItemKind::Use(Use {
                what: if self.flip() {
                    UseWhat::Path(self.path())
                } else {
                    UseWhat::File(self.string(false))
                },
                alias: self.some(Self::plain_name),
            }),
            2 => ItemKind::World(self.settings()),
            3 => ItemKind::Atom(Atom {
                name: self.plain_name(),
                shape: self.shape(true),
                clips: self.some(|_| Place::default()),
            }),
            4 => ItemKind::Character(Character {
                name: self.plain_name(),
                params: self.many(2, Self::param),
                was: self.some(Self::plain_name),
                members: self.members(),
            }),
            5 => ItemKind::Diagram(self.diagram()),
            6 => ItemKind::Group(Group { name: self.plain_name(), spawns: self.spawns(0) }),
            7 => ItemKind::Test(Test { name: self.string(false), steps: self.many(5, Self::step) }),
            8 => ItemKind::Hooks(self.string(false)),
            9 => ItemKind::Host(self.many(3, Self::host_entry)),
            _ => ItemKind::Later(["pair", "flow"][self.below(2)]),
        };
        Item { doc: self.doc(), kind, span: Place::default() }
    }

    fn host_entry(&mut self) -> HostEntry {
        use HostKind::{Action, Emit, Function, Input, Message, Signal};
        let kind = [Message, Input, Emit, Action, Signal, Function][self.below(6)];
        let most = if kind.is_called() { 3 } else { 0 };
        let (name, params) = (self.plain_name(), self.many(most, Self::plain_name));
        HostEntry { kind, name, params, span: Place::default() }
    }

    fn settings(&mut self) -> Vec<Setting> {
        let mut settings = Vec::new();
        for number in 0..8 {
            if !self.flip() {
                continue;
            }
            let kind = match number {
                0 => SettingKind::Kind(
                    [WorldKind::Space, WorldKind::Ground, WorldKind::Room][self.below(3)],
                ),
                1 => SettingKind::Size(self.three()),
                2 => SettingKind::Colour(Surface::Floor, self.colour()),
                3 => SettingKind::Tick(self.time()),
                4 => SettingKind::Seed(self.operand()),
                5 => SettingKind::Camera {
                    of: self.some(Self::plain_name),
                    placement: self.placement(),
                    look: self.some(Self::three),
                    fov: self.some(Self::operand),
                },
                6 => SettingKind::Light { direction: self.three(), color: self.some(Self::colour) },
                _ => SettingKind::Colour(Surface::Roof, self.colour()),
            };
            settings.push(Setting { kind, span: Place::default() });
        }
        settings
    }

    fn param(&mut self) -> Param {
        const KINDS: &[ParamKind] =
            &[ParamKind::Number, ParamKind::Who, ParamKind::Time, ParamKind::Clip];
        Param {
            name: self.plain_name(),
            kind: self.some(|c| KINDS[c.below(KINDS.len())]),
            default: self.some(|c| c.expr(0)),
        }
    }

    fn shape(&mut self, placed: bool) -> Shape {
        let base = match self.below(8) {
            0 => Base::Ball(self.operand()),
            1 => Base::Box(self.three()),
            2 => Base::Cylinder(self.two()),
            3 => Base::Cone(self.two()),
            4 => Base::Capsule(self.two()),
            5 => Base::Plane(self.two()),
            6 => Base::File(self.string(false)),
            _ => Base::Text(self.string(true), self.operand()),
        };
        Shape {
            base,
            color: self.some(Self::colour),
            texture: self.some(|c| c.string(false)),
            placement: if placed { self.placement() } else { Placement::default() },
            span: Place::default(),
        }
    }

    fn placement(&mut self) -> Placement {
        Placement {
            at: self.some(Self::three),
            turn: self.some(Self::three),
            scale: self.some(Self::scale),
            span: Place::default(),
        }
    }

    fn scale(&mut self) -> Scale {
        if self.flip() {
            return Scale::One(Box::new(self.operand()));
        }
        let (a, b) = (self.optional(), self.optional());
        Scale::Three(Box::new([self.operand(), a, b]))
    }

    /// A colour stands first: behind a shape it is the shape's.
    fn members(&mut self) -> Vec<Member> {
        let mut members = self.many(4, Self::member);
        members.sort_by_key(|member| !matches!(member.kind, MemberKind::Color(_)));
        members
    }

    fn member(&mut self) -> Member {
        let kind = match self.below(11) {
            0 => MemberKind::Solid,
            1 => MemberKind::Hidden,
            2 => MemberKind::ShapeOf(self.path()),
            3 => MemberKind::Shape(Box::new(self.shape(true))),
            4 => MemberKind::Color(self.colour()),
            5 => MemberKind::Part(Part {
                name: self.plain_name(),
                what: if self.flip() {
                    PartWhat::Path(self.path(), self.args(0))
                } else {
                    PartWhat::Shape(Box::new(self.shape(false)))
                },
                placement: self.placement(),
                bone: self.some(Self::plain_name),
                start: self.many(2, Self::path),
            }),
            6 => MemberKind::Var { name: self.plain_name(), value: self.expr(0) },
            7 => MemberKind::Diagram(self.diagram()),
            8 => MemberKind::Run {
                path: self.path(),
                args: self.args(0),
                alias: self.some(Self::plain_name),
            },
            9 => MemberKind::Bounds(match self.below(3) {
                0 => Bounds::Auto,
                1 => Bounds::None,
                _ => Bounds::Box(self.three(), self.placement()),
            }),
            _ => MemberKind::Screen(ScreenV::Middle, ScreenH::Center),
        };
        Member { doc: self.doc(), kind, span: Place::default() }
    }

    fn diagram(&mut self) -> Diagram {
        Diagram {
            name: self.plain_name(),
            params: self.many(2, Self::param),
            was: self.some(Self::plain_name),
            fade: self.some(|_| Place::default()),
            edges: self.many(2, Self::edge),
            states: self.many(3, |c| c.state(0)),
        }
    }

    fn state(&mut self, depth: usize) -> State {
        let states = if depth < 3 { self.many(2, |c| c.state(depth + 1)) } else { Vec::new() };
        let mut edges = self.many(3, Self::edge);
        if states.is_empty() && self.flip() {
            let (arrow, span) = (Some(self.arrow()), Place::default());
            let actions = self.many(2, |c| c.action(false));
            edges.push(Edge { head: EdgeHead::Else, actions, arrow, span });
        }
        State {
            doc: self.doc(),
            name: self.plain_name(),
            was: self.some(Self::plain_name),
            actions: self.many(3, |c| c.action(true)),
            edges,
            states,
            span: Place::default(),
        }
    }

    fn edge(&mut self) -> Edge {
        let condition = self.some(|c| c.expr(0));
        let head = match self.below(4) {
            0 => EdgeHead::On(self.expr(0)),
            1 => EdgeHead::After(self.time(), condition),
            2 => EdgeHead::Enter(condition),
            _ => EdgeHead::Exit(condition),
        };
        let reaction = matches!(head, EdgeHead::Enter(_) | EdgeHead::Exit(_));
        let arrow = (!reaction && self.flip()).then(|| self.arrow());
        let mut actions = self.many(2, |c| c.action(false));
        if arrow.is_none() && actions.is_empty() {
            actions.push(self.action(false));
        }
        Edge { head, actions, arrow, span: Place::default() }
    }

    fn arrow(&mut self) -> Arrow {
        let target = match self.below(5) {
            0 => Target::State(self.path()),
            1 => Target::Last(self.path()),
            2 => Target::Back,
            3 => Target::Again,
            _ => {
                let mut targets = vec![(self.path(), self.some(Self::optional))];
                targets.extend(self.many(2, |c| (c.path(), c.some(Self::optional))));
                Target::OneOf(targets)
            }
        };
        Arrow {
            target,
            fade: self.some(|_| Place::default()),
            except: self.many(2, Self::path),
            span: Place::default(),
        }
    }

    fn spawns(&mut self, depth: usize) -> Vec<Spawn> {
        self.many(3, |c| {
            if depth < 3 && c.below(4) == 1 {
                return Spawn::Repeat {
                    count: c.operand(),
                    counter: c.some(Self::plain_name),
                    spawns: c.spawns(depth + 1),
                    span: Place::default(),
                };
            }
            Spawn::One(SpawnOne {
                what: c.path(),
                args: c.args(0),
                placement: c.placement(),
                start: c.many(2, Self::path),
                alias: c.some(Self::plain_name),
                span: Place::default(),
            })
        })
    }

    fn step(&mut self) -> Step {
        let kind = match self.below(14) {
            0 => StepKind::Run(self.time()),
            1 => StepKind::RunUntil(self.expr(0), self.time()),
            2 => StepKind::Press(self.plain_name()),
            3 => StepKind::Release(self.plain_name()),
            4 => StepKind::Hold(self.plain_name(), self.time()),
            5 => StepKind::Click(self.who(0)),
            6 => StepKind::Send {
                message: self.plain_name(),
                value: self.some(|c| c.expr(0)),
                to: self.receiver(),
            },
            7 => StepKind::Set(self.reference(0), self.expr(0)),
            8 => StepKind::Do(self.reference(0), self.many(2, |c| c.action(true))),
            9 => StepKind::Expect(self.expr(0)),
            10 => StepKind::ExpectNear(self.expr(0), self.expr(0), self.some(Self::operand)),
            11 => StepKind::ExpectLog(self.string(false)),
            12 => StepKind::Input(self.plain_name(), self.expr(0)),
            _ => StepKind::Later("start"),
        };
        Step { kind, span: Place::default() }
    }

    fn action(&mut self, in_state: bool) -> Action {
        let _ = in_state;
        let kind = self.action_kind();
        let mut mods = Mods::default();
        use ActionKind::{Assign, Color, Move, Orient, Place as Put, Reset, Rotate, Scale};
        if matches!(kind, Move(_) | Rotate(_)) {
            mods.frame = self.some(|_| (Frame::World, Place::default()));
        }
        if matches!(kind, Put(_) | Orient(_) | Reset(_)) {
            mods.cut = self.some(|_| Place::default());
        }
        let set = matches!(kind, Assign { op: AssignOp::Set | AssignOp::Add, .. });
        if set || matches!(kind, Move(_) | Rotate(_) | Scale(_) | Color(_) | Put(_) | Orient(_)) {
            mods.timed = self.some(|c| Timed {
                time: c.time(),
                ease: [Ease::Linear, Ease::InOut, Ease::In, Ease::Out][c.below(4)],
                span: Place::default(),
            });
        }
        Action { kind, mods, span: Place::default() }
    }

    fn action_kind(&mut self) -> ActionKind {
        match self.below(23) {
            0 => ActionKind::Show,
            1 => ActionKind::Move(self.operands(6)),
            2 => ActionKind::Rotate(self.operands(3)),
            3 => ActionKind::Place(self.operands(3)),
            4 => ActionKind::Scale(self.scale()),
            5 => ActionKind::Orient(self.three()),
            6 => ActionKind::Reset(ResetWhat::Scale),
            7 => ActionKind::Face(self.aim(), self.some(|c| Box::new(c.optional()))),
            8 => ActionKind::Approach(self.aim(), Box::new(self.operand())),
            9 => ActionKind::Color(Box::new(self.colour())),
            10 => ActionKind::Send {
                message: self.plain_name(),
                value: self.some(|c| Box::new(c.expr(0))),
                to: self.receiver(),
                delay: self.some(|c| Box::new(c.time())),
            },
            11 => ActionKind::Fork(Box::new(Fork {
                what: self.path(),
                args: self.args(0),
                placement: self.placement(),
                start: self.many(2, Self::path),
                alias: self.some(Self::plain_name),
                in_world: self.some(|_| Place::default()),
            })),
            12 => ActionKind::Become {
                what: self.path(),
                args: self.args(0),
                start: self.many(2, Self::path),
            },
            13 => ActionKind::Vanish(self.some(|c| Box::new(c.who(0)))),
            14 => ActionKind::Detach(self.some(|c| Box::new(c.who(0)))),
            15 => ActionKind::Attach {
                what: Box::new(self.who(0)),
                to: self.some(|c| Box::new(c.who(0))),
                bone: self.some(Self::plain_name),
                placement: self.placement(),
            },
            16 => ActionKind::Assign {
                name: self.plain_name(),
                op: [AssignOp::Set, AssignOp::Add, AssignOp::Div][self.below(3)],
                value: Box::new(self.in_list(0)),
            },
            17 => ActionKind::Log(self.many(2, |c| c.expr(0))),
            18 => ActionKind::Emit { name: self.plain_name(), args: self.many(2, |c| c.expr(0)) },
            19 => ActionKind::Sound(self.string(false)),
            20 => ActionKind::Call { name: self.plain_name(), args: self.many(2, |c| c.expr(0)) },
            21 => {
                [ActionKind::Hide, ActionKind::Restart, ActionKind::Finish][self.below(3)].clone()
            }
            _ => {
                let words = ["play", "blend", "offer", "start", "pause", "resume", "stop"];
                ActionKind::Later(words[self.below(words.len())])
            }
        }
    }

    fn operands(&mut self, axes: usize) -> Operands {
        use Axis::{Forward, Right, Up, X, Y, Z};
        if self.flip() {
            let axis = [X, Y, Z, Forward, Right, Up][self.below(axes)];
            return Operands::Axis(axis, Box::new(self.operand()));
        }
        let mut three = self.three();
        if let Expr { kind: ExprKind::Ref(first), .. } = &mut three[0] {
            first.name.quoted = true;
        }
        if let ExprKind::PerSecond(inner) = &mut three[0].kind
            && let ExprKind::Ref(first) = &mut inner.kind
        {
            first.name.quoted = true;
        }
        Operands::Three(three)
    }

    fn aim(&mut self) -> Aim {
        if self.flip() { Aim::At(self.three()) } else { Aim::Who(Box::new(self.who(0))) }
    }

    fn receiver(&mut self) -> SendTo {
        match self.below(5) {
            0 => SendTo::All,
            1 => SendTo::Up,
            2 => SendTo::Down,
            3 => SendTo::Parts,
            _ => SendTo::Who(Box::new(self.who(0))),
        }
    }
}
