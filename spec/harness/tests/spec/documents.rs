//! Islay 3D documents drawn by chance: everything that the format has, sound names and numbers.
//!
//! In: a seed. Out: a document. The same seed gives the same one.

use std::fmt::Write as _;

/// A generator of numbers.
struct Draws(u64);

impl Draws {
    fn below(&mut self, n: usize) -> usize {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((self.0 >> 33) as usize) % n
    }

    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.below(of.len())]
    }

    /// Some quarters.
    fn number(&mut self) -> f32 {
        (self.below(41) as f32 - 20.0) / 4.0
    }

    fn angle(&mut self) -> f32 {
        (self.below(25) as f32 - 12.0) * 15.0
    }
}

const STATES: [&str; 6] = ["A", "back", "all", "状態　0", "else", "1st"];
const MESSAGES: [&str; 3] = ["go", "all", "a b"];

/// A rotation matrix of one turn about one axis, or none.
fn rotation(d: &mut Draws) -> String {
    let (s, c) = d.angle().to_radians().sin_cos();
    let [x, y, z] = match d.below(5) {
        0 => [[1.0, 0.0, 0.0], [0.0, c, s], [0.0, -s, c]],
        1 => [[c, 0.0, -s], [0.0, 1.0, 0.0], [s, 0.0, c]],
        2 => [[c, s, 0.0], [-s, c, 0.0], [0.0, 0.0, 1.0]],
        3 => [[2.0, 0.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 2.0]],
        _ => return String::new(),
    };
    let column = |[a, b, c]: [f32; 3]| format!("{a},{b},{c},0,");
    format!(" rotation=\"{}{}{}0,0,0,1\"", column(x), column(y), column(z))
}

fn action(d: &mut Draws) -> String {
    let flag = |d: &mut Draws| d.one(&["true", "false"]);
    match d.below(8) {
        0 | 1 => {
            let kind = d.one(&["move", "move-world"]);
            let mut out = format!("action=\"{kind}\"");
            for name in ["front", "right", "up"] {
                let value = if d.below(2) == 0 { 0.0 } else { d.number() };
                let _ = write!(out, " {name}=\"{value}\"");
            }
            for name in ["pitch", "yaw", "roll"] {
                let value = if d.below(2) == 0 { 0.0 } else { d.angle() };
                let _ = write!(out, " {name}=\"{value}\"");
            }
            out
        }
        2 => format!(
            "action=\"jump\" x=\"{}\" y=\"{}\" z=\"{}\" xflag=\"{}\" yflag=\"{}\" zflag=\"{}\"",
            d.number(),
            d.number(),
            d.number(),
            flag(d),
            flag(d),
            flag(d)
        ),
        3 => format!(
            "action=\"jump-rand\" xflag=\"{}\" yflag=\"{}\" zflag=\"{}\"",
            flag(d),
            flag(d),
            flag(d)
        ),
        4 => format!("action=\"reset\" tra=\"{}\" rot=\"{}\"", flag(d), flag(d)),
        5 => {
            format!("action=\"scale\" x=\"1.25\" y=\"{}\" z=\"0.75\"", d.one(&["1", "0.5", "1.25"]))
        }
        _ => "action=\"stay\"".to_owned(),
    }
}

fn option(d: &mut Draws) -> String {
    match d.below(14) {
        0..=2 => {
            let kind = d.one(&["broadcast", "upcast", "downcast"]);
            format!(" option=\"{kind}\" message=\"{}\"", d.one(&MESSAGES))
        }
        3 => " option=\"gfork\" group=\"Extra\"".to_owned(),
        4 => " option=\"transform\" chara-state=\"Leaf\"".to_owned(),
        5 => format!(" option=\"{}\"", d.one(&["show", "hide"])),
        6 => " option=\"exit\"".to_owned(),
        _ => String::new(),
    }
}

fn guard(d: &mut Draws) -> String {
    match d.below(9) {
        0 => "guard=\"default\"".to_owned(),
        1 => format!("guard=\"key\" key=\"{}\"", d.one(&["UP", "a", "SPACE", "7", "LEFT"])),
        2 => "guard=\"click\" button=\"left\"".to_owned(),
        3 | 4 => {
            let all = [
                "@any",
                "@anywall",
                "@eastwall",
                "@westwall",
                "@southwall",
                "@northwall",
                "@roofwall",
                "@floorwall",
                "@anychara",
                "Leaf",
                "Hero",
            ];
            format!("guard=\"bump\" bump=\"{}\"", d.one(&all))
        }
        5 => format!("guard=\"event\" type=\"{}\"", d.one(&MESSAGES)),
        6 => format!("guard=\"prob\" prob=\"{}\"", d.one(&["0", "12.5", "33.3", "100", "7"])),
        _ => format!("guard=\"timeout\" count=\"{}\"", 1 + d.below(6)),
    }
}

fn diagram(d: &mut Draws, name: &str, out: &mut String) {
    let states = &STATES[..1 + d.below(STATES.len())];
    let _ = write!(out, "<statediagram name=\"{name}\"><statelist>");
    for state in states {
        let _ = write!(out, "<state name=\"{state}\" {}{}/>", action(d), option(d));
    }
    out.push_str("</statelist><translist>");
    for _ in 0..d.below(10) {
        let (guard, from, to) = (guard(d), d.one(states), d.one(states));
        let _ = write!(out, "<trans {guard} from=\"{from}\" to=\"{to}\"/>");
    }
    out.push_str("</translist></statediagram>");
}

fn character(d: &mut Draws, name: &str, parts: &str, out: &mut String) {
    let hidden = if d.below(5) == 0 { " isshow=\"false\"" } else { "" };
    let _ = write!(out, "<character name=\"{name}\" parts=\"{parts}\"{}{hidden}>", rotation(d));
    for diagram_name in &["One", "Two", "three-3"][..d.below(4)] {
        diagram(d, diagram_name, out);
    }
    out.push_str("</character>");
}

fn place(d: &mut Draws) -> String {
    format!("x=\"{}\" y=\"{}\" z=\"{}\"", d.number(), d.number(), d.number())
}

/// A document.
pub fn document(seed: u64) -> String {
    let mut d = Draws(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    let d = &mut d;
    let mut out = String::from(
        "<islay3d ver=\"1.1\"><objectlist><data name=\"cube\" path=\"cube.dae\"/></objectlist><characterlist>",
    );
    for (name, parts) in [("Leaf", "cube"), ("Branch", "leaves"), ("Hero", "branches")] {
        character(d, name, parts, &mut out);
    }
    out.push_str("</characterlist><complexlist>");
    for (name, member) in [("leaves", "Leaf"), ("branches", "Branch")] {
        let _ = write!(out, "<complex name=\"{name}\">");
        for _ in 0..1 + d.below(3) {
            let _ = write!(out, "<member character=\"{member}\" {}{}/>", place(d), rotation(d));
        }
        out.push_str("</complex>");
    }
    out.push_str("</complexlist><grouplist>");
    for group in ["main", "Extra"] {
        let _ = write!(out, "<group name=\"{group}\">");
        for _ in 0..1 + d.below(2) {
            let who = if group == "main" { "Hero" } else { "Leaf" };
            let _ = write!(out, "<fork character=\"{who}\" {}/>", place(d));
        }
        out.push_str("</group>");
    }
    let kind = d.one(&["room", "ground", "space"]);
    let _ = write!(
        out,
        "</grouplist><option><interval value=\"{}\"/>\
         <room type=\"{kind}\" width=\"12\" height=\"8\" depth=\"10\"/></option></islay3d>",
        d.one(&["50", "33", "16.6", "100"])
    );
    out
}
