//! The modules written in Islay.
//!
//! In: the name of a module, as it stands behind `use std.`. Out: its text. It reads no file when
//! it runs: the texts are part of the program.

/// A module of the standard library.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Module {
    /// Its name behind `std.`.
    pub name: &'static str,
    /// Its text in Islay.
    pub text: &'static str,
}

macro_rules! modules {
    ($($name:literal,)*) => {
        static MODULES: &[Module] = &[$(Module {
            name: $name,
            text: include_str!(concat!("../prelude/", $name, ".islay")),
        },)*];
    };
}

modules! {
    "blink",
    "bob",
    "bounce",
    "door",
    "flee",
    "follow",
    "glide",
    "jump",
    "orbit",
    "patrol",
    "score",
    "spawner",
    "spin",
    "timer",
    "turn",
    "walk",
    "wander",
}

/// All modules, by name.
pub fn modules() -> &'static [Module] {
    MODULES
}

/// The text of the module of this name.
pub fn prelude(module: &str) -> Option<&'static str> {
    MODULES.iter().find(|m| m.name == module).map(|m| m.text)
}

#[cfg(test)]
mod tests {
    use super::{modules, prelude};

    #[test]
    fn modules_are_found_by_name_and_only_so() {
        assert!(prelude("walk").is_some_and(|text| text.contains("diagram Walk(")));
        assert_eq!(prelude("std.walk"), None);
        assert_eq!(prelude(""), None);
    }

    #[test]
    fn each_module_says_what_it_is_and_tests_itself() {
        for module in modules() {
            let head = format!("// std.{}: ", module.name);
            assert!(module.text.starts_with(&head), "{}", module.name);
            assert!(module.text.contains("\ntest \""), "{} has no test", module.name);
        }
    }

    #[test]
    fn each_top_level_diagram_and_character_has_a_doc_comment() {
        for module in modules() {
            let lines: Vec<&str> = module.text.lines().collect();
            for pair in lines.windows(2) {
                let [before, line] = pair else { continue };
                if line.starts_with("diagram ") || line.starts_with("character ") {
                    assert!(before.starts_with("///"), "std.{}: {line}", module.name);
                }
            }
        }
    }
}
