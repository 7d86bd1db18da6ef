//! A diagram as SVG: texts are texts, so it can be searched and read aloud.

use std::fmt::{self, Write};

use super::graph::{Graph, Kind, Marks};
use super::plan::{Area, LINE, PAD, Plan, TEXT, width};
use super::sheet::{Panel, Sheet};

const STYLE: &str = "text{font:13px sans-serif;fill:#1c2733}.t{font-weight:bold}.d{fill:#44566b}\
.s{fill:#f4f8fc;stroke:#3d5a80}.o{fill:#e3edf7;stroke:#3d5a80}.p{fill:#fff;stroke:#8094ab}\
.i{fill:#1c2733}.a{fill:none;stroke:#5b6f86;stroke-width:1.3}.h{fill:#5b6f86}\
.l{fill:#fff;fill-opacity:.94}.on{fill:#ffe08a;stroke:#c27c00;stroke-width:2}\
.oo{stroke:#c27c00;stroke-width:2.6}\
.tk{stroke:#c27c00;stroke-width:2.5}.th{fill:#c27c00}";

/// The drawing; `marks` are those of the panels, in their order.
pub fn svg(sheet: &Sheet, marks: &[Marks]) -> String {
    let mut out = String::new();
    // writing into a string does not fail
    let _ = write(&mut out, sheet, marks);
    out
}

