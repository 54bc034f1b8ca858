// Texas 42 in English.

import type { OptionWords } from '$shell/game/part';
import { ends } from '../domino';
import type { Call, LineKind, Stroke, Suit, TrumpName, View } from '../wire';

const PIPS = ['blank', 'ace', 'deuce', 'trey', 'four', 'five', 'six'];
const TRUMPS: Record<TrumpName, string> = {
  blanks: 'blanks',
  aces: 'aces',
  deuces: 'deuces',
  treys: 'treys',
  fours: 'fours',
  fives: 'fives',
  sixes: 'sixes',
  doubles: 'doubles',
  'follow-me': 'follow me',
  nello: 'nello',
  sevens: 'sevens',
};

const marks = (n: number): string => (n === 1 ? '1 mark' : `${n} marks`);
const points = (n: number): string => (n === 1 ? '1 point' : `${n} points`);
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** As "double six" or "six-four". */
function domino(text: string): string {
  const [high, low] = ends(text);
  return high === low ? `double ${PIPS[high]}` : `${PIPS[high]}-${PIPS[low]}`;
}

function call(said: Call): string {
  if (said === 'pass') return 'pass';
  if (typeof said === 'number') return String(said);
  if ('marks' in said) return marks(said.marks);
  return 'plunge' in said ? `plunge for ${marks(said.plunge)}` : `splash for ${marks(said.splash)}`;
}

