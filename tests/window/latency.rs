//! How long it takes from a save to the first picture with the new scene, or with what is wrong.
//!
//! Each edit changes the background too; the pixels of the screen are a file that the display
//! server keeps, so one pixel is looked at every millisecond or two without disturbing anybody.
//! `cargo test --test window latency -- --nocapture` says how long it took.

use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom};
use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use super::NEAR;
use super::display::Display;

/// Saves of each kind.
const ROUNDS: usize = 8;
/// What 95 of 100 saves must stay below here; on a machine that is not busy it is 150 ms.
const BOUND: Duration = Duration::from_millis(900);
/// Where only the background is, from the window's corner.
const BEHIND: [usize; 2] = [310, 230];
/// Where the panel is that tells what is wrong.
const PANEL: [usize; 2] = [12, 12];

const SCENE: &str = "
world { kind space  background #BACK  tick 1/30 s  camera at 0 2 -9 look 0 0 0 }
character Arm { shape box 1 0.2 0.2  diagram Swing {
  state Rest after 0.3s -> Raise
  state Raise < rotate z 60 for 0.5s >  on done -> Rest } }
character Man {
  shape capsule 0.4 1.4 color #cc3344
  part left: Arm at -0.7 0.3 0
  part right: Arm at 0.7 0.3 0
  diagram Turn { state Go < rotate y SPEED >  after 1s -> Still  state Still  after 1s -> Go }
}
group main { repeat 5 as i { Man at (i * 2 - 4) 0 0 } }
";

/// What an author does, one after the other.
const EDITS: [(&str, &str, &str); 6] = [
    ("the speed of a rotation", "SPEED", "7"),
    ("a new state", "state Still ", "state More < move y 0.01 >  after 1s -> Go  state Still "),
    ("a renamed state", "Still", "Quiet was Still"),
    ("a removed part", "part left: Arm at -0.7 0.3 0", ""),
    ("a syntax error", "group main {", "group main { ("),
    ("its mending", "SPEED", "3"),
];

/// The pixels of a screen, as a file.
pub struct Screen {
    file: File,
    start: u64,
    line: u64,
    corner: [usize; 2],
}

impl Screen {
    pub fn new(folder: &Path, corner: [usize; 2]) -> Self {
        let mut file = File::open(folder.join("Xvfb_screen0")).unwrap();
        let mut head = [0; 100];
        file.read_exact(&mut head).unwrap();
        let number =
            |i: usize| u64::from(u32::from_be_bytes(head[i * 4..][..4].try_into().unwrap()));
        assert_eq!(number(11), 32, "a pixel has four bytes");
        Self { file, start: number(0) + number(19) * 12, line: number(12), corner }
    }

    pub fn pixel(&mut self, [x, y]: [usize; 2]) -> [u8; 3] {
        let (x, y) = ((self.corner[0] + x) as u64, (self.corner[1] + y) as u64);
        self.file.seek(SeekFrom::Start(self.start + y * self.line + x * 4)).unwrap();
        let mut pixel = [0; 4];
        self.file.read_exact(&mut pixel).unwrap();
        [pixel[2], pixel[1], pixel[0]]
    }

    /// How long until a pixel is so, since then.
    fn until(&mut self, since: Instant, at: [usize; 2], is: impl Fn([u8; 3]) -> bool) -> Duration {
        while !is(self.pixel(at)) {
            let seen = self.pixel(at);
            assert!(since.elapsed() < Duration::from_secs(20), "the pixel stays {seen:?}");
            sleep(Duration::from_millis(1));
        }
        since.elapsed()
    }
}

/// An edited text whose background tells it apart.
fn text(n: usize, edit: &(&str, &str, &str)) -> (String, [u8; 3]) {
    // never red, so that a dark panel over it is not taken for that of a mistake
    let color = [20, 40 + (n * 53 % 8) as u8 * 25, 200 - (n * 31 % 5) as u8 * 30];
    let [r, g, b] = color;
    let edited = match edit.0 {
        "a renamed state" => {
            let text = SCENE.replacen("state Still", "state Quiet was Still", 1);
            text.replace("-> Still", "-> Quiet")
        }
        _ => SCENE.replace(edit.1, edit.2),
    };
    (edited.replace("SPEED", "5").replace("BACK", &format!("{r:02x}{g:02x}{b:02x}")), color)
}

#[test]
fn a_save_is_seen_soon() {
    let folder = std::env::temp_dir().join(format!("islay-screen-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let display = Display::kept_in(&folder);
    let file = display.folder("latency").join("scene.islay");
    let (first, color) = text(99, &EDITS[0]);
    fs::write(&file, first).unwrap();
    let played = display.play(&file, "--size 320x240");
    let mut screen = Screen::new(&folder, played.corner());
    let like =
        |color: [u8; 3]| move |seen: [u8; 3]| (0..3).all(|i| seen[i].abs_diff(color[i]) <= NEAR);
    screen.until(Instant::now(), BEHIND, like(color));
    // the panel lets some of what is behind it through, which has next to no red
    let red = |seen: [u8; 3]| seen[0] > 55;
    let mut times = Vec::new();
    for n in 0..ROUNDS * EDITS.len() {
        let edit = &EDITS[n % EDITS.len()];
        sleep(Duration::from_millis(150 + (n * 37 % 100) as u64));
        let (text, color) = text(n, edit);
        let before = match edit.0 {
            "a syntax error" => red(screen.pixel(PANEL)),
            _ => like(color)(screen.pixel(BEHIND)),
        };
        assert!(!before, "{}: what is waited for is there before the save", edit.0);
        let since = Instant::now();
        fs::write(&file, text).unwrap();
        let time = match edit.0 {
            "a syntax error" => screen.until(since, PANEL, red),
            _ => screen.until(since, BEHIND, like(color)),
        };
        times.push((time, edit.0));
    }
    let _ = fs::remove_dir_all(&folder);
    times.sort();
    let of = |percent: usize| times[(times.len() * percent / 100).min(times.len() - 1)].0;
    let [best, worst] = [times.first(), times.last()];
    println!("{} saves: median {:?}, p95 {:?}", times.len(), of(50), of(95));
    println!("from {best:?} to {worst:?}");
    assert!(of(95) <= BOUND, "{times:#?}");
}
