/** The value that so many hundredths of the values do not exceed (nearest rank). NaN when there are none. */
export function percentile(values: readonly number[], hundredths: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((hundredths / 100) * sorted.length) - 1)] ?? NaN;
}

/** The middle value; between the two in the middle where their number is even. NaN when there are none. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return ((sorted[Math.ceil(middle) - 1] ?? NaN) + (sorted[Math.floor(middle)] ?? NaN)) / 2;
}

export interface Timing {
  p50: number;
  p95: number;
  count: number;
}

/** What is told of many measured times, in milliseconds. */
export function timing(times: readonly number[]): Timing {
  return { p50: percentile(times, 50), p95: percentile(times, 95), count: times.length };
}

/**
 * Whether two lists of values look drawn from one distribution (Mann–Whitney): how often a value of the first is the
 * larger one of a pair, 0.5 for no difference, and how likely so much of a difference is by chance, from 20 values each on.
 */
export function rankTest(first: readonly number[], second: readonly number[]): { isLarger: number; p: number } {
  const pairs = first.length * second.length;
  let larger = 0;
  for (const a of first) for (const b of second) larger += a > b ? 1 : a === b ? 0.5 : 0;
  const spread = Math.sqrt((pairs * (first.length + second.length + 1)) / 12);
  return { isLarger: larger / pairs, p: Math.min(1, 2 * upperTail(Math.abs(larger - pairs / 2) / spread)) };
}

/** Of the normal distribution, beyond so many standard deviations (Abramowitz and Stegun 26.2.17, to 1e-7). */
function upperTail(z: number): number {
  const t = 1 / (1 + 0.2316419 * z);
  const polynomial = t * (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  return (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI)) * polynomial;
}
