//! Columns: like lines below each other have what stands behind their heads aligned.
//!
//! In: nodes that stand below each other. Out: wider spaces before some tokens. It makes and takes
//! no line break, and lets no line get too long: a head that is too wide for the others keeps out.
//! It looks at tokens alone, never at the spaces that were there.

use super::WIDTH;
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

/// One column for all heads that are short enough for it: no line may get too long by it.
fn columns(spacing: &mut Spacing<'_>, run: &[Row], indent: usize) {
    let mut heads: Vec<(usize, usize)> = Vec::new();
    let mut longest = WIDTH;
    for row in run {
        let Some(at) = row.column else { continue };
        let (Some(head), Some(all)) =
            (spacing.width(row.from, at), spacing.width(row.from, row.to))
        else {
            continue;
        };
        if head <= longest_head(row.kind) {
            heads.push((at, head));
            longest = longest.min(WIDTH.saturating_sub(indent + all - head));
        }
    }
    heads.retain(|(_, head)| *head <= longest);
    let widest = heads.iter().map(|(_, head)| *head).max().unwrap_or_default();
    for (at, head) in heads {
        spacing.widen(at, widest - head);
    }
}
