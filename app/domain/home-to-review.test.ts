import { expect, test } from "vitest";
import { homeToReview } from "./home-to-review";
import { loginPath } from "./local-path";
import { testHome, testHomeSummary } from "./test-home";
import { writePath } from "./write-path";

test("reads a home from a link to the form", { tags: ["10.59"] }, () => {
  expect(named({ property: " Amaltas\u200b  Court ", locality: "HSR Layout", city: "Bengaluru" })).toEqual({
    propertyName: "Amaltas Court",
    locality: "HSR Layout",
    city: "Bengaluru",
  });
  expect(named({ property: "Amaltas Court" })).toEqual({ propertyName: "Amaltas Court", locality: "", city: "" });
});

test("writes a link that reads back to the same home", { tags: ["10.59"] }, () => {
  const path = writePath({ propertyName: "A & B", locality: "HSR Layout", city: "Bengaluru" });
  expect(path).toBe("/submit-review?property=A+%26+B&locality=HSR+Layout&city=Bengaluru");
  expect(writePath({ locality: null, city: "Pune" })).toBe("/submit-review?city=Pune");
  expect(named({ locality: "Baner", city: "Pune" })).toEqual({ propertyName: "", locality: "Baner", city: "Pune" });
});

test("writes only what the form reads into a link", { tags: ["10.59"] }, () => {
  const home = testHome({ propertyName: "A&B #5 50% + C", locality: "एच एस आर", nearby: [testHomeSummary()] });
  const { searchParams, hash } = new URL(writePath(home), "https://here.invalid");
  expect([...searchParams.keys()]).toEqual(["property", "locality", "city"]);
  expect(hash).toBe("");
  expect(homeToReview(searchParams)).toEqual({
    propertyName: "A&B #5 50% + C",
    locality: "एच एस आर",
    city: "Bengaluru",
  });
});

test("ignores blank names and names that are too long", () => {
  expect(named({})).toBeNull();
  expect(named({ property: "\u200b ", locality: "a".repeat(121) })).toBeNull();
  expect(named({ property: "Lakeview", locality: "b".repeat(1_000_000), city: "c".repeat(81) })).toEqual({
    propertyName: "Lakeview",
    locality: "",
    city: "",
  });
});

test("keeps the longest names in any script through the log-in", { tags: ["10.59"] }, () => {
  const query = new URLSearchParams({ property: "शा".repeat(60), locality: "को".repeat(60), city: "पु".repeat(40) });
  const next = new URLSearchParams(loginPath(`/submit-review?${query}`).split("?")[1]).get("next");
  expect(next).toBe(`/submit-review?${query}`);
});

function named(query: Record<string, string>) {
  return homeToReview(new URLSearchParams(query));
}
