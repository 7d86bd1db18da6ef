//! One scene with every action, signal and value: its program is well formed, runs, and uses
//! every op there is.

use std::collections::BTreeSet;
use std::sync::Arc;

use islay_vm::input::Input;
use islay_vm::limits::Config;
use islay_vm::world::World;

use super::scene::{Scripted, program};
use super::validate::validate;
use crate::build;
use crate::compile::compile_probed;
use crate::source::SourceFile;

const TEXT: &str = r##"
world { kind room size 30 10 30 tick 1/20 s seed 3 camera of Hero at 0 4 -9 }
const G = 9
host { input wind  function gust(force) }
hooks "leaf.rhai"
atom Crate = box 1 1 1 color #ff8800
character Leaf(n = 1, tint: colour = #445566) {
    color tint
    shape text "leaf {n} of {parent}" 0.2
    var own = n * 2
    hidden
    screen top left
    diagram Idle { state S after 1s do send gone to up -> S }
}
character Hero(pace = 2, live = true, friend: who = nobody) {
    shape ball 0.5
    solid
    part leaf: Leaf(n: pace + 1) at 0 1 0 turn 0 (pace) 0
    part crate: Crate at 1 0 0 scale 2
    var vy = random(-1, 1)
    var lot = pick(1, 6)
    var mark = #ffffff
    var seen = false
    diagram Walk {
        on enter if live do log("on {self}", pace, mark)
        on hit(wall.north) or touch(floor) or leave(Crate below) do vy = -vy, seen = not seen
        on message(go) do vy += value(go) + received(go), friend = sender(go)
        on pressed(Enter) -> again
        on chance(0.1/s) -> one of Stand 2, Go (pace + 1)
        on key(Q) -> Stand except Go
        state Stand < rotate z 3, move x 1/s, move (vy) 0 0 in world, rotate y (vy) in parent >
            on enter do color red, show
            on exit if seen do hide
            after 0.2s do show
            after pace do vy = if (x > 0) then 1 / x else elapsed -> Go
            on every(0.5s) do emit beat("at {x}", time, true, self, mark)
            on key(A) and not key(B) or released(C) -> Go.Fast
        state Go < move forward 2 for 1s, move x (gust(vy)), scale 1.5 for pace ease, vy = 3 for 1s, lot += 1 for 2s ease_in >
            on done do vy -= 1, vy *= 2, vy /= 3 -> back
        {
            state Slow < rotate x 3 for 0.5s, place y 2 for 0.5s, orient 0 90 0 for 0.5s, color #00ff00 for 0.5s >
                on done do reset move cut, reset rotate, reset scale -> Fast
            state Fast < face nearest(Crate within 9 ahead 30) 5, approach at 0 0 0 0.1, face at 1 0 1, approach other(any) 0.1 >
                on click or hover or click(right) or Jump is Air -> Stand
                on Leaf.own > 3 and leaf.Idle is S and parent == nobody -> Go.last
        }
    }
    diagram Jump {
        state Air < move y (min(vy, 3) + 0/s) >
            on count(Crate) > 2 or distance(Crate) < 3 or bearing(Crate) > 5 -> Land
        state Land
            on enter do send go(lot) to all, send go to Leaf, send go to self delay 1s, send go to Hero within 3
            on enter do send go to down, send go to parts, send go to Troop, send go to Second
            on enter do fork Crate at 0 0 2 turn 0 45 0, fork Troop, fork Leaf(n: 3, tint: #010203) in world
            on every(1s) do attach nearest(Crate) to self at 0 2 0, attach self to Second, detach, sound "hop.wav"
            on smoothstep(0, 1, speed) > 0.5 or atan2(turnrate, heading % 7) > 1 -> Air
            on key(V) do vanish Crate, vanish nearest(Leaf), become Leaf(n: 2) start Idle.S -> Air
            on key(X) do vanish -> Air
            on key(Y) do restart -> Air
            on key(Z) do finish, scale 2, scale 1 2 3, orient 1 2 3 cut, place (y) (x) 0 -> Air
            on chance(0.5/s) and hook(fell, vy) -> Air
            on input(wind) > 3 do call blow(input(wind), "on {self}") -> Air
    }
}
group Troop {
    repeat 2 as i { repeat (i + 1) as j { Leaf(n: i * j) at (i) (j) 0 } }
}
group main {
    Hero start Walk.Go.Fast
    Hero(pace: 1, live: false) at 3 1 0 as Second start Jump.Land
    Crate at 0 5 0
}
test "goes" {
    press A
    run 3 ticks
    hold B for 0.5s
    release A
    click Hero
    send go(2) to Hero
    set Hero.vy = 2
    Hero < vy = 1, move x 1 >
    run until Hero.vy < 100 max 1s
    expect Hero.vy ~ 1 within 1000
    expect count(Hero) == 2
    expect log "on Hero"
}
"##;

/// The name of an op.
fn word(op: &impl std::fmt::Debug) -> String {
    format!("{op:?}").split([' ', '{']).next().unwrap_or_default().to_string()
}

#[test]
fn every_op_has_its_place_in_some_scene() {
    let p = program(TEXT);
    let built = build(SourceFile { name: "scene.islay".into(), text: TEXT.into() }, &Scripted);
    let probed = compile_probed(built.model.as_ref().expect("a model"), &p);
    validate(&probed);
    let used: BTreeSet<String> = probed.code.iter().map(word).collect();
    let list = include_str!("../../../../vm/src/op.rs");
    let list = list.split("pub enum Op {").nth(1).expect("the list of ops");
    let all = list.lines().map(str::trim).filter(|l| l.starts_with(char::is_uppercase));
    let missing: Vec<String> = all
        .map(|l| l.split([' ', ',', '{']).next().unwrap_or_default().to_string())
        .filter(|op| !used.contains(op))
        .collect();
    assert_eq!(missing, [""; 0]);
}

#[test]
fn the_whole_width_runs() {
    let mut world = World::new(Arc::new(program(TEXT)), Config::default());
    for _ in 0..300 {
        world.tick(&Input::new());
    }
    assert_eq!(world.clock(), 300);
    assert!(world.find("Second").is_some());
}
