import "./test-window";
import { expect, test, vi } from "vitest";
import {
  browseProperties,
  insertLocalReview,
  localAuthors,
  localReview,
  propertyPage,
  recentReviews,
  reviewCities,
} from "./local-reviews";
import type { ReviewSort } from "~/domain/review-query";

const KEY = "rentalReviews";
const NOW = new Date("2026-11-21T10:00:00Z");

test("stores a review under the specified key and reads it without its email", { tags: ["1.19", "3.8"] }, () => {
  // A client cannot set these.
  const forged = { verified: true, reported: true, proof_urls: ["https://example.com/x.png"] };
  expect(insertLocalReview(row(forged), NOW)).toBe("saved");
  expect(JSON.parse(localStorage.getItem(KEY) ?? "")).toMatchObject([
    { id: "r1", property_name: "Lakeview Residency", created_at: "2026-11-21T10:00:00.000Z", reported: false },
  ]);
  expect(localReview("r1")).toMatchObject({
    propertyName: "Lakeview Residency",
    displayName: "asha.r",
    comment: "Quiet street.",
    publishedOn: "2026-11-21",
    reportedIssues: [{ id: "i1", description: "Damp wall", severity: "Minor" }],
    verified: false,
    reported: false,
    proofUrls: [],
  });
  expect(JSON.stringify(localReview("r1"))).not.toContain("@");
  expect(localAuthors()).toEqual([{ email: "asha.r@example.in", publishedOn: "2026-11-21" }]);
});

test("reports full storage with advice, and keeps what is stored", () => {
  storeRows({ from: "a later version" });
  insertLocalReview(row(), NOW);
  const setItem = vi.spyOn(Storage.prototype, "setItem");
  for (const [name, advice] of [
    ["QuotaExceededError", /^this browser has no room left for reviews\./],
    ["SecurityError", /^this browser keeps no data for this site\./],
  ] as const) {
    setItem.mockImplementation(() => {
      throw new DOMException("refused", name);
    });
    expect(() => insertLocalReview(row({ id: "r2" }), NOW)).toThrow(advice);
  }
  expect(recentReviews(9)).toHaveLength(1);
  expect(JSON.parse(localStorage.getItem(KEY) ?? "")).toContainEqual({ from: "a later version" });
});

test.each([
  ["an id that is no id", { id: 'x" onclick="alert(1)' }],
  ["no name", { property_name: " \u200b " }],
  ["a name without end", { property_name: "x".repeat(121) }],
  ["six stars", { rating: 6 }],
  ["half a star", { rating: 3.5 }],
  ["no date", { created_at: "yesterday" }],
  ["a date beyond calendars", { created_at: "+275760-09-13" }],
])("skips an invalid row: %s", (_, own) => {
  storeRows(row({ created_at: NOW.toISOString(), ...own }), row({ id: "good", created_at: NOW.toISOString() }));
  expect(recentReviews(9).map(({ id }) => id)).toEqual(["good"]);
});

test("drops an invalid optional column, not its row", () => {
  const junk = {
    locality: 7,
    review_text: ["x"],
    email: {},
    verified: "yes",
    would_recommend: "no",
    duration: "1–2 years",
  };
  const reported_issues = [null, { description: "" }, { description: "Damp", id: "a b", severity: 3 }];
  storeRows(row({ created_at: NOW.toISOString(), ...junk, reported_issues }));
  expect(localReview("r1")).toMatchObject({
    locality: "",
    comment: "",
    displayName: "Anonymous",
    verified: false,
    answers: { duration: "1–2 years" },
    reportedIssues: [{ id: "2", description: "Damp", severity: null }],
  });
});

test("keeps the id of a property when reviews are added", async () => {
  insertLocalReview(row(), NOW);
  const [before] = (await browse()).groups;
  insertLocalReview(row({ id: "r2", property_name: "LAKEVIEW  residency", rating: 1 }), new Date("2026-11-22"));
  expect((await browse()).groups).toMatchObject([
    { propertyId: before?.propertyId, count: 2, totalRating: 5, reviews: [{ id: "r2" }, { id: "r1" }] },
  ]);
});

