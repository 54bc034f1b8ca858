// Random text from this browser. `crypto.getRandomValues` works on plain HTTP, as on a home network;
// `crypto.randomUUID` and `crypto.subtle` do not.

/** Random bytes in hex. */
export function randomHex(bytes: number): string {
  const values = crypto.getRandomValues(new Uint8Array(bytes));
  return Array.from(values, (value) => value.toString(16).padStart(2, '0')).join('');
}

/** This seat's contribution to the luck of a game: 32 bytes, as long as the house's secret. */
export const entropy = (): string => randomHex(32);

/** An id for a command. The house applies a command only once, however often it is sent. */
export const commandId = (): string => randomHex(12);
