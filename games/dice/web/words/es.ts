// The words of dice hands in Spanish.

import type { Who } from '../scene';
import type { DieKind, HandKind, ItemName, LineName, Offer } from '../wire';
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

const ITEMS: Record<ItemName, [string, string]> = {
  even_steven: ['Esteban el Par', 'Cada dado par a la vista suma medio al multiplicador.'],
  odd_todd: ['Tadeo el Impar', 'Cada dado impar a la vista suma medio al multiplicador.'],
  extra_reroll: ['Tirada extra', 'Una tirada más por ronda.'],
  insurance: ['Seguro', 'El primer dado que se rompería en la ronda queda entero.'],
  high_roller: ['Gran apostador', '15 puntos más por ronda.'],
  lucky_penny: ['Moneda de la suerte', 'Dos dólares más por ronda.'],
  whetstone: ['Piedra de afilar', 'Las manos pueden subir cinco niveles más.'],
};

function offer({ kind, name }: Pick<Offer, 'kind' | 'name'>): string {
  switch (kind) {
    case 'die':
      return `un dado ${KINDS[name as DieKind]}`;
    case 'upgrade':
      return `un nivel de ${HANDS[name as HandKind].toLowerCase()}`;
    case 'item':
      return ITEMS[name as ItemName][0];
    case 'extra_die':
      return 'un dado más';
  }
}

function good({ kind, name }: Pick<Offer, 'kind' | 'name'>): string {
  if (kind === 'upgrade') return HANDS[name as HandKind];
  if (kind === 'die') return `dado ${KINDS[name as DieKind]}`;
  return kind === 'extra_die' ? 'un dado más' : offer({ kind, name });
}

