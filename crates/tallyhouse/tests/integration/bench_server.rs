//! `tallyhouse bench-server`, small: its checks and its refusals.

use std::path::Path;

use tempfile::TempDir;

use crate::binary::run;

/// A folder on the disk of the build.
fn folder() -> TempDir {
    tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap()
}

#[test]
fn a_small_load_is_played_in_both_ways_without_a_violation() {
    let folder = folder();
    let data = folder.path().to_str().unwrap();
    let run = run(&[
        "bench-server",
        "--tables",
        "12",
        "--rate",
        "0",
        "--seconds",
        "1",
        "--data",
        data,
        "--json",
    ]);
    let report = &run.json()[0];
    assert_eq!((run.status, &run.err[..]), (Some(0), ""), "{}", run.out);
    // Two tables of twelve are watched: the first and the eleventh.
    assert_eq!(
        (&report["tables"], &report["sockets"]),
        (&12.into(), &26.into())
    );
    assert!(report["fileSystem"].is_string());
    assert_eq!(report["acknowledged"], report["journaled"]);
    assert!(report["faults"].as_array().unwrap().is_empty());
    for kind in ["numbers", "turns", "legal"] {
        assert_eq!(report["violations"][kind], 0, "{report}");
    }
    let [pushed, asked] = &report["stages"].as_array().unwrap()[..] else {
        panic!("one load in two ways: {report}");
    };
    assert_eq!(
        (&pushed["way"], &asked["way"]),
        (&"pushed".into(), &"asked".into())
    );
    for stage in [pushed, asked] {
        for figure in [
            "moves",
            "events",
            "states",
            "serverMicrosAMove",
            "p99Millis",
        ] {
            assert!(stage[figure].as_f64().unwrap() > 0.0, "{figure}: {stage}");
        }
    }
    assert_eq!(pushed["syncsSent"], 0, "{pushed}");
    for count in ["resyncs", "syncsSent"] {
        assert!(asked[count].as_u64().unwrap() > 0, "{count}: {asked}");
    }
    // The house and its journal are gone.
    assert_eq!(folder.path().read_dir().unwrap().count(), 0);
}

#[test]
fn a_journal_in_memory_is_refused() {
    let memory = Path::new("/dev/shm");
    let mounts = std::fs::read_to_string("/proc/self/mountinfo").unwrap_or_default();
    if !mounts
        .lines()
        .any(|line| line.contains(" /dev/shm ") && line.contains(" - tmpfs "))
    {
        return;
    }
    let Ok(folder) = tempfile::tempdir_in(memory) else {
        return;
    };
    let run = run(&[
        "bench-server",
        "--tables",
        "1",
        "--data",
        folder.path().to_str().unwrap(),
    ]);
    assert_eq!((run.status, &run.out[..]), (Some(1), ""));
    assert!(
        run.err.contains("is on tmpfs, which is memory and no disk"),
        "{}",
        run.err
    );
}
