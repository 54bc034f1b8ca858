import { expect, test } from 'vitest';
import { readyFor } from './ready';

const preview = (passes: boolean) => ({ hands: [], layers: [], total: 50, passes });

test('dice that pass are scored', () => expect(readyFor(preview(true), true, 3)).toBe('score'));
test('dice that do not pass are rerolled as long as possible', () => expect(readyFor(preview(false), true, 3)).toBe('roll'));
test('a round that can still be passed is not given up although every die scores', () => expect(readyFor(preview(false), true, 0)).toBe('free'));
test('after the last throw only the score is left', () => expect(readyFor(preview(false), false, 0)).toBe('score'));
