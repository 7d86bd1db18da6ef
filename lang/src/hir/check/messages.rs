//! Messages that nobody sends or nobody hears.
//!
//! In: all sends and all questions of a model, its tests included. Out: `message-never-sent`,
//! `message-never-heard`, at the first place of each.

use std::collections::BTreeMap;

use crate::diagnostic::{Code, Diagnostic};
use crate::hir::model::{Action, ActionKind, Expr, ExprKind, MessageId, Model, StepKind};
use crate::hir::visit::{self, Visitor};
use crate::source::Span;

pub(super) fn check(model: &Model, out: &mut Vec<Diagnostic>) {
    let mut uses = Uses::default();
    visit::model(model, &mut uses);
    for step in model.tests.iter().flat_map(|t| &t.steps) {
        if let StepKind::Send(m, ..) = step.kind {
            uses.sent.entry(m).or_insert(step.span);
        }
    }
    let name = |m: &MessageId| model.messages.get(m.index()).map_or("", |n| n);
    // the host sends and hears, and what a hook sends is known to the hook alone
    let host = |m: &MessageId| model.host.messages.contains(m);
    let scripts = model.hooks.iter().any(|h| !h.is_number);
    for (m, span) in
        uses.heard.iter().filter(|(m, _)| !scripts && !host(m) && !uses.sent.contains_key(m))
    {
        let message = format!("nobody sends the message `{}`", name(m));
        out.push(
            Diagnostic::new(Code::MessageNeverSent, *span, message)
                .label("never holds")
                .help(format!("send it (`send {} to …`), or mend the name", name(m))),
        );
    }
    for (m, span) in uses.sent.iter().filter(|(m, _)| !host(m) && !uses.heard.contains_key(m)) {
        let message = format!("nobody hears the message `{}`", name(m));
        out.push(
            Diagnostic::new(Code::MessageNeverHeard, *span, message)
                .label("sent for nothing")
                .help(format!("ask for it (`on message({})`), or mend the name", name(m))),
        );
    }
}

#[derive(Default)]
struct Uses {
    sent: BTreeMap<MessageId, Span>,
    heard: BTreeMap<MessageId, Span>,
}

impl Visitor for Uses {
    fn expr(&mut self, e: &Expr) {
        if let ExprKind::Message(m)
        | ExprKind::Received(m)
        | ExprKind::Value(m)
        | ExprKind::Sender(m) = e.kind
        {
            self.heard.entry(m).or_insert(e.span);
        }
    }

    fn action(&mut self, a: &Action) {
        if let ActionKind::Send { message, .. } = a.kind {
            self.sent.entry(message).or_insert(a.span);
        }
    }
}
