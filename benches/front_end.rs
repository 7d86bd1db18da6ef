//! From text to program: parsing, resolving, checking, compiling.
//!
//! In: generated texts. Out: times by criterion.

#[path = "support/scenes.rs"]
mod support;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use support::{check, lines};

fn front_end(c: &mut Criterion) {
    let mut group = c.benchmark_group("front end");
    group.sample_size(10);
    for n in [1_000, 10_000, 100_000] {
        let text = lines(n);
        assert!(check(&text) < n, "the generated text is refused");
        group.throughput(Throughput::Bytes(text.len() as u64));
        group.bench_function(BenchmarkId::new("check", n), |b| b.iter(|| check(&text)));
    }
    group.finish();
}

criterion_group!(benches, front_end);
criterion_main!(benches);
