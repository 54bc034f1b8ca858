// An action in a player's words, for advice and reviews.

import type { Legal } from '$shell/game/part';
import { sign, signs } from './card';
import { cribOwner } from './say';
import type { CribbageScene } from './scene';
import type { Card } from './wire';

export function spoken(action: Legal, scene: CribbageScene): string {
  const { actions } = scene.words;
  const { discard_cards, play_card, claim_count, claim_muggins } = action;
  if (discard_cards) return actions.throw(signs(discard_cards.cards as Card[]), cribOwner(scene, scene.view.dealerUuid));
  if (play_card) return actions.play(sign(play_card.card as Card));
  if (claim_count) return actions.count(Number(claim_count.points));
  return actions.muggins(Number(claim_muggins?.points));
}
