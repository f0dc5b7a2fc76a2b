const UNITS: [seconds: number, name: string][] = [
  [86_400, "day"],
  [3_600, "hour"],
  [60, "minute"],
];

/**
 * Formats a duration in days, hours or minutes: in the largest unit that fits into it at least 1.5 times, rounded ("28 hours", "2
 * days"), and at least "1 minute". (spec 11)
 */
export function durationInWords(seconds: number): string {
  const [size, name] = UNITS.find(([unit]) => seconds >= 1.5 * unit) ?? [60, "minute"];
  const count = Math.max(1, Math.round(seconds / size));
  return `${count} ${name}${count === 1 ? "" : "s"}`;
}
