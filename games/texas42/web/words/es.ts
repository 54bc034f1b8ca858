// Texas 42 en español.

import { ends } from '../domino';
import type { Call, Suit, TrumpName } from '../wire';
import type { Words } from './en';

const PIPS = ['blanca', 'uno', 'dos', 'tres', 'cuatro', 'cinco', 'seis'];
const TRUMPS: Record<TrumpName, string> = {
  blanks: 'blancas',
  aces: 'unos',
  deuces: 'doses',
  treys: 'treses',
  fours: 'cuatros',
  fives: 'cincos',
  sixes: 'seises',
  doubles: 'dobles',
  'follow-me': 'sígueme',
  nello: 'nello',
  sevens: 'sietes',
};

const marks = (n: number): string => (n === 1 ? '1 marca' : `${n} marcas`);
const points = (n: number): string => (n === 1 ? '1 punto' : `${n} puntos`);

function domino(text: string): string {
  const [high, low] = ends(text);
  return high === low ? `doble ${PIPS[high]}` : `${PIPS[high]}-${PIPS[low]}`;
}

function call(said: Call): string {
  if (said === 'pass') return 'paso';
  if (typeof said === 'number') return String(said);
  if ('marks' in said) return marks(said.marks);
  return 'plunge' in said ? `plunge por ${marks(said.plunge)}` : `splash por ${marks(said.splash)}`;
}

