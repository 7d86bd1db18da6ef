//! Signals: keys, pointer, messages, contacts.
//!
//! What is the same for all rows of a table stays one value.

use super::values::flag;
use super::{Lens, Machine};
use crate::column::Rows;
use crate::op::{Op, Reg};
use crate::program::MessageId;
use crate::signal::{Inbox, Mail};

impl Machine {
    pub(super) fn signal(&mut self, lens: &Lens<'_>, op: &Op, rows: Rows<'_>) {
        let signals = lens.scene.signals;
        match *op {
            Op::Key { dst, key } => self.file().set_one(dst, flag(signals.key(key))),
            Op::Pressed { dst, key } => self.file().set_one(dst, flag(signals.pressed(key))),
            Op::Released { dst, key } => self.file().set_one(dst, flag(signals.released(key))),
            Op::Click { dst, button, anywhere: true } => {
                self.file().set_one(dst, flag(signals.clicked_anywhere(button)));
            }
            Op::Click { dst, button, .. } => {
                let none = !signals.clicked.iter().any(|(_, b)| *b == button);
                self.of_each(lens, dst, none, rows, |id| signals.clicked.contains(&(id, button)));
            }
            Op::Hover { dst } => {
                let none = signals.hovered.is_empty();
                self.of_each(lens, dst, none, rows, |id| signals.hovered.contains(&id));
            }
            Op::Contact { dst, phase, selector } => {
                self.contact(lens, dst, phase, selector, rows);
            }
            Op::Message { dst, message } => {
                self.mail(lens, dst, message, rows, |m| flag(m.count > 0));
            }
            Op::Received { dst, message } => {
                self.mail(lens, dst, message, rows, |m| (m.count as f32).to_bits());
            }
            Op::Input { dst, input } => {
                let v = lens.scene.inputs.get(usize::from(input)).copied().unwrap_or(0.0);
                self.file().set_one(dst, v.to_bits());
            }
            Op::MessageValue { dst, message } => {
                self.mail(lens, dst, message, rows, |m| m.sum.to_bits());
            }
            _ => {}
        }
    }

    /// dst = whether f(id) holds, which is nowhere so if `none`
    fn of_each(
        &mut self,
        lens: &Lens<'_>,
        dst: Reg,
        none: bool,
        rows: Rows<'_>,
        f: impl Fn(u32) -> bool,
    ) {
        let (false, Some(frozen)) = (none, lens.frozen()) else {
            return self.file().set_one(dst, 0);
        };
        self.file().set_many(dst, rows.len(), |_, out| {
            rows.each(|lane, row| out[lane] = flag(f(frozen.ids[row])));
        });
    }

    /// dst = f(what arrived)
    pub(super) fn mail(
        &mut self,
        lens: &Lens<'_>,
        dst: Reg,
        message: MessageId,
        rows: Rows<'_>,
        f: impl Fn(Mail) -> u32,
    ) {
        match inbox(lens, message) {
            None => self.file().set_one(dst, f(Mail::default())),
            Some(inbox) => match inbox.same() {
                Some(mail) => self.file().set_one(dst, f(mail)),
                None => self.file().set_many(dst, rows.len(), |_, out| {
                    rows.each(|lane, row| out[lane] = f(inbox.at(row)));
                }),
            },
        }
    }
}

fn inbox<'l>(lens: &Lens<'l>, message: MessageId) -> Option<&'l Inbox> {
    let frozen = lens.frozen()?;
    let heard = &lens.scene.program.defs[frozen.def as usize].heard;
    frozen.heard.get(heard.binary_search(&message).ok()?)
}
