// The messages of Texas 42 from the generated types, with additions for replays.

import type { View as OneView } from '$shell/protocol/texas42';

export type { Bid, Call, CallMade, Contract, Finished, HandResult, Laid, Line, LineKind, Stroke, Suit, Taken, Team, Trick, TrumpName, Unplayable } from '$shell/protocol/texas42';

/** The view of one seat. In a replay with open hands it also has all players' dominoes by id. */
export type View = OneView & { openHands?: Record<string, string[]> };
