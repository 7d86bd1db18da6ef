//! Characters: one specialisation at a time.
//!
//! In: a written character with its fixed parameters, or an atom. Out: the model's [`Character`].
//! Bodies of parts and diagrams are resolved by their own modules with the names gathered here.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::build::{Build, Job};
use super::declared::{self, Role};
use super::face::{DiagramFace, Face, PartTarget};
use super::fold;
use super::forks;
use super::kinds::{ParamTy, Ty};
use super::model::{
    Base, Character, CharacterId, Expr, ExprKind, Kind, Part, Placement, Var, VarId,
};
use super::program::{Cast, Decl, ItemId, Program};
use super::rebase::Whole;
use super::scope::{Body, Bound, Dim, Fixed, Own, Stand, Value, number};
use super::shape::Look;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Span, Text};
use crate::syntax::ast::{self, Bounds, MemberKind, Name, PartWhat};

/// Names bound by the `run` of each diagram.
type Runs = Vec<Rc<BTreeMap<Text, Bound>>>;

impl<'a> Build<'a> {
    /// Resolves one character.
    pub fn character(&mut self, job: &Job) {
        let made = match self.program.item(job.item).decl {
            Decl::Character(c) => self.written(job, c),
            Decl::Atom(atom) => self.atom(job.item, atom),
            _ => return,
        };
        self.finish(job.id, made);
    }

    fn atom(&mut self, item: ItemId, atom: &ast::Atom) -> Character {
        let (decl, class) = (self.program.item(item), self.class(item));
        let look = self.atom_look(item, atom);
        Character {
            shape: look.shape,
            color: look.color,
            bounds: look.bounds,
            ..empty(class, decl.canon.clone(), decl.name.span)
        }
    }

    /// An atom's shape: nothing of it depends on who has it.
    fn atom_look(&mut self, item: ItemId, atom: &ast::Atom) -> Look {
        let decl = self.program.item(item);
        let site = format!("{}/shape", decl.canon);
        let mut body = Body::new(self, decl.file, Stand::Const, site);
        let look = body.shape(&atom.shape);
        // of a file that cannot be read the clips are not mentioned too
        let is_file = matches!(atom.shape.base, ast::Base::File(_));
        if let (Some(clips), false) = (atom.clips, is_file && look.is_none()) {
            self.later(clips.0, "a list of clips");
        }
        look.unwrap_or_default()
    }

    fn written(&mut self, job: &Job, c: &'a ast::Character) -> Character {
        let program = self.program;
        let (item, face) = (program.item(job.item), program.face(job.item));
        let class = self.class(job.item);
        self.check_names(c, face);
        let own = Rc::new(self.own(job.item, &job.fixed));
        self.owns.insert(job.id, own.clone());
        let mut made = empty(class, item.canon.clone(), item.name.span);
        made.was = c.was.as_ref().map(|n| n.text.clone());
        let mut body = Body::within(self, own, item.file, Stand::Init, String::new());
        made.vars = body.variables(job.item, face);
        made.n_params = c
            .params
            .iter()
            .filter(|p| matches!(program.param_ty(job.item, p), ParamTy::Value(_)))
            .count();
        body.unknown_runs(c);
        let runs = body.runs(face, &mut made.vars);
        made.diagrams = body.diagrams(face, &runs);
        body.looks(c, &mut made);
        made.parts = body.parts(face, &made);
        made
    }

    /// Each name once, none forbidden.
    fn check_names(&mut self, c: &'a ast::Character, face: &Face<'a>) {
        let params = c.params.iter().map(|p| (&p.name, Role::Value));
        let members = c.members.iter().filter_map(|m| match &m.kind {
            MemberKind::Var { name, .. } => Some((name, Role::Value)),
            MemberKind::Part(p) => Some((&p.name, Role::Value)),
            MemberKind::Diagram(d) => Some((&d.name, Role::Diagram)),
            MemberKind::Run { path, alias, .. } => {
                Some((alias.as_ref().or(path.names.last())?, Role::Diagram))
            }
            _ => None,
        });
        let mut seen: BTreeMap<&str, &Name> = BTreeMap::new();
        for (name, role) in params.chain(members) {
            match seen.get(&*name.text) {
                Some(first) => self.report.push(declared::twice(name, first)),
                None => {
                    declared::check(name, role, &mut self.report);
                    seen.insert(&name.text, name);
                }
            }
        }
        for p in c.params.iter().filter(|p| p.kind == Some(ast::ParamKind::Clip)) {
            self.later(p.name.span, "a parameter of kind clip");
        }
        for d in face.diagrams.iter().filter(|d| d.run.is_none()) {
            if let Some(p) = d.ast.params.first() {
                let message = "a diagram inside a character has no parameters";
                let d = Diagnostic::new(Code::Misplaced, p.name.span, message);
                self.report.push(d.help("it knows the parameters and variables of its character"));
            }
        }
    }

