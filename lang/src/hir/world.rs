//! The world's settings.
//!
//! In: the `world` of the first file, if it has one. Out: the model's [`World`] with its defaults
//! filled in. All settings are constants.

use super::build::Build;
use super::model::{Camera, Expr, ExprKind, World, WorldKind};
use super::program::Cast;
use super::scope::{Body, Stand};
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Text;
use crate::syntax::ast::{
    self, ExprKind as E, Item, ItemKind, Name, Setting, SettingKind as S, Surface,
};

/// Seconds; half of what an eye needs to see motion.
const TICK: f32 = 1.0 / 30.0;
const FOV: f32 = 50.0;

/// A world without settings.
fn default_world() -> World {
    World {
        kind: WorldKind::Space,
        size: [20.0, 10.0, 20.0],
        background: 0x2024_2cff,
        floor: 0x5566_55ff,
        wall: 0x8890_a0ff,
        roof: 0x8890_a0ff,
        tick: TICK,
        seed: 0,
        camera: None,
        light: [0.4, 1.0, -0.6],
        light_color: 0xffff_ffff,
    }
}

impl Build<'_> {
    /// The first file's world. The tick comes first: constants may be written in ticks.
    pub fn world(&mut self, items: &[Item]) -> World {
        let worlds: Vec<(&Item, &[Setting])> = items.iter().filter_map(world_of).collect();
        if let [(first, _), (second, _), ..] = worlds.as_slice() {
            let d = Diagnostic::new(Code::DuplicateName, second.span.0, "a file has one `world`");
            self.report.push(d.label("again here").also(first.span.0, "first here"));
        }
        let settings: Vec<&Setting> =
            worlds.first().map(|(_, s)| s.iter().collect()).unwrap_or_default();
        let mut world = default_world();
        let mut body = Body::new(self, 0, Stand::Const, "world".to_owned());
        for setting in &settings {
            if let S::Tick(e) = &setting.kind {
                world.tick = body.tick_length(e).unwrap_or(TICK);
            }
        }
        body.b.tick = Some(world.tick);
        for setting in settings {
            body.setting(setting, &mut world);
        }
        world
    }
}

fn world_of(item: &Item) -> Option<(&Item, &[Setting])> {
    match &item.kind {
        ItemKind::World(settings) => Some((item, settings)),
        _ => None,
    }
}

impl Body<'_, '_> {
    fn tick_length(&mut self, e: &ast::Expr) -> Option<f32> {
        let expr = self.time(e)?;
        let tick = self.known_number(&expr)?;
        if tick > 0.0 {
            return Some(tick);
        }
        self.error_help(
            Code::OutOfRange,
            e.span.0,
            "a tick has a length",
            "write for example `tick 1/60 s`",
        )
    }

    fn setting(&mut self, setting: &Setting, world: &mut World) -> Option<()> {
        match &setting.kind {
            S::Kind(kind) => world.kind = *kind,
            S::Size(e) => world.size = self.room(e)?,
            S::Colour(surface, e) => {
                let c = self.known_colour(e)?;
                match surface {
                    Surface::Background => world.background = c,
                    Surface::Floor => world.floor = c,
                    Surface::Wall => world.wall = c,
                    Surface::Roof => world.roof = c,
                }
            }
            S::Tick(_) => {}
            S::Seed(e) => world.seed = self.seed(e)?,
            S::Camera { of, placement, look, fov } => {
                world.camera =
                    Some(self.camera(of.as_ref(), placement, look.as_deref(), fov.as_ref())?);
            }
            S::Light { direction, color } => {
                let direction = self.constants3(direction);
                let color = color.as_ref().map(|e| self.known_colour(e).ok_or(()));
                world.light = direction?;
                world.light_color = color.transpose().ok()?.unwrap_or(world.light_color);
            }
            S::Pairing(_) => return self.later(setting.span.0, "`pairing`"),
        }
        Some(())
    }

    fn room(&mut self, e: &[ast::Expr; 3]) -> Option<[f32; 3]> {
        let size = self.constants3(e)?;
        for (v, e) in size.iter().zip(e) {
            if *v <= 0.0 {
                return self.error(
                    Code::OutOfRange,
                    e.span.0,
                    "the world's size is greater than 0",
                );
            }
        }
        Some(size)
    }

    /// A colour that is known before the scene runs.
    fn known_colour(&mut self, e: &ast::Expr) -> Option<u32> {
        match self.colour(e)? {
            Expr { kind: ExprKind::Colour(c), .. } => Some(c),
            other => match super::fold::literal(&other) {
                Some(super::fold::Literal::Colour(c)) => Some(c),
                _ => self.error(
                    Code::NotConstant,
                    other.span,
                    "this colour is not known before the scene runs",
                ),
            },
        }
    }

    /// A whole number; all digits count where it is written as a number.
    fn seed(&mut self, e: &ast::Expr) -> Option<u64> {
        if let E::Number { text, unit: None, .. } = &e.kind
            && let Ok(seed) = text.parse()
        {
            return Some(seed);
        }
        let v = self.constant(e)?;
        if v < 0.0 || v.fract() != 0.0 {
            return self.error(Code::OutOfRange, e.span.0, "a seed is a whole number, at least 0");
        }
        Some(v as u64)
    }

    fn camera(
        &mut self,
        of: Option<&Name>,
        placement: &ast::Placement,
        look: Option<&[ast::Expr; 3]>,
        fov: Option<&ast::Expr>,
    ) -> Option<Camera> {
        let who = of.map(|name| self.camera_of(name).ok_or(()));
        let fixture = self.fixture(placement);
        let look = look.map(|e| self.constants3(e).ok_or(()));
        let angle = match fov {
            Some(e) => self.fov(e),
            None => Some(FOV),
        };
        if placement.scale.is_some() {
            return self.error(Code::Misplaced, placement.span.0, "a camera has no scale");
        }
        let (who, fixture) = (who.transpose().ok()?, fixture?);
        let look = look.transpose().ok()?;
        let look = if who.is_none() { look.or(Some([0.0; 3])) } else { look };
        Some(Camera { of: who, at: fixture.at, look, turn: fixture.turn, fov: angle? })
    }

    fn fov(&mut self, e: &ast::Expr) -> Option<f32> {
        let expr = self.angle(e)?;
        let v = self.known_number(&expr)?;
        if v > 0.0 && v < 180.0 {
            return Some(v);
        }
        self.error(Code::OutOfRange, e.span.0, "the field of view lies between 0 and 180 degrees")
    }

    fn camera_of(&mut self, name: &Name) -> Option<Text> {
        let program = self.b.program;
        match program.cast(0, &name.text) {
            Some(Cast::Character(id) | Cast::Atom(id) | Cast::Group(id)) => {
                Some(program.item(id).canon.clone())
            }
            Some(Cast::Alias(id)) => Some(program.alias(id).canon.clone()),
            None => {
                let message = format!("there is no character `{}`", name.text);
                self.unknown(name, message, |b| b.b.program.cast_names(0))
            }
        }
    }
}