/** A name with its verb, or only the verb of "tú", which is left out in Spanish. */
const does = ({ name, you }: Who, verb: string, yours: string): string => (you ? yours.charAt(0).toUpperCase() + yours.slice(1) : `${name} ${verb}`);

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
  presetLines: {
    'Solo run': 'Tú contra doce objetivos cada vez más altos, con tienda tras cada ronda y un jefe cada cuatro.',
    'Short solo run': 'Cuatro rondas, la última con jefe: unos diez minutos.',
    'Race for two': 'Dos partidas con la misma suerte; gana quien llega más lejos o puntúa más.',
    'Race for four': 'Cuatro partidas con la misma suerte.',
    'Short race for two': 'Cuatro rondas, uno contra otro.',
  },
  options: {
    seats: { label: 'Jugadores', help: '1 juega en solitario; de 2 a 6 compiten con la misma suerte.', fault: 'De 1 a 6 jugadores.' },
    'rules.full_house': { label: 'Un full puntúa', values: { additive: 'su trío y su pareja, más sus propias fichas', formula: 'como cualquier otra mano' } },
    'rules.of_a_kind': { label: 'Los dados iguales forman jugada con', values: { three_or_all: 'tres dados, o todos los que quedan', any: 'tres dados o más' } },
    'rules.parity': { label: 'Todo pares o todo impares se forma con', values: { all_remaining: 'todos los dados que quedan', subset: 'cinco dados cualesquiera o más' } },
    'rules.level_cap': { label: 'Nivel más alto de una mano', fault: 'De 0 a 10.' },
    dice: { label: 'Dados al empezar', fault: 'De 2 a 30 dados.' },
    rerolls: { label: 'Tiradas por ronda', fault: 'De 0 a 9 tiradas.' },
    cash: { label: 'Dólares al empezar', fault: 'Una cantidad de dólares, 0 o más.' },
    first_target: { label: 'Objetivo de la primera ronda', fault: 'Una cantidad de puntos, 1 o más.' },
    win_round: { label: 'Rondas por superar', fault: 'Una cantidad de rondas, 1 o más.' },
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
  unscored: {
    too_many_dice: 'Son más dados de los que se pueden puntuar a la vez.',
  },
  chance: 'Probabilidad de ganar',
  figures: { pass: 'pasa', pay: 'dólares esperados', points: 'puntos esperados' },
  actions: {
    throw: (kept, thrown) =>
      kept === '' ? `Tirar otra vez los ${thrown} dados` : `Guardar ${kept} y tirar ${thrown === 1 ? 'un dado' : `${thrown} dados`}`,
    set: (place, face) => `Poner el dado ${place} en ${face}`,
    score: 'Puntuar los dados como están',
    buy: (what, price) => (price === 0 ? `Tomar gratis: ${what}` : `Comprar por $${price}: ${what}`),
    inPlaceOf: (bought, place) => `${bought}, en lugar del dado ${place}`,
    leave: 'Salir de la tienda',
    stop: 'Terminar la partida',
  },
  reasons: {
    reach: (target, chance) => `Llega a ${target} con una probabilidad del ${chance}.`,
    shop: (chance) => `Después pasas la ronda siguiente con una probabilidad del ${chance}.`,
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
    lockdown: ['El Cerrojo', 'Tres de cada diez dados se tiran una vez y quedan como caen.'],
    inverter: ['El Inversor', 'Cada cara vale siete menos ella misma: un 6 es un 1.'],
    miser: ['El Avaro', 'Tienes dos tiradas menos.'],
    silencer: ['El Silenciador', 'Los dados impares, pares, de cristal, comodines y de eco son normales.'],
    collector: ['El Coleccionista', 'Tras la ronda uno de tus dados, al azar, se vuelve normal.'],
  },
  pay: {
    PASSED: 'Por superarla: un octavo del objetivo, al menos 5 $',
    DOUBLED: 'Por el doble del objetivo: un décimo de los puntos',
    UNUSED_REROLLS: 'Un dólar por cada tirada que no usaste',
    INTEREST: 'Intereses: un dólar por cada cinco que tienes, como mucho 5 $',
    LUCKY_PENNY: 'Moneda de la suerte',
  },
  doing: { waiting: 'espera', playing: 'tirando', finished: 'ya puntuó', out: 'fuera' },

  roundWord: 'Ronda',
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
  kept: 'guardado',
  inTheAir: (place) => `Dado ${place}: rodando`,
  rolling: 'Los dados ruedan…',
  freeOne: 'Todos puntúan. Toca uno para volver a tirarlo.',
  roll: (n) => (n === 1 ? 'Tirar 1 dado' : `Tirar ${n} dados`),
  score: (total) => `Puntuar ${total}`,
  setTo: (place) => `Poner el dado ${place} en`,
  preview: 'Como están',
  total: 'Total',
  ofTarget: (target) => `de ${target}`,
  passes: 'supera',
  misses: (by) => `faltan ${by}`,
  why: '¿Por qué?',
  passed: 'Ronda superada',
  failed: 'No basta',
  paid: 'Paga',
  goOn: 'Continuar',
  bossRound: 'Ronda de jefe',
  face: (boss) => `Contra ${boss.replace(/^El /, 'el ')}`,
  watching: 'Ahora no hay nada que hacer.',
  overPrompt: 'La partida terminó',
  shop: 'La tienda',
  shopFree: 'El primer dado o nivel es gratis',
  free: 'gratis',
  buy: 'Comprar',
  sold: 'vendido',
  good,
  something: 'algo',
  extraDieGives: (n) => `Tiras ${n} dados.`,
  replaceWhich: (what) => `Toca el dado que deja sitio al ${what}.`,
  cancel: 'Cancelar',
  leave: (round) => `A la ronda ${round}`,
  stop: 'Terminar aquí',
  stopHelp: 'La partida está ganada. Puede seguir mientras superes rondas.',
  ladder: 'Manos y niveles',
  columns: { hand: 'Mano', level: 'Nivel', base: 'Fichas', mult: 'Por' },
  onTop: 'se suman',
  levelShort: (level) => `nv ${level}`,
  owned: 'Objetos',
  race: 'La carrera',
  raceColumns: { total: 'Puntos' },
  threwAgain: (n) => (n === 1 ? 'volvió a tirar' : `volvió a tirar ${n} veces`),
  hiddenRace: 'En una carrera nadie ve los dados de los demás. Los puntos llegan al terminar la ronda.',
  waiting: 'Esperando a los demás.',
  youWin: 'Ganas la carrera',
  youTie: (others) => `Tú y ${others} empatáis la carrera`,
  wins: (names, n) => (n === 1 ? `${names} gana la carrera` : `${names} empatan la carrera`),
  nobody: 'Nadie gana',
  inAll: (points) => `${points} puntos en total.`,
  end: (won, passed) => (won ? `Partida ganada: ${passed} rondas superadas` : `Fin de la partida: ${passed === 1 ? '1 ronda superada' : `${passed} rondas superadas`}`),

  say: {
    round: (round, target) => `Ronda ${round}: ${target} para superarla.`,
    boss: (name, effect) => `Ronda de jefe: ${name}. ${effect}`,
    rolled: (who, faces) => `${does(who, 'tira', 'tiras')} ${faces}.`,
    rerolls: (who, left) => `${does(who, 'vuelve a tirar', 'vuelves a tirar')}, ${left === 1 ? 'queda una tirada' : `quedan ${left} tiradas`}.`,
    broke: (place) => `El dado ${place} se rompe.`,
    saved: (place) => `El seguro salva el dado ${place}.`,
    set: (who, place, face) => `${does(who, 'pone', 'pones')} el dado ${place} en ${face}.`,
    hand: (hand, points) => `${hand.toLowerCase()} por ${points}`,
    scored: (who, hands, total, target, passed) => `${does(who, 'puntúa', 'puntúas')} ${hands}: ${total} de ${target}. ${passed ? 'Superada.' : 'No basta.'}`,
    paid: (who, dollars) => `${does(who, 'cobra', 'cobras')} ${dollars} dólares.`,
    collected: (who, place) => `El Coleccionista vuelve normal ${who.you ? `tu dado ${place}` : `el dado ${place} de ${who.name}`}.`,
    shop: 'La tienda está abierta.',
    bought: (who, what, price) => (price === 0 ? `${does(who, 'toma', 'tomas')} gratis ${what}.` : `${does(who, 'compra', 'compras')} ${what} por ${price} dólares.`),
    left: (who) => `${does(who, 'sale', 'sales')} de la tienda.`,
    finished: (who) => `${does(who, 'ha', 'has')} puntuado.`,
    stopped: (who) => `${does(who, 'termina', 'terminas')} la partida.`,
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
    unknown: (text) => `«${text}» no es una orden. Escribe ayuda para ver la lista.`,
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

  /** The special words and what they mean. */
  terms: {
    reroll: ['tiradas|tirada|volver a tirar', 'Tirar otra vez lo que no guardas. Hay unas pocas por ronda, y cada una sin usar da un dólar.'],
    target: ['objetivo', 'Los puntos que hacen falta para superar la ronda. Sube de ronda en ronda.'],
    chips: ['fichas', 'El primer número de una mano: sus propias fichas más los puntos de sus dados.'],
    times: ['multiplicador', 'El segundo número de una mano: sus fichas se multiplican por él.'],
    hand: ['mano|manos', 'Dados que puntúan juntos, como una pareja o una escalera. Los tuyos se reparten en las manos que más puntúan.'],
    level: ['nivel|niveles', 'Cada nivel de una mano suma fichas y multiplicador. Los niveles se compran en la tienda.'],
    boss: ['jefe|ronda de jefe', 'Cada cuatro rondas hay un jefe con una regla propia.'],
    shop: ['tienda', 'Abre después de cada ronda superada. El primer dado o nivel de la visita es gratis.'],
    item: ['objetos|objeto', 'Algo de la tienda que ayuda durante el resto de la partida.'],
    straight: ['escalera|escalera corta|escalera larga', 'Caras que van seguidas: cuatro en la corta, cinco en la larga.'],
    fullhouse: ['full', 'Tres de una cara y dos de otra.'],
    ontop: ['se suman', 'Un full no tiene multiplicador: vale lo de su trío y lo de su pareja, y además se suman sus propias fichas.'],
    pyramid: ['pirámide', 'Un 2, tres 4 y cinco 6: la mano más valiosa de todas.'],
    kind: ['iguales', 'Tres dados o más con la misma cara.'],
    highroll: ['dado más alto', 'Un solo dado que no cabe en ninguna otra mano.'],
    wild: ['comodín|comodines', 'Un dado cuya cara eliges tú.'],
    glass: ['de cristal|cristal', 'Un dado que sube toda la puntuación y puede romperse al tirarlo de nuevo.'],
    echo: ['de eco|eco', 'Un dado que tras cada tirada muestra la cara de otro, al azar.'],
    locked: ['bloqueado|bloqueados', 'Un dado que no se puede volver a tirar en esta ronda.'],
    interest: ['intereses', 'Un dólar tras cada ronda por cada cinco que tienes.'],
    insured: ['asegurado|seguro', 'El primer dado de cristal que se rompería en la ronda queda entero.'],
    race: ['carrera', 'De dos a seis jugadores con la misma suerte, cada uno con sus dados. Gana quien llega más lejos.'],
  },
};
