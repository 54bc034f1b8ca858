// The words of cribbage in Spanish.

import type { Rank, Suit } from '../wire';
import { chairs, sides } from '../chairs';
import type { Words } from './en';

const RANKS: Record<Rank, string> = {
  A: 'as',
  2: 'dos',
  3: 'tres',
  4: 'cuatro',
  5: 'cinco',
  6: 'seis',
  7: 'siete',
  8: 'ocho',
  9: 'nueve',
  10: 'diez',
  J: 'jota',
  Q: 'reina',
  K: 'rey',
};

const SUITS: Record<Suit, string> = { spades: 'picas', hearts: 'corazones', diamonds: 'diamantes', clubs: 'tréboles' };

const NUMBERS = (
  'nada uno dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete ' +
  'dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete ' +
  'veintiocho veintinueve treinta'
).split(' ');

const number = (n: number): string => (n === 31 ? 'treinta y uno' : (NUMBERS[n] ?? String(n)));
const points = (n: number): string => (n === 1 ? '1 punto' : `${n} puntos`);
const cards = (n: number): string => (n === 1 ? 'una carta' : `${number(n)} cartas`);
/** Jack and queen are feminine here: "la jota de picas". */
const card = (rank: Rank, suit: Suit): string => `${RANKS[rank]} de ${SUITS[suit]}`;
const the = (named: string): string => (/^(jota|reina)/.test(named) ? `la ${named}` : `el ${named}`);

/** The name of a crib inside a sentence: "el crib de Ana", but "tu crib". */
const crib = (owner: string): string => owner.replace(/^Crib/, 'el crib');
const toCrib = (owner: string): string => `a ${crib(owner)}`.replace('a el ', 'al ');

