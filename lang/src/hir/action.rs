//! Actions.
//!
//! In: an action of the tree and where it stands. Out: one of the model, or nothing where
//! something is wrong and has been reported. New instances are the business of [`super::spawn`],
//! receivers that of [`super::select`].

use super::candidates::Cands;
use super::kinds::kind_name;
use super::model::{Action, ActionKind, Aim, EmitArg, Expr, Frame, Kind, Piece, Timed, VarId};
use super::program::Cast;
use super::refs::joined;
use super::scope::{Body, Bound, Fixed, Spot, number};
use crate::diagnostic::Code;
use crate::source::{Span, Text};
use crate::syntax::ast::{self, ActionKind as A, AssignOp, Axis, Mods, Name, Operands, ResetWhat};

impl Body<'_, '_> {
    /// A list of actions; those with errors are left out.
    pub fn actions(&mut self, list: &[ast::Action]) -> Vec<Action> {
        list.iter().filter_map(|a| self.action(a)).collect()
    }

    fn action(&mut self, a: &ast::Action) -> Option<Action> {
        if let A::Later(what) = &a.kind {
            return self.later(a.span.0, &format!("`{what}`"));
        }
        let mods = self.modifiers(a);
        let timed = a.mods.timed.as_ref().filter(|_| takes(&a.kind).1);
        let timed = timed.map(|t| self.timed(t).ok_or(()));
        let kind = self.action_kind(&a.kind, &a.mods, a.span.0);
        mods?;
        Some(Action { kind: kind?, timed: timed.transpose().ok()?, span: a.span.0 })
    }

    /// Refuses modifiers where they have no meaning.
    fn modifiers(&mut self, a: &ast::Action) -> Option<()> {
        let (frame, timed, cut) = takes(&a.kind);
        let word = word(&a.kind);
        let mut fine = Some(());
        if let (Some((_, place)), false) = (&a.mods.frame, frame) {
            fine = self.error(
                Code::Misplaced,
                place.0,
                format!("`in` has no meaning behind `{word}`"),
            );
        }
        if let (Some(place), false) = (&a.mods.cut, cut) {
            fine = self.error_help(
                Code::Misplaced,
                place.0,
                format!("`cut` has no meaning behind `{word}`"),
                "pictures jump with `place`, `orient` and `reset`",
            );
        }
        if let (Some(t), false) = (&a.mods.timed, timed) {
            let help = "what takes its time is `move`, `rotate`, `scale`, `color`, `place`, `orient`, `v = e` and `v += e`";
            fine = self.error_help(
                Code::Misplaced,
                t.span.0,
                format!("`for` has no meaning behind `{word}`"),
                help,
            );
        }
        fine
    }

    fn timed(&mut self, t: &ast::Timed) -> Option<Timed> {
        let time = self.time(&t.time);
        let Some(slot) = self.next_slot else {
            let help = "put it between `< >` of a state and leave the state when it is `done`";
            return self.error_help(
                Code::NotHere,
                t.span.0,
                "`for` has no meaning outside of a state's list",
                help,
            );
        };
        self.next_slot = Some(slot + 1);
        let level = self.spot.as_ref().map_or(1, |s: &Spot| s.level);
        Some(Timed { time: time?, ease: t.ease, slot, level })
    }

