// The drills of dice hands on the page.

import type { GameDrills } from '$shell/drill/part';
import { words as english } from '../words/en';
import { words as spanish } from '../words/es';
import Reroll from './Reroll.svelte';
import Split from './Split.svelte';
import { words as drillEnglish } from './words/en';
import { words as drillSpanish } from './words/es';

export const part: GameDrills = {
  drills: { split: { Question: Split }, reroll: { Question: Reroll } },
  words: { en: { game: english, drill: drillEnglish }, es: { game: spanish, drill: drillSpanish } },
};
