//! Documents that want to do harm: never a panic, never a hang, never a text where one is wrong.

use super::{imported, with_character, with_diagram};
use crate::import::Imported;

/// A document with one of everything.
const EVERYTHING: &str = include_str!("../../../../spec/import/everything.3di");

fn code(made: &Imported) -> &'static str {
    assert!(made.text.is_none());
    made.findings.iter().find(|f| f.is_error()).map_or("", |f| f.diagnostic.code.as_str())
}

#[test]
fn every_truncation_is_refused() {
    let ends = EVERYTHING.char_indices().map(|(at, _)| at).step_by(7);
    let whole = EVERYTHING.rfind("</islay3d>").expect("an end");
    for end in ends.filter(|end| *end < whole) {
        let made = imported(&EVERYTHING[..end]);
        assert_eq!(code(&made), "bad-xml", "cut at {end}");
    }
}

/// A generator of numbers that needs no seed from outside.
struct Draws(u64);

impl Draws {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n
    }
}

#[test]
fn changed_bytes_never_make_a_panic() {
    let mut draws = Draws(7);
    let mut n_texts = 0;
    for _ in 0..1500 {
        let mut bytes = EVERYTHING.as_bytes().to_vec();
        for _ in 0..=draws.below(4) {
            let at = draws.below(bytes.len());
            match draws.below(4) {
                0 => bytes[at] = draws.below(256) as u8,
                1 => drop(bytes.drain(at..(at + 1 + draws.below(40)).min(bytes.len()))),
                2 => {
                    let from = draws.below(bytes.len());
                    let piece = bytes[from..(from + draws.below(60)).min(bytes.len())].to_vec();
                    bytes.splice(at..at, piece);
                }
                _ => bytes[at] = b"<>\"&/=0-. "[draws.below(10)],
            }
        }
        let made = crate::import::import(&*bytes, &super::Shelf, crate::import::Options::default());
        let wrong = made.findings.iter().any(crate::import::Finding::is_error);
        assert_eq!(made.text.is_none(), wrong);
        if let Some(text) = made.text {
            n_texts += 1;
            assert_eq!(crate::syntax::format(&text).as_ref(), Ok(&text));
        }
    }
    assert!(n_texts > 20, "{n_texts} of 1500 are still documents");
}

#[test]
fn elements_that_nest_without_end_are_refused() {
    let document = format!("<islay3d ver=\"1.1\">{}", "<a>".repeat(100_000));
    assert_eq!(code(&imported(&document)), "nesting-too-deep");
    let fits =
        format!("<islay3d ver=\"1.1\">{}{}</islay3d>", "<a>".repeat(127), "</a>".repeat(127));
    assert!(imported(&fits).text.is_some());
}

#[test]
fn more_attributes_than_the_limit_are_refused() {
    let attributes = |n: usize| (0..n).map(|n| format!(" a{n}=\"\"")).collect::<String>();
    let document = |n| format!("<islay3d ver=\"1.1\"><b{}/></islay3d>", attributes(n));
    assert!(imported(&document(64)).text.is_some());
    assert_eq!(code(&imported(&document(65))), "too-many");
}

#[test]
fn entities_are_not_expanded() {
    let bomb = "<!DOCTYPE a [<!ENTITY b \"&c;&c;\"><!ENTITY c \"&d;&d;\">]><islay3d ver=\"&b;\"/>";
    assert_eq!(code(&imported(bomb)), "bad-xml");
    assert_eq!(code(&imported("<islay3d ver=\"1.1\">&b;</islay3d>")), "bad-xml");
}

#[test]
fn numbers_that_are_none_are_refused() {
    for number in ["NaN", "inf", "-inf", "1e39", "", "1,5", "0x10", "1_000", "--1"] {
        let document = with_diagram(&format!(
            "<statelist><state name=\"S\" action=\"move\" front=\"{number}\"/></statelist>"
        ));
        assert_eq!(code(&imported(&document)), "bad-number", "{number}");
    }
    let huge = with_diagram(
        "<statelist><state name=\"S\" action=\"stay\"/></statelist><translist>\
         <trans guard=\"timeout\" count=\"99999999999\" from=\"S\" to=\"S\"/></translist>",
    );
    assert_eq!(code(&imported(&huge)), "bad-number");
}

#[test]
fn a_body_with_many_owners_does_not_explode() {
    let characters: String =
        (0..2000).map(|n| format!("<character name=\"C{n}\" parts=\"b\"/>")).collect();
    let members = "<member character=\"D\" x=\"0\" y=\"0\" z=\"0\"/>".repeat(2000);
    let document = format!(
        "<islay3d ver=\"1.1\"><characterlist><character name=\"D\" parts=\"\"/>{characters}\
         </characterlist><complexlist><complex name=\"b\">{members}</complex></complexlist>\
         <grouplist><group name=\"main\"/></grouplist></islay3d>"
    );
    assert_eq!(code(&imported(&document)), "too-many");
}

#[test]
fn many_things_of_one_name_take_no_time() {
    let twins = "parts=\"\"/><character name=\"Hero\" ".repeat(20_000) + "parts=\"\">";
    let document = with_character("Hero", &twins);
    assert_eq!(code(&imported(&document)), "duplicate-name");
    let options = crate::import::Options { rename: true, ..Default::default() };
    let made = crate::import::import(document.as_bytes(), &super::Shelf, options);
    assert!(made.text.expect("a text").contains("character Hero20001 {"));
}

/// A long document without keeping it: so many times the same line inside of a head and a tail.
struct Long {
    left: usize,
    line: &'static [u8],
    buffer: Vec<u8>,
    tail: &'static [u8],
}

impl std::io::Read for Long {
    fn read(&mut self, out: &mut [u8]) -> std::io::Result<usize> {
        while self.buffer.len() < out.len() && self.left > 0 {
            self.buffer.extend_from_slice(self.line);
            self.left -= 1;
        }
        if self.left == 0 {
            self.buffer.extend_from_slice(std::mem::take(&mut self.tail));
        }
        let n = self.buffer.len().min(out.len());
        out[..n].copy_from_slice(&self.buffer[..n]);
        self.buffer.drain(..n);
        Ok(n)
    }
}

#[test]
fn a_long_document_of_comments_is_read_as_a_stream() {
    let line =
        b"<!-- a comment that goes on for a while, as comments do, and says nothing at all -->\n";
    let document = Long {
        left: (20 << 20) / line.len(),
        line,
        buffer: b"<islay3d ver=\"1.1\">".to_vec(),
        tail: b"<grouplist><group name=\"main\"/></grouplist></islay3d>",
    };
    let made = crate::import::import(document, &super::Shelf, Default::default());
    assert!(made.text.is_some() && made.document.is_none());
}

#[test]
fn one_tag_that_does_not_end_is_refused() {
    let document = Long {
        left: (12 << 20) / 10,
        line: b"0123456789",
        buffer: b"<islay3d ver=\"".to_vec(),
        tail: b"",
    };
    let made = crate::import::import(document, &super::Shelf, Default::default());
    assert_eq!(code(&made), "bad-xml");
}

#[test]
fn more_elements_than_a_scene_can_have_are_refused() {
    let document = Long {
        left: 500_000,
        line: b"<data name=\"a\" path=\"b\"/>",
        buffer: b"<islay3d ver=\"1.1\"><objectlist>".to_vec(),
        tail: b"</objectlist></islay3d>",
    };
    let made = crate::import::import(document, &super::Shelf, Default::default());
    assert_eq!(code(&made), "too-many");
}
