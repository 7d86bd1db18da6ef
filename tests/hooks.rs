//! Scripts that scenes call, and numbers that hosts set.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test")]

use islay::{Config, Error, EventKind, Files, Input, Key, Limits, Scene, Stage, Value};

const SCENE: &str = r#"
hooks "ball.rhai"
character Ball {
  shape ball 1
  var hp = 10
  var lit = false
  var paint = #ff0000ff
  diagram Go {
    state Wait on key(Right) -> Run  on hook(tired, 3) -> Sleep
    state Run < call step(0.5) >
    state Sleep
  }
  diagram Ear { state Deaf on message(hit) -> Heard  state Heard }
}
character Spark { shape ball 0.1 }
group main { Ball }
"#;

const SCRIPT: &str = r#"
const STEP = 2;
fn step(me, d) {
  me.move(0, 0, d * global::STEP);
  me.rotate(0, 90, 0);
  me.set("hp", me.hp - 1);
  me.lit = true;
  me.color(0x00ff00ff);
  me.send("hit", 2, "Ball");
  me.fork("Spark");
  me.log(`at ${me.z} with ${me.hp}`);
  me.emit("moved", [me.z, "far", true]);
}
fn tired(me, least) { me.hp < least }
fn spin(me) { loop { } }
fn acts(me) { me.move(1, 0, 0); true }
private fn inner(me) { }
fn plain() { }
"#;

fn files(script: &str, scene: &str) -> Files {
    Files::from_texts([("ball.islay", scene), ("ball.rhai", script)])
}

fn stage(scene: &str) -> Stage {
    let scene = Scene::load("ball.islay", &files(SCRIPT, scene)).unwrap();
    Stage::new(&scene, Config::default())
}

