// Whether the luck of a game was as promised, as far as this browser can tell by itself.
//
// It compares what the house said before the game with what it told afterwards, byte by byte as
// `crates/table/src/fair.rs` does. It never asks the house and never takes its word. It does not
// deal again either: that every deal follows from the key is for the house to say, and for the
// journal to prove.
//
// The hash is a package's and not the browser's: `crypto.subtle` is missing on plain HTTP, as on
// a home network.

import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, concatBytes, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** What this browser itself heard and said about one game; all in hex. */
export interface Known {
  /** The commitment, heard before the game began. */
  promised?: string;
  /** The commitment as it was told at the beginning or later. */
  begunWith?: string;
  /** What this browser added to the luck. */
  added?: string;
  /** The luck that the game was dealt, if not the table's own: its name stands for the code. */
  deal?: string;
  /** What each seat added, from seat 0, as the house told it when the game began. */
  used?: (string | null)[];
  /** What the house told when the game was over. */
  secret?: string;
}

/** What comes of comparing the secret with the commitment. */
export type OfSecret =
  | 'fits'
  /** It fits, but the commitment came when the house knew already what everybody had added. */
  | 'late'
  /** The game began with another commitment than the one before it. */
  | 'changed'
  | 'differs'
  /** No commitment was heard. */
  | 'unpromised'
  /** No secret was heard. */
  | 'untold';

/** Whether what this browser added went into the luck. */
export type OfShare = 'used' | 'missing' | 'none' | 'untold';

export interface Findings {
  secret: OfSecret;
  share: OfShare;
  /** `open` where nothing speaks against the house, but something could not be checked. */
  verdict: 'kept' | 'open' | 'broken';
  /** The key that all luck of the game must come from, if enough was heard to compute it. */
  key: string | null;
}

/** Compares what was heard of a game. */
export function compare(code: string, game: number, known: Known): Findings {
  const secret = ofSecret(known);
  const share = ofShare(known);
  const { secret: told, used, deal } = known;
  const key = told !== undefined && used !== undefined && isSecret(told) ? keyOf(told, deal ?? code, game, used) : null;
  return { secret, share, verdict: verdictOf(secret, share), key };
}

function verdictOf(secret: OfSecret, share: OfShare): Findings['verdict'] {
  if (secret === 'changed' || secret === 'differs' || share === 'missing') return 'broken';
  return secret === 'fits' && share === 'used' ? 'kept' : 'open';
}

function ofSecret({ promised, begunWith, secret }: Known): OfSecret {
  // Without its end nothing is sure about a game: what was heard later may be about the next one.
  if (secret === undefined) return 'untold';
  if (promised !== undefined && begunWith !== undefined && promised !== begunWith) return 'changed';
  const commitment = promised ?? begunWith;
  if (commitment === undefined) return 'unpromised';
  if (!isSecret(secret) || commitmentOf(secret) !== commitment) return 'differs';
  return promised === undefined ? 'late' : 'fits';
}

function ofShare({ added, used, deal }: Known): OfShare {
  // Nobody adds to luck that other tables are dealt too.
  if (added === undefined || deal !== undefined) return 'none';
  if (used === undefined) return 'untold';
  return used.includes(added) ? 'used' : 'missing';
}

const isSecret = (text: string): boolean => /^[0-9a-f]{64}$/.test(text);

/** What is published of a secret beforehand. */
export const commitmentOf = (secret: string): string => bytesToHex(sha256(hexToBytes(secret)));

/** What all luck of a game comes from. A seat that adds nothing counts with length 0. */
export function keyOf(secret: string, name: string, game: number, used: (string | null)[]): string {
  const number = new Uint8Array(4);
  new DataView(number.buffer).setUint32(0, game);
  const seats = used.map((share, seat) => {
    const bytes = hexToBytes(share ?? '');
    return concatBytes(Uint8Array.of(seat, bytes.length), bytes);
  });
  const message = concatBytes(utf8ToBytes(`tallyhouse/1${name}`), number, ...seats);
  return bytesToHex(hmac(sha256, hexToBytes(secret), message));
}
