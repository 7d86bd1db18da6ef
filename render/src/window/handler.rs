//! The loop of the window: events in, pictures out.
//!
//! In: settings and an app. Out: an app that was run until the window closed, or why there was
//! none. A display is looked for first, since the window library panics without one.

use std::cell::{Cell, RefCell};
use std::panic::{self, AssertUnwindSafe};
use std::rc::Rc;
use std::time::{Duration, Instant};

use miniquad::conf::{Conf, LinuxBackend, Platform};
use miniquad::{EventHandler, KeyCode, KeyMods, MouseButton, window};

use super::gpu::Gpu;
use super::{App, Desk, Event, Refused, Settings, Shot, input};

/// The shortest time between two pictures, where the screen does not set it.
const SHORTEST: Duration = Duration::from_millis(6);
/// The same while nothing moves.
const IDLE: Duration = Duration::from_millis(30);

/// What a loop that could not begin leaves here.
type Failure = Rc<RefCell<Option<String>>>;

/// Opens the window and stays until it is closed. `up` is called when it is there: from then on a
/// panic is one of ours.
pub fn open(
    settings: &Settings,
    app: Box<dyn App>,
    up: impl FnOnce() + 'static,
) -> Result<(), Refused> {
    let backend = backend()?;
    let (failure, is_up) = (Failure::default(), Rc::new(Cell::new(false)));
    let (reason, told, size) = (failure.clone(), is_up.clone(), settings.size);
    let begin = move || match Gpu::new(window::new_rendering_backend(), size) {
        Ok(gpu) => {
            told.set(true);
            up();
            Box::new(Handler::new(app, gpu)) as Box<dyn EventHandler>
        }
        Err(why) => {
            *reason.borrow_mut() = Some(why);
            Box::new(Closing)
        }
    };
    let run = move || miniquad::start(conf(settings, backend), begin);
    let ran = panic::catch_unwind(AssertUnwindSafe(run));
    if let Some(reason) = failure.take() {
        return Err(Refused(reason));
    }
    match ran {
        Ok(()) => Ok(()),
        Err(panic) if is_up.get() => panic::resume_unwind(panic),
        Err(panic) => Err(Refused(said(&*panic))),
    }
}

/// What the window library said when it gave up.
fn said(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text =
        text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("it did not say why");
    if text.contains("XOpenDisplay") {
        let name = std::env::var("DISPLAY").unwrap_or_default();
        return format!("the display `{name}` cannot be opened");
    }
    format!("the window system refused: {text}")
}

/// Whether there is a display, as far as can be told without opening it.
pub fn display() -> Result<(), Refused> {
    backend().map(|_| ())
}

/// Which display there is.
fn backend() -> Result<LinuxBackend, Refused> {
    if !cfg!(target_os = "linux") {
        return Ok(LinuxBackend::default());
    }
    let there = |name: &str| std::env::var_os(name).is_some_and(|v| !v.is_empty());
    match (there("DISPLAY"), there("WAYLAND_DISPLAY")) {
        (true, _) => Ok(LinuxBackend::X11Only),
        (false, true) => Ok(LinuxBackend::WaylandOnly),
        (false, false) => {
            Err(Refused("there is no display (neither DISPLAY nor WAYLAND_DISPLAY is set)".into()))
        }
    }
}

fn conf(settings: &Settings, linux_backend: LinuxBackend) -> Conf {
    let [width, height] = settings.size.map(|n| i32::try_from(n).unwrap_or(i32::MAX));
    Conf {
        window_title: settings.title.clone(),
        window_width: width,
        window_height: height,
        high_dpi: true,
        icon: None,
        platform: Platform { linux_backend, linux_wm_class: "islay", ..Platform::default() },
        ..Conf::default()
    }
}

/// A window that closes at once.
struct Closing;

impl EventHandler for Closing {
    fn update(&mut self) {
        window::order_quit();
    }

    fn draw(&mut self) {}
}

struct Handler {
    app: Box<dyn App>,
    gpu: Gpu,
    desk: Desk,
    /// Whether the window covers the screen as far as the library was told.
    covers: bool,
    last: Instant,
}

