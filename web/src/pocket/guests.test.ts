import { expect, test } from 'vitest';
import { guestOf, isOwnOrGuest, withOwner } from './guests';

test('the owner and the guests of one device are replaced by those of another', () => {
  const journal = JSON.stringify([{ player: 'aa' }, { player: guestOf('aa', 2) }, { player: guestOf('aa', 4) }, { player: 'aab' }]);
  expect(JSON.parse(withOwner(journal, 'aa', 'bb'))).toEqual([{ player: 'bb' }, { player: 'bb-2' }, { player: 'bb-4' }, { player: 'aab' }]);
});

test('a guest belongs to one owner', () => {
  expect(isOwnOrGuest(guestOf('aa', 2), 'aa')).toBe(true);
  expect(isOwnOrGuest('aa', 'aa')).toBe(true);
  expect(isOwnOrGuest('aab', 'aa')).toBe(false);
});
