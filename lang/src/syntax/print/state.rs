//! The text of diagrams, edges and actions.

use super::Printer;
use crate::syntax::ast::*;
use crate::syntax::word::Word;

impl Printer {
    pub(super) fn diagram(&mut self, diagram: &Diagram) {
        self.word("diagram");
        self.name(&diagram.name);
        self.params(&diagram.params);
        self.given("was", diagram.was.as_ref());
        self.fade(diagram.fade.is_some());
        self.word("{");
        self.line();
        for edge in &diagram.edges {
            self.edge(edge);
            self.line();
        }
        self.states(&diagram.states);
        self.word("}");
    }

    fn states(&mut self, states: &[State]) {
        for state in states {
            self.state(state);
            self.line();
        }
    }

    fn state(&mut self, state: &State) {
        self.doc(state.doc.as_deref());
        self.word("state");
        self.name(&state.name);
        self.given("was", state.was.as_ref());
        if !state.actions.is_empty() {
            self.action_list(&state.actions);
        }
        for edge in &state.edges {
            self.edge(edge);
        }
        if !state.states.is_empty() {
            self.word("{");
            self.line();
            self.states(&state.states);
            self.word("}");
        }
    }

    /// A fade comes later; the shortest one stands for it.
    fn fade(&mut self, given: bool) {
        if given {
            self.word("fade cut");
        }
    }

    fn edge(&mut self, edge: &Edge) {
        match &edge.head {
            EdgeHead::On(condition) => {
                self.word("on");
                self.condition(condition);
            }
            EdgeHead::After(time, condition) => {
                self.word("after");
                self.time(time);
                self.only_if(condition.as_ref());
            }
            EdgeHead::Enter(condition) => {
                self.word("on enter");
                self.only_if(condition.as_ref());
            }
            EdgeHead::Exit(condition) => {
                self.word("on exit");
                self.only_if(condition.as_ref());
            }
            EdgeHead::Else => self.word("else"),
        }
        if !edge.actions.is_empty() {
            self.word("do");
            self.list(&edge.actions, Self::action);
        }
        if let Some(arrow) = &edge.arrow {
            self.arrow(arrow);
        }
    }

    /// A condition behind `on`, where `enter` and `exit` are taken for themselves.
    fn condition(&mut self, condition: &Expr) {
        let from = self.out.len();
        self.whole(condition);
        for word in ["enter", "exit"] {
            let rest = self.out.get(from + 1..).unwrap_or_default();
            let whole = rest.strip_prefix(word).is_some_and(|behind| {
                !behind.starts_with(|c: char| unicode_ident::is_xid_continue(c))
            });
            if whole {
                self.out.replace_range(from + 1..from + 1 + word.len(), &format!("`{word}`"));
            }
        }
    }

    fn only_if(&mut self, condition: Option<&Expr>) {
        if let Some(condition) = condition {
            self.word("if");
            self.whole(condition);
        }
    }

    fn arrow(&mut self, arrow: &Arrow) {
        self.word("->");
        match &arrow.target {
            Target::State(path) => self.target(path),
            Target::Last(path) => {
                self.path(path);
                self.glued(".last");
            }
            Target::Back => self.word("back"),
            Target::Again => self.word("again"),
            Target::OneOf(targets) => {
                self.word("one of");
                self.list(targets, |p, (path, weight)| {
                    p.path(path);
                    p.optional(weight.as_ref());
                });
            }
        }
        self.fade(arrow.fade.is_some());
        if !arrow.except.is_empty() {
            self.word("except");
            self.paths(&arrow.except);
        }
    }

    /// A state whose last name is `last` needs backticks there.
    fn target(&mut self, path: &Path) {
        let mut path = path.clone();
        let nested = path.names.len() > 1;
        if let Some(last) = path.names.last_mut().filter(|last| nested && &*last.text == "last") {
            last.quoted = true;
        }
        self.path(&path);
    }

    /// `< actions >`.
    pub(super) fn action_list(&mut self, actions: &[Action]) {
        self.word("<");
        self.list(actions, Self::action);
        self.word(">");
    }

    pub(super) fn action(&mut self, action: &Action) {
        self.action_kind(&action.kind);
        if let Some((frame, _)) = action.mods.frame {
            self.word(match frame {
                Frame::Parent => "in parent",
                Frame::World => "in world",
            });
        }
        if let Some(timed) = &action.mods.timed {
            self.word("for");
            self.time(&timed.time);
            match timed.ease {
                Ease::Linear => {}
                Ease::InOut => self.word("ease"),
                Ease::In => self.word("ease_in"),
                Ease::Out => self.word("ease_out"),
            }
        }
        if action.mods.cut.is_some() {
            self.word("cut");
        }
    }

    fn action_kind(&mut self, kind: &ActionKind) {
        match kind {
            ActionKind::Move(operands) => self.along("move", operands),
            ActionKind::Rotate(operands) => self.along("rotate", operands),
            ActionKind::Place(operands) => self.along("place", operands),
            ActionKind::Scale(scale) => {
                self.word("scale");
                self.scale(scale);
            }
            ActionKind::Orient(angles) => {
                self.word("orient");
                self.operands(&angles[..]);
            }
            ActionKind::Reset(what) => self.word(match what {
                ResetWhat::Move => "reset move",
                ResetWhat::Rotate => "reset rotate",
                ResetWhat::Scale => "reset scale",
            }),
            ActionKind::Face(aim, most) => {
                self.aim("face", aim);
                self.optional(most.as_deref());
            }
            ActionKind::Approach(aim, step) => {
                self.aim("approach", aim);
                self.operand(step);
            }
            ActionKind::Color(colour) => {
                self.word("color");
                self.colour(colour);
            }
            ActionKind::Show => self.word("show"),
            ActionKind::Hide => self.word("hide"),
            ActionKind::Restart => self.word("restart"),
            ActionKind::Finish => self.word("finish"),
            _ => self.outward(kind),
        }
    }

