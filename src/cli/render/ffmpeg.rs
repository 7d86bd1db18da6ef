//! Films that ffmpeg makes.
//!
//! In: pictures, through a pipe. Out: an mp4 that players everywhere show. Where there is no ffmpeg
//! it says what can be made without.

use std::io::{self, BufWriter, Read};
use std::path::Path;
use std::process::{Child, ChildStderr, ChildStdin, Command, Stdio};
use std::thread::JoinHandle;

use islay::picture::{Film, Pixels, Rate, Y4m};

use crate::cli::console::Stop;
use crate::cli::save::Draft;

/// A running ffmpeg.
pub struct Ffmpeg {
    child: Child,
    film: Option<Box<dyn Film>>,
    /// Reads along what it complains of: a full pipe would stop it.
    complaints: Option<JoinHandle<String>>,
    draft: Option<Draft>,
}

/// What it is told: pictures come from stdin, and an mp4 of even sides goes to the file.
const BEFORE: &str = "-hide_banner -loglevel error -nostdin -y -f yuv4mpegpipe -i pipe:0";
const AFTER: &str = "-an -c:v libx264 -crf 18 -pix_fmt yuv420p -colorspace bt709 \
    -color_primaries bt709 -color_trc bt709 -color_range tv -movflags +faststart -f mp4";
/// The pipe does not say which colours its numbers are, so they would be taken for others.
const SHAPE: &str = "setparams=range=tv:color_primaries=bt709:color_trc=bt709:colorspace=bt709,\
    pad=ceil(iw/2)*2:ceil(ih/2)*2";

impl Ffmpeg {
    /// Starts it.
    pub fn start(draft: Draft, size: (u32, u32), rate: Rate) -> Result<Self, Stop> {
        let mut child = command(draft.beside()).spawn().map_err(|e| missing(&e))?;
        let input = child.stdin.take();
        let complaints = child.stderr.take().map(listen);
        let mut ffmpeg = Self { child, film: None, complaints, draft: Some(draft) };
        let Some(input) = input else { return Err(ffmpeg.failed("it has no stdin")) };
        match film(input, size, rate) {
            Ok(film) => ffmpeg.film = Some(film),
            Err(error) => return Err(ffmpeg.failed(&error.to_string())),
        }
        Ok(ffmpeg)
    }

    /// Adds a picture.
    pub fn add(&mut self, picture: &Pixels) -> Result<(), Stop> {
        let added = self.film.as_mut().map_or(Ok(()), |film| film.add(picture));
        added.map_err(|error| self.failed(&error.to_string()))
    }

    /// Waits until it is done.
    pub fn finish(mut self) -> Result<(), Stop> {
        let ended = self.film.take().map_or(Ok(()), Film::finish);
        let status = self.child.wait();
        match (ended, status, self.draft.take()) {
            (Ok(()), Ok(status), Some(draft)) if status.success() => draft.finish(),
            (Err(error), ..) | (_, Err(error), _) => Err(self.failed(&error.to_string())),
            (_, Ok(status), _) => Err(self.failed(&status.to_string())),
        }
    }

    /// Why there is no film: what ffmpeg says of it, or else what we saw.
    fn failed(&mut self, seen: &str) -> Stop {
        // it ends when nothing comes any more
        self.film = None;
        let _ = self.child.wait();
        let said = self.complaints.take().and_then(|c| c.join().ok()).unwrap_or_default();
        let said = said.lines().rfind(|l| !l.trim().is_empty()).map(str::trim);
        let said = said.unwrap_or(seen);
        Stop::Usage(format!("ffmpeg made no film: {said}; a .gif or .apng needs no ffmpeg"))
    }
}

impl Drop for Ffmpeg {
    fn drop(&mut self) {
        self.film = None;
        // one that has ended already is no matter
        let _ = self.child.wait();
    }
}

fn command(out: &Path) -> Command {
    let mut command = Command::new("ffmpeg");
    command.args(BEFORE.split_whitespace()).args(["-vf", SHAPE]).args(AFTER.split_whitespace());
    command.arg(out).stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::piped());
    command
}

fn film(input: ChildStdin, size: (u32, u32), rate: Rate) -> io::Result<Box<dyn Film>> {
    Ok(Box::new(Y4m::new(BufWriter::new(input), size, rate)?))
}

/// The last of what it says; a program that never stops talking fills no memory.
fn listen(stream: ChildStderr) -> JoinHandle<String> {
    std::thread::spawn(move || {
        let mut said = String::new();
        let mut bytes = Vec::new();
        let mut stream = stream;
        // what cannot be read was not said
        let _ = stream.by_ref().take(1 << 16).read_to_end(&mut bytes);
        let _ = io::copy(&mut stream, &mut io::sink());
        said.push_str(&String::from_utf8_lossy(&bytes));
        said
    })
}

fn missing(error: &io::Error) -> Stop {
    let why = match error.kind() {
        io::ErrorKind::NotFound => "which is not installed".to_owned(),
        _ => format!("which cannot be started ({error})"),
    };
    Stop::Usage(format!("an .mp4 needs ffmpeg, {why}; a .gif or .apng needs nothing"))
}
