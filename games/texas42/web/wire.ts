// Texas 42 as it comes over the wire: the view, and what the page reads of the events.

import type { Commands } from '$shell/protocol/texas42';

export type { Bid, Call, CallMade, Contract, HandResult, Laid, Line, Stroke, Suit, Taken, Team, Trick, TrumpName, Unplayable, View } from '$shell/protocol/texas42';

export type CommandName = keyof Commands;
