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
