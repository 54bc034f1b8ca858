//! Prints the answers of the desk for people.

use std::io::{self, Write};
use std::iter;

use serde_json::Value;
use server::admin::{
    BanInfo, Damaged, DeskAnswer, PastGame, PlayerInfo, PrunedTable, Status, TableDetail, TableInfo,
};
use server::utc;

use crate::style::{FAINT, STRONG};

pub(super) fn answer(answer: &DeskAnswer, out: &mut dyn Write) -> anyhow::Result<()> {
    match answer {
        DeskAnswer::Status(status) => {
            for node in iter::once(status).chain(&status.others) {
                show_status(node, out)?;
            }
        }
        DeskAnswer::Tables(tables) => list_tables(tables, out)?,
        DeskAnswer::Table(table) => show_table(table, out)?,
        DeskAnswer::Players(players) => list_players(players, out)?,
        DeskAnswer::Addresses(addresses) => {
            let rows = addresses.iter().map(|info| {
                let count = info.connections.to_string();
                vec![info.address.clone(), count, info.players.join(" ")]
            });
            print_rows(&["address", "connections", "players"], rows.collect(), out)?;
        }
        DeskAnswer::Bans(bans) => {
            let rows = bans.iter().map(|ban| {
                let (kind, name, why) = (ban.kind.clone(), ban.name.clone(), ban.why.clone());
                vec![kind, name, utc(ban.at), until(ban), why]
            });
            print_rows(
                &["", "banned", "since", "until", "why"],
                rows.collect(),
                out,
            )?;
        }
        DeskAnswer::Log(lines) => {
            let rows = lines.iter().map(|line| {
                vec![
                    utc(line.at),
                    line.who.clone(),
                    line.action.clone(),
                    line.subject.clone(),
                    line.why.clone(),
                ]
            });
            print_rows(&["when", "who", "what", "to", "why"], rows.collect(), out)?;
        }
        DeskAnswer::PastGames(games) => list_past_games(games, out)?,
        DeskAnswer::Export(export) => {
            writeln!(out, "{}", serde_json::to_string_pretty(export)?)?;
        }
        DeskAnswer::Pruned {
            dry_run,
            tables,
            damaged,
            players,
        } => {
            list_pruned(tables, *dry_run, out)?;
            let done = if *dry_run { "would be" } else { "are" };
            let players = count(*players, "player");
            writeln!(out, "{players} who never did anything {done} forgotten.")?;
            left_alone(damaged, out)?;
        }
        DeskAnswer::Damaged(found) => list_damaged(found, out)?,
        short => writeln!(out, "{}", sentence(short))?,
    }
    Ok(())
}

fn list_players(players: &[PlayerInfo], out: &mut dyn Write) -> anyhow::Result<()> {
    let rows = players.iter().map(|player| {
        let state = match (player.deleted_at, player.banned_until) {
            (Some(at), _) => format!("deleted {}", utc(at)),
            (None, Some(0)) => "banned".to_owned(),
            (None, Some(until)) => format!("banned until {}", utc(until)),
            (None, None) => String::new(),
        };
        vec![
            player.player.clone(),
            player.came_at.map(utc).unwrap_or_default(),
            player.connections.to_string(),
            player.nicknames.join(", "),
            state,
        ]
    });
    let head = ["player", "came", "connected", "nicknames", ""];
    print_rows(&head, rows.collect(), out)?;
    Ok(())
}

fn list_pruned(tables: &[PrunedTable], dry_run: bool, out: &mut dyn Write) -> anyhow::Result<()> {
    let rows = tables.iter().map(|table| {
        vec![
            table.code.clone(),
            table.game.clone(),
            utc(table.last_at),
            table.entries.to_string(),
            table.games.to_string(),
        ]
    });
    let head = ["table", "game", "last", "entries", "games kept as a line"];
    print_rows(&head, rows.collect(), out)?;
    let done = if dry_run { "would be" } else { "are" };
    writeln!(out, "{} {done} deleted.", count(tables.len(), "journal"))?;
    Ok(())
}

fn list_damaged(found: &Damaged, out: &mut dyn Write) -> anyhow::Result<()> {
    let rows = found.damaged.iter().map(|damage| {
        let entry = damage.entry.to_string();
        vec![damage.code.clone(), entry, damage.why.clone()]
    });
    let bad = found.damaged.len();
    writeln!(out, "{} read, {bad} damaged.", count(found.read, "table"))?;
    print_rows(&["table", "entry", "what is wrong"], rows.collect(), out)?;
    for (code, at, rows) in &found.aside {
        let rows = count(usize::try_from(*rows)?, "row");
        writeln!(out, "Set aside: {rows} of {code}, {}", utc(*at))?;
    }
    Ok(())
}

