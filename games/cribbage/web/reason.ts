// The arguments for or against an advised action, built from its figures.

import type { Figures, Legal } from '$shell/game/part';
import { sameCard, signs } from './card';
import { foretell } from './pegging';
import { cribOwner } from './say';
import type { CribbageScene } from './scene';
import type { Card } from './wire';

/** The points that a throw gives to the crib: less than the first number is little, and the second number or more is much. */
const TO_OWN = [4.2, 6] as const;
const TO_OTHERS = [4.7, 6] as const;

export function reason({ discard_cards, play_card }: Legal, figures: Figures, scene: CribbageScene): string | null {
  const { reasons } = scene.words;
  const { hand, crib, pegging, theirs, points } = figures;
  if (discard_cards && hand && crib) return ofThrow(discard_cards.cards as Card[], hand.text, crib.value, crib.text.replace(/^[-−]/u, ''), scene);
  if (play_card && pegging && theirs) {
    const { count, points: now } = foretell(scene.view.stack, play_card.card as Card);
    return reasons.play(count, now, pegging.text, theirs.text);
  }
  return points ? reasons.count(points.value) : null;
}

/** The reason for a throw. The points of another player's crib are negative. */
function ofThrow(thrown: Card[], hand: string, signed: number, crib: string, scene: CribbageScene): string {
  const { view, words, me } = scene;
  const kept = view.playerHand.filter((card) => !thrown.some((other) => sameCard(card, other)));
  const [little, much] = me?.uuid === view.dealerUuid ? TO_OWN : TO_OTHERS;
  const points = Math.abs(signed);
  const owner = cribOwner(scene, view.dealerUuid);
  return words.reasons.throw(signs(kept), hand, signs(thrown), owner, crib, points >= much ? 'much' : points < little ? 'little' : 'fair');
}
