// The words of cribbage in English.

import type { OptionWords } from '$shell/game/part';
import type { Term, Terms } from '$shell/terms/terms';
import type { Landmark } from '../board';
import { chairs, sides } from '../chairs';
import type { Card, Item, Loss, Rank, Suit } from '../wire';

const RANKS: Record<Rank, string> = {
  A: 'ace',
  2: 'two',
  3: 'three',
  4: 'four',
  5: 'five',
  6: 'six',
  7: 'seven',
  8: 'eight',
  9: 'nine',
  10: 'ten',
  J: 'jack',
  Q: 'queen',
  K: 'king',
};

const SUITS: Record<Suit, string> = { spades: 'spades', hearts: 'hearts', diamonds: 'diamonds', clubs: 'clubs' };

const NUMBERS = (
  'nothing one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen ' +
  'seventeen eighteen nineteen twenty twenty-one twenty-two twenty-three twenty-four twenty-five twenty-six ' +
  'twenty-seven twenty-eight twenty-nine thirty thirty-one'
).split(' ');

const number = (n: number): string => NUMBERS[n] ?? String(n);
const points = (n: number): string => (n === 1 ? '1 point' : `${n} points`);

/** The name of a player, or null for the reader. */
export type Who = string | null;

/** For example "You deal" or "Fox deals". */
const does = (who: Who, verb: string): string => (who === null ? `You ${verb}` : `${who} ${verb}s`);

