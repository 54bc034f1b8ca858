// What a game brings to its drills, and what the house tells of one.
//
// A game's part of its drills lies in `games/<key>/web/drills`: `list.ts` names them for the list of
// all drills, `index.ts` has a component for each kind of question. It draws the question with
// the game's own pieces, takes the answer, and shows afterwards what was best. What answers are worth
// comes from the house; no rule is known here.

import type { Component } from 'svelte';
import type { Terms } from '$shell/terms/terms';

export type Level = 'easy' | 'medium' | 'hard';

export const LEVELS: Level[] = ['easy', 'medium', 'hard'];

/** What the worth of an answer counts; chances are in ten-thousandths. */
export type Unit = 'win' | 'reach' | 'points';

/** A question with every answer and what it is worth. */
export interface Posed<Ask = unknown, Detail = unknown> {
  level: Level;
  ask: Ask;
  choices: [name: string, worth: number][];
  detail: Detail;
}

/** A drill as `GET /api/drills/{game}/{drill}` gives it. */
export interface Practice {
  game: string;
  drill: string;
  unit: Unit;
  /** An answer that costs less than this is as good as the best one. */
  slack: number;
  items: Posed[];
}

/** What there was to see of a kind, and how much of it was seen. */
export type Seen = Record<string, [seen: number, of: number]>;

/** An answer, read by the game's part. */
export interface Given {
  /** What it gives away, in the unit of the drill. */
  cost: number;
  /** The answer and the best one, in words. */
  answer: string;
  best: string;
  /** A better sentence than the answer and the best one, if there is one. */
  told?: string;
  /** By kinds of things to see, where the answer tells; else it is right or wrong as a whole. */
  seen?: Seen;
  /** The kind of question that this was, where answers are right or wrong as a whole. */
  kind?: string;
}

export interface QuestionProps<GameWords, DrillWords, Ask = unknown, Detail = unknown> {
  posed: Posed<Ask, Detail>;
  game: GameWords;
  words: DrillWords;
  /** The answer once it is given: from then on the best one is shown, and nothing can be chosen. */
  given: Given | null;
  answer: (given: Given) => void;
}

/** One kind of question. */
export interface DrillPart {
  // Each takes the words and questions of its own game.
  // eslint-disable-next-line @typescript-eslint/no-explicit-any
  Question: Component<any>;
}

export interface DrillCatalogue {
  /** The kinds of things to see, or of questions, by drill: "fifteens". */
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

/** The place of the best choice. */
export function bestOf(posed: Posed): number {
  const worths = posed.choices.map(([, worth]) => worth);
  return worths.indexOf(Math.max(...worths));
}

/** What a choice gives away; nothing is known of one that is not listed. */
export function costOf(posed: Posed, name: string): number | null {
  const found = posed.choices.find(([known]) => known === name);
  const best = posed.choices[bestOf(posed)];
  return found && best ? best[1] - found[1] : null;
}
