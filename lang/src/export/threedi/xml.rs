//! XML as text.
//!
//! In: elements and attributes. Out: an indented document in UTF-8. Values are escaped; names are
//! taken as they are.

/// A document in the making.
#[derive(Default)]
pub(super) struct Xml {
    out: String,
    depth: usize,
}

impl Xml {
    /// An element that holds others.
    pub fn open(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.tag(name, attributes, ">");
        self.depth += 1;
    }

    /// The end of one.
    pub fn close(&mut self, name: &str) {
        self.depth = self.depth.saturating_sub(1);
        self.indent();
        self.out.extend(["</", name, ">\n"]);
    }

    /// An element that holds nothing.
    pub fn leaf(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.tag(name, attributes, "/>");
    }

    fn tag(&mut self, name: &str, attributes: &[(&str, &str)], end: &str) {
        self.indent();
        self.out.extend(["<", name]);
        for (name, value) in attributes {
            self.out.extend([" ", name, "=\""]);
            self.value(value);
            self.out.push('"');
        }
        self.out.extend([end, "\n"]);
    }

    fn value(&mut self, value: &str) {
        for c in value.chars() {
            match c {
                '&' => self.out.push_str("&amp;"),
                '<' => self.out.push_str("&lt;"),
                '"' => self.out.push_str("&quot;"),
                '\t' | '\n' | '\r' => self.out.push_str(&format!("&#{};", u32::from(c))),
                _ => self.out.push(c),
            }
        }
    }

    fn indent(&mut self) {
        self.out.extend(std::iter::repeat_n("  ", self.depth));
    }

    /// The whole document.
    pub fn finish(self) -> String {
        format!("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{}", self.out)
    }
}
