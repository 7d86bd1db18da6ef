//! Differences between two texts, line by line.
//!
//! In: what is written and what was found. Out: lines with `-` and `+` before them.

/// Lines that both have stand behind two spaces.
pub fn lines(written: &str, found: &str) -> String {
    let (a, b): (Vec<&str>, Vec<&str>) = (written.lines().collect(), found.lines().collect());
    let common = table(&a, &b);
    let (mut i, mut j) = (0, 0);
    let mut out = String::new();
    let mut say = |mark: &str, line: &str| out.push_str(&format!("{mark} {line}\n"));
    while i < a.len() || j < b.len() {
        let (take_a, take_b) = (i < a.len(), j < b.len());
        if take_a && take_b && a[i] == b[j] {
            say(" ", a[i]);
            (i, j) = (i + 1, j + 1);
        } else if take_a && (!take_b || common[i + 1][j] >= common[i][j + 1]) {
            say("-", a[i]);
            i += 1;
        } else {
            say("+", b[j]);
            j += 1;
        }
    }
    out
}

/// How many lines the rests have in common.
fn table(a: &[&str], b: &[&str]) -> Vec<Vec<usize>> {
    let mut table = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in (0..a.len()).rev() {
        for j in (0..b.len()).rev() {
            table[i][j] = match a[i] == b[j] {
                true => table[i + 1][j + 1] + 1,
                false => table[i + 1][j].max(table[i][j + 1]),
            };
        }
    }
    table
}

#[cfg(test)]
mod tests {
    #[test]
    fn changed_lines_stand_side_by_side() {
        assert_eq!(super::lines("a\nb\nc\n", "a\nx\nc\nd\n"), "  a\n- b\n+ x\n  c\n+ d\n");
    }
}
