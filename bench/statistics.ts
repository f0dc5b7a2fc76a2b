/** A percentile by nearest rank. NaN for no values. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? NaN;
}

export const median = (values: readonly number[]) => percentile(values, 50);

/**
 * The Mann–Whitney test: the share of pairs in which the value of the first list is larger (0.5 for no difference), and the
 * two-sided p-value by normal approximation, which needs 20 values each.
 */
export function rankTest(first: readonly number[], second: readonly number[]): { isLarger: number; p: number } {
  const pairs = first.length * second.length;
  let larger = 0;
  for (const a of first) for (const b of second) larger += a > b ? 1 : a === b ? 0.5 : 0;
  const z = Math.abs(larger - pairs / 2) / Math.sqrt((pairs * (first.length + second.length + 1)) / 12);
  // Both tails of the normal distribution, to 0.0003 (Bowling's logistic approximation).
  return { isLarger: larger / pairs, p: 2 / (1 + Math.exp(0.07056 * z ** 3 + 1.5976 * z)) };
}
