//! Names: kept exactly, whatever the language means by them.

use super::{found, imported, text, with_character};
use crate::import::{Options, import};
use crate::source::{Alone, SourceFile};
use crate::syntax::Word;

/// Names that mean something somewhere, and names that are no identifiers.
fn strange() -> Vec<String> {
    let words = Word::ALL.iter().map(|word| word.as_str());
    let built_in = crate::hir::BARE.iter().chain(crate::hir::TOUCHED).copied();
    let others =
        ["状態　0", "a b", "1", "-", "a.b", "a`b", "é", "e\u{301}", "#x", "a,b", "\u{202e}x"];
    words.chain(built_in).chain(others).map(str::to_owned).collect()
}

/// A document that uses one name wherever a name may stand.
fn everywhere(name: &str) -> String {
    let diagram = format!(
        "<statediagram name=\"{name}\"><statelist><state name=\"First\" action=\"stay\"/>\
         <state name=\"{name}\" action=\"stay\" option=\"broadcast\" message=\"{name}\"/>\
         <state name=\"Next\" action=\"stay\" option=\"gfork\" group=\"G {name}\"/>\
         <state name=\"Last\" action=\"stay\" option=\"transform\" chara-state=\"{name}\"/>\
         </statelist><translist>\
         <trans guard=\"event\" type=\"{name}\" from=\"First\" to=\"{name}\"/>\
         <trans guard=\"click\" from=\"First\" to=\"{name}\"/>\
         <trans guard=\"timeout\" count=\"2\" from=\"{name}\" to=\"First\"/>\
         </translist></statediagram>"
    );
    let touch = format!(
        "<statediagram name=\"Touch\"><statelist><state name=\"S\" action=\"stay\"/></statelist>\
         <translist><trans guard=\"bump\" bump=\"{name}\" from=\"S\" to=\"S\"/>\
         <trans guard=\"bump\" bump=\"@anywall\" from=\"S\" to=\"S\"/>\
         <trans guard=\"click\" from=\"S\" to=\"S\"/></translist></statediagram>"
    );
    format!(
        "<islay3d ver=\"1.1\"><characterlist><character name=\"{name}\" parts=\"\">{touch}\
         </character><character name=\"Other {name}\" parts=\"b\">{diagram}</character>\
         </characterlist><complexlist><complex name=\"b\"><member character=\"{name}\" x=\"0\" \
         y=\"0\" z=\"0\" state=\"Touch.S\"/></complex></complexlist><grouplist>\
         <group name=\"main\"><fork character=\"Other {name}\" x=\"0\" y=\"0\" z=\"0\" \
         state=\"{name}\"/></group><group name=\"G {name}\"><fork character=\"{name}\" x=\"0\" \
         y=\"0\" z=\"0\"/></group></grouplist>\
         <option><room type=\"room\" width=\"9\" height=\"9\" depth=\"9\"/></option></islay3d>"
    )
}

/// Whether the text builds, and what is said otherwise.
fn builds(text: &str) -> Result<(), String> {
    let main = SourceFile { name: "scene".into(), text: text.into() };
    let built = crate::build(main, &Alone);
    let wrong =
        built.diagnostics.iter().filter(|d| d.severity != crate::diagnostic::Severity::Warning);
    let said: Vec<String> = wrong.map(|d| d.message.clone()).collect();
    if said.is_empty() { Ok(()) } else { Err(format!("{said:?}\n{text}")) }
}

#[test]
fn every_word_can_be_the_name_of_anything() {
    for name in strange().iter().filter(|name| !["x", "y", "z"].contains(&name.as_str())) {
        let text = text(&everywhere(name));
        builds(&text).unwrap_or_else(|said| panic!("{name}: {said}"));
    }
}

#[test]
fn names_of_boundaries_mean_characters_only_where_they_are_bumped_into() {
    let text = text(&everywhere("wall"));
    assert!(text.contains("on hit(`wall`) -> again"), "{text}");
    assert!(text.contains("on hit(wall) or hit(floor) or hit(roof) -> again"), "{text}");
}

