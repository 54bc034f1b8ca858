// Checks whether the luck of a game was as promised, as far as this browser can tell by itself.
//
// It compares the house's commitment from before the game with the secret published afterwards, byte by
// byte as in `crates/table/src/fair.rs`. It never asks the house and never trusts its judgement. It does not
// repeat the deals either: that every deal follows from the key is claimed by the house and proved by the
// journal.
//
// The hash comes from a package and not from the browser: `crypto.subtle` is missing on plain HTTP, as
// on a home network.

import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** The facts about one game that this browser itself received and sent; all in hex. */
export interface Known {
  /** The commitment that arrived before the game began. */
  promised?: string;
  /** The commitment that arrived at the start of the game or later. */
  begunWith?: string;
  /** This browser's contribution to the luck. */
  added?: string;
  /** The name of the shared deal, if the game had one. In the key it takes the place of the table's code. */
  deal?: string;
  /** The contribution of each seat, from seat 0, as the house announced it at the start of the game. */
  used?: (string | null)[];
  /** The secret that the house published at the end of the game. */
  secret?: string;
}

/** The result of comparing the secret with the commitment. */
export type OfSecret =
  | 'fits'
  /** The secret matches, but the commitment arrived when the house already knew all contributions. */
  | 'late'
  /** The game began with a different commitment from the one before it. */
  | 'changed'
  | 'differs'
  /** No commitment arrived. */
  | 'unpromised'
  /** No secret arrived. */
  | 'untold';

/** Whether this browser's contribution went into the luck. */
export type OfShare = 'used' | 'missing' | 'none' | 'untold';

export interface Findings {
  secret: OfSecret;
  share: OfShare;
  /** `open` if nothing speaks against the house, but something could not be checked. */
  verdict: 'kept' | 'open' | 'broken';
  /** The key that all luck of the game must come from, if this browser knows enough to compute it. */
  key: string | null;
}

/** Compares the known facts of a game. */
export function compare(code: string, game: number, known: Known): Findings {
  const secret = ofSecret(known);
  const share = ofShare(known);
  const { secret: told, used, deal } = known;
  const key = told !== undefined && used !== undefined && isSecret(told) ? luckKey(told, deal ?? code, game, used) : null;
  return { secret, share, verdict: verdictOf(secret, share), key };
}

function verdictOf(secret: OfSecret, share: OfShare): Findings['verdict'] {
  if (secret === 'changed' || secret === 'differs' || share === 'missing') return 'broken';
  return secret === 'fits' && share === 'used' ? 'kept' : 'open';
}

function ofSecret({ promised, begunWith, secret }: Known): OfSecret {
  // Nothing can be decided before the end of the game: a later commitment may belong to the next game.
  if (secret === undefined) return 'untold';
  if (promised !== undefined && begunWith !== undefined && promised !== begunWith) return 'changed';
  const commitment = promised ?? begunWith;
  if (commitment === undefined) return 'unpromised';
  if (!isSecret(secret) || commitmentOf(secret) !== commitment) return 'differs';
  return promised === undefined ? 'late' : 'fits';
}

function ofShare({ added, used, deal }: Known): OfShare {
  // A shared deal has no contributions of players.
  if (added === undefined || deal !== undefined) return 'none';
  if (used === undefined) return 'untold';
  return used.includes(added) ? 'used' : 'missing';
}

const isSecret = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

/** The commitment to a secret, which is published before the game. */
export const commitmentOf = (secret: string): string => bytesToHex(sha256(hexToBytes(secret)));

/** The key of all luck of a game. A seat without a contribution is included with length 0. */
export function luckKey(secret: string, name: string, game: number, used: (string | null)[]): string {
  const number = new Uint8Array(4);
  new DataView(number.buffer).setUint32(0, game);
  const seats = used.map((share, seat) => {
    const bytes = hexToBytes(share ?? '');
    return concatBytes(Uint8Array.of(seat, bytes.length), bytes);
  });
  const message = concatBytes(utf8ToBytes(`tallyhouse/1${name}`), number, ...seats);
  return bytesToHex(hmac(sha256, hexToBytes(secret), message));
}
