/** Numbers from 0 up to, not including, 1; the same at every run with the same seed. */
export type Random = () => number;

export function seededRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** A whole number from 0 up to, not including, `limit`. */
export function below(random: Random, limit: number): number {
  return Math.floor(random() * limit);
}

export function pick<T>(random: Random, list: readonly T[]): T {
  const chosen = list[below(random, list.length)];
  if (chosen === undefined) throw new Error("There is nothing to pick from an empty list.");
  return chosen;
}

/** Picks by weight, in the time of a binary search. */
export function weightedPicker<T>(weights: readonly (readonly [T, number])[]): (random: Random) => T {
  const ends: number[] = [];
  let total = 0;
  for (const [, weight] of weights) ends.push((total += weight));
  return (random) => {
    const point = random() * total;
    let low = 0;
    let high = ends.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? total) > point) high = middle;
      else low = middle + 1;
    }
    const chosen = weights[low];
    if (!chosen) throw new Error("There is nothing to pick from an empty list.");
    return chosen[0];
  };
}

/** From a normal distribution with mean 0 and deviation 1. */
export function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** A version 4 UUID of this sequence of numbers. */
export function randomId(random: Random): string {
  const hex = () => below(random, 0x1_0000_0000).toString(16).padStart(8, "0");
  const digits = hex() + hex() + hex() + hex();
  const variant = "89ab"[below(random, 4)];
  return `${digits.slice(0, 8)}-${digits.slice(8, 12)}-4${digits.slice(13, 16)}-${variant}${digits.slice(17, 20)}-${digits.slice(20)}`;
}

export function shuffle(random: Random, list: Int32Array): void {
  for (let last = list.length - 1; last > 0; last -= 1) {
    const other = below(random, last + 1);
    const value = list[last] as number;
    list[last] = list[other] as number;
    list[other] = value;
  }
}
