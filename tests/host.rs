//! What a host program does and says for scenes: actions, signals, functions.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use islay::{
    CallKind, Config, EmitValue, Error, EventKind, Files, Host, Input, Scene, Snapshot, Stage,
    Value,
};

const SCENE: &str = r#"
host {
  action boost(by)
  action tell()
  signal near(distance)
  function grade(x, z)
  message go
  input wind
  emit passed
}
character Car {
  shape box 1 1 1
  var pace = 1
  var lift = grade(2, 3)
  diagram Drive {
    state Slow < move z 1, pace = pace + grade(x, z) - grade(x, z) >
      on hook(near, 3) do call boost(3) -> Fast
    state Fast < move z pace, call tell() >
  }
}
character Spark { shape ball 0.1  diagram D { state S on message(go) -> T  state T } }
group main { Car  Car at 4 0 0  Spark }
"#;

fn host() -> Host {
    let boost = |me: &mut islay::Me, args: &[EmitValue]| {
        let by = args[0].as_number().ok_or("a number is wanted")?;
        let pace = me.number("pace").ok_or("it has no pace")?;
        me.set("pace", pace + by)?;
        me.color(0x00ff_00ff)?;
        me.send("go", 1.0, "Spark")?;
        me.fork("Spark")
    };
    Host::new()
        .action("boost", 1, boost)
        .action("tell", 0, |me, _| {
            let roll = me.random();
            me.emit("passed", vec![me.position()[2].into(), roll.into(), true.into()])
        })
        .signal("near", 1, |me, args| Ok(me.position()[2] >= args[0].as_number().unwrap()))
        .function("grade", 2, |args| args[0] * 0.5 + args[1])
}

fn scene(text: &str) -> Scene {
    Scene::from_text("car", text).unwrap()
}

fn stage(text: &str, host: Host) -> Stage {
    Stage::new(&scene(text), Config { host, ..Config::default() })
}

fn ticks(stage: &mut Stage, n: usize) {
    (0..n).for_each(|_| stage.tick(&Input::new()));
}

fn traps(stage: &Stage) -> Vec<(String, u32)> {
    let trap = |kind: &EventKind| match kind {
        EventKind::Trap { message, count, .. } => Some((message.clone(), *count)),
        _ => None,
    };
    stage.events().iter().filter_map(|e| trap(&e.kind)).collect()
}

fn number(stage: &Stage, path: &str) -> f32 {
    match stage.get(path) {
        Some(Value::Number(n)) => n,
        other => panic!("{path}: {other:?}"),
    }
}

#[test]
fn actions_act_signals_answer_functions_make_numbers() {
    let mut stage = stage(SCENE, host());
    assert_eq!(number(&stage, "Car.lift"), 4.0);
    ticks(&mut stage, 3);
    assert_eq!(stage.state("Car.Drive").as_deref(), Some("Fast"));
    assert_eq!(number(&stage, "Car.pace"), 4.0);
    assert_eq!(stage.instance("Car").unwrap().colour, 0x00ff_00ff);
    assert_eq!(stage.instances().filter(|i| i.character == "Spark").count(), 3);
    ticks(&mut stage, 1);
    assert_eq!(stage.state("Spark.D").as_deref(), Some("T"));
    let told: Vec<_> = stage.events().iter().filter(|e| e.path.starts_with("Car")).collect();
    assert_eq!(told.len(), 2, "{told:?}");
    let EventKind::Emit { name, args } = &told[0].kind else { panic!("{told:?}") };
    assert_eq!((name.as_str(), args[0].as_number()), ("passed", Some(7.0)));
    assert!(traps(&stage).is_empty(), "{:?}", traps(&stage));
}

#[test]
fn a_scene_says_what_it_wants_and_a_host_what_it_lacks() {
    let scene = scene(SCENE);
    let wants = scene.wants();
    let calls: Vec<String> = wants.calls.iter().map(ToString::to_string).collect();
    assert_eq!(
        calls,
        ["action boost(by)", "action tell()", "signal near(distance)", "function grade(x, z)"]
    );
    assert_eq!(wants.calls[3].kind, CallKind::Function);
    assert_eq!(
        (&wants.messages, &wants.inputs, &wants.emits),
        (&vec!["go".to_owned()], &vec!["wind".to_owned()], &vec!["passed".to_owned()])
    );
    assert!(host().lacks(&scene).is_empty());
    let other = Host::new().action("boost", 2, |_, _| Ok(())).action("near", 1, |_, _| Ok(()));
    assert_eq!(
        other.lacks(&scene),
        [
            "action `boost` with 1 argument",
            "action `tell` with 0 arguments",
            "signal `near` with 1 argument",
            "function `grade` with 2 arguments",
        ]
    );
    // declared, and so no concern of whoever checks the text
    assert!(scene.diagnostics().is_empty(), "{}", scene.diagnostics().to_text(false));
}

