//! Values of variables as a host sees them.
//!
//! In: bits and kinds of the machine. Out: [`Value`], which prints as the language prints it.

use std::fmt;

/// The value of a variable.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A number; a time is a number of seconds.
    Number(f32),
    /// True or false.
    Flag(bool),
    /// The path of an instance, or nobody.
    Who(Option<String>),
    /// A colour as 0xRRGGBBAA.
    Colour(u32),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // so that a stored value and its text are the same number
            Value::Number(n) => write!(f, "{n}"),
            Value::Flag(b) => write!(f, "{b}"),
            Value::Who(Some(path)) => f.write_str(path),
            Value::Who(None) => f.write_str("nobody"),
            Value::Colour(c) if c & 0xff == 0xff => write!(f, "#{:06x}", c >> 8),
            Value::Colour(c) => write!(f, "#{c:08x}"),
        }
    }
}

impl From<f32> for Value {
    fn from(n: f32) -> Self {
        Value::Number(n)
    }
}

impl From<bool> for Value {
    fn from(b: bool) -> Self {
        Value::Flag(b)
    }
}

#[cfg(test)]
mod tests {
    use super::Value;

    #[test]
    fn values_print_as_the_language_writes_them() {
        let text = |v: Value| v.to_string();
        assert_eq!(text(Value::Number(-0.5)), "-0.5");
        assert_eq!(text(Value::Colour(0xff00_00ff)), "#ff0000");
        assert_eq!(text(Value::Colour(0xff00_0080)), "#ff000080");
        assert_eq!(text(Value::Who(None)), "nobody");
    }
}
