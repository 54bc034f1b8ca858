// The words of Texas 42 in Spanish.

import { ends } from '../domino';
import type { Who } from '../scene';
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

function callShort(said: Call): string {
  if (typeof said !== 'object') return call(said);
  if ('marks' in said) return marks(said.marks);
  return 'plunge' in said ? `plunge ${said.plunge}` : `splash ${said.splash}`;
}

/** A name with its verb, or only the verb of "tú", which is left out in Spanish. */
const does = ({ name, you }: Who, verb: string, yours: string): string => (you ? yours.charAt(0).toUpperCase() + yours.slice(1) : `${name} ${verb}`);

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
  presetLines: {
    Tournament: 'A siete marcas, el 42 de siempre: sin nello ni plunge, y si todos pasan se anula la mano.',
    'Texas family': 'A siete marcas con todo lo de la familia: nello, plunge, splash y sietes. Quien mezcla debe ofrecer.',
    'Points to 250': 'Cada mano suma puntos; gana la primera pareja en llegar a 250.',
  },
  options: {
    mode: { label: 'Tanteo', help: 'Por marcas, una mano gana una o las que se ofrecieron; por puntos, suma lo ganado.', values: { marks: 'Marcas', points: 'Puntos' } },
    target: { label: 'Se juega a', help: 'De 1 a 7 marcas, o 250 o 500 puntos. Vacío: 7 marcas o 250 puntos.', fault: 'De 1 a 7 marcas, o 250 o 500 puntos.' },
    forced_bid: { label: 'Si todos pasan', values: { off: 'Se anula la mano', 30: 'Quien mezcla ofrece 30 o más', 31: 'Quien mezcla ofrece 31 o más' } },
    nello: { label: 'Nello: perder todas las bazas a propósito', help: 'Necesita una oferta de una marca; el compañero no juega.' },
    nello_doubles: {
      label: 'Los dobles en nello',
      values: { 'own-suit': 'Un palo propio', high: 'Los más altos de su palo', low: 'Los más bajos de su palo', 'own-suit-inverted': 'Palo propio, la blanca la más alta' },
      when: ({ nello }) => nello === true,
    },
    plunge: { label: 'Plunge: cuatro dobles o más, y tu compañero canta triunfo', help: 'Una oferta de cuatro marcas como mínimo.' },
    splash: { label: 'Splash: tres dobles o más, y tu compañero canta triunfo', help: 'Como un plunge, por menos marcas.' },
    splash_marks: { label: 'Marcas de un splash', fault: '2 o 3 marcas.', when: ({ splash }) => splash === true },
    plunge_leader: { label: 'Tras un plunge o splash sale', values: { partner: 'el compañero, que canta el triunfo', bidder: 'quien ofreció' }, when: ({ plunge, splash }) => plunge === true || splash === true },
    sevens: { label: 'Sietes: gana la ficha más cercana a siete puntos', help: 'Sin triunfo y sin palos; quien ofreció debe ganar todas las bazas.' },
    follow_me_doubles: { label: 'Los dobles en sígueme', values: { high: 'Por encima del resto de su palo', low: 'Por debajo del resto de su palo' } },
    play_out: { label: 'Jugar cada mano hasta el final', help: 'Aunque la oferta ya esté cumplida o fallada.' },
    first_shaker: { label: 'Quién mezcla primero', none: 'Se sortea', chairs: () => 4 },
  },
  refusals: {
    bid_too_low: 'Esa oferta es demasiado baja.',
    bid_too_high: 'Esa oferta es demasiado alta por ahora.',
    no_such_bid: 'No existe esa oferta.',
    only_over: 'Eso solo se puede ofrecer sobre una oferta de la mitad.',
    needs_doubles: 'Tienes muy pocos dobles para eso.',
    wrong_plunge: 'Un plunge ha de ser por cuatro marcas, o por una más de lo ofrecido.',
    wrong_splash: 'Un splash ha de ser por las marcas con que se juega en esta mesa.',
    must_bid: 'Todos pasaron: quien mezcla debe ofrecer.',
    must_follow_suit: 'Debes seguir el palo de salida.',
    must_play_nearest: 'Debes jugar una ficha lo más cercana a siete puntos.',
    not_in_hand: 'No tienes esa ficha.',
    not_certain: 'No puedes mostrar tus fichas: por lo que has visto, aún no es seguro.',
    not_the_bidding_side: 'Solo la pareja que ganó la subasta puede mostrar sus fichas.',
    not_played: 'En esta mesa no se juega eso.',
    needs_a_mark: 'Eso necesita una oferta de una marca o más.',
    must_name_trump: 'Tu compañero hizo plunge o splash: canta un palo, dobles o sígueme.',
    not_now: 'Ahora no toca eso.',
  },
  unscored: {
    wrong_trick_size: 'Una baza tiene cuatro fichas, y tres en nello.',
    unfinished: 'La mano no ha terminado: falta otra baza.',
    renege: 'Alguien no sirvió el palo aunque tenía una ficha de él, como muestra una baza posterior.',
    not_nearest: 'Alguien no jugó una ficha de las más cercanas a siete puntos aunque la tenía, como muestra una baza posterior.',
    needs_a_mark: 'Nello y sietes piden una oferta de una marca o más.',
    too_many_tricks: 'Una mano tiene siete bazas.',
    unknown_trump: 'Eso no puede ser triunfo.',
  },
  chance: 'Probabilidad de ganar la partida',
  figures: { make: 'se cumple', bought: 'gana la subasta', set: 'se rompe' },
  actions: {
    bid: (call) => `Ofrecer ${call}`,
    pass: 'Pasar',
    trump: (trump) => `Cantar ${trump}`,
    play: (domino) => `Jugar la ${domino}`,
    playTile: (domino) => `Jugar ${domino}`,
    layDown: 'Mostrar las fichas',
  },
  reasons: {
    passFirst: 'Nadie ha ofrecido aún: al pasar, la mano queda para los demás.',
    passToPartner: (bid) => `Tu pareja ha ofrecido ${bid}: déjalo así.`,
    passToThem: (bid) => `Que lo intenten con ${bid}: puntúas si no lo cumplen.`,
    bid: (bought, make) => `La oferta gana la subasta con una probabilidad del ${bought}, y se cumple con el ${make}.`,
    doubles: (make) => `Tus dobles lo permiten. Tu pareja canta el triunfo y todas las bazas han de ser vuestras: la probabilidad es del ${make}.`,
    trump: (note, make) => `${note.charAt(0).toUpperCase()}${note.slice(1)}; la oferta se cumple con una probabilidad del ${make}.`,
    make: (make) => `Tu bando cumple su oferta con una probabilidad del ${make}.`,
    set: (set) => `Rompes la oferta con una probabilidad del ${set}.`,
    layDown: 'El resto es seguro, tengan lo que tengan los demás.',
  },

  and: ' y ',
  youAnd: (partner) => `Tú y ${partner}`,
  goOn: 'Continuar',
  marks,
  points,
  domino,
  call,
  callShort,
  you: 'Tú',
  trump: (name: TrumpName): string => TRUMPS[name],
  suit: (name: Suit): string => TRUMPS[name],

  phases: {
    dealing: 'Se mezclan las fichas',
    bidding: 'La subasta',
    naming: 'Se canta el triunfo',
    playing: 'El juego',
    gameover: 'La partida terminó',
  },
  hand: 'Tus fichas',
  held: (n) => (n === 1 ? 'una ficha' : `${n} fichas`),
  shaker: 'mezcla',
  partner: 'compañero',
  sitsOut: 'no juega',
  yourBid: 'Tu oferta',
  chooseBid: 'Tu oferta: elige una, o pasa.',
  yourTrump: 'Canta el triunfo',
  chooseTrump: 'Ganaste la subasta: canta el triunfo.',
  trumpNote: (trump, held) =>
    ({ 'follow-me': 'sin triunfo', nello: 'pierde toda baza', sevens: 'gana la más cercana a 7' } as Partial<Record<TrumpName, string>>)[trump] ?? `tienes ${held}`,
  pass: 'Paso',
  contract: (name, bid, trump) => (trump === null ? `${name}: ${bid}` : `${name}: ${bid} a ${trump}`),
  ledSuit: (suit) => `Salieron ${suit}`,
  tricks: (n) => (n === 1 ? '1 baza' : `${n} bazas`),
  ofNeeded: (n) => `de ${n}`,
  marksWord: (n) => (n === 1 ? 'marca' : 'marcas'),
  pointsShort: (n) => (n === 1 ? 'punto' : 'puntos'),
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

  madeIt: 'Oferta cumplida',
  wereSet: '¡Fallada!',
  history: 'Manos hasta ahora',
  columns: { hand: 'Mano', bid: 'Oferta', taken: 'Puntos ganados', result: 'Resultado', score: 'Tanteo' },
  made: 'cumplida',
  set: 'fallada',
  result: (made, team, bid, taken) => (made ? `${team} cumplieron ${bid} con ${taken}` : `${team} ofrecieron ${bid}, hicieron ${taken} y fallaron`),
  awarded: (team, award) => `${award} para ${team}`,
  wins: (team) => `${team} ganan la partida`,

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
    shakes: (who) => `${does(who, 'mezcla', 'mezclas')}.`,
    dealt: (hand) => (hand === '' ? 'Se reparten las fichas.' : `Tus fichas: ${hand}.`),
    opens: (who) => `${does(who, 'abre', 'abres')} la subasta.`,
    passes: (who) => `${does(who, 'pasa', 'pasas')}.`,
    bids: (who, bid) => `${does(who, 'ofrece', 'ofreces')} ${bid}.`,
    won: (who, bid) => `${does(who, 'gana', 'ganas')} la subasta con ${bid}.`,
    thrownIn: (who) => `Todos pasaron. ${does(who, 'mezcla', 'mezclas')} la próxima mano.`,
    named: (who, trump) => `${does(who, 'canta', 'cantas')} ${trump}.`,
    leads: (who) => `${does(who, 'sale', 'sales')}.`,
    sitsOut: (who) => `${does(who, 'no juega', 'no juegas')} esta mano.`,
    played: (who, domino) => `${does(who, 'juega', 'juegas')} la ${domino}.`,
    trick: (who, points, side) => `${does(who, 'gana', 'ganas')} la baza, que vale ${points}. ${side}`,
    side: (team, points) => `${team}: ${points} en la mano.`,
    laidDown: (who, dominoes) => `${does(who, 'muestra', 'muestras')} ${dominoes}.`,
    awards: (award, team) => `${award} para ${team.replace(/^Tú y /, 'ti y ')}.`,
    nothing: 'Nadie puntúa.',
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
    unknown: (text) => `«${text}» no es una orden. Escribe ayuda para ver la lista.`,
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

  /** The examples of the rules. */
  example: {
    trump: (trump) => (trump === 'sígueme' ? 'Sígueme: sin triunfo' : `Triunfo: ${trump}`),
    takes: (domino) => `Gana la baza la ${domino}.`,
    forTrick: 'por la baza',
    forCount: (domino) => `por la ${domino}`,
    total: 'Puntos',
  },

  terms: {
    trump: ['triunfo|triunfos', 'El palo que gana a los demás. Lo canta quien gana la subasta.'],
    bid: ['oferta|ofrece|ofreces|subasta', 'Cuántos de los 42 puntos hará tu pareja, treinta o más. Una oferta en marcas significa todos.'],
    mark: ['marca|marcas', 'Lo que se juega en cada mano. La primera pareja con siete escribe ALL y gana.'],
    count: ['cuenta', 'Las cinco fichas de cinco o diez puntos. Valen eso de más: 35 de los 42 puntos.'],
    trick: ['baza|bazas', 'Una ficha de cada jugador. La gana el triunfo más alto, o la más alta del palo de salida.'],
    lead: ['sale|sales|salida|salieron', 'Jugar primero en una baza. Los demás deben seguir ese palo si pueden.'],
    shaker: ['mezcla|mezclas', 'Quien mezcla las fichas ofrece el último. El turno de mezclar da la vuelta a la mesa.'],
    set: ['fallada|fallaron', 'La pareja que ofreció hizo menos de lo dicho. Puntúan los otros.'],
    laydown: ['mostrar|muestra|muestras', 'Enseñar las fichas y reclamar todas las bazas que quedan, cuando nada puede fallar.'],
    follow: ['sígueme', 'Una mano sin triunfo: gana la ficha más alta del palo de salida.'],
    nello: ['nello', 'Quien ofreció debe perder todas las bazas, sin triunfo y sin su compañero.'],
    plunge: ['plunge', 'Oferta de cuatro marcas o más con cuatro dobles en la mano. Tu compañero canta triunfo.'],
    splash: ['splash', 'Oferta de dos o tres marcas con tres dobles en la mano. Tu compañero canta triunfo.'],
    sevens: ['sietes', 'Gana la baza la ficha más cercana a siete puntos. No hay palos ni triunfo.'],
    doubles: ['dobles', 'Una ficha con los dos lados iguales: la más alta de su palo. Los dobles pueden ser triunfo.'],
    thrownin: ['se anula la mano', 'Todos pasaron: nadie puntúa y mezcla el siguiente.'],
  },
};
