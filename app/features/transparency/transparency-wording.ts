const UNITS: [seconds: number, name: string][] = [
  [86_400, "day"],
  [3_600, "hour"],
  [60, "minute"],
];

/** A duration in its largest unit, rounded to the nearest: "5 hours", "2 days". */
export function durationInWords(seconds: number): string {
  const [size, name] = UNITS.find(([unit]) => seconds >= 1.5 * unit) ?? [60, "minute"];
  const count = Math.max(1, Math.round(seconds / size));
  return `${count} ${name}${count === 1 ? "" : "s"}`;
}

/** "83 %", rounded down, so that all is all; "–" where nothing was due. */
export function shareInWords(share: number | null): string {
  return share === null ? "–" : `${Math.floor(share * 100)} %`;
}
