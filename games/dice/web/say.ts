// The events in sentences, for the log and for screen readers.

import type { Told } from '$shell/game/part';
import { endOf, whoIs, type DiceScene } from './scene';
import type { BossName, Finished, Offer, ScoredHand } from './wire';

export function say({ event, payload }: Told, scene: DiceScene, before: Told[]): string | null {
  const { words } = scene;
  const who = whoIs(scene, payload.playerUuid);
  const faces = () => payload.dice.map(({ face }: { face: number }) => face).join(' ');
  switch (event) {
    case 'round_started':
      return sentence(words.say.round(payload.round, payload.target), payload.boss ? words.say.boss(...words.bosses[payload.boss.name as BossName]) : '');
    case 'dice_rolled':
    case 'dice_rerolled':
      return sentence(words.say.rolled(who, faces()), broken(payload.dice, scene));
    case 'reroll_used':
      // The player who rerolls has another event with the new faces.
      return isOwn(payload.playerUuid, scene) ? null : words.say.rerolls(who, payload.left);
    case 'wild_set':
      return words.say.set(who, payload.die + 1, payload.face);
    case 'dice_scored':
      return words.say.scored(who, handsAloud(payload.hands, scene), payload.total, payload.target, payload.passed);
    case 'paid':
      return words.say.paid(who, payload.total);
    case 'die_collected':
      return words.say.collected(who, payload.die + 1);
    case 'shop_opened':
      return words.say.shop;
    case 'bought':
      return words.say.bought(who, offerName(payload, scene, before), payload.price);
    case 'shop_left':
      return words.say.left(who);
    case 'round_finished':
      // The player who has scored has other events that say more.
      return scene.view.race && !isOwn(payload.playerUuid, scene) ? words.say.finished(who) : null;
    case 'run_stopped':
      return words.say.stopped(who);
    case 'game_finished': {
      const { winners, passed }: Finished = payload;
      return `${endOf(scene, winners, passed)}.`;
    }
    default:
      return null;
  }
}

const isOwn = (player: string, { view }: DiceScene): boolean => view.run?.playerUuid === player;

function broken(dice: { die: number; broke: boolean; saved: boolean }[], { words }: DiceScene): string {
  return dice.flatMap(({ die, broke, saved }) => (broke ? [words.say.broke(die + 1)] : saved ? [words.say.saved(die + 1)] : [])).join(' ');
}

/** For example "a full house for 140 and a pair for 22". */
function handsAloud(hands: ScoredHand[], { words }: DiceScene): string {
  return hands.map(({ type, points }) => words.say.hand(words.hands[type], points)).join(words.and);
}

/** The name of a bought offer, from the event that opened the shop, which may be closed by now. */
function offerName({ offer: id, playerUuid }: { offer: number; playerUuid: string }, { words }: DiceScene, before: Told[]): string {
  const opened = before.findLast(({ event, payload }) => event === 'shop_opened' && payload.playerUuid === playerUuid);
  const offer = (opened?.payload.offers as Offer[] | undefined)?.find((other) => other.id === id);
  return offer ? words.offer(offer) : words.something;
}

const sentence = (...parts: string[]): string => parts.filter(Boolean).join(' ');
