//! The bytes of a document as UTF-8, counted.
//!
//! In: bytes. Out: text for the XML reader, with the line and column that it has reached. It keeps
//! the first [`KEPT`] bytes for those who show the places of findings, and refuses a single tag,
//! comment or text that is larger than the limit.

use std::io::{self, BufRead, BufReader, Chain, Cursor, Read};

use quick_xml::encoding::DecodingReader;
use quick_xml::events::BytesDecl;

use super::EVENT_LIMIT;
use crate::import::finding::Mark;

/// At most so much text is kept.
const KEPT: usize = 4 << 20;
/// An XML declaration is looked for in so many bytes.
const HEAD: usize = 1024;
/// The decoder looks at so many bytes before it is told the encoding.
const PREFIX: usize = 64;

/// The stream with its beginning put before it again.
type Whole<R> = Chain<Cursor<Vec<u8>>, BufReader<R>>;

/// Text in UTF-8 that counts what was taken of it.
pub(super) struct Input<R: Read> {
    inner: DecodingReader<Whole<R>>,
    at: Mark,
    /// Bytes of a declaration put in place of the written one, which are not counted.
    uncounted: usize,
    /// Bytes taken since the last event began.
    taken: u64,
    kept: Option<Vec<u8>>,
    /// The declaration was put where its encoding can still be taken.
    padded: bool,
}

impl<R: Read> Input<R> {
    /// Looks at the beginning of a document.
    pub fn open(bytes: R) -> io::Result<Self> {
        let mut stream = BufReader::new(bytes);
        let mut head = Vec::new();
        stream.by_ref().take(HEAD as u64).read_to_end(&mut head)?;
        let (whole, written) = padded(&head);
        let uncounted = if written.is_empty() { 0 } else { PREFIX };
        let mut at = Mark::default();
        at.pass(&written);
        let inner = DecodingReader::new(Cursor::new(whole).chain(stream));
        let padded = !written.is_empty();
        Ok(Self { inner, at, uncounted, taken: 0, kept: Some(written), padded })
    }

    /// An event begins: its size is counted from here.
    pub fn begin(&mut self) -> Mark {
        self.taken = 0;
        self.at
    }

    /// What has been reached.
    pub fn mark(&self) -> Mark {
        self.at
    }

    /// All text so far, where it is not too long to be kept.
    pub fn text(&self) -> Option<&str> {
        std::str::from_utf8(self.kept.as_deref()?).ok()
    }

    /// How the encoding is called.
    pub fn encoding_name(&self) -> &'static str {
        self.inner.encoding().name()
    }

    /// Takes the encoding that the declaration names, or says why it cannot be that one.
    pub fn declared(&mut self, decl: &BytesDecl<'_>) -> Result<(), String> {
        let Some(Ok(name)) = decl.encoding() else { return Ok(()) };
        let Some(encoding) = decl.encoder() else {
            return Err(format!("the encoding `{name}` is not known"));
        };
        let wide = |name: &str| name.starts_with("UTF-16");
        let (is, says) = (self.encoding_name(), encoding.name());
        if std::mem::take(&mut self.padded) && !wide(says) {
            self.inner.set_encoding(encoding);
        } else if is != says && !(wide(is) && wide(says)) {
            return Err(format!("the declaration says `{name}`, the bytes are {is}"));
        }
        Ok(())
    }

    fn keep(kept: &mut Option<Vec<u8>>, bytes: &[u8]) {
        let fits = kept.as_ref().is_some_and(|kept| kept.len() + bytes.len() <= KEPT);
        match kept {
            Some(kept) if fits => kept.extend_from_slice(bytes),
            _ => *kept = None,
        }
    }
}

/// The beginning with its declaration as long as the decoder's first look, and the declaration as
/// it was written. A byte order mark before it is dropped.
fn padded(head: &[u8]) -> (Vec<u8>, Vec<u8>) {
    let text = head.strip_prefix(b"\xef\xbb\xbf").unwrap_or(head);
    let end = text.windows(2).position(|w| w == b"?>").map(|at| at + 2);
    let declared = text.starts_with(b"<?xml ") || text.starts_with(b"<?xml\n");
    let (Some(end), true) = (end, declared || text.starts_with(b"<?xml\r")) else {
        return (head.to_vec(), Vec::new());
    };
    let (written, rest) = text.split_at_checked(end).unwrap_or((text, b""));
    let words: Vec<&[u8]> =
        written.split(u8::is_ascii_whitespace).filter(|w| !w.is_empty()).collect();
    let mut out = words.join(&b' ');
    if out.len() > PREFIX {
        return (head.to_vec(), Vec::new());
    }
    out.truncate(out.len().saturating_sub(2));
    out.resize(PREFIX - 2, b' ');
    out.extend_from_slice(b"?>");
    out.extend_from_slice(rest);
    (out, written.to_vec())
}

impl<R: Read> Read for Input<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let ready = self.fill_buf()?;
        let n = ready.len().min(buffer.len());
        if let (Some(to), Some(from)) = (buffer.get_mut(..n), ready.get(..n)) {
            to.copy_from_slice(from);
        }
        self.consume(n);
        Ok(n)
    }
}

impl<R: Read> BufRead for Input<R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        if self.taken > EVENT_LIMIT {
            let message = format!("a single tag or text is larger than {} MiB", EVENT_LIMIT >> 20);
            return Err(io::Error::other(message));
        }
        self.inner.fill_buf()
    }

    fn consume(&mut self, n: usize) {
        self.taken += n as u64;
        let skipped = self.uncounted.min(n);
        self.uncounted -= skipped;
        // what is consumed was filled before, so this reads nothing
        let ready = self.inner.fill_buf().unwrap_or_default();
        let taken = ready.get(skipped..n).unwrap_or_default();
        self.at.pass(taken);
        Self::keep(&mut self.kept, taken);
        self.inner.consume(n);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(bytes: &[u8]) -> String {
        let mut text = String::new();
        Input::open(bytes).unwrap().read_to_string(&mut text).unwrap();
        text
    }

    #[test]
    fn a_declaration_is_brought_to_the_length_of_the_first_look() {
        let text = all(b"\xef\xbb\xbf<?xml version='1.0'\n  encoding='EUC-JP' ?>\n<a/>");
        assert_eq!(text.find("?>"), Some(62), "{text}");
        assert!(
            text.starts_with("<?xml version='1.0' encoding='EUC-JP' ") && text.ends_with("\n<a/>")
        );
    }

    #[test]
    fn what_was_written_is_what_is_counted_and_kept() {
        let mut input = Input::open(&b"<?xml version='1.0'\n ?><a>\xc3\xa9"[..]).unwrap();
        let mut text = String::new();
        input.read_to_string(&mut text).unwrap();
        assert_eq!(input.mark(), Mark { offset: 28, line: 2, column: 8 });
        assert_eq!(input.text(), Some("<?xml version='1.0'\n ?><a>é"));
    }
}
