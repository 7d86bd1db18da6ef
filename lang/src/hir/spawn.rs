//! New instances: arguments, placements, initial states.
//!
//! In: `C(args) placement start … as N` wherever it stands. Out: the model's [`SpawnOne`] and its
//! pieces. Arguments for fixed parameters choose the specialised character, the others become
//! expressions.

use super::build::Build;
use super::face::Face;
use super::kinds::{ParamTy, Ty};
use super::model::{CharacterId, DiagramId, Expr, Kind, Placement, SpawnOne, StateId, VarId};
use super::program::{Cast, Decl, ItemId};
use super::refs::joined;
use super::scope::{Body, Bound, Fixed, Stand, number};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Span, Text};
use crate::suggest;
use crate::syntax::ast::{self, Arg, ExprKind as E, Name, Param, Path};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Arguments, sorted by what becomes of them.
#[derive(Default)]
pub(super) struct Given {
    /// Of the fixed parameters, defaults filled in.
    pub fixed: Vec<Fixed>,
    /// Of the others, by their variable.
    pub values: Vec<(VarId, Expr)>,
}

impl Body<'_, '_> {
    /// The character or atom that a path names.
    pub fn class_path(&mut self, path: &Path) -> Option<ItemId> {
        match self.cast_of(path) {
            Some(Ok(Cast::Character(id) | Cast::Atom(id))) => Some(id),
            Some(Ok(Cast::Group(_))) => {
                let message = format!("a character is wanted here, `{}` is a group", joined(path));
                self.error_help(
                    Code::KindMismatch,
                    path.span.0,
                    message,
                    format!("a group is made by `fork {}`", joined(path)),
                )
            }
            Some(Ok(Cast::Alias(_))) => {
                let message = format!(
                    "a character is wanted here, `{}` is the name of an instance",
                    joined(path)
                );
                self.error(Code::KindMismatch, path.span.0, message)
            }
            Some(Err(Bound::Fixed(Fixed::Unknown) | Bound::Lost)) => None,
            Some(Err(_)) => {
                let message =
                    format!("a character is wanted here, `{}` is another parameter", joined(path));
                self.error(Code::KindMismatch, path.span.0, message)
            }
            None => self.unknown_path(path, "character", |b| b.b.program.cast_names(b.file)),
        }
    }

    /// Says that there is no such thing.
    pub fn unknown_path<T>(
        &mut self,
        path: &Path,
        what: &str,
        known: impl FnOnce(&Self) -> Vec<String>,
    ) -> Option<T> {
        let names: Vec<&str> = path.names.iter().map(|n| &*n.text).collect();
        let (key, _) = self.b.program.key(self.file, &names);
        let own = self.own.lenient && path.names.len() == 1;
        if own || self.b.program.is_lost(self.file, &key) {
            return None;
        }
        let name = Name { text: names.join(".").into(), quoted: false, span: path.span.0 };
        self.unknown(&name, format!("there is no {what} `{}`", name.text), known)
    }

    /// Arguments for a character or a diagram.
    pub fn args(&mut self, item: ItemId, args: &[Arg], span: Span) -> Given {
        let program = self.b.program;
        let params = program.params(item);
        let (by_param, clean) = self.match_args(item, params, args);
        let mut given = Given::default();
        let mut known: BTreeMap<Text, Bound> = BTreeMap::new();
        let mut vars = 0;
        for (param, arg) in params.iter().zip(by_param) {
            let ty = program.param_ty(item, param);
            if clean && arg.is_none() && param.default.is_none() {
                self.missing(item, param, span);
            }
            let ParamTy::Value(ty) = ty else {
                let fixed = match arg {
                    Some(arg) => self.fixed(&arg.value, ty).unwrap_or(Fixed::Unknown),
                    None => self.b.default_fixed(item, param, &known),
                };
                known.insert(param.name.text.clone(), Bound::Fixed(fixed));
                given.fixed.push(fixed);
                continue;
            };
            let value = arg.and_then(|arg| self.arg_value(arg, ty));
            given.values.extend(value.map(|e| (VarId(vars), e)));
            vars += 1;
        }
        given
    }

