//! Options that say how much a scene may use: `--limit`, `--print-limits`.
//!
//! In: `NAME=VALUE`, bytes with `KiB`, `MiB`, `GiB` too. Out: [`Limits`], or a list of them instead
//! of what a command does otherwise. A name that is none is wrong usage, with the one that is near.

use std::io;
use std::str::FromStr;

use clap::{ArgMatches, Args, Command, CommandFactory, FromArgMatches};
use islay::session::suggest;
use islay::{LIMITS, Limit, Limits};
use serde::Serialize;

use super::console::{Console, Format};

/// The option whose presence makes all else unneeded.
const PRINT: &str = "print_limits";

/// How much a scene may use.
#[derive(Args, Clone, Debug)]
pub struct Allowance {
    /// Sets a limit, as in depth=8 or memory=512MiB (repeatable)
    #[arg(long = "limit", value_name = "NAME=VALUE")]
    set: Vec<Set>,
    /// Prints all limits, and does nothing else
    #[arg(long)]
    print_limits: bool,
}

impl Allowance {
    /// The usual limits with those that were set.
    pub fn limits(&self) -> Limits {
        limits(&self.set)
    }
}

fn limits(set: &[Set]) -> Limits {
    let mut limits = Limits::default();
    for one in set {
        // it was tried when it was read
        let _ = limits.set(one.name, one.value);
    }
    limits
}

/// A limit that is set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Set {
    name: &'static str,
    value: u64,
}

impl FromStr for Set {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, value) = text.split_once('=').ok_or("a limit is set as in `depth=8`")?;
        let limit = LIMITS.iter().find(|limit| limit.name == name).ok_or_else(|| {
            let names = || LIMITS.iter().map(|limit| limit.name);
            match suggest::nearest(name, names()) {
                Some(near) => format!("no limit is called `{name}`, did you mean `{near}`?"),
                None => {
                    let names: Vec<_> = names().collect();
                    format!("no limit is called `{name}`: there are {}", names.join(", "))
                }
            }
        })?;
        let value = number(value, limit)?;
        Limits::default().set(name, value)?;
        Ok(Self { name: limit.name, value })
    }
}

/// A whole number; of bytes it may have a unit.
fn number(text: &str, limit: &Limit) -> Result<u64, String> {
    let units = [("KiB", 10), ("MiB", 20), ("GiB", 30)];
    let unit = units.iter().find_map(|(unit, by)| Some((text.strip_suffix(unit)?, *by)));
    let wrong = || match limit.bytes {
        true => format!("`{text}` is no number of bytes, as in 4096, 64KiB, 8MiB or 1GiB"),
        false => format!("`{text}` is no whole number"),
    };
    let (digits, by) = unit.filter(|_| limit.bytes).unwrap_or((text, 0));
    let plain = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
    let number = digits.parse::<u64>().ok().filter(|_| plain).ok_or_else(wrong)?;
    number.checked_mul(1 << by).ok_or_else(wrong)
}

/// Limits that are to be printed.
pub struct Asked {
    limits: Limits,
    json: bool,
}

/// The arguments of the program; where only limits are asked for, nothing else is needed.
pub fn parse<A: CommandFactory + FromArgMatches>() -> Result<A, Asked> {
    let asked = std::env::args_os().any(|argument| argument == "--print-limits");
    let command = if asked { without_needs(A::command()) } else { A::command() };
    let matches = command.get_matches();
    match matches.subcommand().and_then(|(_, of_command)| Asked::of(of_command)) {
        Some(asked) => Err(asked),
        None => Ok(A::from_arg_matches(&matches).unwrap_or_else(|error| error.exit())),
    }
}

/// The same program, in which nothing must be named where limits can be printed.
fn without_needs(program: Command) -> Command {
    program.mut_subcommands(|command| {
        let prints = command.get_arguments().any(|argument| argument.get_id() == PRINT);
        command.mut_args(|argument| if prints { argument.required(false) } else { argument })
    })
}

impl Asked {
    /// What a command's arguments ask for, if they do.
    fn of(matches: &ArgMatches) -> Option<Self> {
        let asked = matches!(matches.try_get_one(PRINT), Ok(Some(true)));
        let set = matches.try_get_many("set").ok().flatten();
        let set: Vec<Set> = set.into_iter().flatten().copied().collect();
        let json = matches.get_one::<Format>("format") == Some(&Format::Json);
        asked.then(|| Self { limits: limits(&set), json })
    }

    /// Prints them.
    pub fn print(&self, console: &mut Console) -> io::Result<()> {
        let line = |limit: &Limit| line(limit, limit.of(&self.limits), self.json);
        LIMITS.iter().try_for_each(|limit| console.line(&line(limit)))
    }
}

/// A limit as programs read it; the field names are fixed.
#[derive(Serialize)]
struct Json {
    name: &'static str,
    value: u64,
    most: u64,
    unit: Option<&'static str>,
    reason: &'static str,
}

fn line(limit: &Limit, value: u64, json: bool) -> String {
    let Limit { name, reason, bytes, most, .. } = *limit;
    if json {
        let line = Json { name, value, most, unit: bytes.then_some("bytes"), reason };
        return serde_json::to_string(&line).unwrap_or_default();
    }
    let shown = if bytes { in_units(value) } else { value.to_string() };
    format!("{name:<14}  {shown:>10}  {reason}")
}

/// Bytes in the largest unit that leaves nothing over.
fn in_units(bytes: u64) -> String {
    let units = [("GiB", 30), ("MiB", 20), ("KiB", 10)];
    let whole = units.iter().find(|(_, by)| bytes >> by > 0 && bytes.is_multiple_of(1 << by));
    whole.map_or(bytes.to_string(), |(unit, by)| format!("{} {unit}", bytes >> by))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_is_set_by_its_name() {
        let set = |text: &str| text.parse::<Set>().map(|set| set.value);
        assert_eq!(set("depth=8"), Ok(8));
        assert_eq!(set("memory=512MiB"), Ok(512 << 20));
        assert_eq!(set("script=64KiB"), Ok(64 << 10));
        let limits = limits(&["forks=3".parse().unwrap(), "forks=4".parse().unwrap()]);
        assert_eq!(limits, Limits { forks: 4, ..Limits::default() }, "the last one counts");
    }

    #[test]
    fn what_is_no_limit_says_what_there_is() {
        let why = |text: &str| text.parse::<Set>().unwrap_err();
        assert_eq!(why("instance=8"), "no limit is called `instance`, did you mean `instances`?");
        assert!(why("zzz=8").contains("there are instances, forks, messages"));
        assert!(why("depth").contains("`depth=8`"));
        assert_eq!(why("depth=1MiB"), "`1MiB` is no whole number");
        assert!(why("memory=-1").contains("no number of bytes"));
        assert!(why("memory=99999999999GiB").contains("no number of bytes"));
        assert_eq!(why("nesting=129"), "`nesting` is at most 128");
    }

    #[test]
    fn each_limit_has_a_line() {
        let lines: Vec<String> =
            LIMITS.iter().map(|limit| line(limit, limit.of(&Limits::default()), false)).collect();
        assert!(lines.iter().all(|line| line.chars().count() <= 120), "{lines:#?}");
        assert!(lines.iter().any(|line| line.starts_with("memory               2 GiB  ")));
    }
}