    /// What the character's own names stand for.
    fn own(&self, item: ItemId, fixed: &[Fixed]) -> Own {
        let program = self.program;
        let face = program.face(item);
        let mut names: BTreeMap<Text, Bound> = BTreeMap::new();
        let mut put = |name: &Name, bound: Bound| {
            names.entry(name.text.clone()).or_insert(bound);
        };
        let mut vars = 0..;
        let mut next = || VarId(vars.next().unwrap_or(0));
        let mut fixed = fixed.iter().copied();
        for p in &face.params {
            let bound = match program.param_ty(item, p.ast) {
                ParamTy::Value(ty) => Bound::Var(next(), ty),
                _ => Bound::Fixed(fixed.next().unwrap_or(Fixed::Unknown)),
            };
            put(p.name, bound);
        }
        for v in &face.vars {
            put(v.name, Bound::Var(next(), program.var_ty(item, &v.name.text, v.value)));
        }
        for p in &face.parts {
            let cands = match p.what {
                PartTarget::Item(id) => program.in_time(Some(BTreeSet::from([id]))),
                PartTarget::Inline => Some(BTreeSet::new()),
                PartTarget::Open => None,
            };
            put(p.name, Bound::Part(cands));
        }
        for (i, d) in face.diagrams.iter().enumerate() {
            put(d.name, Bound::Diagram(i));
        }
        for name in &face.lost {
            names.entry(name.clone()).or_insert(Bound::Lost);
        }
        Own { item: Some(item), names, lenient: false }
    }
}

impl Body<'_, '_> {
    fn name(&self) -> Text {
        self.own.item.map_or_else(|| "".into(), |id| self.b.program.item(id).canon.clone())
    }

    /// Parameters, then variables.
    fn variables(&mut self, item: ItemId, face: &Face<'_>) -> Vec<Var> {
        let program = self.b.program;
        let name = self.name();
        let mut vars: Vec<Var> = Vec::new();
        for p in &face.params {
            let ParamTy::Value(ty) = program.param_ty(item, p.ast) else { continue };
            self.known = Some(vars.len() as u32);
            self.at_site(format!("{name}/param:{}", p.name.text));
            let init = p.ast.default.as_ref().and_then(|e| self.of_ty(e, ty, true));
            vars.push(variable(p.name.text.clone(), ty, init, p.name.span));
        }
        for v in &face.vars {
            let ty = program.var_ty(item, &v.name.text, v.value);
            self.known = Some(vars.len() as u32);
            self.at_site(format!("{name}/var:{}", v.name.text));
            let init = self.of_ty(v.value, ty, false);
            vars.push(variable(v.name.text.clone(), ty, init, v.name.span));
        }
        self.known = None;
        vars
    }

    /// Reports what is run and is no top-level diagram.
    fn unknown_runs(&mut self, c: &ast::Character) {
        for member in &c.members {
            let MemberKind::Run { path, .. } = &member.kind else { continue };
            let program = self.b.program;
            let known = &program.scope(self.file).diagrams;
            if !program.whole(self.file, path).is_some_and(|key| known.contains_key(&key)) {
                let shown = |b: &Self| Program::shown(&b.b.program.scope(b.file).diagrams);
                self.unknown_path::<()>(path, "top-level diagram", |b| shown(b).collect());
            }
        }
    }

    /// The parameters of the diagrams that are run. What is constant and never assigned stands for
    /// itself; the rest become variables behind the others, so an argument may read all of those.
    fn runs(&mut self, face: &Face<'_>, vars: &mut Vec<Var>) -> Runs {
        let name = self.name();
        let mut runs = Runs::new();
        for d in &face.diagrams {
            self.at_site(format!("{name}/run:{}", d.name.text));
            runs.push(Rc::new(self.run_names(d, vars)));
        }
        runs
    }

    fn run_names(&mut self, d: &DiagramFace<'_>, vars: &mut Vec<Var>) -> BTreeMap<Text, Bound> {
        let mut names = BTreeMap::new();
        let Some((item, args, span)) = d.run else { return names };
        let program = self.b.program;
        let given = self.args(item, args, span);
        let assigned = forks::assigned(d.ast);
        let (mut fixed, mut n) = (given.fixed.into_iter(), 0);
        for p in &d.ast.params {
            let bound = match program.param_ty(item, p) {
                ParamTy::Value(ty) => {
                    let arg = given.values.iter().find(|(id, _)| id.0 == n).map(|(_, e)| e.clone());
                    n += 1;
                    let value = arg.or_else(|| self.run_default(item, p, ty, &names));
                    match value {
                        Some(expr)
                            if fold::literal(&expr).is_some()
                                && !assigned.contains(&p.name.text) =>
                        {
                            Bound::Value(Value { expr, dim: Dim::Plain })
                        }
                        value => {
                            let name: Text = format!("{}.{}", d.name.text, p.name.text).into();
                            let var =
                                Var { visible: false, ..variable(name, ty, value, p.name.span) };
                            vars.push(var);
                            Bound::Var(VarId(vars.len() as u32 - 1), ty)
                        }
                    }
                }
                _ => Bound::Fixed(fixed.next().unwrap_or(Fixed::Unknown)),
            };
            names.insert(p.name.text.clone(), bound);
        }
        names
    }

