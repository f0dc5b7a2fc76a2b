// India has one time zone and no daylight saving, so its clock is plain arithmetic: the server and every browser
// agree, whatever time zone and language data they have.
const INDIA_OFFSET_MS = 5.5 * 60 * 60 * 1000;

// The short months of en-IN. Written out because browsers differ in them ("Sep", "Sept").
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sept", "Oct", "Nov", "Dec"];

/** A day of the calendar, "2025-05-05", as "5 May 2025". "" when there is no such day. (spec 2) */
export function formatDay(day: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return "";
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** The month of a day of the calendar, "2025-05-05", as "May 2025". "" when there is no such day. (spec 2) */
export function formatMonth(day: string): string {
  return formatDay(day).replace(/^\d+ /, "");
}

/** The day on India's calendar at this time: "2025-05-05". (spec 2, 9) */
export function dayInIndia(time: Date): string {
  // A date whose UTC fields read as India's clock does.
  return new Date(time.getTime() + INDIA_OFFSET_MS).toISOString().slice(0, 10);
}

/** When the day of this time began in India, in Unix milliseconds. */
export function startOfDayInIndia(time: Date): number {
  return Date.parse(`${dayInIndia(time)}T00:00:00+05:30`);
}

/** A time by India's clock: "5 May 2025, 3:40 pm". */
export function formatTime(time: Date): string {
  const clock = new Date(time.getTime() + INDIA_OFFSET_MS);
  const minutes = String(clock.getUTCMinutes()).padStart(2, "0");
  const hours = clock.getUTCHours();
  return `${formatDay(dayInIndia(time))}, ${hours % 12 || 12}:${minutes} ${hours < 12 ? "am" : "pm"}`;
}
