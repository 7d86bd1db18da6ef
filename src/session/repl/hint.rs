//! What a command wants behind it, while it is typed.

use super::command::COMMANDS;

/// The arguments of the command that is all that was typed so far, to be shown behind it.
pub fn arguments(typed: &str) -> Option<String> {
    let name = typed.strip_prefix(':')?;
    let command = COMMANDS.iter().find(|c| c.name == name.trim_end_matches(' '))?;
    let blank = if name.ends_with(' ') { "" } else { " " };
    (!command.arguments.is_empty()).then(|| format!("{blank}{}", command.arguments))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arguments_stand_behind_a_command_and_nothing_else() {
        let run = arguments(":run").unwrap_or_default();
        assert!(run.starts_with(' ') && run.len() > 1, "{run:?}");
        assert_eq!(arguments(":run ").as_deref(), Some(run.trim_start()));
        for none in [":run 3", ":quit", ":ru", "run", ""] {
            assert_eq!(arguments(none), None, "{none}");
        }
    }
}
