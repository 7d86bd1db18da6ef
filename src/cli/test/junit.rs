//! Test results as JUnit XML, for services that show them.

use std::fmt::Write as _;

use islay::session::testing::TestRun;

use super::Suite;

/// The report of all suites.
pub fn report(suites: &[Suite]) -> String {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n");
    for suite in suites {
        let errors = suite.broken.iter().len();
        let failures = suite.runs.iter().filter(|r| r.failure.is_some()).count();
        let (name, tests) = (escape(&suite.scene), suite.runs.len() + errors);
        let _ = writeln!(
            out,
            "  <testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\">"
        );
        suite.broken.iter().for_each(|said| broken(&mut out, &name, said));
        suite.runs.iter().for_each(|run| case(&mut out, &name, run));
        out.push_str("  </testsuite>\n");
    }
    out.push_str("</testsuites>\n");
    out
}

/// A scene that could not be tested, as a case that went wrong.
fn broken(out: &mut String, scene: &str, said: &str) {
    let said = escape(said);
    let _ = writeln!(
        out,
        "    <testcase classname=\"{scene}\" name=\"(check)\" file=\"{scene}\">\n      <error message=\"the scene is not right\">{said}</error>\n    </testcase>"
    );
}

fn case(out: &mut String, scene: &str, run: &TestRun) {
    let (name, line) = (escape(&run.name), run.place.line);
    let head = format!(
        "    <testcase classname=\"{scene}\" name=\"{name}\" file=\"{scene}\" line=\"{line}\""
    );
    let Some(failure) = &run.failure else {
        let _ = writeln!(out, "{head}/>");
        return;
    };
    let sides = [&failure.left, &failure.right].into_iter().flatten();
    let sides: String = sides.map(|s| format!("\n{}", escape(s))).collect();
    let (message, line, tick) = (escape(&failure.message), failure.place.line, failure.tick);
    let _ = writeln!(
        out,
        "{head}>\n      <failure message=\"{message}\">line {line}, tick {tick}{sides}</failure>\n    </testcase>"
    );
}

/// Text for XML; characters that XML cannot hold become `?`.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(c),
            _ if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => out.push('?'),
            _ => out.push(c),
        }
    }
    out
}