impl Handler {
    fn new(app: Box<dyn App>, gpu: Gpu) -> Self {
        let desk = Desk {
            size: [1, 1],
            scale: 1.0,
            idle: false,
            same: false,
            full_screen: false,
            shots: Vec::new(),
            closing: false,
        };
        let mut handler = Self { app, gpu, desk, covers: false, last: Instant::now() };
        handler.measure();
        handler
    }

    fn measure(&mut self) {
        let (width, height) = window::screen_size();
        self.desk.size = [width, height].map(|n| (n as u32).max(1));
        self.desk.scale = window::dpi_scale().clamp(0.5, 8.0);
    }

    fn tell(&mut self, event: Event) {
        self.app.event(event, &mut self.desk);
    }

    /// Leaves the processor to others where the screen does not make us wait.
    fn rest(&mut self) {
        let least = if self.desk.idle { IDLE } else { SHORTEST };
        if let Some(left) = least.checked_sub(self.last.elapsed()) {
            std::thread::sleep(left);
        }
        self.last = Instant::now();
    }

    fn take_shots(&mut self) {
        for shot in std::mem::take(&mut self.desk.shots) {
            let picture = self.app.picture(&self.desk);
            let everything = shot == Shot::Everything;
            self.gpu.draw(&picture, self.desk.size, self.desk.scale, everything);
            let pixels = self.gpu.read();
            self.app.shot(shot, pixels, &mut self.desk);
        }
    }

    fn obey(&mut self) {
        if self.desk.full_screen != self.covers {
            self.covers = self.desk.full_screen;
            window::set_fullscreen(self.covers);
        }
        if self.desk.closing {
            window::order_quit();
        }
    }
}

impl EventHandler for Handler {
    fn update(&mut self) {
        self.rest();
        self.app.update(&mut self.desk);
    }

    fn draw(&mut self) {
        let shots = !self.desk.shots.is_empty();
        self.take_shots();
        if shots || !self.desk.same || !self.gpu.fits(self.desk.size) {
            let picture = self.app.picture(&self.desk);
            self.gpu.draw(&picture, self.desk.size, self.desk.scale, true);
        }
        let drawn = self.gpu.show();
        self.app.drawn(drawn);
        self.obey();
    }

    fn resize_event(&mut self, _: f32, _: f32) {
        self.measure();
        self.tell(Event::Resized);
    }

    fn key_down_event(&mut self, code: KeyCode, _: KeyMods, _: bool) {
        // the library's mark of repeats outlives a loss of focus, so those who hold keys judge
        self.tell(input::key(code).map_or(Event::Other, Event::Press));
    }

    fn key_up_event(&mut self, code: KeyCode, _: KeyMods) {
        if let Some(key) = input::key(code) {
            self.tell(Event::Release(key));
        }
    }

    fn mouse_motion_event(&mut self, x: f32, y: f32) {
        self.tell(Event::Moved([x, y]));
    }

    fn mouse_leave_event(&mut self) {
        self.tell(Event::Left);
    }

    fn mouse_wheel_event(&mut self, _: f32, y: f32) {
        self.tell(Event::Wheel(y));
    }

    fn mouse_button_down_event(&mut self, button: MouseButton, x: f32, y: f32) {
        if let Some(button) = input::button(button) {
            self.tell(Event::ButtonDown(button, [x, y]));
        }
    }

    fn mouse_button_up_event(&mut self, button: MouseButton, x: f32, y: f32) {
        if let Some(button) = input::button(button) {
            self.tell(Event::ButtonUp(button, [x, y]));
        }
    }

    fn window_minimized_event(&mut self) {
        self.tell(Event::FocusLost);
    }

    fn window_restored_event(&mut self) {
        self.tell(Event::FocusBack);
    }

    fn quit_requested_event(&mut self) {
        self.tell(Event::Closing);
        if !self.desk.shots.is_empty() {
            window::cancel_quit();
        }
    }

    fn files_dropped_event(&mut self) {
        let paths = (0..window::dropped_file_count()).filter_map(window::dropped_file_path);
        let paths = paths.collect();
        self.tell(Event::Dropped(paths));
    }
}
