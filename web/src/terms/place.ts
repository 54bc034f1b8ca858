// Places a card beside a word: inside the window, and over nothing that must stay visible.

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface Size {
  width: number;
  height: number;
}

/** The distance between the word and its card, and between the card and the edge of the window. */
const GAP = 8;

/** Above the word if possible, otherwise below or beside it. The card must not cover the boxes in `kept`, and avoids those in `liked`. */
export function placeCard(word: Box, card: Size, window: Size, kept: Box[], liked: Box[] = []): { left: number; top: number } {
  const across = (left: number) => Math.max(GAP, Math.min(left, window.width - card.width - GAP));
  const down = (top: number) => Math.max(GAP, Math.min(top, window.height - card.height - GAP));
  const [middleX, middleY] = [(word.left + word.right - card.width) / 2, (word.top + word.bottom - card.height) / 2];
  const places = [
    { left: across(middleX), top: word.top - card.height - GAP },
    { left: across(middleX), top: word.bottom + GAP },
    { left: word.right + GAP, top: down(middleY) },
    { left: word.left - card.width - GAP, top: down(middleY) },
  ];
  const boxOf = ({ left, top }: { left: number; top: number }): Box => ({ left, top, right: left + card.width, bottom: top + card.height });
  const isInside = ({ left, top, right, bottom }: Box) => left >= 0 && top >= 0 && right <= window.width && bottom <= window.height;
  const fits = places.filter((place) => isInside(boxOf(place)));
  const covers = (place: { left: number; top: number }, boxes: Box[]) => boxes.some((box) => overlap(box, boxOf(place)));
  const free = fits.filter((place) => !covers(place, kept));
  return free.find((place) => !covers(place, liked)) ?? free[0] ?? fits[0] ?? { left: across(middleX), top: down(middleY) };
}

function overlap(one: Box, other: Box): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

/** Whether a part of the word can be seen: it is in the window, not scrolled out of a list, and covered by nothing but its card. */
export function isInSight(word: Element): boolean {
  return [...word.getClientRects()].some(({ left, top, right, bottom }) => {
    const shown = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return shown !== null && (word.contains(shown) || shown.closest('[popover]') !== null);
  });
}
