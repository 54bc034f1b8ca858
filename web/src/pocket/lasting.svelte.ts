// Whether the browser has promised to keep this page's storage. Without the promise it may delete
// everything, including games, when space runs out.

class Lasting {
  /** Null until it is known. */
  promised: boolean | null = $state(null);

  /** Checks for the promise without asking for it. */
  async look(): Promise<void> {
    this.promised = (await storage()?.persisted?.().catch(() => false)) ?? false;
  }

  /** Asks for the promise if it was not given yet. Some browsers then ask the player. */
  async ask(): Promise<void> {
    await this.look();
    if (!this.promised) this.promised = (await storage()?.persist?.().catch(() => false)) ?? false;
  }
}

/** Missing on insecure addresses. */
const storage = (): StorageManager | undefined => (navigator as { storage?: StorageManager }).storage;

export const lasting = new Lasting();
