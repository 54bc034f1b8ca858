import { expect, test } from 'vitest';
import { lastingRefusal } from './connection.svelte';

test('a lasting refusal is distinguished from a temporary one', () => {
  expect(lastingRefusal('token/expired: your token has expired: come without one')).toEqual({
    code: 'token/expired',
    message: 'your token has expired: come without one',
  });
  expect(lastingRefusal('house/banned: you may not play at this house')?.code).toBe('house/banned');
  expect(lastingRefusal('house/unavailable: the house is closing: come back in a moment')).toBeNull();
  expect(lastingRefusal('websocket error')).toBeNull();
});
