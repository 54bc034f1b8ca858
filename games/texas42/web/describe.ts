// The table in sentences, for the text mode.

import { inSuitOrder } from './domino';
import { listed } from './say';
import { calledName, sideName, standings, TEAMS, type Texas42Scene } from './scene';

export function describe(scene: Texas42Scene): string[] {
  const { view, words } = scene;
  const said = words.describe;
  const lines = [`${words.phases[view.phase]}. ${standings(scene, view.totals)}.`];
  if (view.contract) {
    const { bidderUuid, bid, trump } = view.contract;
    lines.push(`${words.contract(calledName(scene, bidderUuid), words.call(bid), trump ? words.trump(trump) : null)}.`);
  } else {
    lines.push(...view.bids.map(({ playerUuid, bid }) => said.bid(scene.name(playerUuid), words.call(bid))));
  }
  if (view.phase === 'playing') {
    const plays = view.currentTrick.map(({ playedBy, domino }) => `${scene.name(playedBy)} ${words.domino(domino)}`).join(', ');
    lines.push(plays === '' ? said.emptyTrick : said.trick(plays));
    lines.push(...TEAMS.map((team) => said.taken(sideName(scene, team), words.tricks(view.taken[team].tricks), view.taken[team].points)));
  }
  if (view.playerHand.length > 0) lines.push(said.hand(listed(inSuitOrder(view.playerHand, view.contract?.trump ?? null), scene)));
  return [...lines, ...turn(scene)];
}

function turn(scene: Texas42Scene): string[] {
  const { view, words, legal } = scene;
  if (legal.length === 0) return view.currentTurn ? [words.describe.turn(scene.name(view.currentTurn))] : [];
  const playable = view.playable.length > 0 ? [words.describe.playable(listed(view.playable, scene))] : [];
  return [words.describe.yourTurn, ...playable];
}
