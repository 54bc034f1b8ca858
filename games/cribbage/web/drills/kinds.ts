// Which kinds of points a combination has: a double run is runs and a pair. And what is said of them.

export function kindsOf(type: string): string[] {
  if (type === 'FIFTEEN') return ['fifteens'];
  if (type.startsWith('FLUSH')) return ['flush'];
  if (type === 'RIGHT_JACK') return ['nobs'];
  if (/^(DOUBLE|TRIPLE|QUADRUPLE)_RUN/.test(type)) return ['runs', 'pairs'];
  return type.startsWith('RUN') ? ['runs'] : ['pairs'];
}

/** How far the points that were said are off, kind by kind: too many in one do not make up for missed ones in another. */
export function costOfCount(choices: [kind: string, points: number][], said: Record<string, number | null>): number {
  return choices.reduce((sum, [kind, points]) => sum + Math.abs(points - (said[kind] ?? 0)), 0);
}

/** The house's name of a throw: its cards in the order of the hand. */
export const nameOfThrow = (hand: string[], chosen: string[]): string => hand.filter((card) => chosen.includes(card)).join(' ');
