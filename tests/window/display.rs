//! A screen in memory, and windows on it.
//!
//! In: scenes, keys, clicks. Out: what windows say and show. Both end with the test.

use std::cell::{Cell, RefCell};
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{self, Receiver};
use std::thread;
use std::time::{Duration, Instant};

use islay::picture::Pixels;

/// Everything that is waited for comes within this, also on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A screen that is nobody else's.
pub struct Display {
    server: Child,
    name: String,
    folders: Cell<Vec<PathBuf>>,
}

impl Display {
    /// A fresh one.
    pub fn new() -> Self {
        Self::with(&[])
    }

    /// A fresh one whose pixels are kept in the file `Xvfb_screen0` of a folder.
    pub fn kept_in(folder: &Path) -> Self {
        Self::with(&["-fbdir", folder.to_str().unwrap()])
    }

    fn with(more: &[&str]) -> Self {
        let server = Command::new("Xvfb")
            .args(["-displayfd", "1", "-screen", "0", "800x600x24", "-nolisten", "tcp"])
            .args(more)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn();
        let mut server =
            server.expect("these tests need Xvfb and xdotool: apt-get install xvfb xdotool");
        let mut line = String::new();
        BufReader::new(server.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let name = format!(":{}", line.trim());
        Self { server, name, folders: Cell::default() }
    }

    /// What programs on it have in `DISPLAY`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// An empty folder.
    pub fn folder(&self, name: &str) -> PathBuf {
        let folder =
            std::env::temp_dir().join(format!("islay-window-{}-{name}", std::process::id()));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let mut folders = self.folders.take();
        folders.push(folder.clone());
        self.folders.set(folders);
        folder
    }

    /// Plays a scene in a window; the current folder is the scene's.
    pub fn play(&self, file: &Path, options: &str) -> Played {
        self.play_at(&self.name, file, options)
    }

    /// The same on another display.
    pub fn play_at(&self, display: &str, file: &Path, options: &str) -> Played {
        self.start("run", display, file, options, Stdio::null())
    }

    /// Plays a scene in a window with a REPL beside it, which reads what is entered.
    pub fn talk(&self, command: &str, file: &Path, options: &str) -> Played {
        self.start(command, &self.name, file, options, Stdio::piped())
    }

    fn start(
        &self,
        command: &str,
        display: &str,
        file: &Path,
        options: &str,
        stdin: Stdio,
    ) -> Played {
        let folder = file.parent().unwrap().to_owned();
        let mut child = Command::new(env!("CARGO_BIN_EXE_islay"))
            .arg(command)
            .arg(file)
            .args(options.split_whitespace())
            .current_dir(&folder)
            .env("DISPLAY", display)
            .env_remove("WAYLAND_DISPLAY")
            .stdin(stdin)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let out = lines(child.stdout.take().unwrap());
        let err = lines(child.stderr.take().unwrap());
        Played {
            entries: RefCell::new(child.stdin.take()),
            child: Cell::new(Some(child)),
            display: self.name.clone(),
            file: file.to_owned(),
            folder,
            out,
            err,
        }
    }

    /// Does something by hand.
    pub fn tool(&self, arguments: &str) -> String {
        tool(&self.name, &arguments.split_whitespace().collect::<Vec<_>>())
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        let _ = self.server.kill();
        let _ = self.server.wait();
        for folder in self.folders.take() {
            let _ = fs::remove_dir_all(folder);
        }
    }
}

fn tool(display: &str, arguments: &[&str]) -> String {
    let done = Command::new("xdotool").args(arguments).env("DISPLAY", display).output();
    let done = done.expect("these tests need xdotool: apt-get install xdotool");
    assert!(
        done.status.success(),
        "xdotool {arguments:?}: {}",
        String::from_utf8_lossy(&done.stderr)
    );
    String::from_utf8_lossy(&done.stdout).trim().to_owned()
}

/// The lines of a stream as they come.
fn lines(stream: impl Read + Send + 'static) -> Receiver<String> {
    let (send, lines) = mpsc::channel();
    thread::spawn(move || {
        for line in BufReader::new(stream).lines().map_while(Result::ok) {
            if send.send(line).is_err() {
                return;
            }
        }
    });
    lines
}

/// A scene that is played in a window.
pub struct Played {
    child: Cell<Option<Child>>,
    entries: RefCell<Option<ChildStdin>>,
    display: String,
    file: PathBuf,
    folder: PathBuf,
    out: Receiver<String>,
    err: Receiver<String>,
}

impl Played {
    /// Waits for a line of results with this in it.
    pub fn line_with(&self, text: &str) -> String {
        wait(&self.out, text).unwrap_or_else(|| {
            let said: Vec<String> = self.err.try_iter().collect();
            panic!("`{text}` was not said; on stderr: {said:#?}")
        })
    }

