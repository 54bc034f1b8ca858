// The drills of Texas 42 on the page.

import type { GameDrills } from '$shell/drill/part';
import { words as english } from '../words/en';
import { words as spanish } from '../words/es';
import Bid from './Bid.svelte';
import Lead from './Lead.svelte';
import { words as drillEnglish } from './words/en';
import { words as drillSpanish } from './words/es';

export const part: GameDrills = {
  drills: { bid: { Question: Bid }, lead: { Question: Lead } },
  words: { en: { game: english, drill: drillEnglish }, es: { game: spanish, drill: drillSpanish } },
};
