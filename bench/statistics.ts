/** The value that so many hundredths of the values do not exceed (nearest rank). NaN when there are none. */
export function percentile(values: readonly number[], hundredths: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((hundredths / 100) * sorted.length) - 1)] ?? NaN;
}

export const median = (values: readonly number[]) => percentile(values, 50);

/**
 * Whether two lists of values look drawn from one distribution (Mann–Whitney): how often a value of the first is the
 * larger one of a pair, 0.5 for no difference, and how likely so much of a difference is by chance, from 20 values each on.
 */
export function rankTest(first: readonly number[], second: readonly number[]): { isLarger: number; p: number } {
  const pairs = first.length * second.length;
  let larger = 0;
  for (const a of first) for (const b of second) larger += a > b ? 1 : a === b ? 0.5 : 0;
  const z = Math.abs(larger - pairs / 2) / Math.sqrt((pairs * (first.length + second.length + 1)) / 12);
  // The normal distribution beyond z on both sides, to 0.0003 (Bowling's logistic approximation).
  return { isLarger: larger / pairs, p: 2 / (1 + Math.exp(0.07056 * z ** 3 + 1.5976 * z)) };
}