    fn action_kind(&mut self, kind: &A, mods: &Mods, span: Span) -> Option<ActionKind> {
        let cut = mods.cut.is_some();
        let frame = match &mods.frame {
            None => Frame::Own,
            Some((ast::Frame::Parent, _)) => Frame::Parent,
            Some((ast::Frame::World, _)) => Frame::World,
        };
        Some(match kind {
            A::Move(o) => ActionKind::Move(self.along(o, false)?, frame),
            A::Rotate(o) => ActionKind::Rotate(self.along(o, true)?, frame),
            A::Scale(s) => ActionKind::Scale(self.scale(s)?),
            A::Place(o) => ActionKind::Place(self.place(o)?, cut),
            A::Orient(e) => ActionKind::Orient(self.angles3(e)?, cut),
            A::Reset(ResetWhat::Move) => ActionKind::ResetMove(cut),
            A::Reset(ResetWhat::Rotate) => ActionKind::ResetRotate(cut),
            A::Reset(ResetWhat::Scale) => ActionKind::ResetScale(cut),
            A::Face(aim, max) => {
                let (aim, max) = (self.aim(aim), max.as_ref().map(|e| self.angle(e).ok_or(())));
                ActionKind::Face(aim?, max.transpose().ok()?)
            }
            A::Approach(aim, by) => {
                let (aim, by) = (self.aim(aim), self.number(by));
                ActionKind::Approach(aim?, by?)
            }
            A::Color(c) => ActionKind::Color(self.colour(c)?),
            A::Show => ActionKind::Show,
            A::Hide => ActionKind::Hide,
            A::Send { message, value, to, delay } => {
                self.send(message, value.as_deref(), to, delay.as_deref())?
            }
            A::Fork(fork) => self.fork(fork, span)?,
            A::Become { what, args, start } => {
                let item = self.class_path(what)?;
                let made = self.made(item, args, span);
                let start = self.starts(item, start);
                let (character, args) = made?;
                ActionKind::Become { character, args, start }
            }
            A::Vanish(None) => ActionKind::Vanish(None),
            A::Vanish(Some(who)) => ActionKind::Vanish(Some(self.who_selector(who)?.0)),
            A::Restart => ActionKind::Restart,
            A::Finish => ActionKind::Finish,
            A::Attach { what, to, bone, placement } => {
                self.attach(what, to.as_deref(), bone.as_ref(), placement, span)?
            }
            A::Detach(who) => ActionKind::Detach(self.who_or_self(who.as_deref(), span)?),
            A::Assign { name, op, value } => self.assign(name, *op, value, mods)?,
            A::Log(args) => ActionKind::Log(self.log(args)?),
            A::Emit { name, args } => ActionKind::Emit(name.text.clone(), self.emit(args)?),
            A::Call { name, args } => self.call_hook(name, args, span)?,
            A::Sound(s) => ActionKind::Sound(self.file_name(s)?),
            A::Later(_) => return None,
        })
    }

    /// Three operands, or one along an axis.
    fn along(&mut self, o: &Operands, angles: bool) -> Option<[Expr; 3]> {
        match o {
            Operands::Three(e) if angles => self.angles3(e),
            Operands::Three(e) => self.numbers3(e),
            Operands::Axis(axis, e) => {
                let e = if angles { self.angle(e) } else { self.number(e) }?;
                let zero = number(0.0, e.span);
                let mut all = [zero.clone(), zero.clone(), zero];
                if let Some(slot) = all.get_mut(index(*axis)) {
                    *slot = e;
                }
                Some(all)
            }
        }
    }

    fn place(&mut self, o: &Operands) -> Option<[Option<Expr>; 3]> {
        match o {
            Operands::Three(e) => self.numbers3(e).map(|e| e.map(Some)),
            Operands::Axis(axis, e) => {
                let e = self.number(e)?;
                let mut all = [None, None, None];
                if let Some(slot) = all.get_mut(index(*axis)) {
                    *slot = Some(e);
                }
                Some(all)
            }
        }
    }

    fn aim(&mut self, aim: &ast::Aim) -> Option<Aim> {
        Some(match aim {
            ast::Aim::Who(who) => Aim::Who(self.who(who)?.0),
            ast::Aim::At(e) => Aim::Point(Box::new(self.numbers3(e)?)),
        })
    }

    fn send(
        &mut self,
        message: &Name,
        value: Option<&ast::Expr>,
        to: &ast::SendTo,
        delay: Option<&ast::Expr>,
    ) -> Option<ActionKind> {
        let message = self.message_named(message);
        let value = value.map(|e| self.number(e).ok_or(()));
        let to = self.send_to(to);
        let delay = delay.map(|e| self.time(e).ok_or(()));
        Some(ActionKind::Send {
            message: message?,
            value: value.transpose().ok()?,
            to: to?,
            delay: delay.transpose().ok()?,
        })
    }

    fn fork(&mut self, fork: &ast::Fork, span: Span) -> Option<ActionKind> {
        if let Some(Ok(Cast::Group(id))) = self.cast_of(&fork.what) {
            return self.fork_group(fork).map(|()| ActionKind::ForkGroup(self.b.group(id)));
        }
        let item = self.class_path(&fork.what)?;
        let spawn = self.spawn_one(
            item,
            &fork.args,
            &fork.placement,
            &fork.start,
            fork.alias.as_ref(),
            span,
        )?;
        Some(ActionKind::Fork(Box::new(spawn), fork.in_world.is_some()))
    }

