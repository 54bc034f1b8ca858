// The drills of cribbage on the page.

import type { GameDrills } from '$shell/drill/part';
import { words as english } from '../words/en';
import { words as spanish } from '../words/es';
import Count from './Count.svelte';
import Discard from './Discard.svelte';
import Peg from './Peg.svelte';
import { words as drillEnglish } from './words/en';
import { words as drillSpanish } from './words/es';

export const part: GameDrills = {
  drills: { count: { Question: Count }, discard: { Question: Discard }, peg: { Question: Peg } },
  words: { en: { game: english, drill: drillEnglish }, es: { game: spanish, drill: drillSpanish } },
};
