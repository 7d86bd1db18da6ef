//! Shapes: what a character looks like, and the box around it.
//!
//! In: a shape of the tree. Out: the model's [`Shape`] and its box in the character's frame. All
//! dimensions are constants. Of a model file its facts are asked for; it is not read here.

use super::lettering;
use super::model::{Base, Expr, Obb, Shape};
use super::scope::Body;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{AtomFacts, Refusal, Text, TextureFacts};
use crate::syntax::ast;
use islay_vm::math;

/// The colour of what has none.
const DEFAULT_COLOUR: u32 = 0xffff_ffff;

/// How many signs that the font has not are named.
const MAX_SIGNS: usize = 5;

/// What a shape gives to its character.
#[derive(Default)]
pub(super) struct Look {
    pub shape: Option<Shape>,
    pub bounds: Option<Obb>,
    /// A colour that is not constant.
    pub color: Option<Expr>,
}

/// Position, degrees and factors that are constants.
pub(super) struct Fixture {
    pub at: [f32; 3],
    pub turn: [f32; 3],
    pub scale: [f32; 3],
}

/// What a base gives: what is drawn, and the corners of its box.
struct Solid {
    base: Base,
    corners: Option<[[f32; 3]; 2]>,
}

impl Body<'_, '_> {
    /// A shape; `None` where something in it is wrong.
    pub fn shape(&mut self, s: &ast::Shape) -> Option<Look> {
        let solid = self.base(&s.base);
        let color = s.color.as_ref().map(|c| self.colour(c).ok_or(()));
        let texture = s.texture.as_ref().map(|t| self.texture(t).ok_or(()));
        let fixture = self.fixture(&s.placement);
        let (solid, fixture) = (solid?, fixture?);
        let color = color.transpose().ok()?;
        let texture = texture.transpose().ok()?;
        let bounds = solid.corners.map(|c| placed_box(c, &fixture));
        let (rgba, color) = match color.as_ref().map(|e| &e.kind) {
            Some(super::model::ExprKind::Colour(c)) => (*c, None),
            Some(_) => (DEFAULT_COLOUR, color),
            None => (DEFAULT_COLOUR, None),
        };
        let Fixture { at, turn, scale } = fixture;
        let shape = Shape { base: solid.base, color: rgba, texture, at, turn, scale };
        Some(Look { shape: Some(shape), bounds, color })
    }

    fn base(&mut self, base: &ast::Base) -> Option<Solid> {
        let (base, half) = match base {
            ast::Base::Box(e) => {
                let v = self.sizes(&e[..])?;
                let size = [at(&v, 0), at(&v, 1), at(&v, 2)];
                (Base::Box(size), math::scaled(size, 0.5))
            }
            ast::Base::Ball(e) => {
                let r = self.size(e)?;
                (Base::Ball(r), [r, r, r])
            }
            ast::Base::Cylinder(e) => self.standing(&e[..], Base::Cylinder)?,
            ast::Base::Cone(e) => self.standing(&e[..], Base::Cone)?,
            ast::Base::Capsule(e) => self.standing(&e[..], Base::Capsule)?,
            ast::Base::Plane(e) => {
                let v = self.sizes(&e[..])?;
                (Base::Plane(at(&v, 0), at(&v, 1)), [at(&v, 0) * 0.5, 0.0, at(&v, 1) * 0.5])
            }
            ast::Base::Text(text, size) => {
                self.lettered(text);
                let (text, size) = (self.text(text), self.size(size));
                return Some(Solid { base: Base::Text(text?, size?), corners: None });
            }
            ast::Base::File(path) => return self.file(path),
        };
        Some(Solid { base, corners: Some([half.map(|v| -v), half]) })
    }

    /// Whether the font has what the text always says.
    fn lettered(&mut self, text: &ast::Str) {
        let fixed = text.pieces.iter().filter_map(|p| match p {
            ast::Piece::Text(text) => Some(&**text),
            ast::Piece::Expr(_) => None,
        });
        let missing = lettering::missing(fixed);
        if missing.is_empty() {
            return;
        }
        let named: Vec<String> =
            missing.iter().take(MAX_SIGNS).map(|c| format!("`{}`", c.escape_debug())).collect();
        let more = if missing.len() > MAX_SIGNS { " and more" } else { "" };
        let message = format!("the font has no {}{more}", named.join(", "));
        let d = Diagnostic::new(Code::MissingGlyph, text.span.0, message);
        let help = "Latin letters, kana and common signs can be written";
        self.b.report.push(d.label("each is drawn as a box").help(help));
    }

