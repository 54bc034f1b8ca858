//! The settings of a house: from flags, then the environment, then a file, in that order.

#[cfg(test)]
mod tests;

use std::net::SocketAddr;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use clap::ValueEnum;
use serde::Deserialize;
use server::{Bound, Budgets, Config, Limits, Origins, Rate, Words};
use tracing_subscriber::filter::LevelFilter;

/// The flags. A setting that is not given is looked for in the environment, then in the file.
#[derive(Debug, Clone, Default, clap::Args)]
pub(crate) struct Args {
    /// A TOML file with any of these settings, named as here
    #[arg(long, value_name = "FILE", env = "TALLYHOUSE_CONFIG")]
    config: Option<PathBuf>,
    #[command(flatten)]
    given: Given,
}

/// Every setting that was given.
#[derive(Debug, Clone, Default, PartialEq, Eq, clap::Args, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
struct Given {
    /// The address to listen on [default: 0.0.0.0:4242]
    #[arg(long, value_name = "ADDRESS", env = "TALLYHOUSE_LISTEN")]
    listen: Option<SocketAddr>,
    /// The file of the journal [default: data/tallyhouse.db]
    #[arg(long, value_name = "FILE", env = "TALLYHOUSE_DATA")]
    data: Option<PathBuf>,
    /// A PostgreSQL database that keeps the journal instead, such as
    /// `postgres://user@host/database` [default: none]
    #[arg(long, value_name = "URL", env = "TALLYHOUSE_STORE")]
    store: Option<String>,
    /// A NATS server that joins several nodes with one database to one house, such as
    /// `nats://host:4222` [default: none]
    #[arg(long, value_name = "URL", env = "TALLYHOUSE_BUS", requires = "store")]
    bus: Option<String>,
    /// A web page of another host that may talk to the house, such as `https://example.org`; may be
    /// given several times
    #[arg(
        long,
        value_name = "ORIGIN",
        env = "TALLYHOUSE_ORIGIN",
        value_delimiter = ','
    )]
    origin: Option<Vec<String>>,
    /// Trust X-Forwarded-For: only behind a proxy that writes it
    #[arg(long, value_name = "BOOL", env = "TALLYHOUSE_BEHIND_PROXY", num_args = 0..=1, default_missing_value = "true")]
    behind_proxy: Option<bool>,
    /// Commands per second from one socket; 0 for no limit [default: 20]
    #[arg(long, value_name = "N", env = "TALLYHOUSE_SOCKET_RATE")]
    socket_rate: Option<u32>,
    /// Commands and requests per second from one address; 0 for no limit [default: 400]
    #[arg(long, value_name = "N", env = "TALLYHOUSE_ADDRESS_RATE")]
    address_rate: Option<u32>,
    /// New connections per second from one address; 0 for no limit [default: 40]
    #[arg(long, value_name = "N", env = "TALLYHOUSE_CONNECTION_RATE")]
    connection_rate: Option<u32>,
    /// Days after which an unused token expires; 0 for never [default: 400]
    #[arg(long, value_name = "N", env = "TALLYHOUSE_TOKEN_DAYS")]
    token_days: Option<u32>,
    /// Sockets in all; 0 for no limit [default: 16000]
    #[arg(long, value_name = "N", env = "TALLYHOUSE_SOCKETS")]
    sockets: Option<usize>,
    /// Sockets of one address; 0 for no limit [default: 128]
    #[arg(long, value_name = "N", env = "TALLYHOUSE_SOCKETS_PER_ADDRESS")]
    sockets_per_address: Option<usize>,
    /// Open tables in all; 0 for no limit [default: 20000]
    #[arg(long, value_name = "N", env = "TALLYHOUSE_TABLES")]
    tables: Option<usize>,
    /// Open tables that were opened from one address; 0 for no limit [default: 64]
    #[arg(long, value_name = "N", env = "TALLYHOUSE_TABLES_PER_ADDRESS")]
    tables_per_address: Option<usize>,
    /// Open tables that one player has opened; 0 for no limit [default: 16]
    #[arg(long, value_name = "N", env = "TALLYHOUSE_TABLES_PER_PLAYER")]
    tables_per_player: Option<usize>,
    /// New players of one address at once, and one per second after that; 0 for no limit [default:
    /// 120]
    #[arg(long, value_name = "N", env = "TALLYHOUSE_NEW_PLAYERS")]
    new_players: Option<u32>,
    /// Unknown table codes that an address may try in a minute; 0 for no limit [default: 10]
    #[arg(long, value_name = "N", env = "TALLYHOUSE_WRONG_CODES")]
    wrong_codes: Option<usize>,
    /// No limits at all; other settings of limits are ignored. For tests and measurements
    #[arg(long, value_name = "BOOL", env = "TALLYHOUSE_NO_LIMITS", num_args = 0..=1, default_missing_value = "true")]
    no_limits: Option<bool>,
    /// A file of words that must not be in a name, one per line [default: none]
    #[arg(long, value_name = "FILE", env = "TALLYHOUSE_FORBIDDEN_WORDS")]
    forbidden_words: Option<PathBuf>,
    /// The format of the log [default: text]
    #[arg(long, env = "TALLYHOUSE_LOG")]
    log: Option<Log>,
    /// The detail of the log [default: info]
    #[arg(long, env = "TALLYHOUSE_LOG_LEVEL")]
    log_level: Option<Level>,
}

/// The format of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Log {
    /// For people
    Text,
    /// One JSON object per line, for programs
    Json,
}

/// The amount of logging.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Level {
    Off,
    Error,
    Warn,
    Info,
    Debug,
}

