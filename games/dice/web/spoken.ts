// An action in a player's words, for advice and reviews.

import type { Legal } from '$shell/game/part';
import type { DiceScene } from './scene';

export function spoken({ reroll, set_wild, buy, score_dice, leave_shop }: Legal, scene: DiceScene): string {
  const { actions } = scene.words;
  if (reroll) return throwing(reroll.dice as number[], scene);
  if (set_wild) return actions.set(Number(set_wild.die) + 1, Number(set_wild.face));
  if (buy) return buying(Number(buy.offer), buy.replace, scene);
  if (score_dice) return actions.score;
  return leave_shop ? actions.leave : actions.stop;
}

/** Describes a throw by the kept faces, because nobody thinks in places. */
function throwing(dice: number[], { view, words }: DiceScene): string {
  const kept = (view.run?.pool ?? []).filter(({ index }) => !dice.includes(index)).map(({ countsAs }) => countsAs);
  return words.actions.throw(kept.sort((a, b) => b - a).join(' '), dice.length);
}

function buying(id: number, replace: unknown, { view, words }: DiceScene): string {
  const offer = view.run?.shop?.offers.find((other) => other.id === id);
  const bought = words.actions.buy(offer ? words.offer(offer) : String(id + 1), offer?.price ?? 0);
  return typeof replace === 'number' ? words.actions.inPlaceOf(bought, replace + 1) : bought;
}
