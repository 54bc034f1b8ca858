// Decides which state of a table the page shows, which may be behind the newest one from the house.
//
// The house sends messages and then the new state of the table. The stage shows one message after
// another; if several arrived together, the game's part computes the views between them. The stage moves
// the pieces, waits according to the viewer's pace, and says whether it is behind. A viewer who wants no
// movement sees the last state at once, and hears what led to it. Nothing here talks to the house, and no
// action of the viewer waits for a movement.

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
  /** Plays a sound, if sounds are on. */
  hear(sound: Sound): void;
}

interface Batch {
  told: Told[];
  state: Sync;
}

/**
 * A table that is this many batches behind is shown without movement until it has caught up. While the player looks at
 * four hands and a crib, the house deals and three others discard, so the limit must be above that.
 */
const FAR_BEHIND = 10;

/** The number of messages kept for the log. */
const KEPT = 400;

/** With less time than this on the viewer's clock, nothing waits for a click. */
const SHORT_MILLIS = 10_000;

export class Stage {
  /** The state of the table on the screen. */
  shown: Sync | null = $state.raw(null);
  told: Told[] = $state.raw([]);
  /** The messages that the log may show: all except those whose animation is still running. */
  said: Told[] = $derived.by(() => this.told.filter((one) => !this.#inTheAir.includes(one)));
  /** The message at which the page waits for `goOn`. */
  held: Told | null = $state.raw(null);
  /** Whether the house has sent more than is shown. */
  behind = $state(false);

  readonly #manner: Manner;
  #stream = -1;
  #lastSeq = 0;
  #batches: Batch[] = [];
  #inTheAir: Told[] = $state.raw([]);
  /** The progress of the table's animation, by the game's own measure. */
  #soFar = $state(0);
  /** The view before the running animation; null if it was never on the screen. */
  #before: Sync['view'] | null = null;
  #running = false;
  #left = false;
  #goOn: (() => void) | null = null;

  constructor(manner: Manner) {
    this.#manner = manner;
  }

  /** Takes the newest state and all messages so far; `stream` changes when the message numbers start again. */
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
      if (this.#inTheAir.length > 0 && !this.#isBitByBit()) this.#hearTheAir();
      return;
    }
    this.#batches.push({ told: fresh, state });
    if (!this.#running) void this.#run();
    else this.behind = true;
  }

  /** Goes on from the event at which the page waits. A running animation of it ends at once. */
  goOn(): void {
    if (this.held) this.landed();
    this.held = null;
    this.#goOn?.();
    this.#goOn = null;
  }

  /** The animation has ended. */
  landed(): void {
    if (this.#inTheAir.length === 0) return;
    if (this.#isBitByBit() && this.#soFar === 0) this.#hearTheAir();
    this.#inTheAir = [];
  }

  /** Notes the progress of the table's animation, by the game's own measure. */
  shows(soFar: number): void {
    if (this.#inTheAir.length === 0) return;
    if (soFar > this.#soFar) this.#hearTheAir();
    this.#soFar = soFar;
  }

  /** The scene with the view at the current progress of the animation. */
  asFarAsShown(scene: AnyScene): AnyScene {
    const meanwhile = this.#inTheAir.length > 0 && this.#before && this.#manner.part()?.staging?.meanwhile;
    return meanwhile ? { ...scene, view: meanwhile(scene.view, this.#before, this.#soFar) } : scene;
  }

  /** Goes on if little time is left on the viewer's clock. */
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
    // A new game has nothing in common with the table on the screen.
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
      // After the last message the house's state is shown, unless the page waits at it: then its own view comes first.
      now = place === last && !holds ? state : between;
      if (!holds && (this.#skips() || (!changes && now !== state))) continue;
      await this.#step(now, seen, [one]);
      seen = [];
      if (holds && this.#manner.pace() === 'wait') await this.#hold(one, state);
    }
    if (stream !== this.#stream) return;
    // If the last messages had no movement, their end state is shown now.
    if (this.shown !== state || seen.length > 0) {
      this.#show(state, [...this.told, ...seen]);
      const scene = this.#manner.sceneOf(state);
      await tick();
      if (scene && !this.#isUnwatched()) this.#hear(seen, scene);
    }
  }

  /** Shows the table after these messages, with the movements of `moving`. */
  async #step(state: Sync, seen: Told[], moving: Told[]): Promise<void> {
    const before: Places | null = this.#skips() ? null : measure();
    const [staging, scene] = [this.#manner.part()?.staging, this.#manner.sceneOf(state)];
    this.#lift(before && this.#flies(moving) ? seen : [], this.shown?.view ?? null);
    this.#show(state, [...this.told, ...seen]);
    const isHeardLater = this.#isBitByBit();
    await tick();
    // Skipped events sound with the next shown one, unless nobody was watching.
    const heard = this.#isUnwatched() ? moving : seen;
    if (scene) this.#hear(isHeardLater ? heard.slice(0, -1) : heard, scene);
    if (before && staging && scene) await movePieces(before, moving.flatMap((one) => staging.moves(one, scene)));
  }

  #lift(told: Told[], before: Sync['view'] | null): void {
    this.#inTheAir = told;
    this.#soFar = 0;
    this.#before = before;
  }

  /** Whether the running animation is shown gradually. */
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

  /** Plays the sounds of messages, each sound once. */
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
    return !this.#manner.moves() || this.#manner.pace() === 'quick' || this.#isUnwatched();
  }

  /** Whether the tab is hidden, or too far behind for anybody to follow. */
  #isUnwatched(): boolean {
    return (globalThis.document?.hidden ?? false) || this.#batches.length > FAR_BEHIND;
  }

  #show(state: Sync, told: Told[]): void {
    this.shown = state;
    this.told = told.slice(-KEPT);
  }
}
