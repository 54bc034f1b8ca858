// What the page shows of a table, which may lag behind what the house has told.
//
// The house tells messages and after them the table as it is now. The stage shows one message after
// the other: where several came together, the game's part works out what lay between. It moves the
// pieces, waits as long as the viewer's pace wants, and says how far it is behind. A viewer who wants
// no movement sees the last of it at once. Nothing here talks to the house, and nothing that the
// viewer does waits for a movement.

import { tick } from 'svelte';
import type { AnyPart, AnyScene, Told } from '$shell/game/part';
import { withNews } from '$shell/house/news';
import type { Sync } from '$shell/protocol/messages';
import type { Pace } from '$shell/settings.svelte';
import type { Sound } from '$shell/sound';
import { measure, movePieces, type Places } from './flip';

export interface Manner {
  part(): AnyPart | null;
  sceneOf(state: Sync): AnyScene | null;
  pace(): Pace;
  /** Whether things may move. */
  moves(): boolean;
  /** Lets something be heard, where sounds are wanted. */
  hear(sound: Sound): void;
}

interface Batch {
  told: Told[];
  state: Sync;
}

/**
 * A table that is so many batches behind is shown without movement until it has caught up. While four hands and a crib
 * are looked at, the house deals and three others throw.
 */
const FAR_BEHIND = 10;

/** As many messages as are kept for the log. */
const KEPT = 400;

/** Below this much time on one's clock nobody waits for a click. */
const SHORT_MILLIS = 10_000;

