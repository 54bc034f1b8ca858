// Lists the reasons why several tables were refused: each reason once, with its tables.

import { refusalText } from '$shell/parts/refusal';
import type { Refusal } from '$shell/protocol/messages';

export function perReason(refused: { table: string; why: Refusal }[]): string[] {
  const texts = new Set(refused.map(({ why }) => refusalText(why)));
  return [...texts].map((text) => {
    const tables = refused.filter(({ why }) => refusalText(why) === text).map(({ table }) => table);
    return `${tables.join(', ')}: ${text}`;
  });
}