/// Every setting, decided.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ServeSettings {
    pub(crate) listen: SocketAddr,
    pub(crate) data: PathBuf,
    pub(crate) store: Option<String>,
    pub(crate) bus: Option<String>,
    pub(crate) log: Log,
    pub(crate) log_level: LevelFilter,
    origins: Vec<String>,
    behind_proxy: bool,
    limits: Limits,
    budgets: Budgets,
    wrong_codes: Option<usize>,
    token_life: Option<Duration>,
    forbidden_words: Option<PathBuf>,
}

impl ServeSettings {
    /// Decides every setting.
    pub(crate) fn read(args: &Args) -> anyhow::Result<ServeSettings> {
        let file = match &args.config {
            None => Given::default(),
            Some(path) => {
                let text = std::fs::read_to_string(path)
                    .with_context(|| format!("{} cannot be read", path.display()))?;
                parse(&text).with_context(|| format!("{} has a mistake", path.display()))?
            }
        };
        Ok(decide(args.given.clone(), file))
    }

    /// The configuration of the server.
    pub(crate) fn config(&self) -> anyhow::Result<Config> {
        let words = match &self.forbidden_words {
            None => Words::default(),
            Some(path) => {
                let text = std::fs::read_to_string(path);
                Words::read(&text.with_context(|| format!("{} cannot be read", path.display()))?)
            }
        };
        Ok(Config {
            words,
            limits: self.limits,
            budgets: self.budgets,
            wrong_codes: self.wrong_codes,
            origins: Origins::new(self.origins.iter().cloned()),
            behind_proxy: self.behind_proxy,
            token_life: self.token_life,
            desk: Some(socket_of(&self.data)),
            ..Config::default()
        })
    }
}

/// The socket of the operator's desk, beside the journal.
pub(crate) fn socket_of(data: &Path) -> PathBuf {
    data.with_extension("sock")
}

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

fn parse(text: &str) -> Result<Given, toml::de::Error> {
    toml::from_str(text)
}

/// The budgets of strangers. Connections have room for every socket, and for as many requests
/// besides.
fn budgets(given: &Given, file: &Given) -> Budgets {
    let usual = Budgets::default();
    let bound = |first: Option<usize>, second: Option<usize>, usual| match first.or(second) {
        None => usual,
        Some(0) => usize::MAX,
        Some(n) => n,
    };
    let sockets = Bound {
        in_all: bound(given.sockets, file.sockets, usual.sockets.in_all),
        each: bound(
            given.sockets_per_address,
            file.sockets_per_address,
            usual.sockets.each,
        ),
    };
    Budgets {
        connections: Bound {
            in_all: sockets.in_all.saturating_mul(2),
            each: sockets.each.saturating_mul(2),
        },
        sockets,
        tables: Bound {
            in_all: bound(given.tables, file.tables, usual.tables.in_all),
            each: bound(
                given.tables_per_address,
                file.tables_per_address,
                usual.tables.each,
            ),
        },
        tables_of_player: bound(
            given.tables_per_player,
            file.tables_per_player,
            usual.tables_of_player,
        ),
        players: match given.new_players.or(file.new_players) {
            None => usual.players,
            Some(n) => NonZeroU32::new(n).map(|burst| Rate {
                per_second: NonZeroU32::MIN,
                burst,
            }),
        },
    }
}

/// The first source that gives a setting wins; otherwise it is the default.
fn decide(given: Given, file: Given) -> ServeSettings {
    let usual = Limits::default();
    let limit = |first: Option<u32>, second: Option<u32>, usual| match first.or(second) {
        None => usual,
        Some(0) => None,
        Some(n) => Some(Rate::per_second(n)),
    };
    let limits = Limits {
        socket: limit(given.socket_rate, file.socket_rate, usual.socket),
        address: limit(given.address_rate, file.address_rate, usual.address),
        connections: limit(
            given.connection_rate,
            file.connection_rate,
            usual.connections,
        ),
    };
    let budgets = budgets(&given, &file);
    let wrong_codes = match given.wrong_codes.or(file.wrong_codes) {
        None => Config::default().wrong_codes,
        Some(0) => None,
        some => some,
    };
    let no_limits = given.no_limits.or(file.no_limits).unwrap_or_default();
    let level = match given.log_level.or(file.log_level).unwrap_or(Level::Info) {
        Level::Off => LevelFilter::OFF,
        Level::Error => LevelFilter::ERROR,
        Level::Warn => LevelFilter::WARN,
        Level::Info => LevelFilter::INFO,
        Level::Debug => LevelFilter::DEBUG,
    };
    ServeSettings {
        listen: given
            .listen
            .or(file.listen)
            .unwrap_or_else(|| SocketAddr::from(([0, 0, 0, 0], 4242))),
        data: given
            .data
            .or(file.data)
            .unwrap_or_else(|| PathBuf::from("data/tallyhouse.db")),
        store: given.store.or(file.store),
        bus: given.bus.or(file.bus),
        log: given.log.or(file.log).unwrap_or(Log::Text),
        log_level: level,
        origins: given.origin.or(file.origin).unwrap_or_default(),
        behind_proxy: given.behind_proxy.or(file.behind_proxy).unwrap_or_default(),
        forbidden_words: given.forbidden_words.or(file.forbidden_words),
        token_life: match given.token_days.or(file.token_days) {
            None => Config::default().token_life,
            Some(0) => None,
            Some(days) => Some(DAY * days),
        },
        limits: if no_limits { Limits::NONE } else { limits },
        budgets: if no_limits { Budgets::NONE } else { budgets },
        wrong_codes: wrong_codes.filter(|_| !no_limits),
    }
}
