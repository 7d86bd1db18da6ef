//! Columns: like lines below each other have what stands behind their heads aligned.
//!
//! In: nodes that stand below each other. Out: wider spaces before some tokens. It makes and takes
//! no line break: a line that would get too long stays as it is, and so does one with a long head,
//! which would push all others away. It looks at tokens alone, never at the spaces that were there.

use super::plan::{Like, Node, Row};
use super::spacing::Spacing;

/// The longest head that others are aligned with, in characters; arguments of one character in a
/// group say nothing about the next.
fn longest_head(kind: Like) -> usize {
    if kind == Like::Spawn { 20 } else { 40 }
}

/// Aligns each run of like lines.
pub(super) fn align(spacing: &mut Spacing<'_>, nodes: &[Node], indent: usize) {
    let mut run: Vec<Row> = Vec::new();
    for node in nodes {
        let row = node.row().filter(|row| spacing.fits(row.from, row.to, indent));
        let goes_on = match (run.last(), row) {
            (Some(last), Some(row)) => {
                last.kind == row.kind && spacing.is_next_line(last.to, row.from)
            }
            _ => false,
        };
        if !goes_on {
            columns(spacing, &run, indent);
            run.clear();
        }
        run.extend(row);
    }
    columns(spacing, &run, indent);
}

fn columns(spacing: &mut Spacing<'_>, run: &[Row], indent: usize) {
    let heads = run.iter().filter_map(|row| {
        let at = row.column?;
        let head = spacing.width(row.from, at)?;
        (head <= longest_head(row.kind)).then_some((*row, at, head))
    });
    let heads: Vec<(Row, usize, usize)> = heads.collect();
    let widest = heads.iter().map(|(.., head)| *head).max().unwrap_or_default();
    for (row, at, head) in heads {
        let more = widest - head;
        if spacing.fits(row.from, row.to, indent + more) {
            spacing.widen(at, more);
        }
    }
}
