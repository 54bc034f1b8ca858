// What is written on the kinds of dice, so that colour is never what tells them apart: the faces
// that a die can show or likes to show, or what it does. A normal die says nothing.

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
