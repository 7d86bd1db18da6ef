//! The screen of a terminal while a scene plays on it.
//!
//! In: text to show, a line of remarks. Out: what the user does. The terminal gets back its lines,
//! cursor and keys when the screen is dropped, and before a panic is told.

use std::io::{self, Stdout, Write};
use std::panic;
use std::sync::Once;
use std::time::Duration;

use crossterm::event::{
    DisableFocusChange, EnableFocusChange, Event, KeyboardEnhancementFlags,
    PopKeyboardEnhancementFlags, PushKeyboardEnhancementFlags, poll, read,
};
use crossterm::style::{Attribute, Color, Colors, Print, SetAttribute, SetColors};
use crossterm::terminal::{
    self, Clear, ClearType, DisableLineWrap, EnableLineWrap, EnterAlternateScreen,
    LeaveAlternateScreen, SetTitle,
};
use crossterm::{cursor, execute, queue};
use islay::picture::Pixels;

use crate::cli::console::Stop;

const WHITE: Color = Color::White;
const RED: Color = Color::DarkRed;

/// A terminal that shows a scene.
pub struct Screen {
    out: Stdout,
    columns: u16,
    rows: u16,
    shown: Option<Pixels>,
    releases: bool,
    /// What stands in the last line.
    line: String,
    line_is_new: bool,
    /// What lies over the picture.
    trouble: Vec<String>,
}

impl Screen {
    /// Takes the terminal.
    pub fn enter(title: &str) -> Result<Self, Stop> {
        let refuse = |e: io::Error| Stop::Usage(format!("cannot play in this terminal: {e}"));
        let (columns, rows) = terminal::size().map_err(refuse)?;
        terminal::enable_raw_mode().map_err(refuse)?;
        // from here on it is given back by `drop`
        let line = format!("{title} · q leaves");
        let mut screen = Self {
            out: io::stdout(),
            columns,
            rows,
            shown: None,
            releases: false,
            line,
            line_is_new: true,
            trouble: Vec::new(),
        };
        restore_before_a_panic_is_told();
        let out = &mut screen.out;
        execute!(out, EnterAlternateScreen, SetTitle(title), DisableLineWrap)?;
        execute!(out, EnableFocusChange, cursor::Hide, Clear(ClearType::All))?;
        // asking costs a moment where a terminal does not answer, so only those that say so are
        // asked
        if speaks_of_releases() {
            let flags = KeyboardEnhancementFlags::REPORT_EVENT_TYPES
                | KeyboardEnhancementFlags::DISAMBIGUATE_ESCAPE_CODES
                | KeyboardEnhancementFlags::REPORT_ALL_KEYS_AS_ESCAPE_CODES;
            screen.releases = execute!(out, PushKeyboardEnhancementFlags(flags)).is_ok();
        }
        Ok(screen)
    }

    /// Columns and rows for the picture: all but the last line.
    pub fn size(&self) -> (u16, u16) {
        (self.columns.max(1), self.rows.saturating_sub(1).max(1))
    }

    /// The picture that is shown.
    pub fn shown(&self) -> Option<&Pixels> {
        self.shown.as_ref()
    }

    /// Whether the terminal tells when a key goes up.
    pub fn tells_releases(&self) -> bool {
        self.releases
    }

    /// Shows a picture whose text this is.
    pub fn show(&mut self, text: &str, picture: Pixels) -> io::Result<()> {
        queue!(self.out, Print(text))?;
        self.shown = Some(picture);
        if !text.is_empty() {
            self.lay_trouble()?;
        }
        if std::mem::take(&mut self.line_is_new) {
            let line: String = self.line.chars().take(usize::from(self.columns)).collect();
            let last = self.rows.saturating_sub(1);
            queue!(self.out, cursor::MoveTo(0, last), Clear(ClearType::CurrentLine))?;
            queue!(self.out, SetAttribute(Attribute::Dim), Print(line))?;
            queue!(self.out, SetAttribute(Attribute::Reset))?;
        }
        self.out.flush()
    }

    /// What is wrong lies over the picture as long as it is.
    fn lay_trouble(&mut self) -> io::Result<()> {
        let columns = usize::from(self.columns);
        let most = usize::from(self.rows.saturating_sub(1));
        for (row, line) in (0..).zip(self.trouble.iter().take(most)) {
            let line: String = format!(" {line} ").chars().take(columns).collect();
            queue!(self.out, cursor::MoveTo(0, row), SetColors(Colors::new(WHITE, RED)))?;
            queue!(self.out, Print(line), SetAttribute(Attribute::Reset))?;
        }
        Ok(())
    }

    /// What is wrong with the scene's files now; nothing: they are whole again.
    pub fn trouble(&mut self, lines: Vec<String>) {
        if self.trouble != lines {
            self.trouble = lines;
            // all of the picture is drawn anew, also where longer lines lay over it
            self.shown = None;
        }
    }

    /// Says something in the last line.
    pub fn remark(&mut self, said: &str) {
        let one_line = said.lines().next().unwrap_or_default();
        if self.line != one_line {
            one_line.clone_into(&mut self.line);
            self.line_is_new = true;
        }
    }

    /// The terminal has another size.
    pub fn resize(&mut self, columns: u16, rows: u16) -> io::Result<()> {
        (self.columns, self.rows) = (columns, rows);
        self.shown = None;
        self.line_is_new = true;
        queue!(self.out, Clear(ClearType::All))
    }

    /// What the user does in this time.
    pub fn event(&self, within: Duration) -> io::Result<Option<Event>> {
        Ok(if poll(within)? { Some(read()?) } else { None })
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore(self.releases);
    }
}

/// Gives the terminal back. Whoever has closed it does not want it.
fn restore(releases: bool) {
    let mut out = io::stdout();
    if releases {
        let _ = execute!(out, PopKeyboardEnhancementFlags);
    }
    let _ = execute!(out, SetAttribute(Attribute::Reset), DisableFocusChange, EnableLineWrap);
    let _ = execute!(out, cursor::Show, LeaveAlternateScreen);
    let _ = terminal::disable_raw_mode();
}

/// What is told on the other screen is lost with it.
fn restore_before_a_panic_is_told() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let tell = panic::take_hook();
        panic::set_hook(Box::new(move |what| {
            restore(speaks_of_releases());
            tell(what);
        }));
    });
}

/// Terminals known to tell when a key goes up, if they are asked to.
fn speaks_of_releases() -> bool {
    let says = |name: &str, words: &[&str]| {
        std::env::var(name).is_ok_and(|v| words.iter().any(|w| v.to_lowercase().contains(w)))
    };
    let inside = std::env::var_os("TMUX").is_some() || says("TERM", &["screen", "tmux"]);
    let known = says("TERM", &["kitty", "ghostty", "foot"])
        || says("TERM_PROGRAM", &["wezterm", "ghostty", "kitty"]);
    known && !inside && !cfg!(windows)
}
