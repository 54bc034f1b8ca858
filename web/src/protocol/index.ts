// Generated from the Rust types of the messages by `cargo xtask bless`: not to be edited.

import type * as house from "./house";
import type * as cribbage from "./cribbage";

export type { house, cribbage };

/** What each game says and hears, by its key. */
export type Games = {
  cribbage: { Commands: cribbage.Commands; Events: cribbage.Events; View: cribbage.View; Legal: cribbage.Legal; Outcome: cribbage.Outcome };
};
