// The interface of the compiled pocket, `crates/pocket/src/edge.rs`: it takes and returns text.
// `cargo xtask` compiles it; a page can be built without it.

export interface RustHouse {
  knows(code: string): boolean;
  wake(now: number, luck: Uint8Array, entries: string): string;
  ask(now: number, luck: Uint8Array, ask: number, player: string, command: string, payload: string): string;
  tick(now: number, luck: Uint8Array): string;
  thought(now: number, luck: Uint8Array, job: number, thought?: string): string;
  forget(code: string): void;
  look(now: number, path: string, entries: string): string;
}

export interface Glue {
  House: new () => RustHouse;
  think(job: string): string | undefined;
  score(game: string, request: string): string;
  review(entries: string, now: number, game: number, progress: { tell(done: number, of: number): void }): string;
  check(entries: string): string;
}

interface Module extends Glue {
  default(from: { module_or_path: string }): Promise<unknown>;
}

const made = import.meta.glob<Module>('../../pocket/pocket.js');
const wasm = import.meta.glob<string>('../../pocket/pocket_bg.wasm', { query: '?url', import: 'default' });

export async function loadGlue(): Promise<Glue> {
  const [load] = Object.values(made);
  const [address] = Object.values(wasm);
  if (!load || !address) throw new Error('this page was built without the pocket');
  const glue = await load();
  await glue.default({ module_or_path: await address() });
  return glue;
}
