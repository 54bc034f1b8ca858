// The signs on the kinds of dice, so that they differ in more than colour: the faces that a die can
// show or prefers, or its effect. A normal die has no sign.

import type { DieKind } from './wire';

export const KIND_SIGNS: Record<DieKind, string> = {
  normal: '',
  light: '1–3',
  heavy: '4–6',
  odd: '1·3·5',
  even: '2·4·6',
  glass: '×1.5',
  wild: '★',
  echo: '((·))',
  broken: '✕',
};
