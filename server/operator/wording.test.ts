import { expect, test } from "vitest";
import { aboutEmail, flagged, type ReviewList } from "./wording.ts";

const REPORTED: ReviewList["reviews"][number] = {
  ...{ id: "5f0c9d3e-8a41-4f6b-9c1d-2e7b8a90c1d2", property_name: "Lakeview Residency", locality: "HSR Layout" },
  ...{ city: "Bengaluru", rating: 2, display_name: "Anonymous", created_on: "2026-11-20", verified: false },
  ...{ flagged: true, hidden_at: null, excerpt: "Water on alternate days." },
  reports: { count: 1, reasons: { spam: 1 }, first_at: "2026-11-21T06:00:00Z", last_at: "2026-11-21T06:00:00Z" },
};

test("the list counts what was reported", () => {
  const text = flagged({ total: 12, reviews: [REPORTED], next: null });
  expect(text).toMatch(/^12 reported reviews, the oldest report first\./);
  expect(text).toContain("flagged");
  expect(text).toContain("by Anonymous on 2026-11-20\n");
  expect(flagged({ total: 0, reviews: [], next: null })).toBe("No visible review is reported.");
});

test("an e-mail about which nothing is kept is answered with a sentence", () => {
  const nothing = { accounts: [], reviews: [], reports: [], waitlist: null };
  expect(aboutEmail(nothing)).toBe("Nothing is kept about this e-mail.");
  const listed = { ...nothing, waitlist: { name: "Asha" } };
  expect(JSON.parse(aboutEmail(listed))).toEqual(listed);
});
