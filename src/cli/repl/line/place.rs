//! Where the history is kept: in the folder for the state of programs.

use std::env;
use std::ffi::OsString;
use std::path::PathBuf;

/// The file, if there is a place for it.
pub fn history() -> Option<PathBuf> {
    folder(|name| env::var_os(name)).map(|folder| folder.join("islay").join("history"))
}

/// The platform's folder; a variable that names none is as good as none.
fn folder(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let path = |name: &str| variable(name).map(PathBuf::from).filter(|p| p.is_absolute());
    let home = || path("HOME");
    path("XDG_STATE_HOME").or_else(|| match env::consts::OS {
        "windows" => path("LOCALAPPDATA"),
        "macos" => home().map(|home| home.join("Library").join("Application Support")),
        _ => home().map(|home| home.join(".local").join("state")),
    })
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn it_is_where_the_user_wants_it_or_at_home() {
        let with = |list: &'static [(&str, &str)]| {
            folder(|name| list.iter().find(|(n, _)| *n == name).map(|(_, v)| v.into()))
        };
        assert_eq!(
            with(&[("HOME", "/home/me"), ("XDG_STATE_HOME", "/state")]),
            Some("/state".into())
        );
        assert!(with(&[("HOME", "/home/me")]).is_some_and(|p| p.starts_with("/home/me")));
        assert_eq!(with(&[("XDG_STATE_HOME", "relative")]), None);
        assert_eq!(with(&[]), None);
    }
}