test("shows the day of a review in India and uses its time only for sorting", () => {
  insertLocalReview(row({ id: "evening" }), new Date("2026-11-21T18:29:59Z"));
  for (const id of ["midnight", "same-moment"]) insertLocalReview(row({ id }), new Date("2026-11-21T18:30:00Z"));
  insertLocalReview(row({ id: "wrong-clock" }), new Date("2026-11-20T00:00:00Z"));
  expect(recentReviews(9).map(({ id, publishedOn }) => [id, publishedOn])).toEqual([
    ["same-moment", "2026-11-22"],
    ["midnight", "2026-11-22"],
    ["evening", "2026-11-21"],
    ["wrong-clock", "2026-11-20"],
  ]);
});

test("searches, filters and sorts as the database does", { tags: ["3.23"] }, async () => {
  storeRows(
    row({ id: "a", created_at: "2026-01-01T00:00:00Z", rating: 2, review_text: "Rats in the lift." }),
    row({ id: "b", created_at: "2026-02-01T00:00:00Z", rating: 5, verified: true, city: "Bangalore" }),
    row({ id: "c", created_at: "2026-03-01T00:00:00Z", property_name: "Amaltas Court", city: "Pune" }),
  );
  expect(await ids({ search: "RATS" })).toEqual([["a"]]);
  expect(await ids({ city: "pune" })).toEqual([["c"]]);
  expect(await ids({ search: "bangalore", city: "Bangalore" })).toEqual([["b", "a"]]);
  expect(await ids({ sort: "rating" })).toEqual([["c"], ["b", "a"]]);
  expect(await ids({ sort: "verified" })).toEqual([["b"]]);
  expect(await reviewCities()).toEqual(["Bengaluru", "Pune"]);
  const relaxed = { search: "Amaltas", leftOut: ["Sector 2"], isReplaced: false };
  const understood = [{ meaning: "word", value: "amaltas", typed: "Amaltas", without: "" }];
  const answer = await browse({ search: "near Amaltas, Sector 2" });
  expect(answer).toMatchObject({ groups: [{ city: "Pune" }], relaxed, understood });
  expect(await browse({ search: "Chennai" })).toMatchObject({ groups: [], understood: [{ meaning: "city" }] });
  expect(await browse({ search: "🏠" })).not.toHaveProperty("understood");
});

test("shows three reviews of a property at first and sixty per page", async () => {
  storeRows(
    ...Array.from({ length: 70 }, (_, n) => row({ id: `r${n}`, created_at: new Date(n * 1000).toISOString() })),
  );
  const [group] = (await browse()).groups;
  expect(group).toMatchObject({ count: 70, totalRating: 280 });
  expect(group?.reviews).toHaveLength(3);
  const first = await propertyPage(group?.propertyId ?? "", ALL, null);
  expect(first.groups[0]?.reviews).toHaveLength(60);
  const second = await propertyPage(group?.propertyId ?? "", ALL, first.next);
  expect(second.groups[0]?.reviews.map(({ id }) => id)).toEqual(Array.from({ length: 10 }, (_, n) => `r${9 - n}`));
  expect(second.next).toBeNull();
  expect(await propertyPage("unknown", ALL, null)).toEqual({ groups: [], next: null });
});

const ALL = { search: "", city: "", sort: "recent" as ReviewSort };

function browse(query: Partial<typeof ALL> = {}, after: string | null = null) {
  return browseProperties({ ...ALL, ...query }, after);
}

async function ids(query: Partial<typeof ALL>) {
  return (await browse(query)).groups.map(({ reviews }) => reviews.map(({ id }) => id));
}

function storeRows(...rows: object[]) {
  localStorage.setItem(KEY, JSON.stringify(rows));
}

function row(own: Record<string, unknown> = {}) {
  return {
    id: "r1",
    property_name: "Lakeview Residency",
    locality: "Indiranagar",
    city: "Bengaluru",
    rating: 4,
    review_text: "Quiet street.",
    email: "asha.r@example.in",
    would_recommend: true,
    reported_issues: [{ id: "i1", description: "Damp wall", severity: "Minor" }],
    ...own,
  };
}
