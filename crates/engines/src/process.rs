//! A process of ours, and everything that it started.

use std::collections::BTreeMap;
use std::fs;
use std::net::{Ipv4Addr, TcpListener};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command};
use std::thread;
use std::time::{Duration, Instant};

pub use rustix::process::Signal;
use rustix::process::{Pid, kill_process};

/// The longest time for an engine to start or to stop on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A running engine. It is killed when this is dropped.
#[derive(Debug)]
pub(crate) struct Process(Child);

impl Process {
    #[track_caller]
    pub(crate) fn spawn(command: &mut Command) -> Process {
        match command.spawn() {
            Ok(child) => Process(child),
            Err(error) => panic!("{command:?} cannot be started: {error}"),
        }
    }

    /// Whether it is still there.
    pub(crate) fn runs(&mut self) -> bool {
        matches!(self.0.try_wait(), Ok(None))
    }

    pub(crate) fn id(&self) -> u32 {
        self.0.id()
    }

    /// Sends a signal to it alone.
    pub(crate) fn signal(&self, signal: Signal) {
        send(self.0.id(), signal);
    }

    /// Sends a signal to it and to everything that it started.
    pub(crate) fn signal_all(&self, signal: Signal) {
        let family = family(self.0.id());
        for id in family {
            send(id, signal);
        }
    }

    /// The processor time that it and everything that it started have used.
    pub(crate) fn processor_time(&self) -> Duration {
        processor_time(self.0.id())
    }

    /// Kills it and everything that it started.
    pub(crate) fn kill(&mut self) {
        let family = family(self.0.id());
        // A stopped process dies by this signal too.
        for id in &family {
            send(*id, Signal::KILL);
        }
        let _ = self.0.wait();
        let gone = |id: &u32| !Path::new(&format!("/proc/{id}/cwd")).exists();
        until(|| family.iter().all(gone).then_some(()));
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.runs() {
            self.kill();
        }
    }
}

/// Asks again and again, until there is an answer or patience ends.
pub(crate) fn until<T>(mut ask: impl FnMut() -> Option<T>) -> Option<T> {
    let start = Instant::now();
    while start.elapsed() < PATIENCE {
        if let Some(answer) = ask() {
            return Some(answer);
        }
        thread::sleep(Duration::from_millis(10));
    }
    None
}

/// A port that nobody listens on at this moment.
pub(crate) fn free_port() -> u16 {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).expect("loopback has a free port");
    let address = listener.local_addr().expect("a listener has an address");
    address.port()
}

/// Lets a command run as this user, if we are somebody else.
pub(crate) fn run_as(command: &mut Command, user: Option<(u32, u32)>) {
    if let Some((user, group)) = user {
        command.uid(user).gid(group);
    }
}

/// A process and all its descendants, as the system tells it.
fn family(root: u32) -> Vec<u32> {
    let mut parents = BTreeMap::new();
    let folders = fs::read_dir("/proc").into_iter().flatten().flatten();
    for folder in folders {
        let id: Option<u32> = folder
            .file_name()
            .to_str()
            .and_then(|name| name.parse().ok());
        if let Some((id, parent)) = id.and_then(|id| Some((id, parent(id)?))) {
            parents.insert(id, parent);
        }
    }
    let mut family = vec![root];
    let mut at = 0;
    while let Some(&member) = family.get(at) {
        let children = parents.iter().filter(|(_, parent)| **parent == member);
        family.extend(children.map(|(id, _)| *id));
        at += 1;
    }
    family
}

/// The processor time that a process and everything that it started have used so far.
pub fn processor_time(id: u32) -> Duration {
    /// The clock tick of every Linux.
    const TICK: Duration = Duration::from_millis(10);
    let ticks: u32 = family(id).into_iter().filter_map(ticks).sum();
    TICK * ticks
}

/// The processor time of a process and its ended children: words 14 to 17 of its status line.
fn ticks(id: u32) -> Option<u32> {
    let line = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    let (_, rest) = line.rsplit_once(')')?;
    let figures = rest.split_whitespace().skip(11).take(4);
    figures.map(|word| word.parse::<u32>().ok()).sum()
}

/// Its parent: the fourth word of its status line, after a name that may hold anything but `)`.
fn parent(id: u32) -> Option<u32> {
    let line = fs::read_to_string(format!("/proc/{id}/stat")).ok()?;
    let (_, rest) = line.rsplit_once(')')?;
    rest.split_whitespace().nth(1)?.parse().ok()
}

/// Sends a signal to a process of ours.
pub fn send(id: u32, signal: Signal) {
    if let Some(id) = i32::try_from(id).ok().and_then(Pid::from_raw) {
        // A process that has ended ignores it.
        let _ = kill_process(id, signal);
    }
}
