//! The world as `option`, and what of a file has no counterpart.
//!
//! In: the world of a model, and the settings as they were written. Out: `interval`, `room`,
//! `color`. A setting that has no counterpart is an error where it was written.

use super::xml::Xml;
use super::{Export, shown};
use crate::hir::model::WorldKind;
use crate::syntax::ast::{self, ItemKind, SettingKind};

impl Export<'_> {
    /// `option`
    pub(super) fn settings(&mut self, trees: &[ast::File], xml: &mut Xml) {
        let written = trees.first().map(|tree| self.written(tree)).unwrap_or_default();
        xml.open("option", &[]);
        let world = &self.model.world;
        if written.tick {
            xml.leaf("interval", &[("value", &milliseconds(world.tick))]);
        }
        if written.kind || written.size {
            let kind = match world.kind {
                WorldKind::Space => "space",
                WorldKind::Ground => "ground",
                WorldKind::Room => "room",
            };
            let [width, height, depth] = world.size.map(shown);
            let mut attributes = vec![("type", kind)];
            if written.size || world.kind == WorldKind::Room {
                let size = [("width", &*width), ("height", &height), ("depth", &depth)];
                attributes.extend(size);
            }
            xml.leaf("room", &attributes);
        }
        let colors = [
            ("roof", world.roof),
            ("floor", world.floor),
            ("wall", world.wall),
            ("background", world.background),
        ];
        if written.colours {
            let texts = colors.map(|(name, rgba)| (name, rgb(rgba)));
            let attributes: Vec<_> = texts.iter().map(|(name, text)| (*name, &**text)).collect();
            xml.leaf("color", &attributes);
        }
        xml.close("option");
    }

    fn written(&mut self, tree: &ast::File) -> Written {
        let mut out = Written::default();
        for item in &tree.items {
            match &item.kind {
                ItemKind::World(settings) => {
                    settings.iter().for_each(|setting| self.setting(setting, &mut out));
                }
                ItemKind::Test(_) => self.loses(item.span.0, "tests are not kept".to_owned()),
                ItemKind::Later(word) => self.cannot(item.span.0, &format!("`{word}`")),
                _ => {}
            }
        }
        out
    }

    fn setting(&mut self, setting: &ast::Setting, out: &mut Written) {
        let what = match &setting.kind {
            SettingKind::Kind(_) => return out.kind = true,
            SettingKind::Size(_) => return out.size = true,
            SettingKind::Colour(_, colour) => {
                out.colours = true;
                let world = &self.model.world;
                let all = [world.roof, world.floor, world.wall, world.background];
                if all.iter().any(|rgba| rgba & 0xff != 0xff) {
                    self.cannot(colour.span.0, "a colour that is seen through");
                }
                return;
            }
            SettingKind::Tick(_) => return out.tick = true,
            SettingKind::Seed(_) => "the seed of chance",
            SettingKind::Camera { .. } => "where the camera is",
            SettingKind::Light { .. } => "where the light comes from",
            SettingKind::Pairing(_) => "`pairing`",
        };
        self.cannot(setting.span.0, what);
    }
}

/// Which settings were written.
#[derive(Default)]
struct Written {
    kind: bool,
    size: bool,
    tick: bool,
    colours: bool,
}

fn rgb(rgba: u32) -> String {
    let [r, g, b, _] = rgba.to_be_bytes();
    format!("{r},{g},{b}")
}

/// Milliseconds that are read back as the same seconds.
fn milliseconds(seconds: f32) -> String {
    let near = (f64::from(seconds) * 1000.0) as f32;
    let bits = near.to_bits();
    let around = (0..8u32).flat_map(|n| [bits.saturating_add(n), bits.saturating_sub(n)]);
    let mut around = around.map(f32::from_bits);
    let exact = around.find(|ms| ms / 1000.0 == seconds);
    shown(exact.unwrap_or(near))
}

#[cfg(test)]
mod tests {
    use super::milliseconds;

    #[test]
    fn ticks_are_read_back_to_the_bit() {
        for seconds in [1.0 / 30.0, 1.0 / 60.0, 0.05, 0.016, 1.0 / 7.0, 2.5] {
            let read: f32 = milliseconds(seconds).parse().unwrap();
            assert_eq!(read / 1000.0, seconds);
        }
        assert_eq!(milliseconds(0.05), "50");
    }
}
