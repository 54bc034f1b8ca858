// Manos de dados en español.

import type { DieKind, HandKind, LineName, Offer, Run } from '../wire';
import type { Words } from './en';

const HANDS: Record<LineName, string> = {
  PYRAMID: 'Pirámide',
  FULL_RUN: 'Escalera completa',
  TWO_TRIPLETS: 'Dos tríos',
  THREE_PAIRS: 'Tres parejas',
  LARGE_STRAIGHT: 'Escalera larga',
  ALL_EVEN: 'Todo pares',
  ALL_ODD: 'Todo impares',
  FULL_HOUSE: 'Full',
  SMALL_STRAIGHT: 'Escalera corta',
  X_OF_A_KIND: 'Iguales',
  TWO_PAIR: 'Doble pareja',
  PAIR: 'Pareja',
  HIGH_ROLL: 'Dado más alto',
  BONUS: 'Bonificación',
  MULT_BONUS: 'Multiplicador de objetos',
  SCORE_MULT: 'Dados de cristal',
};

const KINDS: Record<DieKind, string> = {
  normal: 'normal',
  light: 'ligero',
  heavy: 'pesado',
  odd: 'impar',
  even: 'par',
  glass: 'de cristal',
  wild: 'comodín',
  echo: 'de eco',
  broken: 'roto',
};

type ItemName = Run['items'][number]['item'];

const ITEMS: Record<ItemName, [string, string]> = {
  even_steven: ['Even Steven', 'Cada dado par a la vista suma medio al multiplicador.'],
  odd_todd: ['Odd Todd', 'Cada dado impar a la vista suma medio al multiplicador.'],
  extra_reroll: ['Tirada extra', 'Una tirada más por ronda.'],
  insurance: ['Seguro', 'La primera rotura de cada ronda no ocurre.'],
  high_roller: ['High Roller', '15 puntos más por ronda.'],
  lucky_penny: ['Moneda de la suerte', 'Dos dólares más por ronda.'],
  whetstone: ['Piedra de afilar', 'Las manos pueden subir cinco niveles más.'],
};

function offer({ kind, name }: Pick<Offer, 'kind' | 'name'>): string {
  switch (kind) {
    case 'die':
      return `dado ${KINDS[name as DieKind]}`;
    case 'upgrade':
      return `${HANDS[name as HandKind]}, nivel siguiente`;
    case 'item':
      return ITEMS[name as ItemName][0];
    case 'extra_die':
      return 'un dado normal más';
  }
}

