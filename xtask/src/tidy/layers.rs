//! Checks which crate may depend on which.
//!
//! The table below is the architecture in one place: a crate that is not in it, or uses a crate
//! that its row does not name, is a fault. Widening a row is a decision, and belongs in the same
//! change as its reason.

use crate::tidy::fault::TidyFault;
use crate::tidy::tree::Tree;
use crate::workspace::{Dependency, Package};

/// One row: a crate and the crates of this workspace that it may use.
struct Layer {
    name: &'static str,
    /// Whether it knows no clock, file, socket, thread or async.
    pure: bool,
    uses: &'static [&'static str],
    /// The further crates that its tests and benchmarks may use.
    tests_use: &'static [&'static str],
}

/// Stands for every crate in the folder `games`, and for the skeleton of a new one.
const GAMES: &str = "games/*";

/// The skeleton that `new-game` copies: a game outside the roster.
const SKELETON: &str = "xtask/skeleton";

const LAYERS: &[Layer] = &[
    Layer {
        name: "kernel",
        pure: true,
        uses: &[],
        tests_use: &[],
    },
    Layer {
        name: "pieces",
        pure: true,
        uses: &[],
        tests_use: &[],
    },
    Layer {
        name: "testkit",
        pure: false,
        uses: &["kernel", "pieces"],
        tests_use: &[],
    },
    Layer {
        name: GAMES,
        pure: true,
        uses: &["kernel", "pieces"],
        tests_use: &["testkit", "arena"],
    },
    Layer {
        name: "roster",
        pure: false,
        uses: &["kernel", GAMES],
        tests_use: &["testkit"],
    },
    Layer {
        name: "arena",
        pure: true,
        uses: &["kernel"],
        tests_use: &["testkit", GAMES, "roster"],
    },
    Layer {
        name: "table",
        pure: true,
        uses: &["kernel"],
        tests_use: &["testkit", "roster"],
    },
    Layer {
        name: "pocket",
        pure: true,
        uses: &["kernel", "roster", "table"],
        tests_use: &["testkit"],
    },
    Layer {
        name: "engines",
        pure: false,
        uses: &[],
        tests_use: &[],
    },
    Layer {
        name: "store",
        pure: false,
        uses: &["kernel", "table"],
        tests_use: &["engines", "testkit", "roster"],
    },
    Layer {
        name: "protocol",
        pure: false,
        uses: &["kernel", "roster", "table"],
        tests_use: &["testkit"],
    },
    Layer {
        name: "server",
        pure: false,
        uses: &["kernel", "protocol", "roster", "store", "table"],
        tests_use: &["engines", "testkit", GAMES],
    },
    Layer {
        name: "tallyhouse",
        pure: false,
        uses: &[
            "kernel", "pieces", GAMES, "roster", "arena", "table", "store", "server",
        ],
        tests_use: &["engines", "testkit"],
    },
    Layer {
        name: "xtask",
        pure: false,
        uses: &[],
        tests_use: &[],
    },
];

/// External crates that only some of ours may use, each with its family: `tokio` stands for
/// `tokio-util` too.
const RESERVED: &[(&str, &[&str])] = &[
    ("tokio", &["server", "store", "tallyhouse"]),
    ("axum", &["server", "tallyhouse"]),
    ("engineioxide", &["server", "tallyhouse"]),
    ("rusqlite", &["store"]),
    ("sqlx", &["store"]),
    ("tokio-postgres", &["store"]),
];

pub(crate) fn check(tree: &Tree) -> Vec<TidyFault> {
    let packages = tree.packages();
    let faults = packages.iter().flat_map(|package| {
        let mut faults = misplaced(package);
        faults.extend(unknown(package));
        faults.extend(forbidden_layers(package, packages));
        faults.extend(reserved(package));
        faults
    });
    faults.collect()
}

