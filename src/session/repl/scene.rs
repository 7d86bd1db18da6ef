//! The scene as a whole: load it, read its files again, show its texts.
//!
//! In: paths and names. Out: another scene in the place of the one that runs, or texts. Files are
//! the business of the desk.

use super::define::{self, became};
use super::{Call, Done, Repl, refuse};
use crate::report::escape;
use crate::session::play::Play;
use crate::session::record::{Mismatch, Recording};
use crate::session::script::Script;
use crate::{Error, Scene};

/// `:load FILE`: another scene, from the start.
pub(super) fn load(call: &mut Call<'_>) -> Done {
    if call.text.is_empty() {
        return refuse("which file? `:load hero.islay`");
    }
    let scene = call.desk.open(call.text)?;
    call.repl.path = Some(call.text.to_owned());
    begin(call, &scene, Script::new());
    let n = super::count(call.play.stage().n_instances(), "instance");
    Ok(format!("{} is loaded: {n}, tick 0", escape(scene.name())))
}

fn begin(call: &mut Call<'_>, scene: &Scene, script: Script) {
    let mut play = Play::new(scene, call.repl.config.clone(), script);
    play.pace().pause(true);
    *call.play = play;
    call.repl.typed.forget();
    call.repl.remarks = Default::default();
    call.repl.logs.clear();
}

/// `:reload`: the files as they are now, with what was typed on top.
pub(super) fn reload(call: &mut Call<'_>) -> Done {
    let Some(path) = call.repl.path.clone() else { return refuse("this scene has no file") };
    let scene = call.desk.open(&path)?;
    take(call.repl, call.play, &scene)
}

/// A scene whose files were read again takes the place of the one that runs.
pub(super) fn take(repl: &mut Repl, play: &mut Play, scene: &Scene) -> Done {
    let mut typed = repl.typed.clone();
    typed.rebase(scene);
    let over = match typed.is_empty() {
        true => scene.clone(),
        false => typed.over(scene)?,
    };
    // only now: what is refused leaves the old texts below what was typed
    repl.typed = typed;
    let report = play.replace(&over);
    let typed = match repl.typed.len() {
        0 => String::new(),
        n => format!(", with {}", super::count(n, "definition")),
    };
    Ok(format!("reloaded{typed}{}", became(&report)))
}

/// `:replay FILE`: the scene of a recording, run again and left at its end.
pub(super) fn replay(call: &mut Call<'_>) -> Done {
    if call.text.is_empty() {
        return refuse("which recording? `:replay run.jsonl`");
    }
    let text = call.desk.read(call.text)?;
    let recording = Recording::parse(call.text, &text)?;
    let scene = recording.scene()?;
    let checked = recording.replay(&scene, |_| ())?;
    if let Some(Mismatch { tick, recorded, found }) = checked.mismatch {
        return refuse(format!("tick {tick} is not as it was recorded: {recorded} is {found} now"));
    }
    call.repl.path = None;
    call.desk.forget();
    call.repl.config = recording.config.clone();
    begin(call, &scene, recording.script.clone());
    while call.play.stage().ticks() < recording.ticks && !call.desk.stopped() {
        recording.redo(call.play)?;
        call.play.tick();
        call.desk.between(call.play);
    }
    recording.redo(call.play)?;
    let hashes = super::count(checked.hashes, "hash").replace("hashs", "hashes");
    Ok(format!("tick {}: {hashes} compared, all as recorded", call.play.stage().ticks()))
}

/// `:list`, `:list NAME`: what there is, or the text of it.
pub(super) fn list(call: &mut Call<'_>) -> Done {
    let scene = call.play.stage().scene();
    scene.need_text()?;
    if call.text.is_empty() {
        return Ok(define::names(scene).join("\n"));
    }
    match define::text_of(scene, call.text) {
        Some(text) => Ok(super::escaped_lines(&text)),
        None => {
            let names = define::names(scene);
            let known = names.iter().filter_map(|n| n.split(' ').nth(1));
            let near = crate::session::suggest::nearest(call.text, known);
            let near = near.map(|n| format!(": did you mean `{n}`?")).unwrap_or_default();
            refuse(format!("nothing is defined as `{}`{near}", escape(call.text)))
        }
    }
}

/// `:record FILE`, `:record off`
pub(super) fn record(call: &mut Call<'_>) -> Done {
    if matches!(call.text, "off" | "stop") {
        if !call.play.records() {
            return refuse("nothing is recorded");
        }
        let written = call.play.stop_recording();
        written.map_err(|e| Error::Act(format!("the recording could not be ended: {e}")))?;
        return Ok(format!("recorded up to tick {}", call.play.stage().ticks()));
    }
    if call.text.is_empty() {
        return refuse("into which file? `:record run.jsonl`; `:record off` ends it");
    }
    if call.play.records() {
        return refuse("a recording is written already: `:record off` ends it");
    }
    if call.play.stage().ticks() > 0 {
        return refuse("a recording begins at tick 0: `:load` the scene again");
    }
    let out = call.desk.create(call.text)?;
    let begun = call.play.record(out);
    begun.map_err(|e| Error::Act(format!("`{}` cannot be written: {e}", escape(call.text))))?;
    Ok(format!("recording into {}", escape(call.text)))
}
