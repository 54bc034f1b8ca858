// The end of a run's last round, collected from the events: its score and its pay.

import type { Told } from '$shell/game/part';
import type { Layer, PayRule, ScoredHand } from './wire';

export interface LastRound {
  seq: number;
  by: string;
  hands: ScoredHand[];
  layers: Layer[];
  total: number;
  target: number;
  passed: boolean;
  /** Empty until it is paid, or if the round was not passed. */
  pay: { type: PayRule; points: number }[];
}

/** The round that this player scored last; null before the first. */
export function lastRound(told: Told[], player: string | null): LastRound | null {
  const place = told.findLastIndex(({ event, payload }) => event === 'dice_scored' && payload.playerUuid === player);
  const scored = told[place];
  if (!scored) return null;
  const paid = told.slice(place).find(({ event, payload }) => event === 'paid' && payload.playerUuid === player);
  const { playerUuid: by, hands, layers, total, target, passed } = scored.payload;
  return { seq: scored.seq, by, hands, layers, total, target, passed, pay: paid?.payload.breakdown ?? [] };
}