export const words: Words = {
  name: 'Manos de dados',
  commands: [
    ['keep 6 6', 'guarda dos seises y tira el resto'],
    ['throw 1 4', 'tira otra vez el primer dado y el cuarto'],
    ['set 3 6', 'pone el tercer dado, un comodín, en seis'],
    ['score', 'puntúa los dados como están'],
    ['buy 2', 'compra la segunda oferta; buy 1 3 pone un dado en lugar de tu tercero'],
    ['leave', 'sale de la tienda'],
    ['stop', 'termina una partida ganada'],
  ],
  keys: [
    ['1 … 9', 'guarda o suelta el dado de este lugar'],
    ['← →', 'al dado de al lado'],
    ['R', 'tira lo que no se guarda'],
    ['S', 'puntúa'],
  ],
  presets: {
    'Solo run': 'En solitario',
    'Short solo run': 'En solitario, corta',
    'Race for two': 'Carrera de dos',
    'Race for four': 'Carrera de cuatro',
    'Short race for two': 'Carrera corta de dos',
  },
  options: {
    seats: { label: 'Jugadores', help: '1 juega en solitario; de 2 a 6 compiten con la misma suerte.' },
    rules: { label: 'Reglas de puntuación' },
    dice: { label: 'Dados al empezar' },
    rerolls: { label: 'Tiradas por ronda' },
    cash: { label: 'Dólares al empezar' },
    first_target: { label: 'Primer objetivo' },
    win_round: { label: 'Ronda que gana' },
  },
  refusals: {
    not_now: 'Ahora no toca eso.',
    no_rerolls: 'No quedan tiradas.',
    no_dice_picked: 'Elige al menos un dado.',
    no_such_die: 'No tienes ese dado.',
    picked_twice: 'Ese dado está elegido dos veces.',
    locked: 'Ese dado está bloqueado.',
    not_wild: 'Ese dado no es un comodín.',
    same_face: 'El dado ya muestra esa cara.',
    no_such_offer: 'No existe esa oferta.',
    sold: 'Eso ya está vendido.',
    too_dear: 'No tienes bastante dinero.',
    replace_which: 'Di qué dado deja su sitio.',
    replaces_nothing: 'Esta oferta no reemplaza ningún dado.',
    not_won: 'La partida aún no está ganada.',
    no_stop_in_race: 'Una carrera no se puede terminar antes.',
  },

  and: ' y ',
  hands: HANDS,
  kinds: KINDS,
  kindEffects: {
    normal: 'Seis caras y ninguna sorpresa.',
    light: 'Muestra de 1 a 3.',
    heavy: 'Muestra de 4 a 6.',
    odd: 'Suma 5 si muestra una cara impar.',
    even: 'Suma 5 si muestra una cara par.',
    glass: 'La puntuación crece la mitad por cada uno usado; puede romperse al tirarlo de nuevo.',
    wild: 'Tú eliges su cara.',
    echo: 'Tras cada tirada muestra la cara de otro dado al azar.',
    broken: 'Muestra un uno para siempre.',
  },
  items: ITEMS,
  offer,
  bosses: {
    lockdown: 'Cerrojo: tres de cada diez dados se tiran una vez y quedan como caen.',
    inverter: 'Inversor: cada cara vale siete menos ella misma.',
    miser: 'Avaro: hay dos tiradas menos.',
    silencer: 'Silenciador: los dados impares, pares, de cristal, comodines y de eco son normales.',
    collector: 'Coleccionista: al final un dado al azar se vuelve normal.',
  },
  pay: {
    PASSED: 'Superada: un octavo del objetivo, al menos 5',
    DOUBLED: 'Un décimo de una puntuación del doble del objetivo',
    UNUSED_REROLLS: 'Un dólar por cada tirada sin usar',
    INTEREST: 'Un dólar por cada cinco en caja, como mucho 5',
    LUCKY_PENNY: 'Moneda de la suerte',
  },
  doing: { waiting: 'espera', playing: 'jugando', finished: 'terminó', out: 'fuera' },

  round: (round, of) => `Ronda ${round} de ${of}`,
  rounds: (n) => (n === 1 ? '1 ronda' : `${n} rondas`),
  target: 'Objetivo',
  money: 'Dinero',
  rerolls: 'Tiradas',
  insured: 'asegurado',
  pool: 'Tus dados',
  poolOf: (name) => `Los dados de ${name}`,
  die: (place, face, kind) => `Dado ${place}: ${face}, ${kind}`,
  countsAs: (face) => `cuenta como ${face}`,
  inHand: (letter, hand) => `en la mano ${letter}, ${hand}`,
  unused: 'sin usar',
  locked: 'bloqueado',
  keep: 'guardar',
  kept: 'guardado',
  keepHelp: 'Toca los dados que guardas.',
  throwAgain: (n) => (n === 1 ? 'Tirar 1 dado' : `Tirar ${n} dados`),
  allKept: 'Todos los dados están guardados',
  noRerolls: 'No quedan tiradas',
  score: (total) => `Puntuar ${total}`,
  setTo: (place) => `Poner el dado ${place} en`,
  preview: 'Como están',
  total: 'Total',
  passes: 'supera',
  misses: (by) => `faltan ${by}`,
  why: '¿Por qué?',
  scoredTitle: (name) => `${name} puntuó`,
  passed: 'Ronda superada',
  failed: 'Ronda no superada',
  paid: 'Paga',
  shop: 'Tienda',
  shopFree: 'El primer dado o nivel es gratis.',
  free: 'gratis',
  buy: 'Comprar',
  sold: 'vendido',
  replaceWhich: (what) => `¿Cuál de tus dados deja sitio al ${what}?`,
  cancel: 'Cancelar',
  leave: 'Ronda siguiente',
  stop: 'Terminar aquí',
  stopHelp: 'La partida está ganada. Puede seguir mientras superes rondas.',
  sections: { die: 'Dados', upgrade: 'Niveles', item: 'Objetos', extra_die: 'Uno más' },
  ladder: 'Manos y niveles',
  columns: { hand: 'Mano', level: 'Nivel', base: 'Base', mult: 'Por', next: 'Nivel siguiente' },
  owned: 'Objetos',
  race: 'La carrera',
  raceColumns: { player: 'Jugador', doing: 'Ahora', passed: 'Rondas', total: 'Puntos', money: 'Dinero' },
  hiddenRace: 'En una carrera ves a los demás cuando termina la ronda.',
  waiting: 'Esperando a los demás.',
  wins: (names) => `${names} gana la carrera`,
  nobody: 'Nadie gana',
  end: (won, passed) => (won ? `Partida ganada: ${passed} rondas superadas` : `Fin de la partida: ${passed === 1 ? '1 ronda superada' : `${passed} rondas superadas`}`),

  say: {
    round: (round, target) => `Ronda ${round}: ${target} para superarla.`,
    boss: (effect) => `Ronda de jefe. ${effect}`,
    rolled: (name, faces) => `${name} tira ${faces}.`,
    broke: (place) => `El dado ${place} se rompe.`,
    saved: (place) => `El seguro salva el dado ${place}.`,
    set: (name, place, face) => `${name} pone el dado ${place} en ${face}.`,
    hand: (hand, points) => `${hand.toLowerCase()} por ${points}`,
    scored: (name, hands, total, target, passed) => `${name} puntúa ${hands}: ${total} de ${target}. ${passed ? 'Superada.' : 'No superada.'}`,
    paid: (name, dollars) => `${name} cobra ${dollars} dólares.`,
    collected: (name, place) => `El coleccionista vuelve normal el dado ${place} de ${name}.`,
    shop: 'La tienda está abierta.',
    bought: (name, what, price) => `${name} compra ${what} por ${price} dólares.`,
    left: (name) => `${name} sale de la tienda.`,
    finished: (name) => `${name} ha terminado la ronda.`,
    stopped: (name) => `${name} termina la partida.`,
  },

  describe: {
    round: (round, target, of) => `Ronda ${round} de ${of}, ${target} para superarla.`,
    pool: (dice) => `Dados: ${dice}.`,
    preview: (total, passes) => `Como están puntúan ${total}, que ${passes ? 'supera' : 'no supera'} la ronda.`,
    have: (rerolls, money) => `${rerolls === 1 ? 'Queda una tirada' : `Quedan ${rerolls} tiradas`}, ${money} dólares.`,
    standing: (name, rounds, total) => `${name}: ${rounds}, ${total} puntos.`,
    choose: 'Guarda dados y tira el resto, o puntúa.',
    shop: 'Compra, o sal de la tienda.',
  },

  problems: {
    unknown: (text) => `«${text}» no es una orden. Escribe help para ver la lista.`,
    numbers: 'Nombra dados y ofertas por números, como en throw 1 4.',
    keep: 'No tienes todas esas caras. Escribe keep 6 6.',
    throw: 'Di qué dados, como en throw 1 4.',
    set: 'Di qué dado y qué cara, como en set 3 6.',
    buy: 'Di qué oferta, como en buy 2.',
  },

  scorer: {
    add: 'Toca caras para añadir dados',
    addOne: (face) => `añadir un ${face}`,
    remove: (place, face) => `quitar el dado ${place}, un ${face}`,
    typed: 'O escribe las caras',
    typedHint: 'Como en 1112235; hasta 120 dados',
    clear: 'Borrar',
    empty: 'Cada grupo de dados se reparte de la mejor manera que existe.',
    bad: (text) => `«${text}» no es un grupo de dados: escribe caras del 1 al 6.`,
  },
};
