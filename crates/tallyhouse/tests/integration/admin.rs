//! The operator's desk of the real program.

use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

use crate::binary::{Run, run, tallyhouse};

struct House(Child);

impl House {
    fn open(data: &Path) -> House {
        let child = tallyhouse(&["serve", "--listen", "127.0.0.1:0", "--log-level", "error"])
            .arg("--data")
            .arg(data)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        while !data.with_extension("sock").exists() {
            std::thread::sleep(Duration::from_millis(5));
        }
        House(child)
    }
}

impl Drop for House {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn admin(data: &Path, args: &[&str]) -> Run {
    let data = data.to_str().unwrap();
    let args = [&["admin", "--data", data, "--who", "olga"], args].concat();
    run(&args)
}

#[test]
fn a_house_is_steered_from_its_desk() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("house.db");
    let missing = admin(&data, &["status"]);
    assert_eq!(missing.status, Some(1));
    assert!(missing.err.contains("no house answers"), "{}", missing.err);

    let mut house = House::open(&data);
    let status = admin(&data, &["status"]);
    assert_eq!((status.status, &*status.err), (Some(0), ""));
    assert!(status.out.contains("games in play   0"), "{}", status.out);
    assert_eq!(admin(&data, &["tables"]).out, "None.\n");

    let silent = admin(&data, &["announce", "Hello"]);
    assert_eq!(silent.status, Some(1));
    assert!(
        silent.err.contains("a reason must be given"),
        "{}",
        silent.err
    );
    let announced = admin(
        &data,
        &["announce", "Hello", "--for", "10m", "--why", "test"],
    );
    assert_eq!(announced.out, "0 connections told.\n");
    let copy = folder.path().join("copy.db");
    let backup = admin(&data, &["backup", copy.to_str().unwrap(), "--why", "test"]);
    assert_eq!(backup.status, Some(0), "{}", backup.err);
    assert!(copy.exists());

    // A copy of a good file is whole.
    let saved = folder.path().join("saved.db");
    let salvaged = run(&["salvage", copy.to_str().unwrap(), saved.to_str().unwrap()]);
    assert_eq!(salvaged.status, Some(0), "{}", salvaged.err);
    assert!(
        salvaged
            .out
            .ends_with("saved.db has 0 tables and 0 players.\n")
    );

    let log = &admin(&data, &["log", "--json"]).json()[0]["log"];
    assert_eq!(log[1]["action"], "announce");
    assert_eq!(log[1]["detail"]["message"], "Hello");
    assert!(log[0]["who"].as_str().unwrap().starts_with("olga (uid "));
    let refused = admin(&data, &["close", "AAAAAA", "--why", "test", "--json"]);
    assert_eq!(refused.status, Some(1));
    assert_eq!(refused.json()[0]["error"]["code"], "table/not_found");

    let drain = admin(&data, &["drain", "--why", "test"]);
    assert!(drain.out.contains("The house closes"), "{}", drain.out);
    assert!(house.0.wait().unwrap().success());
    assert!(!data.with_extension("sock").exists());
}
