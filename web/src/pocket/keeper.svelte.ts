// Keeps this page for times without a network, and minds whether the house has a newer one.
//
// The service worker (`public/sw.js`) does the work. It fetches all files when the page has been idle
// for a while, or at once when the player asks for it. A newer page is taken at a calm moment: when
// the player is at the start, where nothing is played.

import { connection } from '$shell/house/connection.svelte';
import { route } from '$shell/route.svelte';
import { isKept } from './kept';
import { lasting } from './lasting.svelte';

/** What the service worker tells. */
type News = { kind: 'keeping'; done: number; of: number } | { kind: 'kept' } | { kind: 'failed' };

/** So long after the page was opened nothing else is loaded. */
const IDLE_MILLIS = 12_000;

/** The script that this page began with. Its name is made of its content and of what it loads. */
const OWN_ENTRY = new URL(globalThis.document?.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? 'nothing:').pathname;

/** The newer page that this tab has already tried to take. */
const TAKEN = 'tallyhouse.taken';

class Keeper {
  /** Whether this browser can keep pages: only those of secure addresses. */
  readonly can = 'serviceWorker' in (globalThis.navigator ?? {});
  state: 'no' | 'keeping' | 'kept' = $state('no');
  done = $state(0);
  of = $state(0);
  /** Whether the house has a newer page than this one. */
  update = $state(false);
  #newest = OWN_ENTRY;

  start(): void {
    if (!this.can) return;
    navigator.serviceWorker.addEventListener('message', ({ data }: MessageEvent<News>) => this.#hear(data));
    void navigator.serviceWorker.register('/sw.js');
    void isKept().then((kept) => {
      if (kept && this.state === 'no') this.state = 'kept';
    });
    setTimeout(() => this.#whenIdle(), IDLE_MILLIS);
    $effect.root(() => {
      $effect(() => {
        if (connection.epoch > 0) void this.#compare();
      });
      $effect(() => {
        if (this.update && route.screen.name === 'home') this.#take();
      });
    });
  }

  /** Fetches everything now. */
  async keep(): Promise<void> {
    if (!this.can || this.state === 'keeping') return;
    this.state = 'keeping';
    void lasting.ask();
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage({ kind: 'keep' });
  }

  #whenIdle(): void {
    const { connection: network } = navigator as { connection?: { saveData?: boolean } };
    if (network?.saveData || !navigator.onLine) return;
    const idle = globalThis.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 1));
    idle(() => void this.keep());
  }

  #hear(news: News): void {
    if (news.kind === 'keeping') [this.state, this.done, this.of] = ['keeping', news.done, news.of];
    else if (news.kind === 'kept') this.state = 'kept';
    else if (news.kind === 'failed') this.state = 'no';
  }

  /** Whether the page of the house is still this one. One that was kept may be older. */
  async #compare(): Promise<void> {
    const entry = await fetch('/files.json', { cache: 'no-cache' }).then(
      async (answer) => (answer.ok ? ((await answer.json()) as { entry?: string }).entry : undefined),
      () => undefined,
    );
    this.#newest = entry ?? OWN_ENTRY;
    this.update = this.#newest !== OWN_ENTRY;
  }

  /** Takes the newer page, once: where the old one comes again, as on a very slow network, the player is asked. */
  #take(): void {
    if (sessionStorage.getItem(TAKEN) === this.#newest) return;
    sessionStorage.setItem(TAKEN, this.#newest);
    location.reload();
  }
}

export const keeper = new Keeper();
