//! Limits from outside: each of those of loading just below and just above, and scenes that want
//! too much of everything. These end bounded, say so once for each place in a tick, run twice the
//! same, and others in them go on in the same tick.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may stop")]

use std::collections::BTreeMap;

use islay::{Config, Error, EventKind, Files, Input, Limits, Scene, Stage, Value};

/// The usual limits with one change.
fn limits(set: impl Fn(&mut Limits)) -> Limits {
    let mut limits = Limits::default();
    set(&mut limits);
    limits
}

/// What is wrong with a scene among some files.
fn wrong(scene: &str, files: &Files) -> Option<String> {
    match Scene::from_text_in("main.islay", scene, files) {
        Ok(_) => None,
        Err(Error::Scene(found)) => Some(found.to_text(false)),
        Err(other) => Some(other.to_string()),
    }
}

/// That a limit lets `least` through and nothing less.
fn edge(least: u32, set: impl Fn(&mut Limits, u32), wrong: impl Fn(Limits) -> Option<String>) {
    assert_eq!(wrong(limits(|l| set(l, least))), None, "just enough");
    let said = wrong(limits(|l| set(l, least - 1))).unwrap_or_default();
    let number = (least - 1).to_string();
    assert!(said.contains(&number), "too little: {said}");
}

#[test]
fn length_of_a_source_text() {
    let scene = "character C { shape box 1 1 1 }\ngroup main { C }\n";
    let none = || Files::from_texts([]);
    edge(scene.len() as u32, |l, n| l.source = n, |l| wrong(scene, &none().with_limits(l)));
    let used = "use \"long.islay\"\ngroup main { }\n";
    let long = format!("// {}\n", "x".repeat(200));
    let files = || Files::from_texts([("long.islay", long.as_str())]);
    edge(long.len() as u32, |l, n| l.source = n, |l| wrong(used, &files().with_limits(l)));
    let standard = limits(|l| l.source = 5 << 20);
    let large = format!("// {}\n", "x".repeat(5 << 19).repeat(2).split_at((5 << 20) - 4).0);
    assert_eq!(wrong(&large, &none().with_limits(standard)), None, "it can be more than is usual");
    assert!(wrong(&large, &none()).unwrap().contains("source-too-large"));
}

#[test]
fn nesting_of_a_source_text() {
    let scene = "const A = ((((1))))\ngroup main { }\n";
    let wrong = |l| wrong(scene, &Files::from_texts([]).with_limits(l));
    edge(4, |l, n| l.nesting = n, wrong);
}

#[cfg(feature = "import")]
#[test]
fn depth_and_attributes_of_a_document() {
    let document = r#"<islay3d ver="1.1"><characterlist><character name="A" parts="">
        <statediagram name="D"><statelist><state name="S" action="move" front="1"/></statelist>
        <translist/></statediagram></character></characterlist></islay3d>"#;
    let wrong = |l| {
        let files = Files::from_texts([]).with_limits(l);
        let made =
            islay::import::threedi("a.3di", document.as_bytes(), &files, &Default::default());
        match made {
            Err(Error::Scene(found)) => Some(found.to_text(false)),
            made => made.err().map(|e| e.to_string()),
        }
    };
    edge(6, |l, n| l.xml_depth = n, wrong);
    edge(3, |l, n| l.xml_attributes = n, wrong);
}

#[cfg(feature = "models")]
mod models {
    use super::*;

    fn model(name: &str, model: impl AsRef<[u8]>) -> impl Fn(Limits) -> Option<String> {
        let scene = format!("character C {{ shape \"{name}\" }}\ngroup main {{ C }}\n");
        let (name, model) = (name.to_owned(), model.as_ref().to_vec());
        move |l| {
            let files = Files::from_bytes([(name.as_str(), model.as_slice())]).with_limits(l);
            wrong(&scene, &files)
        }
    }

    #[test]
    fn bytes_of_a_model() {
        let gltf = r#"{"asset":{"version":"2.0"}}"#;
        edge(gltf.len() as u32, |l, n| l.model = n, model("a.gltf", gltf));
    }

    #[test]
    fn bones_of_a_model() {
        let gltf = r#"{"asset":{"version":"2.0"},"nodes":[{},{},{}],"skins":[{"joints":[0,1,2]}]}"#;
        edge(3, |l, n| l.bones = n, model("a.gltf", gltf));
    }

