import { expect, test } from 'vitest';
import { holeAt, landmarks, lineAt, shapeOf } from './board';

const TABLES = [61, 121].flatMap((target) => [2, 3, 4].map((tracks) => ({ target, tracks })));

test.each(TABLES)('on a board to $target with $tracks tracks no two holes touch', ({ target, tracks }) => {
  const { width, height } = shapeOf(target, tracks);
  const holes = Array.from({ length: tracks }, (_, track) =>
    Array.from({ length: target }, (_, score) => holeAt(score, track, target, tracks)),
  ).flat();
  holes.push(holeAt(target, 0, target, tracks));
  for (const [index, { x, y }] of holes.entries()) {
    expect(x > 3 && x < width - 3 && y > 3 && y < height - 3).toBe(true);
    const nearest = Math.min(...holes.slice(0, index).map((other) => Math.hypot(x - other.x, y - other.y)));
    expect(nearest).toBeGreaterThan(8);
  }
});

test.each(TABLES)('on a board to $target with $tracks tracks the lines run between the holes', ({ target, tracks }) => {
  for (const { score, row } of landmarks(target)) {
    const y = lineAt(row, tracks);
    expect(holeAt(score, tracks - 1, target, tracks).y).toBeLessThan(y);
    expect(holeAt(score + 1, 0, target, tracks).y).toBeGreaterThan(y);
  }
});

test('a loser below 91 of 121 is skunked, below 61 twice', () => {
  const lines = (target: number) => landmarks(target).map(({ score, kind }) => `${kind} at ${score}`);
  expect(lines(121)).toEqual(['street at 30', 'double at 60', 'skunk at 90']);
  expect(lines(61)).toEqual(['skunk at 30']);
});
