// The interface between a game's drills and the page, and the drills as the house describes them.
//
// A game's part of its drills is in `games/<key>/web/drills`: `list.ts` names them for the list of
// all drills, and `index.ts` has a component for each kind of question. A component draws the question
// with the game's own pieces, takes the answer, and then shows the best one. The house values the
// answers; this code knows no rules.

import type { Component } from 'svelte';
import type { Terms } from '$shell/terms/terms';

export type Level = 'easy' | 'medium' | 'hard';

export const LEVELS: Level[] = ['easy', 'medium', 'hard'];

/** The unit of an answer's worth: the chance to win, the chance to reach the target, or points. Chances are in ten-thousandths. */
export type Unit = 'win' | 'reach' | 'points';

/** A question with the worth of every answer. */
export interface Posed<Ask = unknown, Detail = unknown> {
  level: Level;
  ask: Ask;
  choices: [name: string, worth: number][];
  detail: Detail;
}

/** A drill as `GET /api/drills/{game}/{drill}` returns it. */
export interface Practice {
  game: string;
  drill: string;
  unit: Unit;
  /** An answer that costs less than this is as good as the best one. */
  slack: number;
  items: Posed[];
}

/** For each kind of thing to notice: how many the player noticed, and how many there were. */
export type Seen = Record<string, [seen: number, of: number]>;

/** An answer, graded by the game's part. */
export interface Given {
  /** Its loss against the best answer, in the unit of the drill. */
  cost: number;
  /** The answer and the best one, in words. */
  answer: string;
  best: string;
  /** A sentence to show instead of the answer and the best one, if there is one. */
  told?: string;
  /** The things that the player noticed, by kind, in drills where the answer shows them. In other drills an answer is only right or wrong. */
  seen?: Seen;
  /** The kind of the question, in drills where an answer is only right or wrong. */
  kind?: string;
}

export interface QuestionProps<GameWords, DrillWords, Ask = unknown, Detail = unknown> {
  posed: Posed<Ask, Detail>;
  game: GameWords;
  words: DrillWords;
  /** The given answer, or null before. After it the question shows the best answer and accepts no choice. */
  given: Given | null;
  answer: (given: Given) => void;
}

/** One kind of question. */
export interface DrillPart {
  // Each component takes the words and questions of its own game.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  Question: Component<any>;
}

export interface DrillCatalogue {
  /** The names of the kinds of things to notice, or of questions, by drill: "fifteens". */
  kinds: Record<string, Record<string, string>>;
}

export interface GameDrills {
  drills: Record<string, DrillPart>;
  words: Record<string, { game: { terms: Terms }; drill: DrillCatalogue }>;
}

/** The drills of a game, for the list. */
export interface DrillList {
  game: string;
  words: Record<string, Record<string, [name: string, line: string]>>;
}

/** The index of the best choice. */
export function bestOf(posed: Posed): number {
  const worths = posed.choices.map(([, worth]) => worth);
  return worths.indexOf(Math.max(...worths));
}

/** The loss of a choice against the best one; null for a choice that is not listed. */
export function costOf(posed: Posed, name: string): number | null {
  const found = posed.choices.find(([known]) => known === name);
  const best = posed.choices[bestOf(posed)];
  return found && best ? best[1] - found[1] : null;
}
