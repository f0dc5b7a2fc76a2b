/** Year and month as chosen, "2024" and "06"; "" if not chosen. */
export interface MoveInParts {
  year: string;
  month: string;
}

/** Splits a move-in date. Returns "" for both parts of an invalid date. */
export function moveInParts(date: string): MoveInParts {
  const [, year = "", month = ""] = /^(\d{4})?-(\d{2})?(?:-\d{2})?$/.exec(date) ?? [];
  return { year, month };
}

/**
 * Returns the first day of the month, YYYY-MM-DD, or "" if nothing is chosen. If only one part is chosen, returns "2024-" or "-06", which
 * the checks reject.
 */
export function moveInDate({ year, month }: MoveInParts): string {
  if (year === "" && month === "") return "";
  return `${year}-${month}${year && month && "-01"}`;
}
