// Makes the page available offline, and checks whether the house has a newer page.
//
// The service worker (`public/sw.js`) does the work. It fetches all files when the page has been idle
// for a while, or at once when the player asks for it. A newer page is loaded at a calm moment: when
// the player is on the home page, where no game is running.

import { connection } from '$shell/house/connection.svelte';
import { route } from '$shell/route.svelte';
import { isKept } from './kept';
import { lasting } from './lasting.svelte';

/** A message from the service worker. */
type News = { kind: 'keeping'; done: number; of: number } | { kind: 'kept' } | { kind: 'failed' };

/** The time after its start in which the page loads nothing in the background. */
const IDLE_MILLIS = 12_000;

/** The entry script of this page. Its name depends on its content and on everything that it loads. */
const OWN_ENTRY = new URL(globalThis.document?.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src ?? 'nothing:').pathname;

/** The storage key for the newer page that this tab has already tried to load. */
const TAKEN = 'tallyhouse.taken';

class Keeper {
  /** Whether the browser supports service workers; it does so only on secure addresses. */
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

  /** Fetches all files now. */
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

  /** Compares this page with the house's page. A cached page may be older. */
  async #compare(): Promise<void> {
    const entry = await fetch('/files.json', { cache: 'no-cache' }).then(
      async (answer) => (answer.ok ? ((await answer.json()) as { entry?: string }).entry : undefined),
      () => undefined,
    );
    this.#newest = entry ?? OWN_ENTRY;
    this.update = this.#newest !== OWN_ENTRY;
  }

  /** Loads the newer page, but only once: if the old page comes back, as on a very slow network, the player is asked. */
  #take(): void {
    if (sessionStorage.getItem(TAKEN) === this.#newest) return;
    sessionStorage.setItem(TAKEN, this.#newest);
    location.reload();
  }
}

export const keeper = new Keeper();
