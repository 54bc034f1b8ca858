// The words of dice hands in English.

import type { OptionWords } from '$shell/game/part';
import type { Terms } from '$shell/terms/terms';
import type { Who } from '../scene';
import type { BossName, DieKind, HandKind, ItemName, LineName, Offer, PayRule, Standing } from '../wire';

const HANDS: Record<LineName, string> = {
  PYRAMID: 'Pyramid',
  FULL_RUN: 'Full run',
  TWO_TRIPLETS: 'Two triplets',
  THREE_PAIRS: 'Three pairs',
  LARGE_STRAIGHT: 'Large straight',
  ALL_EVEN: 'All even',
  ALL_ODD: 'All odd',
  FULL_HOUSE: 'Full house',
  SMALL_STRAIGHT: 'Small straight',
  X_OF_A_KIND: 'Of a kind',
  TWO_PAIR: 'Two pair',
  PAIR: 'Pair',
  HIGH_ROLL: 'High roll',
  BONUS: 'Bonus',
  MULT_BONUS: 'Multiplier of items',
  SCORE_MULT: 'Glass dice',
};

const KINDS: Record<DieKind, string> = {
  normal: 'normal',
  light: 'light',
  heavy: 'heavy',
  odd: 'odd',
  even: 'even',
  glass: 'glass',
  wild: 'wild',
  echo: 'echo',
  broken: 'broken',
};

const ITEMS: Record<ItemName, [name: string, effect: string]> = {
  even_steven: ['Even Steven', 'Each even die showing adds a half to the multiplier.'],
  odd_todd: ['Odd Todd', 'Each odd die showing adds a half to the multiplier.'],
  extra_reroll: ['Extra Reroll', 'One more reroll a round.'],
  insurance: ['Insurance', 'The first die that would break in a round stays whole.'],
  high_roller: ['High Roller', '15 points more a round.'],
  lucky_penny: ['Lucky Penny', 'Two dollars more a round.'],
  whetstone: ['Whetstone', 'Hands may rise five levels higher.'],
};

function offer({ kind, name }: Pick<Offer, 'kind' | 'name'>): string {
  switch (kind) {
    case 'die':
      return `${/^[eo]/.test(name) ? 'an' : 'a'} ${KINDS[name as DieKind]} die`;
    case 'upgrade':
      return `a level for ${HANDS[name as HandKind].toLowerCase()}`;
    case 'item':
      return ITEMS[name as ItemName][0];
    case 'extra_die':
      return 'one more die';
  }
}

/** The label of an offer on the counter. */
function good({ kind, name }: Pick<Offer, 'kind' | 'name'>): string {
  if (kind === 'upgrade') return HANDS[name as HandKind];
  if (kind === 'die') return `${KINDS[name as DieKind]} die`;
  return kind === 'extra_die' ? 'one more die' : offer({ kind, name });
}

/** "You" with its verb, or a name with its verb. */
const does = ({ name, you }: Who, verb: string, yours: string): string => (you ? `You ${yours}` : `${name} ${verb}`);