    /// A default of a diagram's parameter, among the parameters before it and the names of the
    /// character that runs it.
    fn run_default(
        &mut self,
        item: ItemId,
        p: &ast::Param,
        ty: Ty,
        known: &BTreeMap<Text, Bound>,
    ) -> Option<Expr> {
        let default = p.default.as_ref()?;
        let (file, run) = (self.file, std::mem::take(&mut self.run));
        self.file = self.b.program.item(item).file;
        self.run = Rc::new(known.clone());
        let value = self.of_ty(default, ty, true);
        self.file = file;
        self.run = run;
        value
    }

    fn diagrams(&mut self, face: &Face<'_>, runs: &Runs) -> Vec<super::model::Diagram> {
        let (name, file) = (self.name(), self.file);
        self.stand = Stand::Code;
        let mut all = Vec::new();
        for (d, names) in face.diagrams.iter().zip(runs) {
            self.run = names.clone();
            all.push(self.diagram(d, format!("{name}/{}", d.name.text)));
        }
        self.run = Rc::default();
        self.file = file;
        self.stand = Stand::Init;
        all
    }

    /// Shape, colour, bounds and the like.
    fn looks(&mut self, c: &ast::Character, made: &mut Character) {
        let name = self.name();
        let mut bounds: Option<&Bounds> = None;
        for member in &c.members {
            self.at_site(format!("{name}/shape"));
            match &member.kind {
                MemberKind::Shape(shape) => {
                    self.stand = Stand::Show;
                    let look = self.shape(shape).unwrap_or_default();
                    self.stand = Stand::Init;
                    self.wear(look, made);
                }
                MemberKind::ShapeOf(path) => {
                    let look = self.shape_of(path).unwrap_or_default();
                    self.wear(look, made);
                }
                MemberKind::Color(e) => made.color = self.colour(e).or(made.color.take()),
                MemberKind::Bounds(b) => bounds = Some(b),
                MemberKind::Hidden => made.hidden = true,
                MemberKind::Solid => made.solid = true,
                MemberKind::Screen(v, h) => made.screen = Some((*v, *h)),
                _ => {}
            }
        }
        self.once(c);
        match bounds {
            None | Some(Bounds::Auto) => {}
            Some(Bounds::None) => made.bounds = None,
            Some(Bounds::Box(size, placement)) => made.bounds = self.bounds_box(size, placement),
        }
    }

    fn wear(&mut self, look: Look, made: &mut Character) {
        made.shape = look.shape;
        made.bounds = look.bounds;
        if made.color.is_none() {
            made.color = look.color;
        }
    }

    /// Members that stand once at most.
    fn once(&mut self, c: &ast::Character) {
        let mut first: BTreeMap<&str, Span> = BTreeMap::new();
        for member in &c.members {
            let word = match &member.kind {
                MemberKind::Shape(_) | MemberKind::ShapeOf(_) => "shape",
                MemberKind::Color(_) => "color",
                MemberKind::Bounds(_) => "bounds",
                MemberKind::Screen(..) => "screen",
                _ => continue,
            };
            if let Some(there) = first.insert(word, member.span.0) {
                let d = Diagnostic::new(
                    Code::Misplaced,
                    member.span.0,
                    format!("a character has one `{word}`"),
                );
                self.b.report.push(d.also(there, "first here"));
            }
        }
    }

    fn shape_of(&mut self, path: &ast::Path) -> Option<Look> {
        let program = self.b.program;
        let key = program.whole(self.file, path);
        let atom = key.and_then(|k| program.scope(self.file).atoms.get(&k).copied());
        if let Some(id) = atom {
            let Decl::Atom(atom) = program.item(id).decl else { return None };
            return Some(self.b.atom_look(id, atom));
        }
        let name = super::refs::joined(path);
        match self.cast_of(path) {
            Some(Ok(Cast::Atom(id))) => match program.item(id).decl {
                Decl::Atom(atom) => Some(self.b.atom_look(id, atom)),
                _ => None,
            },
            Some(Ok(_)) => {
                let message = format!("an atom is wanted here, `{name}` is none");
                self.error_help(
                    Code::KindMismatch,
                    path.span.0,
                    message,
                    format!("a character is put in with `part NAME: {name}`"),
                )
            }
            Some(Err(_)) => None,
            None if PRIMS.contains(&&*name) => self.error_help(
                Code::UnknownName,
                path.span.0,
                format!("there is no atom `{name}`"),
                format!("the shape is written with its sizes: `{}`", sized(&name)),
            ),
            None => self.unknown_path(path, "atom", |b| {
                let atoms = Program::shown(&b.b.program.scope(b.file).atoms);
                atoms.chain(PRIMS.iter().map(|p| (*p).to_owned())).collect()
            }),
        }
    }

