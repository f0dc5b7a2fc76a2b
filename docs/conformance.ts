import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { readRequirements, type Requirement } from "./requirements.ts";

/** Where scripts/test.ts has Vitest and Playwright write what became of each test. */
const RESULTS = "test-results/counts/*.json";
/** Playwright's tags of journeys that run on other sites, too. */
const SITES = ["both", "static", "files"];

/** A test that passed in the last `npm test`. */
export interface Proof {
  file: string;
  title: string;
  /** Numbers of requirements. */
  tags: string[];
}

interface VitestResult {
  testResults: { name: string; assertionResults: { title: string; status: string; tags?: string[] }[] }[];
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs?: { file: string; title: string; ok: boolean; tags: string[]; tests: { status: string }[] }[];
}

/** Every test that passed and carries a number. Paths are relative to the root of the project, where this has to run. */
export function readProofs(): Proof[] {
  return globSync(RESULTS)
    .toSorted()
    .flatMap((file) => {
      const result = JSON.parse(readFileSync(file, "utf8")) as VitestResult | PlaywrightSuite;
      return "testResults" in result ? proofsOfVitest(result) : proofsOfPlaywright(result);
    })
    .filter(({ tags }) => tags.length > 0);
}

function proofsOfVitest({ testResults }: VitestResult): Proof[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === "passed")
      .map(({ title, tags = [] }) => ({ file: path.relative("", name), title, tags })),
  );
}

function proofsOfPlaywright({ suites = [], specs = [] }: PlaywrightSuite): Proof[] {
  const passed = specs.filter(({ ok, tests }) => ok && tests.some(({ status }) => status === "expected"));
  return [
    ...passed.map(({ file, title, tags }) => ({
      ...{ file: path.join("e2e", file), title },
      tags: tags.map((tag) => tag.replace(/^@/, "")).filter((tag) => !SITES.includes(tag)),
    })),
    ...suites.flatMap(proofsOfPlaywright),
  ];
}

/** What is wrong with the requirements and their proofs, a sentence for each. */
export function findings(requirements: readonly Requirement[], proofs: readonly Proof[]): string[] {
  const numbers = new Set(requirements.map(({ number }) => number));
  return [
    ...requirements.flatMap((requirement) => {
      const files = new Set(proofsOf(requirement, proofs).map(({ file }) => file));
      if (files.size === 0) return `${requirement.number} has no test that passed: ${requirement.text}`;
      const texts = [...files].map((file) => readFileSync(file, "utf8"));
      return quotesOf(requirement)
        .filter((words) => !texts.some((text) => text.includes(words)))
        .map((words) => `${requirement.number} has no test that names “${words}”.`);
    }),
    ...proofs.flatMap(({ file, title, tags }) =>
      tags.filter((tag) => !numbers.has(tag)).map((tag) => `${tag} is no requirement: ${file} › ${title}`),
    ),
  ];
}

/** The words between curly quotes, without what stands for something else, such as {name}. */
function quotesOf({ text }: Requirement): string[] {
  return [...text.matchAll(/“([^”]+)”/g)]
    .flatMap(([, quoted = ""]) => quoted.split(/\{[^}]*\}/))
    .map((words) => words.trim())
    .filter((words) => words.length > 2);
}

export function proofsOf({ number }: Requirement, proofs: readonly Proof[]): Proof[] {
  return proofs.filter(({ tags }) => tags.includes(number));
}

// As a program (`npm run conformance`) it prints the requirements with their tests, or what is wrong with them alone, and fails then.
if (import.meta.main) {
  const [requirements, proofs] = [readRequirements(), readProofs()];
  for (const requirement of process.argv.includes("--findings") ? [] : requirements) {
    const lines = proofsOf(requirement, proofs).map(({ file, title }) => `       ${file} › ${title}`);
    process.stdout.write(`${[`${requirement.number.padEnd(6)} ${requirement.text}`, ...lines].join("\n")}\n`);
  }
  const found = findings(requirements, proofs);
  process.stdout.write(`${[...found, `${requirements.length} requirements, ${found.length} findings`].join("\n")}\n`);
  if (proofs.length === 0) process.stdout.write("Run npm test first: a requirement is proved by tests that passed.\n");
  process.exitCode = found.length > 0 ? 1 : 0;
}