export const words = {
  name: 'Cribbage',
  commands: [
    ['discard 5h 6s', 'throws these cards to the crib'],
    ['play 7c', 'plays this card'],
    ['count 8', 'says what your hand or crib is worth'],
    ['muggins 2', 'claims what was missed; 0 claims nothing'],
  ] as [string, string][],
  keys: [
    ['1 … 6', 'chooses the card at this place, or plays it'],
    ['← →', 'to the card beside it'],
    ['Enter', 'chooses or plays the card; throws the chosen ones'],
  ] as [string, string][],
  presets: {} as Record<string, string>,
  presetLines: {
    'Two players': 'The usual game: six cards each, throw two, first to 121.',
    'Three players': 'Five cards each, throw one; everybody for themselves.',
    'Four, as partners': 'You and the player across share a score.',
    'Four, everyone alone': 'Five cards each, throw one, four tracks on the board.',
    'Short game to 61': 'Once round the board, about ten minutes.',
    'Count your own': 'You say what your hand is worth; what you miss is lost.',
    Muggins: 'You count for yourself, and the others take what you miss.',
  } as Record<string, string>,
  options: {
    seats: { label: 'Players', help: 'Two, three or four.', fault: 'Two, three or four can play.' },
    alone: { label: 'Four players alone', help: 'Everybody for themselves, and not as partners.', when: ({ seats }) => seats === 4 },
    target: { label: 'Points to win', help: '121, or 61 for a short game.', fault: '121, or 61 for a short game.' },
    counting: {
      label: 'Counting',
      help: 'Who says what a hand is worth.',
      values: { auto: 'The house counts', manual: 'Everyone counts their own', muggins: 'Own count, with muggins' },
    },
    head_start: { label: 'Head start', help: 'Points that a side begins with.', fault: 'Numbers below the points to win.', sides },
    first_dealer: { label: 'First dealer', none: 'Cut the cards for it', chairs },
    match_score: { label: 'Games won before', help: 'How the match already stands.', fault: 'Whole numbers, 0 or more.', sides },
  } as Record<string, OptionWords>,
  refusals: {
    not_in_hand: 'You do not hold that card.',
    wrong_number: 'That is the wrong number of cards for the crib.',
    would_exceed_31: 'The count would pass thirty-one.',
    count_too_high: 'No hand is worth that much.',
    not_now: 'You cannot do that now.',
  } as Record<string, string>,
  unscored: {
    duplicate_card: 'A card appears twice.',
    starter_in_hand: 'The starter is also one of the four cards.',
    past_thirty_one: 'The count would pass thirty-one.',
  } as Record<string, string>,
  chance: 'Chance to win',
  figures: {
    hand: 'hand',
    crib: 'crib',
    pegging: 'pegging',
    theirs: 'their pegging',
    total: 'together',
    points: 'points',
  } as Record<string, string>,
  actions: {
    throw: (cards: string, owner: string) => `Throw ${cards} to ${owner}`,
    play: (card: string) => `Play ${card}`,
    count: (points: number) => `Count ${points}`,
    muggins: (points: number) => (points === 0 ? 'Claim nothing' : `Call muggins for ${points}`),
  },
  /** The arguments for an advised action. Averages are already formatted. */
  reasons: {
    throw: (kept: string, hand: string, thrown: string, owner: string, crib: string, gives: 'little' | 'fair' | 'much') =>
      `${kept} count ${hand} on average over all starters. With ${thrown} ${owner} counts ${crib}${{ little: ', which is little', fair: '', much: ', which is much' }[gives]}.`,
    play: (count: number, now: number, own: string, theirs: string) =>
      `Makes ${number(count)}${now > 0 ? ` for ${number(now)}` : ''}. In the rest of the play you peg ${own} on average, and the others ${theirs}.`,
    count: (n: number) => `You peg ${points(n)}.`,
  },

  card: ({ rank, suit }: Card): string => `${RANKS[rank]} of ${SUITS[suit]}`,
  faceDown: 'a card face down',
  number,
  points,

  phases: {
    waiting: 'Waiting',
    dealing: 'The cards are dealt',
    discard: 'Throw to the crib',
    pegging: 'The play',
    counting: 'The show',
    gameover: 'The game is over',
  },
  hand: 'Your hand',
  handOf: (name: string) => `${name}'s hand`,
  crib: 'Crib',
  cribOf: (name: string) => `${name}'s crib`,
  starter: 'Starter',
  deck: 'Deck',
  count: 'Count',
  stack: 'Cards of this count',
  before: 'Played before',
  dealer: 'dealer',
  go: 'Go!',
  cardsLeft: (n: number) => (n === 1 ? 'one card' : `${n} cards`),
  board: (standings: string, target: number) => `Pegging board to ${target}: ${standings}`,
  /** The rows of the board, and the name and meaning of the line before each of them. */
  streets: ['first street', 'second street', 'third street', 'fourth street'],
  landmarks: {
    street: (at: number, street: string): Term => [street, `It begins here, after ${at}. The board has a street for every thirty holes.`],
    skunk: (at: number, street: string): Term => ['skunk line', `The ${street} begins here, after ${at}. Whoever loses before it is skunked, and the game counts double.`],
    double: (at: number, street: string): Term => ['double skunk line', `The ${street} begins here, after ${at}. Whoever loses before it has a double skunk, and the game counts threefold.`],
  } satisfies Record<Landmark['kind'], (at: number, street: string) => Term> as Record<Landmark['kind'], (at: number, street: string) => Term>,

  you: 'You',
  ofThirtyOne: 'of 31',
  goOn: 'Continue',
  advised: 'advised',
  playsFor: (card: string, count: number, points: number) => (points > 0 ? `Play ${card}: ${count} for ${points}` : `Play ${card}: ${count}`),
  choose: (count: number, owner: string) => (count === 1 ? `Choose a card for ${owner}` : `Choose ${number(count)} cards for ${owner}`),
  yourCrib: 'your crib',
  waitThrow: 'The others are still choosing.',
  playCard: 'Your turn: play a card.',
  waitFor: (name: string) => `${name} is to play.`,
  waitCount: (name: string) => `${name} is counting.`,
  unplayable: 'cannot be played now',
  why: 'Why?',
  nothing: 'No points',
  total: 'Total',

  yourCount: { hand: 'What is your hand worth?', crib: 'What is your crib worth?' },
  claim: 'Count it',
  mugginsAsk: (name: string, stated: number) => `${name} counted ${stated}. What was missed?`,
  mugginsClaim: 'Call what was missed',
  mugginsNone: 'Nothing was missed',
  pointsField: 'Points',
  stated: (stated: number, truth: number) =>
    stated === truth ? 'counted correctly' : stated < truth ? `counted ${stated}, ${truth - stated} missed` : `counted ${stated}, too many`,

  result: {
    youWin: (by: number) => `You win by ${by}`,
    weWin: (by: number) => `You two win by ${by}`,
    wins: (name: string, by: number) => `${name} wins by ${by}`,
    theyWin: (names: string, by: number) => `${names} win by ${by}`,
  },
  losses: {
    plain: (name: string, score: number) => `${name} has ${score}.`,
    skunk: (name: string, score: number) => `${name}: only ${score}, a skunk, which counts double.`,
    double_skunk: (name: string, score: number) => `${name}: only ${score}, a double skunk, which counts threefold.`,
  } satisfies Record<Loss, (name: string, score: number) => string>,
  gamesWon: (n: number) => (n === 1 ? '1 game won' : `${n} games won`),
  and: ' and ',

  /** Rules by their names on the wire: as a heading, and in a player's words. */
  rules: {
    DOUBLE_RUN_OF_4: ['Double run of four', 'a double run of four'],
    QUADRUPLE_RUN_OF_3: ['Quadruple run of three', 'a quadruple run of three'],
    TRIPLE_RUN_OF_3: ['Triple run of three', 'a triple run of three'],
    DOUBLE_RUN_OF_3: ['Double run of three', 'a double run of three'],
    RUN_OF_5: ['Run of five', 'a run of five'],
    RUN_OF_4: ['Run of four', 'a run of four'],
    RUN_OF_3: ['Run of three', 'a run of three'],
    FOUR_OF_A_KIND: ['Four of a kind', 'four of a kind'],
    THREE_OF_A_KIND: ['Three of a kind', 'three of a kind'],
    PAIR: ['Pair', 'a pair'],
    FIFTEEN: ['Fifteen', 'fifteen'],
    FLUSH_5: ['Flush of five', 'a flush of five'],
    FLUSH_4: ['Flush of four', 'a flush of four'],
    RIGHT_JACK: ['His nobs', 'one for his nobs'],
    PEGGING_FIFTEEN: ['Fifteen', 'fifteen'],
    PEGGING_THIRTY_ONE: ['Thirty-one', 'thirty-one'],
    PEGGING_FOUR_OF_A_KIND: ['Four of a kind', 'four of a kind'],
    PEGGING_THREE_OF_A_KIND: ['Three of a kind', 'three of a kind'],
    PEGGING_PAIR: ['Pair', 'a pair'],
    PEGGING_RUN_OF_7: ['Run of seven', 'a run of seven'],
    PEGGING_RUN_OF_6: ['Run of six', 'a run of six'],
    PEGGING_RUN_OF_5: ['Run of five', 'a run of five'],
    PEGGING_RUN_OF_4: ['Run of four', 'a run of four'],
    PEGGING_RUN_OF_3: ['Run of three', 'a run of three'],
    LAST_CARD: ['Last card', 'last card'],
    HEELS: ['His heels', 'his heels'],
  } as Record<Item['type'], [heading: string, spoken: string]>,

  /** The words of a count: "fifteen two, fifteen four, and a pair is six". */
  aloud: {
    fifteen: (sum: string) => `fifteen ${sum}`,
    item: (spoken: string, sum: string, again: boolean) =>
      `${again ? spoken.replace(/^a /, 'another ') : spoken} is ${sum}`,
    and: 'and ',
    scores: (spoken: string, points: string) => `${spoken} for ${points}`,
    nothing: 'nothing',
  },

  /** Why an item scores. */
  whys: {
    fifteen: (sum: string) => `${sum} make fifteen.`,
    run: (cards: string) => `${cards} follow each other.`,
    runs: (runs: number, length: number, pairs: number) =>
      `${runs} runs of ${length} (${runs * length}) and ${pairs === 1 ? 'a pair' : `${pairs} pairs`} (${pairs * 2}).`,
    same: (cards: string, pairs: number) => `${cards} are alike: ${pairs === 1 ? 'one pair' : `${pairs} pairs`}, 2 points each.`,
    flush4: 'All four cards of the hand are of one suit.',
    flush5: 'The hand and the starter are of one suit.',
    nobs: (jack: string) => `${jack} has the suit of the starter.`,
    heels: 'The starter is a jack: two for the dealer.',
    thirtyOne: 'The count is exactly thirty-one.',
    lastCard: 'Nobody can play on.',
  },

  /** The events. The acting player is a name, or null for the reader. */
  say: {
    cut: (cuts: string, dealer: Who) => `${cuts}. ${dealer === null ? 'You have the low card and deal' : `${dealer} has the low card and deals`}.`,
    cutOf: (who: Who, card: string) => `${does(who, 'cut')} the ${card}`,
    cutAgain: (cuts: string) => `${cuts}. Cut again.`,
    dealt: (dealer: Who, hand: string) => `${does(dealer, 'deal')}.${hand === '' ? '' : ` Your hand: ${hand}.`}`,
    throwNow: (count: number, owner: string) => `Throw ${number(count)} ${count === 1 ? 'card' : 'cards'} to ${owner}.`,
    threw: (who: Who, count: number) => `${does(who, 'throw')} ${number(count)} ${count === 1 ? 'card' : 'cards'} to the crib.`,
    starter: (card: string) => `The starter is the ${card}.`,
    heels: (dealer: Who) => `His heels: two for ${dealer ?? 'you'}.`,
    leads: (who: Who) => `${does(who, 'lead')}.`,
    played: (who: Who, card: string, count: number) => `${does(who, 'play')} the ${card}: ${number(count)}.`,
    scored: (what: string) => `${what}.`,
    go: (who: Who) => `${does(who, 'say')} go.`,
    reset: (who: Who) => `A new count. ${does(who, 'lead')}.`,
    playOver: 'The play is over.',
    shown: (who: Who, cards: string) => `${does(who, 'show')} ${cards}.`,
    shownCrib: (who: Who, cards: string) => `${does(who, 'turn')} up the crib: ${cards}.`,
    hand: (who: Who, cards: string, aloud: string) => `${does(who, 'show')} ${cards}: ${aloud}.`,
    crib: (who: Who, cards: string, aloud: string) => `${who === null ? 'Your' : `${who}'s`} crib is ${cards}: ${aloud}.`,
    claimed: (who: Who, stated: number, pegged: number) =>
      stated === pegged ? `${does(who, 'count')} ${stated}.` : `${does(who, 'count')} ${stated}, and ${who === null ? 'peg' : 'pegs'} ${pegged}.`,
    muggins: (who: Who, claimed: number, pegged: number) =>
      claimed === 0
        ? `${does(who, 'claim')} nothing.`
        : pegged > 0
          ? `Muggins! ${does(who, 'take')} ${points(pegged)}.`
          : `${does(who, 'claim')} ${claimed}, wrongly.`,
    won: (who: Who, scores: string) => `${does(who, 'win')}. ${scores}`,
  },

  describe: {
    scores: (standings: string, target: number) => `${standings}, to ${target}.`,
    hand: (cards: string) => `Your hand: ${cards}.`,
    played: (count: number, cards: string) => `The count is ${count}: ${cards}.`,
    noCount: 'The count is nothing.',
    starter: (card: string) => `Starter: ${card}.`,
    dealer: (name: string) => `${name} deals.`,
    left: (name: string, cards: number) => `${name} holds ${cards === 1 ? 'one card' : `${cards} cards`}.`,
    turn: (name: string) => `${name} is to play.`,
    yourTurn: 'It is your turn.',
    throwNow: (count: number) => `Throw ${number(count)} to the crib.`,
  },

  problems: {
    unknown: (text: string) => `“${text}” is not a command. Type help for a list.`,
    cards: (text: string) => `“${text}” is not a list of cards. Write cards as 5h or 10s.`,
    one: 'Name one card, as in play 7c.',
    number: 'Say how many points, as in count 8.',
  },

  scorer: {
    what: 'What to score',
    hand: 'A hand',
    crib: 'A crib',
    play: 'Cards of the play',
    chooseHand: 'Tap four cards, then the starter.',
    choosePlay: 'Tap the cards in the order in which they were played.',
    typed: 'Or type them',
    typedHint: 'The starter is the fifth card, as in 5H 5S 5D JC 5C',
    clear: 'Clear',
    needFour: 'Four cards are needed; a fifth is the starter.',
    noStarter: 'Without a starter',
  },

  /** The special words and what they mean. */
  terms: {
    crib: ['crib', 'The extra hand, made of the cards that everybody throws. It belongs to the dealer, who counts it last.'],
    starter: ['starter', 'The card that is cut after the throw. It counts with every hand and with the crib.'],
    dealer: ['dealer', 'Whoever deals: the crib is theirs, and they play and count last.'],
    pone: ['pone', 'The player after the dealer, who plays and counts first.'],
    count: ['count', 'The sum of the cards played so far. Nobody may bring it above thirty-one.'],
    go: ['go', 'Said by whoever cannot play without passing thirty-one. The one who played last scores a point.'],
    last: ['last card', 'Nobody can play on: whoever played last scores a point.'],
    fifteen: ['fifteen|fifteens', 'Cards that add up to fifteen score two. Court cards count ten, an ace one.'],
    thirtyone: ['thirty-one', 'The most that the cards of the play may add up to. Whoever reaches it exactly scores two.'],
    run: ['run|runs', 'Three or more cards that follow each other, as 6 7 8. A run scores a point for each card.'],
    double: ['double run|triple run|quadruple run', 'A run with a pair in it: every way to make the run counts, and so does the pair.'],
    flush: ['flush', 'A hand of one suit scores four, and five with the starter. A crib scores only with all five.'],
    nobs: ['his nobs|nobs|right jack', 'A jack in the hand or the crib that has the suit of the starter. It scores one.'],
    heels: ['his heels|heels', 'A jack turned up as the starter. The dealer scores two at once.'],
    muggins: ['muggins', 'Points that somebody missed in their own hand go to whoever calls them.'],
    street: ['street|streets', 'A row of thirty holes of the board. A game to 121 has four of them.'],
    skunk: ['skunk|skunked', 'To lose by more than thirty points. The game counts double.'],
    doubleskunk: ['double skunk', 'To lose by more than sixty points. The game counts threefold.'],
    pegging: ['pegging|peg|pegs', 'The play, in which points are marked on the board at once. Each side has two pegs that leap over each other.'],
    show: ['the show', 'When the play is over, the hands are counted, the dealer’s after the others, and then the crib.'],
  } as Terms,
};

export type Words = typeof words;
