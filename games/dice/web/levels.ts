// The effect of a level, as the shop shows it: "12 × 1.60 → 15 × 2.10".

import type { HandKind, HandLevel } from './wire';

/** The base and the multiplier one level higher, by the rules of the house. */
export function nextLevel({ hand, base, mult }: Pick<HandLevel, 'hand' | 'base' | 'mult'>): { base: number; mult: string } {
  const isOfAKind = hand === 'X_OF_A_KIND';
  const more = isOfAKind ? Math.max(1, Math.floor(base / 5)) : Math.floor((base * 3) / 10);
  return { base: base + more, mult: (Number(mult) + (isOfAKind ? 0.25 : 0.5)).toFixed(2) };
}

/** Whether a hand has a multiplier. By the default rule a full house only adds its base to the points of its parts. */
export function hasMult(hand: HandKind, options: Record<string, unknown>): boolean {
  const rules = options.rules as { full_house?: string } | undefined;
  return hand !== 'FULL_HOUSE' || rules?.full_house === 'formula';
}

/** The effect of a level, such as "12 × 1.60 → 15 × 2.10". */
export function raise(level: Pick<HandLevel, 'hand' | 'base' | 'mult'>, options: Record<string, unknown>): string {
  const next = nextLevel(level);
  if (!hasMult(level.hand, options)) return `${level.base} → ${next.base}`;
  return `${level.base} × ${level.mult} → ${next.base} × ${next.mult}`;
}