    /// Whether a line of results with this in it has come already.
    pub fn has_said(&self, text: &str) -> bool {
        self.out.try_iter().any(|line| line.contains(text))
    }

    /// Waits until the scene says this.
    pub fn says(&self, text: &str) {
        self.line_with(text);
    }

    /// Enters something into the REPL.
    pub fn enter(&self, entry: &str) {
        let mut entries = self.entries.borrow_mut();
        writeln!(entries.as_mut().unwrap(), "{entry}").unwrap();
    }

    /// What it has said since it was listened to last.
    pub fn lines_so_far(&self) -> Vec<String> {
        self.out.try_iter().collect()
    }

    /// Waits until this is said on stderr.
    pub fn complains(&self, text: &str) {
        assert!(wait(&self.err, text).is_some(), "`{text}` was not complained about");
    }

    /// The number behind this word in the last line before nothing is said for a while.
    pub fn last_number_until_quiet(&self, word: &str) -> Option<u64> {
        let mut last = None;
        while let Ok(line) = self.out.recv_timeout(Duration::from_secs(3)) {
            last = line.strip_prefix(word).and_then(|n| n.parse().ok()).or(last);
        }
        last
    }

    fn window(&self) -> String {
        let name = format!("^{} ", self.file.display());
        let found = tool(&self.display, &["search", "--sync", "--name", &name]);
        found.lines().last().expect("there is no window").to_owned()
    }

    /// Where its upper left corner is on the screen.
    pub fn corner(&self) -> [usize; 2] {
        let told = tool(&self.display, &["getwindowgeometry", "--shell", &self.window()]);
        ["X=", "Y="].map(|key| {
            let line = told.lines().find_map(|line| line.strip_prefix(key));
            line.and_then(|n| n.parse().ok()).expect("xdotool tells where a window is")
        })
    }

    /// Gives it the keyboard.
    pub fn focus(&self) {
        tool(&self.display, &["windowfocus", "--sync", &self.window()]);
    }

    /// Presses a key and lets it go.
    pub fn press(&self, key: &str) {
        tool(&self.display, &["key", key]);
    }

    /// Puts the pointer on a pixel from the top left.
    pub fn point(&self, [x, y]: [u32; 2]) {
        let (x, y) = (x.to_string(), y.to_string());
        tool(&self.display, &["mousemove", "--window", &self.window(), &x, &y]);
    }

    /// Clicks with a button: 1 left, 2 middle, 3 right.
    pub fn click(&self, button: &str) {
        tool(&self.display, &["click", button]);
    }

    /// Makes the window another size.
    pub fn resize(&self, [width, height]: [u32; 2]) {
        let (width, height) = (width.to_string(), height.to_string());
        tool(&self.display, &["windowsize", "--sync", &self.window(), &width, &height]);
    }

    /// The picture that it is about to write.
    pub fn picture(&self, name: &str) -> Pixels {
        self.complains(&format!("wrote {name}"));
        picture(&self.folder.join(name))
    }

    /// Waits for its end; its exit code.
    pub fn end(&self) -> i32 {
        let mut child = self.child.take().unwrap();
        let (tell, ended) = mpsc::channel();
        let id = child.id();
        thread::spawn(move || tell.send(child.wait().unwrap().code()));
        let code = ended.recv_timeout(PATIENCE);
        code.unwrap_or_else(|_| panic!("process {id} does not end")).unwrap_or(-1)
    }
}

impl Drop for Played {
    fn drop(&mut self) {
        if let Some(mut child) = self.child.take() {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

fn wait(lines: &Receiver<String>, text: &str) -> Option<String> {
    let until = Instant::now() + PATIENCE;
    loop {
        let line = lines.recv_timeout(until.saturating_duration_since(Instant::now())).ok()?;
        if line.contains(text) {
            return Some(line);
        }
    }
}

/// A picture file.
pub fn picture(file: &Path) -> Pixels {
    let bytes = fs::read(file).unwrap();
    let image = islay_assets::read::image(&bytes).unwrap();
    Pixels { width: image.width, height: image.height, rgba: image.rgba }
}
