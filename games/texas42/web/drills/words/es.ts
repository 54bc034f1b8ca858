// The drills of Texas 42 in Spanish.

import type { DrillWords } from './en';

export const words: DrillWords = {
  kinds: {
    bid: { bid: 'cuando conviene ofrecer', pass: 'cuando conviene pasar' },
    lead: { ours: 'cuando la oferta es vuestra', theirs: 'cuando la oferta es de los rivales' },
  },
  first: 'Hablas primero.',
  before: (calls) => `Antes de ti: ${calls}.`,
  marks: 'Nadie tiene marcas todavía.',
  calls: 'Tu oferta',
  hand: 'Tus fichas',
  contract: (who, bid, trump) => `${who}: ${bid}, triunfo ${trump}.`,
  seats: ['Tú', 'Rival a tu izquierda', 'Tu compañero', 'Rival a tu derecha'],
  tricks: 'Las bazas hasta ahora',
  trick: (leader, winner) => `Salió: ${leader}. Ganó: ${winner}.`,
  none: 'Es la primera baza.',
  choose: 'Elige una ficha',
  lead: (domino) => `Salir con ${domino}`,
};
