import { spawnSync } from "node:child_process";
import fs from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";

/**
 * `npm test`: everything that must hold, in the order in which a mistake shows soonest. Every step runs even when an
 * earlier one failed, so that one run tells everything. What failed is told once more at the end, for whoever sees no
 * more of the output than that. The last line counts the tests: `N passed, N failed`.
 */
interface Count {
  passed: number;
  failed: number;
  /** What failed, and why. */
  failures: string[];
}

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const RESULTS = path.join(ROOT, "test-results", "counts");

const steps: { name: string; command: string[]; count?: () => Promise<Count> }[] = [
  { name: "format", command: ["prettier", "--check", "."] },
  { name: "lint", command: ["oxlint", "--deny-warnings"] },
  { name: "route types", command: ["react-router", "typegen"] },
  { name: "types", command: ["tsc", "--noEmit"] },
  { name: "unit tests", command: vitest("unit"), count: () => vitestCount("unit") },
  { name: "migrations", command: vitest("database"), count: () => vitestCount("database") },
  { name: "rehearsal of a hosted project", command: vitest("hosted"), count: () => vitestCount("hosted") },
  { name: "database tests", command: vitest("db"), count: () => vitestCount("db") },
  { name: "contract with Supabase", command: vitest("contract"), count: () => vitestCount("contract") },
  { name: "faults", command: vitest("faults"), count: () => vitestCount("faults") },
  { name: "build", command: ["node", "scripts/build-if-needed.ts"] },
  { name: "attacks", command: vitest("security"), count: () => vitestCount("security") },
  { name: "browser journeys", command: ["node", "scripts/test-e2e.ts"], count: playwrightCount },
];

function vitest(project: string): string[] {
  return [
    "vitest",
    "run",
    "--project",
    project,
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${resultFile(project)}`,
  ];
}

function resultFile(name: string): string {
  return path.join(RESULTS, `${name}.json`);
}

async function vitestCount(project: string): Promise<Count> {
  const result = JSON.parse(await fs.readFile(resultFile(project), "utf8")) as {
    numPassedTests: number;
    numFailedTests: number;
    testResults: {
      name: string;
      status: string;
      message?: string;
      assertionResults: { fullName: string; status: string; failureMessages?: string[] }[];
    }[];
  };
  const failures = result.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = path.relative(ROOT, name);
    const failed = assertionResults.filter((test) => test.status === "failed");
    // A file can fail outside of its tests.
    if (status === "failed" && failed.length === 0) return [failure(file, message)];
    return failed.map((test) => failure(`${file} › ${test.fullName}`, test.failureMessages?.join("\n")));
  });
  return { passed: result.numPassedTests, failed: result.numFailedTests, failures };
}

async function playwrightCount(): Promise<Count> {
  const { stats, suites } = JSON.parse(await fs.readFile(resultFile("e2e"), "utf8")) as {
    stats: { expected: number; unexpected: number; flaky: number };
    suites: PlaywrightSuite[];
  };
  if (stats.flaky > 0) process.stdout.write(`Passed at the second try only: ${stats.flaky}\n`);
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected, failures: suites.flatMap(journeysOf) };
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs?: {
    file: string;
    title: string;
    tests: { projectName: string; status: string; results: { error?: { message?: string } }[] }[];
  }[];
}

function journeysOf({ suites = [], specs = [] }: PlaywrightSuite): string[] {
  const failed = specs.flatMap(({ file, title, tests }) =>
    tests
      .filter((test) => test.status === "unexpected")
      .map((test) => failure(`[${test.projectName}] ${file} › ${title}`, test.results.at(-1)?.error?.message)),
  );
  return [...failed, ...suites.flatMap(journeysOf)];
}

const REASON_LINES = 12;

/** One failure, with as much of its reason as fits beside others. */
function failure(name: string, reason = ""): string {
  const lines = stripVTControlCharacters(reason).trim().split("\n").slice(0, REASON_LINES);
  return [`✗ ${name}`, ...lines.map((line) => `    ${line}`)].join("\n");
}

await fs.rm(RESULTS, { recursive: true, force: true });
await fs.mkdir(RESULTS, { recursive: true });
const total: Count = { passed: 0, failed: 0, failures: [] };
const broken: string[] = [];
for (const { name, command, count } of steps) {
  process.stdout.write(`\n── ${name}\n`);
  const [program = "", ...args] = command;
  const started = performance.now();
  const { status } = spawnSync(program, args, {
    cwd: ROOT,
    stdio: ["ignore", "inherit", "inherit"],
    env: { ...process.env, E2E_RESULT_FILE: resultFile("e2e") },
  });
  const isOk = status === 0;
  // A step that counts no tests is one check; one that broke before it could count is one failure.
  const counted = (await count?.().catch(() => null)) ?? { passed: isOk ? 1 : 0, failed: isOk ? 0 : 1, failures: [] };
  total.failures.push(...counted.failures);
  total.passed += counted.passed;
  total.failed += counted.failed + (!isOk && counted.failed === 0 ? 1 : 0);
  if (!isOk) broken.push(name);
  process.stdout.write(
    `── ${name}: ${isOk ? "ok" : "FAILED"} in ${((performance.now() - started) / 1000).toFixed(1)} s\n`,
  );
}
if (total.failures.length > 0) process.stdout.write(`\n${total.failures.join("\n\n")}\n`);
if (broken.length > 0) process.stdout.write(`\nFailed: ${broken.join(", ")}\n`);
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
process.exit(broken.length > 0 ? 1 : 0);
