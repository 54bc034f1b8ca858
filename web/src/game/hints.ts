// Prepares advice for display: the house ranks commands with numbers, and this adds the words of the
// page and the game.
//
// The house also gives its reasons in English, for clients without words of their own. The page
// instead builds them from the action and its figures, in every language.

import type { Hint, Legal } from '$shell/protocol/messages';
import type { AnyPart, AnyScene, GameWords } from './part';
import { actionsOf } from './scene';

/** The ranked advice of the house, or a sentence that says why there is none. */
export type Advised = { hints: Hint[] } | { problem: string };

export interface Choice {
  action: Legal;
  /** The action in a player's words. */
  said: string;
  /** From 0 to 1. */
  chance: number;
  /** The difference to the best chance; 0 for the best. */
  less: number;
  figures: Figure[];
  /** The arguments for or against it, in a sentence or two; null if the figures are enough. */
  reason: string | null;
}

export interface Figure {
  name: string;
  value: string;
}

/** The possible choices, the best first. */
export function choicesOf(hints: Hint[], part: AnyPart, scene: AnyScene, language: string): Choice[] {
  const best = hints[0]?.chance ?? 0;
  return hints.flatMap(({ command, chance, parts }) => {
    const [action] = actionsOf(command);
    if (!action) return [];
    const figures = figuresOf(parts, part, scene.words, language);
    const numbers = Object.fromEntries(parts.map(({ name, value }, place) => [name, { value, text: figures[place]?.value ?? '' }]));
    return [{ action, said: part.spoken(action, scene), chance, less: best - chance, figures, reason: part.reason(action, numbers, scene) }];
  });
}

/** The figures behind an action, with the game's names. */
export function figuresOf(parts: Hint['parts'], part: AnyPart, words: GameWords, language: string): Figure[] {
  return parts.map(({ name, value }) => ({
    name: words.figures[name] ?? name,
    value: part.chances.includes(name) ? percent(value, language) : amount(value, language),
  }));
}

/** One decimal: the second is noise of the adviser's estimate. */
const TENTHS = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

/** Whether a difference of chances is shown as 0. */
export const isNothing = (chance: number): boolean => Math.abs(chance) < 0.0005;

/** For example "57.3 %". */
export const percent = (chance: number, language: string): string =>
  new Intl.NumberFormat(language, { style: 'percent', ...TENTHS }).format(chance);

/** For example "+12.3 %" or "−4.0 %". */
export const signedPercent = (chance: number, language: string): string =>
  new Intl.NumberFormat(language, { style: 'percent', ...TENTHS, signDisplay: 'exceptZero' }).format(chance);

/** For example "11.3" or "−0.4". */
export const amount = (value: number, language: string): string =>
  new Intl.NumberFormat(language, TENTHS).format(value);

/** A choice in one line, for the text mode. */
export function lineOf(choice: Choice, place: number, language: string, less: (by: string) => string): string {
  const { said, chance, figures, reason } = choice;
  const behind = !isNothing(choice.less) ? `, ${less(percent(choice.less, language))}` : '';
  const numbers = figures.map(({ name, value }) => `${name} ${value}`).join(', ');
  return [`${place}. ${said}: ${percent(chance, language)}${behind}${numbers === '' ? '' : ` (${numbers})`}.`, reason].filter(Boolean).join(' ');
}
