// The drills of cribbage in Spanish.

import type { DrillWords } from './en';

export const words: DrillWords = {
  kinds: {
    count: { fifteens: 'los quinces', pairs: 'las parejas', runs: 'las escaleras', flush: 'los colores', nobs: 'las jotas del palo' },
    discard: { own: 'con tu propio crib', theirs: 'con el crib ajeno' },
    peg: { lead: 'cuando sales', follow: 'cuando ya hay cartas' },
  },
  fields: { fifteens: 'Quinces', pairs: 'Parejas', runs: 'Escaleras', flush: 'Color', nobs: 'Jota' },
  pointsOf: (kind) => `Puntos por ${kind.toLowerCase()}`,
  hand: 'Una mano y la carta de corte',
  crib: 'Un crib y la carta de corte',
  total: (points) => `Decir ${points}`,
  counts: (points) => String(points),
  saidIs: (said, total) => `Dijiste ${said}; estas cartas valen ${total}.`,
  tooMuch: (kind, said, points) => `${kind}: has dicho ${said} y hay ${points}.`,
  missed: 'Lo que se te escapó',
  all: 'Todo lo que cuenta',
  own: 'El crib es tuyo.',
  theirs: 'El crib es del rival.',
  scores: (own, theirs) => `Tienes ${own}; el rival, ${theirs}.`,
  choose: 'Elige dos cartas',
  throw: (cards) => `Echar ${cards}`,
  chooseOne: 'Elige una carta',
  play: (card) => `Jugar ${card}`,
  count: (count) => `La cuenta va en ${count}.`,
  leads: 'No hay nada en la mesa: sales tú.',
  played: (cards) => `El rival ha jugado ${cards}.`,
  threw: (cards) => `Echaste ${cards}.`,
  starter: 'Corte',
  table: 'En la mesa',
  yours: 'Tus cartas',
  unplayable: 'no cabe',
};
