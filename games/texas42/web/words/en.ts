// The words of Texas 42 in English.

import type { OptionWords } from '$shell/game/part';
import type { Terms } from '$shell/terms/terms';
import { ends } from '../domino';
import type { Who } from '../scene';
import type { Call, LineKind, Suit, TrumpName, View } from '../wire';

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

/** For example "double six" or "six-four". */
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

/** "You" with its verb, or a name with its verb. */
const does = ({ name, you }: Who, verb: string, yours: string): string => (you ? `You ${yours}` : `${name} ${verb}`);

/** A call in few letters, for a bubble. */
function callShort(said: Call): string {
  if (typeof said !== 'object') return call(said);
  if ('marks' in said) return marks(said.marks);
  return 'plunge' in said ? `plunge ${said.plunge}` : `splash ${said.splash}`;
}

export const words = {
  name: 'Texas 42',
  commands: [
    ['bid 31', 'bids 31 points; bid 2 marks, plunge 4 and splash 2 work alike'],
    ['pass', 'makes no bid'],
    ['trump sixes', 'calls sixes as trump, or doubles, follow-me, nello, sevens'],
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
  presetLines: {
    Tournament: 'First to seven marks, straight 42: no nello, no plunge, a passed hand is thrown in.',
    'Texas family': 'Seven marks with everything the family plays: nello, plunge, splash and sevens. The shaker is stuck with the bid.',
    'Points to 250': 'Every hand adds points; the first side to 250 wins.',
  } as Record<string, string>,
  options: {
    mode: { label: 'Keep score by', help: 'In marks a hand wins one, or as many as were bid; in points it adds what was taken.', values: { marks: 'Marks', points: 'Points' } },
    target: { label: 'Play to', help: '1 to 7 marks, or 250 or 500 points. Leave it empty for 7 marks or 250 points.', fault: '1 to 7 marks, or 250 or 500 points.' },
    forced_bid: { label: 'If everyone passes', values: { off: 'Throw the hand in', 30: 'The shaker bids 30 or more', 31: 'The shaker bids 31 or more' } },
    nello: { label: 'Nello: lose every trick on purpose', help: 'Needs a bid of a mark; the bidder’s partner sits out.' },
    nello_doubles: {
      label: 'Doubles in nello',
      values: { 'own-suit': 'A suit of their own', high: 'Highest of their suits', low: 'Lowest of their suits', 'own-suit-inverted': 'Their own suit, blank highest' },
      when: ({ nello }) => nello === true,
    },
    plunge: { label: 'Plunge: four doubles or more, and your partner calls trump', help: 'A bid of at least four marks.' },
    splash: { label: 'Splash: three doubles or more, and your partner calls trump', help: 'Like a plunge, for fewer marks.' },
    splash_marks: { label: 'Marks for a splash', fault: '2 or 3 marks.', when: ({ splash }) => splash === true },
    plunge_leader: { label: 'After a plunge or splash, the lead is with', values: { partner: 'the partner, who calls trump', bidder: 'the bidder' }, when: ({ plunge, splash }) => plunge === true || splash === true },
    sevens: { label: 'Sevens: the domino nearest to seven pips wins', help: 'No trumps and no suits; the bidder must take every trick.' },
    follow_me_doubles: { label: 'Doubles in follow me', values: { high: 'Rank above the rest of their suit', low: 'Rank below the rest of their suit' } },
    play_out: { label: 'Play every hand to the end', help: 'Even when the bid is made or set already.' },
    first_shaker: { label: 'Who shakes first', none: 'Draw for it', chairs: () => 4 },
  } as Record<string, OptionWords>,
  refusals: {
    bid_too_low: 'That bid is too low.',
    bid_too_high: 'That bid is too high for now.',
    no_such_bid: 'There is no such bid.',
    only_over: 'That may be bid only over a bid of half as much.',
    needs_doubles: 'You hold too few doubles for that.',
    wrong_plunge: 'A plunge has to be for four marks, or for one more than was bid.',
    wrong_splash: 'A splash has to be for as many marks as this table plays it.',
    must_bid: 'Everyone passed: the shaker has to bid.',
    must_follow_suit: 'You must follow suit.',
    must_play_nearest: 'You must play a domino nearest to seven pips.',
    not_in_hand: 'You do not hold that domino.',
    not_certain: 'You cannot lay down yet: from what you have seen, the rest is not certain.',
    not_the_bidding_side: 'Only the side with the bid may lay down.',
    not_played: 'That is not played at this table.',
    needs_a_mark: 'That needs a bid of a mark or more.',
    must_name_trump: 'Your partner plunged or splashed: call a suit, doubles or follow me.',
    not_now: 'You cannot do that now.',
  } as Record<string, string>,
  unscored: {
    wrong_trick_size: 'A trick has four dominoes, and three in nello.',
    unfinished: 'The hand is not over yet: another trick is missing.',
    renege: 'Somebody did not follow suit, although they held a domino of it, as a later trick shows.',
    not_nearest: 'Somebody did not play a domino nearest to seven pips, although they held one, as a later trick shows.',
    needs_a_mark: 'Nello and sevens need a bid of a mark or more.',
    too_many_tricks: 'A hand has seven tricks.',
    unknown_trump: 'That cannot be trump.',
  } as Record<string, string>,
  chance: 'Chance to win the game',
  figures: { make: 'bid is made', bought: 'bid buys the hand', set: 'bid is set' } as Record<string, string>,
  actions: {
    bid: (call: string) => `Bid ${call}`,
    pass: 'Pass',
    trump: (trump: string) => `Call ${trump}`,
    play: (domino: string) => `Play the ${domino}`,
    playTile: (domino: string) => `Play ${domino}`,
    layDown: 'Lay down',
  },
  /** The arguments for an advised action. Chances are already formatted. */
  reasons: {
    passFirst: 'Nobody has bid yet: passing leaves the hand to the others.',
    passToPartner: (bid: string) => `Your partner has bid ${bid}: let it stand.`,
    passToThem: (bid: string) => `Let them try ${bid}: you score if it is set.`,
    bid: (bought: string, make: string) => `The chance that this bid wins the bidding is ${bought}, and that it is made, ${make}.`,
    doubles: (make: string) => `Your doubles allow it. Your partner calls trump, and you two must take every trick: the chance is ${make}.`,
    trump: (note: string, make: string) => `${capital(note)}; the chance that the bid is made is ${make}.`,
    make: (make: string) => `The chance that your side makes its bid is ${make}.`,
    set: (set: string) => `The chance that you set the bid is ${set}.`,
    layDown: 'The rest is certain, whatever the others hold.',
  },

  and: ' and ',
  youAnd: (partner: string) => `You and ${partner}`,
  goOn: 'Continue',
  marks,
  points,
  domino,
  call,
  callShort,
  you: 'You',
  trump: (name: TrumpName): string => TRUMPS[name],
  suit: (name: Suit): string => TRUMPS[name],

  phases: {
    dealing: 'The dominoes are being shaken',
    bidding: 'The bidding',
    naming: 'Trump is called',
    playing: 'The play',
    gameover: 'The game is over',
  } satisfies Record<View['phase'], string>,
  hand: 'Your dominoes',
  held: (n: number) => (n === 1 ? 'one domino' : `${n} dominoes`),
  shaker: 'shaker',
  partner: 'partner',
  sitsOut: 'sits out',
  yourBid: 'Your bid',
  chooseBid: 'Your bid: choose one, or pass.',
  yourTrump: 'Call trump',
  chooseTrump: 'You won the bid: call trump.',
  /** The text below a possible trump: how many of it the player holds, or the aim of the contract. */
  trumpNote: (trump: TrumpName, held: number) =>
    ({ 'follow-me': 'no trump', nello: 'lose every trick', sevens: 'nearest to 7 wins' } as Partial<Record<TrumpName, string>>)[trump] ?? `you hold ${held}`,
  pass: 'Pass',
  contract: (name: string, bid: string, trump: string | null) => (trump === null ? `${name} bid ${bid}` : `${name}: ${bid} on ${trump}`),
  ledSuit: (suit: string) => `${capital(suit)} were led`,
  tricks: (n: number) => (n === 1 ? '1 trick' : `${n} tricks`),
  ofNeeded: (n: number) => `of ${n}`,
  marksWord: (n: number): string => (n === 1 ? 'mark' : 'marks'),
  pointsShort: (n: number): string => (n === 1 ? 'point' : 'points'),
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

  madeIt: 'Bid made',
  wereSet: 'Set!',
  history: 'Hands so far',
  columns: { hand: 'Hand', bid: 'Bid', taken: 'Points taken', result: 'Result', score: 'Score' },
  made: 'made',
  set: 'set',
  result: (made: boolean, team: string, bid: string, taken: number) => (made ? `${team} made ${bid} with ${taken}` : `${team} bid ${bid}, took ${taken} and were set`),
  awarded: (team: string, award: string) => `${award} for ${team}`,
  wins: (team: string) => `${team} win the game`,

  /** The lines of an explained score. The subject of a line comes before it. */
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
    shakes: (who: Who) => `${does(who, 'shakes', 'shake')}.`,
    dealt: (hand: string) => (hand === '' ? 'The dominoes are dealt.' : `Your dominoes: ${hand}.`),
    opens: (who: Who) => `${does(who, 'opens', 'open')} the bidding.`,
    passes: (who: Who) => `${does(who, 'passes', 'pass')}.`,
    bids: (who: Who, bid: string) => `${does(who, 'bids', 'bid')} ${bid}.`,
    won: (who: Who, bid: string) => `${does(who, 'wins', 'win')} the bid at ${bid}.`,
    thrownIn: (who: Who) => `Everyone passed. ${does(who, 'shakes', 'shake')} the next hand.`,
    named: (who: Who, trump: string) => `${does(who, 'calls', 'call')} ${trump}.`,
    leads: (who: Who) => `${does(who, 'leads', 'lead')}.`,
    sitsOut: (who: Who) => `${does(who, 'sits', 'sit')} out.`,
    played: (who: Who, domino: string) => `${does(who, 'plays', 'play')} the ${domino}.`,
    trick: (who: Who, points: string, side: string) => `${does(who, 'takes', 'take')} the trick for ${points}. ${side}`,
    side: (team: string, points: number) => `${team} have ${points}.`,
    laidDown: (who: Who, dominoes: string) => `${does(who, 'lays', 'lay')} down: ${dominoes}.`,
    awards: (award: string, team: string) => `${award} for ${team.replace(/^You /, 'you ')}.`,
    nothing: 'Nobody scores.',
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
    unknown: (text: string) => `“${text}” is not a command. Type help for a list.`,
    bid: (text: string) => `“${text}” is not a bid. Write bid 31, bid 2 marks, plunge 4 or pass.`,
    trump: (text: string) => `“${text}” cannot be called. Write trump sixes, doubles, follow-me, nello or sevens.`,
    domino: (text: string) => `“${text}” is not a domino. Write play 6-4.`,
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

  /** The examples of the rules. */
  example: {
    trump: (trump: string) => (trump === 'follow me' ? 'Follow me: no trumps' : `Trumps: ${trump}`),
    takes: (domino: string) => `The ${domino} takes the trick.`,
    forTrick: 'for the trick',
    forCount: (domino: string) => `for the ${domino}`,
    total: 'Points',
  },

  /** The special words and what they mean. */
  terms: {
    trump: ['trump|trumps', 'The suit that beats all others. Whoever wins the bidding calls it.'],
    bid: ['bid|bids|bidding', 'How many of the 42 points your side will take, thirty or more. A bid in marks means all of them.'],
    mark: ['mark|marks', 'What a hand is played for. The first side with seven has spelled ALL and wins.'],
    count: ['count|counts', 'The five dominoes with five or ten pips. They are worth as much on top: 35 of the 42 points.'],
    trick: ['trick|tricks', 'One domino from each player. The highest trump takes it, else the highest of the suit that was led.'],
    lead: ['leads|lead|led', 'To play first to a trick. The others must follow that suit if they can.'],
    shaker: ['shaker|shakes|shake', 'Whoever mixes the dominoes. They bid last, and the shake goes round the table.'],
    set: ['set', 'The side with the bid took too little. The others score for it.'],
    laydown: ['lay down|lays down', 'To show your dominoes and claim every trick that is left, when nothing can go wrong.'],
    follow: ['follow me', 'A hand without trumps: the highest domino of the suit that was led takes the trick.'],
    nello: ['nello', 'The bidder must lose every trick, without trumps, while the partner sits out.'],
    plunge: ['plunge', 'A bid of four marks or more with four doubles in your hand. Your partner calls trump.'],
    splash: ['splash', 'A bid of two or three marks with three doubles in your hand. Your partner calls trump.'],
    sevens: ['sevens', 'The domino nearest to seven pips takes the trick. There are no suits and no trumps.'],
    doubles: ['doubles', 'A domino with two ends alike: the highest of its suit. Doubles may be trumps themselves.'],
    thrownin: ['thrown in|throw the hand in', 'Everybody passed: nobody scores, and the next player shakes.'],
  } as Terms,
};

export type Words = typeof words;
