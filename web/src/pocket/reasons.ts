// Why something was refused of several tables: each reason once, with the tables that it is about.

import { refusalText } from '$shell/parts/refusal';
import type { Refusal } from '$shell/protocol/messages';

export function perReason(refused: { table: string; why: Refusal }[]): string[] {
  const texts = new Set(refused.map(({ why }) => refusalText(why)));
  return [...texts].map((text) => {
    const tables = refused.filter(({ why }) => refusalText(why) === text).map(({ table }) => table);
    return `${tables.join(', ')}: ${text}`;
  });
}
