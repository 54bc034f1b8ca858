// The events of a table in sentences: the shell's own events here, all others by the game.

import type { Player } from '$shell/protocol/messages';
import { words } from '$shell/words/words.svelte';
import type { AnyPart, AnyScene, Told } from './part';

/** The name of a player, or null for the reader. */
type Who = string | null;

export interface Sentence {
  seq: number;
  text: string;
}

/** The sentences of these events; some have none. */
export function sentencesOf(told: Told[], part: AnyPart, scene: AnyScene): Sentence[] {
  return told.flatMap((one, place) => {
    const text = ofTheHouse(one, scene) ?? sentenceOf(one, part, scene, told.slice(0, place));
    return text === null ? [] : [{ seq: one.seq, text }];
  });
}

/** The game's sentence for an event. If the game throws, only the sentence is lost. */
export function sentenceOf(one: Told, part: AnyPart, scene: AnyScene, before: Told[]): string | null {
  try {
    return part.say(one, scene, before);
  } catch (error) {
    // The developers of the game must learn of it.
    // eslint-disable-next-line no-console
    console.error(`${part.key} cannot say ${one.event}`, error);
    return null;
  }
}

/** The player of an event. Somebody who left before this page opened has no name in the scene, but may have one in the event. */
function whoIs({ playerUuid, nickname }: Told['payload'], scene: AnyScene): Who {
  if (playerUuid === scene.me?.uuid) return null;
  const name = scene.name(playerUuid);
  return name === '–' ? (nickname ?? name) : name;
}

function ofTheHouse({ event, payload }: Told, scene: AnyScene): string | null {
  const who = whoIs(payload, scene);
  switch (event) {
    case 'player_joined':
    case 'opponent_joined':
      return words.log.joined(who);
    case 'player_left':
      return words.log.left(who);
    case 'player_disconnected':
      return words.log.disconnected(who);
    case 'player_reconnected':
      return words.log.reconnected(who);
    case 'bot_took_over':
      return words.log.tookOver(who);
    case 'seat_offered':
      return offeredText(payload.players, payload.seat, who);
    case 'game_started':
      return words.log.started(payload.gameNumber);
    case 'rematch_agreed':
      return words.log.rematch(who);
    case 'table_closed':
      return words.log.closed;
    default:
      return null;
  }
}

/** The sentence about an offer of a seat, by how far the players have agreed. */
function offeredText(players: Player[], seat: number, who: Who): string {
  const { offered, offeredBy = [] } = players.find((player) => player.seat === seat) ?? {};
  if (offered) return words.log.offered(who);
  return offeredBy.length > 0 ? words.log.offering(who) : words.log.notOffered(who);
}
