import { expect, test } from 'vitest';
import { readyFor } from './ready';

const preview = (passes: boolean) => ({ hands: [], layers: [], total: 50, passes });

test('dice that pass are scored', () => expect(readyFor(preview(true), true, 3)).toBe('score'));
test('dice that do not pass are thrown as long as they can be', () => expect(readyFor(preview(false), true, 3)).toBe('roll'));
test('a round that can still be passed is not given up because every die scores', () => expect(readyFor(preview(false), true, 0)).toBe('free'));
test('after the last throw there is nothing but the score', () => expect(readyFor(preview(false), false, 0)).toBe('score'));
