//! The public interface of the library as a text, to be kept and compared.
//!
//! In: the pages that `cargo doc` wrote for it. Out: every item that a host can name, with its
//! declaration, methods and traits, in a fixed order. It is made of the pages because these hold
//! what is given on from other crates as well, and need no more than stable Rust; of their words it
//! keeps none.

use std::collections::BTreeSet;
use std::path::Path;
use std::{fs, io};

/// Traits that hold by themselves and that hosts rely on.
const AUTO: [&str; 2] = ["Send", "Sync"];

/// A trait that comes with `derive(PartialEq)` and that nobody can name.
const UNSTABLE: &str = " StructuralPartialEq";

/// The listing of a crate whose pages lie in this folder.
pub fn listing(pages: &Path) -> io::Result<String> {
    let name = pages.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let all = fs::read_to_string(pages.join("all.html"))?;
    let mut items: Vec<(String, String)> = Vec::new();
    for link in links(&all) {
        let Some(path) = path(&name, &link) else { continue };
        items.push((path, item(&fs::read_to_string(pages.join(&link))?)));
    }
    let index = fs::read_to_string(pages.join("index.html"))?;
    items.push((format!("{name} (given on)"), given_on(&index).collect()));
    items.sort();
    let blocks = items.iter().map(|(path, text)| format!("## {path}\n{text}"));
    Ok(blocks.collect::<Vec<_>>().join("\n"))
}

/// The pages of items that a list of all items names.
fn links(all: &str) -> BTreeSet<String> {
    let list = all.split("<main").nth(1).unwrap_or_default();
    let links = between(list, "<li><a href=\"", "\"");
    links.filter(|link| link.ends_with(".html")).map(str::to_owned).collect()
}

/// `files/struct.Opened.html` is `islay::files::Opened`.
fn path(of: &str, link: &str) -> Option<String> {
    let (folder, page) = link.rsplit_once('/').unwrap_or(("", link));
    let name = page.strip_suffix(".html")?.split_once('.')?.1;
    let folders = folder.split('/').filter(|folder| !folder.is_empty());
    let words: Vec<&str> = std::iter::once(of).chain(folders).chain([name]).collect();
    Some(words.join("::"))
}

/// Items of the crate that have a second path.
fn given_on(index: &str) -> impl Iterator<Item = String> {
    let lines = between(index, "<dt id=\"reexport.", "</dt>");
    lines.filter_map(|line| Some(format!("{}\n", plain(line.split_once('>')?.1).trim())))
}

/// What a page declares: the item, then its own functions and constants, then its traits.
fn item(page: &str) -> String {
    let main = page.split("id=\"main-content\"").nth(1).unwrap_or_default();
    let declared = between(main, "<pre class=\"rust item-decl\"><code>", "</code></pre>").next();
    let mut out = plain(declared.unwrap_or_default());
    out.push('\n');
    let own = part(main, "id=\"implementations\"");
    out.extend(sorted(between(own, "<h4 class=\"code-header\">", "</h4>").map(plain)));
    let traits = |part| between(part, "<h3 class=\"code-header\">", "</h3>").map(plain).map(short);
    let implemented = traits(part(main, "id=\"trait-implementations\""));
    out.extend(sorted(implemented.filter(|line| !line.ends_with(UNSTABLE))));
    let auto = traits(part(main, "id=\"synthetic-implementations\""));
    let wanted = |line: &String| {
        AUTO.iter()
            .any(|name| line.ends_with(&format!(" {name}")) || line.ends_with(&format!("!{name}")))
    };
    out.extend(sorted(auto.filter(wanted)));
    out
}

/// A part of a page, up to the next.
fn part<'p>(page: &'p str, id: &str) -> &'p str {
    let rest = page.split(&format!("<h2 {id} ")).nth(1).unwrap_or_default();
    rest.split("<h2 id=").next().unwrap_or_default()
}

/// `impl Clone for Frame` says `Frame` on the page of `Frame`.
fn short(line: String) -> String {
    match line.split_once(" for ") {
        Some((what, _)) if !line.contains(" where") && !line.contains("for<") => what.to_owned(),
        _ => line,
    }
}

