// The tables at which this browser has a seat, kept so that they are found after a reload or on another day.

interface Mine {
  code: string;
  game: string;
}

const KEY = 'tallyhouse.tables';

/** More tables than anybody plays at once; the oldest are forgotten first. */
const MOST = 12;

class MyTables {
  list: Mine[] = $state(load());

  remember(table: Mine): void {
    if (this.list[0]?.code === table.code) return;
    const others = this.list.filter(({ code }) => code !== table.code);
    this.#keep([table, ...others].slice(0, MOST));
  }

  forget(code: string): void {
    if (this.list.some((table) => table.code === code)) this.#keep(this.list.filter((table) => table.code !== code));
  }

  #keep(list: Mine[]): void {
    this.list = list;
    try {
      localStorage.setItem(KEY, JSON.stringify(list));
    } catch {
      // Without storage they are remembered until the page is closed.
    }
  }
}

export const mine = new MyTables();

function load(): Mine[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isMine) : [];
  } catch {
    return [];
  }
}

function isMine(value: unknown): value is Mine {
  if (typeof value !== 'object' || value === null) return false;
  const { code, game } = value as Partial<Mine>;
  return typeof code === 'string' && typeof game === 'string';
}