/// Whether a package must be pure; an unknown one is a fault of its own.
pub(crate) fn is_pure(package: &Package) -> bool {
    layer(package).is_some_and(|layer| layer.pure)
}

/// The name of a package in the table.
fn row_name(package: &Package) -> &str {
    if package.is_game() || package.folder == SKELETON {
        GAMES
    } else {
        &package.name
    }
}

fn layer(package: &Package) -> Option<&'static Layer> {
    let name = row_name(package);
    LAYERS.iter().find(|layer| layer.name == name)
}

/// The folder of a package must have its name.
fn misplaced(package: &Package) -> Vec<TidyFault> {
    let homes = [
        format!("crates/{}", package.name),
        format!("games/{}", package.name),
        "xtask".to_owned(),
        SKELETON.to_owned(),
    ];
    if homes.contains(&package.folder) {
        return Vec::new();
    }
    let message = format!(
        "the package `{0}` belongs in crates/{0} or games/{0}",
        package.name
    );
    vec![TidyFault::of(package.manifest(), message)]
}

fn unknown(package: &Package) -> Option<TidyFault> {
    if layer(package).is_some() {
        return None;
    }
    let message = format!(
        "the crate `{}` is not in the table of layers: add it to the table in xtask/src/tidy/layers.rs",
        package.name
    );
    Some(TidyFault::of(package.manifest(), message))
}

fn forbidden_layers(package: &Package, packages: &[Package]) -> Vec<TidyFault> {
    let Some(layer) = layer(package) else {
        return Vec::new();
    };
    let faults = package.dependencies.iter().filter_map(|dependency| {
        let used = packages
            .iter()
            .find(|other| other.name == dependency.name)?;
        if layer.allows(row_name(used), dependency) {
            return None;
        }
        let message = format!("`{}` may not {}", package.name, depend_on(dependency));
        Some(TidyFault::of(package.manifest(), message))
    });
    faults.collect()
}

impl Layer {
    fn allows(&self, used: &str, dependency: &Dependency) -> bool {
        self.uses.contains(&used) || dependency.for_tests && self.tests_use.contains(&used)
    }
}

fn reserved(package: &Package) -> Vec<TidyFault> {
    let mut faults = Vec::new();
    for dependency in &package.dependencies {
        for (family, users) in RESERVED {
            if in_family(&dependency.name, family) && !users.contains(&package.name.as_str()) {
                let message = format!(
                    "`{}` may not {}: only {} may",
                    package.name,
                    depend_on(dependency),
                    users.join(" and ")
                );
                faults.push(TidyFault::of(package.manifest(), message));
            }
        }
    }
    faults
}

fn in_family(name: &str, family: &str) -> bool {
    name.strip_prefix(family)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
}

