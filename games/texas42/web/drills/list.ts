import type { DrillList } from '$shell/drill/part';

export const list: DrillList = {
  game: 'texas42',
  words: {
    en: {
      bid: ['Bid this hand', 'What do you call with these dominoes?'],
      lead: ['Lead from this', 'Which domino do you lead?'],
    },
    es: {
      bid: ['Haz una oferta', '¿Qué ofreces con estas fichas?'],
      lead: ['Sal con esta mano', '¿Con qué ficha sales?'],
    },
  },
};
