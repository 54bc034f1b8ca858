// Generated from the Rust types of the messages by `cargo xtask bless`: not to be edited.

import type * as house from "./house";
import type * as cribbage from "./cribbage";
import type * as texas42 from "./texas42";
import type * as dice from "./dice";

export type { house, cribbage, texas42, dice };

/** The commands and events of each game, by its key. */
export type Games = {
  cribbage: { Commands: cribbage.Commands; Events: cribbage.Events; View: cribbage.View; Legal: cribbage.Legal; Outcome: cribbage.Outcome; Finished: cribbage.Finished };
  texas42: { Commands: texas42.Commands; Events: texas42.Events; View: texas42.View; Legal: texas42.Legal; Outcome: texas42.Outcome; Finished: texas42.Finished };
  dice: { Commands: dice.Commands; Events: dice.Events; View: dice.View; Legal: dice.Legal; Outcome: dice.Outcome; Finished: dice.Finished };
};
