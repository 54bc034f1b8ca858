// The drills of dice hands in English.

export const words = {
  kinds: {
    split: {
      PYRAMID: 'pyramids',
      FULL_RUN: 'full runs',
      TWO_TRIPLETS: 'two triplets',
      THREE_PAIRS: 'three pairs',
      LARGE_STRAIGHT: 'large straights',
      ALL_EVEN: 'hands of all even',
      ALL_ODD: 'hands of all odd',
      FULL_HOUSE: 'full houses',
      SMALL_STRAIGHT: 'small straights',
      X_OF_A_KIND: 'hands of a kind',
      TWO_PAIR: 'two pairs',
      PAIR: 'pairs',
    },
    reroll: { 1: 'with one reroll left', 2: 'with two rerolls left', 3: 'with three rerolls left' },
  } as Record<string, Record<string, string>>,
  dice: 'The dice',
  target: (target: number) => `The target is ${target}.`,
  rerolls: (left: number) => (left === 1 ? 'One reroll is left.' : `${left} rerolls are left.`),
  die: (face: number) => `A die that shows ${face}`,
  again: (dice: string) => `Throw ${dice} again`,
  score: 'Score as it is',
  help: 'Touch a die to put it into a hand; touch it again for the next hand.',
  inHand: (face: number, letter: string) => `A die that shows ${face}, in hand ${letter}`,
  free: (face: number) => `A die that shows ${face}, in no hand`,
  hands: 'Your hands',
  handIs: (letter: string, name: string, points: number) => `${letter}: ${name}, ${points}`,
  noHand: (letter: string, dice: string) => `${letter}: ${dice} is no hand`,
  takesAll: (name: string) => `${name} takes all dice that are left.`,
  total: (points: number) => `Score ${points}`,
  choose: 'Make hands of the dice',
  bestHands: 'The best hands',
  nothing: 'nothing',
};

export type DrillWords = typeof words;
