import { expect, test } from 'vitest';
import type { Hint } from '$shell/protocol/messages';
import { choicesOf, lineOf } from './hints';
import type { AnyPart, AnyScene, Figures } from './part';

const part = { chances: ['make'], spoken: (action: object) => JSON.stringify(action), reason: (_: object, { make }: Figures) => (make ? `It is made with ${make.text}, ${make.value}.` : null) } as unknown as AnyPart;
const scene = { words: { figures: { make: 'made', hand: 'hand' } } } as unknown as AnyScene;
const hints: Hint[] = [
  { command: { bid: { points: 31 } }, chance: 0.573, parts: [{ name: 'make', value: 0.5 }, { name: 'hand', value: 11.34 }], reason: 'the house says so' },
  { command: { buy: [{ offer: 2 }] }, chance: 0.5, parts: [{ name: 'other', value: -0.25 }], reason: '' },
];

test('the best choice comes first, and each other one says how much worse it is', () => {
  const [best, other] = choicesOf(hints, part, scene, 'en');
  expect(best).toMatchObject({ said: '{"bid":{"points":31}}', less: 0, reason: 'It is made with 50.0%, 0.5.' });
  expect(best?.figures).toEqual([{ name: 'made', value: '50.0%' }, { name: 'hand', value: '11.3' }]);
  expect(other?.less).toBeCloseTo(0.073);
  expect(other?.action, 'the action of a command that lists its choices').toEqual({ buy: { offer: 2 } });
  expect(other?.figures).toEqual([{ name: 'other', value: '-0.3' }]);
});

test('the reason comes from the page in every language, never from the house', () => {
  expect(choicesOf(hints, part, scene, 'es').map(({ reason }) => reason)).toEqual(['It is made with 50,0\u00a0%, 0.5.', null]);
});

test('a choice in one line', () => {
  const [best, other] = choicesOf(hints, part, scene, 'en');
  const less = (by: string) => `${by} less`;
  expect(best && lineOf(best, 1, 'en', less)).toBe('1. {"bid":{"points":31}}: 57.3% (made 50.0%, hand 11.3). It is made with 50.0%, 0.5.');
  expect(other && lineOf(other, 2, 'en', less)).toBe('2. {"buy":{"offer":2}}: 50.0%, 7.3% less (other -0.3).');
});
