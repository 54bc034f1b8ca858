import { expect, test, vi } from 'vitest';
import type { AnyPart, AnyScene, Told } from './part';
import { sentencesOf } from './sentences';

const scene = { name: () => 'Ann' } as unknown as AnyScene;
const told: Told[] = [
  { seq: 1, event: 'dealt', payload: {} },
  { seq: 2, event: 'broken', payload: {} },
  { seq: 3, event: 'silent', payload: {} },
  { seq: 4, event: 'played', payload: {} },
];

test('an error in one sentence loses only that sentence', () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  const say = ({ event }: Told) => {
    if (event === 'broken') throw new Error('no such field');
    return event === 'silent' ? null : `Somebody ${event}.`;
  };
  const part = { key: 'stakes', say } as unknown as AnyPart;
  expect(sentencesOf(told, part, scene)).toEqual([
    { seq: 1, text: 'Somebody dealt.' },
    { seq: 4, text: 'Somebody played.' },
  ]);
  expect(error).toHaveBeenCalledOnce();
  error.mockRestore();
});