/// The result in a sentence.
fn sentence(answer: &DeskAnswer) -> String {
    match answer {
        DeskAnswer::Closed { code } => format!("Table {code} is closed."),
        DeskAnswer::Banned { ban, disconnected } => {
            let ended = count(*disconnected, "connection");
            format!(
                "{} is banned until {}; {ended} ended.",
                ban.name,
                until(ban)
            )
        }
        DeskAnswer::Unbanned { name } => format!("{name} may come in again."),
        DeskAnswer::Deleted {
            player,
            tables,
            damaged,
            disconnected,
        } => deleted(player, tables, damaged, *disconnected),
        DeskAnswer::Revoked {
            player,
            disconnected,
        } => {
            let ended = count(*disconnected, "connection");
            format!("The tokens of {player} are revoked; {ended} ended.")
        }
        DeskAnswer::Repaired {
            dry_run,
            damage,
            kept,
            lost,
        } => {
            let done = if *dry_run { "would keep" } else { "keeps" };
            format!(
                "Table {} is damaged at entry {} ({}): it {done} its first {kept} entries, and {lost} are set aside.",
                damage.code, damage.entry, damage.why
            )
        }
        DeskAnswer::SetAside { code } => format!("Table {code} is set aside."),
        DeskAnswer::BackedUp { file, bytes } => {
            format!(
                "{} has a copy of the journal, {bytes} bytes.",
                file.display()
            )
        }
        DeskAnswer::Announced { connections } => {
            format!("{} told.", count(*connections, "connection"))
        }
        DeskAnswer::Draining { playing, seconds } => {
            let games = count(*playing, "game");
            format!(
                "The house closes when no game is in play ({games} now), at the latest in {seconds} seconds."
            )
        }
        DeskAnswer::DrainCancelled => "The house stays open.".to_owned(),
        _ => String::new(),
    }
}

fn deleted(player: &str, tables: &[String], damaged: &[String], disconnected: usize) -> String {
    let changed = count(tables.len(), "table");
    let ended = count(disconnected, "connection");
    let done = format!("The data of {player} is deleted: {changed} changed, {ended} ended.");
    match damaged {
        [] => done,
        damaged => format!(
            "{done}\nDamaged, and left as they are: {}",
            damaged.join(" ")
        ),
    }
}

fn until(ban: &BanInfo) -> String {
    ban.until.map_or_else(|| "for ever".to_owned(), utc)
}

fn left_alone(damaged: &[String], out: &mut dyn Write) -> io::Result<()> {
    match damaged {
        [] => Ok(()),
        damaged => writeln!(out, "Damaged, and left as they are: {}", damaged.join(" ")),
    }
}

fn show_status(status: &Status, out: &mut dyn Write) -> io::Result<()> {
    match &status.node {
        Some(node) => writeln!(out, "Tallyhouse {}, node {node}", status.version)?,
        None => writeln!(out, "Tallyhouse {}", status.version)?,
    }
    let lines = [
        ("connections", status.connections),
        ("addresses", status.addresses),
        ("tables at work", status.tables_at_work),
        ("games in play", status.playing),
    ];
    for (name, count) in lines {
        writeln!(out, "  {name:15} {count}")?;
    }
    match (status.draining, &status.node) {
        (true, None) => writeln!(out, "The house closes when no game is in play."),
        (true, Some(_)) => writeln!(out, "This node closes; its tables go to others."),
        (false, _) => Ok(()),
    }
}

fn list_tables(tables: &[TableInfo], out: &mut dyn Write) -> io::Result<()> {
    let rows = tables.iter().map(|table| {
        let state = match (table.closed_at, table.at_work) {
            (Some(_), _) => "closed",
            (None, true) => "at work",
            (None, false) => "at rest",
        };
        vec![
            table.code.clone(),
            table.game.clone(),
            state.to_owned(),
            table.entries.to_string(),
            utc(table.opened_at),
            utc(table.last_at),
        ]
    });
    let head = ["table", "game", "", "entries", "opened", "last"];
    print_rows(&head, rows.collect(), out)
}

