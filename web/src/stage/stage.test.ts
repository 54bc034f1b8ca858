import { expect, test, vi } from 'vitest';
import type { AnyPart, AnyScene, Told } from '$shell/game/part';
import type { Sync } from '$shell/protocol/messages';
import type { Pace } from '$shell/settings.svelte';
import type { Sound } from '$shell/sound';
import { Stage } from './stage.svelte';

const tell = (seq: number, event: string): Told => ({ seq, event, payload: {} });
const table = (seq: number, seat: number | null = 0): Sync => ({ seq, seat, gameNumber: 1, view: { phase: `after ${seq}` }, legal: [], clocks: [] }) as unknown as Sync;

const part = {
  staging: {
    after: (_view: unknown, told: Told) => ({ phase: `after ${told.seq}` }),
    moves: () => [],
    holds: (told: Told) => told.event === 'hand_scored',
  },
} as unknown as AnyPart;

function open(pace: Pace, seat: number | null = 0): Stage {
  const stage = new Stage({ part: () => part, sceneOf: () => ({}) as AnyScene, pace: () => pace, moves: () => false, hear: () => undefined });
  stage.take(table(1, seat), [tell(1, 'cards_dealt')], 1);
  return stage;
}

/** Waits until all pending work has run. */
const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

/** Five messages of one moment; two of them are counts. */
const TOLD = ['cards_dealt', 'card_played', 'hand_scored', 'hand_scored', 'cards_dealt'].map((event, place) => tell(place + 1, event));

test('at the pace "wait" each count stays until the viewer goes on, and then the rest follows', async () => {
  const stage = open('wait');
  stage.take(table(5), TOLD, 1);
  await settle();
  expect([stage.held?.seq, stage.shown?.view.phase, stage.behind]).toEqual([3, 'after 3', true]);
  expect(stage.told.map(({ seq }) => seq)).toEqual([1, 2, 3]);
  stage.goOn();
  await settle();
  expect([stage.held?.seq, stage.shown?.seq]).toEqual([4, 4]);
  stage.goOn();
  await settle();
  expect([stage.held, stage.shown?.seq, stage.behind]).toEqual([null, 5, false]);
  expect(stage.told.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
});

test.each<[Pace, number | null]>([['house', 0], ['quick', 0], ['wait', null]])('at the pace %s in seat %s nothing waits', async (pace, seat) => {
  const stage = open(pace, seat);
  stage.take(table(5, seat), TOLD, 1);
  await settle();
  expect([stage.held, stage.shown?.seq]).toEqual([null, 5]);
  expect(stage.told.length).toBe(5);
});

test('messages that arrive during a wait are kept in order', async () => {
  const stage = open('wait');
  stage.take(table(3), TOLD.slice(0, 3), 1);
  await settle();
  stage.take(table(6), [...TOLD, tell(6, 'waiting_for_discard')].slice(0, 3).concat(tell(6, 'waiting_for_discard')), 1);
  expect([stage.shown?.seq, stage.behind]).toEqual([3, true]);
  stage.goOn();
  await settle();
  expect([stage.shown?.seq, stage.behind]).toEqual([6, false]);
});

test('a short clock ends the waiting', async () => {
  const stage = open('wait');
  stage.take(table(5), TOLD, 1);
  await settle();
  stage.hurry(60_000);
  expect(stage.held?.seq).toBe(3);
  stage.hurry(5_000);
  await settle();
  expect(stage.held?.seq).toBe(4);
});

test('a gradual event is shown and heard according to its progress, and completely when the viewer goes on', async () => {
  vi.stubGlobal('document', { hidden: false, querySelectorAll: () => [], getElementById: () => null, createElement: () => ({ remove: () => undefined }) });
  const counting = {
    staging: {
      ...part.staging,
      flies: (told: Told) => told.event === 'hand_scored',
      meanwhile: (view: { phase: string }, before: { phase: string }, shown: number) => ({ phase: `${before.phase}, ${shown} of ${view.phase}` }),
      sound: () => 'peg',
    },
  } as unknown as AnyPart;
  let heard = 0;
  const stage = new Stage({ part: () => counting, sceneOf: ({ view }) => ({ view }) as AnyScene, pace: () => 'wait', moves: () => true, hear: () => (heard += 1) });
  stage.take(table(1), [tell(1, 'cards_dealt')], 1);
  stage.take(table(5), TOLD, 1);
  await settle();
  const seen = () => stage.asFarAsShown({ view: stage.shown?.view } as AnyScene).view.phase;
  const before = heard;
  expect([stage.held?.seq, seen()]).toEqual([3, 'after 2, 0 of after 3']);
  stage.shows(0);
  stage.shows(2);
  expect([seen(), heard - before]).toEqual(['after 2, 2 of after 3', 1]);
  stage.landed();
  expect([seen(), heard - before]).toEqual(['after 3', 1]);
  stage.goOn();
  await settle();
  // The next event starts from the end of this one, and is complete for a viewer who does not wait for it.
  expect([stage.held?.seq, seen()]).toEqual([4, 'after 3, 0 of after 4']);
  stage.goOn();
  expect(seen()).toBe('after 4');
  await settle();
  vi.unstubAllGlobals();
});

/** A stage whose events sound by their names, with the sounds played so far. */
function listen(pace: Pace, moves: boolean): { stage: Stage; heard: Sound[] } {
  const heard: Sound[] = [];
  const sounding = { staging: { ...part.staging, holds: () => false, sound: ({ event }: Told) => SOUNDS[event] ?? null } } as unknown as AnyPart;
  const stage = new Stage({ part: () => sounding, sceneOf: ({ view }) => ({ view }) as AnyScene, pace: () => pace, moves: () => moves, hear: (sound) => heard.push(sound) });
  stage.take(table(1), [tell(1, 'cards_dealt')], 1);
  return { stage, heard };
}

const SOUNDS: Record<string, Sound> = { cards_dealt: 'card', card_played: 'card', hand_scored: 'peg', game_finished: 'win' };
const LAST = [...TOLD, tell(6, 'game_finished')];

test.each<[Pace, boolean]>([['quick', true], ['house', false], ['wait', false]])('events shown at once play each sound once: pace %s, movement %s', async (pace, moves) => {
  const { stage, heard } = listen(pace, moves);
  stage.take(table(6), LAST, 1);
  await settle();
  expect(heard).toEqual(['card', 'peg', 'win']);
  stage.take(table(7), [...LAST, tell(7, 'card_played')], 1);
  await settle();
  expect(heard).toEqual(['card', 'peg', 'win', 'card']);
});

test('no sound is played in a hidden tab, or for events that nobody could follow', async () => {
  vi.stubGlobal('document', { hidden: true });
  const away = listen('quick', true);
  away.stage.take(table(6), LAST, 1);
  await settle();
  expect([away.heard, away.stage.shown?.seq]).toEqual([[], 6]);
  vi.unstubAllGlobals();
  const far = listen('quick', true);
  for (let seq = 2; seq <= 14; seq += 1) far.stage.take(table(seq), [tell(seq, 'card_played')], 1);
  await settle();
  // All thirteen are shown, but events sound only while at most ten wait.
  expect([far.stage.shown?.seq, far.heard.length]).toEqual([14, 11]);
});

test('a change of seats starts again, whatever the page waited for', async () => {
  const stage = open('wait');
  stage.take(table(5), TOLD, 1);
  await settle();
  stage.take(table(9), [tell(9, 'cards_dealt')], 2);
  await settle();
  expect([stage.held, stage.shown?.seq]).toEqual([null, 9]);
  expect(stage.told.map(({ seq }) => seq)).toEqual([9]);
});
