import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { findings, proofsOf } from "./conformance";
import { readRequirements } from "./requirements";

const REQUIREMENTS = readRequirements();

test("numbers requirements by section, in ascending order", () => {
  const sections = Map.groupBy(REQUIREMENTS, ({ number }) => Number(number.split(".")[0]));
  expect([...sections.keys()]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
  for (const requirements of sections.values()) {
    const numbers = requirements.map(({ number }) => Number(number.split(".")[1]));
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
  }
});

test("finds the tests of a requirement, which contain its quotes", () => {
  const proof = { file: "docs/requirements.ts", title: "some", tags: ["2.1", "9.10"] };
  const proved = (number: string, text = "It is so.") => ({ number, text });
  expect(["2.1", "9.10", "9.1", "2.10"].map((number) => proofsOf(proved(number), [proof]).length)).toEqual([
    1, 1, 0, 0,
  ]);
  expect(findings([proved("2.1"), proved("9.10", "Says “Returns the requirements of {file}”")], [proof])).toEqual([]);
  expect(findings([proved("2.1", "Says “Nowhere written”"), proved("3.3")], [proof])).toEqual([
    "2.1 has no test that names “Nowhere written”.",
    "3.3 has no test that passed: It is so.",
    "9.10 is not a requirement: docs/requirements.ts › some",
  ]);
});

test("links an overruled requirement to an existing record", () => {
  const overruled = REQUIREMENTS.filter(({ text }) => /overruled|decisions\//i.test(text));
  expect(overruled.length).toBeGreaterThan(10);
  const wrong = overruled.filter(({ text }) => {
    const record = /Overruled: .+\(\[\d{4}\]\((decisions\/\d{4}-[\w-]+\.md)\)\)$/.exec(text)?.[1];
    return !record || !existsSync(`docs/${record}`);
  });
  expect(wrong).toEqual([]);
});
