// The figures of a number that counts up like a meter: each place rolls on by itself, and stops at its last figure.

/** As a meter shows nothing before its first figure. */
const BLANK = '\u00a0';

/** More than this nobody follows: a place that would turn on and on turns once and a bit. */
const MOST_STEPS = 20;

/** By place, the highest first: the figures that roll by on the way from one number to another. */
export function rollTo(from: number, to: number): string[][] {
  const places = String(to).length;
  return Array.from({ length: places }, (_, place) => figuresOf(from, to, 10 ** (places - 1 - place)));
}

function figuresOf(from: number, to: number, unit: number): string[] {
  const [first, last] = [Math.floor(from / unit), Math.floor(to / unit)];
  const way = Math.sign(last - first);
  const whole = Math.abs(last - first);
  const steps = whole < MOST_STEPS ? whole : 10 + (whole % 10);
  const shown = (number: number) => (number === 0 && unit > 1 ? BLANK : String(number % 10));
  return Array.from({ length: steps + 1 }, (_, step) => shown(step === 0 ? first : last - way * (steps - step)));
}
