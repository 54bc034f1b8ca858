import { expect, test } from 'vitest';
import { screenOf } from './route.svelte';

test('every address has its screen', () => {
  expect(screenOf('/')).toEqual({ name: 'home' });
  expect(screenOf('/new/cribbage')).toEqual({ name: 'create', game: 'cribbage' });
  expect(screenOf('/t/vhg4sc')).toEqual({ name: 'table', code: 'VHG4SC' });
  expect(screenOf('/score/dice/')).toEqual({ name: 'score', game: 'dice' });
  expect(screenOf('/learn/dice')).toEqual({ name: 'learn', game: 'dice' });
  expect(screenOf('/rules/dice')).toEqual({ name: 'rules', game: 'dice' });
  expect(screenOf('/replay/VHG4SC')).toEqual({ name: 'replay', code: 'VHG4SC' });
  expect(screenOf('/review/vhg4sc')).toEqual({ name: 'review', code: 'VHG4SC' });
  expect(screenOf('/tables')).toEqual({ name: 'tables' });
  expect(screenOf('/history')).toEqual({ name: 'history' });
  expect(screenOf('/statistics')).toEqual({ name: 'statistics' });
  expect(screenOf('/practise')).toEqual({ name: 'practise' });
  expect(screenOf('/daily')).toEqual({ name: 'daily' });
  expect(screenOf('/duplicate')).toEqual({ name: 'duplicate' });
  expect(screenOf('/duplicate/vhg4sc')).toEqual({ name: 'duplicate', code: 'VHG4SC' });
  expect(screenOf('/duplicate/vhg4sc/b')).toEqual({ name: 'duplicate', code: 'VHG4SC', team: 'b' });
  expect(screenOf('/practise/cribbage/count')).toEqual({ name: 'drill', game: 'cribbage', drill: 'count' });
  for (const path of ['/practise/cribbage', '/practise/a/b/c', '/nothing', '/t', '/t/a/b', '/daily/a', '/duplicate/a/c', '/duplicate/a/b/c', '/nothing/at/all']) expect(screenOf(path)).toEqual({ name: 'missing' });
});
