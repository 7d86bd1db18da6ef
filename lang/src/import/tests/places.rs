//! Lines and columns, encodings, models.

use expect_test::expect;

use super::{Shelf, found, imported, text, with_character};
use crate::import::{Imported, Options, import};

#[test]
fn places_are_those_of_attributes_in_characters() {
    let document = "<islay3d ver=\"1.1\">\n  <objectlist>\n    <data name=\"日本\"\n       path=\"\"/>\n\
                    <!-- é --> <data/>\n  </objectlist><grouplist><group name=\"main\"/></grouplist></islay3d>";
    let wanted = [("bad-name", 4, 8), ("missing-attribute", 5, 12), ("missing-attribute", 5, 12)];
    assert_eq!(found(document), wanted);
}

#[test]
fn a_wrong_end_names_the_element_that_is_open() {
    let made = imported("<islay3d ver=\"1.1\">\r\n<option>\r\n</islay3d>");
    let finding = made.findings.first().expect("a finding");
    assert_eq!(finding.diagnostic.message, "`</islay3d>` ends no element, `<option>` is open here");
    assert_eq!((finding.at.line, finding.at.column), (3, 1));
    assert_eq!(finding.also.first().map(|at| (at.line, at.column)), Some((2, 1)));
}

#[test]
fn broken_xml_has_a_place() {
    let cases = [
        ("", 1, 1),
        ("<islay3d ver=\"1.1\">\n", 2, 1),
        ("<islay3d ver=\"1.1\">\n<option", 2, 1),
        ("<islay3d\n ver=1.1/>", 2, 6),
        ("<islay3d ver=\"1.1\"\n ver=\"1.1\"/>", 2, 2),
        ("<islay3d ver=\"1.1\"><data\n name=\"a\"path=\"b\"/></islay3d>", 2, 2),
        ("<islay3d ver=\"1.1\"><data\n name=\"a<b\"/></islay3d>", 2, 2),
        ("<islay3d ver=\"1.1\"><data\n name=\"&x;\"/></islay3d>", 2, 2),
        ("<islay3d ver=\"1.1\">\n&x;</islay3d>", 2, 1),
        ("<islay3d ver=\"1.1\">\n<!-- a -- b --></islay3d>", 2, 1),
        ("<islay3d ver=\"1.1\"/>\n<islay3d ver=\"1.1\"/>", 2, 1),
        ("<islay3d ver=\"1.1\"/>\n</x>", 2, 1),
        ("<a/>", 1, 1),
        ("<?xml version=\"1.0\" encoding=\"klingon\"?>\n<islay3d ver=\"1.1\"/>", 1, 1),
        ("<islay3d ver=\"1.1\"/>\n<?xml version=\"1.0\"?>", 2, 1),
    ];
    for (document, line, column) in cases {
        let at = found(document).first().map(|f| (f.1, f.2));
        assert_eq!(at, Some((line, column)), "{document}: {:?}", imported(document).findings);
    }
}

fn bytes(bytes: &[u8]) -> Imported {
    import(bytes, &Shelf, Options::default())
}

/// `日本` in some encodings.
#[test]
fn encodings_are_those_of_the_declaration() {
    let around = |label: &str, name: &[u8]| {
        let mut out = format!("<?xml version=\"1.0\" encoding=\"{label}\"?>").into_bytes();
        let (head, tail) =
            ("<islay3d ver=\"1.1\"><characterlist><character parts=\"\" name=\"", "\"/>");
        out.extend_from_slice(head.as_bytes());
        out.extend_from_slice(name);
        out.extend_from_slice(tail.as_bytes());
        out.extend_from_slice(
            b"</characterlist><grouplist><group name=\"main\"/></grouplist></islay3d>",
        );
        out
    };
    let cases = [
        ("UTF-8", "日本".as_bytes()),
        ("Shift_JIS", b"\x93\xfa\x96\x7b".as_slice()),
        ("EUC-JP", b"\xc6\xfc\xcb\xdc".as_slice()),
    ];
    for (label, name) in cases {
        let made = bytes(&around(label, name));
        assert!(made.text.expect(label).contains("character 日本 {"), "{label}");
    }
    let text = String::from_utf8(around("UTF-16", "日本".as_bytes())).expect("UTF-8");
    for big in [false, true] {
        let units = std::iter::once(0xfeff).chain(text.encode_utf16());
        let pair = |u: u16| if big { u.to_be_bytes() } else { u.to_le_bytes() };
        let made = bytes(&units.flat_map(pair).collect::<Vec<u8>>());
        assert!(made.text.expect("UTF-16").contains("character 日本 {"));
    }
    let wrong = bytes(&around("UTF-8", b"\x93\xfa"));
    let said = &wrong.findings.first().expect("a finding").diagnostic.message;
    assert_eq!(said, "these bytes are no UTF-8");
    let wrong = bytes(&around("UTF-16", b"a"));
    assert!(wrong.text.is_none());
}

#[test]
fn a_declaration_may_be_long_and_stand_behind_a_mark() {
    let spaces = " ".repeat(200);
    let document = with_character("Hero", "parts=\"\">");
    for head in ["<?xml version='1.0'", "\u{feff}<?xml version='1.0' encoding='utf-8'"] {
        let made = imported(&format!("{head}{spaces}?>\n{document}"));
        assert!(made.text.is_some(), "{:?}", made.findings);
    }
}

#[test]
fn a_model_is_turned_by_the_axis_that_points_up_in_its_file() {
    let data = |path: &str| format!("<data name=\"{}\" path=\"{path}.dae\"/>", path.to_uppercase());
    let all: String = ["z", "y", "x", "none", "gone"].map(data).concat();
    let all = all.replace("\"X\"", "\"XX\"").replace("\"Y\"", "\"YY\"").replace("\"Z\"", "\"ZZ\"");
    let document = format!(
        "<islay3d ver=\"1.1\"><objectlist>{all}</objectlist><grouplist><group name=\"main\"/>\
         </grouplist></islay3d>"
    );
    expect![[r#"
        atom ZZ   = "z.dae" turn 0 180 0
        atom YY   = "y.dae" turn -90 180 0
        atom XX   = "x.dae" turn -90 -90 0
        atom NONE = "none.dae" turn 0 180 0

        // import: `gone.dae` could not be read, so it is taken as Z_UP
        atom GONE = "gone.dae" turn 0 180 0

        group main {
        }
    "#]]
    .assert_eq(&text(&document));
    assert_eq!(found(&document).len(), 1);
}
