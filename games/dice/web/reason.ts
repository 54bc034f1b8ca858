// The arguments for or against an advised action, built from its figures.

import type { Figures, Legal } from '$shell/game/part';
import type { DiceScene } from './scene';

export function reason({ buy, leave_shop, stop_run }: Legal, { pass }: Figures, { view, words: { reasons } }: DiceScene): string | null {
  if (!pass || stop_run) return null;
  return buy || leave_shop ? reasons.shop(pass.text) : reasons.reach(view.target, pass.text);
}
