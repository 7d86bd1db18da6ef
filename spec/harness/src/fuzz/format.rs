//! A text that is laid out says the same, and is laid out already.
//!
//! In: bytes. Out: a panic where laying out changes what a text says, is not done after the first
//! time, or refuses a text without saying why.

use islay_lang::source::FileId;
use islay_lang::syntax::{self, parse};

use super::judge;

/// Lays out twice and compares the trees.
pub fn format(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let laid_out = match syntax::format(&text) {
        Ok(laid_out) => laid_out,
        Err(found) => {
            assert!(found.iter().any(|d| d.is_error()), "refused for no reason");
            return;
        }
    };
    let (before, _) = parse(&text, FileId(0));
    let (after, found) = parse(&laid_out, FileId(0));
    assert!(found.iter().all(|d| !d.is_error()), "what is laid out has faults: {laid_out}");
    assert!(before == after, "laying out changed the tree: {laid_out}");
    match syntax::format(&laid_out) {
        Ok(again) => {
            assert!(again == laid_out, "laid out again it is another:\n{laid_out}\n{again}")
        }
        Err(_) => judge::broken(&format!("what is laid out is refused: {laid_out}")),
    }
}