#[test]
fn what_nobody_offers_traps_where_it_is_asked_and_the_scene_goes_on() {
    let mut stage = stage(SCENE, Host::new());
    ticks(&mut stage, 1);
    assert_eq!(number(&stage, "Car.z"), 1.0);
    let told = traps(&stage);
    let grade = "the host has no function `grade` with 2 arguments (called by Car.Drive.Slow)";
    let near = "the host has no signal `near` with 1 argument (called by Car.Drive.Slow)";
    let expected = [grade, grade, near].map(|text| (text.to_owned(), 2));
    assert_eq!(told, expected);

    let without = host().action("boost", 1, |_, _| Err("no fuel\nat all".to_owned()));
    let mut stage = self::stage(SCENE, without);
    ticks(&mut stage, 3);
    let why = "the host's action `boost`: no fuel (called by Car.Drive)";
    assert!(traps(&stage)[0].0.starts_with("the host's action `boost`: no fuel"), "{why}");
    assert_eq!(stage.state("Car.Drive").as_deref(), Some("Fast"));
    assert_eq!(number(&stage, "Car.pace"), 1.0);
}

#[test]
fn what_was_asked_before_a_failure_is_not_done() {
    let half = host().action("boost", 1, |me, _| {
        me.set("pace", 100.0)?;
        me.fork("Spark")?;
        me.set("pace", true)
    });
    let mut stage = stage(SCENE, half);
    ticks(&mut stage, 3);
    assert_eq!(number(&stage, "Car.pace"), 1.0);
    assert_eq!(stage.n_instances(), 3);
    assert!(traps(&stage)[0].0.contains("`pace` holds another kind of value"));
}

#[test]
fn a_signal_sees_and_does_nothing() {
    // it has `me` to look at alone; an action that is asked as a signal is none
    let mut stage = stage(SCENE, Host::new().action("near", 1, |me, _| me.vanish()));
    ticks(&mut stage, 2);
    assert_eq!(stage.n_instances(), 3);
    assert!(traps(&stage).iter().any(|(text, _)| text.contains("no signal `near`")));
}

#[test]
fn a_number_that_is_not_finite_is_0_with_a_trap() {
    for wild in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let text = "host { function f(v) }
            character A { var n = 5  var m = 5  diagram D {
              state S < n = f(1), m = if (n > 100) then f(2) else 3 > } }
            group main { A  A }";
        let mut stage = stage(text, Host::new().function("f", 1, move |_| wild));
        ticks(&mut stage, 1);
        assert_eq!((number(&stage, "A.n"), number(&stage, "A.m")), (0.0, 3.0));
        let why = "`f` makes a number that is not finite (called by A.D.S)".to_owned();
        assert_eq!(traps(&stage), [(why, 2)]);
    }
    let zero = stage(
        "host { function f() } character A { var n = f() } group main { A }",
        Host::new().function("f", 0, |_| -0.0),
    );
    assert_eq!(number(&zero, "A.n").to_bits(), 0);
}

#[test]
fn a_panic_of_the_host_is_told_as_a_trap() {
    let text = "host { action a()  signal s()  function f(v) }
        character A { var n = 1  diagram D { state S < call a(), n = 2 + f(n) >  on hook(s) -> T  state T } }
        group main { A }";
    let host = Host::new()
        .action("a", 0, |me, _| {
            me.vanish()?;
            panic!("no engine")
        })
        .signal("s", 0, |_, args| Ok(args[7] == EmitValue::Flag(true)))
        .function("f", 1, |args| args[3]);
    let mut stage = stage(text, host);
    ticks(&mut stage, 2);
    assert_eq!(number(&stage, "A.n"), 2.0);
    assert_eq!(stage.state("A.D").as_deref(), Some("S"));
    let told = traps(&stage);
    let first = "the host's action `a`: it panicked: no engine (called by A.D.S)";
    assert_eq!(told[0].0, first);
    assert!(told[1].0.starts_with("the host's function `f`: it panicked: index out of bounds"));
    assert!(told[2].0.starts_with("the host's signal `s`: it panicked: index out of bounds"));
}

