//! Writes tokens and the comments between them.
//!
//! In: one call for each token, in order, saying whether it begins a line. Out: the text. Comments
//! come along by themselves: those behind a token on its line stay there, those on lines of their own
//! keep one, those before a token on its line stay before it.

use crate::syntax::token::{Comment, Kind, Lexed};

pub(super) struct Writer<'l> {
    lexed: &'l Lexed<'l>,
    out: String,
    /// The next comment.
    comment: usize,
    /// Byte behind what was written last, in the old text.
    last_end: u32,
    /// What was written last ends its line.
    line_is_over: bool,
    /// No blank line may follow.
    opened: bool,
    /// Inside a string, where everything is written as it was.
    in_string: bool,
}

impl<'l> Writer<'l> {
    pub(super) fn new(lexed: &'l Lexed<'l>) -> Self {
        let out = String::with_capacity(lexed.text.len() + lexed.text.len() / 8);
        let (comment, last_end) = (0, 0);
        Self { lexed, out, comment, last_end, line_is_over: false, opened: true, in_string: false }
    }

    /// A token at the beginning of a line.
    pub(super) fn line(&mut self, at: usize, indent: usize) {
        let token = self.lexed.token(at);
        let closes = token.kind == Kind::BraceClose;
        let leading = self.comments(at, if closes { indent + 2 } else { indent });
        self.new_line(leading.first().map_or(token.start, |c| c.start), indent, closes);
        self.leading(&leading);
        self.token(at);
    }

    /// A token behind another one, on a line of its own only where a comment makes it so.
    pub(super) fn space(&mut self, at: usize, spaces: usize, indent: usize) {
        if self.in_string {
            return self.token(at);
        }
        let leading = self.comments(at, indent);
        if self.line_is_over {
            self.new_line(self.last_end, indent, true);
        } else {
            let spaces = if leading.is_empty() { spaces } else { spaces.max(1) };
            self.out.extend(std::iter::repeat_n(' ', spaces));
        }
        self.leading(&leading);
        self.token(at);
    }

    /// The comments behind the last token, and the text.
    pub(super) fn finish(mut self) -> String {
        let leading = self.comments(self.lexed.tokens.len(), 0);
        if let Some(first) = leading.first() {
            self.new_line(first.start, 0, false);
        }
        self.leading(&leading);
        let end = self.out.trim_end().len();
        self.out.truncate(end);
        if !self.out.is_empty() {
            self.out.push('\n');
        }
        self.out
    }

    fn token(&mut self, at: usize) {
        let token = self.lexed.token(at);
        if self.in_string {
            // Spaces and comments in a hole are part of the string as it was written.
            self.out.push_str(self.lexed.slice(self.last_end, token.start));
            while self.next_comment(at).is_some() {
                self.comment += 1;
            }
        }
        self.out.push_str(self.lexed.written(token));
        self.in_string =
            (self.in_string || token.kind == Kind::Quote) && token.kind != Kind::Unquote;
        self.last_end = token.end;
        self.line_is_over = false;
        self.opened = token.kind == Kind::BraceOpen;
    }

    fn next_comment(&self, at: usize) -> Option<Comment> {
        let next = self.lexed.comments.get(self.comment).copied();
        next.filter(|comment| comment.before as usize <= at)
    }

    /// Writes the comments before a token but those that stand on its line, which are given back.
    fn comments(&mut self, at: usize, indent: usize) -> Vec<Comment> {
        let mut leading = Vec::new();
        while let Some(comment) = self.next_comment(at) {
            self.comment += 1;
            if self.sticks_to_next(comment, at) {
                leading.push(comment);
                continue;
            }
            for before in std::mem::take(&mut leading) {
                self.comment_here(before, indent);
            }
            self.comment_here(comment, indent);
        }
        leading
    }

    /// Whether a comment is followed by a token on its line.
    fn sticks_to_next(&self, comment: Comment, at: usize) -> bool {
        let next = self.lexed.comments.get(self.comment).filter(|next| next.before as usize <= at);
        let next = next.map_or_else(|| self.lexed.token(at).start, |next| next.start);
        let between = self.lexed.slice(comment.end, next);
        let block = self.lexed.slice(comment.start, comment.end).starts_with("/*");
        block && at < self.lexed.tokens.len() && !between.contains('\n')
    }

    fn comment_here(&mut self, comment: Comment, indent: usize) {
        let own_line = self.lexed.slice(self.last_end, comment.start).contains('\n');
        if own_line || self.line_is_over || self.out.is_empty() {
            self.new_line(comment.start, indent, false);
        } else {
            self.out.push(' ');
        }
        self.write_comment(comment);
    }

    fn leading(&mut self, comments: &[Comment]) {
        for &comment in comments {
            self.write_comment(comment);
            self.out.push(' ');
            self.line_is_over = false;
        }
    }

    fn write_comment(&mut self, comment: Comment) {
        let text = self.lexed.slice(comment.start, comment.end);
        self.out.push_str(text);
        self.last_end = comment.end;
        let behind = self.lexed.text.get(comment.end as usize..).unwrap_or_default();
        let alone = behind.trim_start_matches([' ', '\t', '\r', '\u{3000}']).starts_with('\n');
        self.line_is_over = text.starts_with("//") || alone && self.own_line(text);
        self.opened = false;
    }

    /// Whether a comment that was just written stands on a line of its own.
    fn own_line(&self, text: &str) -> bool {
        let before = self.out.get(..self.out.len() - text.len()).unwrap_or_default();
        before.rsplit('\n').next().unwrap_or_default().trim().is_empty()
    }

    /// Begins a line; a blank one before it is kept where there was one.
    fn new_line(&mut self, next: u32, indent: usize, tight: bool) {
        if !self.out.is_empty() {
            let gap = self.lexed.slice(self.last_end, next);
            let blank = gap.bytes().filter(|&byte| byte == b'\n').count() > 1;
            self.out.push('\n');
            if blank && !tight && !self.opened {
                self.out.push('\n');
            }
        }
        self.out.extend(std::iter::repeat_n(' ', indent));
        self.line_is_over = false;
    }
}
