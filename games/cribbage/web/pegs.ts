// The positions of the pegs of every side.

import { seatsOf, sideCount, type CribbageScene } from './scene';

export interface SidePegs {
  side: number;
  names: string;
  front: number;
  back: number;
}

export function pegsOf(scene: CribbageScene): SidePegs[] {
  return Array.from({ length: sideCount(scene) }, (_, side) => {
    const uuid = scene.players.find(({ seat }) => seat === side)?.uuid ?? '';
    const front = scene.view.pegPositions[uuid] ?? 0;
    const back = Math.min(scene.view.backPegs[uuid] ?? 0, front);
    return { side, names: seatsOf(scene, side).map(scene.name).join(scene.words.and), front, back };
  });
}
