import { expect, test } from 'vitest';
import type { Player } from '$shell/protocol/messages';
import { initialOf, withBotNames } from './people';

const player = (nickname: string, level?: Player['level']): Player =>
  ({ uuid: nickname, nickname, seat: 0, position: 1, connected: true, bot: level !== undefined, ...(level ? { level } : {}) });

test('each bot has its own name, which depends on its level', () => {
  const players = [player('Ann'), player('Bot 2', 'hard'), player('Bot 3', 'easy'), player('Bot 4', 'hard')];
  const names = withBotNames(players, { hard: ['Fox', 'Ember'], easy: ['Hare'] }).map(({ nickname }) => nickname);
  expect(names).toEqual(['Ann', 'Fox', 'Hare', 'Ember']);
});

test('a person named like a bot keeps that name', () => {
  expect(withBotNames([player('Bot 2')], { hard: ['Fox'] })[0]?.nickname).toBe('Bot 2');
});

test('an initial is the first letter as a reader sees it', () => {
  expect(['ann', ' élan', '👩‍🚀 x', ''].map(initialOf)).toEqual(['A', 'É', '👩‍🚀', '?']);
});
