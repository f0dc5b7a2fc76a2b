import { globSync, readFileSync } from "node:fs";
import { readRequirements, type Requirement } from "./requirements.ts";
import { runningTests } from "./running-tests.ts";

/** As the projects of vitest.config.ts and playwright.config.ts include them. */
const TESTS = ["{app,content,docs}/**/*.test.{ts,tsx}", "{scripts,server,supabase}/**/*.test.ts", "e2e/**/*.spec.ts"];

export interface Proof {
  file: string;
  title: string;
  /** Numbers of requirements. */
  tags: string[];
}

/** Playwright's tag of a journey that also runs on a site without a database. */
const BACKEND_TAG = "both";

/** Every test of any suite that runs and carries a number. Paths are relative to the root of the project, where this has to run. */
export function readProofs(): Proof[] {
  return globSync(TESTS, { exclude: ["**/node_modules"] })
    .toSorted()
    .flatMap((file) => runningTests(file, readFileSync(file, "utf8")).map((test) => ({ file, ...test })))
    .map((proof) => ({ ...proof, tags: proof.tags.filter((tag) => tag !== BACKEND_TAG) }))
    .filter(({ tags }) => tags.length > 0);
}

export function proofsOf({ number }: Requirement, proofs: readonly Proof[]): Proof[] {
  return proofs.filter(({ tags }) => tags.includes(number));
}

// As a program (`npm run conformance`) it prints the requirements with their tests, and fails for one without.
if (import.meta.main) {
  const proofs = readProofs();
  const proved = readRequirements().map((requirement) => ({ ...requirement, proofs: proofsOf(requirement, proofs) }));
  for (const { number, text, proofs: tests } of proved) {
    const lines = tests.map(({ file, title }) => `       ${file} › ${title}`);
    process.stdout.write(
      `${[`${number.padEnd(6)} ${text}`, ...(lines.length > 0 ? lines : ["       NO TEST"])].join("\n")}\n`,
    );
  }
  const unproved = proved.filter(({ proofs: tests }) => tests.length === 0);
  process.stdout.write(`\n${proved.length} requirements, ${unproved.length} without a test\n`);
  process.exitCode = unproved.length > 0 ? 1 : 0;
}