    fn parts(&mut self, face: &Face<'_>, whole: &Character) -> Vec<Part> {
        face.parts.iter().filter_map(|p| self.part(p.ast, whole)).collect()
    }

    fn part(&mut self, p: &ast::Part, whole: &Character) -> Option<Part> {
        let span = p.name.span;
        self.at_site(format!("{}/part:{}", self.name(), p.name.text));
        if let Some(bone) = &p.bone {
            self.b.later(bone.span, "a bone");
        }
        let made = match &p.what {
            PartWhat::Path(path, args) => {
                let item = self.class_path(path);
                item.and_then(|item| {
                    let made = self.made(item, args, path.span.0);
                    let start = self.starts(item, &p.start);
                    made.map(|(id, args)| (id, args, start))
                })
            }
            PartWhat::Shape(shape) => {
                if let Some(start) = p.start.first() {
                    self.error::<()>(
                        Code::Misplaced,
                        start.span.0,
                        "a shape has no states to start in",
                    );
                }
                self.inline(shape, whole).map(|id| (id, Vec::new(), Vec::new()))
            }
        };
        let placement: Option<Placement> = self.placement(&p.placement);
        let (character, args, start) = made?;
        Some(Part {
            name: p.name.text.clone(),
            character,
            args,
            placement: placement?,
            start,
            span,
        })
    }

    /// The character that a shape in place is.
    fn inline(&mut self, shape: &ast::Shape, whole: &Character) -> Option<CharacterId> {
        self.stand = Stand::Show;
        let look = self.shape(shape);
        self.stand = Stand::Init;
        let mut look = look?;
        if let Some(color) = &look.color {
            let help = "give the part a character of its own, with the colour as its parameter";
            return self.error_help(
                Code::NotConstant,
                color.span,
                "the colour of a shape in place is constant",
                help,
            );
        }
        if let Some(super::model::Shape { base: Base::Text(text, _), .. }) = &mut look.shape {
            let names = Whole { vars: &whole.vars, diagrams: &whole.diagrams };
            *text = names.text(std::mem::take(text));
        }
        let (word, span) = (first_word(&shape.base), shape.span.0);
        let class = self.b.word_class(word, span);
        let id = self.b.reserve(None, span)?;
        self.b.finish(
            id,
            Character { shape: look.shape, bounds: look.bounds, ..empty(class, word.into(), span) },
        );
        Some(id)
    }
}

const PRIMS: &[&str] = &["box", "ball", "cylinder", "cone", "capsule", "plane", "text"];

/// A shape as it may be written.
fn sized(prim: &str) -> String {
    match prim {
        "box" => "box 1 1 1".to_owned(),
        "ball" => "ball 0.5".to_owned(),
        "text" => "text \"Hello\" 1".to_owned(),
        _ => format!("{prim} 0.5 1"),
    }
}

fn first_word(base: &ast::Base) -> &'static str {
    match base {
        ast::Base::Box(_) => "box",
        ast::Base::Ball(_) => "ball",
        ast::Base::Cylinder(_) => "cylinder",
        ast::Base::Cone(_) => "cone",
        ast::Base::Capsule(_) => "capsule",
        ast::Base::Plane(_) => "plane",
        ast::Base::Text(..) => "text",
        ast::Base::File(_) => "model",
    }
}

/// A character with nothing.
fn empty(class: super::model::ClassId, name: Text, span: Span) -> Character {
    Character {
        class,
        name,
        shape: None,
        color: None,
        bounds: None,
        hidden: false,
        solid: false,
        screen: None,
        vars: Vec::new(),
        n_params: 0,
        parts: Vec::new(),
        diagrams: Vec::new(),
        was: None,
        span,
    }
}

/// A variable; without an initial value that of its kind.
fn variable(name: Text, ty: Ty, init: Option<Expr>, span: Span) -> Var {
    let nothing = match ty.kind {
        Kind::Number => number(0.0, span),
        Kind::Flag => Expr { kind: ExprKind::Flag(false), ty: ty.kind, span },
        Kind::Who => Expr { kind: ExprKind::Nobody, ty: ty.kind, span },
        Kind::Colour => Expr { kind: ExprKind::Colour(0xffff_ffff), ty: ty.kind, span },
    };
    Var { name, kind: ty.kind, init: init.unwrap_or(nothing), visible: true, span }
}