    /// Actions that reach others or change what is kept.
    fn outward(&mut self, kind: &ActionKind) {
        match kind {
            ActionKind::Send { message, value, to, delay } => {
                self.message(message, value.as_deref(), to);
                if let Some(delay) = delay {
                    self.word("delay");
                    self.time(delay);
                }
            }
            ActionKind::Fork(fork) => self.fork(fork),
            ActionKind::Become { what, args, start } => {
                self.word("become");
                self.path(what);
                self.args(args);
                self.start_in_action(start);
            }
            ActionKind::Vanish(who) => self.maybe_who("vanish", who.as_deref()),
            ActionKind::Detach(who) => self.maybe_who("detach", who.as_deref()),
            ActionKind::Attach { what, to, bone, placement } => {
                self.maybe_who("attach", Some(what));
                if let Some(to) = to {
                    self.maybe_who("to", Some(to));
                }
                self.given("bone", bone.as_ref());
                self.placement(placement);
            }
            ActionKind::Assign { name, op, value } => {
                self.name(name);
                self.word(match op {
                    AssignOp::Set => "=",
                    AssignOp::Add => "+=",
                    AssignOp::Sub => "-=",
                    AssignOp::Mul => "*=",
                    AssignOp::Div => "/=",
                });
                self.in_list(value);
            }
            _ => self.told(kind),
        }
    }

    /// Actions that only those outside of the scene notice, and calls of scripts.
    fn told(&mut self, kind: &ActionKind) {
        match kind {
            ActionKind::Log(values) => {
                self.word("log");
                self.values(values);
            }
            ActionKind::Emit { name, args } => {
                self.word("emit");
                self.name(name);
                if !args.is_empty() {
                    self.values(args);
                }
            }
            ActionKind::Call { name, args } => {
                self.word("call");
                self.name(name);
                self.values(args);
            }
            ActionKind::Sound(file) => {
                self.word("sound");
                self.string(file);
            }
            ActionKind::Later(word) => {
                self.word(word);
                self.word("a");
            }
            _ => {}
        }
    }

    /// Expressions in parentheses glued to what stands before.
    fn values(&mut self, values: &[Expr]) {
        self.glued("(");
        self.glue = true;
        self.list(values, Self::whole);
        self.glued(")");
    }

    fn along(&mut self, verb: &str, operands: &Operands) {
        self.word(verb);
        match operands {
            Operands::Axis(axis, amount) => {
                self.word(match axis {
                    Axis::X => "x",
                    Axis::Y => "y",
                    Axis::Z => "z",
                    Axis::Forward => "forward",
                    Axis::Right => "right",
                    Axis::Up => "up",
                });
                self.operand(amount);
            }
            Operands::Three(operands) => {
                let [first, others @ ..] = &**operands;
                self.first_operand(first);
                self.operands(others);
            }
        }
    }

    /// A first operand that looks like an axis goes in parentheses.
    fn first_operand(&mut self, operand: &Expr) {
        let mut first = operand;
        while let ExprKind::PerSecond(inner) = &first.kind {
            first = inner;
        }
        let axis = match &first.kind {
            ExprKind::Ref(reference) if !reference.name.quoted => {
                let axes = ["x", "y", "z", "forward", "right", "up"];
                axes.contains(&&*reference.name.text)
            }
            _ => false,
        };
        if axis {
            self.opening("(");
            self.whole(operand);
            self.glued(")");
        } else {
            self.operand(operand);
        }
    }

    fn aim(&mut self, verb: &str, aim: &Aim) {
        self.word(verb);
        match aim {
            Aim::Who(who) => self.who(who, &[Word::At]),
            Aim::At(point) => {
                self.word("at");
                self.operands(&point[..]);
            }
        }
    }

    pub(super) fn message(&mut self, message: &Name, value: Option<&Expr>, to: &SendTo) {
        self.word("send");
        self.name(message);
        if let Some(value) = value {
            self.values(std::slice::from_ref(value));
        }
        self.word("to");
        match to {
            SendTo::All => self.word("all"),
            SendTo::Up => self.word("up"),
            SendTo::Down => self.word("down"),
            SendTo::Parts => self.word("parts"),
            SendTo::Who(who) => {
                self.who(who, &[Word::All, Word::Up, Word::Down, Word::Parts]);
            }
        }
    }

    fn fork(&mut self, fork: &Fork) {
        self.word("fork");
        self.path(&fork.what);
        self.args(&fork.args);
        self.placement(&fork.placement);
        self.start_in_action(&fork.start);
        self.given("as", fork.alias.as_ref());
        if fork.in_world.is_some() {
            self.word("in world");
        }
    }

    /// In an action a comma ends the list, so more than one state stand in parentheses.
    fn start_in_action(&mut self, start: &[Path]) {
        match start {
            [] => {}
            [one] => {
                self.word("start");
                self.path(one);
            }
            many => {
                self.word("start");
                self.opening("(");
                self.paths(many);
                self.glued(")");
            }
        }
    }

    fn maybe_who(&mut self, word: &str, who: Option<&Who>) {
        self.word(word);
        if let Some(who) = who {
            self.who(who, &[]);
        }
    }
}
