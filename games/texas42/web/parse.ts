// Typed commands: `bid 31`, `bid 2 marks`, `pass`, `trump sixes`, `play 6-4`, `lay down`.
//
// This checks only the notation. The house decides whether a bid is high enough.

import type { Legal, Move } from '$shell/game/part';
import { readDomino } from './domino';
import type { Texas42Scene } from './scene';
import type { Bid, Call, TrumpName } from './wire';

type Read = Move | { problem: string };

export function parse(text: string, { words }: Texas42Scene): Read {
  const [verb = '', ...rest] = text.trim().toLowerCase().split(/\s+/);
  const argument = rest.join(' ');
  switch (verb) {
    case 'pass':
      return bidding('pass');
    case 'bid':
    case 'b':
      return withBid(argument, words.problems.bid);
    case 'plunge':
    case 'splash':
      return withBid(text, words.problems.bid);
    case 'trump':
    case 'name':
    case 't':
      return withTrump(argument, words.problems.trump);
    case 'play':
    case 'p':
      return withDomino(argument, words.problems.domino);
    case 'lay':
    case 'laydown':
      return { command: 'lay_down', fields: {} };
    default:
      return { problem: words.problems.unknown(text) };
  }
}

const bidding = (bid: Call): Move => ({ command: 'place_bid', fields: { bid } });

/** Reads a bid: `31`, `42`, `84`, `2 marks`, `plunge 4`, `splash 2` or `pass`. */
function withBid(text: string, problem: (text: string) => string): Read {
  if (text === 'pass') return bidding('pass');
  const special = /^(plunge|splash) (\d)$/.exec(text.trim().toLowerCase());
  if (special) return bidding({ [special[1] as string]: Number(special[2]) } as unknown as Bid);
  const marks = /^(\d) marks?$/.exec(text);
  if (marks) return bidding({ marks: Number(marks[1]) });
  if (!/^\d{2,3}$/.test(text)) return { problem: problem(text) };
  const points = Number(text);
  return bidding(points % 42 === 0 ? { marks: points / 42 } : points);
}

/** Names of trumps in addition to the house's own. */
const OTHER_NAMES: Record<string, TrumpName> = {
  '0': 'blanks', '1': 'aces', '2': 'deuces', '3': 'treys', '4': 'fours', '5': 'fives', '6': 'sixes',
  ones: 'aces', twos: 'deuces', threes: 'treys', 'follow me': 'follow-me', followme: 'follow-me', 'no trump': 'follow-me', 'nel-o': 'nello', low: 'nello',
};

const NAMES: TrumpName[] = ['blanks', 'aces', 'deuces', 'treys', 'fours', 'fives', 'sixes', 'doubles', 'follow-me', 'nello', 'sevens'];

function withTrump(text: string, problem: (text: string) => string): Read {
  const trump = NAMES.find((name) => name === text) ?? OTHER_NAMES[text];
  return trump ? { command: 'name_trump', fields: { trump } } : { problem: problem(text) };
}

function withDomino(text: string, problem: (text: string) => string): Read {
  const domino = readDomino(text);
  return domino ? { command: 'play_domino', fields: { domino } } : { problem: problem(text) };
}

/** An action as a typed command. */
export function typed(action: Legal): string {
  if (action.place_bid) return typedCall(action.place_bid.bid as Call);
  if (action.name_trump) return `trump ${String(action.name_trump.trump)}`;
  if (action.play_domino) return `play ${String(action.play_domino.domino)}`;
  return 'lay down';
}

function typedCall(call: Call): string {
  if (call === 'pass') return 'pass';
  if (typeof call === 'number') return `bid ${call}`;
  if ('marks' in call) return `bid ${call.marks} ${call.marks === 1 ? 'mark' : 'marks'}`;
  return 'plunge' in call ? `plunge ${call.plunge}` : `splash ${call.splash}`;
}
