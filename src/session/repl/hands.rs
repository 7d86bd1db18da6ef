//! What a user does to a scene: keys, clicks, messages.
//!
//! In: names. Out: inputs of the next tick.

use super::{Call, Done, refuse};
use crate::session::script;

/// `:press KEY`
pub(super) fn press(call: &mut Call<'_>) -> Done {
    let key = script::key_of(call.text).or_else(refuse)?;
    call.play.press(key);
    Ok(format!("{} is down from the next tick on", key.name()))
}

/// `:release KEY`
pub(super) fn release(call: &mut Call<'_>) -> Done {
    let key = script::key_of(call.text).or_else(refuse)?;
    call.play.release(key);
    Ok(format!("{} is up from the next tick on", key.name()))
}
