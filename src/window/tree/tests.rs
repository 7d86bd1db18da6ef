//! What is drawn of the tree, without a window.

use super::*;
use crate::{Config, Input, Key, Scene};

const SCENE: &str = "
    character Card {
      shape box 1 1 1
      var hp = 3
      part arm: Arm at 1 0 0
      diagram Turn {
        state Still  on key(Left) do hp -= 0.5 -> Left
        state Left   else -> Still
      }
    }
    character Arm { shape box 1 1 1  part hand: Hand }
    character Hand { shape box 1 1 1 }
    group main { Card  Card  repeat 60 { Hand } }";

const ROOM: Area = Area { x: 8.0, y: 8.0, width: 624.0, height: 464.0 };

fn stage() -> Stage {
    Stage::new(&Scene::from_text("a", SCENE).unwrap(), Config::default())
}

fn said(tree: &mut Tree, stage: &Stage, selected: Option<u32>, now: f64) -> Vec<String> {
    let mut overlay = Overlay::default();
    tree.follow(stage, selected, now);
    tree.lay(&mut overlay, &ROOM, stage, selected, now);
    overlay.texts().map(str::to_owned).collect()
}

#[test]
fn the_tree_names_parts_below_what_they_are_part_of() {
    let (stage, mut tree) = (stage(), Tree::default());
    let said = said(&mut tree, &stage, None, 0.0);
    assert_eq!(said[..4], ["Card", "arm: Arm", "hand: Hand", "Card#2"]);
    assert!(said.last().unwrap().ends_with("more"), "{said:?}");
}

#[test]
fn a_long_tree_is_cut_around_who_is_selected() {
    let (stage, mut tree) = (stage(), Tree::default());
    let id = stage.instance("Hand#40").map(|i| i.id);
    let said = said(&mut tree, &stage, id, 0.0);
    assert!(said.iter().any(|l| l == "Hand#40"), "{said:?}");
    assert!(said[0].ends_with("before"), "{said:?}");
    let area = tree.area().unwrap();
    assert!(area.y + area.height <= ROOM.y + ROOM.height);
}

#[test]
fn a_click_on_a_line_means_whose_it_is() {
    let (stage, mut tree) = (stage(), Tree::default());
    said(&mut tree, &stage, None, 0.0);
    let area = tree.area().unwrap();
    let line = |n: f32| [area.x + 5.0, area.y + PAD + (n + 0.5) * LINE];
    assert_eq!(tree.whose(line(1.0)), stage.instance("Card.arm").map(|i| i.id));
    assert_eq!(tree.whose([area.x + area.width + 5.0, area.y + 20.0]), None);
}

#[test]
fn what_has_changed_is_lit_for_a_moment() {
    let (mut stage, mut tree) = (stage(), Tree::default());
    let id = stage.instance("Card").map(|i| i.id);
    let before = said(&mut tree, &stage, id, 0.0);
    assert!(before.windows(2).any(|w| w == ["hp", "3"]), "{before:?}");
    assert!(before.windows(2).any(|w| w == ["Turn", "Still"]));
    stage.tick(&Input::new().hold(Key::LEFT));
    let after = said(&mut tree, &stage, id, 1.0);
    assert!(after.windows(2).any(|w| w == ["hp", "2.5"]), "{after:?}");
    assert!(after.windows(2).any(|w| w == ["Turn", "Left"]), "{after:?}");
    let lit = |now: f64| -> Vec<String> {
        let facts = tree.facts.lines(now).into_iter();
        facts.filter(|f| f.glow > 0.0).map(|f| f.name).collect()
    };
    assert_eq!(lit(1.1), ["Turn", "hp"]);
    assert!(lit(1.6).is_empty());
}

#[test]
fn what_is_done_between_two_ticks_is_seen() {
    let (mut stage, mut tree) = (stage(), Tree::default());
    let id = stage.instance("Card").map(|i| i.id);
    said(&mut tree, &stage, id, 0.0);
    crate::session::act::act(&mut stage, "set Card.hp = 1").unwrap();
    tree.forget();
    let said = said(&mut tree, &stage, id, 0.0);
    let at = said.iter().position(|l| l == "hp").unwrap();
    assert_eq!(said[at - 1..=at + 1].iter().filter(|l| *l == "1").count(), 1, "{said:?}");
}
