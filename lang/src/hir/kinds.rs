//! The kinds of what is declared without one: variables, parameters, constants.
//!
//! In: the written program. Out: a [`Ty`] for a declaration, from the shape of its expression
//! alone. It reports nothing and gives an answer even for nonsense (a number): whoever resolves
//! the expression complains.

use super::colour;
use super::model::Kind;
use super::program::{Decl, ItemId, Program};
use crate::source::Text;
use crate::syntax::ast::{self, BinaryOp, Expr, ExprKind, Param, ParamKind, Ref, Unit};
use islay_vm::key::Key;

/// Declarations and operands are followed no deeper; what is left is taken for a number.
const MAX_DEPTH: usize = 400;

/// The kind of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Ty {
    pub kind: Kind,
    /// A number declared with a unit of time.
    pub time: bool,
}

impl Ty {
    pub const NUMBER: Ty = Ty { kind: Kind::Number, time: false };
    pub const TIME: Ty = Ty { kind: Kind::Number, time: true };
    pub const FLAG: Ty = Ty { kind: Kind::Flag, time: false };
    pub const WHO: Ty = Ty { kind: Kind::Who, time: false };
    pub const COLOUR: Ty = Ty { kind: Kind::Colour, time: false };
}

/// The kind of a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ParamTy {
    /// A variable of the instance.
    Value(Ty),
    Key,
    Message,
    Character,
    Clip,
}

impl ParamTy {
    /// Its name in messages.
    pub fn name(self) -> &'static str {
        match self {
            ParamTy::Value(Ty { time: true, .. }) => "time",
            ParamTy::Value(ty) => kind_name(ty.kind),
            ParamTy::Key => "key",
            ParamTy::Message => "message",
            ParamTy::Character => "character",
            ParamTy::Clip => "clip",
        }
    }
}

/// The name of a kind in messages.
pub(super) fn kind_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Number => "number",
        Kind::Flag => "flag",
        Kind::Who => "reference",
        Kind::Colour => "colour",
    }
}

/// A bare name: no number, no arguments, no dots.
pub(super) fn bare(e: &Expr) -> Option<&ast::Name> {
    match &e.kind {
        ExprKind::Ref(Ref { name, number: None, args: None, rest, .. }) if rest.is_empty() => {
            Some(name)
        }
        _ => None,
    }
}

