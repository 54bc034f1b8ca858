//! The double of the store: a host that holds the journal of the house, and the journal of a
//! node, which asks that host over the simulated network.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use kernel::Key;
use store::{
    Callback, Code, Error, Filter, Head, Journal, MemoryJournal, PlayerId, StoredTable, Summary,
    Token, TokenHash, Write,
};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep, sleep_until};
use turmoil::net::{TcpListener, TcpStream};

use super::Flaw;
use super::checker::Checker;
use super::wire::{self, PATIENCE, PAUSE, Shelf};

/// The store's name and port on the simulated network.
pub(crate) const STORE: &str = "store";
const PORT: u16 = 5432;

/// A commit takes up to twice this long: once before it is made, once before it is told.
const SLOWEST_MILLIS: u32 = 6;

/// A question to the store.
#[derive(Debug)]
enum Ask {
    Write(Box<Write>),
    /// Everything that it holds, for a read.
    Copy,
}

#[derive(Debug)]
enum Answer {
    Written(Result<(), Error>),
    Copy(Arc<MemoryJournal>),
}

/// A value with a number, by which an answer finds its question.
type Numbered<T> = (u64, T);

/// The ways to the store.
#[derive(Debug, Clone, Default)]
pub(crate) struct Wires {
    asks: Shelf<Numbered<Ask>>,
    answers: Shelf<Numbered<Answer>>,
}

/// The data of the store, which outlive its host.
pub(crate) struct Store {
    pub(crate) kept: MemoryJournal,
    pub(crate) wires: Wires,
    checker: Arc<Checker>,
    flaw: Option<Flaw>,
    key: Key,
    answered: Mutex<u64>,
}

impl Store {
    pub(crate) fn new(seed: u64, checker: Arc<Checker>, flaw: Option<Flaw>) -> Store {
        Store {
            kept: MemoryJournal::with_clock(|| turmoil::sim_elapsed().unwrap_or_default()),
            wires: Wires::default(),
            checker,
            flaw,
            key: Key::from_seed(seed),
            answered: Mutex::default(),
        }
    }

    /// Serves every node until it is crashed.
    pub(crate) async fn run(self: Arc<Store>) -> turmoil::Result {
        let listener = TcpListener::bind(("0.0.0.0", PORT)).await?;
        loop {
            let (stream, _) = listener.accept().await?;
            tokio::spawn(self.clone().serve(stream));
        }
    }

    /// Answers one node in order.
    async fn serve(self: Arc<Store>, stream: TcpStream) {
        let (mut read, mut write) = stream.into_split();
        while let Ok((number, ask)) = self.wires.asks.receive(&mut read).await {
            let (before, after) = self.pauses();
            sleep(before).await;
            let answer = match ask {
                Ask::Write(write) => Answer::Written(self.write(*write)),
                Ask::Copy => Answer::Copy(Arc::new(self.kept.clone())),
            };
            sleep(after).await;
            let sent = self.wires.answers.send(&mut write, (number, answer));
            if sent.await.is_err() {
                return;
            }
        }
    }

    fn pauses(&self) -> (Duration, Duration) {
        let mut answered = self.answered.lock().expect("nobody panics with it");
        *answered += 1;
        let mut rng = self.key.stream(&format!("store/{answered}"));
        let mut pause = || Duration::from_millis(rng.below(SLOWEST_MILLIS).into());
        (pause(), pause())
    }

    fn write(&self, write: Write) -> Result<(), Error> {
        let outcome = self.kept.write(self.with_flaw(write.clone())).wait();
        self.checker.attempted(&write, &outcome);
        outcome
    }

    /// A store without a fence accepts any epoch.
    fn with_flaw(&self, mut write: Write) -> Write {
        if self.flaw == Some(Flaw::NoFence)
            && let Write::Append { table, epoch, .. } | Write::Finish { table, epoch, .. } =
                &mut write
            && let Ok(head) = self.kept.head(table)
        {
            *epoch = head.epoch;
        }
        write
    }
}

/// The journal as a node has it: the store is elsewhere, and may be out of reach.
pub(crate) struct FarJournal {
    asked: mpsc::UnboundedSender<(Ask, Callback)>,
    copy: Arc<Mutex<Option<Arc<MemoryJournal>>>>,
    flaw: Option<Flaw>,
}

impl FarJournal {
    pub(crate) fn open(wires: Wires, flaw: Option<Flaw>) -> FarJournal {
        let (asked, questions) = mpsc::unbounded_channel();
        let copy = Arc::default();
        let line = Line {
            wires,
            questions,
            copy: Arc::clone(&copy),
            next: 0,
        };
        tokio::spawn(line.carry());
        FarJournal { asked, copy, flaw }
    }