/// Indented lines, in order.
fn sorted(lines: impl Iterator<Item = String>) -> Vec<String> {
    let one = |line: String| line.split_whitespace().collect::<Vec<_>>().join(" ");
    let mut lines: Vec<String> = lines.map(|line| format!("    {}\n", one(line))).collect();
    lines.sort();
    lines
}

/// All that stands between these two.
fn between<'t>(text: &'t str, from: &'t str, to: &'t str) -> impl Iterator<Item = &'t str> {
    text.split(from).skip(1).filter_map(move |rest| rest.split_once(to)).map(|(found, _)| found)
}

/// A text without marks. What is said about hidden lines is left out.
fn plain(html: &str) -> String {
    let mut out = String::new();
    let shown = html.split("<summary").enumerate().map(|(i, rest)| match i {
        0 => rest,
        _ => rest.split_once("</summary>").map_or("", |(_, rest)| rest),
    });
    for rest in shown.flat_map(|text| text.split('<').enumerate()) {
        out.push_str(match rest {
            (0, text) => text,
            (_, tag) => tag.split_once('>').map_or("", |(_, text)| text),
        });
    }
    let signs = [("&lt;", "<"), ("&gt;", ">"), ("&#39;", "'"), ("&quot;", "\""), ("&nbsp;", " ")];
    let out = signs.iter().fold(out, |out, (sign, is)| out.replace(sign, is));
    out.replace("&amp;", "&").lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
}

/// Lines that only one of two listings has, with the item that they belong to; the first few.
pub fn differences(kept: &str, found: &str) -> Vec<String> {
    let lines = |text: &str| -> BTreeSet<String> {
        let mut item = String::new();
        let mut out = BTreeSet::new();
        for line in text.lines().filter(|line| !line.trim().is_empty()) {
            match line.strip_prefix("## ") {
                Some(path) => item = path.to_owned(),
                None => {
                    out.insert(format!("{item}: {}", line.trim()));
                }
            }
        }
        out
    };
    let (kept, found) = (lines(kept), lines(found));
    let gone = kept.difference(&found).map(|line| format!("- {line}"));
    let new = found.difference(&kept).map(|line| format!("+ {line}"));
    gone.chain(new).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "<section id=\"main-content\"><pre class=\"rust item-decl\"><code>pub struct \
        A { <span>/* private */</span> }</code></pre>\
        <h2 id=\"implementations\" class=\"x\">I</h2><h4 class=\"code-header\">pub fn <a>b</a>(&amp;self) \
        -&gt; <a>Vec</a>&lt;u8&gt;</h4><h4 class=\"code-header\">pub fn a()</h4>\
        <h2 id=\"trait-implementations\" class=\"x\">T</h2><h3 class=\"code-header\">impl <a>Clone</a> for \
        A</h3><h4 class=\"code-header\">fn clone(&amp;self)</h4>\
        <h2 id=\"synthetic-implementations\" class=\"x\">S</h2><h3 class=\"code-header\">impl Send for A</h3>\
        <h3 class=\"code-header\">impl !Sync for A</h3><h3 class=\"code-header\">impl Unpin for A</h3>\
        <h2 id=\"blanket-implementations\" class=\"x\">B</h2><h3 class=\"code-header\">impl Any for A</h3>";

    #[test]
    fn a_page_gives_declaration_methods_and_traits() {
        assert_eq!(
            item(PAGE),
            "pub struct A { /* private */ }\n    pub fn a()\n    pub fn b(&self) -> Vec<u8>\n    \
             impl Clone\n    impl !Sync\n    impl Send\n"
        );
    }

    #[test]
    fn paths_are_those_of_the_language() {
        assert_eq!(path("islay", "files/fn.open.html").as_deref(), Some("islay::files::open"));
        assert_eq!(path("islay", "struct.Key.html").as_deref(), Some("islay::Key"));
    }

    #[test]
    fn differences_name_the_item() {
        let (kept, found) =
            ("## islay::A\npub struct A;\n    pub fn a()\n", "## islay::A\npub struct A;\n");
        assert_eq!(differences(kept, found), ["- islay::A: pub fn a()"]);
        assert!(differences(kept, kept).is_empty());
    }
}
