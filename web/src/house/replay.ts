// A finished game, moment by moment, as each seat saw it.

import { getOfTable } from './api';

/** A message as each seat received it, with that seat's view after it. */
export interface Moment {
  seq: number;
  told: Heard[];
}

export interface Heard {
  seat: number;
  event: string;
  payload: Record<string, unknown>;
  view: unknown;
}

/** The index of the last moment whose number is at most `seq`. */
export function momentIndex(moments: Moment[], seq: number): number {
  return Math.max(0, moments.findLastIndex((moment) => moment.seq <= seq));
}

interface Part {
  moments: Moment[];
  next: number | null;
}

/** All moments of a game, from every seat. */
export async function loadReplay(code: string, game: number): Promise<Moment[]> {
  const moments: Moment[] = [];
  let from: number | null = 0;
  while (from !== null) {
    const part: Part = await getOfTable<Part>(code, `replay?game=${game}&from=${from}`);
    moments.push(...part.moments);
    from = part.next;
  }
  return moments;
}
