// The movements for the events of dice, and the views between events. The page waits at a score and at a
// boss until the player goes on.

import type { Movement, Staging, Told } from '$shell/game/part';
import type { Sound } from '$shell/sound';
import type { DiceScene } from './scene';
import type { Landed, PoolDie, Run, View } from './wire';
import type { Words } from './words/en';

export const staging: Staging<View, Words> = {
  after: (view, told) => after(view, told),
  moves,
  holds,
  flies: isThrow,
  sound,
};

/** Thrown dice need no movement: they tumble at their places. A bought die comes from its place on the counter. */
export function moves({ event, payload }: Told): Movement[] {
  return event === 'bought' ? [{ piece: boughtPiece(payload.offer), from: counterPlace(payload.offer) }] : [];
}

export const boughtPiece = (offer: number): string => `bought-${offer}`;
export const counterPlace = (offer: number): string => `offer-${offer}`;

/** The place of the die that was bought just now, if one was. */
export function freshDie(run: Run, last: Told | undefined): { index: number; offer: number } | null {
  if (last?.event !== 'bought' || last.payload.playerUuid !== run.playerUuid) return null;
  const { offer, replace } = last.payload;
  const isMore = run.shop?.offers.find(({ id }) => id === offer)?.kind === 'extra_die';
  if (replace === null && !isMore) return null;
  return { offer, index: replace ?? run.pool.length - 1 };
}

function isThrow({ event }: Told): boolean {
  return event === 'dice_rolled' || event === 'dice_rerolled';
}

/** The sound of an event: falling dice, or winning for the winner. */
function sound(told: Told, { me }: DiceScene): Sound | null {
  const { event, payload } = told;
  if (isThrow(told)) return 'die';
  return event === 'game_finished' && me !== null && payload.winners.includes(me.uuid) ? 'win' : null;
}

/** Whether the page waits at an event: at a failed score, at the pay of a passed one, and at a boss. */
export function holds({ event, payload }: Told): boolean {
  if (event === 'dice_scored') return !payload.passed;
  return event === 'paid' || (event === 'round_started' && payload.boss !== null);
}

/** The view after one event, with only the visible fields. The house's own view follows. */
export function after(view: View, { event, payload }: Told): View {
  const { run } = view;
  if (event === 'round_started') return { ...view, round: payload.round, target: payload.target, boss: payload.boss, run: run && { ...run, stage: 'waiting', preview: null, shop: null } };
  if (!run || run.playerUuid !== payload.playerUuid) return view;
  switch (event) {
    case 'rerolls_given':
      return { ...view, run: { ...run, rerollsLeft: payload.left, insured: payload.insured, pool: run.pool.map((die) => ({ ...die, throws: 0, locked: payload.locked.includes(die.index), hand: null })) } };
    case 'dice_rolled':
    case 'dice_rerolled':
      return { ...view, run: { ...run, stage: 'choosing', preview: null, pool: landed(run.pool, payload.dice, view.boss?.name === 'inverter') } };
    case 'dice_scored':
      return { ...view, run: { ...run, stage: 'settling', scored: payload.total } };
    case 'paid':
      return { ...view, run: { ...run, money: run.money + payload.total } };
    default:
      return view;
  }
}

/** The pool after dice have landed. The inverter turns every face upside down. */
function landed(pool: PoolDie[], dice: Landed[], inverted: boolean): PoolDie[] {
  return pool.map((die) => {
    const fell = dice.find((one) => one.die === die.index);
    if (!fell) return { ...die, hand: null };
    return { ...die, face: fell.face, countsAs: inverted ? 7 - fell.face : fell.face, throws: die.throws + 1, hand: null, kind: fell.broke ? 'broken' : die.kind, playsAs: fell.broke ? 'broken' : die.playsAs };
  });
}
