// The drills of dice hands in Spanish.

import type { DrillWords } from './en';

export const words: DrillWords = {
  kinds: {
    split: {
      PYRAMID: 'las pirámides',
      FULL_RUN: 'las escaleras completas',
      TWO_TRIPLETS: 'los dos tríos',
      THREE_PAIRS: 'las tres parejas',
      LARGE_STRAIGHT: 'las escaleras largas',
      ALL_EVEN: 'las manos de todo pares',
      ALL_ODD: 'las manos de todo impares',
      FULL_HOUSE: 'los fulls',
      SMALL_STRAIGHT: 'las escaleras cortas',
      X_OF_A_KIND: 'las manos de iguales',
      TWO_PAIR: 'las dobles parejas',
      PAIR: 'las parejas',
    },
    reroll: { 1: 'cuando queda una tirada', 2: 'cuando quedan dos tiradas', 3: 'cuando quedan tres tiradas' },
  },
  dice: 'Los dados',
  target: (target) => `El objetivo es ${target}.`,
  rerolls: (left) => (left === 1 ? 'Queda una tirada.' : `Quedan ${left} tiradas.`),
  die: (face) => `Un dado que muestra ${face}`,
  again: (dice) => `Tirar ${dice} otra vez`,
  score: 'Puntuar así',
  help: 'Toca un dado para ponerlo en una mano; tócalo otra vez para pasarlo a la siguiente.',
  inHand: (face, letter) => `Un dado que muestra ${face}, en la mano ${letter}`,
  free: (face) => `Un dado que muestra ${face}, en ninguna mano`,
  hands: 'Tus manos',
  handIs: (letter, name, points) => `${letter}, ${name}: ${points}`,
  noHand: (letter, dice) => `${letter}: ${dice} no es una mano`,
  takesAll: (name) => `${name} usa todos los dados que quedan.`,
  total: (points) => `Puntuar ${points}`,
  choose: 'Forma manos con los dados',
  bestHands: 'Las mejores manos',
  nothing: 'nada',
};
