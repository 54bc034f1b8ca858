// Whether the browser has promised to keep what this device stores. Without the promise it may clear
// everything, games too, when space runs out.

class Lasting {
  /** Null until it is known. */
  promised: boolean | null = $state(null);

  /** Finds out, and asks for nothing. */
  async look(): Promise<void> {
    this.promised = (await storage()?.persisted?.().catch(() => false)) ?? false;
  }

  /** Asks for the promise, unless it was given; some browsers then ask the player. */
  async ask(): Promise<void> {
    await this.look();
    if (!this.promised) this.promised = (await storage()?.persist?.().catch(() => false)) ?? false;
  }
}

/** Pages of insecure addresses have none. */
const storage = (): StorageManager | undefined => (navigator as { storage?: StorageManager }).storage;

export const lasting = new Lasting();
