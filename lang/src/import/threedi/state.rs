//! States and transitions: actions, options, guards.
//!
//! In: an element. Out: a [`State`] or a [`Transition`]. An action, an option or a guard that is
//! not known is a warning and a remark; a transition without a guard that is known is left out.

use super::attributes::{Element, number, shown};
use super::document::*;
use crate::diagnostic::Code;
use crate::import::Finding;
use crate::suggest;

const ACTIONS: &[&str] = &["stay", "move", "move-world", "jump", "jump-rand", "reset", "scale"];
const OPTIONS: &[&str] =
    &["broadcast", "upcast", "downcast", "gfork", "transform", "show", "hide", "exit", "finish"];
const GUARDS: &[&str] = &["default", "key", "click", "bump", "event", "prob", "timeout"];

/// `state`
pub(super) fn state(mut e: Element<'_>, remarks: &mut Remarks) -> Option<State> {
    let name = e.name("name");
    let action = e.wanted("action").map_or(Action::Stay, |kind| action(&mut e, &kind, remarks));
    let entry = e.maybe("option").and_then(|kind| entry(&mut e, &kind, remarks));
    let layout = ["pos_x", "pos_y"].map(|name| e.maybe(name).map(|place| place.text));
    let layout = match layout {
        [Some(x), Some(y)] => Some([x, y]),
        _ => None,
    };
    e.end(remarks);
    Some(State { name: name?, action, entry, layout, remarks: Vec::new() })
}

/// `trans`
pub(super) fn transition(mut e: Element<'_>, remarks: &mut Remarks) -> Option<Transition> {
    let kind = e.wanted("guard");
    let (from, to) = (e.name("from"), e.name("to"));
    let guard = kind.and_then(|kind| guard(&mut e, &kind, remarks));
    e.end(remarks);
    Some(Transition { guard: guard?, from: from?, to: to? })
}

fn action(e: &mut Element<'_>, kind: &Named, remarks: &mut Remarks) -> Action {
    match &*kind.text {
        "stay" => Action::Stay,
        "move" | "move-world" => moved(e, &*kind.text == "move-world"),
        "jump" => {
            let flags = flags(e);
            let mut place = |name, wanted: bool| {
                let given = if wanted { Some(e.number(name)) } else { e.maybe_number(name) };
                given.filter(|_| wanted)
            };
            let [x, y, z] = flags;
            Action::Jump([place("x", x), place("y", y), place("z", z)])
        }
        "jump-rand" => Action::JumpRandom(flags(e)),
        "reset" => Action::Reset { position: e.flag("tra", false), rotation: e.flag("rot", false) },
        "scale" => Action::Scale(e.three(["x", "y", "z"])),
        _ => {
            unknown(e, kind, "action", ACTIONS, remarks);
            Action::Stay
        }
    }
}

/// Numbers that are missing are 0; if all are, somebody forgot them.
fn moved(e: &mut Element<'_>, upper: bool) -> Action {
    let mut missing = 0;
    let mut part = |name| {
        let given = e.maybe_number(name);
        missing += usize::from(given.is_none());
        given.unwrap_or_default()
    };
    let along = [part("right"), part("front"), part("up")];
    let about = [part("roll"), part("yaw"), part("pitch")];
    if missing == along.len() + about.len() {
        let at = e.at;
        e.error(
            Code::MissingAttribute,
            at,
            "the move has none of `front`, `right`, `up`, `pitch`, `yaw`, `roll`",
        );
    }
    Action::Move { along, about, upper }
}

fn flags(e: &mut Element<'_>) -> [bool; 3] {
    ["xflag", "yflag", "zflag"].map(|name| e.flag(name, false))
}

fn entry(e: &mut Element<'_>, kind: &Named, remarks: &mut Remarks) -> Option<Entry> {
    let mut send = |reach| e.name("message").map(|message| Entry::Send(reach, message));
    match &*kind.text {
        "broadcast" => send(Reach::All),
        "upcast" => send(Reach::Up),
        "downcast" => send(Reach::Down),
        "gfork" => e.name("group").map(Entry::Fork),
        "transform" => e.name("chara-state").map(Entry::Become),
        "show" => Some(Entry::Show),
        "hide" => Some(Entry::Hide),
        "exit" => Some(Entry::Vanish),
        "finish" => Some(Entry::Finish),
        "" | "none" => None,
        _ => {
            unknown(e, kind, "option", OPTIONS, remarks);
            None
        }
    }
}