    fn missing(&mut self, item: ItemId, param: &Param, span: Span) {
        let program = self.b.program;
        let (callee, name) = (&program.item(item).canon, &param.name.text);
        let kind = program.param_ty(item, param).name();
        let message = format!("`{callee}` needs its parameter `{name}`");
        let d = Diagnostic::new(Code::WrongArguments, span, message)
            .help(format!("write `{callee}({name}: …)` with a {kind}"))
            .also(param.name.span, "it has no default");
        self.b.report.push(d);
    }

    /// The argument of each parameter, and whether each argument found one.
    fn match_args<'e>(
        &mut self,
        item: ItemId,
        params: &[Param],
        args: &'e [Arg],
    ) -> (Vec<Option<&'e Arg>>, bool) {
        let mut found: Vec<Option<&Arg>> = vec![None; params.len()];
        let callee = self.b.program.item(item).canon.clone();
        let mut named = false;
        for (i, arg) in args.iter().enumerate() {
            let position = match &arg.name {
                Some(name) => {
                    named = true;
                    let position = params.iter().position(|p| p.name.text == name.text);
                    if position.is_none() {
                        self.no_such_parameter(&callee, name, params);
                        continue;
                    }
                    position
                }
                None if named => {
                    self.error::<()>(
                        Code::WrongArguments,
                        arg.span.0,
                        "an argument without a name stands behind one with a name",
                    );
                    continue;
                }
                None => Some(i),
            };
            match position.and_then(|p| found.get_mut(p)) {
                Some(slot @ None) => *slot = Some(arg),
                Some(Some(first)) => {
                    let message = format!("`{callee}` is given this parameter twice");
                    let d = Diagnostic::new(Code::WrongArguments, arg.span.0, message)
                        .also(first.span.0, "first here");
                    self.b.report.push(d);
                }
                None => {
                    let message = format!("`{callee}` has {}", count(params.len(), "parameter"));
                    self.error::<()>(Code::WrongArguments, arg.span.0, message);
                }
            }
        }
        let n_found = found.iter().flatten().count();
        (found, n_found == args.len())
    }

    fn no_such_parameter(&mut self, callee: &str, name: &Name, params: &[Param]) {
        let message = format!("`{callee}` has no parameter `{}`", name.text);
        let mut d = Diagnostic::new(Code::WrongArguments, name.span, message);
        d.help = suggest::help(&name.text, params.iter().map(|p| &p.name.text)).or_else(|| {
            let names: Vec<String> = params.iter().map(|p| format!("`{}`", p.name.text)).collect();
            Some(if names.is_empty() {
                "it has none".to_owned()
            } else {
                format!("it has {}", names.join(", "))
            })
        });
        self.b.report.push(d);
    }

    fn arg_value(&mut self, arg: &Arg, ty: Ty) -> Option<Expr> {
        if arg.within.is_none() && arg.ahead.is_none() && arg.side.is_none() {
            return self.of_ty(&arg.value, ty, true);
        }
        let E::Ref(base) = &arg.value.kind else { return self.unnarrowed(arg).and(None) };
        if let Some((_, place)) = &arg.side {
            return self.error(Code::Misplaced, place.0, "only contacts have sides");
        }
        let who = ast::Who {
            base: base.clone(),
            within: arg.within.clone(),
            ahead: arg.ahead.clone(),
            span: arg.span,
        };
        let (expr, _) = self.who(&who)?;
        if ty.kind != Kind::Who {
            return self.error(
                Code::KindMismatch,
                arg.span.0,
                format!(
                    "a {} is wanted here, this is a reference",
                    super::kinds::kind_name(ty.kind)
                ),
            );
        }
        Some(expr)
    }

    /// A value for a fixed parameter.
    pub fn fixed(&mut self, e: &ast::Expr, ty: ParamTy) -> Option<Fixed> {
        match ty {
            ParamTy::Key => self.key_of(e).map(Fixed::Key),
            ParamTy::Message => match super::kinds::bare(e) {
                Some(name) => self.message_named(name).map(Fixed::Message),
                None => {
                    self.error(Code::KindMismatch, e.span.0, "the name of a message is wanted here")
                }
            },
            ParamTy::Character => {
                let E::Ref(ast::Ref { name, number: None, args: None, rest, span }) = &e.kind
                else {
                    return self.error(
                        Code::KindMismatch,
                        e.span.0,
                        "the name of a character is wanted here",
                    );
                };
                let names =
                    std::iter::once(name).chain(rest.iter().map(|(n, _)| n)).cloned().collect();
                let path = Path { names, span: *span };
                let id = self.class_path(&path)?;
                Some(Fixed::Cast(self.b.cast(id)))
            }
            ParamTy::Clip | ParamTy::Value(_) => None,
        }
    }

    /// A character with its arguments: which specialisation, and the values.
    pub fn made(
        &mut self,
        item: ItemId,
        args: &[Arg],
        span: Span,
    ) -> Option<(CharacterId, Vec<(VarId, Expr)>)> {
        let given = self.args(item, args, span);
        let id = self.b.specialise(item, given.fixed, span)?;
        Some((id, given.values))
    }

    /// Position, angles, scale; what is not written is that of the frame.
    pub fn placement(&mut self, p: &ast::Placement) -> Option<Placement> {
        let span = p.span.0;
        let all = |v| [0; 3].map(|_| number(v, span));
        let at = p.at.as_ref().map_or(Some(all(0.0)), |e| self.numbers3(e));
        let turn = p.turn.as_ref().map_or(Some(all(0.0)), |e| self.angles3(e));
        let scale = p.scale.as_ref().map_or(Some(all(1.0)), |s| self.scale(s));
        Some(Placement { at: at?, turn: turn?, scale: scale? })
    }

    /// Three factors.
    pub fn scale(&mut self, s: &ast::Scale) -> Option<[Expr; 3]> {
        match s {
            ast::Scale::One(e) => self.number(e).map(|e| [e.clone(), e.clone(), e]),
            ast::Scale::Three(e) => self.numbers3(e),
        }
    }

    /// Initial states of a character.
    pub fn starts(&mut self, item: ItemId, paths: &[Path]) -> Vec<(DiagramId, StateId)> {
        let mut found: Vec<(DiagramId, StateId)> = Vec::new();
        for path in paths {
            let Some(start) = self.start(item, path) else { continue };
            if found.iter().any(|(d, _)| *d == start.0) {
                self.error::<()>(
                    Code::DuplicateName,
                    path.span.0,
                    format!("`{}` is a second initial state of its diagram", joined(path)),
                );
            } else {
                found.push(start);
            }
        }
        found
    }

    fn start(&mut self, item: ItemId, path: &Path) -> Option<(DiagramId, StateId)> {
        let program = self.b.program;
        let face = program.face(item);
        let id = |d: usize, s: usize| (DiagramId(d as u32), StateId(s as u32));
        let whole = joined(path);
        let in_diagram = path.names.split_first().and_then(|(first, rest)| {
            let (d, diagram) = face.diagram(&first.text)?;
            let rest: Vec<&str> = rest.iter().map(|n| &*n.text).collect();
            Some((d, diagram, rest.join(".")))
        });
        let mut found: Vec<(usize, usize)> = match &in_diagram {
            Some((d, diagram, rest)) if !rest.is_empty() => {
                diagram.find(rest).into_iter().map(|s| (*d, s)).collect()
            }
            _ => Vec::new(),
        };
        if found.is_empty() {
            let all = face.diagrams.iter().enumerate();
            found =
                all.flat_map(|(d, f)| f.find(&whole).into_iter().map(move |s| (d, s))).collect();
        }
        match found.as_slice() {
            [(d, s)] => Some(id(*d, *s)),
            [] => self.no_start(
                item,
                path,
                in_diagram.map(|(_, d, rest)| (d.name.text.clone(), rest)),
            ),
            [a, b, ..] => {
                let name = |(d, s): &(usize, usize)| {
                    let d = face.diagrams.get(*d)?;
                    Some(format!("{}.{}", d.name.text, d.states.get(*s)?.path))
                };
                let (a, b) = (name(a)?, name(b)?);
                let message = format!("`{whole}` is `{a}` or `{b}`");
                self.error_help(
                    Code::AmbiguousName,
                    path.span.0,
                    message,
                    format!("write `start {a}` or `start {b}`"),
                )
            }
        }
    }

    fn no_start<T>(
        &mut self,
        item: ItemId,
        path: &Path,
        diagram: Option<(Text, String)>,
    ) -> Option<T> {
        let program = self.b.program;
        let face = program.face(item);
        if !face.lost.is_empty() {
            return None;
        }
        let name = Name { text: joined(path).into(), quoted: false, span: path.span.0 };
        let message = match diagram {
            Some((d, rest)) if rest.is_empty() => {
                format!("`{d}` is a diagram, a state is wanted here")
            }
            Some((d, rest)) => format!("the diagram `{d}` has no state `{rest}`"),
            None => format!("`{}` has no state `{}`", program.item(item).canon, name.text),
        };
        self.unknown(&name, message, |_| start_names(face))
    }

    /// A whole spawn.
    pub fn spawn_one(
        &mut self,
        item: ItemId,
        args: &[Arg],
        placement: &ast::Placement,
        start: &[Path],
        alias: Option<&Name>,
        span: Span,
    ) -> Option<SpawnOne> {
        let made = self.made(item, args, span);
        let placement = self.placement(placement);
        let start = self.starts(item, start);
        let (character, args) = made?;
        let name = match alias {
            Some(name) => self.alias_name(name),
            None => self.b.program.item(item).canon.clone(),
        };
        Some(SpawnOne { character, name, args, placement: placement?, start, span })
    }

    /// The path name that an `as` gives.
    fn alias_name(&self, name: &Name) -> Text {
        let program = self.b.program;
        let id = program.scope(self.file).aliases.get(&*name.text);
        id.map_or_else(|| name.text.clone(), |id| program.alias(*id).canon.clone())
    }
}

