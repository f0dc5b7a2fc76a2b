/** Formats "1 review", "1,204 reviews". */
export function counted(count: number, noun: string): string {
  return `${count.toLocaleString("en-IN")} ${noun}${count === 1 ? "" : "s"}`;
}

/** Formats "2 BHK (1,204)"; only the label if the count is 0 or unknown. */
export function withCount(label: string, count: number | null): string {
  return count ? `${label} (${count.toLocaleString("en-IN")})` : label;
}