    /// A group's lines have all that a fork can say.
    fn fork_group(&mut self, fork: &ast::Fork) -> Option<()> {
        let p = &fork.placement;
        let placed = (p.at.is_some() || p.turn.is_some() || p.scale.is_some()).then_some(p.span.0);
        let extra = [
            fork.args.first().map(|a| a.span.0),
            placed,
            fork.start.first().map(|p| p.span.0),
            fork.alias.as_ref().map(|n| n.span),
            fork.in_world.map(|p| p.0),
        ];
        let Some(span) = extra.into_iter().flatten().next() else { return Some(()) };
        let name = joined(&fork.what);
        let message = format!("`{name}` is a group: its lines say where and how");
        self.error_help(
            Code::Misplaced,
            span,
            message,
            format!("write `fork {name}` alone, or fork a character"),
        )
    }

    fn attach(
        &mut self,
        what: &ast::Who,
        to: Option<&ast::Who>,
        bone: Option<&Name>,
        placement: &ast::Placement,
        span: Span,
    ) -> Option<ActionKind> {
        let what = self.who(what);
        let to = self.who_or_self(to, span);
        if let Some(bone) = bone {
            return self.later(bone.span, "a bone");
        }
        let given = placement.at.is_some() || placement.turn.is_some() || placement.scale.is_some();
        let placement = given.then(|| self.placement(placement).ok_or(()));
        Some(ActionKind::Attach { what: what?.0, to: to?, placement: placement.transpose().ok()? })
    }

    fn who_or_self(&mut self, who: Option<&ast::Who>, span: Span) -> Option<Expr> {
        match who {
            Some(who) => self.who(who).map(|(e, _): (Expr, Cands)| e),
            None => Some(Expr { kind: super::model::ExprKind::SelfRef, ty: Kind::Who, span }),
        }
    }

    fn assign(
        &mut self,
        name: &Name,
        op: AssignOp,
        value: &ast::Expr,
        mods: &Mods,
    ) -> Option<ActionKind> {
        let Some((id, ty)) = self.variable(name) else {
            // what is wrong with the value is said even so, but a key or a message is no value
            if !matches!(self.bound(&name.text), Some(Bound::Fixed(_))) {
                self.value(value, None);
            }
            return None;
        };
        if ty.kind != Kind::Number && (op != AssignOp::Set || mods.timed.is_some()) {
            self.value(value, None);
            let message =
                format!("only numbers change so, `{}` is a {}", name.text, kind_name(ty.kind));
            return self.error(Code::KindMismatch, name.span, message);
        }
        let value = match op {
            AssignOp::Mul | AssignOp::Div => self.number(value),
            _ => self.of_ty(value, ty, false),
        };
        Some(ActionKind::Assign(id, op, value?))
    }

    /// The own variable of that name.
    fn variable(&mut self, name: &Name) -> Option<(VarId, super::kinds::Ty)> {
        let text = &*name.text;
        let what = match self.bound(text) {
            Some(Bound::Var(id, ty)) => return Some((id, ty)),
            Some(Bound::Lost | Bound::Fixed(Fixed::Unknown)) => return None,
            Some(Bound::Fixed(_)) => "a parameter that is fixed when an instance is made",
            Some(Bound::Part(_)) => "a part",
            Some(Bound::Diagram(_)) => "a diagram",
            Some(Bound::Value(_)) => "a parameter",
            None if self.b.program.scope(self.file).consts.contains_key(text) => "a constant",
            None if self.b.program.cast(self.file, text).is_some() => "a name of the cast",
            None => return self.no_variable(name),
        };
        self.error_help(
            Code::NotAssignable,
            name.span,
            format!("`{text}` is {what} and cannot be assigned to"),
            "declare a variable: `var NAME = 0`",
        )
    }

    fn no_variable<T>(&mut self, name: &Name) -> Option<T> {
        let text = &*name.text;
        if !name.quoted && super::refs::pose_field(text).is_some() {
            let help = match text {
                "x" | "y" | "z" => format!("write `place {text} …` or `move {text} …`"),
                "heading" | "pitch" | "roll" => "write `orient …` or `rotate …`".to_owned(),
                _ => "it follows from how the character moves".to_owned(),
            };
            return self.error_help(
                Code::NotAssignable,
                name.span,
                format!("`{text}` is a value of the own pose and cannot be assigned to"),
                help,
            );
        }
        if !name.quoted && super::declared::BARE.contains(&text) {
            return self.error(
                Code::NotAssignable,
                name.span,
                format!("`{text}` is built in and cannot be assigned to"),
            );
        }
        if self.own.lenient {
            return None;
        }
        self.unknown(name, format!("there is no variable `{text}` here"), Self::variables_here)
    }

