import { expect, test } from 'vitest';
import { Kept } from './kept';

function keeper() {
  const sent: string[] = [];
  const kept = new Kept((command) => {
    sent.push(command);
    return Promise.resolve(command === 'bad' ? 'refused' : null);
  });
  return { kept, sent };
}

test('a move is sent once, as soon as it is allowed', async () => {
  const { kept, sent } = keeper();
  const answer = kept.keep('discard_cards', {});
  kept.mind([]);
  expect(sent).toEqual([]);
  kept.mind([{ discard_cards: {} }]);
  kept.mind([{ discard_cards: {} }]);
  expect(await answer).toBeNull();
  expect(sent).toEqual(['discard_cards']);
});

test('only the last of several moves is sent, and its refusal is reported', async () => {
  const { kept, sent } = keeper();
  const first = kept.keep('play_card', {});
  const second = kept.keep('bad', {});
  kept.mind([{ bad: {} }]);
  expect([await first, await second]).toEqual([null, 'refused']);
  expect(sent).toEqual(['bad']);
});

test('a move is dropped when the house asks for something else', async () => {
  const { kept, sent } = keeper();
  const answer = kept.keep('play_card', {});
  kept.mind([{ discard_cards: {} }]);
  expect(await answer).toBeNull();
  kept.mind([{ play_card: {} }]);
  expect(sent).toEqual([]);
});