impl Program<'_> {
    /// The parameters of a character or a top-level diagram.
    pub fn params(&self, item: ItemId) -> &[Param] {
        match self.item(item).decl {
            Decl::Character(c) => &c.params,
            Decl::Diagram(d) => &d.params,
            _ => &[],
        }
    }

    /// The kind of a parameter of a character or a top-level diagram.
    pub fn param_ty(&self, item: ItemId, param: &Param) -> ParamTy {
        match param.kind {
            Some(ParamKind::Number) => ParamTy::Value(Ty::NUMBER),
            Some(ParamKind::Flag) => ParamTy::Value(Ty::FLAG),
            Some(ParamKind::Who) => ParamTy::Value(Ty::WHO),
            Some(ParamKind::Time) => ParamTy::Value(Ty::TIME),
            Some(ParamKind::Colour) => ParamTy::Value(Ty::COLOUR),
            Some(ParamKind::Key) => ParamTy::Key,
            Some(ParamKind::Message) => ParamTy::Message,
            Some(ParamKind::Character) => ParamTy::Character,
            Some(ParamKind::Clip) => ParamTy::Clip,
            None => match &param.default {
                Some(default) => self.default_ty(item, param, default),
                None => ParamTy::Value(Ty::NUMBER),
            },
        }
    }

    /// A default that is a bare name: a parameter before it, a constant, a character or an atom, a
    /// reference of the language, a key, else a message.
    fn default_ty(&self, item: ItemId, param: &Param, default: &Expr) -> ParamTy {
        let file = self.item(item).file;
        let key_digit = matches!(&default.kind, ExprKind::Ref(r) if !r.rest.is_empty());
        let Some(name) = bare(default) else {
            if key_digit && self.names_class(file, default) {
                return ParamTy::Character;
            }
            return ParamTy::Value(self.ty_of(file, Some(item), default).unwrap_or(Ty::NUMBER));
        };
        let text = &*name.text;
        let before = self.params(item).iter().take_while(|p| p.name.span != param.name.span);
        if let Some(other) = before.into_iter().find(|p| &*p.name.text == text) {
            let depth = self.depth.replace(self.depth.get() + 1);
            let ty = if depth < MAX_DEPTH {
                self.param_ty(item, other)
            } else {
                ParamTy::Value(Ty::NUMBER)
            };
            self.depth.set(depth);
            return ty;
        }
        if self.scope(file).consts.contains_key(text) {
            return ParamTy::Value(self.ty_of(file, Some(item), default).unwrap_or(Ty::NUMBER));
        }
        match self.cast(file, text) {
            Some(super::program::Cast::Character(_) | super::program::Cast::Atom(_)) => {
                ParamTy::Character
            }
            Some(_) => ParamTy::Value(Ty::WHO),
            None if !name.quoted && matches!(text, "nobody" | "self" | "parent") => {
                ParamTy::Value(Ty::WHO)
            }
            None if Key::parse(text).is_some() => ParamTy::Key,
            None => ParamTy::Message,
        }
    }

    fn names_class(&self, file: usize, e: &Expr) -> bool {
        let ExprKind::Ref(Ref { name, number: None, args: None, rest, .. }) = &e.kind else {
            return false;
        };
        let names: Vec<&str> =
            std::iter::once(&*name.text).chain(rest.iter().map(|(n, _)| &*n.text)).collect();
        let (key, n) = self.key(file, &names);
        use super::program::Cast;
        n == names.len()
            && matches!(self.cast(file, &key), Some(Cast::Character(_) | Cast::Atom(_)))
    }

    /// The kind of a variable of a character.
    pub fn var_ty(&self, item: ItemId, name: &str, value: &Expr) -> Ty {
        self.memo(item, name, || self.ty_of(self.item(item).file, Some(item), value))
    }

    /// The kind of a constant.
    pub fn const_ty(&self, id: ItemId) -> Ty {
        let item = self.item(id);
        let Decl::Const(value) = item.decl else { return Ty::NUMBER };
        self.memo(id, "", || self.ty_of(item.file, None, value))
    }

    /// Answers from what was found before; what is asked for while it is being found is a number.
    fn memo(&self, item: ItemId, name: &str, find: impl FnOnce() -> Option<Ty>) -> Ty {
        let key = (item, Text::from(name));
        if let Some(known) = self.types.borrow().get(&key) {
            return known.unwrap_or(Ty::NUMBER);
        }
        self.types.borrow_mut().insert(key.clone(), None);
        let ty = find().unwrap_or(Ty::NUMBER);
        self.types.borrow_mut().insert(key, Some(ty));
        ty
    }

    /// The kind of an expression in a character (or a diagram's parameters), if it has one.
    fn ty_of(&self, file: usize, item: Option<ItemId>, e: &Expr) -> Option<Ty> {
        let depth = self.depth.get();
        if depth >= MAX_DEPTH {
            return None;
        }
        self.depth.set(depth + 1);
        let ty = self.ty_of_kind(file, item, e);
        self.depth.set(depth);
        ty
    }

    fn ty_of_kind(&self, file: usize, item: Option<ItemId>, e: &Expr) -> Option<Ty> {
        match &e.kind {
            ExprKind::Number { unit, .. } => Some(unit.map_or(Ty::NUMBER, unit_ty)),
            ExprKind::Unit(_, unit) => Some(unit_ty(*unit)),
            ExprKind::PerSecond(_) => Some(Ty::NUMBER),
            ExprKind::Str(_) => None,
            ExprKind::Colour(..) => Some(Ty::COLOUR),
            ExprKind::Bool(_) | ExprKind::Not(_) | ExprKind::Is { .. } => Some(Ty::FLAG),
            ExprKind::Paren(e) | ExprKind::Neg(e) => self.ty_of(file, item, e),
            ExprKind::Binary(op, a, b) => self.binary_ty(file, item, *op, a, b),
            ExprKind::If(_, a, b) => {
                self.ty_of(file, item, a).or_else(|| self.ty_of(file, item, b))
            }
            ExprKind::Ref(r) => self.ref_ty(file, item, r),
        }
    }

    fn binary_ty(
        &self,
        file: usize,
        item: Option<ItemId>,
        op: BinaryOp,
        a: &Expr,
        b: &Expr,
    ) -> Option<Ty> {
        use BinaryOp::{Add, Div, Mul, Rem, Sub};
        let time = |e| self.ty_of(file, item, e).is_some_and(|t| t.time);
        Some(match op {
            Add | Sub => Ty { time: time(a) || time(b), ..Ty::NUMBER },
            Mul => Ty { time: time(a) != time(b), ..Ty::NUMBER },
            Div => Ty { time: time(a) && !time(b), ..Ty::NUMBER },
            Rem => Ty { time: time(a), ..Ty::NUMBER },
            _ => Ty::FLAG,
        })
    }

    fn ref_ty(&self, file: usize, item: Option<ItemId>, r: &Ref) -> Option<Ty> {
        let text = &*r.name.text;
        if let Some((field, _)) = r.rest.last() {
            return Some(self.field_ty(file, r, &field.text));
        }
        if r.args.is_some() {
            return Some(call_ty(text));
        }
        if let Some(ty) = item.and_then(|id| self.own_ty(id, text)) {
            return Some(ty);
        }
        if let Some(id) = self.scope(file).consts.get(text) {
            return Some(self.const_ty(*id));
        }
        if self.cast(file, text).is_some() || matches!(text, "self" | "parent" | "nobody") {
            return Some(Ty::WHO);
        }
        Some(match text {
            "done" | "click" | "hover" => Ty::FLAG,
            "elapsed" | "time" | "dt" => Ty::TIME,
            _ if colour::named(text).is_some() => Ty::COLOUR,
            _ => Ty::NUMBER,
        })
    }

    fn own_ty(&self, item: ItemId, name: &str) -> Option<Ty> {
        if let Some(p) = self.params(item).iter().find(|p| &*p.name.text == name) {
            return match self.param_ty(item, p) {
                ParamTy::Value(ty) => Some(ty),
                ParamTy::Character => Some(Ty::WHO),
                _ => None,
            };
        }
        let face = self.faces.get(item.0)?;
        if let Some(v) = face.vars.iter().find(|v| &*v.name.text == name) {
            return Some(self.var_ty(item, name, v.value));
        }
        face.part(name).map(|_| Ty::WHO)
    }

    /// The kind behind the last dot: of a variable of the character that is named, else of any.
    fn field_ty(&self, file: usize, r: &Ref, field: &str) -> Ty {
        let named = self.cast(file, &r.name.text).and_then(|c| self.classes(c));
        let all = (0..self.faces.len()).map(ItemId);
        let ids: Vec<ItemId> = named.map_or_else(|| all.collect(), |set| set.into_iter().collect());
        ids.into_iter().find_map(|id| self.own_ty(id, field)).unwrap_or(Ty::NUMBER)
    }
}

fn unit_ty(unit: Unit) -> Ty {
    match unit {
        Unit::Seconds | Unit::Milliseconds | Unit::Ticks => Ty::TIME,
        Unit::Degrees | Unit::Radians => Ty::NUMBER,
    }
}

fn call_ty(name: &str) -> Ty {
    match name {
        "sender" | "other" | "nearest" => Ty::WHO,
        "key" | "pressed" | "released" | "click" | "hit" | "touch" | "leave" | "message"
        | "every" | "chance" | "mark" | "paired" | "finished" | "hook" => Ty::FLAG,
        _ => Ty::NUMBER,
    }
}
