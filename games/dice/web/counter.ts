// The digits of a number that counts up like a meter: each place rolls by itself and stops at its last digit.

/** A place before the first digit is blank, as on a meter. */
const BLANK = '\u00a0';

/** The most steps that a viewer can follow. A place that would turn many times turns once and a bit more. */
const MOST_STEPS = 20;

/**
 * For each place, the highest first: the digits that roll by between one number and another. Both numbers are counted
 * in units of the last of `decimals` places after the point.
 */
export function rollTo(from: number, to: number, decimals = 0): string[][] {
  const places = Math.max(String(to).length, decimals + 1);
  return Array.from({ length: places }, (_, place) => figuresOf(from, to, 10 ** (places - 1 - place), 10 ** decimals));
}

/** The digits of one place. `one` is the place before the point: it and all later places are never blank. */
function figuresOf(from: number, to: number, unit: number, one: number): string[] {
  const [first, last] = [Math.floor(from / unit), Math.floor(to / unit)];
  const way = Math.sign(last - first);
  const whole = Math.abs(last - first);
  const steps = whole < MOST_STEPS ? whole : 10 + (whole % 10);
  const shown = (number: number) => (number === 0 && unit > one ? BLANK : String(number % 10));
  return Array.from({ length: steps + 1 }, (_, step) => shown(step === 0 ? first : last - way * (steps - step)));
}
