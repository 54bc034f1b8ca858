//! The examples in the README show the real output.

use std::process::Command;

const README: &str = include_str!("../../../README.md");

/// Runs every command of a `console` block and compares its output with the block.
#[test]
fn the_readme_shows_real_output() {
    let mut n_commands = 0;
    for block in README.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap_or_default();
        for session in block.split("$ tallyhouse ").skip(1) {
            let (arguments, expected) = session.split_once('\n').expect("a command has output");
            assert_eq!(run(arguments), expected, "tallyhouse {arguments}");
            n_commands += 1;
        }
    }
    assert!(n_commands >= 2, "the README has lost its examples");
}

fn run(arguments: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_tallyhouse"))
        .args(arguments.split_whitespace())
        .output()
        .expect("the program runs");
    assert!(
        output.status.success(),
        "tallyhouse {arguments}: {}",
        output.status
    );
    String::from_utf8(output.stdout).expect("the program prints text")
}