export const words = {
  name: 'Texas 42',
  commands: [
    ['bid 31', 'bids 31 points; bid 2 marks, plunge 4 and splash 2 work alike'],
    ['pass', 'makes no bid'],
    ['trump sixes', 'names sixes as trump, or doubles, follow-me, nello, sevens'],
    ['play 6-4', 'plays this domino'],
    ['lay down', 'shows your dominoes and claims the rest'],
  ] as [string, string][],
  keys: [
    ['1 … 7', 'plays the domino at this place'],
    ['← →', 'to the domino or bid beside it'],
    ['Enter', 'plays the domino, makes the bid'],
    ['P', 'passes'],
  ] as [string, string][],
  presets: { Tournament: 'Tournament', 'Texas family': 'Texas family', 'Points to 250': 'Points to 250' } as Record<string, string>,
  options: {
    mode: { label: 'Score', values: { marks: 'Marks', points: 'Points' } },
    target: { label: 'Score to win', help: '1 to 7 marks, or 250 or 500 points. Empty: 7 marks, or 250 points.' },
    forced_bid: { label: 'If everyone passed', help: 'What the shaker must bid then.', values: { off: 'The hand is thrown in', 30: 'The shaker bids at least 30', 31: 'The shaker bids at least 31' } },
    nello: { label: 'Nello' },
    nello_doubles: {
      label: 'Doubles in nello',
      values: { own_suit: 'A suit of their own', high: 'Highest of their suits', low: 'Lowest of their suits', own_suit_inverted: 'A suit of their own, the blank highest' },
    },
    plunge: { label: 'Plunge' },
    splash: { label: 'Splash' },
    splash_marks: { label: 'Marks of a splash' },
    plunge_leader: { label: 'Who leads after a plunge', values: { partner: 'The partner, who names trump', bidder: 'The bidder' } },
    sevens: { label: 'Sevens' },
    follow_me_doubles: { label: 'Doubles in follow me', values: { high: 'Above all others', low: 'Below all others' } },
    play_out: { label: 'Play every hand to its end' },
    first_shaker: { label: 'First shaker', help: 'The number of the seat, counted from 0. Empty: luck decides.' },
  } as Record<string, OptionWords>,
  refusals: {} as Record<string, string>,
  chance: 'Chance to win the game',
  figures: { make: 'bid is made', bought: 'bid buys the hand', set: 'bid is set' } as Record<string, string>,
  actions: {
    bid: (call: string) => `Bid ${call}`,
    pass: 'Pass',
    trump: (trump: string) => `Name ${trump}`,
    play: (domino: string) => `Play the ${domino}`,
    layDown: 'Lay down',
  },

  and: ' and ',
  marks,
  points,
  domino,
  call,
  trump: (name: TrumpName): string => TRUMPS[name],
  suit: (name: Suit): string => TRUMPS[name],
  faceDown: 'a domino face down',

  phases: {
    dealing: 'The dominoes are shaken',
    bidding: 'The auction',
    naming: 'Trump is named',
    playing: 'The play',
    gameover: 'The game is over',
  } satisfies Record<View['phase'], string>,
  hand: 'Your dominoes',
  held: (n: number) => (n === 1 ? 'one domino' : `${n} dominoes`),
  shaker: 'shaker',
  partner: 'partner',
  sitsOut: 'sits out',
  auction: 'Bids',
  yourBid: 'Your bid',
  yourTrump: 'Name trump',
  trumpsHeld: (n: number) => (n === 1 ? 'you hold 1' : `you hold ${n}`),
  pass: 'Pass',
  passed: 'passed',
  contract: (name: string, bid: string, trump: string | null) => (trump === null ? `${name} bid ${bid}` : `${name}: ${bid} on ${trump}`),
  ledSuit: (suit: string) => `${capital(suit)} were led`,
  trick: 'The trick',
  lastTrick: 'The last trick',
  tricks: (n: number) => (n === 1 ? '1 trick' : `${n} tricks`),
  taken: 'Taken',
  takenBy: (team: string) => `Taken by ${team}`,
  count: (n: number) => `${n} in count`,
  playOne: 'Your turn: play a domino.',
  layDown: 'Lay down',
  layDownHelp: 'Shows your dominoes and claims the rest.',
  waitFor: (name: string) => `${name} is to move.`,
  why: 'Why?',
  whyNot: {
    must_follow_suit: (suit: string) => `You must follow ${suit}.`,
    must_play_nearest: () => 'You must play a domino nearest to seven pips.',
  } as Record<string, (suit: string) => string>,

  all: (team: string, marks: number, target: number) => `${team}: ${marks} of ${target} marks`,
  score: (team: string, points: number, target: number) => `${team}: ${points} of ${target} points`,
  strokes: {
    a_left: 'left leg of the A',
    a_right: 'right leg of the A',
    a_crossbar: 'crossbar of the A',
    first_upright: 'upright of the first L',
    first_foot: 'foot of the first L',
    second_upright: 'upright of the second L',
    second_foot: 'foot of the second L',
  } satisfies Record<Stroke, string>,

  lastHand: 'The last hand',
  history: 'Hands so far',
  columns: { hand: 'Hand', bid: 'Bid', taken: 'Points taken', result: 'Result', score: 'Score' },
  made: 'made',
  set: 'set',
  result: (made: boolean, team: string, bid: string, taken: number) => (made ? `${team} made ${bid} with ${taken}` : `${team} bid ${bid}, took ${taken} and were set`),
  awarded: (team: string, award: string) => `${award} for ${team}`,
  wins: (team: string) => `${team} win the game`,
  finalScore: (standings: string) => `${standings}.`,

  /** The lines of an explained score; what a line is about stands before it. */
  lines: {
    trick: (_, trick) => `trick ${trick}`,
    five_count: (points) => `a count of ${points}`,
    ten_count: (points) => `a count of ${points}`,
    laid_down: (points) => `${points} laid down`,
    side_points: (points) => `${points} in all`,
    bid: () => 'had the bid',
    made: () => 'made it',
    set: () => 'were set',
    marks: (points) => marks(points),
    points_taken: (points) => `${points} for what was taken`,
    points_bid: (points) => `${points} for the bid`,
    low_no: (points) => `${points} for nello`,
  } as Record<LineKind, (points: number, trick: number) => string>,

  say: {
    shakes: (name: string) => `${name} shakes.`,
    dealt: (hand: string) => (hand === '' ? 'The dominoes are dealt.' : `Your dominoes: ${hand}.`),
    opens: (name: string) => `${name} opens the bidding.`,
    passes: (name: string) => `${name} passes.`,
    bids: (name: string, bid: string) => `${name} bids ${bid}.`,
    won: (name: string, bid: string) => `${name} has the bid: ${bid}.`,
    thrownIn: (name: string) => `Everyone passed. ${name} shakes the next hand.`,
    named: (name: string, trump: string) => `${name} names ${trump}.`,
    leads: (name: string) => `${name} leads.`,
    sitsOut: (name: string) => `${name} sits out.`,
    played: (name: string, domino: string) => `${name} plays the ${domino}.`,
    trick: (name: string, points: string, side: string) => `${name} takes the trick, worth ${points}. ${side}`,
    side: (team: string, points: number) => `${team} have ${points}.`,
    laidDown: (name: string, dominoes: string) => `${name} lays down: ${dominoes}.`,
    awards: (award: string, team: string) => `${award} for ${team}.`,
    nothing: 'Nobody scores.',
    gameWon: (team: string, standings: string) => `${team} win the game. ${standings}.`,
  },

  describe: {
    hand: (dominoes: string) => `Your dominoes: ${dominoes}.`,
    bid: (name: string, call: string) => `${name}: ${call}.`,
    trick: (plays: string) => `On the table: ${plays}.`,
    emptyTrick: 'Nothing lies on the table yet.',
    taken: (team: string, tricks: string, points: number) => `${team} have taken ${tricks}, ${points} points.`,
    turn: (name: string) => `${name} is to move.`,
    yourTurn: 'It is your turn.',
    playable: (dominoes: string) => `You may play ${dominoes}.`,
  },

  problems: {
    unknown: (text: string) => `“${text}” is no command. Type help for a list.`,
    bid: (text: string) => `“${text}” is no bid. Write bid 31, bid 2 marks, plunge 4 or pass.`,
    trump: (text: string) => `“${text}” cannot be named. Write trump sixes, doubles, follow-me, nello or sevens.`,
    domino: (text: string) => `“${text}” is no domino. Write play 6-4.`,
  },

  scorer: {
    bidder: 'Bidder',
    bidderIs: (place: number) => `Player ${place}`,
    bid: 'Bid',
    trump: 'Trump',
    mode: 'Score by',
    modes: { marks: 'Marks', points: 'Points' },
    tap: 'Tap the dominoes in the order in which they were played.',
    trick: (n: number) => `Trick ${n}`,
    takenBy: (place: number) => `taken by player ${place}`,
    undo: 'Take back',
    clear: 'Clear',
    empty: 'The players sit round the table; 1 and 3 play against 2 and 4. The bidder leads the first trick.',
    team: { northSouth: 'Players 1 and 3', eastWest: 'Players 2 and 4' },
  },
};

export type Words = typeof words;