#[test]
fn two_names_that_differ_in_composition_alone_are_one() {
    let two = "parts=\"\"/><character name=\"e\u{301}\" parts=\"\">";
    assert_eq!(found(&with_character("é", two)).first().map(|f| f.0), Some("duplicate-name"));
}

#[test]
fn axes_cannot_be_names_but_get_a_number() {
    let document = with_character("x", "parts=\"\">");
    assert_eq!(found(&document).first().map(|f| f.0), Some("forbidden-name"));
    let options = Options { rename: true, ..Options::default() };
    let made = import(document.as_bytes(), &super::Shelf, options).text.expect("a text");
    assert!(made.contains("/// renamed: a character that is called `x`"), "{made}");
    assert!(made.contains("character x2 {"), "{made}");
}

#[test]
fn a_group_and_a_character_share_their_names() {
    let document = "<islay3d ver=\"1.1\"><characterlist><character name=\"A\" parts=\"\"/>\
         </characterlist><grouplist><group name=\"main\"/>\n<group name=\"A\"/></grouplist></islay3d>";
    assert_eq!(found(document), [("duplicate-name", 2, 8)]);
}

#[test]
fn the_group_that_starts_gives_its_name_away() {
    let document = "<islay3d ver=\"1.1\"><characterlist><character name=\"A\" parts=\"\"/>\
         </characterlist><grouplist><group name=\"main\" isshow=\"false\"/><group name=\"A\"/>\
         </grouplist></islay3d>";
    let text = text(document);
    assert!(
        text.contains("// import: the group is called `A` in the document\ngroup main {"),
        "{text}"
    );
    assert!(text.contains("group main2 {"), "{text}");
}

#[test]
fn a_name_with_a_line_break_is_refused() {
    let document = with_character("a&#10;b", "parts=\"\">");
    assert!(found(&document).iter().any(|f| f.0 == "bad-name"));
    assert!(imported(&document).text.is_none());
}

/// Characters with two diagrams whose names have commas, dots and spaces, and a start state.
fn started(state: &str) -> String {
    let states = |names: [&str; 2]| {
        names.map(|name| format!("<state name=\"{name}\" action=\"stay\"/>")).concat()
    };
    let diagram = |name: &str, names| {
        let states = states(names);
        format!("<statediagram name=\"{name}\"><statelist>{states}</statelist></statediagram>")
    };
    let diagrams = diagram("D", ["a", " a"]) + &diagram("E,F", ["a", "b,c"]);
    with_character("Hero", &format!("parts=\"\">{diagrams}"))
        .replace("z=\"0\"/>", &format!("z=\"0\" state=\"{state}\"/>"))
}

#[test]
fn start_states_may_have_commas_and_spaces_in_their_names() {
    for (state, start) in [
        ("D.a, E,F.b,c", "start D.a, `E,F`.`b,c`"),
        ("b,c,D. a", "start D.` a`, `E,F`.`b,c`"),
        ("E,F.a", "start `E,F`.a"),
        ("D . a", "start D.a"),
    ] {
        let text = text(&started(state));
        assert!(text.contains(start), "{state}: {text}");
    }
    let twice: Vec<_> = found(&started("D.a,E,G")).iter().map(|f| f.0).collect();
    assert_eq!(twice, ["unknown-name", "unknown-name"]);
}

#[test]
fn a_number_makes_no_name_that_something_later_has() {
    let two = "parts=\"\"/><character name=\"A\" parts=\"\"/><character name=\"A2\" parts=\"\">";
    let options = Options { rename: true, ..Options::default() };
    let document = with_character("A", two);
    let made = import(document.as_bytes(), &super::Shelf, options).text.expect("a text");
    assert!(made.contains("character A3 {") && made.contains("character A2 {"), "{made}");
}
