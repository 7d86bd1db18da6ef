//! A scene in a host of WebAssembly, tick by tick.
//!
//! In: files as bytes, keys and a number of ticks, by calls of exports with numbers alone; text
//! and bytes go through one buffer, which the host writes to and reads from in the memory. Out: the
//! hash of each tick, or what went wrong. It asks the host for nothing (there are no imports), reads
//! no clock and no files. That exports bear their own names counts as unsafe; no unsafe code is written.

use std::cell::RefCell;
use std::panic;

use islay::{Config, Files, Input, Key, Scene, Stage};

/// What the host has said so far, and what came of it.
#[derive(Default)]
struct Desk {
    files: Vec<(String, Vec<u8>)>,
    keys: Vec<Stroke>,
    stage: Option<Stage>,
    hashes: Vec<u64>,
}

/// A key that goes down or up before a tick.
struct Stroke {
    tick: u64,
    key: Key,
    down: bool,
}

thread_local! {
    static DESK: RefCell<Desk> = RefCell::default();
    /// What is handed over, either way. It is never in use while the desk works, so that what stops
    /// the program can leave its words here.
    static BUFFER: RefCell<Vec<u8>> = RefCell::default();
}

/// Texts of the buffer that a call takes.
fn taken(bytes: usize) -> Result<(String, Vec<u8>), String> {
    let mut text = BUFFER.take();
    if bytes > text.len() {
        return Err(format!("there are {} bytes and no {bytes}", text.len()));
    }
    let rest = text.split_off(bytes);
    let text = String::from_utf8(text).map_err(|e| e.to_string())?;
    Ok((text, rest))
}

/// 1, or 0 with the reason in the buffer.
fn answer(done: Result<(), String>) -> u32 {
    match done {
        Ok(()) => 1,
        Err(reason) => {
            BUFFER.set(reason.into_bytes());
            0
        }
    }
}

impl Desk {
    fn key(&mut self, name: &str, tick: u64, down: bool) -> Result<(), String> {
        let key = Key::parse(name).ok_or_else(|| format!("no key is called `{name}`"))?;
        self.keys.push(Stroke { tick, key, down });
        Ok(())
    }

    fn load(&mut self, name: &str) -> Result<(), String> {
        let files = self.files.iter().map(|(name, bytes)| (name.as_str(), bytes.as_slice()));
        let scene = Scene::load(name, &Files::from_bytes(files)).map_err(|e| e.to_string())?;
        self.stage = Some(Stage::new(&scene, Config { between: false, ..Config::default() }));
        Ok(())
    }

    /// Ticks until the scene ends itself, at most so many times.
    fn run(&mut self, ticks: u32) {
        let Some(stage) = &mut self.stage else { return };
        for _ in 0..ticks {
            let tick = stage.ticks() + 1;
            let strokes = self.keys.iter().filter(|stroke| stroke.tick == tick);
            stage.tick(&strokes.fold(Input::new(), |input, stroke| match stroke.down {
                true => input.press(stroke.key),
                false => input.release(stroke.key),
            }));
            self.hashes.push(stage.hash());
            if stage.finished() {
                break;
            }
        }
    }
}

/// Makes room for so many bytes in the buffer and says where they go.
#[unsafe(no_mangle)]
pub extern "C" fn room(bytes: usize) -> *const u8 {
    BUFFER.set(vec![0; bytes]);
    text()
}

/// Where the buffer lies.
#[unsafe(no_mangle)]
pub extern "C" fn text() -> *const u8 {
    BUFFER.with_borrow(|buffer| buffer.as_ptr())
}

/// How much there is in the buffer.
#[unsafe(no_mangle)]
pub extern "C" fn text_length() -> usize {
    BUFFER.with_borrow(Vec::len)
}

/// Forgets all files, keys and ticks. What stops the program leaves its words in the buffer.
#[unsafe(no_mangle)]
pub extern "C" fn reset() {
    DESK.set(Desk::default());
    panic::set_hook(Box::new(|stopped| BUFFER.set(stopped.to_string().into_bytes())));
}

/// Takes a file: the buffer holds its name, so many bytes, and then its contents. Like all that
/// follows it returns 1, or 0 with the reason in the buffer.
#[unsafe(no_mangle)]
pub extern "C" fn file(name: usize) -> u32 {
    answer(taken(name).map(|file| DESK.with_borrow_mut(|desk| desk.files.push(file))))
}

/// Presses (1) or releases (0) the key whose name is the buffer, before that tick.
#[unsafe(no_mangle)]
pub extern "C" fn key(tick: u32, down: u32) -> u32 {
    let name = taken(text_length());
    let key = |name: String| DESK.with_borrow_mut(|d| d.key(&name, tick.into(), down != 0));
    answer(name.and_then(|(name, _)| key(name)))
}

/// Starts the scene whose name is the buffer.
#[unsafe(no_mangle)]
pub extern "C" fn load() -> u32 {
    let name = taken(text_length());
    answer(name.and_then(|(name, _)| DESK.with_borrow_mut(|desk| desk.load(&name))))
}

/// Ticks at most so many times and says how many hashes there are in all.
#[unsafe(no_mangle)]
pub extern "C" fn run(ticks: u32) -> usize {
    DESK.with_borrow_mut(|desk| {
        desk.run(ticks);
        desk.hashes.len()
    })
}

/// Where the hashes lie: eight bytes each, little-endian.
#[unsafe(no_mangle)]
pub extern "C" fn hashes() -> *const u64 {
    DESK.with_borrow(|desk| desk.hashes.as_ptr())
}