impl Build<'_> {
    /// The member of the cast that an item is.
    pub fn cast(&self, id: ItemId) -> Cast {
        match self.program.item(id).decl {
            Decl::Atom(_) => Cast::Atom(id),
            _ => Cast::Character(id),
        }
    }

    /// The default of a fixed parameter; `known` are those before it.
    pub fn default_fixed(
        &mut self,
        item: ItemId,
        param: &Param,
        known: &BTreeMap<Text, Bound>,
    ) -> Fixed {
        let Some(default) = &param.default else { return Fixed::Unknown };
        let ty = self.program.param_ty(item, param);
        let (file, site) = (self.program.item(item).file, String::new());
        let mut body =
            Body { run: Rc::new(known.clone()), ..Body::new(self, file, Stand::Const, site) };
        body.fixed(default, ty).unwrap_or(Fixed::Unknown)
    }

    /// The fixed parameters of a character of which nothing makes an instance.
    pub fn all_defaults(&mut self, item: ItemId) -> Vec<Fixed> {
        let mut known = BTreeMap::new();
        let mut all = Vec::new();
        for param in self.program.params(item) {
            if !matches!(self.program.param_ty(item, param), ParamTy::Value(_)) {
                let fixed = self.default_fixed(item, param, &known);
                known.insert(param.name.text.clone(), Bound::Fixed(fixed));
                all.push(fixed);
            }
        }
        all
    }
}

/// What `start` can name.
fn start_names(face: &Face<'_>) -> Vec<String> {
    let all = face.diagrams.iter().flat_map(|d| d.states.iter().map(move |s| (d, s)));
    all.flat_map(|(d, s)| [s.name.text.to_string(), format!("{}.{}", d.name.text, s.path)])
        .collect()
}

/// `1 parameter`, `2 parameters`, `no parameters`.
fn count(n: usize, what: &str) -> String {
    match n {
        0 => format!("no {what}s"),
        1 => format!("1 {what}"),
        _ => format!("{n} {what}s"),
    }
}
