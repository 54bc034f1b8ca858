// Typed commands: `keep 6 6`, `throw 1 4`, `set 3 6`, `score`, `buy 2`, `leave`, `stop`.
//
// This checks only the notation. The house decides whether an action is allowed.

import type { Legal, Move } from '$shell/game/part';
import { placesOf, thrownBeside, type DiceScene } from './scene';

type Read = Move | { problem: string };

export function parse(text: string, scene: DiceScene): Read {
  const { words } = scene;
  const [verb = '', ...rest] = text.trim().toLowerCase().split(/\s+/);
  const numbers = rest.join(' ').split(/[\s,]+/).filter(Boolean).map(Number);
  if (numbers.some((number) => !Number.isInteger(number) || number < 0 || number > 99)) return { problem: words.problems.numbers };
  switch (verb) {
    case 'keep':
    case 'k':
      return keep(numbers, scene);
    case 'throw':
    case 't':
      return numbers.length > 0 ? reroll(numbers.map((place) => place - 1)) : { problem: words.problems.throw };
    case 'set':
      return numbers.length === 2 ? { command: 'set_wild', fields: { die: (numbers[0] ?? 0) - 1, face: numbers[1] } } : { problem: words.problems.set };
    case 'score':
    case 's':
      return { command: 'score_dice', fields: {} };
    case 'buy':
    case 'b':
      return buy(numbers, words.problems.buy);
    case 'leave':
      return { command: 'leave_shop', fields: {} };
    case 'stop':
      return { command: 'stop_run', fields: {} };
    default:
      return { problem: words.problems.unknown(text) };
  }
}

const reroll = (dice: number[]): Move => ({ command: 'reroll', fields: { dice } });

/** `keep 6 6` throws all dice but two sixes; `keep` alone throws them all. */
function keep(faces: number[], scene: DiceScene): Read {
  const places = placesOf(scene.view.run?.pool ?? [], faces);
  return places ? reroll(thrownBeside(scene, places)) : { problem: scene.words.problems.keep };
}

/** `buy 2` takes the second offer; `buy 1 3` takes the first one and replaces your third die. */
function buy([offer, replace]: number[], problem: string): Read {
  if (offer === undefined) return { problem };
  const fields = replace === undefined ? { offer: offer - 1 } : { offer: offer - 1, replace: replace - 1 };
  return { command: 'buy', fields };
}

/** An action as a typed command. */
export function typed(action: Legal): string {
  const { reroll, set_wild, buy, score_dice, leave_shop } = action;
  if (reroll) return `throw ${(reroll.dice as number[]).map((die) => die + 1).join(' ')}`;
  if (set_wild) return `set ${Number(set_wild.die) + 1} ${String(set_wild.face)}`;
  if (buy) return `buy ${Number(buy.offer) + 1}${buy.replace === undefined ? '' : ` ${Number(buy.replace) + 1}`}`;
  if (score_dice) return 'score';
  return leave_shop ? 'leave' : 'stop';
}
