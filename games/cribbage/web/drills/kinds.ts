// The kinds of points in a combination (a double run has runs and a pair), and the cost of an answer.

export function kindsOf(type: string): string[] {
  if (type === 'FIFTEEN') return ['fifteens'];
  if (type.startsWith('FLUSH')) return ['flush'];
  if (type === 'RIGHT_JACK') return ['nobs'];
  if (/^(DOUBLE|TRIPLE|QUADRUPLE)_RUN/.test(type)) return ['runs', 'pairs'];
  return type.startsWith('RUN') ? ['runs'] : ['pairs'];
}

/** The total error of an answer, kind by kind: extra points in one kind do not cancel missed points in another. */
export function costOfCount(choices: [kind: string, points: number][], said: Record<string, number | null>): number {
  return choices.reduce((sum, [kind, points]) => sum + Math.abs(points - (said[kind] ?? 0)), 0);
}

/** The house's name for a throw: its cards in the order of the hand. */
export const nameOfThrow = (hand: string[], chosen: string[]): string => hand.filter((card) => chosen.includes(card)).join(' ');
