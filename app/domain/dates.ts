// India has one time zone and no daylight saving, so its clock is plain arithmetic: the server and every browser
// agree, whatever time zone and language data they have.
const INDIA_OFFSET_MS = 5.5 * 60 * 60 * 1000;

// The short months of en-IN. Written out because browsers differ in them ("Sep", "Sept").
const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sept", "Oct", "Nov", "Dec"];

/** An ISO 8601 time as the day on India's calendar: "5 May 2025". "" when it is no time. (spec 2) */
export function formatReviewDate(iso: string): string {
  const date = indiaClock(Date.parse(iso));
  if (Number.isNaN(date.getTime())) return "";
  return `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`;
}

/** A day of the calendar, "2025-05-05", as "5 May 2025". "" when there is no such day. (spec 2) */
export function formatDay(day: string): string {
  return formatReviewDate(`${day}T00:00:00+05:30`);
}

/** The current day on India's calendar: "2025-05-05". (spec 2: a move-in date cannot be after it) */
export function todayInIndia(now: Date): string {
  return indiaClock(now.getTime()).toISOString().slice(0, 10);
}

/** The current calendar month in India, as ISO 8601 times: from `start` until just before `end`. (spec 9) */
export function monthRangeInIndia(now: Date): { start: string; end: string } {
  const date = indiaClock(now.getTime());
  return {
    start: startOfMonth(date.getUTCFullYear(), date.getUTCMonth()),
    end: startOfMonth(date.getUTCFullYear(), date.getUTCMonth() + 1),
  };
}

function startOfMonth(year: number, month: number): string {
  return `${new Date(Date.UTC(year, month)).toISOString().slice(0, 10)}T00:00:00+05:30`;
}

// A date whose UTC fields read as India's clock does.
function indiaClock(time: number): Date {
  return new Date(time + INDIA_OFFSET_MS);
}
