import { existsSync, readFileSync } from "node:fs";
import { marked, type Tokens } from "marked";
import { expect, test } from "vitest";
import { testTitles } from "./test-titles";

const COLUMNS = ["No.", "Requirement", "Lives in", "Proved by"];
const SECTIONS = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];

interface Row {
  /** Like "2.14". */
  number: string;
  section: string;
  requirement: string;
  livesIn: string;
  provedBy: string;
}

const ROWS = readRows(readFileSync("docs/conformance.md", "utf8"));
const sources = new Map<string, string>();
const titles = new Map<string, string[]>();

test("every section of the specification has its rows, numbered without a gap", () => {
  expect([...new Set(ROWS.map(({ section }) => section))]).toEqual(SECTIONS);
  for (const section of SECTIONS) {
    const numbers = ROWS.filter((row) => row.section === section).map(({ number }) => number);
    expect(numbers).toEqual(numbers.map((_, index) => `${section}.${index + 1}`));
  }
  expect(ROWS.filter(({ requirement }) => requirement.length < 5)).toEqual([]);
});

test("every file that a requirement lives in exists", () => {
  const wrong = ROWS.flatMap(({ number, livesIn }) => {
    const files = livesIn.split("<br>").map((file) => /^`([^`]+)`$/.exec(file)?.[1]);
    return files.filter((file) => !file || !existsSync(file)).map(() => `${number}: ${livesIn}`);
  });
  expect(wrong).toEqual([]);
});

test("every requirement is proved by a test that exists and runs", () => {
  expect(ROWS.flatMap((row) => faultsOf(row))).toEqual([]);
});

test("what a requirement quotes stands in a test beside it", () => {
  const missing = ROWS.flatMap(({ number, requirement, provedBy }) => {
    const texts = referencesIn(provedBy).map(({ file }) => sourceOf(file));
    return [...requirement.matchAll(/“([^”]+)”/g)]
      .flatMap(([, quoted = ""]) => quoted.split(/\{[^}]*\}/))
      .filter((words) => words.trim().length > 2 && !texts.some((text) => text.includes(words.trim())))
      .map((words) => `${number}: ${words}`);
  });
  expect(missing).toEqual([]);
});

test("what is overruled says so with a record that exists", () => {
  const overruled = ROWS.filter(({ requirement }) => /overruled|decisions\//i.test(requirement));
  expect(overruled.length).toBeGreaterThan(10);
  const wrong = overruled.filter(({ requirement }) => {
    const record = /Overruled: .+\(\[\d{4}\]\((decisions\/\d{4}-[\w-]+\.md)\)\)$/.exec(requirement)?.[1];
    return !record || !existsSync(`docs/${record}`);
  });
  expect(wrong).toEqual([]);
});

test("a row without a test, or with one that is not there, is a fault", () => {
  const row = { number: "1.1", section: "1", requirement: "", livesIn: "" };
  const here = "docs/conformance.test.ts";
  const title = "what is overruled says so with a record that exists";
  expect(faultsOf({ ...row, provedBy: `\`${here}\` › "${title}"` })).toEqual([]);
  for (const provedBy of [
    "",
    "by hand",
    `\`${here}\``,
    `\`${here}\` › "what is overruled"`,
    `\`docs/nowhere.test.ts\` › "${title}"`,
    `\`docs/test-titles.ts\` › "${title}"`,
    `\`${here}\` › "${title}" and more`,
  ])
    expect(faultsOf({ ...row, provedBy }), provedBy).toHaveLength(1);
});

test("only tests that run have a title", () => {
  const source = `
    test("plain", () => {});
    test("tagged", { tag: "@both" }, async ({ page }) => {});
    test.each([1, 2])("each %s", () => {});
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
  expect(testTitles("some.spec.ts", source)).toEqual([
    "plain",
    "tagged",
    "each %s",
    "for %s",
    "made of ${name}",
    "inside",
    "in a described group",
  ]);
});

function readRows(markdown: string): Row[] {
  const rows: Row[] = [];
  let section = "";
  for (const token of marked.lexer(markdown)) {
    if (token.type === "heading" && token.depth === 2)
      section = /^(\d)\. /.exec((token as Tokens.Heading).text)?.[1] ?? "";
    if (token.type !== "table") continue;
    const table = token as Tokens.Table;
    expect(table.header.map(({ text }) => text)).toEqual(COLUMNS);
    for (const cells of table.rows) {
      const [number = "", requirement = "", livesIn = "", provedBy = ""] = cells.map(({ text }) => text);
      rows.push({ number, section, requirement, livesIn, provedBy });
    }
  }
  return rows;
}

function faultsOf({ number, provedBy }: Row): string[] {
  return provedBy.split("<br>").flatMap((text) => {
    const [reference] = referencesIn(text);
    const isThere = reference && reference.text === text && titlesIn(reference.file).includes(reference.title);
    return isThere ? [] : [`${number}: ${text || "no test"}`];
  });
}

/** `app/domain/submission.test.ts` › "the exact title", as often as it stands there. */
function referencesIn(provedBy: string) {
  return provedBy.split("<br>").flatMap((text) => {
    // Markdown puts a backslash before signs of its own.
    const [, file = "", title = ""] = /^`([^`]+)` › "(.+)"$/.exec(text) ?? [];
    return file ? [{ text, file, title: title.replace(/\\([\\`*_{}[\]<>()#+\-.!|$~])/g, "$1") }] : [];
  });
}

function titlesIn(file: string): string[] {
  // As the projects of vitest.config.ts and playwright.config.ts include them.
  const isTest =
    /^(?:app|content|docs|faults|scripts|security|server|supabase\/(?:contract|tests))\/.+\.test\.tsx?$/.test(file) ||
    /^e2e\/.+\.spec\.ts$/.test(file);
  if (!isTest || !existsSync(file)) return [];
  const known = titles.get(file) ?? testTitles(file, sourceOf(file));
  titles.set(file, known);
  return known;
}

function sourceOf(file: string): string {
  const known = sources.get(file) ?? (existsSync(file) ? readFileSync(file, "utf8") : "");
  sources.set(file, known);
  return known;
}
