// The events in sentences, for the log and for screen readers.

import type { Told } from '$shell/game/part';
import { playAloud, showAloud } from './aloud';
import { signs } from './card';
import type { CribbageScene } from './scene';
import { standings } from './scene';
import type { Card, Finished, Item } from './wire';
import type { Who, Words } from './words/en';

export function say({ event, payload }: Told, scene: CribbageScene, before: Told[] = []): string | null {
  const { words } = scene;
  const name = who(payload.playerUuid ?? payload.playedBy ?? payload.dealerUuid, scene);
  switch (event) {
    case 'dealer_cut':
      return sayCut(payload, scene);
    case 'cards_dealt':
      return words.say.dealt(who(payload.dealerUuid, scene), signs(payload.playerHand));
    case 'waiting_for_discard':
      return scene.seat === null ? null : words.say.throwNow(payload.count, cribOwner(scene, dealerThen(before) ?? scene.view.dealerUuid));
    case 'cards_discarded':
      return words.say.threw(name, payload.count);
    case 'starter_cut':
      return sentence(words.say.starter(words.card(payload.card)), payload.score > 0 ? words.say.heels(name) : '');
    case 'pegging_started':
      return words.say.leads(who(payload.currentTurn, scene));
    case 'card_played':
      return sentence(words.say.played(name, words.card(payload.playedCard), payload.runningTotal), scoredInPlay(payload.breakdown, words));
    case 'go_said':
      return words.say.go(name);
    case 'count_reset':
      return words.say.reset(who(payload.nextTurn, scene));
    case 'pegging_finished':
      return words.say.playOver;
    case 'hand_shown':
      return payload.kind === 'crib' ? words.say.shownCrib(name, signs(payload.cards)) : words.say.shown(name, signs(payload.cards));
    case 'count_claimed':
      return words.say.claimed(name, payload.points, payload.score);
    case 'muggins_claimed':
      return words.say.muggins(name, payload.points, payload.score);
    case 'hand_scored':
      return words.say.hand(name, signs(payload.cards), showAloud(payload.breakdown, words));
    case 'crib_scored':
      return words.say.crib(name, signs(payload.cards), showAloud(payload.breakdown, words));
    case 'game_finished': {
      const { winner, scores }: Finished = payload;
      return words.say.won(who(winner, scene), `${standings(scene, scores)}.`);
    }
    default:
      return null;
  }
}

function sayCut(payload: { cuts: { playerUuid: string; card: Card }[]; dealerUuid: string | null }, scene: CribbageScene): string {
  const { words } = scene;
  const cuts = payload.cuts.map(({ playerUuid, card }) => words.say.cutOf(who(playerUuid, scene), words.card(card))).join('. ');
  return payload.dealerUuid === null ? words.say.cutAgain(cuts) : words.say.cut(cuts, who(payload.dealerUuid, scene));
}

/** A name, or null for the viewer, who is "you". */
const who = (uuid: unknown, scene: CribbageScene): Who => (scene.me !== null && scene.me.uuid === uuid ? null : scene.name(uuid));

/** The id of the dealer at that time. */
function dealerThen(before: Told[]): string | null {
  return before.findLast(({ event }) => event === 'cards_dealt')?.payload.dealerUuid ?? null;
}

/** The name of the crib for the viewer, by its owner. */
export function cribOwner(scene: CribbageScene, dealer: string | null): string {
  const { words, me } = scene;
  return me && me.uuid === dealer ? words.yourCrib : words.cribOf(scene.name(dealer));
}

function scoredInPlay(items: Item[], words: Words): string {
  if (items.length === 0) return '';
  const said = words.say.scored(playAloud(items, words));
  return said.charAt(0).toUpperCase() + said.slice(1);
}

const sentence = (...parts: string[]): string => parts.filter(Boolean).join(' ');
