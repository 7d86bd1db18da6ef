//! References, their arguments, and what narrows them.
//!
//! In: the rules of expressions and operands. Out: [`Ref`]s, [`Who`]s and [`Arg`]s. They are written
//! by hand since they stand inside each other, and chumsky's own sequences take much stack.

use chumsky::prelude::*;

use super::super::basic::{At, behind, index, kind, look, name, place, place_since};
use super::super::problem::{Problem, Want};
use super::super::{Rule, guess};
use super::unit_apart;
use crate::syntax::ast::*;
use crate::syntax::token::Kind;
use crate::syntax::word::Word;

/// `NAME ['#' DIGITS] [args] ('.' NAME ['#' DIGITS])*`.
pub(super) fn reference<'t>(args: &Rule<'t, Vec<Arg>>) -> Rule<'t, Ref> {
    let args = args.clone();
    custom(move |inp: &mut At<'t, '_>| {
        let start = index(inp);
        let source = inp.state();
        let is_name = source.lexed.token(start).kind.is_name();
        if !is_name || source.guessing && guess::begins_line_of_its_own(source.lexed, start) {
            return Err(Problem::wanted(start, Want::Operand));
        }
        let (name, number) = numbered(inp)?;
        let args = match look(inp, 0) {
            Kind::GluedParen => Some(inp.parse(&args)?),
            _ => None,
        };
        let mut rest = Vec::new();
        while look(inp, 0) == Kind::Dot {
            inp.skip();
            rest.push(numbered(inp)?);
        }
        Ok(Ref { name, number, args, rest, span: place_since(inp, start) })
    })
    .boxed()
}

/// `NAME ['#' DIGITS]`.
fn numbered(inp: &mut At<'_, '_>) -> Result<(Name, Option<u32>), Problem> {
    let name = inp.parse(name())?;
    let at = index(inp);
    let token = inp.state().lexed.token(at);
    if token.kind != Kind::Instance {
        return Ok((name, None));
    }
    inp.skip();
    Ok((name, Some(token.data)))
}

/// `ref ['within' n] ['ahead' n]`.
pub(super) fn who<'t>(reference: &Rule<'t, Ref>, operand: &Rule<'t, Expr>) -> Rule<'t, Who> {
    reference
        .clone()
        .then(behind(Word::Within, operand.clone()))
        .then(behind(Word::Ahead, operand.clone()))
        .map_with(|((base, within), ahead), e| Who { base, within, ahead, span: place(e) })
        .boxed()
}

const SIDES: &[(Word, Side)] = &[
    (Word::Above, Side::Above),
    (Word::Below, Side::Below),
    (Word::Front, Side::Front),
    (Word::Behind, Side::Behind),
    (Word::Left, Side::Left),
    (Word::Right, Side::Right),
];

/// `GLUED'(' [arg (',' arg)*] ')'`.
pub(super) fn args<'t>(whole: &Rule<'t, Expr>, operand: &Rule<'t, Expr>) -> Rule<'t, Vec<Arg>> {
    let value = unit_apart(whole.clone(), Want::Argument).boxed();
    let within = behind(Word::Within, operand.clone());
    let ahead = behind(Word::Ahead, operand.clone());
    custom(move |inp: &mut At<'t, '_>| {
        inp.parse(kind(Kind::GluedParen, Want::Nothing))?;
        let mut args = Vec::new();
        while !args.is_empty() || look(inp, 0) != Kind::ParenClose {
            let start = index(inp);
            let name = label(inp)?;
            let value = inp.parse(&value)?;
            let (within, ahead) = (inp.parse(&within)?, inp.parse(&ahead)?);
            let side = side(inp);
            args.push(Arg { name, value, within, ahead, side, span: place_since(inp, start) });
            if look(inp, 0) != Kind::Comma {
                break;
            }
            inp.skip();
        }
        inp.parse(kind(Kind::ParenClose, Want::ParenClose))
            .map_err(|problem| problem.and(Want::Comma))?;
        Ok(args)
    })
    .boxed()
}

/// `NAME ':'`, where written.
fn label(inp: &mut At<'_, '_>) -> Result<Option<Name>, Problem> {
    if !(look(inp, 0).is_name() && look(inp, 1) == Kind::Colon) {
        return Ok(None);
    }
    let name = inp.parse(name())?;
    inp.skip();
    Ok(Some(name))
}

fn side(inp: &mut At<'_, '_>) -> Option<(Side, Place)> {
    let start = index(inp);
    let next = look(inp, 0);
    let (_, side) = SIDES.iter().find(|(word, _)| Kind::Word(*word) == next)?;
    inp.skip();
    Some((*side, place_since(inp, start)))
}
