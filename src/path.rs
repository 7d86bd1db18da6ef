//! Paths of instances as text.
//!
//! In: paths as traces print them (`Hero.right`, `` `my hero`.arm ``, `Guard#2`). Out: their
//! parts. Whether something lives there is not known here.

/// The path before the last dot, and the name behind it without backticks.
pub(crate) fn split(path: &str) -> Option<(&str, String)> {
    let mut quoted = false;
    let mut dot = None;
    for (at, c) in path.char_indices() {
        match c {
            '`' => quoted = !quoted,
            '.' if !quoted => dot = Some(at),
            _ => {}
        }
    }
    let dot = dot?;
    let (of, name) = (path.get(..dot)?, path.get(dot + 1..)?);
    Some((of, unquoted(name)))
}

/// Whether a path, of an instance or of a state, is another or lies in it.
pub(crate) fn lies_in(path: &str, outer: &str) -> bool {
    path.strip_prefix(outer).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// The name, if the path is one name and nothing else.
pub(crate) fn single(path: &str) -> Option<String> {
    let quoted = path.starts_with('`');
    let plain = !path.contains(['.', '#']);
    (plain || quoted && split(path).is_none() && path.ends_with('`')).then(|| unquoted(path))
}

/// The name without backticks.
pub(crate) fn unquoted(name: &str) -> String {
    match name.strip_prefix('`').and_then(|n| n.strip_suffix('`')) {
        Some(inner) => inner.replace("``", "`"),
        None => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_in_backticks_split_nothing() {
        assert_eq!(split("Hero.right.hp"), Some(("Hero.right", "hp".to_owned())));
        assert_eq!(split("`a.b`.`c``d`"), Some(("`a.b`", "c`d".to_owned())));
        assert_eq!(split("Hero"), None);
    }

    #[test]
    fn a_single_name_has_no_dot_and_no_number() {
        assert_eq!(single("Hero"), Some("Hero".to_owned()));
        assert_eq!(single("`a.b#2`"), Some("a.b#2".to_owned()));
        assert_eq!(single("Hero#2"), None);
        assert_eq!(single("Hero.arm"), None);
    }
}
