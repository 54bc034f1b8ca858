// Dice hands in English.

import type { OptionWords } from '$shell/game/part';
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
  insurance: ['Insurance', 'The first break each round does not happen.'],
  high_roller: ['High Roller', '15 points more a round.'],
  lucky_penny: ['Lucky Penny', 'Two dollars more a round.'],
  whetstone: ['Whetstone', 'Hands may rise five levels higher.'],
};

function offer({ kind, name }: Pick<Offer, 'kind' | 'name'>): string {
  switch (kind) {
    case 'die':
      return `${KINDS[name as DieKind]} die`;
    case 'upgrade':
      return `${HANDS[name as HandKind]}, next level`;
    case 'item':
      return ITEMS[name as ItemName][0];
    case 'extra_die':
      return 'one more normal die';
  }
}

export const words = {
  name: 'Dice hands',
  commands: [
    ['keep 6 6', 'keeps two sixes and throws the rest again'],
    ['throw 1 4', 'throws the first and the fourth die again'],
    ['set 3 6', 'sets the third die, a wild one, to six'],
    ['score', 'scores the dice as they lie'],
    ['buy 2', 'buys the second offer; buy 1 3 puts a die in the place of your third'],
    ['leave', 'leaves the shop'],
    ['stop', 'stops a run that is won'],
  ] as [string, string][],
  keys: [
    ['1 … 9', 'keeps or frees the die at this place'],
    ['← →', 'to the die beside it'],
    ['R', 'throws what is not kept'],
    ['S', 'scores'],
  ] as [string, string][],
  presets: {
    'Solo run': 'Solo run',
    'Short solo run': 'Short solo run',
    'Race for two': 'Race for two',
    'Race for four': 'Race for four',
    'Short race for two': 'Short race for two',
  } as Record<string, string>,
  options: {
    seats: { label: 'Players', help: '1 plays alone; 2 to 6 race on the same luck.' },
    rules: { label: 'Scoring rules' },
    dice: { label: 'Dice at the start' },
    rerolls: { label: 'Rerolls a round' },
    cash: { label: 'Dollars at the start' },
    first_target: { label: 'First target' },
    win_round: { label: 'Round that wins' },
  } as Record<string, OptionWords>,
  refusals: {} as Record<string, string>,
  chance: 'Chance to win',
  figures: { pass: 'passes', pay: 'dollars expected', points: 'points expected' } as Record<string, string>,
  actions: {
    throw: (kept: string, thrown: number) =>
      kept === '' ? `Throw all ${thrown} dice again` : `Keep ${kept}, throw ${thrown === 1 ? 'one die' : `${thrown} dice`} again`,
    set: (place: number, face: number) => `Set die ${place} to ${face}`,
    score: 'Score the dice as they lie',
    buy: (what: string, price: number) => (price === 0 ? `Take for free: ${what}` : `Buy for $${price}: ${what}`),
    inPlaceOf: (bought: string, place: number) => `${bought}, in place of die ${place}`,
    leave: 'Leave the shop',
    stop: 'Stop the run',
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
    glass: 'The score is half as much again for each one used; may break when thrown again.',
    wild: 'You set its face.',
    echo: 'Shows the face of a random other die after each throw.',
    broken: 'Shows a one for ever.',
  } satisfies Record<DieKind, string> as Record<DieKind, string>,
  items: ITEMS,
  offer,
  bosses: {
    lockdown: 'Lockdown: three dice in ten roll once and stay as they fall.',
    inverter: 'Inverter: every face plays as seven less itself.',
    miser: 'Miser: there are two rerolls fewer.',
    silencer: 'Silencer: odd, even, glass, wild and echo are plain dice.',
    collector: 'Collector: afterwards one random die becomes normal.',
  } satisfies Record<BossName, string> as Record<BossName, string>,
  pay: {
    PASSED: 'Passed: an eighth of the target, at least 5',
    DOUBLED: 'A tenth of a score of twice the target',
    UNUSED_REROLLS: 'A dollar for each unused reroll',
    INTEREST: 'A dollar for every five in cash, at most 5',
    LUCKY_PENNY: 'Lucky Penny',
  } satisfies Record<PayRule, string> as Record<PayRule, string>,
  doing: { waiting: 'waiting', playing: 'at work', finished: 'finished', out: 'out' } satisfies Record<Standing['doing'], string> as Record<Standing['doing'], string>,

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
  keep: 'keep',
  kept: 'kept',
  keepHelp: 'Tap the dice that you keep.',
  throwAgain: (n: number) => (n === 1 ? 'Throw 1 die again' : `Throw ${n} dice again`),
  allKept: 'All dice are kept',
  noRerolls: 'No rerolls left',
  score: (total: number) => `Score ${total}`,
  setTo: (place: number) => `Set die ${place} to`,
  preview: 'As they lie',
  total: 'Total',
  passes: 'passes',
  misses: (by: number) => `${by} short`,
  why: 'Why?',
  scoredTitle: (name: string) => `${name} scored`,
  passed: 'Round passed',
  failed: 'Round not passed',
  paid: 'Pay',
  shop: 'Shop',
  shopFree: 'The first die or upgrade is free.',
  free: 'free',
  buy: 'Buy',
  sold: 'sold',
  replaceWhich: (what: string) => `Which of your dice makes room for the ${what}?`,
  cancel: 'Cancel',
  leave: 'Next round',
  stop: 'Stop here',
  stopHelp: 'The run is won. It may go on for as long as you pass.',
  sections: { die: 'Dice', upgrade: 'Upgrades', item: 'Items', extra_die: 'One more' } satisfies Record<Offer['kind'], string> as Record<Offer['kind'], string>,
  ladder: 'Hands and levels',
  columns: { hand: 'Hand', level: 'Level', base: 'Base', mult: 'Times', next: 'Next level' },
  owned: 'Items',
  race: 'The race',
  raceColumns: { player: 'Player', doing: 'Now', passed: 'Rounds', total: 'Points', money: 'Money' },
  hiddenRace: 'In a race you see the others when the round has ended.',
  waiting: 'Waiting for the others.',
  wins: (names: string) => `${names} wins the race`,
  nobody: 'Nobody wins',
  end: (won: boolean, passed: number) => (won ? `The run is won: ${passed} rounds passed` : `The run is over: ${passed === 1 ? '1 round' : `${passed} rounds`} passed`),

  say: {
    round: (round: number, target: number) => `Round ${round}: ${target} to pass.`,
    boss: (effect: string) => `Boss round. ${effect}`,
    rolled: (name: string, faces: string) => `${name} throws ${faces}.`,
    rerolls: (name: string, left: number) => `${name} throws again, ${left === 1 ? 'one reroll' : `${left} rerolls`} left.`,
    broke: (place: number) => `Die ${place} breaks.`,
    saved: (place: number) => `Insurance saves die ${place}.`,
    set: (name: string, place: number, face: number) => `${name} sets die ${place} to ${face}.`,
    hand: (hand: string, points: number) => `${hand.toLowerCase()} for ${points}`,
    scored: (name: string, hands: string, total: number, target: number, passed: boolean) =>
      `${name} scores ${hands}: ${total} of ${target}. ${passed ? 'Passed.' : 'Not passed.'}`,
    paid: (name: string, dollars: number) => `${name} is paid ${dollars} dollars.`,
    collected: (name: string, place: number) => `The collector makes die ${place} of ${name} normal.`,
    shop: 'The shop is open.',
    bought: (name: string, what: string, price: number) => `${name} buys ${what} for ${price} dollars.`,
    left: (name: string) => `${name} leaves the shop.`,
    finished: (name: string) => `${name} has scored.`,
    stopped: (name: string) => `${name} stops the run.`,
  },

  describe: {
    round: (round: number, target: number, of: number) => `Round ${round} of ${of}, ${target} to pass.`,
    pool: (dice: string) => `Dice: ${dice}.`,
    preview: (total: number, passes: boolean) => `As they lie they score ${total}, which ${passes ? 'passes' : 'does not pass'}.`,
    have: (rerolls: number, money: number) => `${rerolls === 1 ? 'One reroll' : `${rerolls} rerolls`} left, ${money} dollars.`,
    standing: (name: string, rounds: string, total: number) => `${name}: ${rounds}, ${total} points.`,
    choose: 'Keep dice and throw the rest, or score.',
    shop: 'Buy, or leave the shop.',
  },

  problems: {
    unknown: (text: string) => `“${text}” is no command. Type help for a list.`,
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
    empty: 'Every pool of dice is split in the best way there is.',
    bad: (text: string) => `“${text}” is no pool: write faces from 1 to 6.`,
  },
};

export type Words = typeof words;
