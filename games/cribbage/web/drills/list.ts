import type { DrillList } from '$shell/drill/part';

export const list: DrillList = {
  game: 'cribbage',
  words: {
    en: {
      count: ['Count this hand', 'What do these cards score?'],
      discard: ['What do you throw?', 'Which two cards go to the crib?'],
      peg: ['Peg this', 'Which card do you play?'],
    },
    es: {
      count: ['Cuenta esta mano', '¿Cuánto valen estas cartas?'],
      discard: ['¿Qué echas?', '¿Qué dos cartas van al crib?'],
      peg: ['El juego', '¿Qué carta juegas?'],
    },
  },
};
