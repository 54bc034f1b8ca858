import { expect, test, vi } from 'vitest';
import { words as spanish } from '$shell/words/es';
import { language } from '$shell/words/words.svelte';
import type { AnyPart, AnyScene, Told } from './part';
import { sentencesOf } from './sentences';

const scene = { name: () => 'Ann' } as unknown as AnyScene;
const told: Told[] = [
  { seq: 1, event: 'dealt', payload: {} },
  { seq: 2, event: 'broken', payload: {} },
  { seq: 3, event: 'silent', payload: {} },
  { seq: 4, event: 'played', payload: {} },
];

test('an error in one sentence loses only that sentence', () => {
  const error = vi.spyOn(console, 'error').mockImplementation(() => {});
  const say = ({ event }: Told) => {
    if (event === 'broken') throw new Error('no such field');
    return event === 'silent' ? null : `Somebody ${event}.`;
  };
  const part = { key: 'stakes', say } as unknown as AnyPart;
  expect(sentencesOf(told, part, scene)).toEqual([
    { seq: 1, text: 'Somebody dealt.' },
    { seq: 4, text: 'Somebody played.' },
  ]);
  expect(error).toHaveBeenCalledOnce();
  error.mockRestore();
});

const ANN = { uuid: 'a', nickname: 'Ann', seat: 0 };
const BOB = { uuid: 'b', nickname: 'Bob', seat: 1 };
/** The table as Ann sees it. Carl has left before this page opened, so only his events may name him. */
const annSees = { me: ANN, name: (who: unknown) => [ANN, BOB].find(({ uuid }) => uuid === who)?.nickname ?? '–' } as unknown as AnyScene;

const joins = (playerUuid: string, nickname: string) => ({ event: 'player_joined', payload: { playerUuid, nickname } });
const offers = (seat: number, how: object) => ({ event: 'seat_offered', payload: { playerUuid: seat === 0 ? 'a' : 'b', seat, players: [{ ...ANN, ...how }, { ...BOB, ...how }] } });
const news = (event: string, playerUuid: string) => ({ event, payload: { playerUuid } });

const HEARD = [
  joins('a', 'Ann'),
  joins('b', 'Bob'),
  joins('c', 'Carl'),
  news('player_left', 'a'),
  news('player_left', 'b'),
  news('player_disconnected', 'a'),
  news('player_reconnected', 'a'),
  news('player_reconnected', 'b'),
  news('bot_took_over', 'a'),
  news('bot_took_over', 'b'),
  offers(0, { offeredBy: ['b'] }),
  offers(0, { offered: true }),
  offers(1, {}),
  news('rematch_agreed', 'a'),
  news('rematch_agreed', 'b'),
].map((one, place) => ({ seq: place + 1, ...one })) as Told[];

const OF_NO_GAME = { key: 'stakes', say: () => null } as unknown as AnyPart;
const heard = () => sentencesOf(HEARD, OF_NO_GAME, annSees).map(({ text }) => text);

test('the reader is “you”, and everybody else has a name', () => {
  expect(heard()).toEqual([
    'You sit down.',
    'Bob sits down.',
    'Carl sits down.',
    'You leave.',
    'Bob leaves.',
    'You were away.',
    'You are back.',
    'Bob is back.',
    'A bot plays for you.',
    'A bot plays for Bob.',
    'Somebody wants to offer your seat to spectators.',
    'Your seat is offered to spectators.',
    'Bob’s seat is no longer offered.',
    'You want a rematch.',
    'Bob wants a rematch.',
  ]);
});

test('the reader is “tú” in Spanish', () => {
  const english = language.words;
  language.words = spanish;
  try {
    expect(heard()).toEqual([
      'Te sientas.',
      'Bob se sienta.',
      'Carl se sienta.',
      'Te vas.',
      'Bob se va.',
      'Has estado ausente.',
      'Has vuelto.',
      'Bob ha vuelto.',
      'Un bot juega por ti.',
      'Un bot juega por Bob.',
      'Alguien quiere ofrecer tu asiento a los espectadores.',
      'Tu asiento se ofrece a los espectadores.',
      'El asiento de Bob ya no se ofrece.',
      'Quieres la revancha.',
      'Bob quiere la revancha.',
    ]);
  } finally {
    language.words = english;
  }
});
