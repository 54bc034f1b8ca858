import { expect, test } from 'vitest';
import { placeCard } from './place';

const WINDOW = { width: 360, height: 640 };
const CARD = { width: 200, height: 80 };
const box = (left: number, top: number, width = 40, height = 20) => ({ left, top, right: left + width, bottom: top + height });

test('a card is above its word and inside the window', () => {
  expect(placeCard(box(160, 300), CARD, WINDOW, [])).toEqual({ left: 80, top: 212 });
  expect(placeCard(box(2, 300), CARD, WINDOW, [])).toEqual({ left: 8, top: 212 });
  expect(placeCard(box(330, 300), CARD, WINDOW, [])).toEqual({ left: 152, top: 212 });
});

test('it is below if there is no space above, or something that must stay visible', () => {
  expect(placeCard(box(160, 40), CARD, WINDOW, [])).toEqual({ left: 80, top: 68 });
  expect(placeCard(box(160, 300), CARD, WINDOW, [box(150, 240)])).toEqual({ left: 80, top: 328 });
});

test('it covers no piece if it can be avoided', () => {
  expect(placeCard(box(160, 300), CARD, WINDOW, [], [box(150, 240)])).toEqual({ left: 80, top: 328 });
  expect(placeCard(box(160, 300), CARD, WINDOW, [], [box(150, 240), box(150, 340)])).toEqual({ left: 80, top: 212 });
});

test('a window that is too small still shows it', () => {
  expect(placeCard(box(10, 10), CARD, { width: 210, height: 90 }, [])).toEqual({ left: 8, top: 8 });
});
