import { globSync, readFileSync } from "node:fs";
import { readResults, RESULTS, type TestResult } from "../scripts/test-results.ts";
import { readRequirements, type Requirement } from "./requirements.ts";

/** A test that passed in the last `npm test`, with the numbers of its requirements. */
export type Proof = Pick<TestResult, "file" | "title" | "tags">;

/** Returns every passed test that has the number of a requirement. */
function readProofs(): Proof[] {
  const results = globSync(`${RESULTS}/*.json`).toSorted().flatMap(readResults);
  return results.filter(({ outcome, tags }) => outcome === "passed" && tags.length > 0);
}

/** Returns what is wrong with the requirements and their tests, one sentence each. */
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
      tags.filter((tag) => !numbers.has(tag)).map((tag) => `${tag} is not a requirement: ${file} › ${title}`),
    ),
  ];
}

/** Returns the words in curly quotes, without placeholders such as {name}. */
function quotesOf({ text }: Requirement): string[] {
  return [...text.matchAll(/“([^”]+)”/g)]
    .flatMap(([, quoted = ""]) => quoted.split(/\{[^}]*\}/))
    .map((words) => words.trim())
    .filter((words) => words.length > 2);
}

export function proofsOf({ number }: Requirement, proofs: readonly Proof[]): Proof[] {
  return proofs.filter(({ tags }) => tags.includes(number));
}

// `npm run conformance` prints the requirements with their tests, and then the findings; with `--findings`, only the findings.
// Exits with 1 if there are findings.
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
