import type { GameTile } from '$shell/game/part';
import Icon from './Icon.svelte';

const en = { name: 'Cribbage', line: 'Fifteens, pairs and runs, pegged to 121. Two to four players.' };
const es = { name: 'Cribbage', line: 'Quinces, parejas y escaleras, hasta 121 en el tablero. De dos a cuatro jugadores.' };

export const tile: GameTile = { key: 'cribbage', Icon, words: { en, es } };
