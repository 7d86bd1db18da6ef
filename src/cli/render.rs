//! `islay render`: pictures of a scene without a window.
//!
//! In: a scene, how long it runs, where the pictures go. Out: a file, or one for each picture.

mod ffmpeg;
pub(super) mod reel;
pub(super) mod target;

use clap::Args;
use islay::picture::{Painter, Rate, Samples};
use islay::session::play::{Remark, Remarks};
use islay::session::script::Script;
use islay::{Scene, Stage};
use serde::Serialize;

use super::console::{Console, Exit, Root, Stop};
use super::inputs::Inputs;
use super::interrupt::Interrupt;
use super::progress::Progress;
use super::size::Size;
use reel::Reel;
use target::{Kind, Target};

/// Scene time of a film whose length is not said, in seconds.
const FILM_SECONDS: f32 = 5.0;
/// Most pictures of a film: nearly an hour.
const MOST_PICTURES: u64 = 100_000;

const EXAMPLES: &str = "\
OUT decides what is made:
  x.png        one picture, of the last tick
  x.gif        a film of 255 colours a picture, for every page and chat
  x.apng       a film of all colours
  x.mp4        a film, made by ffmpeg, which must be installed
  dir/%04d.png a picture each, numbered from 1; the folder is made
  -            one PNG, to stdout

Without --ticks a picture shows tick 1 and a film takes 5 s of the scene; both go on to the last
tick that --hold or --input name. Without --every each tick has its picture (a GIF: as many as make
50 a second or less). Without --fps a film takes as long as the scene: --fps makes it faster or slower.
A picture has at most 8192 pixels a side and 9437184 in all, a film at most 100000 pictures.

Examples:
  islay render hero.islay -o hero.png
  islay render hero.islay -o hero.gif --ticks 90 --hold Left@1..30 --size 320x240
  islay render hero.islay -o frames/%04d.png --ticks 300 --every 10
  islay render hero.islay -o slow.mp4 --fps 10";

/// What to show and how.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The scene (`-`: stdin)
    scene: String,
    /// Where the pictures go: a .png, .gif, .apng, .mp4, or dir/%04d.png
    #[arg(short, long = "out", value_name = "OUT")]
    out: String,
    /// Width and height in pixels
    #[arg(long, value_name = "WxH", default_value = "640x480")]
    size: Size,
    /// How many ticks [default: 1 for a picture, 5 s for a film]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    ticks: Option<u64>,
    /// A picture of each K-th tick [default: 1]
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    every: Option<u64>,
    /// Pictures that a film shows in a second [default: as time goes in the scene]
    #[arg(long, value_name = "F", value_parser = fps)]
    fps: Option<f64>,
    /// Samples of each pixel: 1 is quick, 4 has smooth edges
    #[arg(long, value_name = "1|4", default_value = "4", hide_possible_values = true)]
    #[arg(value_parser = ["1", "4"])]
    samples: String,
    #[command(flatten)]
    inputs: Inputs,
    #[command(flatten)]
    root: Root,
}

fn fps(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok().filter(|f| (0.001..=1000.0).contains(f));
    number.ok_or_else(|| format!("`{text}` is no number of pictures a second, from 0.001 to 1000"))
}

/// What was made; the field names are fixed.
#[derive(Serialize)]
struct Made {
    file: String,
    pictures: u64,
    width: u32,
    height: u32,
    ticks: u64,
    /// How long a film takes; `null` for pictures.
    seconds: Option<f64>,
}

/// Which ticks are shown, and how fast.
#[derive(Clone, Copy)]
struct Plan {
    ticks: u64,
    every: u64,
    rate: Rate,
}

/// Makes the pictures.
pub fn run(arguments: &Arguments, console: &mut Console) -> Result<Exit, Stop> {
    let target: Target = arguments.out.parse().map_err(Stop::Usage)?;
    let script = arguments.inputs.script()?;
    let scene = console.scene(&arguments.scene, &arguments.root)?;
    if scene.is_library() {
        console.note(&format!("`{}` has no group `main`: nothing is there to see", scene.name()));
    }
    // a texture that is missing or a sign that the font lacks is seen in the picture
    if !scene.diagnostics().is_empty() {
        console.report(scene.diagnostics())?;
    }
    let plan = plan(arguments, &target, &script, &scene)?;
    if target.kind() == Kind::Gif && plan.rate.per_second() > islay::picture::FASTEST_GIF {
        console.note("a GIF shows at most 50 pictures a second, so some are left out");
    }
    let made = shoot(arguments, &target, &scene, &script, plan, console)?;
    tell(&made, &target, console)?;
    Ok(Exit::Good)
}

