// The table in sentences, for the text mode.

import { may, type DiceScene } from './scene';

export function describe(scene: DiceScene): string[] {
  const { view, words } = scene;
  const said = words.describe;
  const lines = [said.round(view.round, view.target, view.winRound)];
  if (view.boss) lines.push(words.say.boss(...words.bosses[view.boss.name]));
  const { run } = view;
  if (run) {
    lines.push(said.pool(run.pool.map(({ face, kind }) => (kind === 'normal' ? String(face) : `${face} (${words.kinds[kind]})`)).join(', ')));
    if (run.preview) {
      lines.push(...run.preview.hands.map(({ type, points, letter }) => `${letter}: ${words.hands[type]}, ${points}.`));
      lines.push(said.preview(run.preview.total, run.preview.passes));
    }
    lines.push(said.have(run.rerollsLeft, run.money));
    if (run.shop) lines.push(...run.shop.offers.filter(({ sold }) => !sold).map((offer) => `${offer.id + 1}: ${words.offer(offer)}, $${offer.price}.`));
  }
  if (view.race) lines.push(...view.standings.map(({ playerUuid, passed, total }) => said.standing(scene.name(playerUuid), words.rounds(passed), total)));
  if (may(scene, 'score_dice')) lines.push(said.choose);
  if (may(scene, 'leave_shop')) lines.push(said.shop);
  return lines;
}
