// A question about a played hand, in the scorer's address and in the request to the house.

import { readDomino } from './domino';
import type { TrumpName } from './wire';

export interface Question {
  mode: 'marks' | 'points';
  bidder: number;
  /** `31` or `marks-2`. */
  bid: string;
  trump: TrumpName;
  /** The dominoes in the order of play. */
  played: string[];
}

export function questionOf(query: URLSearchParams): Question {
  const bidder = Number(query.get('bidder') ?? 0);
  const played = (query.get('played') ?? '').split('_').flatMap((text) => readDomino(text) ?? []);
  return {
    mode: query.get('mode') === 'points' ? 'points' : 'marks',
    bidder: [0, 1, 2, 3].includes(bidder) ? bidder : 0,
    bid: /^(3\d|4[01]|marks-[1-7])$/.exec(query.get('bid') ?? '')?.[0] ?? '30',
    trump: (query.get('trump') ?? 'sixes') as TrumpName,
    played: [...new Set(played)],
  };
}

export function writeQuestion({ mode, bidder, bid, trump, played }: Question): URLSearchParams {
  return new URLSearchParams({ mode, bidder: String(bidder), bid, trump, played: played.join('_') });
}

/** In nello the bidder's partner plays no domino. */
export const trickSize = ({ trump }: Question): number => (trump === 'nello' ? 3 : 4);

/** The dominoes trick by trick; the last one may be short. */
export function tricksOf(question: Question): string[][] {
  const size = trickSize(question);
  const { played } = question;
  return Array.from({ length: Math.ceil(played.length / size) }, (_, trick) => played.slice(trick * size, (trick + 1) * size));
}

/** The request of `POST /api/score/texas42`. */
export function requestOf(question: Question): object {
  const { mode, bidder, bid, trump } = question;
  const special = trump === 'nello' || trump === 'sevens';
  return {
    mode,
    bidder,
    bid: bid.startsWith('marks-') ? { marks: Number(bid.slice('marks-'.length)) } : { points: Number(bid) },
    ...(special ? { contract: trump } : { trump }),
    tricks: tricksOf(question),
  };
}
