//! Where pictures go, as it is written behind `-o`.
//!
//! In: `hero.gif`, `frames/%04d.png`, `-`. Out: a [`Target`]. It refuses endings of other kinds, and
//! says which there are.

use std::path::{Path, PathBuf};
use std::str::FromStr;

/// What is made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One PNG.
    Still,
    /// A PNG for each picture.
    Series,
    Gif,
    Apng,
    Mp4,
}

/// Where pictures go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Target {
    text: String,
    kind: Kind,
}

impl Target {
    /// What is made.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Whether it moves.
    pub fn is_film(&self) -> bool {
        matches!(self.kind, Kind::Gif | Kind::Apng | Kind::Mp4)
    }

    /// Whether it goes to stdout.
    pub fn is_stdout(&self) -> bool {
        self.text == "-"
    }

    /// As it was written.
    pub fn shown(&self) -> &str {
        &self.text
    }

    /// The file of a film or a single picture.
    pub fn path(&self) -> &Path {
        Path::new(&self.text)
    }

    /// The file of picture `n` of a series.
    pub fn numbered(&self, n: u64) -> PathBuf {
        match number(&self.text) {
            Some((before, width, after)) => PathBuf::from(format!("{before}{n:0width$}{after}")),
            None => PathBuf::from(&self.text),
        }
    }
}

impl FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let name = Path::new(text).file_name().unwrap_or_default().to_string_lossy().into_owned();
        let ending = name.rsplit_once('.').map(|(_, e)| e.to_ascii_lowercase());
        let kind = match ending.as_deref() {
            _ if text == "-" => Kind::Still,
            Some("png") if number(text).is_some_and(|(before, ..)| before.contains('%')) => {
                return Err(format!("`{text}` has more than one place for the number"));
            }
            Some("png") if number(&name).is_some() => Kind::Series,
            Some("png") if number(text).is_some() => {
                return Err(format!("the number of `{text}` belongs into the name of the file"));
            }
            Some("png") => Kind::Still,
            Some("gif") => Kind::Gif,
            Some("apng") => Kind::Apng,
            Some("mp4") => Kind::Mp4,
            _ => {
                let known = "a .png, .gif, .apng or .mp4, or dir/%04d.png for a picture each";
                return Err(format!("`{text}` is no kind of picture: write {known}"));
            }
        };
        Ok(Self { text: text.to_owned(), kind })
    }
}

/// The text before `%d` or `%04d`, how many digits it has at least, and the text behind it.
fn number(text: &str) -> Option<(&str, usize, &str)> {
    text.rmatch_indices('%').find_map(|(at, _)| {
        let (digits, after) = text.get(at + 1..)?.split_once('d')?;
        let width = if digits.is_empty() { 0 } else { digits.parse().ok()? };
        (width <= 20).then_some((text.get(..at)?, width, after))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(text: &str) -> Result<Kind, String> {
        text.parse::<Target>().map(|t| t.kind())
    }

    #[test]
    fn endings_decide() {
        assert_eq!(kind("a/b.png"), Ok(Kind::Still));
        assert_eq!(kind("-"), Ok(Kind::Still));
        assert_eq!(kind("a.b/c.GIF"), Ok(Kind::Gif));
        assert_eq!(kind("x.apng"), Ok(Kind::Apng));
        assert_eq!(kind("x.mp4"), Ok(Kind::Mp4));
        assert_eq!(kind("x/%04d.png"), Ok(Kind::Series));
        assert_eq!(kind("100%.png"), Ok(Kind::Still));
        for wrong in ["x", "png", "x.jpg", "", "a%d.gif/x", "%d/%d.png", "%d/x.png"] {
            assert!(kind(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn pictures_are_numbered() {
        let file = |text: &str, n| text.parse::<Target>().unwrap().numbered(n);
        assert_eq!(file("f/%04d.png", 7), Path::new("f/0007.png"));
        assert_eq!(file("f/a%d-b.png", 12), Path::new("f/a12-b.png"));
        assert_eq!(file("f/%02d.png", 123), Path::new("f/123.png"));
    }
}
