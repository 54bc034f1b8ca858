// Advice made ready to be read: what the house ranks as commands and numbers, in the words of the
// page and the game.
//
// The house gives its reasons in English, for those who have no words of their own. The page makes
// them of the action and its figures, in every language.

import type { Hint, Legal } from '$shell/protocol/messages';
import type { AnyPart, AnyScene, GameWords } from './part';
import { actionsOf } from './scene';

/** What the house advises, or a sentence that says why it does not. */
export type Advised = { hints: Hint[] } | { problem: string };

export interface Choice {
  action: Legal;
  /** As a player says it. */
  said: string;
  /** 0 to 1. */
  chance: number;
  /** How much less that is than the best; 0 for the best. */
  less: number;
  figures: Figure[];
  /** What speaks for it or against it, in a sentence or two; null where the figures say it all. */
  reason: string | null;
}

export interface Figure {
  name: string;
  value: string;
}

/** What one could do, the best first. */
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

/** The figures behind an action by the game's names for them. */
export function figuresOf(parts: Hint['parts'], part: AnyPart, words: GameWords, language: string): Figure[] {
  return parts.map(({ name, value }) => ({
    name: words.figures[name] ?? name,
    value: part.chances.includes(name) ? percent(value, language) : amount(value, language),
  }));
}

/** One place behind the point: the next one is the noise of the adviser's guesses. */
const TENTHS = { minimumFractionDigits: 1, maximumFractionDigits: 1 };

/** Whether a difference of chances vanishes where it is shown. */
export const isNothing = (chance: number): boolean => Math.abs(chance) < 0.0005;

/** As "57.3 %". */
export const percent = (chance: number, language: string): string =>
  new Intl.NumberFormat(language, { style: 'percent', ...TENTHS }).format(chance);

/** As "+12.3 %" or "−4.0 %". */
export const signed = (chance: number, language: string): string =>
  new Intl.NumberFormat(language, { style: 'percent', ...TENTHS, signDisplay: 'exceptZero' }).format(chance);

/** As "11.3" or "−0.4". */
export const amount = (value: number, language: string): string =>
  new Intl.NumberFormat(language, TENTHS).format(value);

/** A choice in one line, for the text mode. */
export function lineOf(choice: Choice, place: number, language: string, less: (by: string) => string): string {
  const { said, chance, figures, reason } = choice;
  const behind = !isNothing(choice.less) ? `, ${less(percent(choice.less, language))}` : '';
  const numbers = figures.map(({ name, value }) => `${name} ${value}`).join(', ');
  return [`${place}. ${said}: ${percent(chance, language)}${behind}${numbers === '' ? '' : ` (${numbers})`}.`, reason].filter(Boolean).join(' ');
}
