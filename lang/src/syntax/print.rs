//! The text of a tree.
//!
//! In: an [`ast::File`](File). Out: its text in canonical layout, with backticks and parentheses where
//! the tree needs them, so that parsing it gives the same tree. What the tree does not hold (the
//! operands of constructs that come later) is written in its shortest form.

mod expression;
mod item;
mod state;

use super::ast::*;
use super::format::format;
use super::lexer::is_identifier;
use super::word::Word;

/// The text of a file.
pub fn print(file: &File) -> String {
    let mut printer = Printer::default();
    for item in &file.items {
        printer.item(item);
        printer.out.push('\n');
    }
    // Laying out fails only where the tree holds what no text says, such as a number without digits.
    format(&printer.out).unwrap_or(printer.out)
}

/// The text of an expression.
pub fn print_expr(expr: &Expr) -> String {
    let mut printer = Printer::default();
    printer.whole(expr);
    printer.out.trim().to_string()
}

/// Writes words with a space before each that is not glued.
#[derive(Default)]
struct Printer {
    out: String,
    /// The next word is glued to the last one.
    glue: bool,
}

impl Printer {
    /// A word with a space before it.
    fn word(&mut self, word: &str) {
        let fresh = self.out.is_empty() || self.out.ends_with(['\n', ' ']);
        if !fresh && !self.glue {
            self.out.push(' ');
        }
        self.glue = false;
        self.out.push_str(word);
    }

    /// A word glued to the last one.
    fn glued(&mut self, word: &str) {
        self.out.push_str(word);
        self.glue = false;
    }

    /// A word to which the next one is glued.
    fn opening(&mut self, word: &str) {
        self.word(word);
        self.glue = true;
    }

    fn line(&mut self) {
        self.out.push('\n');
        self.glue = false;
    }

    /// `{`, a line for each part, `}`.
    fn block<T>(&mut self, parts: &[T], mut part: impl FnMut(&mut Self, &T)) {
        self.word("{");
        self.line();
        for one in parts {
            part(self, one);
            self.line();
        }
        self.word("}");
    }

    /// Parts with commas between.
    fn list<T>(&mut self, parts: &[T], mut part: impl FnMut(&mut Self, &T)) {
        for (number, one) in parts.iter().enumerate() {
            if number > 0 {
                self.glued(",");
            }
            part(self, one);
        }
    }

    fn doc(&mut self, doc: Option<&str>) {
        for line in doc.into_iter().flat_map(|doc| doc.split('\n')) {
            self.word(if line.is_empty() { "///" } else { "/// " });
            self.out.push_str(line);
            self.line();
        }
    }

    /// A name where nothing but a name may stand.
    fn name(&mut self, name: &Name) {
        self.name_beside(name, &[]);
    }

    /// A name where these words would be taken for themselves.
    fn name_beside(&mut self, name: &Name, words: &[Word]) {
        let written = spelled(name, words);
        self.word(&written);
    }

    /// `as NAME` and the like.
    fn given(&mut self, word: &str, name: Option<&Name>) {
        if let Some(name) = name {
            self.word(word);
            self.name(name);
        }
    }

    fn path(&mut self, path: &Path) {
        self.path_beside(path, &[]);
    }

    /// A path where these words would be taken for themselves at its beginning.
    fn path_beside(&mut self, path: &Path, words: &[Word]) {
        for (number, name) in path.names.iter().enumerate() {
            if number == 0 {
                self.name_beside(name, words);
            } else {
                self.glued(".");
                self.glue = true;
                self.name(name);
            }
        }
    }

    fn paths(&mut self, paths: &[Path]) {
        self.list(paths, Self::path);
    }

    fn string(&mut self, string: &Str) {
        self.word("\"");
        for piece in &string.pieces {
            match piece {
                Piece::Text(text) => self.glued(&escaped(text)),
                Piece::Expr(expr) => {
                    self.glued("{");
                    self.glue = true;
                    self.whole(expr);
                    self.glued("}");
                }
            }
        }
        self.glued("\"");
    }
}

fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '"' | '\\' | '{' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            _ => out.push(c),
        }
    }
    out
}

/// A name with backticks where it needs them.
fn spelled(name: &Name, words: &[Word]) -> String {
    let meant =
        Word::of(&name.text).is_some_and(|word| word.is_reserved() || words.contains(&word));
    if name.quoted || meant || !is_identifier(&name.text) {
        format!("`{}`", name.text.replace('`', "``"))
    } else {
        name.text.to_string()
    }
}