export class Stage {
  /** The table as it is shown. */
  shown: Sync | null = $state.raw(null);
  told: Told[] = $state.raw([]);
  /** What the log may tell of: everything that is not in the air any more. */
  said: Told[] = $derived.by(() => this.told.filter((one) => !this.#inTheAir.includes(one)));
  /** The message at which the page waits for `goOn`. */
  held: Told | null = $state.raw(null);
  /** Whether the house has told more than is shown. */
  behind = $state(false);

  readonly #manner: Manner;
  #stream = -1;
  #lastSeq = 0;
  #batches: Batch[] = [];
  #inTheAir: Told[] = $state.raw([]);
  /** How much of it is shown, by the game's own measure. */
  #soFar = $state(0);
  /** The view before what is in the air; null if nobody here saw it. */
  #before: Sync['view'] | null = null;
  #running = false;
  #left = false;
  #goOn: (() => void) | null = null;

  constructor(manner: Manner) {
    this.#manner = manner;
  }

  /** Takes what the house has told so far; `stream` changes when its numbers begin anew. */
  take(state: Sync, told: Told[], stream: number): void {
    const fresh = told.filter(({ seq }) => seq > this.#lastSeq);
    this.#lastSeq = told.at(-1)?.seq ?? this.#lastSeq;
    if (stream !== this.#stream || this.shown === null) {
      this.#stream = stream;
      this.#lastSeq = told.at(-1)?.seq ?? 0;
      this.#batches = [];
      const last = told.slice(-1);
      this.goOn();
      this.#lift(!this.#skips() && this.#flies(last) ? last : [], null);
      this.#show(state, told);
      return;
    }
    this.#batches.push({ told: fresh, state });
    if (!this.#running) void this.#run();
    else this.behind = true;
  }

  /** Goes on from where the page waits. Whatever is shown there is shown to its end. */
  goOn(): void {
    if (this.held) this.landed();
    this.held = null;
    this.#goOn?.();
    this.#goOn = null;
  }

  /** Whatever was in the air lies now. */
  landed(): void {
    if (this.#inTheAir.length === 0) return;
    if (this.#isBitByBit() && this.#soFar === 0) this.#hearTheAir();
    this.#inTheAir = [];
  }

  /** So much of what is in the air is shown now, by the game's own measure. */
  shows(soFar: number): void {
    if (this.#inTheAir.length === 0) return;
    if (soFar > this.#soFar) this.#hearTheAir();
    this.#soFar = soFar;
  }

  /** The table as far as what is in the air has been shown. */
  asFarAsShown(scene: AnyScene): AnyScene {
    const meanwhile = this.#inTheAir.length > 0 && this.#before && this.#manner.part()?.staging?.meanwhile;
    return meanwhile ? { ...scene, view: meanwhile(scene.view, this.#before, this.#soFar) } : scene;
  }

  /** One's clock is short: nothing waits any more. */
  hurry(millisLeft: number): void {
    if (this.behind && millisLeft < SHORT_MILLIS) this.goOn();
  }

  leave(): void {
    this.#left = true;
    this.goOn();
  }

  async #run(): Promise<void> {
    this.#running = true;
    for (let batch = this.#batches.shift(); batch; batch = this.#batches.shift()) {
      this.behind = this.#batches.length > 0;
      await this.#play(batch);
      if (this.#left) break;
    }
    this.#running = false;
    this.behind = false;
  }

  async #play({ told, state }: Batch): Promise<void> {
    // A new game has nothing in common with what is on the table.
    if (this.shown?.gameNumber !== state.gameNumber) return this.#step(state, told, told);
    const staging = this.#manner.part()?.staging;
    const stream = this.#stream;
    let seen: Told[] = [];
    let now = this.shown ?? state;
    const last = told.length - 1;
    for (const [place, one] of told.entries()) {
      if (this.#left || stream !== this.#stream) return;
      seen = [...seen, one];
      const scene = this.#manner.sceneOf(now);
      if (!staging || !scene) continue;
      const between = { ...withNews(now, one), seq: one.seq, legal: [], view: staging.after(now.view, one, scene) };
      const holds = this.#manner.pace() === 'wait' && state.seat !== null && (staging.holds?.(one) ?? false);
      const changes = between.view !== now.view;
      // What comes after is known already; what holds must be looked at by itself.
      now = place === last && !holds ? state : between;
      if (!holds && (this.#skips() || (!changes && now !== state))) continue;
      await this.#step(now, seen, [one]);
      seen = [];
      if (holds && this.#manner.pace() === 'wait') await this.#hold(one, state);
    }
    if (stream !== this.#stream) return;
    // Of all that did not move, the end is shown.
    if (this.shown !== state || seen.length > 0) {
      this.#show(state, [...this.told, ...seen]);
      await tick();
    }
  }

  /** Shows the table after what was told, and moves what the last of it moved. */
  async #step(state: Sync, seen: Told[], moving: Told[]): Promise<void> {
    const before: Places | null = this.#skips() ? null : measure();
    const [staging, scene] = [this.#manner.part()?.staging, this.#manner.sceneOf(state)];
    this.#lift(before && this.#flies(moving) ? seen : [], this.shown?.view ?? null);
    this.#show(state, [...this.told, ...seen]);
    const isHeardLater = this.#isBitByBit();
    await tick();
    if (staging && scene && !isHeardLater) this.#hear(moving, scene);
    if (before && staging && scene) await movePieces(before, moving.flatMap((one) => staging.moves(one, scene)));
  }

  #lift(told: Told[], before: Sync['view'] | null): void {
    this.#inTheAir = told;
    this.#soFar = 0;
    this.#before = before;
  }

  /** Whether what is in the air is shown bit by bit. */
  #isBitByBit(): boolean {
    return this.#inTheAir.length > 0 && this.#manner.part()?.staging?.meanwhile !== undefined;
  }

  #hearTheAir(): void {
    const scene = this.shown && this.#manner.sceneOf(this.shown);
    if (scene) this.#hear(this.#inTheAir.slice(-1), scene);
  }

  #flies(told: Told[]): boolean {
    const staging = this.#manner.part()?.staging;
    return told.some((one) => staging?.flies?.(one) ?? false);
  }

  /** What happens at once is heard once. */
  #hear(moving: Told[], scene: AnyScene): void {
    const staging = this.#manner.part()?.staging;
    const sounds = moving.flatMap((one) => staging?.sound?.(one, scene) ?? []);
    for (const [place, sound] of sounds.entries()) if (sounds.indexOf(sound) === place) this.#manner.hear(sound);
  }

  /** Waits for the viewer, unless their clock is about to run out. */
  #hold(one: Told, state: Sync): Promise<void> {
    this.held = one;
    this.behind = state.seq > one.seq || this.#batches.length > 0;
    return new Promise((resolve) => (this.#goOn = resolve));
  }

  #skips(): boolean {
    const hidden = globalThis.document?.hidden ?? false;
    return !this.#manner.moves() || this.#manner.pace() === 'quick' || hidden || this.#batches.length > FAR_BEHIND;
  }

  #show(state: Sync, told: Told[]): void {
    this.shown = state;
    this.told = told.slice(-KEPT);
  }
}