    fn variables_here(&self) -> Vec<String> {
        let all = self.own.names.iter().chain(self.run.iter());
        all.filter(|(_, b)| matches!(b, Bound::Var(..))).map(|(n, _)| n.to_string()).collect()
    }

    /// Strings and values, with a space between.
    fn log(&mut self, args: &[ast::Expr]) -> Option<Vec<Piece>> {
        let mut pieces: Vec<Option<Vec<Piece>>> = Vec::new();
        for (i, arg) in args.iter().enumerate() {
            if i > 0 {
                pieces.push(Some(vec![Piece::Text(" ".into())]));
            }
            pieces.push(self.shown(arg));
        }
        let all: Vec<Vec<Piece>> = pieces.into_iter().collect::<Option<_>>()?;
        Some(merged(all.into_iter().flatten()))
    }

    /// A string, or a value as text.
    fn shown(&mut self, e: &ast::Expr) -> Option<Vec<Piece>> {
        match &e.kind {
            ast::ExprKind::Str(s) => self.text(s),
            _ => self.value(e, None).map(|v| vec![Piece::Expr(v.expr)]),
        }
    }

    pub fn emit(&mut self, args: &[ast::Expr]) -> Option<Vec<EmitArg>> {
        let args: Vec<Option<EmitArg>> = args
            .iter()
            .map(|e| match &e.kind {
                ast::ExprKind::Str(s) => self.text(s).map(EmitArg::Text),
                _ => self.value(e, None).map(|v| EmitArg::Value(v.expr)),
            })
            .collect();
        args.into_iter().collect()
    }

    /// A string without values.
    pub fn file_name(&mut self, s: &ast::Str) -> Option<Text> {
        match super::load::plain(s) {
            Some(text) => Some(text.into()),
            None => self.error(Code::NotConstant, s.span.0, "a file name has no `{…}`"),
        }
    }
}

/// Which of `in`, `for` and `cut` an action takes.
fn takes(kind: &A) -> (bool, bool, bool) {
    match kind {
        A::Move(_) | A::Rotate(_) => (true, true, false),
        A::Scale(_) | A::Color(_) => (false, true, false),
        A::Place(_) | A::Orient(_) => (false, true, true),
        A::Reset(_) => (false, false, true),
        A::Assign { op, .. } => {
            (false, matches!(op, AssignOp::Set | AssignOp::Add | AssignOp::Sub), false)
        }
        _ => (false, false, false),
    }
}

/// The first word of an action.
fn word(kind: &A) -> &'static str {
    match kind {
        A::Move(_) => "move",
        A::Rotate(_) => "rotate",
        A::Scale(_) => "scale",
        A::Place(_) => "place",
        A::Orient(_) => "orient",
        A::Reset(_) => "reset",
        A::Face(..) => "face",
        A::Approach(..) => "approach",
        A::Color(_) => "color",
        A::Show => "show",
        A::Hide => "hide",
        A::Send { .. } => "send",
        A::Fork(_) => "fork",
        A::Become { .. } => "become",
        A::Vanish(_) => "vanish",
        A::Restart => "restart",
        A::Finish => "finish",
        A::Attach { .. } => "attach",
        A::Detach(_) => "detach",
        A::Assign { op: AssignOp::Mul, .. } => "*=",
        A::Assign { op: AssignOp::Div, .. } => "/=",
        A::Assign { .. } => "=",
        A::Log(_) => "log",
        A::Emit { .. } => "emit",
        A::Call { .. } => "call",
        A::Sound(_) => "sound",
        A::Later(word) => word,
    }
}

fn index(axis: Axis) -> usize {
    match axis {
        Axis::X | Axis::Right => 0,
        Axis::Y | Axis::Up => 1,
        Axis::Z | Axis::Forward => 2,
    }
}

/// Neighbouring texts as one.
fn merged(pieces: impl Iterator<Item = Piece>) -> Vec<Piece> {
    let mut out: Vec<Piece> = Vec::new();
    for piece in pieces {
        match (out.last_mut(), piece) {
            (Some(Piece::Text(a)), Piece::Text(b)) => *a = format!("{a}{b}").into(),
            (_, piece) => out.push(piece),
        }
    }
    out
}
