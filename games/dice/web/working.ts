// How points are worked out, without the English name before it: "Pair: (12 + 8) × 1.60 = 32".

export function working(description: string): string {
  const colon = description.indexOf(': ');
  return colon < 0 ? description : description.slice(colon + 2);
}
