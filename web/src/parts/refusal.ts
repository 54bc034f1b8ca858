// Turns refusals into sentences for the player.

import { Refused } from '$shell/house/api';
import type { Refusal } from '$shell/protocol/messages';
import { words } from '$shell/words/words.svelte';

/** The sentence for a refusal; `reasons` has the game's own sentences for refusals by its rules. */
export function refusalText(refusal: Refusal, reasons: Record<string, string> = {}): string {
  const reason = refusal.reason ? (reasons[refusal.reason] ?? words.refusals[refusal.reason]) : undefined;
  if (reason) return reason;
  switch (refusal.code) {
    case 'page/unreachable':
      return words.banner.unreachable;
    case 'table/not_found':
      return words.table.notFound;
    default:
      return words.refusals[refusal.code] ?? words.refusals.other ?? '';
  }
}

/** The sentence for any failed request. */
export function refusalOf(error: unknown): string {
  return error instanceof Refused ? refusalText(error) : words.banner.unreachable;
}
