//! Expressions as text.
//!
//! In: an expression and the character and diagram it stands in. Out: one line. Operators are in
//! parentheses, so that nothing must be known to read it.

use crate::hir::model::{
    BinaryOp, Character, CharacterId, Diagram, DiagramId, EmitArg, Expr, ExprKind as K, HookId,
    InputId, MessageId, Model, Piece, Placement, Selector, SendTo, StateId, VarId, What,
};

/// Where an expression stands.
#[derive(Clone, Copy)]
pub(super) struct Names<'m> {
    pub model: &'m Model,
    pub character: Option<&'m Character>,
    pub diagram: Option<&'m Diagram>,
}

impl Names<'_> {
    /// One expression.
    pub fn expr(&self, e: &Expr) -> String {
        match &e.kind {
            K::Number(v) => format!("{v}"),
            K::Flag(v) => format!("{v}"),
            K::Colour(c) => format!("#{c:08x}"),
            K::Nobody => "nobody".to_owned(),
            K::Var(id) => self.var(*id),
            K::Loop(id) => format!("i{}", id.0),
            K::Own(pose) => format!("own.{pose:?}"),
            K::Elapsed(level) => format!("elapsed{level}"),
            K::Time => "time".to_owned(),
            K::SelfRef => "self".to_owned(),
            K::Named(name, n) => numbered(name, *n),
            K::OwnIs(d, s) => self.own_is(*d, *s),
            K::Key(k) => format!("key({})", k.name()),
            K::Pressed(k) => format!("pressed({})", k.name()),
            K::Released(k) => format!("released({})", k.name()),
            K::Click { button, anywhere } => {
                format!("click({button:?}{})", if *anywhere { " anywhere" } else { "" })
            }
            K::Hover => "hover".to_owned(),
            K::Message(m) => format!("message({})", self.message(*m)),
            K::Received(m) => format!("received({})", self.message(*m)),
            K::Value(m) => format!("value({})", self.message(*m)),
            K::Sender(m) => format!("sender({})", self.message(*m)),
            K::Done(slots, level) => format!("done{level}{slots:?}"),
            _ => self.composed(e),
        }
    }

    fn composed(&self, e: &Expr) -> String {
        let x = |e: &Expr| self.expr(e);
        match &e.kind {
            K::Neg(a) => format!("-{}", x(a)),
            K::Not(a) => format!("not {}", x(a)),
            K::Binary(op, a, b) => format!("({} {} {})", x(a), operator(*op), x(b)),
            K::If(c, a, b) => format!("(if {} then {} else {})", x(c), x(a), x(b)),
            K::Native(id, args) => {
                let args: Vec<String> = args.iter().map(x).collect();
                format!("{}({})", id.native().name, args.join(", "))
            }
            K::Random(a, b, _) => format!("random({}, {})", x(a), x(b)),
            K::Pick(a, b, _) => format!("pick({}, {})", x(a), x(b)),
            K::Chance(p, _) => format!("chance({})", x(p)),
            K::Parent(a) => format!("{}.parent", x(a)),
            K::Child(a, name) => format!("{}.{name}", x(a)),
            K::Field { of, name, pose } => {
                format!("{}.{name}{}", x(of), if pose.is_some() { "'" } else { "" })
            }
            K::Is { of, diagram, state } => format!("{}.{diagram} is {state}", x(of)),
            K::Nearest(s) => format!("nearest({})", self.selector(s)),
            K::Other(s) => format!("other({})", self.selector(s)),
            K::Count(s) => format!("count({})", self.selector(s)),
            K::Distance(s) => format!("distance({})", self.selector(s)),
            K::Bearing(s) => format!("bearing({})", self.selector(s)),
            K::Contact(phase, s) => {
                format!("{}({})", format!("{phase:?}").to_lowercase(), self.selector(s))
            }
            K::Every(t, level) => format!("every{level}({})", x(t)),
            K::After(t, level) => format!("after{level}({})", x(t)),
            K::Input(input) => format!("input({})", self.input(*input)),
            K::Hook(hook, args, _) => format!("hook {}", self.called(*hook, args)),
            K::Ask(hook, args) => {
                let args: Vec<String> = args.iter().map(|a| self.expr(a)).collect();
                format!("{}({})", self.hook(*hook), args.join(", "))
            }
            _ => String::new(),
        }
    }

    fn var(&self, id: VarId) -> String {
        let var = self.character.and_then(|c| c.vars.get(id.index()));
        var.map_or_else(|| format!("var{}", id.0), |v| v.name.to_string())
    }

    /// The variable of that number.
    pub fn variable(&self, id: VarId) -> String {
        self.var(id)
    }

    fn own_is(&self, d: DiagramId, s: StateId) -> String {
        let diagram = self.character.and_then(|c| c.diagrams.get(d.index()));
        let found =
            diagram.and_then(|d| Some(format!("{} is {}", d.name, d.states.get(s.index())?.path)));
        // while the diagram itself is being built elsewhere it has a number alone
        found.unwrap_or_else(|| format!("diagram{} is state{}", d.0, s.0))
    }

    /// A state of the diagram.
    pub fn state(&self, id: StateId) -> String {
        let state = self.diagram.and_then(|d| d.states.get(id.index()));
        state.map_or_else(|| format!("state{}", id.0), |s| s.path.to_string())
    }

    /// A number of the host.
    pub fn input(&self, id: InputId) -> &str {
        self.model.host.inputs.get(id.index()).map_or("?", |name| name)
    }

    /// A function of a script with its arguments.
    pub fn called(&self, id: HookId, args: &[EmitArg]) -> String {
        format!("{}({})", self.hook(id), self.arguments(args))
    }

    fn hook(&self, id: HookId) -> String {
        let hook = self.model.hooks.get(id.index());
        hook.map_or_else(String::new, |h| match &*h.script {
            "" => format!("host:{}", h.name),
            script => format!("{script}:{}", h.name),
        })
    }

    /// Arguments of `emit`, `call` or `hook`.
    pub fn arguments(&self, args: &[EmitArg]) -> String {
        let shown = |arg: &EmitArg| match arg {
            EmitArg::Text(text) => self.text(text),
            EmitArg::Value(e) => self.expr(e),
        };
        args.iter().map(shown).collect::<Vec<_>>().join(", ")
    }

    fn message(&self, id: MessageId) -> &str {
        self.model.messages.get(id.index()).map_or("?", |m| m)
    }

    /// A selector.
    pub fn selector(&self, s: &Selector) -> String {
        let mut out = match &s.what {
            What::Class(id) => {
                self.model.classes.get(id.index()).map_or("?", |c| &c.name).to_owned()
            }
            What::Group(id) => {
                self.model.groups.get(id.index()).map_or("?", |g| &g.name).to_owned()
            }
            What::Named(name, n) => format!("the {}", numbered(name, *n)),
            What::Ref(e) => self.expr(e),
            What::Anyone => "anyone".to_owned(),
            What::Boundary(set) => format!("boundary {:06b}", set.0),
            What::Any => "any".to_owned(),
        };
        if let Some(e) = &s.within {
            out += &format!(" within {}", self.expr(e));
        }
        if let Some(e) = &s.ahead {
            out += &format!(" ahead {}", self.expr(e));
        }
        if let Some(side) = s.side {
            out += &format!(" {side:?}").to_lowercase();
        }
        out
    }

    /// What is sent, and where to.
    pub fn sent(&self, message: MessageId, value: Option<&Expr>, to: &SendTo) -> String {
        let value = value.map(|e| format!("({})", self.expr(e))).unwrap_or_default();
        let to = match to {
            SendTo::All => "all".to_owned(),
            SendTo::Up => "up".to_owned(),
            SendTo::Down => "down".to_owned(),
            SendTo::Parts => "parts".to_owned(),
            SendTo::Class(id) => {
                self.model.classes.get(id.index()).map_or("?", |c| &c.name).to_owned()
            }
            SendTo::Group(id) => {
                self.model.groups.get(id.index()).map_or("?", |g| &g.name).to_owned()
            }
            SendTo::Named(name, n) => format!("the {}", numbered(name, *n)),
            SendTo::Ref(e) => self.expr(e),
            SendTo::Selector(s) => format!("all of {}", self.selector(s)),
        };
        format!("{}{value} to {to}", self.message(message))
    }

    /// A text with values inside.
    pub fn text(&self, pieces: &[Piece]) -> String {
        let all: Vec<String> = pieces
            .iter()
            .map(|p| match p {
                Piece::Text(text) => format!("{text:?}"),
                Piece::Expr(e) => self.expr(e),
            })
            .collect();
        if all.is_empty() { "\"\"".to_owned() } else { all.join(" ") }
    }

    /// A character by its name and number.
    pub fn character_name(&self, id: CharacterId) -> String {
        let name = self.model.characters.get(id.index()).map_or("?", |c| &c.name);
        format!("{name}@{}", id.0)
    }

    /// A character with arguments and initial states.
    pub fn made(
        &self,
        id: CharacterId,
        args: &[(VarId, Expr)],
        start: &[(DiagramId, StateId)],
    ) -> String {
        let whose = Names { character: self.model.characters.get(id.index()), ..*self };
        let args: Vec<String> =
            args.iter().map(|(v, e)| format!("{}: {}", whose.var(*v), self.expr(e))).collect();
        let start: Vec<String> = start.iter().map(|(d, s)| whose.own_is(*d, *s)).collect();
        let mut out = self.character_name(id);
        if !args.is_empty() {
            out += &format!("({})", args.join(", "));
        }
        if !start.is_empty() {
            out += &format!(" start {}", start.join(", "));
        }
        out
    }

    /// What of a placement is not that of the frame.
    pub fn placement(&self, p: &Placement) -> String {
        let mut out = String::new();
        for (word, values, usual) in
            [("at", &p.at, 0.0), ("turn", &p.turn, 0.0), ("scale", &p.scale, 1.0)]
        {
            if values.iter().any(|e| !matches!(e.kind, K::Number(v) if v == usual)) {
                out += &format!(" {word} {}", self.three(values));
            }
        }
        out
    }

    /// Three operands.
    pub fn three(&self, values: &[Expr; 3]) -> String {
        values.each_ref().map(|e| self.expr(e)).join(" ")
    }
}

fn numbered(name: &str, n: Option<u32>) -> String {
    n.map_or_else(|| format!("oldest {name}"), |n| format!("{name}#{n}"))
}

fn operator(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Or => "or",
        BinaryOp::And => "and",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::Lt => "<",
        BinaryOp::Le => "<=",
        BinaryOp::Gt => ">",
        BinaryOp::Ge => ">=",
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
    }
}