    fn ask(&self, ask: Ask, done: Callback) {
        if let Err(mpsc::error::SendError((_, done))) = self.asked.send((ask, done)) {
            done(Err(unavailable()));
        }
    }

    fn read<T>(&self, read: impl FnOnce(&MemoryJournal) -> Result<T, Error>) -> Result<T, Error> {
        let copy = self.copy.lock().expect("nobody panics with it").clone();
        read(&*copy.ok_or_else(unavailable)?)
    }
}

impl Journal for FarJournal {
    fn submit(&self, write: Write, done: Callback) {
        if self.flaw == Some(Flaw::AckFirst) && matches!(write, Write::Append { .. }) {
            done(Ok(()));
            return self.ask(Ask::Write(Box::new(write)), Box::new(|_| {}));
        }
        self.ask(Ask::Write(Box::new(write)), done);
    }

    fn before_read(&self, done: Callback) {
        self.ask(Ask::Copy, done);
    }

    fn load(&self, table: &Code) -> Result<StoredTable, Error> {
        self.read(|copy| copy.load(table))
    }

    fn head(&self, table: &Code) -> Result<Head, Error> {
        self.read(|copy| copy.head(table))
    }

    fn list(&self, filter: &Filter) -> Result<Vec<Summary>, Error> {
        self.read(|copy| copy.list(filter))
    }

    fn token(&self, hash: &TokenHash) -> Result<Option<Token>, Error> {
        self.read(|copy| copy.token(hash))
    }

    fn tokens(&self, player: &PlayerId) -> Result<Vec<Token>, Error> {
        self.read(|copy| copy.tokens(player))
    }

    fn creation(
        &self,
        creator: &store::PlayerId,
        command: &store::CommandId,
    ) -> Result<Option<store::Code>, Error> {
        self.read(|copy| copy.creation(creator, command))
    }

    fn secret(&self) -> Result<Option<store::HouseSecret>, Error> {
        self.read(|copy| copy.secret())
    }

    fn reads_block(&self) -> bool {
        false
    }
}

/// The connection of a node to the store, which is made again whenever it fails.
struct Line {
    wires: Wires,
    questions: mpsc::UnboundedReceiver<(Ask, Callback)>,
    copy: Arc<Mutex<Option<Arc<MemoryJournal>>>>,
    next: u64,
}

impl Line {
    async fn carry(mut self) {
        while !self.questions.is_closed() {
            if let Some((read, write)) = wire::connect(STORE, PORT).await {
                self.exchange(read, write).await;
            } else {
                // Callers that wait get an error at once.
                while let Ok((_, done)) = self.questions.try_recv() {
                    done(Err(unavailable()));
                }
                sleep(PAUSE).await;
            }
        }
    }

    /// Asks and hears answers, until one takes too long. A write that is not answered by then may
    /// have been done or not.
    async fn exchange(
        &mut self,
        read: turmoil::net::tcp::OwnedReadHalf,
        mut write: turmoil::net::tcp::OwnedWriteHalf,
    ) {
        let mut answers = self.wires.answers.receive_all(read);
        let mut open: BTreeMap<u64, (Instant, Callback)> = BTreeMap::new();
        loop {
            let oldest = open.first_key_value().map(|(_, (until, _))| *until);
            tokio::select! {
                biased;
                answer = answers.recv() => {
                    let Some((number, answer)) = answer else { break };
                    let Some((_, done)) = open.remove(&number) else { continue };
                    done(match answer {
                        Answer::Written(outcome) => outcome,
                        Answer::Copy(copy) => {
                            *self.copy.lock().expect("nobody panics with it") = Some(copy);
                            Ok(())
                        }
                    });
                }
                question = self.questions.recv() => {
                    let Some((ask, done)) = question else { break };
                    self.next += 1;
                    open.insert(self.next, (Instant::now() + PATIENCE, done));
                    let sent = self.wires.asks.send(&mut write, (self.next, ask));
                    if sent.await.is_err() {
                        break;
                    }
                }
                () = until(oldest) => break,
            }
        }
        for (_, (_, done)) in open {
            done(Err(unavailable()));
        }
    }
}

async fn until(at: Option<Instant>) {
    match at {
        Some(at) => sleep_until(at).await,
        None => std::future::pending().await,
    }
}

fn unavailable() -> Error {
    Error::Unavailable {
        why: "the store does not answer".to_owned(),
    }
}
