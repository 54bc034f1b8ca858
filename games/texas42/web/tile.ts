import type { GameTile } from '$shell/game/part';
import Icon from './Icon.svelte';

const en = { name: 'Texas 42', line: 'Dominoes with trumps and bids, two against two. Four players.' };
const es = { name: 'Texas 42', line: 'Dominó con triunfos y subasta, dos contra dos. Cuatro jugadores.' };

export const tile: GameTile = { key: 'texas42', Icon, words: { en, es } };