#[test]
fn functions_are_asked_only_where_they_are_reached_and_not_again_for_the_same_numbers() {
    let asked = Arc::new(AtomicUsize::new(0));
    let count = asked.clone();
    let host = Host::new().function("f", 1, move |args| {
        count.fetch_add(1, Ordering::Relaxed);
        args[0]
    });
    let text = "host { function f(v) }
        character A(far = false) { var n = 0  diagram D {
          state S on far and f(1) > 5 -> T  on not far or f(2) > 5 do n += 1 -> S  state T } }
        group main { repeat 100 { A }  A(far: true) }";
    let mut stage = stage(text, host);
    ticks(&mut stage, 1);
    assert_eq!(asked.load(Ordering::Relaxed), 2);
    assert!(traps(&stage).is_empty());
}

#[test]
fn a_reload_keeps_the_host_and_takes_new_calls() {
    let mut stage = stage(SCENE, host());
    ticks(&mut stage, 2);
    let edited = SCENE.replace("move z pace, call tell()", "move z (pace * 2), call tell()");
    stage.reload(&scene(&edited));
    ticks(&mut stage, 2);
    assert_eq!(number(&stage, "Car.z"), 11.0);
    assert!(traps(&stage).is_empty(), "{:?}", traps(&stage));
    // an initial value that the host makes is not taken for an edited one
    assert_eq!(number(&stage, "Car.lift"), 4.0);
}

#[test]
fn a_snapshot_comes_back_and_goes_on_with_the_same_bits() {
    let mut stage = stage(SCENE, host());
    ticks(&mut stage, 2);
    let bytes = stage.snapshot().to_bytes();
    ticks(&mut stage, 10);
    let hash = stage.hash();
    stage.restore(&Snapshot::from_bytes(&bytes).unwrap()).unwrap();
    ticks(&mut stage, 10);
    assert_eq!(stage.hash(), hash);
}

#[test]
fn stages_on_two_threads_share_a_host_and_go_the_same_way() {
    let (scene, host) = (scene(SCENE), host());
    let run = || {
        let mut stage = Stage::new(&scene, Config { host: host.clone(), ..Config::default() });
        let hashes: Vec<u64> = (0..50)
            .map(|_| {
                stage.tick(&Input::new());
                stage.hash()
            })
            .collect();
        hashes
    };
    let [a, b] = std::thread::scope(|s| {
        let threads = [s.spawn(run), s.spawn(run)];
        threads.map(|t| t.join().unwrap())
    });
    assert_eq!(a, b);
    assert_eq!(a, run());
}

#[test]
fn a_compiled_scene_wants_and_gets_the_same() {
    let (written, host) = (scene(SCENE), host());
    let packed = Scene::from_compiled(&written.to_compiled()).unwrap();
    assert_eq!(packed.wants(), written.wants());
    assert!(host.lacks(&packed).is_empty());
    let hash = |scene: &Scene| {
        let mut stage = Stage::new(scene, Config { host: host.clone(), ..Config::default() });
        ticks(&mut stage, 20);
        assert!(traps(&stage).is_empty(), "{:?}", traps(&stage));
        stage.hash()
    };
    assert_eq!(hash(&packed), hash(&written));
}

#[cfg(feature = "hooks")]
#[test]
fn scripts_and_host_stand_side_by_side_and_never_under_one_name() {
    let text = "hooks \"car.rhai\"\nhost { action honk()  action both(a) }
        character Car { var n = 0  diagram D { state S < call honk(), call drive(2), call both() > } }
        group main { Car }";
    let script = "fn drive(me, d) { me.move(0, 0, d); me.n += 1; }\nfn both(me) { me.n += 10; }";
    let files = |text: &str| Files::from_texts([("car.islay", text), ("car.rhai", script)]);
    let scene = Scene::load("car.islay", &files(text)).unwrap();
    let host = Host::new().action("honk", 0, |me, _| {
        let n = me.number("n").unwrap_or_default();
        me.set("n", n + 100.0)
    });
    let mut stage = Stage::new(&scene, Config { host, ..Config::default() });
    ticks(&mut stage, 1);
    assert_eq!((number(&stage, "Car.n"), number(&stage, "Car.z")), (111.0, 2.0));

    let text = text.replace("both(a)", "both()");
    let Err(Error::Scene(found)) = Scene::load("car.islay", &files(&text)) else { panic!() };
    let found = found.to_text(false);
    assert!(found.contains("`both` is a function of the host and car.rhai"), "{found}");
}
