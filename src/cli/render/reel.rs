//! Where pictures are put one after the other: a file, several, or the pipe to ffmpeg.
//!
//! In: a target, and pictures. Out: files that are there whole or not at all.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;

use islay::picture::{AnimatedGif, AnimatedPng, Film, Pixels, Rate, still};

use super::ffmpeg::Ffmpeg;
use super::target::{Kind, Target};
use crate::cli::console::Stop;
use crate::cli::save::{self, Draft};
use crate::cli::size::Size;

/// A place for pictures.
pub enum Reel<'t> {
    /// Each is a file, or the only one is.
    Stills { target: &'t Target, n: u64 },
    /// One file for all.
    Film { film: Box<dyn Film>, draft: Draft },
    /// ffmpeg makes the file.
    Pipe(Ffmpeg),
}

impl<'t> Reel<'t> {
    /// A place for so many pictures (more or fewer are refused by an APNG alone).
    pub fn new(target: &'t Target, size: Size, rate: Rate, pictures: u64) -> Result<Self, Stop> {
        let size = (size.width, size.height);
        if target.kind() == Kind::Series {
            make_folder(target.path())?;
        }
        if matches!(target.kind(), Kind::Still | Kind::Series) {
            return Ok(Self::Stills { target, n: 0 });
        }
        let draft = Draft::new(target.path())?;
        if target.kind() == Kind::Mp4 {
            return Ok(Self::Pipe(Ffmpeg::start(draft, size, rate)?));
        }
        let film = film(target.kind(), draft.writer()?, size, rate, pictures);
        let film = film.map_err(|e| draft.failed(&e))?;
        Ok(Self::Film { film, draft })
    }

    /// Adds a picture.
    pub fn add(&mut self, picture: &Pixels) -> Result<(), Stop> {
        match self {
            Self::Stills { target, n } => {
                *n += 1;
                write_still(target, *n, picture)
            }
            Self::Film { film, draft } => film.add(picture).map_err(|e| draft.failed(&e)),
            Self::Pipe(ffmpeg) => ffmpeg.add(picture),
        }
    }

    /// All pictures are there: the file takes its place.
    pub fn finish(self) -> Result<(), Stop> {
        match self {
            Self::Stills { .. } => Ok(()),
            Self::Film { film, draft } => {
                film.finish().map_err(|e| draft.failed(&e))?;
                draft.finish()
            }
            Self::Pipe(ffmpeg) => ffmpeg.finish(),
        }
    }
}

fn film(
    kind: Kind,
    out: BufWriter<File>,
    size: (u32, u32),
    rate: Rate,
    pictures: u64,
) -> io::Result<Box<dyn Film>> {
    Ok(match kind {
        Kind::Apng => {
            let pictures = u32::try_from(pictures).unwrap_or(u32::MAX);
            Box::new(AnimatedPng::new(out, size, rate, pictures)?)
        }
        _ => Box::new(AnimatedGif::new(out, size, rate)?),
    })
}

fn write_still(target: &Target, n: u64, picture: &Pixels) -> Result<(), Stop> {
    let mut bytes = Vec::new();
    still(&mut bytes, picture)?;
    if target.is_stdout() {
        return Ok(io::stdout().write_all(&bytes)?);
    }
    match target.kind() {
        Kind::Series => save::save(&target.numbered(n), &bytes),
        _ => save::save(target.path(), &bytes),
    }
}

/// The folder that the pictures of a series go to.
fn make_folder(path: &Path) -> Result<(), Stop> {
    let Some(folder) = path.parent().filter(|f| !f.as_os_str().is_empty()) else { return Ok(()) };
    fs::create_dir_all(folder).map_err(|e| save::refused(folder, &e.to_string()))
}