export const words: Words = {
  name: 'Cribbage',
  commands: [
    ['discard 5h 6s', 'echa esas cartas al crib'],
    ['play 7c', 'juega esa carta'],
    ['count 8', 'dice cuánto vale tu mano o tu crib'],
    ['muggins 2', 'reclama lo olvidado; 0 no reclama nada'],
  ],
  keys: [
    ['1 … 6', 'elige la carta de ese lugar, o la juega'],
    ['← →', 'a la carta de al lado'],
    ['Enter', 'elige o juega la carta; echa las elegidas'],
  ],
  presets: {
    'Two players': 'Dos jugadores',
    'Three players': 'Tres jugadores',
    'Four, as partners': 'Cuatro, por parejas',
    'Four, everyone alone': 'Cuatro, cada uno por su cuenta',
    'Short game to 61': 'Partida corta a 61',
    'Count your own': 'Cada uno cuenta lo suyo',
    Muggins: 'Muggins',
  },
  presetLines: {
    'Two players': 'Lo habitual: seis cartas cada uno, se echan dos, hasta 121.',
    'Three players': 'Cinco cartas cada uno, se echa una; cada cual por su cuenta.',
    'Four, as partners': 'Compartes la puntuación con quien se sienta enfrente.',
    'Four, everyone alone': 'Cinco cartas cada uno, se echa una, cuatro pistas en el tablero.',
    'Short game to 61': 'Una vuelta al tablero, unos diez minutos.',
    'Count your own': 'Tú dices cuánto vale tu mano; lo que olvides se pierde.',
    Muggins: 'Cuentas lo tuyo, y los demás se llevan lo que olvides.',
  },
  options: {
    seats: { label: 'Jugadores', help: 'Cuántos juegan: 2, 3 o 4.', fault: 'Pueden jugar dos, tres o cuatro.' },
    alone: { label: 'Cuatro por su cuenta', help: 'Cada uno por su cuenta y no por parejas.', when: ({ seats }) => seats === 4 },
    target: { label: 'Puntos para ganar', help: '121, o 61 para una partida corta.', fault: '121, o 61 para una partida corta.' },
    counting: {
      label: 'Recuento',
      help: 'Quién cuenta las manos.',
      values: { auto: 'Cuenta la casa', manual: 'Cada uno cuenta lo suyo', muggins: 'Cada uno lo suyo, con muggins' },
    },
    head_start: { label: 'Ventaja', help: 'Puntos con los que empieza un bando.', fault: 'Números menores que los puntos para ganar.', sides },
    first_dealer: { label: 'Primero en repartir', none: 'Se corta para decidirlo', chairs },
    match_score: { label: 'Partidas ganadas antes', help: 'Cómo va ya el encuentro.', fault: 'Números enteros, 0 o más.', sides },
  },
  refusals: {
    not_in_hand: 'No tienes esa carta.',
    wrong_number: 'No es ese el número de cartas que hay que echar.',
    would_exceed_31: 'La cuenta pasaría de treinta y uno.',
    count_too_high: 'Ninguna mano vale tanto.',
    not_now: 'Eso no toca ahora.',
  },
  unscored: {
    duplicate_card: 'Hay una carta repetida.',
    starter_in_hand: 'La carta de corte está también entre las cuatro.',
    past_thirty_one: 'La cuenta pasaría de treinta y uno.',
  },
  chance: 'Probabilidad de ganar',
  figures: {
    hand: 'mano',
    crib: 'crib',
    pegging: 'juego',
    theirs: 'juego contrario',
    total: 'en total',
    points: 'puntos',
  },
  actions: {
    throw: (cards, owner) => `Echar ${cards} ${toCrib(owner)}`,
    play: (card) => `Jugar ${card}`,
    count: (points) => `Contar ${points}`,
    muggins: (points) => (points === 0 ? 'No reclamar nada' : `Muggins: reclamar ${points}`),
  },
  reasons: {
    throw: (kept, hand, thrown, owner, given, gives) =>
      `${kept} valen ${hand} de media con todas las cartas de corte. Con ${thrown} ${crib(owner)} vale ${given}${{ little: ', que es poco', fair: '', much: ', que es mucho' }[gives]}.`,
    play: (count, now, own, theirs) =>
      `La cuenta llega a ${number(count)}${now > 0 ? ` y te da ${points(now)}` : ''}. En lo que queda del juego ganas ${own} de media, y los demás ${theirs}.`,
    count: (n) => `Ganas ${points(n)}.`,
  },

  card: ({ rank, suit }) => card(rank, suit),
  faceDown: 'una carta boca abajo',
  number,
  points,

  phases: {
    waiting: 'Esperando',
    dealing: 'Se reparten las cartas',
    discard: 'Echar al crib',
    pegging: 'El juego',
    counting: 'El recuento',
    gameover: 'La partida ha terminado',
  },
  hand: 'Tu mano',
  handOf: (name) => `Mano de ${name}`,
  crib: 'Crib',
  cribOf: (name) => `Crib de ${name}`,
  starter: 'Carta de corte',
  deck: 'Mazo',
  count: 'Cuenta',
  stack: 'Cartas de esta cuenta',
  before: 'Jugadas antes',
  dealer: 'reparte',
  go: '¡Paso!',
  cardsLeft: (n) => (n === 1 ? 'una carta' : `${n} cartas`),
  board: (standings, target) => `Tablero a ${target}: ${standings}`,
  streets: ['primera calle', 'segunda calle', 'tercera calle', 'cuarta calle'],
  landmarks: {
    street: (at, street) => [street, `Empieza aquí, después del ${at}. El tablero tiene una calle por cada treinta agujeros.`],
    skunk: (at, street) => ['línea de mofeta', `Aquí empieza la ${street}, después del ${at}. Quien pierde antes de ella pierde doble.`],
    double: (at, street) => ['línea de doble mofeta', `Aquí empieza la ${street}, después del ${at}. Quien pierde antes de ella pierde triple.`],
  },

  you: 'Tú',
  ofThirtyOne: 'de 31',
  goOn: 'Continuar',
  advised: 'aconsejada',
  playsFor: (card, count, points) => (points > 0 ? `Jugar ${card}: ${count}, por ${points}` : `Jugar ${card}: ${count}`),
  choose: (count, owner) => `Elige ${cards(count)} para ${crib(owner)}`,
  yourCrib: 'tu crib',
  waitThrow: 'Los demás aún eligen.',
  playCard: 'Te toca: juega una carta.',
  waitFor: (name) => `Le toca a ${name}.`,
  waitCount: (name) => `${name} está contando.`,
  unplayable: 'no se puede jugar ahora',
  why: '¿Por qué?',
  nothing: 'Sin puntos',
  total: 'Total',

  yourCount: { hand: '¿Cuánto vale tu mano?', crib: '¿Cuánto vale tu crib?' },
  claim: 'Contar',
  mugginsAsk: (name, stated) => `${name} ha contado ${stated}. ¿Qué ha olvidado?`,
  mugginsClaim: 'Reclamar lo olvidado',
  mugginsNone: 'No ha olvidado nada',
  pointsField: 'Puntos',
  stated: (stated, truth) =>
    stated === truth ? 'bien contado' : stated < truth ? `contó ${stated}, olvidó ${truth - stated}` : `contó ${stated}, de más`,

  result: {
    youWin: (by) => `Ganas por ${by}`,
    weWin: (by) => `Ganáis por ${by}`,
    wins: (name, by) => `Gana ${name} por ${by}`,
    theyWin: (names, by) => `Ganan ${names} por ${by}`,
  },
  losses: {
    plain: (name, score) => `${name} tiene ${score}.`,
    skunk: (name, score) => `${name}: solo ${score}, mofeta, que vale doble.`,
    double_skunk: (name, score) => `${name}: solo ${score}, doble mofeta, que vale triple.`,
  },
  gamesWon: (n) => (n === 1 ? '1 partida ganada' : `${n} partidas ganadas`),
  and: ' y ',

  rules: {
    DOUBLE_RUN_OF_4: ['Doble escalera de cuatro', 'una doble escalera de cuatro'],
    QUADRUPLE_RUN_OF_3: ['Cuádruple escalera de tres', 'una cuádruple escalera de tres'],
    TRIPLE_RUN_OF_3: ['Triple escalera de tres', 'una triple escalera de tres'],
    DOUBLE_RUN_OF_3: ['Doble escalera de tres', 'una doble escalera de tres'],
    RUN_OF_5: ['Escalera de cinco', 'una escalera de cinco'],
    RUN_OF_4: ['Escalera de cuatro', 'una escalera de cuatro'],
    RUN_OF_3: ['Escalera de tres', 'una escalera de tres'],
    FOUR_OF_A_KIND: ['Póquer', 'un póquer'],
    THREE_OF_A_KIND: ['Trío', 'un trío'],
    PAIR: ['Pareja', 'una pareja'],
    FIFTEEN: ['Quince', 'quince'],
    FLUSH_5: ['Color de cinco', 'un color de cinco'],
    FLUSH_4: ['Color de cuatro', 'un color de cuatro'],
    RIGHT_JACK: ['Jota del palo', 'la jota del palo'],
    PEGGING_FIFTEEN: ['Quince', 'quince'],
    PEGGING_THIRTY_ONE: ['Treinta y uno', 'treinta y uno'],
    PEGGING_FOUR_OF_A_KIND: ['Póquer', 'un póquer'],
    PEGGING_THREE_OF_A_KIND: ['Trío', 'un trío'],
    PEGGING_PAIR: ['Pareja', 'una pareja'],
    PEGGING_RUN_OF_7: ['Escalera de siete', 'una escalera de siete'],
    PEGGING_RUN_OF_6: ['Escalera de seis', 'una escalera de seis'],
    PEGGING_RUN_OF_5: ['Escalera de cinco', 'una escalera de cinco'],
    PEGGING_RUN_OF_4: ['Escalera de cuatro', 'una escalera de cuatro'],
    PEGGING_RUN_OF_3: ['Escalera de tres', 'una escalera de tres'],
    LAST_CARD: ['Última carta', 'última carta'],
    HEELS: ['Jota de corte', 'jota de corte'],
  },

  aloud: {
    fifteen: (sum) => `quince ${sum}`,
    item: (spoken, sum, again) => `${again ? spoken.replace(/^una? /, (one) => (one === 'una ' ? 'otra ' : 'otro ')) : spoken} son ${sum}`,
    and: 'y ',
    scores: (spoken, scored) => `${spoken}, ${scored}`,
    nothing: 'nada',
  },

  whys: {
    fifteen: (sum) => `${sum} suman quince.`,
    run: (run) => `${run} van seguidas.`,
    runs: (runs, length, pairs) =>
      `${runs} escaleras de ${length} (${runs * length}) y ${pairs === 1 ? 'una pareja' : `${pairs} parejas`} (${pairs * 2}).`,
    same: (alike, pairs) => `${alike} son iguales: ${pairs === 1 ? 'una pareja' : `${pairs} parejas`}, 2 puntos cada una.`,
    flush4: 'Las cuatro cartas de la mano son del mismo palo.',
    flush5: 'La mano y la carta de corte son del mismo palo.',
    nobs: (jack) => `${jack} tiene el palo de la carta de corte.`,
    heels: 'La carta de corte es una jota: dos para quien reparte.',
    thirtyOne: 'La cuenta es exactamente treinta y uno.',
    lastCard: 'Nadie puede seguir.',
  },

  say: {
    cut: (cuts, dealer) => `${cuts}. ${dealer === null ? 'Tienes la carta más baja y repartes' : `${dealer} tiene la carta más baja y reparte`}.`,
    cutOf: (name, cut) => `${name === null ? 'Cortas' : `${name} corta`} ${the(cut)}`,
    cutAgain: (cuts) => `${cuts}. Se corta de nuevo.`,
    dealt: (dealer, hand) => `${dealer === null ? 'Repartes tú' : `Reparte ${dealer}`}.${hand === '' ? '' : ` Tu mano: ${hand}.`}`,
    throwNow: (count, owner) => `Echa ${cards(count)} ${toCrib(owner)}.`,
    threw: (name, count) => `${name === null ? 'Echas' : `${name} echa`} ${cards(count)} al crib.`,
    starter: (cut) => `La carta de corte es ${the(cut)}.`,
    heels: (dealer) => `Jota de corte: dos para ${dealer ?? 'ti'}.`,
    leads: (name) => `${name === null ? 'Sales tú' : `Sale ${name}`}.`,
    played: (name, played, count) => `${name === null ? 'Juegas' : `${name} juega`} ${the(played)}: ${number(count)}.`,
    scored: (what) => `${what}.`,
    go: (name) => (name === null ? 'Pasas.' : `${name} pasa.`),
    reset: (name) => `Nueva cuenta. ${name === null ? 'Sales tú' : `Sale ${name}`}.`,
    playOver: 'El juego ha terminado.',
    shown: (name, shown) => `${name === null ? 'Muestras' : `${name} muestra`} ${shown}.`,
    shownCrib: (name, shown) => `${name === null ? 'Descubres' : `${name} descubre`} el crib: ${shown}.`,
    hand: (name, shown, aloud) => `${name === null ? 'Muestras' : `${name} muestra`} ${shown}: ${aloud}.`,
    crib: (name, shown, aloud) => `${name === null ? 'Tu crib' : `El crib de ${name}`} es ${shown}: ${aloud}.`,
    claimed: (name, stated, pegged) =>
      stated === pegged
        ? `${name === null ? 'Cuentas' : `${name} cuenta`} ${stated}.`
        : `${name === null ? `Cuentas ${stated} y te anotas` : `${name} cuenta ${stated} y se anota`} ${pegged}.`,
    muggins: (name, claimed, pegged) =>
      claimed === 0
        ? name === null
          ? 'No reclamas nada.'
          : `${name} no reclama nada.`
        : pegged > 0
          ? `¡Muggins! ${name === null ? 'Te llevas' : `${name} se lleva`} ${points(pegged)}.`
          : `${name === null ? 'Reclamas' : `${name} reclama`} ${claimed}, sin razón.`,
    won: (name, scores) => `${name === null ? 'Ganas' : `Gana ${name}`}. ${scores}`,
  },

  describe: {
    scores: (standings, target) => `${standings}, a ${target}.`,
    hand: (hand) => `Tu mano: ${hand}.`,
    played: (count, stack) => `La cuenta va por ${count}: ${stack}.`,
    noCount: 'La cuenta está a cero.',
    starter: (cut) => `Carta de corte: ${cut}.`,
    dealer: (name) => `Reparte ${name}.`,
    left: (name, held) => `${name} tiene ${held === 1 ? 'una carta' : `${held} cartas`}.`,
    turn: (name) => `Le toca a ${name}.`,
    yourTurn: 'Es tu turno.',
    throwNow: (count) => `Echa ${number(count)} al crib.`,
  },

  problems: {
    unknown: (text) => `«${text}» no es una orden. Escribe ayuda para ver la lista.`,
    cards: (text) => `«${text}» no es una lista de cartas. Se escriben así: 5h o 10s.`,
    one: 'Nombra una carta, como en play 7c.',
    number: 'Di cuántos puntos, como en count 8.',
  },

  scorer: {
    what: 'Qué contar',
    hand: 'Una mano',
    crib: 'Un crib',
    play: 'Cartas del juego',
    chooseHand: 'Toca cuatro cartas y después la de corte.',
    choosePlay: 'Toca las cartas en el orden en que se jugaron.',
    typed: 'O escríbelas',
    typedHint: 'La quinta es la de corte, como en 5H 5S 5D JC 5C',
    clear: 'Borrar',
    needFour: 'Hacen falta cuatro cartas; la quinta es la de corte.',
    noStarter: 'Sin carta de corte',
  },

  /** The special words and what they mean. */
  terms: {
    crib: ['crib', 'La mano de más, hecha con las cartas que todos echan. Es de quien reparte y se cuenta al final.'],
    starter: ['carta de corte', 'La carta que se corta después de echar. Cuenta con todas las manos y con el crib.'],
    dealer: ['reparte|reparto', 'Quien reparte se queda con el crib, y juega y cuenta el último.'],
    pone: ['pone', 'Quien juega después de quien reparte: juega y cuenta primero.'],
    count: ['cuenta', 'La suma de las cartas jugadas hasta ahora. Nadie puede pasarla de treinta y uno.'],
    go: ['paso|pasa|pasas', 'Lo dice quien no puede jugar sin pasar de treinta y uno. Quien jugó el último gana un punto.'],
    last: ['última carta', 'Nadie puede seguir: quien jugó el último gana un punto.'],
    fifteen: ['quince|quinces', 'Las cartas que suman quince valen dos. Las figuras cuentan diez, y el as uno.'],
    thirtyone: ['treinta y uno', 'Lo máximo que pueden sumar las cartas del juego. Quien llega justo gana dos puntos.'],
    run: ['escalera|escaleras', 'Tres cartas o más que van seguidas, como 6 7 8. Vale un punto por carta.'],
    double: ['doble escalera|triple escalera|cuádruple escalera', 'Una escalera con una pareja: cuenta cada forma de hacerla, y también la pareja.'],
    flush: ['color', 'Una mano de un solo palo vale cuatro, y cinco con la carta de corte. Un crib solo vale con las cinco.'],
    nobs: ['jota del palo', 'Una jota de la mano o del crib con el palo de la carta de corte. Vale uno.'],
    heels: ['jota de corte', 'Una jota como carta de corte. Quien reparte gana dos puntos enseguida.'],
    muggins: ['muggins', 'Los puntos que alguien olvida en su mano son de quien los reclama.'],
    street: ['calle|calles', 'Una fila de treinta agujeros del tablero. Una partida a 121 tiene cuatro.'],
    skunk: ['mofeta', 'Perder por más de treinta puntos. La partida vale doble.'],
    doubleskunk: ['doble mofeta', 'Perder por más de sesenta puntos. La partida vale triple.'],
    pegging: ['clavija|clavijas', 'Con ellas se marcan los puntos en el tablero. Cada bando tiene dos, que se saltan la una a la otra.'],
    show: ['el recuento|recuento', 'Al acabar el juego se cuentan las manos, la de quien reparte después de las otras, y luego el crib.'],
  },
};
