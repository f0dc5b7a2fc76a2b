import { spawnSync } from "node:child_process";
import fs from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";

/**
 * `npm test`: everything that must hold, in the order in which a mistake shows soonest. Every step runs even when an
 * earlier one failed, so that one run tells everything. The last line counts the tests: `N passed, N failed`.
 */
interface Count {
  passed: number;
  failed: number;
}

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const RESULTS = path.join(ROOT, "test-results", "counts");

const steps: { name: string; command: string[]; count?: () => Promise<Count> }[] = [
  { name: "format", command: ["prettier", "--check", "."] },
  { name: "lint", command: ["oxlint", "--deny-warnings"] },
  { name: "route types", command: ["react-router", "typegen"] },
  { name: "types", command: ["tsc", "--noEmit"] },
  { name: "unit tests", command: vitest("unit"), count: () => vitestCount("unit") },
  { name: "database tests", command: vitest("db"), count: () => vitestCount("db") },
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
  };
  return { passed: result.numPassedTests, failed: result.numFailedTests };
}

async function playwrightCount(): Promise<Count> {
  const { stats } = JSON.parse(await fs.readFile(resultFile("e2e"), "utf8")) as {
    stats: { expected: number; unexpected: number; flaky: number };
  };
  if (stats.flaky > 0) process.stdout.write(`Passed at the second try only: ${stats.flaky}\n`);
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected };
}

await fs.rm(RESULTS, { recursive: true, force: true });
await fs.mkdir(RESULTS, { recursive: true });
const total: Count = { passed: 0, failed: 0 };
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
  const counted = (await count?.().catch(() => null)) ?? { passed: isOk ? 1 : 0, failed: isOk ? 0 : 1 };
  total.passed += counted.passed;
  total.failed += counted.failed + (!isOk && counted.failed === 0 ? 1 : 0);
  if (!isOk) broken.push(name);
  process.stdout.write(
    `── ${name}: ${isOk ? "ok" : "FAILED"} in ${((performance.now() - started) / 1000).toFixed(1)} s\n`,
  );
}
if (broken.length > 0) process.stdout.write(`\nFailed: ${broken.join(", ")}\n`);
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
process.exit(broken.length > 0 ? 1 : 0);
