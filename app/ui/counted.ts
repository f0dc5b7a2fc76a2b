/** "1 review", "1,204 reviews" */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en-IN")} ${noun}${count === 1 ? "" : "s"}`;
}

/** "2 BHK (1,204)"; the label alone without a count: it is not known, or 0. */
export function withCount(label: string, count: number | null): string {
  return count ? `${label} (${count.toLocaleString("en-IN")})` : label;
}