    /// Radius and height along Y.
    fn standing(
        &mut self,
        e: &[ast::Expr],
        base: fn(f32, f32) -> Base,
    ) -> Option<(Base, [f32; 3])> {
        let v = self.sizes(e)?;
        let (r, h) = (at(&v, 0), at(&v, 1));
        Some((base(r, h), [r, h * 0.5, r]))
    }

    fn sizes(&mut self, e: &[ast::Expr]) -> Option<Vec<f32>> {
        let all: Vec<Option<f32>> = e.iter().map(|e| self.size(e)).collect();
        all.into_iter().collect()
    }

    /// A constant that is not negative.
    pub fn size(&mut self, e: &ast::Expr) -> Option<f32> {
        let v = self.constant(e)?;
        if v < 0.0 {
            return self.error(Code::OutOfRange, e.span.0, "a size is not negative");
        }
        Some(v)
    }

    fn file(&mut self, path: &ast::Str) -> Option<Solid> {
        let text = self.file_name(path)?;
        let from = self.here()?;
        match self.b.sources.atom(&from, &text) {
            Ok(AtomFacts { name, bounds, warnings, .. }) => {
                self.left_out(path, warnings);
                Some(Solid { base: Base::Model(name.into()), corners: Some(bounds) })
            }
            Err(refusal) => self.refused(path, &from, refusal),
        }
    }

    fn texture(&mut self, path: &ast::Str) -> Option<Text> {
        let text = self.file_name(path)?;
        let from = self.here()?;
        match self.b.sources.texture(&from, &text) {
            Ok(TextureFacts { name, warnings }) => {
                self.left_out(path, warnings);
                Some(name)
            }
            Err(refusal) => self.refused(path, &from, refusal),
        }
    }

    /// Tells what of a file will not be seen.
    fn left_out(&mut self, path: &ast::Str, warnings: Vec<String>) {
        for warning in warnings {
            self.b.report.push(Diagnostic::new(Code::ModelProblem, path.span.0, warning));
        }
    }

    /// The name of the file that is read.
    fn here(&self) -> Option<Text> {
        self.b.program.loaded.files.get(self.file).map(|f| f.name.clone())
    }

    fn refused<T>(&mut self, path: &ast::Str, from: &str, refusal: Refusal) -> Option<T> {
        let (code, reason) = match refusal {
            Refusal::Missing(reason) => (Code::FileNotFound, reason),
            Refusal::Broken(reason) => (Code::BrokenFile, reason),
        };
        let d = Diagnostic::new(code, path.span.0, reason);
        self.b.report.push(d.label(format!("named by `{from}`")));
        None
    }

    /// A placement of constants.
    pub fn fixture(&mut self, p: &ast::Placement) -> Option<Fixture> {
        let placement = self.placement(p)?;
        let mut known = |e: &[Expr; 3]| {
            let [a, b, c] = e;
            let (a, b, c) = (self.known_number(a), self.known_number(b), self.known_number(c));
            Some([a?, b?, c?])
        };
        let (at, turn, scale) =
            (known(&placement.at), known(&placement.turn), known(&placement.scale));
        Some(Fixture { at: at?, turn: turn?, scale: scale? })
    }

    /// `bounds box …`.
    pub fn bounds_box(&mut self, size: &[ast::Expr; 3], placement: &ast::Placement) -> Option<Obb> {
        let (size, fixture) = (self.sizes(size), self.fixture(placement));
        let size = size?;
        let half = [at(&size, 0) * 0.5, at(&size, 1) * 0.5, at(&size, 2) * 0.5];
        Some(placed_box([half.map(|v| -v), half], &fixture?))
    }
}

fn at(v: &[f32], i: usize) -> f32 {
    v.get(i).copied().unwrap_or(0.0)
}

/// The box between two corners, scaled, turned and moved.
fn placed_box([lo, hi]: [[f32; 3]; 2], f: &Fixture) -> Obb {
    let rotation = math::euler_quat(f.turn);
    let center = math::mul3(math::scaled(math::add(lo, hi), 0.5), f.scale);
    let half = math::mul3(math::scaled(math::sub(hi, lo), 0.5), f.scale.map(f32::abs));
    Obb { center: math::add(f.at, math::rotate(rotation, center)), half, rotation }
}