fn guard(e: &mut Element<'_>, kind: &Named, remarks: &mut Remarks) -> Option<Guard> {
    match &*kind.text {
        "default" => Some(Guard::Always),
        "key" => key(e).map(Guard::Key),
        "click" => Some(Guard::Click(clicked(e, remarks))),
        "bump" => e.name("bump").map(bump),
        "event" => e.name("type").map(Guard::Message),
        "prob" => Some(Guard::Chance(chance(e))),
        "timeout" => Some(Guard::Timeout(e.count("count"))),
        _ => {
            unknown(e, kind, "guard", GUARDS, remarks);
            None
        }
    }
}

fn unknown(
    e: &mut Element<'_>,
    kind: &Named,
    attribute: &str,
    known: &[&str],
    remarks: &mut Remarks,
) {
    let said = shown(&kind.text);
    let message = format!("there is no {attribute} `{said}`, it is left out");
    let found = Finding::new(Code::ImportLoss, kind.at, message);
    e.report(found.maybe_help(suggest::help(&kind.text, known)));
    let whole = if attribute == "guard" { "a transition with " } else { "" };
    remarks.push(format!("{whole}the {attribute} `{said}` is left out"));
}

/// Keys with names; letters and digits are themselves.
const KEYS: &[(&str, &str)] = &[
    ("UP", "Up"),
    ("DOWN", "Down"),
    ("LEFT", "Left"),
    ("RIGHT", "Right"),
    ("ENTER", "Enter"),
    ("SPACE", "Space"),
];
const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";

fn key(e: &mut Element<'_>) -> Option<&'static str> {
    let found = e.wanted("key")?;
    let upper = found.text.trim().to_ascii_uppercase();
    let named = KEYS.iter().find(|(name, _)| *name == upper).map(|(_, key)| *key);
    let plain = || {
        let at = LETTERS.find(&upper).filter(|_| upper.len() == 1)?;
        LETTERS.get(at..=at)
    };
    let key = named.or_else(plain);
    if key.is_none() {
        let message = format!("there is no key `{}`", shown(&found.text));
        let finding = Finding::new(Code::UnknownKey, found.at, message);
        e.report(finding.help("keys are UP DOWN LEFT RIGHT ENTER SPACE, a to z and 0 to 9"));
    }
    key
}

fn clicked(e: &mut Element<'_>, remarks: &mut Remarks) -> Clicked {
    let Some(button) = e.maybe("button") else { return Clicked::Left };
    match button.text.trim().to_ascii_lowercase().as_str() {
        "" | "left" | "l" | "1" | "any" => Clicked::Left,
        "right" | "r" | "3" => Clicked::Right,
        "middle" | "center" | "m" | "2" => Clicked::Middle,
        _ => {
            let what = format!("the button `{}`", shown(&button.text));
            e.lost(button.at, &what, remarks);
            Clicked::Left
        }
    }
}

fn bump(what: Named) -> Guard {
    match &*what.text {
        "@any" => Guard::Any,
        "@anywall" => Guard::AnyBoundary,
        "@eastwall" => Guard::Boundary("wall", Some("east")),
        "@westwall" => Guard::Boundary("wall", Some("west")),
        "@southwall" => Guard::Boundary("wall", Some("south")),
        "@northwall" => Guard::Boundary("wall", Some("north")),
        "@roofwall" => Guard::Boundary("roof", None),
        "@floorwall" => Guard::Boundary("floor", None),
        "@anychara" => Guard::Anyone,
        _ => Guard::Character(what),
    }
}

/// Percent to a share.
fn chance(e: &mut Element<'_>) -> f32 {
    let Some(found) = e.wanted("prob") else { return 0.0 };
    let share = number(&found.text).map(|percent| percent / 100.0);
    match share {
        Some(share) if (0.0..=1.0).contains(&share) => share as f32,
        Some(_) => {
            let message = format!("`prob` is `{}`, which is no percentage", shown(&found.text));
            e.error(Code::OutOfRange, found.at, message);
            0.0
        }
        None => {
            let message = format!("`prob` is `{}`, which is no number", shown(&found.text));
            e.error(Code::BadNumber, found.at, message);
            0.0
        }
    }
}