fn errors(scene: &str, script: &str) -> String {
    match Scene::load("ball.islay", &files(script, scene)) {
        Err(Error::Scene(found)) => found.to_text(false),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_script_moves_sets_sends_forks_and_tells() {
    let mut stage = stage(SCENE);
    stage.tick(&Input::new().hold(Key::RIGHT));
    stage.tick(&Input::new().hold(Key::RIGHT));
    let ball = stage.instance("Ball").unwrap();
    assert_eq!(ball.position, [0.0, 0.0, 1.0]);
    assert!((ball.angles()[1] - 90.0).abs() < 1e-4);
    assert_eq!(stage.get("Ball.hp"), Some(Value::Number(9.0)));
    assert_eq!(stage.get("Ball.lit"), Some(Value::Flag(true)));
    assert_eq!(ball.colour, 0x00ff_00ff);
    assert!(stage.instance("Spark").is_some());
    let told: Vec<&EventKind> = stage.events().iter().map(|e| &e.kind).collect();
    assert!(matches!(told[0], EventKind::Log { text } if text == "at 1.0 with 9.0"), "{told:?}");
    assert!(
        matches!(told[1], EventKind::Emit { name, args } if name == "moved" && args.len() == 3)
    );
    stage.tick(&Input::new());
    assert_eq!(stage.state("Ball.Ear").as_deref(), Some("Heard"));
}

#[test]
fn a_condition_is_asked_where_it_is_reached_and_does_nothing() {
    let mut stage = self::stage(SCENE);
    stage.set("Ball.hp", 2.0).unwrap();
    stage.tick(&Input::new());
    assert_eq!(stage.state("Ball.Go").as_deref(), Some("Sleep"));

    let guarded = SCENE.replace("hook(tired, 3)", "hp > 100 and hook(spin)");
    let mut stage = self::stage(&guarded);
    stage.tick(&Input::new());
    assert!(stage.events().is_empty(), "{:?}", stage.events());

    let mut stage = self::stage(&SCENE.replace("hook(tired, 3)", "hook(acts)"));
    stage.tick(&Input::new());
    let text = format!("{:?}", stage.events());
    assert!(text.contains("a condition sees and does nothing"), "{text}");
    assert_eq!(stage.state("Ball.Go").as_deref(), Some("Wait"));
}

/// `Ball`, whose function does not end, and `B`, which counts its ticks.
fn beside_an_endless_one() -> Scene {
    let scene = SCENE.replace("call step(0.5)", "call spin()");
    let scene = scene.replace(
        "group main { Ball }",
        "character B { var n = 0  diagram D { state S < call tick() > } }\ngroup main { Ball  B }",
    );
    let script = format!("{SCRIPT}\nfn tick(me) {{ me.n += 1; }}");
    Scene::load("ball.islay", &files(&script, &scene)).unwrap()
}

#[test]
fn what_does_not_end_traps_with_its_place_and_the_rest_goes_on() {
    let scene = beside_an_endless_one();
    let run = || {
        let mut stage = Stage::new(&scene, Config::default());
        (0..3).for_each(|_| stage.tick(&Input::new().hold(Key::RIGHT)));
        stage
    };
    let stage = run();
    let trap = stage.events().iter().find_map(|e| match &e.kind {
        EventKind::Trap { code, message, .. } => Some((code.clone(), message.clone())),
        _ => None,
    });
    let (code, message) = trap.unwrap();
    assert_eq!(code, "hook-failed");
    assert!(message.starts_with("ball.rhai:15:"), "{message}");
    assert!(
        message.contains("more than 100000 operations, in `spin` (called by Ball.Go.Run)"),
        "{message}"
    );
    assert_eq!(stage.get("B.n"), Some(Value::Number(3.0)));
    assert_eq!(stage.hash(), run().hash());
}

#[test]
fn a_limit_of_operations_is_kept_to() {
    let scene = Scene::load("ball.islay", &files(SCRIPT, SCENE)).unwrap();
    for (hook, moved) in [(10, false), (1000, true)] {
        let limits = Limits { hook, ..Limits::default() };
        let mut stage = Stage::new(&scene, Config { limits, ..Config::default() });
        (0..2).for_each(|_| stage.tick(&Input::new().hold(Key::RIGHT)));
        assert_eq!(stage.get("Ball.z"), Some(Value::Number(if moved { 1.0 } else { 0.0 })));
    }
}

#[test]
fn functions_and_their_arguments_are_known_before_the_scene_runs() {
    for (written, said) in [
        ("call stop(1)", "no script has a function `stop`"),
        ("call step(1, 2)", "`step` takes 1 behind `me`, not 2"),
        ("call inner()", "no script has a function `inner`"),
        ("call plain()", "no script has a function `plain`"),
    ] {
        let text = errors(&SCENE.replace("call step(0.5)", written), SCRIPT);
        assert!(text.contains(said), "{text}");
    }
    let text = errors(SCENE, "fn step(me, d) { let = 3 }");
    assert!(text.contains("ball.rhai:1:"), "{text}");
    let text = errors(&SCENE.replace("ball.rhai", "boll.rhai"), SCRIPT);
    assert!(text.contains("there is no such file") && text.matches("error").count() == 1, "{text}");
}

#[test]
fn files_clocks_and_text_that_is_run_are_not_there() {
    for body in ["import \"x\" as x;", "eval(\"1\");", "print(1);", "timestamp();"] {
        let script = format!("fn step(me, d) {{ {body} }}\nfn tired(me, n) {{ false }}");
        let loaded = Scene::load("ball.islay", &files(&script, SCENE));
        let Ok(scene) = loaded else { continue };
        let mut stage = Stage::new(&scene, Config::default());
        (0..2).for_each(|_| stage.tick(&Input::new().hold(Key::RIGHT)));
        let text = format!("{:?}", stage.events());
        assert!(text.contains("hook-failed"), "{body}: {text}");
    }
}

/// What a script's function says of itself when `step` is called.
fn trapped(body: &str) -> (String, Stage) {
    let script = format!("fn step(me, d) {{ {body} }}\nfn tired(me, n) {{ false }}");
    let scene = Scene::load("ball.islay", &files(&script, SCENE)).unwrap();
    let mut stage = Stage::new(&scene, Config::default());
    (0..2).for_each(|_| stage.tick(&Input::new().hold(Key::RIGHT)));
    (format!("{:?}", stage.events()), stage)
}

#[test]
fn a_call_that_fails_has_done_nothing_and_says_where() {
    for (last, said) in [
        ("me.fork(\"Zzz\")", "`Zzz` is no group"),
        ("me.send(\"hit\", \"Nobody\")", "nobody is called `Nobody`"),
        ("me.send(\"hi\", \"Ball\")", "nobody knows a message `hi`"),
        ("me.set(\"mp\", 1)", "`Ball` has no variable `mp`"),
        ("me.hp = true", "`hp` holds another kind of value"),
        ("me.move(0.0 / 0.0, 0, 0)", "not finite"),
        ("sleep(1e300)", "cannot sleep"),
        ("sleep(5)", "cannot sleep"),
    ] {
        let (told, stage) = trapped(&format!("me.hp = 1; me.move(1, 0, 0); {last}; me.hp = 2;"));
        assert!(told.contains("ball.rhai:1:") && told.contains(said), "{last}: {told}");
        assert_eq!(stage.get("Ball.hp"), Some(Value::Number(10.0)), "{last}");
        assert_eq!(stage.get("Ball.x"), Some(Value::Number(0.0)), "{last}");
    }
}

#[test]
fn coverage_and_why_run_scripts_too() {
    let text =
        SCENE.to_owned() + "test \"t\" { set Ball.hp = 2  run 2 ticks  expect Ball.Go is Sleep }";
    let scene = Scene::load("ball.islay", &files(SCRIPT, &text)).unwrap();
    let mut coverage = islay::session::testing::coverage::Coverage::new(&scene).unwrap();
    let run = islay::session::testing::run_covered(&scene, "", 1, &mut coverage).next();
    let run = run.unwrap().unwrap();
    assert!(run.failure.is_none() && run.traps.is_empty(), "{run:?}");
    let mut before = Stage::new(&scene, Config::default());
    before.set("Ball.hp", 2.0).unwrap();
    let why = islay::session::why::why(before, &Input::new(), "Ball", "Go").unwrap();
    assert!(why.to_string().contains("hook(tired, 3)=yes: taken"), "{why}");
}

#[test]
fn a_script_is_loaded_anew_with_its_scene() {
    let mut stage = stage(SCENE);
    (0..2).for_each(|_| stage.tick(&Input::new().hold(Key::RIGHT)));
    let script = SCRIPT.replace("STEP = 2", "STEP = 20");
    let scene = Scene::load("ball.islay", &files(&script, SCENE)).unwrap();
    let hash = stage.hash();
    stage.reload(&scene);
    assert_eq!(stage.hash(), hash);
    stage.tick(&Input::new().hold(Key::RIGHT));
    let ball = stage.instance("Ball").unwrap();
    assert!((ball.position[0] - 10.0).abs() < 1e-4, "{:?}", ball.position);
}

#[test]
fn the_host_sets_numbers_that_stay() {
    let text = r#"
        host { message go  input steer  emit done }
        character Car {
          var seen = 0
          diagram D { state S < seen = input(steer), rotate y input(steer) > on message(go) -> T  state T }
        }
        group main { Car }
        test "steering" { input steer = 3  run 2 ticks  expect Car.seen == 3  expect input(steer) == 3 }
    "#;
    let scene = Scene::from_text("car", text).unwrap();
    assert_eq!(scene.diagnostics().iter().count(), 0, "{}", scene.diagnostics().to_text(false));
    let mut stage = Stage::new(&scene, Config::default());
    stage.tick(&Input::new());
    assert_eq!(stage.get("Car.seen"), Some(Value::Number(0.0)));
    let before = stage.hash();
    stage.tick(&Input::new().set("steer", 2.5));
    stage.tick(&Input::new());
    assert_eq!(stage.get("Car.seen"), Some(Value::Number(2.5)));
    assert_ne!(stage.hash(), before);
    let snapshot = stage.snapshot();
    stage.tick(&Input::new().set("steer", f32::NAN));
    assert_eq!(stage.get("Car.seen"), Some(Value::Number(0.0)));
    stage.restore(&snapshot).unwrap();
    stage.tick(&Input::new());
    assert_eq!(stage.get("Car.seen"), Some(Value::Number(2.5)));
    stage.reload(&Scene::from_text("car", &text.replace("rotate y", "rotate x")).unwrap());
    stage.tick(&Input::new());
    assert_eq!(stage.get("Car.seen"), Some(Value::Number(2.5)));
    let run = islay::session::testing::run(&scene, "").next().unwrap();
    assert!(run.failure.is_none(), "{:?}", run.failure);
    let unknown = Scene::from_text("car", &text.replace("input(steer) >", "input(stear) >"));
    let Err(Error::Scene(found)) = unknown else { panic!("it compiled") };
    assert!(found.to_text(false).contains("did you mean `steer`"), "{}", found.to_text(false));
}

#[test]
fn a_watchdog_stops_what_takes_too_long_and_holds_nobody_else() {
    let scene = beside_an_endless_one();
    let run = |watchdog| {
        let limits = Limits { hook: u32::MAX, ..Limits::default() };
        let config = Config { limits, watchdog, ..Config::default() };
        let mut stage = Stage::new(&scene, config);
        // the call of the edited scene is under the same watchdog
        stage.reload(&scene);
        (0..2).for_each(|_| stage.tick(&Input::new().hold(Key::RIGHT)));
        assert_eq!(stage.get("B.n"), Some(Value::Number(2.0)));
        let told = stage.events().iter().find_map(|e| match &e.kind {
            EventKind::Trap { message, .. } => Some(message.clone()),
            _ => None,
        });
        told.unwrap()
    };
    let told = run(Some(std::time::Duration::from_millis(20)));
    assert!(told.contains("more than 20 ms, in `spin` (called by Ball.Go.Run)"), "{told}");
    let told = run(Some(std::time::Duration::ZERO));
    assert!(told.contains("more than 0 ms, in `spin`"), "{told}");
}
