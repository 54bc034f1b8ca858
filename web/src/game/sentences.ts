// The events of a table in sentences: the shell's own events here, all others by the game.

import type { Player } from '$shell/protocol/messages';
import { words } from '$shell/words/words.svelte';
import type { AnyPart, AnyScene, Told } from './part';

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

/** The name, or null for the dash of a player who left before this page opened. */
const known = (name: string): string | null => (name === '–' ? null : name);

function ofTheHouse({ event, payload }: Told, scene: AnyScene): string | null {
  const name = (): string => known(scene.name(payload.playerUuid)) ?? payload.nickname ?? scene.name(payload.playerUuid);
  switch (event) {
    case 'player_joined':
    case 'opponent_joined':
      return words.log.joined(name());
    case 'player_left':
      return words.log.left(name());
    case 'player_disconnected':
      return words.log.disconnected(name());
    case 'player_reconnected':
      return words.log.reconnected(name());
    case 'bot_took_over':
      return words.log.tookOver(name());
    case 'seat_offered':
      return offeredText(payload.players, payload.seat, name());
    case 'game_started':
      return words.log.started(payload.gameNumber);
    case 'rematch_agreed':
      return words.log.rematch(name());
    case 'table_closed':
      return words.log.closed;
    default:
      return null;
  }
}

/** The sentence about an offer of a seat, by how far the players have agreed. */
function offeredText(players: Player[], seat: number, name: string): string {
  const { offered, offeredBy = [] } = players.find((player) => player.seat === seat) ?? {};
  if (offered) return words.log.offered(name);
  return offeredBy.length > 0 ? words.log.offering(name) : words.log.notOffered(name);
}
