// India has one time zone and no daylight saving time. Plain arithmetic gives the same dates on the server and in every browser.
const INDIA_OFFSET_MS = 5.5 * 60 * 60 * 1000;

// The short month names of en-IN. Browsers disagree on them ("Sep", "Sept").
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sept", "Oct", "Nov", "Dec"];

/** Formats a date, "2025-05-05", as "5 May 2025". Returns "" if it cannot be parsed. (spec 2) */
export function formatDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return "";
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** Formats the month of a date, "2025-05-05", as "May 2025". Returns "" if it cannot be parsed. (spec 2) */
export function formatMonth(day: string): string {
  return formatDay(day).replace(/^\d+ /, "");
}

/** Returns the date in India: "2025-05-05". (spec 2, 9) */
export function dayInIndia(time: Date): string {
  // Shifted, so that its UTC fields are those of India's clock.
  return new Date(time.getTime() + INDIA_OFFSET_MS).toISOString().slice(0, 10);
}

/** Returns the start of the day in India, in Unix milliseconds. */
export function startOfDayInIndia(time: Date): number {
  return Date.parse(`${dayInIndia(time)}T00:00:00+05:30`);
}

/** Formats a time in India: "5 May 2025, 3:40 pm". */
export function formatTime(time: Date): string {
  const clock = new Date(time.getTime() + INDIA_OFFSET_MS);
  const minutes = String(clock.getUTCMinutes()).padStart(2, "0");
  const hours = clock.getUTCHours();
  return `${formatDay(dayInIndia(time))}, ${hours % 12 || 12}:${minutes} ${hours < 12 ? "am" : "pm"}`;
}
