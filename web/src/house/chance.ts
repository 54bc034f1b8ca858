// Random text of this browser. `crypto.getRandomValues` is there on plain HTTP too, as on a
// home network, where `crypto.randomUUID` and `crypto.subtle` are not.

/** So many random bytes in hex. */
export function randomHex(bytes: number): string {
  const values = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(values, (value) => value.toString(16).padStart(2, '0')).join('');
}

/** What this seat adds to the luck of a game: 32 bytes, as many as the house's own secret. */
export const entropy = (): string => randomHex(32);

/** An id under which a command is applied once, however often it is sent. */
export const commandId = (): string => randomHex(12);
