// Signs for the kinds of dice, so that colour is never the only one. A normal die has none.

import type { DieKind } from './wire';

export const KIND_SIGNS: Record<DieKind, string> = {
  normal: '',
  light: '↓',
  heavy: '↑',
  odd: '1',
  even: '2',
  glass: '◇',
  wild: '✱',
  echo: '≈',
  broken: '✕',
};
