//! Playing in a terminal: two pixels a character, true colours, keys go to the scene.
//!
//! In: a scene that is played, and where newer ones come from. Out: pictures on the terminal, which is as it
//! was when we leave, however we leave. Most terminals tell no releases: there a key counts as held
//! until a little after its last repeat.

mod hands;
mod screen;

use std::io::{self, IsTerminal};
use std::time::{Duration, Instant};

use islay::picture::{Painter, Samples, half_blocks, terminal_size};
use islay::session::play::{Play, Remark, Remarks};
use islay::watch::{Source, trouble};

use super::say;
use crate::cli::console::{Console, Exit, Stop};
use hands::{Does, Hands};
use screen::Screen;

/// Time between two pictures.
const PICTURE: Duration = Duration::from_millis(33);
/// Most remarks that are kept for the end.
const MOST_REMARKS: usize = 200;

/// Whether there is a terminal to play in.
pub fn there() -> bool {
    io::stdout().is_terminal() && io::stdin().is_terminal()
}

/// Plays until the user leaves or the scene ends.
pub fn play(
    play: &mut Play,
    source: &mut Option<Source>,
    console: &mut Console,
) -> Result<Exit, Stop> {
    if !there() {
        let said = "`--term` needs a terminal: stdin or stdout is none; leave it out for a GIF";
        return Err(Stop::Usage(said.to_owned()));
    }
    let name = play.stage().scene().name().to_owned();
    let mut screen = Screen::enter(&name.replace(char::is_control, "?"))?;
    let mut player = Player::new(play);
    let played = player.run(&mut screen, source);
    drop(screen);
    say(&player.remarks, console)?;
    played.map(|()| Exit::Good)
}

struct Player<'p> {
    play: &'p mut Play,
    painter: Painter,
    hands: Hands,
    telling: Remarks,
    remarks: Vec<Remark>,
}

impl<'p> Player<'p> {
    fn new(play: &'p mut Play) -> Self {
        let painter = Painter::new(play.stage().scene());
        let (hands, telling, remarks) = (Hands::default(), Remarks::default(), Vec::new());
        Self { play, painter, hands, telling, remarks }
    }

    fn run(&mut self, screen: &mut Screen, source: &mut Option<Source>) -> Result<(), Stop> {
        let mut before = Instant::now();
        loop {
            let now = Instant::now();
            self.play.pass((now - before).as_secs_f64());
            before = now;
            match source.as_mut().and_then(Source::news) {
                None => {}
                Some(Ok(scene)) => {
                    self.play.replace(&scene);
                    self.painter = Painter::new(&scene);
                    screen.trouble(Vec::new());
                    screen.remark("the scene has changed and goes on");
                }
                Some(Err(error)) => screen.trouble(trouble::lines(&error, true)),
            }
            self.ticks(screen);
            self.picture(screen)?;
            if self.play.over() || !self.listen(screen, now + PICTURE)? {
                return Ok(());
            }
        }
    }

    /// Does the ticks that are due.
    fn ticks(&mut self, screen: &mut Screen) {
        while self.play.due() {
            self.hands.tire(self.play, Instant::now());
            self.play.tick();
            for remark in self.telling.of(self.play.stage()) {
                let (Remark::Log(said) | Remark::Note(said)) = &remark;
                screen.remark(said);
                if self.remarks.len() < MOST_REMARKS {
                    self.remarks.push(remark);
                }
            }
        }
    }

    fn picture(&mut self, screen: &mut Screen) -> Result<(), Stop> {
        let (columns, rows) = screen.size();
        let frame = self.play.frame();
        let picture = self.painter.paint(&frame, terminal_size(columns, rows), Samples::Four);
        let text = half_blocks(&picture, screen.shown());
        Ok(screen.show(&text, picture)?)
    }

    /// What the user does until the next picture is due; whether they stay.
    fn listen(&mut self, screen: &mut Screen, until: Instant) -> Result<bool, Stop> {
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let Some(event) = screen.event(left)? else { return Ok(true) };
            match self.hands.event(&event, self.play, screen.tells_releases(), Instant::now()) {
                Does::Leaves => return Ok(false),
                Does::Resizes(columns, rows) => screen.resize(columns, rows)?,
                Does::Plays => {}
            }
        }
    }
}
