//! Characters and groups: what they are made of, and the code that makes them.
//!
//! In: a program whose lists are well formed. Out: whether every character and group can be made,
//! and what all of them keep fits.

use super::code::{Ground, Walk};
use super::{DEEPEST, Judged, Within, diagram, finite, index, must, rotation};
use crate::plan::inner_first;
use crate::program::{BaseSpec, Def, DiagramSpec, GroupItem, Obb, Program, ShapeSpec};

/// Columns of all characters together: a column takes room before it has a row.
const MOST_COLUMNS: usize = 1 << 20;

pub(super) fn check(p: &Program) -> Judged {
    let mut walk = Walk::new(p);
    let columns = p.defs.iter().map(columns).fold(0, usize::saturating_add);
    must(columns <= MOST_COLUMNS, "its characters keep too much")?;
    let (_, ring) = inner_first(p);
    if let Some(def) = ring.and_then(|def| p.defs.get(def)) {
        let place = || format!("character `{}`", p.name(def.name));
        return must(false, "it is a part of itself").within(place);
    }
    for at in &p.defs {
        def(p, &mut walk, at).within(|| format!("character `{}`", p.name(at.name)))?;
    }
    for group in &p.groups {
        items(&mut walk, &group.items, 0).within(|| format!("group `{}`", p.name(group.name)))?;
    }
    p.main.map_or(Ok(()), |main| index(main.into(), p.groups.len(), "group"))
}

/// What a table of it has, poses aside.
fn columns(def: &Def) -> usize {
    let kept = |d: &DiagramSpec| {
        8 + usize::from(d.n_timed) + usize::from(d.n_once) + usize::from(d.n_last)
    };
    def.diagrams.iter().map(kept).fold(def.vars.len() + def.heard.len(), usize::saturating_add)
}

fn def<'p>(p: &'p Program, walk: &mut Walk<'p>, def: &'p Def) -> Judged {
    let name = |id: u32| index(id as usize, p.names.len(), "name");
    name(def.name)?;
    def.was.map_or(Ok(()), name)?;
    index(def.class.into(), p.classes.len(), "class")?;
    let fits = |n: usize| n < usize::from(u16::MAX);
    must(fits(def.vars.len()), "it has too many variables")?;
    must(fits(def.diagrams.len()), "it has too many diagrams")?;
    // they are looked up
    must(def.heard.is_sorted_by(|a, b| a < b), "its messages are not sorted")?;
    def.heard.iter().try_for_each(|m| index((*m).into(), p.messages.len(), "message"))?;
    must(def.screen.is_none_or(|at| at.iter().all(|v| (-1..=1).contains(v))), "it is off screen")?;
    def.bounds.as_ref().map_or(Ok(()), bounds)?;
    let ground = Ground { def: Some(def), ..Ground::default() };
    if let Some(shape) = &def.shape {
        self::shape(p, walk, ground, shape).within(|| "shape".to_owned())?;
    }
    def.color.map_or(Ok(()), |color| walk.value(color, ground))?;
    for var in &def.vars {
        name(var.name)?;
        walk.value(var.init, ground).within(|| format!("variable `{}`", p.name(var.name)))?;
    }
    for part in &def.parts {
        name(part.name)?;
        walk.spawn(part.spawn, ground).within(|| format!("part `{}`", p.name(part.name)))?;
    }
    for d in &def.diagrams {
        diagram::check(p, walk, def, d).within(|| format!("diagram `{}`", p.name(d.name)))?;
    }
    Ok(())
}

fn bounds(bounds: &Obb) -> Judged {
    finite(&bounds.center)?;
    finite(&bounds.half)?;
    must(bounds.half.iter().all(|v| *v >= 0.0), "a size is less than nothing")?;
    rotation(&bounds.rotation)
}

fn shape<'p>(p: &'p Program, walk: &mut Walk<'p>, ground: Ground<'p>, shape: &ShapeSpec) -> Judged {
    let name = |id: u32| index(id as usize, p.names.len(), "name");
    shape.texture.map_or(Ok(()), name)?;
    finite(&shape.at)?;
    finite(&shape.scale)?;
    rotation(&shape.rotation)?;
    match shape.base {
        BaseSpec::Box(size) => finite(&size),
        BaseSpec::Ball(radius) => finite(&[radius]),
        BaseSpec::Cylinder(a, b)
        | BaseSpec::Cone(a, b)
        | BaseSpec::Capsule(a, b)
        | BaseSpec::Plane(a, b) => finite(&[a, b]),
        BaseSpec::Model(file) => name(file),
        BaseSpec::Text(text, height) => {
            finite(&[height])?;
            match p.texts.get(text as usize) {
                Some(text) => walk.text(text, ground),
                None => index(text as usize, p.texts.len(), "text"),
            }
        }
    }
}

fn items<'p>(walk: &mut Walk<'p>, items: &'p [GroupItem], depth: usize) -> Judged {
    must(depth <= DEEPEST, "repetitions are nested too deep")?;
    items.iter().try_for_each(|item| match item {
        GroupItem::One(spawn) => walk.spawn(*spawn, Ground::default()),
        GroupItem::Repeat { count, items, .. } => {
            walk.value(*count, Ground::default())?;
            self::items(walk, items, depth + 1)
        }
    })
}
