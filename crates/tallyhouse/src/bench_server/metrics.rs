//! The metrics of a house.

use std::net::SocketAddr;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

/// The relevant figures of `/metrics`, since the house was opened.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Metrics {
    /// The number of times that clients asked for the table.
    pub(super) resyncs: f64,
    /// The number of moves of bots.
    pub(super) bot_moves: f64,
    /// The number of moves that they made without thinking, for lack of time.
    pub(super) quick_bot_moves: f64,
}

impl Metrics {
    /// Reads them from a house.
    pub(super) async fn read(address: SocketAddr) -> anyhow::Result<Metrics> {
        let mut stream = TcpStream::connect(address).await?;
        let request =
            format!("GET /metrics HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
        stream.write_all(request.as_bytes()).await?;
        let mut text = String::new();
        stream.read_to_string(&mut text).await?;
        anyhow::ensure!(text.starts_with("HTTP/1.1 200"), "the house has no metrics");
        Ok(Metrics {
            resyncs: sum(&text, "tallyhouse_resyncs_total"),
            bot_moves: sum(&text, "tallyhouse_bot_seconds_count"),
            quick_bot_moves: sum(&text, "tallyhouse_bot_quick_moves_total"),
        })
    }

    /// The difference since then.
    pub(super) fn since(self, before: Metrics) -> Metrics {
        Metrics {
            resyncs: self.resyncs - before.resyncs,
            bot_moves: self.bot_moves - before.bot_moves,
            quick_bot_moves: self.quick_bot_moves - before.quick_bot_moves,
        }
    }
}

/// The sum of a figure over all its labels; 0 if it is missing because it was never counted.
fn sum(metrics: &str, name: &str) -> f64 {
    let values = metrics.lines().filter_map(|line| {
        let rest = line.strip_prefix(name)?;
        let is_name = rest.starts_with(['{', ' ']);
        rest.rsplit_once(' ')
            .filter(|_| is_name)?
            .1
            .parse::<f64>()
            .ok()
    });
    values.sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_is_summed_over_its_labels_and_not_over_longer_names() {
        let text = "a_total{why=\"late\"} 2\na_total{why=\"busy\"} 3\na_total_more 7\nb 1.5\n";
        assert_eq!(sum(text, "a_total"), 5.0);
        assert_eq!(sum(text, "b"), 1.5);
        assert_eq!(sum(text, "c"), 0.0);
    }
}
