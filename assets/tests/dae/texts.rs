//! Texts: encodings, entities, comments, prefixes, and XML that is none.

use crate::{error, load, read, scene, shown};

const V: &str = "<input semantic=\"VERTEX\" source=\"#g-v\" offset=\"0\"/>";

fn plain() -> String {
    shown("0 0 0 1 0 0 0 1 0", &format!("<triangles>{V}<p>0 1 2</p></triangles>"))
}

fn utf16(text: &str, big: bool, mark: bool) -> Vec<u8> {
    let mark = mark.then_some(0xFEFF);
    let units = mark.into_iter().chain(text.encode_utf16());
    units.flat_map(|u| if big { u.to_be_bytes() } else { u.to_le_bytes() }).collect()
}

#[test]
fn encodings_are_understood() {
    let named = |encoding: &str| {
        format!(
            "<?xml version=\"1.0\" encoding=\"{encoding}\"?>\n{}",
            plain().replace("id=\"g\"", "id=\"g\" title=\"é\"")
        )
    };
    let loads = |bytes: &[u8]| assert_eq!(load(bytes).facts.triangles, 1);
    loads(named("utf-8").as_bytes());
    loads(named("UTF-8").as_bytes());
    loads(format!("\u{FEFF}{}", named("utf-8")).as_bytes());
    for big in [false, true] {
        for mark in [false, true] {
            loads(&utf16(&named("UTF-16"), big, mark));
        }
    }
    for encoding in ["ISO-8859-1", "iso-8859-1", "windows-1252"] {
        let latin: Vec<u8> = named(encoding).chars().map(|c| u32::from(c) as u8).collect();
        loads(&latin);
    }
    // a name that nobody knows is no harm where nothing depends on it
    loads(format!("<?xml version=\"1.0\" encoding=\"x-none\"?>{}", plain()).as_bytes());
    assert!(error(named("x-none")).contains("the encoding `x-none` is unknown"));
}

#[test]
fn names_are_told_in_any_encoding() {
    let nodes = "<node><instance_geometry url=\"#büro\"/></node>";
    let text = format!(
        "<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n{}",
        plain().replace(&scene(&crate::node("")), &scene(nodes))
    );
    let latin: Vec<u8> = text.chars().map(|c| u32::from(c) as u8).collect();
    assert!(error(latin).contains("`büro`"));
    assert!(error(utf16(&text, false, true)).contains("`büro`"));
}

#[test]
fn bytes_that_are_no_text_are_refused() {
    let mut bytes = plain().into_bytes();
    let at = bytes.iter().position(|b| *b == b'\n').unwrap() + 3;
    bytes[at] = 0xFF;
    assert!(error(&bytes).starts_with("line 2, column 3: this is not UTF-8"));
    let mut wide = utf16(&plain(), false, true);
    wide.extend([0x00, 0xD8, b'x', 0]);
    assert!(error(&wide).contains("this is not UTF-16LE"));
    wide.truncate(101);
    assert!(error(&wide).contains("this is not UTF-16LE"));
    for bytes in [b"".as_slice(), b"\xFF\xFE", b"\xEF\xBB\xBF", b"   ", b"\0\0\0\0", b"<\0", b"PNG"]
    {
        let error = read(bytes).expect_err("it loads");
        assert!(error.at.is_some(), "{bytes:?}: {error}");
    }
}

#[test]
fn columns_are_characters() {
    let text = plain().replace("<p>0 1 2", "<!-- éあ --><p>0 1 7");
    let line = text.lines().find(|l| l.contains("あ")).unwrap();
    let column = line.chars().collect::<String>().split('7').next().unwrap().chars().count() + 1;
    assert!(error(&text).contains(&format!(", column {column}: ")), "{}", error(&text));
}

#[test]
fn numbers_may_be_cut_by_comments_entities_and_cdata() {
    for p in [
        "0 <!-- x -->1 2",
        "0 1&#32;2",
        "<![CDATA[0 1 2]]>",
        "&#48; 1 2",
        "0 1 <?x y?>2",
        "\r\n0\t1\n2",
    ] {
        assert_eq!(load(plain().replace("0 1 2<", &format!("{p}<"))).facts.triangles, 1, "{p}");
    }
    let cut = plain().replace("0 1 2<", "0 1 <!-- -->x<");
    assert!(error(cut).contains("in <p>: `x` is no whole number"));
    assert!(error(plain().replace("0 1 2<", "0 1 &two;<")).contains("no entity is called `two`"));
}

#[test]
fn prefixes_do_not_matter() {
    let text = plain().replace("</", "</c:").replace('<', "<c:").replace("<c:/c:", "</c:");
    let text = text.replace("xmlns=", "xmlns:c=");
    assert_eq!(load(text).facts.triangles, 1);
}

#[test]
fn what_other_tools_say_to_themselves_is_not_read() {
    let extra = "<extra><technique profile=\"X\"><float_array>a b</float_array><p>-</p><node/></technique></extra>";
    let text = plain().replace("<triangles>", &format!("{extra}<triangles>"));
    let text = text.replace(
        "<technique_common>",
        "<technique profile=\"Y\"><matrix>no</matrix></technique><technique_common>",
    );
    assert_eq!(load(text).facts.triangles, 1);
    let broken = plain().replace("<triangles>", "<extra><a></b></extra><triangles>");
    assert!(error(broken).contains("broken XML"));
}

#[test]
fn xml_that_is_none_is_refused() {
    let text = plain();
    assert!(
        error(text.replace("</mesh>", "</mash>"))
            .contains("expected `</mesh>`, but `</mash>` was found")
    );
    assert!(error(text.replace("</COLLADA>", "")).contains("the file ends inside of an element"));
    assert!(error(text.replace("</COLLADA>", "</COLLADA><a/>")).contains("a second root element"));
    assert!(error(text.replace("</COLLADA>", "</COLLADA> x")).contains("text outside of the root"));
    assert!(error(text.replace("<mesh>", "<mesh a=1>")).contains("broken XML"));
    assert!(error(text.replace("<mesh>", "<mesh a=\"1\" a=\"2\">")).contains("broken XML"));
    assert!(error(text.replace("<mesh>", "<mesh a=\"&x;\">")).contains("broken XML"));
    assert!(error(text.replace("<mesh>", "<mesh a='1>")).contains("broken XML"));
    assert!(error(text.replace("<p>", "<p>&")).contains("broken XML"));
    assert!(error("<a/>").contains("this is no COLLADA: its root is `a`"));
    assert!(
        error(text.replace("1.4.1", "1.3.0"))
            .contains("COLLADA 1.3.0 cannot be read, only 1.4 and 1.5")
    );
    assert!(error(text.replace(" version=\"1.4.1\"", "")).contains("it has no `version`"));
}

#[test]
fn a_file_that_ends_anywhere_is_refused() {
    let text = plain();
    let end = text.rfind("</COLLADA>").unwrap() + "</COLLADA>".len();
    for cut in 0..end {
        let part = text.get(..cut).unwrap();
        let error = read(part).expect_err(part);
        assert!(error.at.is_some(), "{part}: {error}");
    }
}
