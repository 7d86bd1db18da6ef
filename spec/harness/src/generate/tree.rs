//! Source text as a tree of pieces that can be left out one by one.
//!
//! In: lines and blocks. Out: text; smaller trees. It knows no grammar: whoever makes a tree
//! smaller checks that the text still means something.

/// A piece of source text.
#[derive(Clone, Debug)]
pub enum Node {
    /// A piece without smaller ones.
    Line(String),
    /// Pieces between two others.
    Block(Block),
}

/// Pieces between two others.
#[derive(Clone, Debug)]
pub struct Block {
    /// Stands before them.
    pub open: String,
    /// Stands before the first, if there is one.
    pub lead: &'static str,
    /// The pieces.
    pub items: Vec<Node>,
    /// Stands between two.
    pub between: &'static str,
    /// Stands behind them.
    pub close: String,
}

impl Node {
    /// A line.
    pub fn line(text: impl Into<String>) -> Node {
        Node::Line(text.into())
    }

    /// Pieces in braces, one a line.
    pub fn braces(head: impl Into<String>, items: Vec<Node>) -> Node {
        let (open, close) = (head.into() + " {\n", "\n}".to_owned());
        Node::Block(Block { open, lead: "", items, between: "\n", close })
    }

    /// Pieces without anything around them, one a line.
    pub fn lines(items: Vec<Node>) -> Node {
        Node::Block(Block {
            open: String::new(),
            lead: "",
            items,
            between: "\n",
            close: String::new(),
        })
    }

    /// A list of actions between two pieces of text.
    pub fn actions(
        open: impl Into<String>,
        lead: &'static str,
        items: Vec<Node>,
        close: impl Into<String>,
    ) -> Node {
        Node::Block(Block { open: open.into(), lead, items, between: ", ", close: close.into() })
    }

    /// With something around it that goes where it is empty.
    #[must_use]
    pub fn enclosed(self, open: &'static str, close: &'static str) -> Node {
        Node::Block(Block {
            open: open.into(),
            lead: "",
            items: vec![self],
            between: "",
            close: close.into(),
        })
    }

    /// The text.
    pub fn text(&self) -> String {
        match self {
            Node::Line(text) => text.clone(),
            Node::Block(b) => {
                let items: Vec<String> = b.items.iter().map(Node::text).collect();
                let lead = if items.is_empty() { "" } else { b.lead };
                format!("{}{lead}{}{}", b.open, items.join(b.between), b.close)
            }
        }
    }

    /// How many pieces it has that can be left out.
    pub fn n_pieces(&self) -> usize {
        match self {
            Node::Line(_) => 0,
            Node::Block(b) => b.items.iter().map(|n| 1 + n.n_pieces()).sum(),
        }
    }

    /// Without its n-th piece, counted from the outside in.
    pub fn without(&self, n: usize) -> Option<Node> {
        let mut smaller = self.clone();
        smaller.cut(n).then_some(smaller)
    }

    /// An outer piece stands before those in it.
    fn cut(&mut self, mut n: usize) -> bool {
        let Node::Block(b) = self else { return false };
        for i in 0..b.items.len() {
            if n == 0 {
                b.items.remove(i);
                return true;
            }
            n -= 1;
            let inner = b.items[i].n_pieces();
            if n < inner {
                return b.items[i].cut(n);
            }
            n -= inner;
        }
        false
    }
}