fn show_table(table: &TableDetail, out: &mut dyn Write) -> io::Result<()> {
    list_tables(std::slice::from_ref(&table.info), out)?;
    if let Some(damage) = &table.damage {
        return writeln!(out, "Damaged at entry {}: {}", damage.entry, damage.why);
    }
    let private = if table.private == Some(true) {
        "private, "
    } else {
        ""
    };
    let stage = table.stage.as_deref().unwrap_or_default();
    let (games, attending) = (table.games, count(table.attending, "connection"));
    writeln!(out, "{private}{stage}, game {games}, {attending} attending")?;
    for player in &table.players {
        let connected = if player["connected"] == true {
            ""
        } else {
            " (away)"
        };
        let bot = if player["bot"] == true { " (bot)" } else { "" };
        let seat = &player["seat"];
        let (nickname, id) = (text(&player["nickname"]), text(&player["uuid"]));
        writeln!(
            out,
            "  seat {seat}  {nickname}{bot}{connected}  {FAINT}{id}{FAINT:#}"
        )?;
    }
    for result in &table.results {
        writeln!(out, "  game {}: {}", result["number"], fared(result))?;
    }
    Ok(())
}

fn list_past_games(games: &[PastGame], out: &mut dyn Write) -> io::Result<()> {
    let rows = games.iter().map(|past| {
        let (code, game) = (past.code.clone(), past.game.clone());
        vec![utc(past.at), code, game, fared(&past.result)]
    });
    print_rows(&["when", "table", "game", "result"], rows.collect(), out)
}

/// `Ann 61 (won), Bob 43`.
fn fared(result: &Value) -> String {
    let players = result["players"].as_array().into_iter().flatten();
    let fared = players.map(|played| {
        let won = if played["won"] == true { " (won)" } else { "" };
        format!("{} {}{won}", text(&played["nickname"]), played["score"])
    });
    fared.collect::<Vec<_>>().join(", ")
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn count(n: usize, what: &str) -> String {
    match n {
        1 => format!("1 {what}"),
        n => format!("{n} {what}s"),
    }
}

/// Rows under a head, with columns as wide as needed.
fn print_rows(head: &[&str], rows: Vec<Vec<String>>, out: &mut dyn Write) -> io::Result<()> {
    if rows.is_empty() {
        return writeln!(out, "None.");
    }
    let width = |place: usize| {
        let cells = rows.iter().map(|row| row[place].chars().count());
        cells.chain([head[place].len()]).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..head.len()).map(width).collect();
    let line = |cells: &mut dyn Iterator<Item = &str>| {
        let cells = cells
            .zip(&widths)
            .map(|(cell, width)| format!("{cell:width$}"));
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    writeln!(out, "{STRONG}{}{STRONG:#}", line(&mut head.iter().copied()))?;
    for row in &rows {
        writeln!(out, "{}", line(&mut row.iter().map(String::as_str)))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn printed(what: &DeskAnswer) -> String {
        let mut out = Vec::new();
        answer(what, &mut out).unwrap();
        let mut plain = anstream::StripStream::new(Vec::new());
        plain.write_all(&out).unwrap();
        String::from_utf8(plain.into_inner()).unwrap()
    }

    #[test]
    fn lists_are_aligned() {
        let bans = [("player", "p-1", None), ("address", "192.0.2.7", Some(0))];
        let bans = bans.map(|(kind, name, until)| BanInfo {
            kind: kind.to_owned(),
            name: name.to_owned(),
            at: 0,
            until,
            why: "spam".to_owned(),
        });
        assert_eq!(
            printed(&DeskAnswer::Bans(bans.into())),
            "         banned     since                 until                 why\n\
             player   p-1        1970-01-01 00:00 UTC  for ever              spam\n\
             address  192.0.2.7  1970-01-01 00:00 UTC  1970-01-01 00:00 UTC  spam\n"
        );
        assert_eq!(printed(&DeskAnswer::Bans(Vec::new())), "None.\n");
    }

    #[test]
    fn a_past_game_is_a_line() {
        let result = json!({ "players": [
            { "nickname": "Ann", "score": 61, "won": true },
            { "nickname": "Bob", "score": 43, "won": false },
        ] });
        assert_eq!(fared(&result), "Ann 61 (won), Bob 43");
    }

    #[test]
    fn what_was_done_is_a_sentence() {
        let announced = DeskAnswer::Announced { connections: 1 };
        assert_eq!(printed(&announced), "1 connection told.\n");
        let code = "VHG4SC".to_owned();
        assert_eq!(
            printed(&DeskAnswer::Closed { code }),
            "Table VHG4SC is closed.\n"
        );
    }
}
