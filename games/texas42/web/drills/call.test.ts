import { expect, test } from 'vitest';
import { readCall } from './call';

test.each([
  ['pass', 'pass'],
  ['31', 31],
  ['1 mark', { marks: 1 }],
  ['2 marks', { marks: 2 }],
  ['plunge 4', { plunge: 4 }],
  ['splash 2', { splash: 2 }],
])('%s is read', (text, call) => {
  expect(readCall(text)).toEqual(call);
});