export const words: Words = {
  name: 'Texas 42',
  commands: [
    ['bid 31', 'ofrece 31 puntos; también bid 2 marks, plunge 4 y splash 2'],
    ['pass', 'no ofrece nada'],
    ['trump sixes', 'nombra triunfo los seises; o doubles, follow-me, nello, sevens'],
    ['play 6-4', 'juega esta ficha'],
    ['lay down', 'muestra tus fichas y reclama el resto'],
  ],
  keys: [
    ['1 … 7', 'juega la ficha de este lugar'],
    ['← →', 'a la ficha u oferta de al lado'],
    ['Enter', 'juega la ficha, hace la oferta'],
    ['P', 'pasa'],
  ],
  presets: { Tournament: 'Torneo', 'Texas family': 'Familia tejana', 'Points to 250': 'Puntos hasta 250' },
  options: {
    mode: { label: 'Tanteo', values: { marks: 'Marcas', points: 'Puntos' } },
    target: { label: 'Tanteo para ganar', help: 'De 1 a 7 marcas, o 250 o 500 puntos. Vacío: 7 marcas o 250 puntos.' },
    forced_bid: { label: 'Si todos pasan', help: 'Lo que entonces debe ofrecer quien reparte.', values: { off: 'La mano se anula', 30: 'Quien reparte ofrece al menos 30', 31: 'Quien reparte ofrece al menos 31' } },
    nello: { label: 'Nello' },
    nello_doubles: {
      label: 'Los dobles en nello',
      values: { own_suit: 'Un palo propio', high: 'Los más altos de su palo', low: 'Los más bajos de su palo', own_suit_inverted: 'Un palo propio, la blanca la más alta' },
    },
    plunge: { label: 'Plunge' },
    splash: { label: 'Splash' },
    splash_marks: { label: 'Marcas de un splash' },
    plunge_leader: { label: 'Quién sale tras un plunge', values: { partner: 'El compañero, que nombra el triunfo', bidder: 'Quien ofreció' } },
    sevens: { label: 'Sietes' },
    follow_me_doubles: { label: 'Los dobles en sígueme', values: { high: 'Por encima de todas', low: 'Por debajo de todas' } },
    play_out: { label: 'Jugar cada mano hasta el final' },
    first_shaker: { label: 'Primero en repartir', help: 'El número del asiento, contado desde 0. Vacío: decide la suerte.' },
  },
  refusals: {
    bid_too_low: 'Esa oferta es demasiado baja.',
    must_bid: 'Todos pasaron: quien reparte debe ofrecer.',
    must_follow_suit: 'Debes seguir el palo de salida.',
    must_play_nearest: 'Debes jugar una ficha lo más cercana a siete puntos.',
    not_in_hand: 'No tienes esa ficha.',
    not_certain: 'No puedes mostrar tus fichas: por lo que has visto, aún no es seguro.',
    not_the_bidding_side: 'Solo la pareja que ganó la subasta puede mostrar sus fichas.',
    not_played: 'En esta mesa no se juega eso.',
    needs_a_mark: 'Eso necesita una oferta de una marca o más.',
    must_name_trump: 'Tu compañero hizo plunge o splash: nombra un palo, dobles o sígueme.',
    not_now: 'Ahora no toca eso.',
  },
  chance: 'Probabilidad de ganar la partida',
  figures: { make: 'se cumple', bought: 'gana la subasta', set: 'se rompe' },
  actions: {
    bid: (call) => `Ofrecer ${call}`,
    pass: 'Pasar',
    trump: (trump) => `Nombrar ${trump}`,
    play: (domino) => `Jugar ${domino}`,
    layDown: 'Mostrar las fichas',
  },

  and: ' y ',
  marks,
  points,
  domino,
  call,
  trump: (name: TrumpName): string => TRUMPS[name],
  suit: (name: Suit): string => TRUMPS[name],
  faceDown: 'una ficha boca abajo',

  phases: {
    dealing: 'Se mezclan las fichas',
    bidding: 'La subasta',
    naming: 'Se nombra el triunfo',
    playing: 'El juego',
    gameover: 'La partida terminó',
  },
  hand: 'Tus fichas',
  held: (n) => (n === 1 ? 'una ficha' : `${n} fichas`),
  shaker: 'reparte',
  partner: 'compañero',
  sitsOut: 'no juega',
  auction: 'Ofertas',
  yourBid: 'Tu oferta',
  yourTrump: 'Nombra el triunfo',
  trumpsHeld: (n) => `tienes ${n}`,
  pass: 'Paso',
  passed: 'pasó',
  contract: (name, bid, trump) => (trump === null ? `${name} ofreció ${bid}` : `${name}: ${bid} a ${trump}`),
  ledSuit: (suit) => `Salieron ${suit}`,
  trick: 'La baza',
  lastTrick: 'La última baza',
  tricks: (n) => (n === 1 ? '1 baza' : `${n} bazas`),
  taken: 'Ganado',
  takenBy: (team) => `Ganado por ${team}`,
  count: (n) => `${n} en puntos`,
  playOne: 'Tu turno: juega una ficha.',
  layDown: 'Mostrar',
  layDownHelp: 'Muestra tus fichas y reclama el resto.',
  waitFor: (name) => `Le toca a ${name}.`,
  why: '¿Por qué?',
  whyNot: {
    must_follow_suit: (suit) => `Debes seguir ${suit}.`,
    must_play_nearest: () => 'Debes jugar una ficha lo más cercana a siete puntos.',
  },

  all: (team, marks, target) => `${team}: ${marks} de ${target} marcas`,
  score: (team, points, target) => `${team}: ${points} de ${target} puntos`,
  strokes: {
    a_left: 'pata izquierda de la A',
    a_right: 'pata derecha de la A',
    a_crossbar: 'travesaño de la A',
    first_upright: 'palo de la primera L',
    first_foot: 'pie de la primera L',
    second_upright: 'palo de la segunda L',
    second_foot: 'pie de la segunda L',
  },

  lastHand: 'La última mano',
  history: 'Manos hasta ahora',
  columns: { hand: 'Mano', bid: 'Oferta', taken: 'Puntos ganados', result: 'Resultado', score: 'Tanteo' },
  made: 'cumplida',
  set: 'fallada',
  result: (made, team, bid, taken) => (made ? `${team} cumplieron ${bid} con ${taken}` : `${team} ofrecieron ${bid}, hicieron ${taken} y fallaron`),
  awarded: (team, award) => `${award} para ${team}`,
  wins: (team) => `${team} ganan la partida`,
  finalScore: (standings) => `${standings}.`,

  lines: {
    trick: (_, trick) => `baza ${trick}`,
    five_count: (points) => `cuenta de ${points}`,
    ten_count: (points) => `cuenta de ${points}`,
    laid_down: (points) => `${points} mostrados`,
    side_points: (points) => `${points} en total`,
    bid: () => 'tenían la oferta',
    made: () => 'la cumplieron',
    set: () => 'no la cumplieron',
    marks: (points) => marks(points),
    points_taken: (points) => `${points} por lo ganado`,
    points_bid: (points) => `${points} por la oferta`,
    low_no: (points) => `${points} por el nello`,
  },

  say: {
    shakes: (name) => `${name} reparte.`,
    dealt: (hand) => (hand === '' ? 'Se reparten las fichas.' : `Tus fichas: ${hand}.`),
    opens: (name) => `${name} abre la subasta.`,
    passes: (name) => `${name} pasa.`,
    bids: (name, bid) => `${name} ofrece ${bid}.`,
    won: (name, bid) => `${name} gana la subasta: ${bid}.`,
    thrownIn: (name) => `Todos pasaron. ${name} reparte la próxima mano.`,
    named: (name, trump) => `${name} nombra ${trump}.`,
    leads: (name) => `Sale ${name}.`,
    sitsOut: (name) => `${name} no juega.`,
    played: (name, domino) => `${name} juega la ${domino}.`,
    trick: (name, points, side) => `${name} gana la baza, que vale ${points}. ${side}`,
    side: (team, points) => `${team} tienen ${points}.`,
    laidDown: (name, dominoes) => `${name} muestra ${dominoes}.`,
    awards: (award, team) => `${award} para ${team}.`,
    nothing: 'Nadie puntúa.',
    gameWon: (team, standings) => `${team} ganan la partida. ${standings}.`,
  },

  describe: {
    hand: (dominoes) => `Tus fichas: ${dominoes}.`,
    bid: (name, call) => `${name}: ${call}.`,
    trick: (plays) => `En la mesa: ${plays}.`,
    emptyTrick: 'Aún no hay nada en la mesa.',
    taken: (team, tricks, points) => `${team} han ganado ${tricks}, ${points} puntos.`,
    turn: (name) => `Le toca a ${name}.`,
    yourTurn: 'Es tu turno.',
    playable: (dominoes) => `Puedes jugar ${dominoes}.`,
  },

  problems: {
    unknown: (text) => `«${text}» no es una orden. Escribe help para ver la lista.`,
    bid: (text) => `«${text}» no es una oferta. Escribe bid 31, bid 2 marks, plunge 4 o pass.`,
    trump: (text) => `«${text}» no se puede nombrar. Escribe trump sixes, doubles, follow-me, nello o sevens.`,
    domino: (text) => `«${text}» no es una ficha. Escribe play 6-4.`,
  },

  scorer: {
    bidder: 'Quién ofreció',
    bidderIs: (place) => `Jugador ${place}`,
    bid: 'Oferta',
    trump: 'Triunfo',
    mode: 'Tanteo por',
    modes: { marks: 'Marcas', points: 'Puntos' },
    tap: 'Toca las fichas en el orden en que se jugaron.',
    trick: (n) => `Baza ${n}`,
    takenBy: (place) => `la gana el jugador ${place}`,
    undo: 'Deshacer',
    clear: 'Borrar',
    empty: 'Los jugadores se sientan en círculo; 1 y 3 juegan contra 2 y 4. Quien ofreció sale en la primera baza.',
    team: { northSouth: 'Jugadores 1 y 3', eastWest: 'Jugadores 2 y 4' },
  },
};
