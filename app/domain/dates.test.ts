import { expect, test } from "vitest";
import { formatDay, formatReviewDate, monthRangeInIndia, todayInIndia } from "./dates";

test("a date is shown the Indian way with a short month", () => {
  expect(formatReviewDate("2025-05-05T10:00:00Z")).toBe("5 May 2025");
  expect(formatReviewDate("2025-12-31T10:00:00.123456+00:00")).toBe("31 Dec 2025");
});

test("a date is India's, whatever zone its time is written in", () => {
  expect(formatReviewDate("2025-06-30T18:29:59Z")).toBe("30 Jun 2025");
  expect(formatReviewDate("2025-06-30T18:30:00Z")).toBe("1 Jul 2025");
  expect(formatReviewDate("2024-12-31T20:00:00-08:00")).toBe("1 Jan 2025");
  expect(formatReviewDate("2025-07-01T00:00:00+05:30")).toBe("1 Jul 2025");
});

test("every month reads as in en-IN", () => {
  const inEnglishOfIndia = new Intl.DateTimeFormat("en-IN", { dateStyle: "medium", timeZone: "Asia/Kolkata" });
  for (let month = 1; month <= 12; month++) {
    const iso = `2025-${String(month).padStart(2, "0")}-09T12:00:00Z`;
    expect(formatReviewDate(iso)).toBe(inEnglishOfIndia.format(new Date(iso)));
  }
});

test("a leap day is shown", () => {
  expect(formatReviewDate("2024-02-28T19:00:00Z")).toBe("29 Feb 2024");
});

test("what is no time is shown as nothing", () => {
  expect(formatReviewDate("")).toBe("");
  expect(formatReviewDate("yesterday")).toBe("");
});

test("a day is shown as it is, in every time zone", () => {
  expect(formatDay("2025-05-07")).toBe("7 May 2025");
  expect(formatDay("2026-11-21")).toBe("21 Nov 2026");
  expect(formatDay("2025-13-07")).toBe("");
  expect(formatDay("today")).toBe("");
});

test("today begins at midnight in India", () => {
  expect(todayInIndia(new Date("2025-05-05T18:29:59.999Z"))).toBe("2025-05-05");
  expect(todayInIndia(new Date("2025-05-05T18:30:00Z"))).toBe("2025-05-06");
  expect(todayInIndia(new Date("2024-12-31T18:30:00Z"))).toBe("2025-01-01");
});

test("this month is India's and ends where the next begins", () => {
  expect(monthRangeInIndia(new Date("2025-05-31T18:29:59Z"))).toEqual({
    start: "2025-05-01T00:00:00+05:30",
    end: "2025-06-01T00:00:00+05:30",
  });
  expect(monthRangeInIndia(new Date("2025-05-31T18:30:00Z")).start).toBe("2025-06-01T00:00:00+05:30");
});

test("December ends with the year", () => {
  expect(monthRangeInIndia(new Date("2025-12-15T12:00:00Z"))).toEqual({
    start: "2025-12-01T00:00:00+05:30",
    end: "2026-01-01T00:00:00+05:30",
  });
});
