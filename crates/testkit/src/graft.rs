//! Draws that are nearly another draw.
//!
//! Two random draws hardly ever look the same to a seat, because the seat sees its own cards. A
//! graft therefore takes a part of one draw from another, or swaps two pieces. If the game still
//! accepts the result, it may differ only in what others hold. Grafts work on the JSON of a draw
//! and know no game.

use kernel::{Data, Rng};
use serde_json::Value;

/// Another draw that shares most of `draw`; `None` if the result is not a draw.
pub(crate) fn graft<T: Data>(draw: &T, other: &T, rng: &mut Rng) -> Option<T> {
    let mut tree = serde_json::to_value(draw).ok()?;
    if rng.below(2) == 0 {
        take_over(&mut tree, &serde_json::to_value(other).ok()?, rng)?;
    } else {
        exchange(&mut tree, rng)?;
    }
    let grafted: T = serde_json::from_value(tree).ok()?;
    (grafted != *draw).then_some(grafted)
}

/// Takes a part from the same place of another tree, where they differ.
fn take_over(tree: &mut Value, other: &Value, rng: &mut Rng) -> Option<()> {
    let places = places(tree);
    let differ = |place: &&String| {
        let part = other.pointer(place);
        part.is_some() && tree.pointer(place) != part
    };
    let places: Vec<&String> = places.iter().filter(differ).collect();
    let place = rng.choose(&places)?;
    *tree.pointer_mut(place)? = other.pointer(place)?.clone();
    Some(())
}

/// Swaps two leaves.
fn exchange(tree: &mut Value, rng: &mut Rng) -> Option<()> {
    let mut places = places(tree);
    places.retain(|place| {
        let part = tree.pointer(place);
        part.is_some_and(|part| !part.is_array() && !part.is_object())
    });
    let (one, two) = (rng.choose(&places)?, rng.choose(&places)?);
    let (first, second) = (tree.pointer(one)?.clone(), tree.pointer(two)?.clone());
    *tree.pointer_mut(one)? = second;
    *tree.pointer_mut(two)? = first;
    Some(())
}

/// Every place in a tree, as a JSON pointer; the tree itself is not one of them.
fn places(tree: &Value) -> Vec<String> {
    let mut found = Vec::new();
    let mut open = vec![(String::new(), tree)];
    while let Some((place, part)) = open.pop() {
        match part {
            Value::Array(items) => {
                let items = items.iter().enumerate();
                open.extend(items.map(|(n, item)| (format!("{place}/{n}"), item)));
            }
            Value::Object(fields) => open.extend(fields.iter().map(|(name, field)| {
                let name = name.replace('~', "~0").replace('/', "~1");
                (format!("{place}/{name}"), field)
            })),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
        if !place.is_empty() {
            found.push(place);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_place_of_a_tree_can_be_found_again() {
        let tree = json!({ "a/b": [1, { "~": 2 }], "c": null });
        let mut found = places(&tree);
        found.sort();
        assert_eq!(found, ["/a~1b", "/a~1b/0", "/a~1b/1", "/a~1b/1/~0", "/c"]);
        assert!(found.iter().all(|place| tree.pointer(place).is_some()));
    }

    #[test]
    fn a_graft_shares_most_and_is_never_the_same() {
        let (draw, other) = (vec![1, 2, 3], vec![4, 5, 6]);
        let mut rng = Rng::from_seed(1);
        let grafts: Vec<Vec<u8>> = (0..50)
            .filter_map(|_| graft(&draw, &other, &mut rng))
            .collect();
        assert!(grafts.contains(&vec![1, 5, 3]), "a part of the other");
        assert!(grafts.contains(&vec![3, 2, 1]), "two changed places");
        assert!(!grafts.contains(&draw));
    }
}
