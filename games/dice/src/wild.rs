//! The best faces for wild dice.

use crate::boss::Boss;
use crate::die_kind::DieKind;
use crate::run::Run;
use crate::score::ScoreRules;
use pieces::Die;

/// More wild dice than this are set in groups: five have 252 settings, ten would have 3003.
const TOGETHER: usize = 5;

impl Run {
    /// The places of the wild dice that may be set in this round.
    pub fn settable(&self, boss: Option<Boss>) -> Vec<u8> {
        let settable = |&(_, die): &(u8, _)| {
            let die: &crate::RunDie = die;
            !die.locked && die.kind.under(boss) == DieKind::Wild
        };
        let dice = (0..).zip(&self.dice).filter(settable);
        dice.map(|(place, _)| place).collect()
    }

    /// The faces that make the dice score most: a place and a face for each wild die that shows
    /// another one now.
    ///
    /// Up to five wild dice are set optimally; more are set five at a time.
    pub fn best_setting(&self, rules: ScoreRules, boss: Option<Boss>) -> Vec<(u8, Die)> {
        let mut best = self.clone();
        for places in self.settable(boss).chunks(TOGETHER) {
            best.set_best(places, rules, boss);
        }
        let changed = (0..).zip(self.dice.iter().zip(&best.dice));
        changed
            .filter(|(_, (now, then))| now.face != then.face)
            .map(|(place, (_, then))| (place, then.face))
            .collect()
    }

    /// Sets these dice to the faces that score most together.
    fn set_best(&mut self, places: &[u8], rules: ScoreRules, boss: Option<Boss>) {
        let total = |run: &Run| run.score(rules, boss).map_or(0, |score| score.total());
        let mut best = (total(self), self.clone());
        for faces in multisets(places.len()) {
            let mut run = self.clone();
            for (&place, face) in places.iter().zip(faces) {
                run.dice[usize::from(place)].face = face;
            }
            let score = total(&run);
            if score > best.0 {
                best = (score, run);
            }
        }
        *self = best.1;
    }
}

/// Every ascending list of this many faces.
fn multisets(n: usize) -> Vec<Vec<Die>> {
    (0..n).fold(vec![Vec::new()], |lists, _| {
        let longer = |list: Vec<Die>| {
            let least = list.last().copied().unwrap_or(Die::One);
            let faces = Die::ALL.into_iter().filter(move |&face| face >= least);
            faces.map(move |face| [list.as_slice(), &[face]].concat())
        };
        lists.into_iter().flat_map(longer).collect()
    })
}
