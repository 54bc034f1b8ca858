import type { GameTile } from '$shell/game/part';
import Icon from './Icon.svelte';

const en = { name: 'Dice hands', line: 'Roll, keep, and pass twelve rounds with a shop between them. Alone, or a race of up to six.' };
const es = { name: 'Manos de dados', line: 'Tira, guarda y supera doce rondas con una tienda entre ellas. En solitario, o una carrera de hasta seis.' };

export const tile: GameTile = { key: 'dice', Icon, words: { en, es } };
