//! Diagnostics as JSON for programs.
//!
//! In: [`Diagnostics`]. Out: one JSON object a line, whose field names are fixed. It prints nothing.

use serde::Serialize;

use super::word;
use crate::{Diagnostic, Diagnostics, Label, Place};

impl Diagnostics {
    /// The findings as JSON, one object a line.
    pub fn to_json(&self) -> String {
        let lines = self.list.iter().filter_map(|d| serde_json::to_string(&Json::of(d)).ok());
        lines.map(|line| line + "\n").collect()
    }
}

/// The JSON form.
#[derive(Serialize)]
struct Json<'a> {
    severity: &'a str,
    code: &'a str,
    message: &'a str,
    file: &'a str,
    #[serde(flatten)]
    place: JsonPlace,
    help: Option<&'a str>,
    labels: Vec<JsonLabel<'a>>,
}

#[derive(Serialize)]
struct JsonPlace {
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
}

#[derive(Serialize)]
struct JsonLabel<'a> {
    #[serde(flatten)]
    place: JsonPlace,
    message: &'a str,
    /// Only where it is another file than the finding's.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
}

impl<'a> Json<'a> {
    fn of(d: &'a Diagnostic) -> Self {
        let own = |message: &'a str| JsonLabel { place: json(&d.place), message, file: None };
        let other = |l: &'a Label| JsonLabel {
            place: json(&l.place),
            message: &l.message,
            file: (l.place.file != d.place.file).then_some(&*l.place.file),
        };
        let first = Some(d.label.as_str()).filter(|l| !l.is_empty()).map(own);
        Self {
            severity: word(d.severity),
            code: d.code,
            message: &d.message,
            file: &d.place.file,
            place: json(&d.place),
            help: d.help.as_deref(),
            labels: first.into_iter().chain(d.labels.iter().map(other)).collect(),
        }
    }
}

fn json(p: &Place) -> JsonPlace {
    JsonPlace { line: p.line, column: p.column, end_line: p.end_line, end_column: p.end_column }
}

#[cfg(test)]
mod tests {
    use super::super::tests::found;

    #[test]
    fn json_has_the_fixed_fields() {
        assert_eq!(
            found("one\ntwo x\n", 8, 9).to_json(),
            "{\"severity\":\"error\",\"code\":\"unknown-name\",\"message\":\"no `x`\",\"file\":\"a.islay\",\
             \"line\":2,\"column\":5,\"end_line\":2,\"end_column\":6,\"help\":\"write `y`\",\
             \"labels\":[{\"line\":2,\"column\":5,\"end_line\":2,\"end_column\":6,\"message\":\"here\"}]}\n"
        );
    }
}