    #[test]
    fn depth_and_attributes_of_collada() {
        let dae =
            r#"<COLLADA version="1.4.1" xmlns="x"><asset><unit meter="1"/></asset></COLLADA>"#;
        edge(3, |l, n| l.xml_depth = n, model("a.dae", dae));
        // the message says how many there may be
        edge(2, |l, n| l.xml_attributes = n, model("a.dae", dae));
    }

    #[test]
    fn edge_of_a_picture() {
        let picture = include_bytes!("../assets/tests/pictures/baseline.jpg");
        let scene = "character C { shape box 1 1 1 texture \"a.jpg\" }\ngroup main { C }\n";
        let wrong = |l| {
            let files = Files::from_bytes([("a.jpg", &picture[..])]).with_limits(l);
            wrong(scene, &files)
        };
        let side = (1..=256).find(|n| wrong(limits(|l| l.texture = *n)).is_none()).unwrap();
        assert!(side > 1);
        edge(side, |l, n| l.texture = n, wrong);
    }
}

#[cfg(feature = "hooks")]
#[test]
fn length_of_a_script() {
    let script = "fn step(me) { me.move(0, 0, 1); }\n";
    let scene = "hooks \"a.rhai\"\ngroup main { }\n";
    let wrong = |l| wrong(scene, &Files::from_texts([("a.rhai", script)]).with_limits(l));
    edge(script.len() as u32, |l, n| l.script = n, wrong);
}

/// Ticks that each hostile scene runs.
const TICKS: u64 = 20;

/// One who goes on whatever others do.
const CLOCK: &str = "character Clock { diagram D { state S < move x 1 > } }\n";

/// How a hostile scene ended.
#[derive(Debug, PartialEq)]
struct Ran {
    hash: u64,
    instances: usize,
    /// How often each kind of trap came in all, by its code.
    traps: BTreeMap<String, u64>,
}

impl Ran {
    fn trapped(&self, code: &str) -> u64 {
        self.traps.get(code).copied().unwrap_or(0)
    }
}

fn once(scene: &Scene, limits: Limits, threads: usize) -> Ran {
    // tables of one row, so that every thread has some
    let shard = (threads > 1).then_some(1);
    let mut stage = Stage::new(scene, Config { limits, threads, shard, ..Config::default() });
    let mut traps = BTreeMap::new();
    for tick in 1..=TICKS {
        stage.tick(&Input::new());
        let mut places = BTreeMap::new();
        for event in stage.events() {
            if let EventKind::Trap { code, message, count } = &event.kind {
                *traps.entry(code.clone()).or_insert(0) += u64::from(*count);
                *places.entry((code.clone(), message.clone())).or_insert(0) += 1;
            }
        }
        assert!(places.values().all(|n| *n == 1), "each place once a tick: {places:?}");
        assert!(stage.n_instances() <= limits.instances as usize);
        let clock = stage.get("Clock.x").unwrap();
        assert_eq!(clock, Value::Number(tick as f32), "it goes on in the same tick");
    }
    Ran { hash: stage.hash(), instances: stage.n_instances(), traps }
}

/// Runs a scene twice, and once on two threads.
fn hostile(text: &str, set: impl Fn(&mut Limits)) -> Ran {
    let text = format!("{CLOCK}{text}");
    let scene = Scene::from_text("hostile.islay", &text).unwrap_or_else(|error| match error {
        Error::Scene(found) => panic!("{}", found.to_text(false)),
        other => panic!("{other}"),
    });
    let limits = limits(|l| {
        (l.instances, l.forks, l.messages, l.notes) = (1000, 100, 200, 50);
        set(l);
    });
    let ran = once(&scene, limits, 1);
    assert_eq!(once(&scene, limits, 1), ran, "twice the same");
    assert_eq!(once(&scene, limits, 2), ran, "the same on two threads");
    ran
}

#[test]
fn fork_bombs() {
    let bomb = "character Bomb { diagram D { state S  on every(1 tick) do fork Bomb, fork Bomb } }\n\
                group main { Clock  Bomb }\n";
    let ran = hostile(bomb, |_| ());
    assert_eq!(ran.instances, 1000, "as many as the limit allows");
    assert!(ran.trapped("too-many-instances") > 0 && ran.trapped("too-many-forks") > 0, "{ran:?}");
}

