//! The `islay` program: everything is in `cli`, which uses the public library only.

mod cli;

fn main() -> std::process::ExitCode {
    cli::main()
}
