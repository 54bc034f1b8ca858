import type { DrillList } from '$shell/drill/part';

export const list: DrillList = {
  game: 'dice',
  words: {
    en: {
      split: ['Best split', 'Which hands score most?'],
      reroll: ['Which dice again?', 'Which dice do you throw again?'],
    },
    es: {
      split: ['La mejor división', '¿Qué manos puntúan más?'],
      reroll: ['¿Qué dados otra vez?', '¿Qué dados vuelves a tirar?'],
    },
  },
};