fn plan(
    arguments: &Arguments,
    target: &Target,
    script: &Script,
    scene: &Scene,
) -> Result<Plan, Stop> {
    let tick = scene.tick_seconds();
    let film = target.kind() != Kind::Still;
    let default = if film { (FILM_SECONDS / tick).round() as u64 } else { 1 };
    let ticks = arguments.ticks.unwrap_or_else(|| default.max(script.last_tick()).max(1));
    let every = match (target.kind(), arguments.every) {
        (Kind::Still, _) => ticks,
        (_, Some(every)) => every,
        (Kind::Gif, None) if arguments.fps.is_none() => slow_enough(tick),
        _ => 1,
    };
    if ticks / every > MOST_PICTURES {
        return Err(Stop::Usage(format!(
            "{} are too many pictures, {MOST_PICTURES} is the most: take more ticks a picture with `--every`",
            ticks / every
        )));
    }
    if every > ticks {
        return Err(Stop::Usage(format!(
            "`--every {every}` leaves no picture in {ticks} ticks: take more `--ticks`"
        )));
    }
    let real = 1.0 / (f64::from(tick) * every as f64);
    Ok(Plan { ticks, every, rate: Rate::new(arguments.fps.unwrap_or(real)) })
}

/// Ticks a picture, so that a GIF can show them as time goes.
fn slow_enough(tick: f32) -> u64 {
    let most = islay::picture::FASTEST_GIF * f64::from(tick);
    // a tick of exactly a fiftieth is slow enough, whatever its last bit says
    ((1.0 / most - 1e-6).ceil() as u64).max(1)
}

fn shoot(
    arguments: &Arguments,
    target: &Target,
    scene: &Scene,
    script: &Script,
    plan: Plan,
    console: &mut Console,
) -> Result<Made, Stop> {
    let Size { width, height } = arguments.size;
    let mut stage = Stage::new(scene, arguments.inputs.config(&arguments.root, false));
    // half a film is taken away
    let interrupt = Interrupt::of_ends();
    // the head of an APNG tells how many pictures come, and a scene may end itself
    let pictures = match target.kind() {
        Kind::Apng => dry_run(scene, arguments, script, plan, &interrupt)?,
        _ => plan.ticks / plan.every,
    };
    let mut reel = Reel::new(target, arguments.size, plan.rate, pictures)?;
    let mut painter = Painter::new(scene);
    let samples = if arguments.samples == "1" { Samples::One } else { Samples::Four };
    let progress = Progress::new(plan.ticks / plan.every, "pictures");
    let (mut made, mut remarks) = (0, Remarks::default());
    for tick in 1..=plan.ticks {
        if interrupt.came() {
            return Err(Stop::Interrupted(interrupt));
        }
        stage.tick(&script.at(tick));
        for remark in remarks.of(&stage) {
            if let Remark::Note(said) = remark {
                console.note(&format!("tick {tick}: {said}"));
            }
        }
        let last = tick == plan.ticks || stage.finished();
        if tick % plan.every == 0 || last && made == 0 {
            let frame = stage.frame(1.0);
            reel.add(&painter.paint(&frame, [width, height], samples))
                .map_err(|stop| interrupt.rather(stop))?;
            made += 1;
            progress.step();
        }
        if last {
            break;
        }
    }
    drop(progress);
    reel.finish().map_err(|stop| interrupt.rather(stop))?;
    let seconds = target.is_film().then(|| made as f64 / plan.rate.per_second());
    let file = target.shown().to_owned();
    Ok(Made { file, pictures: made, width, height, ticks: stage.ticks(), seconds })
}

/// How many pictures there will be.
fn dry_run(
    scene: &Scene,
    arguments: &Arguments,
    script: &Script,
    plan: Plan,
    interrupt: &Interrupt,
) -> Result<u64, Stop> {
    let mut stage = Stage::new(scene, arguments.inputs.config(&arguments.root, false));
    for tick in 1..=plan.ticks {
        stage.tick(&script.at(tick));
        if stage.finished() {
            return Ok((tick / plan.every).max(1));
        }
        if interrupt.came() {
            return Err(Stop::Interrupted(interrupt.clone()));
        }
    }
    Ok(plan.ticks / plan.every)
}

fn tell(made: &Made, target: &Target, console: &mut Console) -> Result<(), Stop> {
    if target.is_stdout() {
        return Ok(());
    }
    if console.json() {
        console.line(&serde_json::to_string(made).unwrap_or_default())?;
        return Ok(());
    }
    let size = format!("{}x{}", made.width, made.height);
    let what = match (made.seconds, made.pictures) {
        (Some(seconds), n) => format!("{n} pictures of {size}, {} s", plain(seconds)),
        (None, 1) => format!("{size}, tick {}", made.ticks),
        (None, n) => format!("{n} pictures of {size}"),
    };
    Ok(console.line(&format!("wrote {}: {what}", made.file))?)
}

/// With at most two places, and none that are zero.
fn plain(n: f64) -> String {
    let text = format!("{n:.2}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}
