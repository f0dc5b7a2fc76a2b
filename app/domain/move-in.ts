/** A move-in date by its parts, "2024" and "06"; "" for one that is not chosen. */
export interface MoveInParts {
  year: string;
  month: string;
}

/** What is chosen of a move-in date; nothing of what is no date. */
export function moveInParts(date: string): MoveInParts {
  const [, year = "", month = ""] = /^(\d{4})?-(\d{2})?(?:-\d{2})?$/.exec(date) ?? [];
  return { year, month };
}

/**
 * The first day of the month as YYYY-MM-DD, or "" where nothing is chosen. Of a half-chosen one "2024-" or "-06", which is no
 * date for the checks.
 */
export function moveInDate({ year, month }: MoveInParts): string {
  if (year === "" && month === "") return "";
  return `${year}-${month}${year && month && "-01"}`;
}