fn write(out: &mut String, sheet: &Sheet, marks: &[Marks]) -> fmt::Result {
    let [w, h] = sheet.size.map(f32::ceil);
    writeln!(
        out,
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="0 0 {w} {h}" role="img">"#
    )?;
    let titles: Vec<&str> = sheet.panels.iter().map(|p| p.graph.title.as_str()).collect();
    writeln!(out, "<title>{}</title>\n<style>{STYLE}</style>", escaped(&titles.join(", ")))?;
    writeln!(out, r#"<rect width="{w}" height="{h}" fill="white"/>"#)?;
    let none = Marks::default();
    for (i, Panel { at: [x, y], graph, plan }) in sheet.panels.iter().enumerate() {
        writeln!(out, r#"<g transform="translate({x:.1} {y:.1})">"#)?;
        panel(out, graph, plan, marks.get(i).unwrap_or(&none))?;
        writeln!(out, "</g>")?;
    }
    writeln!(out, "</svg>")
}

fn panel(out: &mut String, graph: &Graph, plan: &Plan, marks: &Marks) -> fmt::Result {
    text(out, &graph.title, "t", [2.0 * PAD, 2.0 * PAD + TEXT])?;
    for (i, line) in graph.lines.iter().enumerate() {
        text(out, line, "d", [2.0 * PAD, 2.0 * PAD + TEXT + LINE * (i + 1) as f32])?;
    }
    for scope in (0..graph.nodes.len()).filter(|i| graph.is_scope(*i)) {
        node(out, graph, plan, marks, scope)?;
    }
    for arrow in 0..graph.arrows.len() {
        way(out, plan, marks, arrow)?;
    }
    for leaf in (0..graph.nodes.len()).filter(|i| !graph.is_scope(*i)) {
        node(out, graph, plan, marks, leaf)?;
    }
    for (arrow, line) in graph.arrows.iter().zip(&plan.arrows) {
        label(out, &arrow.lines, &line.label)?;
    }
    Ok(())
}

fn node(out: &mut String, graph: &Graph, plan: &Plan, marks: &Marks, index: usize) -> fmt::Result {
    let (Some(node), Some(area)) = (graph.nodes.get(index), plan.nodes.get(index)) else {
        return Ok(());
    };
    let scope = graph.is_scope(index);
    let lit = match (marks.active.contains(&index), scope) {
        (true, true) => " oo",
        (true, false) => " on",
        (false, _) => "",
    };
    let [x, y] = area.middle();
    match node.kind {
        Kind::State => {
            let class = if scope { "o" } else { "s" };
            rect(out, area, 7.0, &format!("{class}{lit}"))?;
            let top = if scope { area.y + PAD / 2.0 } else { area.y + PAD * 0.7 };
            let centred = |line: &str| x - width(line) / 2.0;
            text(out, &node.label, "t", [centred(&node.label), top + TEXT])?;
            for (i, line) in node.lines.iter().enumerate() {
                text(out, line, "d", [centred(line), top + TEXT + LINE * (i + 1) as f32])?;
            }
            Ok(())
        }
        Kind::Any | Kind::Memory => {
            rect(out, area, area.height / 2.0, "p")?;
            text(out, &node.label, "d", [x - width(&node.label) / 2.0, y + TEXT * 0.36])
        }
        Kind::Initial => writeln!(out, r#"<circle class="i" cx="{x:.1}" cy="{y:.1}" r="5"/>"#),
        Kind::Choice => {
            let r = area.width / 2.0;
            writeln!(
                out,
                r#"<path class="p" d="M{:.1} {y:.1}L{x:.1} {:.1}L{:.1} {y:.1}L{x:.1} {:.1}Z"/>"#,
                x - r,
                y - r,
                x + r,
                y + r
            )
        }
    }
}

fn rect(out: &mut String, a: &Area, round: f32, class: &str) -> fmt::Result {
    let Area { x, y, width, height } = a;
    writeln!(
        out,
        r#"<rect class="{class}" x="{x:.1}" y="{y:.1}" width="{width:.1}" height="{height:.1}" rx="{round:.1}"/>"#
    )
}

fn way(out: &mut String, plan: &Plan, marks: &Marks, index: usize) -> fmt::Result {
    let Some(line) = plan.arrows.get(index) else { return Ok(()) };
    let Some([first, rest @ ..]) = line.points.get(..) else { return Ok(()) };
    let lit = marks.taken.iter().any(|(a, _)| *a == index);
    write!(
        out,
        r#"<path class="a{}" d="M{:.1} {:.1}"#,
        if lit { " tk" } else { "" },
        first[0],
        first[1]
    )?;
    for [x, y] in rest {
        write!(out, "L{x:.1} {y:.1}")?;
    }
    writeln!(out, r#""/>"#)?;
    if let Some([a, b, c]) = head(&line.points) {
        let class = if lit { "h th" } else { "h" };
        let [[ax, ay], [bx, by], [cx, cy]] = [a, b, c];
        writeln!(
            out,
            r#"<path class="{class}" d="M{ax:.1} {ay:.1}L{bx:.1} {by:.1}L{cx:.1} {cy:.1}Z"/>"#
        )?;
    }
    Ok(())
}

/// The triangle at the end of a way.
pub(super) fn head(points: &[[f32; 2]]) -> Option<[[f32; 2]; 3]> {
    let [.., from, to] = points else { return None };
    let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
    let length = (dx * dx + dy * dy).sqrt();
    if length <= 0.0 {
        return None;
    }
    let (dx, dy) = (dx / length, dy / length);
    let back = [to[0] - dx * 9.0, to[1] - dy * 9.0];
    Some([*to, [back[0] - dy * 4.0, back[1] + dx * 4.0], [back[0] + dy * 4.0, back[1] - dx * 4.0]])
}

fn label(out: &mut String, lines: &[String], area: &Area) -> fmt::Result {
    if lines.is_empty() {
        return Ok(());
    }
    rect(out, area, 3.0, "l")?;
    let [x, _] = area.middle();
    for (i, line) in lines.iter().enumerate() {
        text(out, line, "d", [x - width(line) / 2.0, area.y + TEXT * 0.95 + LINE * i as f32])?;
    }
    Ok(())
}

/// A text as wide as it was measured, in whatever font the viewer has.
fn text(out: &mut String, text: &str, class: &str, [x, y]: [f32; 2]) -> fmt::Result {
    if text.is_empty() {
        return Ok(());
    }
    let (w, text) = (width(text), escaped(text));
    writeln!(
        out,
        r#"<text class="{class}" x="{x:.1}" y="{y:.1}" textLength="{w:.1}" lengthAdjust="spacingAndGlyphs">{text}</text>"#
    )
}

/// Safe in XML; characters that XML has not are left out.
fn escaped(text: &str) -> String {
    let allowed = |c: &char| !c.is_control() && !matches!(c, '\u{fffe}' | '\u{ffff}');
    let mut out = String::with_capacity(text.len());
    for c in text.chars().filter(allowed) {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
    out
}
