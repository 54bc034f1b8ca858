// The table in sentences, for the text mode.

import { signs, sign } from './card';
import { asked, standings, toThrow, type CribbageScene } from './scene';

export function describe(scene: CribbageScene): string[] {
  const { view, words } = scene;
  const said = words.describe;
  const lines = [words.phases[view.phase] + '. ' + said.scores(standings(scene, view.scores), view.target)];
  if (view.dealerUuid) lines.push(said.dealer(scene.name(view.dealerUuid)));
  if (view.starter) lines.push(said.starter(sign(view.starter)));
  if (view.playerHand.length > 0) lines.push(said.hand(signs(view.playerHand)));
  if (view.phase === 'pegging') {
    lines.push(view.stack.length > 0 ? said.played(view.runningTotal, signs(view.stack)) : said.noCount);
    const others = scene.players.filter(({ seat }) => seat !== scene.seat);
    lines.push(...others.map(({ uuid, nickname }) => said.left(nickname, view.handCounts[uuid] ?? 0)));
  }
  if (view.count) lines.push(words.say.shown(scene.name(view.count.playerUuid), signs(view.count.cards)));
  return [...lines, ...turn(scene)];
}

function turn(scene: CribbageScene): string[] {
  const { view, words, legal } = scene;
  if (asked(scene, 'discard_cards')) return [words.describe.throwNow(toThrow(scene))];
  if (legal.length > 0) return [words.describe.yourTurn];
  return view.currentTurn ? [words.describe.turn(scene.name(view.currentTurn))] : [];
}
