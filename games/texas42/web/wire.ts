// Texas 42 as it comes over the wire, and what the page adds for replays.

import type { View as OneView } from '$shell/protocol/texas42';

export type { Bid, Call, CallMade, Contract, Finished, HandResult, Laid, Line, LineKind, Stroke, Suit, Taken, Team, Trick, TrumpName, Unplayable } from '$shell/protocol/texas42';

/** The table as one seat sees it; in a replay with open hands also what the others hold, by player. */
export type View = OneView & { openHands?: Record<string, string[]> };
