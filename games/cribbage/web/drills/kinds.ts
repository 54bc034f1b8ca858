// Which kinds of points a combination has: a double run is runs and a pair.

export function kindsOf(type: string): string[] {
  if (type === 'FIFTEEN') return ['fifteens'];
  if (type.startsWith('FLUSH')) return ['flush'];
  if (type === 'RIGHT_JACK') return ['nobs'];
  if (/^(DOUBLE|TRIPLE|QUADRUPLE)_RUN/.test(type)) return ['runs', 'pairs'];
  return type.startsWith('RUN') ? ['runs'] : ['pairs'];
}