export const words = {
  name: 'Dice hands',
  commands: [
    ['keep 6 6', 'keeps two sixes and rolls the rest again'],
    ['throw 1 4', 'rolls the first and the fourth die again'],
    ['set 3 6', 'sets the third die, a wild one, to six'],
    ['score', 'scores the dice as they lie'],
    ['buy 2', 'buys the second offer; buy 1 3 puts a die in the place of your third'],
    ['leave', 'leaves the shop'],
    ['stop', 'stops a run that is won'],
  ] as [string, string][],
  keys: [
    ['1 … 9', 'keeps the die at this place, or lets go of it'],
    ['← →', 'to the die beside it'],
    ['R', 'rolls what is not kept'],
    ['S', 'scores'],
  ] as [string, string][],
  presets: {
    'Solo run': 'Solo run',
    'Short solo run': 'Short solo run',
    'Race for two': 'Race for two',
    'Race for four': 'Race for four',
    'Short race for two': 'Short race for two',
  } as Record<string, string>,
  presetLines: {
    'Solo run': 'You alone against twelve rising targets, with a shop after every round and a boss every fourth.',
    'Short solo run': 'Four rounds, the last with a boss: about ten minutes.',
    'Race for two': 'Two runs with the same luck; whoever gets further, or scores more, wins.',
    'Race for four': 'Four runs with the same luck.',
    'Short race for two': 'Four rounds against each other.',
  } as Record<string, string>,
  options: {
    seats: { label: 'Players', help: '1 plays alone; 2 to 6 race with the same luck.', fault: '1 to 6 players.' },
    'rules.full_house': { label: 'A full house scores', values: { additive: 'its triplet and its pair, and its own chips on top', formula: 'like any other hand' } },
    'rules.of_a_kind': { label: 'Dice alike make a hand with', values: { three_or_all: 'three dice, or all that are left', any: 'three dice or more' } },
    'rules.parity': { label: 'All even or all odd is made of', values: { all_remaining: 'all the dice that are left', subset: 'any five dice or more' } },
    'rules.level_cap': { label: 'Highest level of a hand', fault: '0 to 10.' },
    dice: { label: 'Dice to begin with', fault: '2 to 30 dice.' },
    rerolls: { label: 'Rerolls in a round', fault: '0 to 9 rerolls.' },
    cash: { label: 'Dollars to begin with', fault: 'A number of dollars, 0 or more.' },
    first_target: { label: 'Target of the first round', fault: 'A number of points, 1 or more.' },
    win_round: { label: 'Rounds to pass', fault: 'A number of rounds, 1 or more.' },
  } as Record<string, OptionWords>,
  refusals: {
    not_now: 'You cannot do that now.',
    no_rerolls: 'You have no rerolls left.',
    no_dice_picked: 'Choose at least one die.',
    no_such_die: 'You do not have that die.',
    picked_twice: 'That die is chosen twice.',
    locked: 'That die is locked.',
    not_wild: 'That die is not a wild one.',
    same_face: 'The die shows that face already.',
    no_such_offer: 'The shop has nothing like that.',
    sold: 'That is already sold.',
    too_dear: 'You cannot afford that.',
    replace_which: 'Say which of your dice it replaces.',
    replaces_nothing: 'That does not replace a die.',
    not_won: 'The run is not won yet.',
    no_stop_in_race: 'A race cannot be stopped early.',
  } as Record<string, string>,
  unscored: {
    too_many_dice: 'That is more dice than can be scored at once.',
  } as Record<string, string>,
  chance: 'Chance to win',
  figures: { pass: 'passes', pay: 'dollars expected', points: 'points expected' } as Record<string, string>,
  actions: {
    throw: (kept: string, thrown: number) =>
      kept === '' ? `Roll all ${thrown} dice again` : `Keep ${kept}, roll ${thrown === 1 ? 'one die' : `${thrown} dice`}`,
    set: (place: number, face: number) => `Set die ${place} to ${face}`,
    score: 'Score the dice as they lie',
    buy: (what: string, price: number) => (price === 0 ? `Take for free: ${what}` : `Buy for $${price}: ${what}`),
    inPlaceOf: (bought: string, place: number) => `${bought}, in place of die ${place}`,
    leave: 'Leave the shop',
    stop: 'Stop the run',
  },
  /** The arguments for an advised action. Chances are already formatted. */
  reasons: {
    reach: (target: number, chance: string) => `The chance to reach ${target} is ${chance}.`,
    shop: (chance: string) => `After it, the chance to pass the next round is ${chance}.`,
  },

  and: ' and ',
  hands: HANDS,
  kinds: KINDS,
  kindEffects: {
    normal: 'Six faces and no surprise.',
    light: 'Shows 1 to 3.',
    heavy: 'Shows 4 to 6.',
    odd: 'Adds 5 when it shows an odd face.',
    even: 'Adds 5 when it shows an even face.',
    glass: 'The score is half as much again for each one used; may break when rolled again.',
    wild: 'You set its face.',
    echo: 'Shows the face of a random other die after each roll.',
    broken: 'Shows a one for ever.',
  } satisfies Record<DieKind, string> as Record<DieKind, string>,
  items: ITEMS,
  offer,
  bosses: {
    lockdown: ['The Lockdown', 'Three dice in ten are rolled once and stay as they fall.'],
    inverter: ['The Inverter', 'Every face counts as seven less itself: a 6 is a 1.'],
    miser: ['The Miser', 'You have two fewer rerolls.'],
    silencer: ['The Silencer', 'Odd, even, glass, wild and echo dice are plain dice.'],
    collector: ['The Collector', 'After the round, one of your dice, chosen at random, becomes a plain one.'],
  } satisfies Record<BossName, [string, string]> as Record<BossName, [name: string, effect: string]>,
  pay: {
    PASSED: 'For passing: an eighth of the target, at least $5',
    DOUBLED: 'For twice the target: a tenth of the score',
    UNUSED_REROLLS: 'A dollar for every reroll you did not use',
    INTEREST: 'Interest: a dollar for every five you hold, at most $5',
    LUCKY_PENNY: 'Lucky Penny',
  } satisfies Record<PayRule, string> as Record<PayRule, string>,
  doing: { waiting: 'waiting', playing: 'rolling', finished: 'has scored', out: 'out' } satisfies Record<Standing['doing'], string> as Record<Standing['doing'], string>,

  roundWord: 'Round',
  round: (round: number, of: number) => `Round ${round} of ${of}`,
  rounds: (n: number) => (n === 1 ? '1 round' : `${n} rounds`),
  target: 'Target',
  money: 'Money',
  rerolls: 'Rerolls',
  insured: 'insured',
  pool: 'Your dice',
  poolOf: (name: string) => `${name}'s dice`,
  die: (place: number, face: number, kind: string) => `Die ${place}: ${face}, ${kind}`,
  countsAs: (face: number) => `counts as ${face}`,
  inHand: (letter: string, hand: string) => `in hand ${letter}, ${hand}`,
  unused: 'not used',
  locked: 'locked',
  kept: 'kept',
  inTheAir: (place: number) => `Die ${place}: rolling`,
  rolling: 'The dice are rolling…',
  freeOne: 'Every die scores. Tap one to roll it again.',
  roll: (n: number) => (n === 1 ? 'Roll 1 die' : `Roll ${n} dice`),
  score: (total: number) => `Score ${total}`,
  setTo: (place: number) => `Set die ${place} to`,
  preview: 'As they lie',
  total: 'Total',
  ofTarget: (target: number) => `of ${target}`,
  passes: 'passes',
  misses: (by: number) => `${by} short`,
  why: 'Why?',
  passed: 'Round passed',
  failed: 'Not enough',
  paid: 'Pay',
  goOn: 'Continue',
  bossRound: 'Boss round',
  face: (boss: string) => `Face ${boss.replace(/^The /, 'the ')}`,
  watching: 'Nothing to do right now.',
  overPrompt: 'The game is over',
  shop: 'The shop',
  shopFree: 'Your first die or level is free',
  free: 'free',
  buy: 'Buy',
  sold: 'sold',
  good,
  something: 'something',
  extraDieGives: (n: number) => `You roll ${n} dice.`,
  replaceWhich: (what: string) => `Tap the die that the ${what} replaces.`,
  cancel: 'Cancel',
  leave: (round: number) => `On to round ${round}`,
  stop: 'Stop here',
  stopHelp: 'The run is won. It may go on for as long as you pass.',
  ladder: 'Hands and levels',
  columns: { hand: 'Hand', level: 'Level', base: 'Chips', mult: 'Times' },
  /** In place of a multiplier, for a hand that has none. */
  onTop: 'on top',
  levelShort: (level: number) => `lv ${level}`,
  owned: 'Items',
  race: 'The race',
  raceColumns: { total: 'Points' },
  threwAgain: (n: number) => (n === 1 ? 'rerolled once' : n === 2 ? 'rerolled twice' : `rerolled ${n} times`),
  hiddenRace: 'In a race nobody sees the dice of the others. The scores come when the round has ended.',
  waiting: 'Waiting for the others.',
  youWin: 'You win the race',
  youTie: (others: string) => `You and ${others} tie for the race`,
  wins: (names: string, n: number) => (n === 1 ? `${names} wins the race` : `${names} tie for the race`),
  nobody: 'Nobody wins',
  inAll: (points: number) => `${points} points in all.`,
  end: (won: boolean, passed: number) => (won ? `The run is won: ${passed} rounds passed` : `The run is over: ${passed === 1 ? '1 round' : `${passed} rounds`} passed`),

  say: {
    round: (round: number, target: number) => `Round ${round}: ${target} to pass.`,
    boss: (name: string, effect: string) => `Boss round: ${name}. ${effect}`,
    rolled: (who: Who, faces: string) => `${does(who, 'rolls', 'roll')} ${faces}.`,
    rerolls: (who: Who, left: number) => `${does(who, 'rerolls', 'reroll')}, ${left === 1 ? 'one reroll' : `${left} rerolls`} left.`,
    broke: (place: number) => `Die ${place} breaks.`,
    saved: (place: number) => `Insurance saves die ${place}.`,
    set: (who: Who, place: number, face: number) => `${does(who, 'sets', 'set')} die ${place} to ${face}.`,
    hand: (hand: string, points: number) => `${hand.toLowerCase()} for ${points}`,
    scored: (who: Who, hands: string, total: number, target: number, passed: boolean) =>
      `${does(who, 'scores', 'score')} ${hands}: ${total} of ${target}. ${passed ? 'Passed.' : 'Not enough.'}`,
    paid: (who: Who, dollars: number) => `${who.you ? 'You are' : `${who.name} is`} paid ${dollars} dollars.`,
    collected: (who: Who, place: number) => `The Collector makes ${who.you ? `your die ${place}` : `die ${place} of ${who.name}`} a plain one.`,
    shop: 'The shop is open.',
    bought: (who: Who, what: string, price: number) => (price === 0 ? `${does(who, 'takes', 'take')} ${what} for free.` : `${does(who, 'buys', 'buy')} ${what} for ${price} dollars.`),
    left: (who: Who) => `${does(who, 'leaves', 'leave')} the shop.`,
    finished: (who: Who) => `${who.you ? 'You have' : `${who.name} has`} scored.`,
    stopped: (who: Who) => `${does(who, 'stops', 'stop')} the run.`,
  },

  describe: {
    round: (round: number, target: number, of: number) => `Round ${round} of ${of}, ${target} to pass.`,
    pool: (dice: string) => `Dice: ${dice}.`,
    preview: (total: number, passes: boolean) => `As they lie they score ${total}, which ${passes ? 'passes' : 'does not pass'}.`,
    have: (rerolls: number, money: number) => `${rerolls === 1 ? 'One reroll' : `${rerolls} rerolls`} left, ${money} dollars.`,
    standing: (name: string, rounds: string, total: number) => `${name}: ${rounds}, ${total} points.`,
    choose: 'Keep dice and roll the rest, or score.',
    shop: 'Buy, or leave the shop.',
  },

  problems: {
    unknown: (text: string) => `“${text}” is not a command. Type help for a list.`,
    numbers: 'Name dice and offers by numbers, as in throw 1 4.',
    keep: 'You do not have all of these faces. Write keep 6 6.',
    throw: 'Say which dice, as in throw 1 4.',
    set: 'Say which die and which face, as in set 3 6.',
    buy: 'Say which offer, as in buy 2.',
  },

  scorer: {
    add: 'Tap faces to add dice',
    addOne: (face: number) => `add a ${face}`,
    remove: (place: number, face: number) => `take away die ${place}, a ${face}`,
    typed: 'Or type the faces',
    typedHint: 'As in 1112235; up to 120 dice',
    clear: 'Clear',
    empty: 'The dice are always split in the best way there is.',
    bad: (text: string) => `“${text}” cannot be read: write faces from 1 to 6.`,
  },

  /** The special words and what they mean. */
  terms: {
    reroll: ['reroll|rerolls|rerolled', 'To roll again what you do not keep. You have a few a round, and each unused one pays a dollar.'],
    target: ['target', 'The points that you need to pass the round. It rises from round to round.'],
    chips: ['chips', 'The first number of a hand: its own chips and the pips of its dice.'],
    times: ['times|multiplier', 'The second number of a hand: its chips are multiplied by it.'],
    hand: ['hand|hands', 'Dice that score together, as a pair or a straight. Your dice are split into the hands that score most.'],
    level: ['level|levels', 'Each level of a hand adds chips and multiplier. Levels are bought in the shop.'],
    boss: ['boss|boss round', 'Every fourth round has a boss with a rule of its own.'],
    shop: ['shop', 'It opens after every round that you pass. The first die or level of a visit is free.'],
    item: ['items|item', 'Something from the shop that helps for the rest of the run.'],
    straight: ['straight|small straight|large straight', 'Faces that follow each other: four for a small straight, five for a large one.'],
    fullhouse: ['full house', 'Three of one face and two of another.'],
    ontop: ['on top', 'A full house has no multiplier: it scores what its three of a kind and its pair score, and its own chips on top.'],
    pyramid: ['pyramid', 'One 2, three 4s and five 6s: the most valuable hand of all.'],
    kind: ['of a kind', 'Three or more dice with the same face.'],
    highroll: ['high roll', 'A single die that fits into no other hand.'],
    wild: ['wild', 'A die whose face you set yourself.'],
    glass: ['glass', 'A die that raises the whole score, and may break when it is rolled again.'],
    echo: ['echo', 'A die that shows the face of another die at random after each roll.'],
    locked: ['locked', 'A die that cannot be rolled again in this round.'],
    interest: ['interest', 'A dollar after each round for every five that you hold.'],
    insured: ['insured|insurance', 'The first glass die that would break in a round stays whole.'],
    race: ['race', 'Two to six players with the same luck, each with their own dice. Whoever gets further wins.'],
  } as Terms,
};

export type Words = typeof words;
