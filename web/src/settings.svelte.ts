// The preferences of this browser's user. They stay in the browser; the house never learns them.

export type Theme = 'system' | 'light' | 'dark';
export type TextSize = 'normal' | 'large' | 'larger';
export type Motion = 'system' | 'on' | 'off';
/** The colour of the felt. */
export type FeltColour = 'green' | 'blue' | 'red';
/** The pace of counts: they wait for a click, follow the house's pace, or are skipped. */
export type Pace = 'wait' | 'house' | 'quick';
/** The order of the player's own cards. */
export type HandOrder = 'rank' | 'suit' | 'dealt';

interface Stored {
  theme: Theme;
  textSize: TextSize;
  motion: Motion;
  felt: FeltColour;
  pace: Pace;
  handOrder: HandOrder;
  autoPlay: boolean;
  sound: boolean;
  fourColours: boolean;
  textMode: boolean;
  /** Whether games against bots run on this device, without the house. */
  onDevice: boolean;
  language: string | null;
  nickname: string;
}

const DEFAULTS: Stored = {
  theme: 'system',
  textSize: 'normal',
  motion: 'system',
  felt: 'green',
  pace: 'wait',
  handOrder: 'rank',
  autoPlay: false,
  sound: false,
  fourColours: false,
  textMode: false,
  onDevice: false,
  language: null,
  nickname: '',
};

const KEY = 'tallyhouse.settings';

export class Settings {
  #stored: Stored = $state({ ...DEFAULTS, ...load() });
  #systemMoves = $state(true);

  constructor() {
    const still = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)');
    if (!still) return;
    this.#systemMoves = !still.matches;
    still.addEventListener('change', () => (this.#systemMoves = !still.matches));
  }

  get now(): Readonly<Stored> {
    return this.#stored;
  }

  /** Whether things may move: as the user chose, otherwise as the system prefers. */
  get moves(): boolean {
    const { motion } = this.#stored;
    return motion === 'system' ? this.#systemMoves : motion === 'on';
  }

  /** Whether the table shows events with movement. At the pace `quick` it does not. */
  get animates(): boolean {
    return this.moves && this.#stored.pace !== 'quick';
  }

  set(change: Partial<Stored>): void {
    Object.assign(this.#stored, change);
    try {
      localStorage.setItem(KEY, JSON.stringify(this.#stored));
    } catch {
      // Without storage the page works, but forgets the settings.
    }
  }
}

export const settings = new Settings();

/** The stored settings that this version knows. */
function load(): Partial<Stored> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    if (typeof stored !== 'object' || stored === null) return {};
    const known = Object.entries(stored).filter(([key]) => key in DEFAULTS);
    return Object.fromEntries(known);
  } catch {
    return {};
  }
}