#[test]
fn two_that_fork_each_other() {
    let pair = "character A { diagram D { state S  on every(1 tick) do fork B, fork B } }\n\
                character B { diagram D { state S  on every(1 tick) do fork A, fork A } }\n\
                group main { Clock  A }\n";
    assert!(hostile(pair, |_| ()).trapped("too-many-forks") > 0);
}

#[test]
fn groups_that_fork_groups() {
    let cells = "character Cell { diagram D { state S  on every(1 tick) do fork Team } }\n\
                 group Team { repeat 1e9 { Cell }  Cell }\n\
                 group main { Clock  repeat 3 { Cell } }\n";
    let ran = hostile(cells, |_| ());
    assert!(ran.trapped("too-many-forks") > 0, "{ran:?}");
    let empty = "character Cell { diagram D { state S  on every(1 tick) do fork Team } }\n\
                 group Team { repeat 1e9 { repeat 1e9 { } } }\n\
                 group main { Clock  repeat 100 { Cell } }\n";
    assert!(hostile(empty, |_| ()).trapped("too-many-instances") > 0);
}

#[test]
fn chains_of_becoming() {
    let chain = "character A { diagram D { state S  on every(1 tick) do become B } }\n\
                 character B { part a: Leg  part b: Leg  diagram D { state S  on every(1 tick) do become A } }\n\
                 character Leg { shape ball 1 }\n\
                 group main { Clock  repeat 200 { A } }\n";
    let ran = hostile(chain, |_| ());
    assert!(ran.trapped("too-many-forks") > 0, "{ran:?}");
}

#[test]
fn message_storms() {
    let storm = "character Loud { diagram D { state S  on every(1 tick) do send a to all \
                   on message(a) do send a to all, send b to all } }\n\
                 group main { Clock  repeat 150 { Loud } }\n";
    assert!(hostile(storm, |_| ()).trapped("too-many-messages") > 0);
}

#[test]
fn deep_hierarchies_and_rings() {
    let links = "character Link { diagram D { state S  on every(1 tick) do attach self to nearest(Link) } }\n\
                 group main { Clock  repeat 60 as i { Link at i 0 0 } }\n";
    let ran = hostile(links, |l| l.depth = 4);
    assert!(ran.trapped("attach-ring") > 0, "{ran:?}");
    let tower = "character Link { diagram D { state S  on every(1 tick) do attach self to nearest(Link ahead 10) } }\n\
                 group main { Clock  repeat 60 as i { Link at 0 0 i } }\n";
    let ran = hostile(tower, |l| l.depth = 4);
    assert!(ran.trapped("too-deep") + ran.trapped("attach-ring") > 0, "{ran:?}");
    let parts: String =
        (1..40).map(|i| format!("character L{i} {{ part p: L{} }}\n", i - 1)).collect();
    let deep =
        format!("character L0 {{ shape ball 1 }}\n{parts}group main {{ Clock  L39  L30 }}\n");
    let scene = Scene::from_text("deep.islay", &format!("{CLOCK}{deep}")).unwrap();
    let stage = Stage::new(&scene, Config::default());
    assert_eq!(stage.n_instances(), 1 + 31, "what is too deep is not there, the rest is");
    let refused = stage
        .events()
        .iter()
        .any(|e| matches!(&e.kind, EventKind::Trap { code, count: 1, .. } if code == "too-deep"));
    assert!(refused);
}

#[test]
fn endless_repeats() {
    let many = "character Cell { shape ball 1 }\n\
                group main { Clock  repeat 1e9 { repeat 1e9 { Cell } }  repeat 1e38 { } }\n";
    assert_eq!(hostile(many, |_| ()).instances, 1000);
}

#[test]
fn numbers_beyond_all() {
    let numbers = "character Wild {\n\
        var n = 1e38  var zero = 0  var t = 1e38\n\
        diagram D { state S < move x n, rotate y (n * n) >  on every(1 tick) do n *= 10, n = n + zero / zero, n = 1e38 }\n\
        diagram E { state S  on every(t) do zero = 1  on every(zero) do n = 1 / zero }\n\
        diagram F { state S  after t -> T  state T  after (zero / zero) -> S }\n\
        diagram G { state S  on every(1 tick) do log(\"{n / zero}\"), t = 0 - t } }\n\
        group main { Clock  repeat 9 { Wild } }\n";
    let ran = hostile(numbers, |_| ());
    assert!(ran.trapped("not-finite") > 0, "{ran:?}");
}

