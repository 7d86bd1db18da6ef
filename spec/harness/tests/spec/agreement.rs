//! Batch execution is what a naive interpreter of the model does.

use islay_lang::source::FileId;
use islay_lang::syntax::parse;
use islay_spec::generate::Program;

#[test]
fn random_programs_parse() {
    for seed in 0..100 {
        let text = Program::new(seed).text();
        let (_, found) = parse(&text, FileId(0));
        assert!(!found.iter().any(|d| d.is_error()), "seed {seed}: {found:?}\n{text}");
    }
}
