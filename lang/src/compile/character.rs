//! Characters: looks, variables, parts, diagrams.
//!
//! In: specialised characters of the model. Out: one definition each, at the same index. Angles of
//! shapes become rotations here; nothing else is computed.

use islay_vm::math;
use islay_vm::program::{BaseSpec, Def, Obb, PartSpec, ShapeSpec, TextSpec, Value, VarSpec};

use super::builder::{Builder, Clocks, Context};
use super::emit::Emit;
use super::expr::kind;
use super::{diagram, spawn};
use crate::hir::model::{
    self as m, Base, Character, Expr, Part, Piece, ScreenH, ScreenV, Shape, Var,
};

/// All characters.
pub(super) fn characters(b: &mut Builder) {
    for (i, character) in b.model.characters.iter().enumerate() {
        let index = b.narrow(i, character.span);
        let def = def(b, index, character);
        b.program.defs.push(def);
    }
}

fn def<'m>(b: &mut Builder<'m>, index: u16, c: &'m Character) -> Def {
    let name = b.name(&c.name);
    let context = Context { def: Some(index), place: name };
    b.clocks = Clocks::default();
    Def {
        class: b.narrow(c.class.index(), c.span),
        name,
        was: c.was.as_ref().map(|was| b.name(was)),
        shape: c.shape.as_ref().map(|s| shape(b, context, c, s)),
        color: c.color.as_ref().map(|e| value(b, context, e)),
        bounds: c.bounds.map(obb),
        hidden: c.hidden,
        solid: c.solid,
        screen: c.screen.map(screen),
        vars: c.vars.iter().map(|v| var(b, index, &c.name, v)).collect(),
        parts: c.parts.iter().map(|p| part(b, index, &c.name, p)).collect(),
        diagrams: c.diagrams.iter().map(|d| diagram::diagram(b, &c.name, index, d)).collect(),
        ..Def::default()
    }
}

fn value(b: &mut Builder, context: Context, e: &Expr) -> Value {
    Emit::new(b, context, e.span).whole(e)
}

fn var(b: &mut Builder, def: u16, owner: &str, v: &Var) -> VarSpec {
    let context = Context { def: Some(def), place: b.place(owner, &v.name) };
    VarSpec {
        name: b.name(&v.name),
        kind: kind(v.kind),
        init: value(b, context, &v.init),
        visible: v.visible,
        published: false,
    }
}

fn part(b: &mut Builder, def: u16, owner: &str, p: &Part) -> PartSpec {
    let context = Context { def: Some(def), place: b.place(owner, &p.name) };
    PartSpec { name: b.name(&p.name), spawn: spawn::part(b, context, p) }
}

fn obb(o: m::Obb) -> Obb {
    Obb { center: o.center, half: o.half, rotation: o.rotation }
}

fn screen((v, h): (ScreenV, ScreenH)) -> [i8; 2] {
    let v = match v {
        ScreenV::Top => 1,
        ScreenV::Middle => 0,
        ScreenV::Bottom => -1,
    };
    let h = match h {
        ScreenH::Left => -1,
        ScreenH::Center => 0,
        ScreenH::Right => 1,
    };
    [v, h]
}

fn shape(b: &mut Builder, context: Context, c: &Character, s: &Shape) -> ShapeSpec {
    let base = match &s.base {
        Base::Box(size) => BaseSpec::Box(*size),
        Base::Ball(r) => BaseSpec::Ball(*r),
        Base::Cylinder(r, h) => BaseSpec::Cylinder(*r, *h),
        Base::Cone(r, h) => BaseSpec::Cone(*r, *h),
        Base::Capsule(r, h) => BaseSpec::Capsule(*r, *h),
        Base::Plane(w, d) => BaseSpec::Plane(*w, *d),
        Base::Text(pieces, h) => BaseSpec::Text(text(b, context, c, pieces), *h),
        Base::Model(file) => BaseSpec::Model(b.name(file)),
    };
    ShapeSpec {
        base,
        color: s.color,
        texture: s.texture.as_ref().map(|file| b.name(file)),
        at: s.at,
        rotation: math::euler_quat(s.turn),
        scale: s.scale,
    }
}

fn text(b: &mut Builder, context: Context, c: &Character, pieces: &[Piece]) -> u32 {
    let mut code = Emit::new(b, context, c.span);
    let pieces = code.pieces(pieces);
    let code = code.code();
    b.program.texts.push(TextSpec { code, pieces });
    b.program.texts.len() as u32 - 1
}