#[test]
fn storms_of_lines_and_long_lines() {
    let long = "x".repeat(300);
    let logs = format!(
        "character Loud {{ diagram D {{ state S  on every(1 tick) do log(\"{long}\") }} }}\n\
         group main {{ Clock  repeat 80 {{ Loud }} }}\n"
    );
    let ran = hostile(&logs, |l| l.text = 299);
    assert_eq!(ran.trapped("too-many-notes") % 30, 0, "80 of which 50 are told: {ran:?}");
    assert!(ran.trapped("too-many-notes") > 0 && ran.trapped("text-too-long") > 0, "{ran:?}");
    assert_eq!(hostile(&logs, |l| (l.text, l.notes) = (300, 80)).traps, BTreeMap::new());
}

#[test]
fn crowds_at_one_place() {
    let crowd = "character Man { var t = 0  shape box 1 1 1  diagram D { state S  on touch(Man) do t += 1 } }\n\
                 group main { Clock  repeat 40 { Man } }\n";
    // 40 at one place are 780 pairs
    assert_eq!(hostile(crowd, |l| l.contacts = 780).traps, BTreeMap::new());
    assert!(hostile(crowd, |l| l.contacts = 779).trapped("too-many-contacts") > 0);
}

#[test]
fn more_effects_than_are_carried_out() {
    let many = "character Gun { diagram D { state S  on every(2 ticks) do fork Shot } }\n\
                character Shot { diagram D { state S  on enter do vanish } }\n\
                group main { Clock  repeat 30 { Gun } }\n";
    assert_eq!(hostile(many, |l| l.effects = 30).traps, BTreeMap::new());
    let ran = hostile(many, |l| l.effects = 29);
    assert_eq!(ran.trapped("too-many-effects"), TICKS / 2, "{ran:?}");
}

#[test]
fn memory_of_a_world() {
    let many = "character Cell { var a = 1  var b = 2  shape ball 1 }\n\
                character Hen { diagram D { state S  on every(1 tick) do fork Cell, send a to all } }\n\
                group main { Clock  repeat 10 { Cell }  Hen }\n";
    let ran = hostile(many, |l| l.memory = 10_000);
    assert!(ran.instances > 12 && ran.instances < 12 + TICKS as usize, "{ran:?}");
    assert!(ran.trapped("too-much-memory") > 0, "{ran:?}");
    // of one size each: just as much as there is, and a byte less
    let fixed = "character Cell { shape ball 1 }\ngroup main { Clock  repeat 99 { Cell } }\n";
    let fits = |memory| hostile(fixed, |l| l.memory = memory).instances == 100;
    let (mut low, mut high) = (0, 1 << 20);
    while low + 1 < high {
        let middle = (low + high) / 2;
        if fits(middle) { high = middle } else { low = middle }
    }
    assert!(fits(high) && !fits(high - 1));
}

#[cfg(feature = "hooks")]
#[test]
fn scripts_without_end() {
    let scene = format!(
        "{CLOCK}hooks \"a.rhai\"\n\
         character Spin {{ diagram D {{ state S  on every(1 tick) do call spin() }} }}\n\
         character Maps {{ diagram D {{ state S  on every(1 tick) do call maps() }} }}\n\
         character Text {{ diagram D {{ state S  on every(1 tick) do call text() }} }}\n\
         character Rings {{ diagram D {{ state S  on every(1 tick) do call ring() }} }}\n\
         group main {{ Clock  Spin  Maps  Text  Rings }}\n"
    );
    let script = "fn spin(me) { loop { } }\n\
                  fn maps(me) { let m = #{}; loop { m = #{ a: m, b: m }; } }\n\
                  fn text(me) { let t = \"x\"; loop { t += t; } }\n\
                  fn ring(me) { ring(me) }\n";
    let files = Files::from_texts([("a.islay", scene.as_str()), ("a.rhai", script)]);
    let scene = Scene::load("a.islay", &files).unwrap();
    let ran = once(&scene, limits(|l| l.hook = 5000), 1);
    assert_eq!(once(&scene, limits(|l| l.hook = 5000), 2), ran);
    assert!(ran.trapped("hook-failed") >= 4 * (TICKS - 1), "{ran:?}");
}
