//! Two houses with one file: the second is refused, and a reader is not.

use std::path::Path;

use store::{Journal, SqliteJournal};

use crate::binary::{Run, run};
use crate::open_house::OpenHouse;

fn second_house(data: &Path) -> Run {
    let data = data.to_str().unwrap();
    run(&["serve", "--listen", "127.0.0.1:0", "--data", data])
}

#[tokio::test]
async fn a_second_house_is_refused_and_the_first_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("house.db");
    let mut house = OpenHouse::open(&data);
    let refused = second_house(&data);
    assert_eq!((refused.status, &*refused.out), (Some(1), ""));
    let sentence = format!(
        "error: another house is running with {}: stop it first, or give this one another file\n",
        data.display()
    );
    assert_eq!(refused.err, sentence);

    // Readers and backups go on, and the first house is still there.
    let reader = SqliteJournal::open(&data).unwrap();
    assert_eq!(reader.list(&store::Filter::default()), Ok(Vec::new()));
    drop(reader);
    let copy = folder.path().join("copy.db");
    let names = [data.to_str().unwrap(), copy.to_str().unwrap()];
    let backup = run(&[
        "admin", "--data", names[0], "backup", names[1], "--why", "test",
    ]);
    assert_eq!((backup.status, &*backup.err), (Some(0), ""));
    let mut client = server::client::Client::connect(house.address, None)
        .await
        .unwrap();
    client.wait_for("session").await.unwrap();

    // However it ends, the next house may open.
    for signal in ["KILL", "TERM"] {
        house.signal(signal);
        house.ended().await;
        house = OpenHouse::open(&data);
    }
}
