import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { proofsOf, readProofs } from "./conformance";
import { readRequirements } from "./requirements";
import { runningTests } from "./running-tests";

const REQUIREMENTS = readRequirements();
const PROOFS = readProofs();

test("requirements are numbered by section, in ascending order", () => {
  const sections = Map.groupBy(REQUIREMENTS, ({ number }) => Number(number.split(".")[0]));
  expect([...sections.keys()]).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  for (const requirements of sections.values()) {
    const numbers = requirements.map(({ number }) => Number(number.split(".")[1]));
    expect(numbers).toEqual([...new Set(numbers)].toSorted((a, b) => a - b));
  }
});

test("every requirement is proved by a test that runs", () => {
  expect(REQUIREMENTS.filter((requirement) => proofsOf(requirement, PROOFS).length === 0)).toEqual([]);
});

test("a requirement has the tests that carry its number, and without one it has none", () => {
  const proof = { file: "some.test.ts", title: "some", tags: ["2.1", "9.10"] };
  const proofs = (number: string) => proofsOf({ number, text: "" }, [proof]);
  expect(["2.1", "9.10", "9.1", "2.10"].map(proofs)).toEqual([[proof], [proof], [], []]);
  expect(REQUIREMENTS.filter(({ text }) => text.length < 5)).toEqual([]);
});

test("every tag is the number of a requirement", () => {
  const numbers = new Set(REQUIREMENTS.map(({ number }) => number));
  expect(PROOFS.filter(({ tags }) => !tags.every((tag) => numbers.has(tag)))).toEqual([]);
});

test("what a requirement quotes stands in the file of one of its tests", () => {
  const missing = REQUIREMENTS.flatMap((requirement) => {
    const texts = proofsOf(requirement, PROOFS).map(({ file }) => readFileSync(file, "utf8"));
    return [...requirement.text.matchAll(/“([^”]+)”/g)]
      .flatMap(([, quoted = ""]) => quoted.split(/\{[^}]*\}/))
      .filter((words) => words.trim().length > 2 && !texts.some((text) => text.includes(words.trim())))
      .map((words) => `${requirement.number}: ${words}`);
  });
  expect(missing).toEqual([]);
});

test("what is overruled says so with a record that exists", () => {
  const overruled = REQUIREMENTS.filter(({ text }) => /overruled|decisions\//i.test(text));
  expect(overruled.length).toBeGreaterThan(10);
  const wrong = overruled.filter(({ text }) => {
    const record = /Overruled: .+\(\[\d{4}\]\((decisions\/\d{4}-[\w-]+\.md)\)\)$/.exec(text)?.[1];
    return !record || !existsSync(`docs/${record}`);
  });
  expect(wrong).toEqual([]);
});

test("only tests that run count, with their tags", () => {
  const source = `
    test("plain", () => {});
    test("tagged", { tag: "@2.1" }, async ({ page }) => {});
    test.each([1, 2])("each %s", { tags: ["2.2", "9.10"] }, () => {});
    test.for(LIST)("for %s", function () {});
    for (const name of NAMES) test(\`made of \${name}\`, () => {});
    describe("group", () => test("inside", () => {}));
    // test("in a comment", () => {});
    const text = 'test("in a text", () => {})';
    test("without a body");
    test.todo("still to do");
    test.skip("skipped", () => {});
    test.each.skip([1])("skipped each", () => {});
    test.fixme("to be mended", () => {});
    test("skipped by an option", { skip: true }, () => {});
    test("skipped from within", () => { test.skip(); });
    describe.skip("group", () => test("in a skipped group", () => {}));
    test.describe("group", () => { test.use({}); test("in a described group", () => {}); });
  `;
  expect(runningTests("some.spec.ts", source)).toEqual([
    { title: "plain", tags: [] },
    { title: "tagged", tags: ["2.1"] },
    { title: "each %s", tags: ["2.2", "9.10"] },
    { title: "for %s", tags: [] },
    { title: "made of ${name}", tags: [] },
    { title: "inside", tags: [] },
    { title: "in a described group", tags: [] },
  ]);
});
