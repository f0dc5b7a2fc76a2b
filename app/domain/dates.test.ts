import { expect, test } from "vitest";
import { dayInIndia, formatDay, startOfDayInIndia } from "./dates";

test("formats a date as in India, with a short month", { tags: ["2.66"] }, () => {
  expect(formatDay("2025-05-05")).toBe("5 May 2025");
  expect(formatDay("2025-12-31")).toBe("31 Dec 2025");
  expect(formatDay("2024-02-29")).toBe("29 Feb 2024");
});

test("names every month as en-IN does", { tags: ["2.66"] }, () => {
  const enIn = new Intl.DateTimeFormat("en-IN", { dateStyle: "medium", timeZone: "Asia/Kolkata" });
  for (let month = 1; month <= 12; month++) {
    const day = `2025-${String(month).padStart(2, "0")}-09`;
    expect(formatDay(day)).toBe(enIn.format(new Date(day)));
  }
});

test("formats an invalid date as an empty text", () => {
  for (const text of ["", "yesterday", "2025-13-07", "2025-05-05T10:00:00Z"]) expect(formatDay(text)).toBe("");
});

test("starts a day at midnight in India", { tags: ["2.74"] }, () => {
  expect(dayInIndia(new Date("2025-05-05T18:29:59.999Z"))).toBe("2025-05-05");
  expect(dayInIndia(new Date("2025-05-05T18:30:00Z"))).toBe("2025-05-06");
  expect(dayInIndia(new Date("2024-12-31T18:30:00Z"))).toBe("2025-01-01");
});

test("gives every time of a day in India the same start", () => {
  for (const time of ["2025-05-04T18:30:00Z", "2025-05-05T10:00:00Z", "2025-05-05T18:29:59.999Z"]) {
    expect(startOfDayInIndia(new Date(time))).toBe(Date.UTC(2025, 4, 4, 18, 30));
  }
});
