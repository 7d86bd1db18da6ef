//! A tree as nested lists: `(State Left (actions (Rotate (Axis Y (Number -5)))) …)`.
//!
//! In: an [`ast::File`](File). Out: lines no longer than they must be. It reads what `Debug` writes
//! of the nodes, so that each field of the tree is shown without being named here; places, empty
//! fields and wrappers are left out.

use super::super::ast::File;

/// The longest line that is aimed at.
const WIDTH: usize = 100;

/// The tree of a file.
pub fn tree(file: &File) -> String {
    let mut out = String::new();
    for item in &file.items {
        let written = format!("{item:?}");
        let mut reader = Reader { rest: &written };
        write(&reader.value(), 0, &mut out);
        out.push('\n');
    }
    out
}

/// A node or a leaf.
enum Value {
    Leaf(String),
    List(Vec<Value>),
    /// Nothing worth showing.
    Empty,
}

/// Reads what `Debug` wrote.
struct Reader<'d> {
    rest: &'d str,
}

impl Reader<'_> {
    fn skip(&mut self, what: &str) -> bool {
        let rest = self.rest.trim_start();
        match rest.strip_prefix(what) {
            Some(behind) => {
                self.rest = behind;
                true
            }
            None => false,
        }
    }

    fn value(&mut self) -> Value {
        self.rest = self.rest.trim_start();
        if self.rest.starts_with('"') {
            return Value::Leaf(self.quoted());
        }
        if self.skip("[") {
            return list(self.values("]"));
        }
        if self.skip("(") {
            return list(self.values(")"));
        }
        let word = self.word();
        if self.skip("(") {
            let values = self.values(")");
            return named(&word, values);
        }
        if self.skip("{") {
            return self.fields(&word);
        }
        match word.as_str() {
            "None" | "false" => Value::Empty,
            _ => Value::Leaf(word),
        }
    }

    /// Values with commas between, up to a closing bracket.
    fn values(&mut self, closer: &str) -> Vec<Value> {
        let mut values = Vec::new();
        while !self.skip(closer) && !self.rest.is_empty() {
            values.push(self.value());
            self.skip(",");
        }
        values
    }

    fn fields(&mut self, word: &str) -> Value {
        let mut parts = Vec::new();
        while !self.skip("}") && !self.rest.is_empty() {
            let field = self.word();
            self.skip(":");
            let value = self.value();
            self.skip(",");
            let shown = !matches!(value, Value::Empty) && field != "span";
            match (word, field.as_str()) {
                _ if !shown => {}
                ("Name", "quoted") => parts.push(Value::Leaf("`".to_string())),
                (_, "name" | "kind" | "text" | "value") => parts.push(value),
                _ => parts.push(with_head(field, value)),
            }
        }
        match word {
            "Name" => name(&parts),
            "Item" | "Member" | "Setting" | "Step" | "Expr" => alone(parts),
            _ => named(word, parts),
        }
    }

    fn word(&mut self) -> String {
        let rest = self.rest.trim_start();
        let end = rest.find([',', '(', ')', '[', ']', '{', '}', ':', ' ']).unwrap_or(rest.len());
        let (word, behind) = rest.split_at_checked(end).unwrap_or((rest, ""));
        // What is no word is stepped over, so that reading always goes on.
        let step = usize::from(end == 0 && !behind.is_empty());
        self.rest = behind.get(step..).unwrap_or_default();
        word.to_string()
    }

    fn quoted(&mut self) -> String {
        let mut escaped = false;
        for (at, c) in self.rest.char_indices().skip(1) {
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '"' => {
                    let (string, behind) = self.rest.split_at(at + 1);
                    self.rest = behind;
                    return string.to_string();
                }
                _ => {}
            }
        }
        std::mem::take(&mut self.rest).to_string()
    }
}

fn list(values: Vec<Value>) -> Value {
    let shown: Vec<Value> = values.into_iter().filter(|v| !matches!(v, Value::Empty)).collect();
    if shown.is_empty() { Value::Empty } else { Value::List(shown) }
}

/// `Some(x)` and boxes of one value are what they hold; places are nothing.
fn named(word: &str, values: Vec<Value>) -> Value {
    match word {
        "Place" if is_place(&values) => Value::Empty,
        "Placement" | "Mods" if values.is_empty() => Value::Empty,
        "Path" => path(&values),
        "Number" | "Colour" => as_written(word, values),
        "Some" | "Ref" | "Str" if values.len() == 1 => alone(values),
        _ => {
            let head = std::iter::once(Value::Leaf(word.to_string()));
            let rest = values.into_iter().filter(|v| !matches!(v, Value::Empty));
            Value::List(head.chain(rest).collect())
        }
    }
}

/// `Place(3..6)`, not the action of that name.
fn is_place(values: &[Value]) -> bool {
    matches!(values, [Value::Leaf(leaf)] if leaf.contains(".."))
}

/// Names joined by dots.
fn path(values: &[Value]) -> Value {
    let Some(Value::List(names)) = values.first() else { return Value::Empty };
    let names = names.iter().skip(1).map(|value| match value {
        Value::List(names) => names.iter().map(on_one_line).collect::<Vec<_>>().join("."),
        other => on_one_line(other),
    });
    Value::Leaf(names.collect::<Vec<_>>().join("."))
}

/// A number or a colour: its digits and its unit, not its bits.
fn as_written(word: &str, values: Vec<Value>) -> Value {
    let mark = if word == "Colour" { "#" } else { "" };
    let written = values.into_iter().skip(1).map(|value| match value {
        Value::Leaf(text) => text.trim_matches('"').to_string(),
        Value::List(unit) => unit.last().map(on_one_line).unwrap_or_default(),
        Value::Empty => String::new(),
    });
    Value::Leaf(format!("{mark}{}", written.collect::<Vec<_>>().join(" ")))
}

fn with_head(head: String, value: Value) -> Value {
    let mut parts = vec![Value::Leaf(head)];
    match value {
        Value::List(values) if !matches!(values.first(), Some(Value::Leaf(_))) => {
            parts.extend(values);
        }
        other => parts.push(other),
    }
    Value::List(parts)
}

fn alone(mut parts: Vec<Value>) -> Value {
    if parts.len() == 1 { parts.pop().unwrap_or(Value::Empty) } else { list(parts) }
}

/// A name without its quotes, in backticks where it was written so.
fn name(parts: &[Value]) -> Value {
    let Some(Value::Leaf(text)) = parts.first() else { return Value::Empty };
    let tick = if parts.len() > 1 { "`" } else { "" };
    Value::Leaf(format!("{tick}{}{tick}", text.trim_matches('"')))
}

/// On one line where it fits, else each part on its own.
fn write(value: &Value, indent: usize, out: &mut String) {
    let line = on_one_line(value);
    match value {
        Value::List(values) if indent + line.chars().count() > WIDTH => {
            out.push('(');
            for (number, value) in values.iter().enumerate() {
                if number > 0 {
                    out.push('\n');
                    out.extend(std::iter::repeat_n(' ', indent + 2));
                }
                write(value, indent + if number > 0 { 2 } else { 1 }, out);
            }
            out.push(')');
        }
        _ => out.push_str(&line),
    }
}

fn on_one_line(value: &Value) -> String {
    match value {
        Value::Leaf(text) => text.clone(),
        Value::Empty => "-".to_string(),
        Value::List(values) => {
            let parts: Vec<String> = values.iter().map(on_one_line).collect();
            format!("({})", parts.join(" "))
        }
    }
}
