//! Any script is refused with a reason, or its functions are called and end.
//!
//! In: bytes. Out: a panic where a refusal is not as promised, or where a call does what none may.

use std::fmt::Write as _;

use islay::{Files, Scene, Stage};

use super::judge;
use super::play::{config, go_on};

/// Reads, calls what is in it.
pub fn hook(bytes: &[u8]) {
    let script = String::from_utf8_lossy(bytes);
    let found = match islay_hooks::functions("any.rhai", &script) {
        Ok(found) => found,
        Err(reason) => {
            assert!(!reason.is_empty() && !reason.contains('\n'), "{reason:?}");
            Vec::new()
        }
    };
    let files = Files::from_texts([("any.rhai", &*script)]);
    match Scene::from_text_in("any.islay", &caller(&found), &files) {
        Ok(scene) => go_on(&mut Stage::new(&scene, config()), bytes, 6),
        Err(error) => judge::refused(&error),
    }
}

/// A scene that calls the first functions, as actions and as signals.
fn caller(functions: &[(String, usize)]) -> String {
    const ARGUMENTS: [&str; 5] = ["n", "1", "me", "n > 2", "red"];
    let mut out = String::from(
        "hooks \"any.rhai\"\nmessage ping\ncharacter C {\n  shape box 1 1 1\n  var n = 0.5\n  var lit = false\n",
    );
    for (number, (name, arity)) in functions.iter().take(4).enumerate() {
        let arguments = (0..*arity).map(|n| ARGUMENTS.iter().cycle().nth(n + number));
        let arguments: Vec<&str> = arguments.flatten().copied().collect();
        let listed = arguments.join(", ");
        let comma = if arguments.is_empty() { "" } else { ", " };
        // into a text this cannot fail
        let _ = writeln!(
            out,
            "  diagram D{number} {{\n    state A < call `{name}`({listed}), n = n + 1 >\n      \
             on hook(`{name}`{comma}{listed}) -> B\n    state B < wait 2 >  on done -> A\n  }}"
        );
    }
    out.push_str("}\ngroup main { C  C at 2 0 0 }\n");
    out
}
