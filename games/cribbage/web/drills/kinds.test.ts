import { expect, test } from 'vitest';
import { kindsOf } from './kinds';

test.each([
  ['FIFTEEN', ['fifteens']],
  ['PAIR', ['pairs']],
  ['THREE_OF_A_KIND', ['pairs']],
  ['RUN_OF_4', ['runs']],
  ['DOUBLE_RUN_OF_3', ['runs', 'pairs']],
  ['FLUSH_5', ['flush']],
  ['RIGHT_JACK', ['nobs']],
])('%s is seen as %j', (type, kinds) => {
  expect(kindsOf(type)).toEqual(kinds);
});
