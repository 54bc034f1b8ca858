// The twelve court figures, drawn for this project. Each is the upper half of a card of 250 × 350
// inside the frame; the lower half is the same, turned round.
//
// A rank has its attributes: the king a crown and a beard, the queen a diadem and a flower, the jack a
// cap and a ruff. A suit has its colours, its headgear and its object in the hand, so that no two
// of the twelve are alike.

import type { Rank, Suit } from './wire';

export type Paint = 'skin' | 'hair' | 'main' | 'other' | 'gold' | 'white' | 'blush' | 'ink' | 'leaf' | 'steel' | 'wood';

export interface Shape {
  d: string;
  /** Without a paint, the shape is only a stroke. */
  paint?: Paint;
  /** Whether the shape is drawn a second time on the other side of the middle. */
  both?: boolean;
  /** The width of the outline; 0 for none. */
  line?: number;
}

export type Court = Extract<Rank, 'J' | 'Q' | 'K'>;

export const isCourt = (rank: Rank): rank is Court => rank === 'J' || rank === 'Q' || rank === 'K';

const fill = (paint: Paint, d: string, line = 2): Shape => ({ paint, d, line });
const pair = (paint: Paint, d: string, line = 2): Shape => ({ paint, d, line, both: true });
const stroke = (d: string, line = 2): Shape => ({ d, line });
const strokes = (d: string, line = 2): Shape => ({ d, line, both: true });
const dot = (x: number, y: number, r: number) => `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;

const EYES: Shape[] = [
  pair('white', 'M108 92c3-5 10-5 13 0-3 4-10 4-13 0Z', 1.6),
  pair('ink', dot(115, 92, 2.6), 0),
  strokes('M106 84c4-4 10-4 15-1', 2.6),
];
const NOSE = stroke('M124 90l-4 14c1 3 6 4 9 1', 2);

export function courtShapes(rank: Court, suit: Suit): Shape[] {
  return { K: king, Q: queen, J: jack }[rank](suit);
}

function king(suit: Suit): Shape[] {
  return [
    ...KING_CARRIES[suit],
    // A mantle with a collar of ermine over a patterned breast.
    fill('main', 'M58 176c0-24 18-40 44-47h46c26 7 44 23 44 47Z'),
    fill('other', 'M106 138h38l8 38H98Z'),
    ...BREAST[suit],
    fill('white', 'M80 138c10-8 20-12 27-12 4 10 32 10 36 0 7 0 17 4 27 12-6 10-12 16-20 19-12-10-38-10-50 0-8-3-14-9-20-19Z'),
    ...[[92, 141], [104, 144], [146, 144], [158, 141], [100, 134], [150, 134]].map(([x = 0, y = 0]) => fill('ink', `M${x} ${y}l2 7h-4Z`, 0)),
    // Locks, a face and a beard.
    pair('hair', 'M104 78c-13 4-18 18-15 30-6 7-2 18 7 18 8 2 14-4 14-10V80Z'),
    strokes('M98 88c-6 8-4 16 0 22M97 112c-2 4 0 8 4 8', 1.6),
    fill('skin', 'M102 74v26c0 16 11 26 23 26s23-10 23-26V74Z'),
    pair('blush', dot(109, 104, 4.5), 0),
    ...BEARD[suit],
    ...EYES,
    NOSE,
    ...CROWN[suit],
  ];
}

const BEARD: Record<Suit, Shape[]> = {
  spades: [
    fill('hair', 'M101 94c0 26 5 44 13 56l11-14 11 14c8-12 13-30 13-56-4 12-10 15-14 14-5-2-15-2-20 0-4 1-10-2-14-14Z'),
    fill('blush', 'M118 114h14c-3 5-11 5-14 0Z', 1.4),
    strokes('M110 114c1 10 3 18 6 24M119 120c0 5 1 9 3 13', 1.4),
  ],
  hearts: [
    fill('hair', 'M101 94c0 24 8 38 24 42 16-4 24-18 24-42-3 12-8 20-14 20-6-1-14-1-20 0-6 0-11-8-14-20Z'),
    fill('blush', 'M116 112c6-3 12-3 18 0-4 6-14 6-18 0Z', 1.4),
    strokes('M109 116c2 6 6 11 11 14', 1.4),
  ],
  diamonds: [
    fill('hair', 'M101 94c0 28 10 44 24 60 14-16 24-32 24-60-4 12-10 15-14 14-5-2-15-2-20 0-4 1-10-2-14-14Z'),
    pair('hair', 'M125 106c-7-3-15 0-20 10 8 0 16-1 20-5Z', 1.6),
    fill('blush', 'M119 116h12c-2 4-10 4-12 0Z', 1.2),
    strokes('M112 122c2 8 6 16 10 22', 1.4),
  ],
  clubs: [
    fill('hair', 'M101 94c-4 8-4 16 1 20-3 8 2 14 7 15 1 8 8 11 16 8 8 3 15 0 16-8 5-1 10-7 7-15 5-4 5-12 1-20-4 12-10 14-14 14-5-2-15-2-20 0-4 0-10-2-14-14Z'),
    pair('hair', 'M125 106c-8-3-14 0-16 6 6 3 12 2 16-1Z', 1.6),
    fill('blush', 'M119 115h12c-2 4-10 4-12 0Z', 1.2),
    strokes('M107 114c-1 6 2 9 6 9M114 126c1 4 5 6 9 4', 1.4),
  ],
};

const CROWN: Record<Suit, Shape[]> = {
  spades: [
    fill('main', 'M101 68c2-14 10-22 24-22s22 8 24 22Z'),
    fill('gold', 'M98 70 92 42l14 12 8-20 11 16 11-16 8 20 14-12-6 28Z'),
    ...[[92, 40], [114, 32], [136, 32], [158, 40]].map(([x = 0, y = 0]) => fill('white', dot(x, y, 4.2), 1.6)),
    fill('gold', 'M96 68h58v10H96Z'),
    ...[106, 125, 144].map((x, place) => fill(place === 1 ? 'other' : 'white', dot(x, 73, 3), 1.2)),
  ],
  hearts: [
    fill('main', 'M98 70c-8-18 2-30 13-28 4-6 24-6 28 0 11-2 21 10 13 28Z'),
    fill('gold', 'M98 70c-10-20 4-34 16-26-8 6-10 16-8 26ZM152 70c10-20-4-34-16-26 8 6 10 16 8 26ZM120 70c-2-10-2-20 5-28 7 8 7 18 5 28Z'),
    fill('gold', 'M123 42v-5h-5v-4h5v-5h4v5h5v4h-5v5Z', 1.4),
    fill('gold', 'M96 68h58v10H96Z'),
    ...[104, 115, 125, 135, 146].map((x) => fill('white', dot(x, 73, 2.8), 1.2)),
  ],
  diamonds: [
    fill('gold', 'M97 72 89 48l12 8 3-18 11 14 10-22 10 22 11-14 3 18 12-8-8 24Z'),
    fill('other', 'M125 42l5 9-5 9-5-9Z', 1.4),
    pair('other', 'M106 50l4 8-4 7-4-7Z', 1.4),
    fill('gold', 'M96 68h58v10H96Z'),
    stroke('M99 73h52', 1.4),
  ],
  clubs: [
    fill('main', 'M102 68c2-12 10-20 23-20s21 8 23 20Z'),
    fill('gold', 'M98 70l-3-20 12 6 6-14 12 12 12-12 6 14 12-6-3 20Z'),
    ...[[95, 45], [113, 37], [137, 37], [155, 45]].flatMap(([x = 0, y = 0]) => [fill('gold', `${dot(x - 4, y + 1, 3.6)}${dot(x + 4, y + 1, 3.6)}${dot(x, y - 4, 3.6)}`, 1.4)]),
    fill('gold', 'M96 68h58v10H96Z'),
    ...[106, 118, 132, 144].map((x) => fill('other', `M${x} 69.5l3 3.5-3 3.5-3-3.5Z`, 1.1)),
  ],
};

const BREAST: Record<Suit, Shape[]> = {
  spades: [fill('gold', 'M112 176v-18l13-12 13 12v18Z'), fill('main', 'M119 176v-14l6-6 6 6v14Z', 1.4)],
  hearts: [...[112, 125, 138].map((x) => fill('gold', dot(x, 166, 4), 1.4)), ...[118, 132].map((x) => fill('white', dot(x, 157, 3), 1.2))],
  diamonds: [fill('gold', 'M125 148l12 16-12 16-12-16Z'), fill('white', 'M125 156l6 8-6 8-6-8Z', 1.2)],
  clubs: [fill('gold', 'M104 158l21 12 21-12v9l-21 12-21-12Z')],
};

const HAND: Shape[] = [fill('skin', 'M162 150c2-8 16-9 19-2 3 9-2 16-9 16s-12-6-10-14Z', 1.8), stroke('M165 154c4 2 10 2 14 0M166 159c3 1 8 1 11 0', 1.2)];

const KING_CARRIES: Record<Suit, Shape[]> = {
  // A sword, a sword held behind the head, an axe, an orb.
  spades: [fill('steel', 'M168 128V52l5-14 5 14v76Z'), stroke('M173 48v78', 1.4), fill('gold', 'M160 126h26v7h-26Z'), fill('wood', 'M170 133h6v18h-6Z'), ...HAND],
  hearts: [fill('steel', 'M180 150 92 36l-4-12 11 7 88 113Z'), fill('gold', 'M172 150l20-16 4 6-20 16Z')],
  diamonds: [fill('wood', 'M170 40h6v112h-6Z'), fill('steel', 'M176 46c12-2 18 4 17 16 1 12-5 18-17 16Z'), fill('gold', 'M166 44h14v8h-14ZM166 72h14v8h-14Z', 1.6), ...HAND],
  clubs: [fill('gold', dot(173, 126, 17)), stroke('M156 126h34M173 109v17', 2), fill('gold', 'M170 109v-6h-6v-6h6v-6h6v6h6v6h-6v6Z', 1.6), ...HAND],
};

function queen(suit: Suit): Shape[] {
  return [
    ...QUEEN_HAIR[suit],
    ...flower(suit),
    // A gown with wide sleeves.
    fill('main', 'M74 176c2-22 14-36 36-42h30c22 6 34 20 36 42Z'),
    pair('other', 'M58 176c-2-20 14-36 36-36 6 12 6 24 2 36Z'),
    strokes('M66 176c0-12 8-22 20-26M78 176c0-8 4-15 12-19', 1.6),
    fill('gold', 'M112 176l4-32h18l4 32Z'),
    ...BODICE[suit],
    fill('skin', 'M114 118v10l-10 8c6 12 36 12 42 0l-10-8v-10Z'),
    fill('white', 'M98 134c8 16 46 16 54 0l5 6c-10 20-54 20-64 0Z', 1.8),
    ...[109, 117, 125, 133, 141].map((x) => fill('gold', dot(x, 133 + (8 - Math.abs(x - 125) / 2.4), 2.6), 1.1)),
    fill('skin', 'M105 80c-3 26 9 44 20 44s23-18 20-44c-2-14-38-14-40 0Z'),
    pair('blush', dot(111, 106, 4.5), 0),
    ...FRINGE[suit],
    ...EYES,
    strokes('M107 90l-4-3', 1.6),
    stroke('M125 92l-3 11c1 2 4 2 5 1', 1.8),
    fill('blush', 'M117 112c3-3 6-3 8-1 2-2 5-2 8 1-3 6-13 6-16 0Z', 1.4),
    ...DIADEM[suit],
    ...HAND,
  ];
}

const QUEEN_HAIR: Record<Suit, Shape[]> = {
  // A veil, braids, a coif with a veil, curls.
  spades: [pair('other', 'M125 50c-30 0-36 22-36 44 0 20-8 32-16 46h34c2-26 2-54 18-70Z'), strokes('M96 96c0 18-4 28-9 40', 1.4), pair('hair', 'M125 60c-18 0-24 14-22 34 0 12 0 24-4 34h10c4-20 2-44 16-54Z')],
  hearts: [
    pair('hair', 'M125 56c-24 0-30 20-26 40-10 4-10 16-2 20-8 4-7 16 2 19-5 4-3 12 5 13l10-10c4-22-2-46 11-62Z'),
    strokes('M100 96c6 4 7 14-2 20M98 118c7 3 8 12 1 17', 1.6),
  ],
  diamonds: [pair('white', 'M125 52c-28 0-34 20-33 42 1 18-2 32-8 46h22c4-24 2-50 19-66Z'), strokes('M96 92c2 18 0 32-4 46', 1.4), pair('hair', 'M125 60c-17 0-22 14-20 32h8c0-10 4-18 12-22Z')],
  clubs: [
    pair('hair', 'M125 54c-16-2-30 6-29 18-10 2-12 15-4 20-8 6-6 17 3 19-3 9 4 16 12 14 8 1 10-8 7-14-4-20-4-32 11-40Z'),
    strokes('M98 74c-4 6-2 12 4 14M95 94c-2 6 1 12 7 13M98 112c0 5 4 8 8 7', 1.6),
  ],
};

const FRINGE: Record<Suit, Shape[]> = {
  spades: [pair('hair', 'M125 66c-12-2-22 6-21 22 8-2 16-10 21-22Z', 1.8)],
  hearts: [pair('hair', 'M125 66c-14-2-22 8-21 24 4-8 12-10 21-16Z', 1.8)],
  diamonds: [pair('hair', 'M125 67c-12-3-20 5-20 16 8 0 14-4 20-10Z', 1.8)],
  clubs: [fill('hair', 'M104 90c-2-18 8-26 21-25 13-1 23 7 21 25-4-4-7-10-8-14-6 6-12 4-14 0-4 6-10 6-13 1-1 5-4 10-7 13Z', 1.8)],
};

const DIADEM: Record<Suit, Shape[]> = {
  spades: [fill('gold', 'M103 66c12-6 32-6 44 0l6-24-13 10-7-16-8 14-8-14-7 16-13-10Z'), fill('other', dot(125, 58, 3.6), 1.4), ...[[97, 40], [117, 34], [133, 34], [153, 40]].map(([x = 0, y = 0]) => fill('white', dot(x, y, 3.4), 1.4))],
  hearts: [fill('gold', 'M102 67c14-7 32-7 46 0 2-8 3-14 2-20-6 2-9 5-11 9-2-8-7-14-14-19-7 5-12 11-14 19-2-4-5-7-11-9-1 6 0 12 2 20Z'), fill('blush', 'M125 60c-8-6-6-12-3-12 2 0 3 1 3 3 0-2 1-3 3-3 3 0 5 6-3 12Z', 1.4)],
  diamonds: [fill('gold', 'M104 66c12-5 30-5 42 0l2-12-10 2-5-12-8-12-8 12-5 12-10-2Z'), fill('white', 'M125 42l5 8-5 8-5-8Z', 1.4)],
  clubs: [fill('gold', 'M102 66c12-6 34-6 46 0v-9c-4-6-10-6-13-1 0-8-4-12-10-14-6 2-10 6-10 14-3-5-9-5-13 1Z'), ...[[109, 58], [125, 50], [141, 58]].map(([x = 0, y = 0]) => fill('white', dot(x, y, 3), 1.2))],
};

const BODICE: Record<Suit, Shape[]> = {
  spades: [stroke('M115 154l20 10M135 154l-20 10M114 166l22 9', 1.8)],
  hearts: [...[157, 168].map((y) => fill('main', dot(125, y, 3.4), 1.2))],
  diamonds: [fill('main', 'M125 152l7 10-7 10-7-10Z', 1.6)],
  clubs: [stroke('M113 166h24M114 157h22', 1.8)],
};

function flower(suit: Suit): Shape[] {
  const stem = [stroke('M172 152c-2-14 0-28 2-40', 3.4), fill('leaf', 'M172 132c8-8 14-8 18-6-3 8-10 11-18 10Z', 1.6), fill('leaf', 'M172 140c-6-7-10-8-14-6 2 6 8 9 14 9Z', 1.6)];
  const heads: Record<Suit, Shape[]> = {
    spades: [fill('other', 'M174 84c-7 8-16 14-14 22 2 7 10 8 14 2 4 6 12 5 14-2 2-8-7-14-14-22Z'), stroke('M174 92v16', 1.4)],
    hearts: [fill('main', dot(174, 100, 14)), fill('blush', 'M174 90c-6 0-10 5-8 10 2 6 12 6 14 1 2-4-2-8-6-6-3 1-3 5 0 6', 1.8)],
    diamonds: [fill('other', 'M174 82l8 10 10-2-2 16c-4 10-28 10-32 0l-2-16 10 2Z'), stroke('M166 92c0 8 2 14 8 18M182 92c0 8-2 14-8 18', 1.4)],
    clubs: [...[[174, 88], [163, 96], [185, 96], [167, 109], [181, 109]].map(([x = 0, y = 0]) => fill('white', dot(x, y, 7.5), 1.6)), fill('gold', dot(174, 100, 6), 1.6)],
  };
  return [...stem, ...heads[suit]];
}

function jack(suit: Suit): Shape[] {
  return [
    ...JACK_CARRIES[suit],
    // A tunic of two halves, slashed sleeves, and a ruff.
    fill('main', 'M58 176c2-24 20-40 46-46h21v46Z'),
    fill('other', 'M192 176c-2-24-20-40-46-46h-21v46Z'),
    fill('gold', 'M120 136h10v40h-10Z', 1.6),
    ...[148, 159, 170].map((y) => fill('white', dot(125, y, 2.6), 1.1)),
    ...TUNIC[suit],
    fill('white', 'M92 134c2-8 10-12 16-12h34c6 0 14 4 16 12-3 5-8 6-12 3-3 5-9 6-12 2-2 5-8 6-11 1-3 4-9 3-11-1-3 4-9 3-11-1-4 3-8 1-9-4Z'),
    strokes('M104 134l4-8M115 138l2-10', 1.2),
    ...(suit === 'spades' || suit === 'hearts' ? profile(suit) : facing(suit)),
    ...CAP[suit],
    ...HAND,
  ];
}

/** The one-eyed jacks look to their side. */
function profile(suit: Suit): Shape[] {
  return [
    fill('hair', suit === 'spades' ? 'M108 66h40c8 16 8 40-2 58h-14V74Z' : 'M108 66h40c10 10 6 20 4 26 6 8 4 18-2 22 0 8-8 12-16 10l-4-50Z'),
    stroke(suit === 'spades' ? 'M142 80c4 14 4 26 0 40' : 'M142 84c4 6 4 12 0 16M143 104c3 4 3 8 0 12', 1.5),
    fill('skin', 'M140 68h-30c-2 8-3 13-4 18l-8 13c0 3 3 4 6 4l-1 6 3 2-2 4 2 2c0 7 5 9 12 8l4-2v6h14c-2-14 4-40 4-61Z'),
    fill('hair', 'M106 70h36v34c-5-4-8-10-8-18-10 0-20-4-28-16Z', 1.8),
    fill('white', 'M108 91c3-5 9-5 11 0-2 3-8 4-11 0Z', 1.5),
    fill('ink', dot(111.5, 91, 2.5), 0),
    stroke('M106 83c4-3 10-3 14 0', 2.6),
    stroke('M103 113c4 1 8 0 10-2', 1.8),
    fill('blush', dot(118, 106, 4.5), 0),
  ];
}

function facing(suit: Suit): Shape[] {
  return [
    pair('hair', suit === 'clubs' ? 'M106 68c-12 10-14 34-8 52 4 5 12 4 13-2V78Z' : 'M106 68c-10 6-14 18-11 28-6 8-4 18 4 22 6 2 12-2 12-8V78Z'),
    strokes(suit === 'clubs' ? 'M103 84c-3 12-3 22-1 32' : 'M101 82c-2 6-1 12 2 16M99 102c-1 5 1 9 4 11', 1.5),
    fill('skin', 'M104 74v22c0 18 12 29 21 29s21-11 21-29V74Z'),
    pair('blush', dot(111, 104, 4.5), 0),
    ...EYES,
    NOSE,
    stroke('M118 114c4 3 10 3 14 0', 2),
    ...(suit === 'diamonds' ? [pair('hair', 'M125 108c-5-2-12 0-16 6-3-1-5-2-7-5 1 8 15 10 23 2Z', 1.4)] : []),
    fill('hair', suit === 'clubs' ? 'M103 90c-3-14 4-22 22-22s25 8 22 22c-12-12-32-12-44 0Z' : 'M103 88c-2-14 6-22 22-20 16-2 24 6 22 20-6-2-10-6-12-12-10 8-24 4-32 12Z', 1.8),
  ];
}

const CAP: Record<Suit, Shape[]> = {
  // A beret, a cap with a feather, a hood with a tip, a hat with a brim.
  spades: [fill('other', 'M100 74c-14-22 4-40 28-36 26-2 40 14 30 32-4 6-10 6-14 4Z'), fill('gold', 'M100 68h48v9h-48Z', 1.8), fill('white', dot(108, 58, 5), 1.6), stroke('M120 46c12 0 24 6 28 16', 1.4)],
  hearts: [fill('white', 'M140 66c8-16 24-24 46-22-2 14-18 26-40 28Z', 1.8), stroke('M146 66c12-8 22-14 34-18', 1.4), fill('main', 'M98 70c-4-18 10-30 28-30s30 10 28 30Z'), fill('gold', 'M94 66h62v10H94Z', 1.8), stroke('M112 48c6 4 8 10 8 18', 1.4)],
  diamonds: [fill('main', 'M98 74c-8-22 8-36 30-34 20-10 40-4 48 10-10-2-16 2-18 10 0 8-4 12-8 14-16-8-36-8-52 0Z'), fill('gold', 'M97 68c16-9 40-9 56 0l-1 9c-16-8-38-8-54 0Z', 1.8), fill('gold', dot(177, 52, 4.5), 1.6)],
  clubs: [fill('main', 'M104 66c-2-18 6-28 21-28s23 10 21 28Z'), fill('gold', 'M104 60h42v8h-42Z', 1.6), fill('main', 'M88 74c4-8 16-10 37-10s33 2 37 10c-8 5-20 2-37 2s-29 3-37-2Z'), fill('white', 'M142 58c2-14 12-24 28-26-2 14-10 24-24 30Z', 1.8), stroke('M146 58c6-8 12-14 20-20', 1.3)],
};

const TUNIC: Record<Suit, Shape[]> = {
  spades: [strokes('M72 176c2-14 12-24 26-30M88 176c1-10 6-17 16-22', 1.8)],
  hearts: [...[[84, 160], [100, 168], [98, 150], [166, 160], [150, 168], [152, 150]].map(([x = 0, y = 0]) => fill('gold', dot(x, y, 3.6), 1.2))],
  diamonds: [pair('gold', 'M84 156l8 8-8 10-8-10ZM104 150l6 8-6 8-6-8Z', 1.4)],
  clubs: [strokes('M64 166c16 2 34 0 54-8M60 176c20 0 40-2 58-8', 1.8)],
};

const JACK_CARRIES: Record<Suit, Shape[]> = {
  // A halberd, a leaf, a lance with a pennon, a staff.
  spades: [fill('wood', 'M170 44h6v110h-6Z'), fill('steel', 'M173 28l7 18-7 10-7-10Z'), fill('steel', 'M176 54c10-4 16 0 16 12s-6 16-16 12c4-8 4-16 0-24Z')],
  hearts: [stroke('M172 152c0-14 1-26 2-36', 3.2), fill('leaf', 'M174 76c-14 14-18 30 0 44 18-14 14-30 0-44Z'), stroke('M174 86v32M174 98l-7-5M174 98l7-5M174 109l-8-6M174 109l8-6', 1.4)],
  diamonds: [fill('wood', 'M170 70h6v84h-6Z'), fill('other', 'M170 72h-22l6 9-6 9h22Z', 1.8), fill('steel', 'M173 58l5 14h-10Z', 1.6)],
  clubs: [fill('wood', 'M169 84h8v70h-8Z'), fill('gold', `${dot(166, 80, 7)}${dot(180, 80, 7)}${dot(173, 69, 7)}`, 1.8)],
};