fn depend_on(dependency: &Dependency) -> String {
    let purpose = if dependency.for_tests {
        " for its tests"
    } else {
        ""
    };
    format!("depend on `{}`{purpose}", dependency.name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tidy::fault::assert_faults;

    /// A tree with every crate of the table and two games, without dependencies except for one
    /// crate that uses `uses`; a name after `test:` is for tests.
    fn tree(folder: &str, uses: &[&str]) -> Tree {
        let mut folders = vec!["games/cribbage".to_owned(), "games/dominoes".to_owned()];
        for layer in LAYERS {
            match layer.name {
                GAMES => {}
                "xtask" => folders.push("xtask".to_owned()),
                name => folders.push(format!("crates/{name}")),
            }
        }
        if !folders.iter().any(|known| known == folder) {
            folders.push(folder.to_owned());
        }
        folders.iter().fold(Tree::default(), |tree, path| {
            let name = path.rsplit('/').next().unwrap();
            let mut package = Package::new(name, path);
            if path == folder {
                package.dependencies = uses.iter().map(|name| dependency(name)).collect();
            }
            tree.with(package)
        })
    }

    fn dependency(name: &str) -> Dependency {
        Dependency {
            name: name.trim_start_matches("test:").to_owned(),
            for_tests: name.starts_with("test:"),
        }
    }

    #[track_caller]
    fn accepts(folder: &str, uses: &[&str]) {
        assert_faults(&check(&tree(folder, uses)), &[]);
    }

    #[track_caller]
    fn refuses(folder: &str, uses: &str, message: &str) {
        let expected = format!("{folder}/Cargo.toml: {message}");
        assert_faults(&check(&tree(folder, &[uses])), &[&expected]);
    }

    #[test]
    fn what_the_design_asks_for_is_accepted() {
        accepts("crates/kernel", &["serde", "test:proptest"]);
        accepts("crates/testkit", &["kernel", "pieces"]);
        accepts("games/cribbage", &["kernel", "pieces", "test:testkit"]);
        accepts("crates/roster", &["kernel", "cribbage", "dominoes"]);
        accepts("crates/store", &["table", "rusqlite"]);
        accepts("crates/server", &["roster", "table", "tokio", "axum"]);
        accepts("crates/tallyhouse", &["cribbage", "dominoes", "tokio"]);
    }

    #[test]
    fn the_ground_floor_uses_no_crate_of_ours() {
        refuses(
            "crates/kernel",
            "pieces",
            "`kernel` may not depend on `pieces`",
        );
        refuses(
            "crates/pieces",
            "test:testkit",
            "`pieces` may not depend on `testkit` for its tests",
        );
    }

    #[test]
    fn no_game_depends_on_another() {
        refuses(
            "games/cribbage",
            "dominoes",
            "`cribbage` may not depend on `dominoes`",
        );
        refuses(
            "games/cribbage",
            "test:dominoes",
            "`cribbage` may not depend on `dominoes` for its tests",
        );
    }

    #[test]
    fn a_game_uses_the_testkit_in_tests_alone() {
        refuses(
            "games/cribbage",
            "testkit",
            "`cribbage` may not depend on `testkit`",
        );
    }

    #[test]
    fn only_the_roster_and_the_binary_name_games() {
        for name in ["kernel", "testkit", "arena", "table", "store", "server"] {
            refuses(
                &format!("crates/{name}"),
                "cribbage",
                &format!("`{name}` may not depend on `cribbage`"),
            );
        }
    }

    #[test]
    fn sockets_and_sql_have_their_place() {
        refuses(
            "crates/table",
            "tokio-util",
            "`table` may not depend on `tokio-util`: only server and store and tallyhouse may",
        );
        refuses(
            "crates/server",
            "rusqlite",
            "`server` may not depend on `rusqlite`: only store may",
        );
        refuses(
            "crates/store",
            "test:axum",
            "`store` may not depend on `axum` for its tests: only server and tallyhouse may",
        );
        refuses(
            "crates/server",
            "tokio-postgres",
            "`server` may not depend on `tokio-postgres`: only store may",
        );
    }

    #[test]
    fn an_unknown_crate_must_be_added_to_the_table() {
        let message = "the crate `lobby` is not in the table of layers: \
                       add it to the table in xtask/src/tidy/layers.rs";
        refuses("crates/lobby", "kernel", message);
    }

    #[test]
    fn a_package_lies_where_its_name_says() {
        let tree = Tree::default().with(Package::new("kernel", "crates/core"));
        let message = "crates/core/Cargo.toml: the package `kernel` belongs in \
                       crates/kernel or games/kernel";
        assert_faults(&check(&tree), &[message]);
    }

    #[test]
    fn the_pure_crates_are_those_of_the_design() {
        let tree = tree("crates/kernel", &[]);
        let pure = tree.packages().iter().filter(|package| is_pure(package));
        let pure: Vec<&str> = pure.map(|package| package.name.as_str()).collect();
        let expected = [
            "cribbage", "dominoes", "kernel", "pieces", "arena", "table", "pocket",
        ];
        assert_eq!(pure, expected);
    }
}
