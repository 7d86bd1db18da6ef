//! What the resolver makes of small texts: the model as [`dump`](super::dump) shows it, and the
//! diagnostics, one a line.

mod kinds;
mod model;
mod names;
mod rules;
mod units;
mod warnings;

use std::collections::BTreeMap;

use expect_test::Expect;

use super::{Resolved, dump, resolve};
use crate::source::{AtomFacts, Refusal, SourceFile, Sources, TextureFacts};

/// Files by their names; `box.glb` is a model that can be read.
#[derive(Default)]
struct Texts(BTreeMap<String, String>);

impl Sources for Texts {
    fn text(&self, _: &str, path: &str) -> Result<SourceFile, String> {
        let text = self.0.get(path).ok_or_else(|| format!("there is no file `{path}`"))?;
        Ok(SourceFile { name: path.into(), text: text.as_str().into() })
    }

    fn std(&self, module: &str) -> Option<SourceFile> {
        self.text("", &format!("std.{module}")).ok()
    }

    fn atom(&self, _: &str, path: &str) -> Result<AtomFacts, Refusal> {
        let bounds = [[-1.0, 0.0, -1.0], [1.0, 2.0, 1.0]];
        match path {
            "box.glb" => Ok(AtomFacts { name: path.into(), bounds, ..AtomFacts::default() }),
            _ => Err(Refusal::Missing(format!("there is no file `{path}`"))),
        }
    }

    fn texture(&self, _: &str, path: &str) -> Result<TextureFacts, Refusal> {
        Ok(TextureFacts { name: path.into(), warnings: Vec::new() })
    }
}

/// Resolves the first text; the others are files it may use.
fn resolved(texts: &[(&str, &str)]) -> Resolved {
    let files = texts.iter().map(|(n, t)| ((*n).to_owned(), (*t).to_owned())).collect();
    let (name, text) = texts[0];
    let text = text.into();
    resolve(SourceFile { name: name.into(), text }, &Texts(files))
}

/// The diagnostics of several files.
fn said(texts: &[(&str, &str)]) -> String {
    let resolved = resolved(texts);
    let mut out = String::new();
    let place = |span: crate::source::Span| {
        let file = &resolved.files[usize::from(span.file.0)];
        let line = file.text[..span.start as usize].matches('\n').count() + 1;
        let name = if span.file.0 == 0 { String::new() } else { format!("{}:", file.name) };
        format!("{name}{line}")
    };
    for d in &resolved.diagnostics {
        out += &format!("{} {}: {}", place(d.span), d.code.as_str(), d.message);
        for label in &d.labels {
            out += &format!(" [{}: {}]", place(label.span), label.message);
        }
        if let Some(help) = &d.help {
            out += &format!(" ({help})");
        }
        out += "\n";
    }
    out
}

/// Checks the diagnostics of a text.
fn check(text: &str, expect: &Expect) {
    expect.assert_eq(&said(&[("main", text)]));
}

/// Checks the diagnostics of a diagram's edges and actions in a character with this and that.
fn check_in(lines: &str, expect: &Expect) {
    let lines = lines.replace('\n', "\n  ");
    let text = format!(
        "character Hero(k = W, m = fire, t = 2s) {{ var v = 0  var f = true  var w = nobody  var c = #fff\n\
         part arm: Arm\n diagram D {{ state A\n   {lines}\n state B }} }}\n\
         character Arm {{ var len = 1  part hand: ball 1 }}\n group main {{ Hero }}"
    );
    expect.assert_eq(&said(&[("main", &text)]));
}

/// Checks the model of a text without errors.
fn check_model(text: &str, expect: &Expect) {
    let resolved = resolved(&[("main", text)]);
    let errors: Vec<_> = resolved.diagnostics.iter().map(|d| &d.message).collect();
    let Some(model) = &resolved.model else { panic!("there are errors: {errors:?}") };
    let all = dump(model);
    let plain = " at [0.0, 0.0, 0.0] turn [0.0, 0.0, 0.0] scale [1.0, 1.0, 1.0]";
    expect.assert_eq(&all.replace(plain, "").replace(" turned [0.0, 0.0, 0.0, 1.0]", ""));
}
