//! What to write instead: the word that was meant, or the habit of another language that does not
//! hold here.
//!
//! In: the token at which a rule failed, and what was wanted there. Out: a line of help, or nothing
//! where it would only be guessed.

use super::problem::Want;
use super::{character, item, test};
use crate::suggest;
use crate::syntax::token::{Kind, Lexed, Token};
use crate::syntax::word::Word;

/// A line of help for a token that does not fit; `wants` says what would have.
pub(super) fn help(lexed: &Lexed<'_>, at: usize, wants: impl Fn(Want) -> bool) -> Option<String> {
    if let Some(word) = similar(lexed, lexed.token(at), &wants) {
        return Some(format!("did you mean `{word}`?"));
    }
    habit(lexed, at, &wants)
}

/// Whether a name is nearly one of these words.
pub(super) fn is_nearly(lexed: &Lexed<'_>, at: usize, words: &[Word]) -> bool {
    let token = lexed.token(at);
    token.kind == Kind::Name && nearest(lexed.written(token), words).is_some()
}

/// Words that begin items.
pub(super) const ITEMS: &[Word] = &[
    Word::Use,
    Word::Const,
    Word::World,
    Word::Atom,
    Word::Character,
    Word::Diagram,
    Word::Group,
    Word::Pair,
    Word::Flow,
    Word::Hooks,
    Word::Host,
    Word::Test,
];

const EDGES: &[Word] = &[Word::On, Word::After, Word::Else];

const VERBS: &[Word] = &[
    Word::Move,
    Word::Rotate,
    Word::Scale,
    Word::Place,
    Word::Orient,
    Word::Reset,
    Word::Face,
    Word::Approach,
    Word::Color,
    Word::Show,
    Word::Hide,
    Word::Send,
    Word::Fork,
    Word::Become,
    Word::Vanish,
    Word::Restart,
    Word::Finish,
    Word::Attach,
    Word::Detach,
    Word::Play,
    Word::Blend,
    Word::Offer,
    Word::Start,
    Word::Pause,
    Word::Resume,
    Word::Stop,
    Word::Call,
    Word::Emit,
    Word::Log,
    Word::Sound,
];

/// The words that may stand where this is wanted; places that are not listed take any word.
const WORDS: &[(Want, &[Word])] = &[
    (Want::Item, ITEMS),
    (Want::Member, character::MEMBERS),
    (Want::Member, &[Word::At, Word::Turn, Word::Scale, Word::Start, Word::As, Word::Texture]),
    (Want::Item, &[Word::At, Word::Turn, Word::Scale, Word::Color, Word::Texture]),
    (Want::Setting, item::SETTINGS),
    (Want::Setting, &[Word::At, Word::Turn, Word::Look, Word::Fov, Word::Color]),
    (Want::HostEntry, item::HOST_ENTRIES),
    (Want::Spawn, &[Word::Repeat, Word::At, Word::Turn, Word::Scale, Word::Start, Word::As]),
    (Want::Step, test::STEPS),
    (Want::Step, &[Word::Within, Word::Max, Word::Until, Word::For]),
    (Want::State, &[Word::State, Word::Fade, Word::Except]),
    (Want::State, &[Word::Inertial, Word::Cross, Word::Sync, Word::Paced]),
    (Want::Edge, EDGES),
    (Want::Action, VERBS),
    (Want::Do, &[Word::Do, Word::And, Word::Or, Word::Is]),
];

/// Words of other languages, and other spellings.
const SYNONYMS: &[(&str, Word)] = &[
    ("colour", Word::Color),
    ("when", Word::On),
    ("if", Word::On),
    ("let", Word::Var),
    ("model", Word::Shape),
    ("object", Word::Character),
    ("sprite", Word::Character),
    ("class", Word::Character),
    ("import", Word::Use),
    ("wait", Word::Run),
    ("assert", Word::Expect),
    ("turn", Word::Rotate),
    ("print", Word::Log),
    ("spawn", Word::Fork),
    ("create", Word::Fork),
    ("destroy", Word::Vanish),
    ("set", Word::Place),
];

/// The word of the language that was meant.
fn similar(lexed: &Lexed<'_>, token: Token, wants: impl Fn(Want) -> bool) -> Option<&'static str> {
    if !matches!(token.kind, Kind::Name | Kind::Word(_)) {
        return None;
    }
    let name = lexed.written(token);
    let lists: Vec<&[Word]> =
        WORDS.iter().filter(|(want, _)| wants(*want)).map(|(_, words)| *words).collect();
    let words = if lists.is_empty() { Word::ALL.to_vec() } else { lists.concat() };
    let known = |word: &Word| words.contains(word) && !lists.is_empty();
    let synonym = SYNONYMS.iter().find(|(other, word)| *other == name && known(word));
    match synonym {
        Some((_, word)) => Some(word.as_str()),
        None if token.kind == Kind::Name || !lists.is_empty() => nearest(name, &words),
        None => None,
    }
}

/// The nearest of the words; what is shorter than three letters is near to many.
fn nearest(name: &str, words: &[Word]) -> Option<&'static str> {
    if name.chars().count() < 3 {
        return None;
    }
    let near = suggest::nearest(name, words.iter().map(|word| word.as_str()))?;
    Word::of(&near).map(Word::as_str)
}

/// Signs and orders of words that mean something elsewhere.
fn habit(lexed: &Lexed<'_>, at: usize, wants: impl Fn(Want) -> bool) -> Option<String> {
    let (found, next) = (lexed.token(at), lexed.token(at + 1));
    let before = at.checked_sub(1).map(|before| lexed.token(before));
    let written = lexed.written(found);
    let help = match found.kind {
        Kind::Set if wants(Want::Do) || wants(Want::Step) => "values are compared with `==`",
        Kind::Comma if wants(Want::Do) => "conditions are joined with `and` or `or`",
        Kind::Comma if wants(Want::Operand) || wants(Want::ParenClose) => {
            "operands stand side by side, without commas: `0 1 0`"
        }
        Kind::Comma if wants(Want::Spawn) || wants(Want::Member) => {
            "they stand side by side, without commas"
        }
        Kind::Word(Word::After) if wants(Want::Expression) => {
            "`after` heads an edge, with a condition behind it: `after 3s if …`"
        }
        Kind::Word(word) if wants(Want::Greater) && VERBS.contains(&word) => {
            "actions are separated by commas"
        }
        Kind::Word(word) if wants(Want::State) && VERBS.contains(&word) => {
            "actions stand in `< >` behind the name of their state"
        }
        Kind::Name if wants(Want::State) && begins_state(next.kind) => {
            return Some(format!("a state is written `state {written}`"));
        }
        Kind::Set if wants(Want::Colour) => "a colour stands there without `=`",
        _ if wants(Want::Do) => return call(lexed, before?, found),
        _ => return None,
    };
    Some(help.to_owned())
}

fn begins_state(kind: Kind) -> bool {
    let edge = matches!(kind, Kind::Word(word) if EDGES.contains(&word));
    edge || matches!(kind, Kind::Lt | Kind::BraceOpen)
}

/// `key Left`, which is written `key(Left)`.
fn call(lexed: &Lexed<'_>, before: Token, found: Token) -> Option<String> {
    const SIGNALS: &[&str] =
        &["key", "pressed", "released", "hit", "touch", "leave", "message", "every", "chance"];
    let (name, argument) = (lexed.written(before), lexed.written(found));
    let operand = found.kind.is_name() || matches!(found.kind, Kind::Number(_));
    (operand && SIGNALS.contains(&name)).then(|| format!("write `{name}({argument})`"))
}
