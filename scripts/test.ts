import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import fs from "node:fs/promises";
import path from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { parseArgs, stripVTControlCharacters } from "node:util";
import { readResults, RESULTS, type TestResult } from "./test-results.ts";

/**
 * `npm test`: runs all checks, fast ones first. `npm run test:long` runs those that take too long for a commit. All steps run even
 * if one fails. Prints the failures again at the end. The last line counts the tests: `N passed, N failed`.
 */
interface Step {
  name: string;
  command: string[];
  /** The file of its test results. A step without tests is one check. */
  results?: string;
}

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const JOURNEYS = path.join(RESULTS, "e2e.json");

const { values: options } = parseArgs({ options: { long: { type: "boolean" } } });

/** Run in order. Steps in one list run at once, to use all processors. */
const STEPS: Step[][] = [
  [{ name: "types of the routes", command: ["react-router", "typegen"] }],
  [
    { name: "commit subjects", command: ["node", "scripts/check-commit-subjects.ts"] },
    { name: "format", command: ["prettier", "--check", "."] },
    { name: "lint", command: ["oxlint", "--deny-warnings"] },
    { name: "unused code", command: ["knip"] },
    { name: "types", command: ["tsc", "--noEmit"] },
    { name: "types of browser code", command: ["tsc", "--noEmit", "-p", "tsconfig.browser.json"] },
  ],
  [vitest("unit tests", ["unit"])],
  [{ name: "build", command: ["node", "scripts/build-if-needed.ts"] }],
  // One step, so that they share three workers, each with its databases and servers.
  [vitest("databases and servers", ["database", "http", "sockets"])],
  [{ name: "browser journeys", command: ["node", "scripts/test-e2e.ts"], results: JOURNEYS }],
  [{ name: "requirements", command: ["node", "docs/conformance.ts", "--findings"] }],
];

const LONG_STEPS: Step[][] = [
  [vitest("fuzz tests", ["unit", "database", "http"], "fuzz.test")],
  [vitest("killed servers", ["http"], "faults.test")],
  [vitest("soak", ["http"], "soak.test")],
  [{ name: "Firefox and WebKit", command: ["npm", "run", "--silent", "test:engines"], results: JOURNEYS }],
];

function vitest(name: string, projects: string[], ...files: string[]): Step {
  const results = path.join(RESULTS, `${name.replaceAll(" ", "-")}.json`);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${results}`];
  const command = ["vitest", "run", ...projects.map((project) => `--project=${project}`), ...reporters, ...files];
  return { name, command, results };
}

const REASON_LINES = 12;

/** Formats a failure with the first lines of its reason. */
function failure({ file, title, reason }: TestResult): string {
  const lines = stripVTControlCharacters(reason).trim().split("\n").slice(0, REASON_LINES);
  return [`✗ ${file}${title && ` › ${title}`}`, ...lines.map((line) => `    ${line}`)].join("\n");
}

/** Runs a step. Shows its output at once, or at the end if the step runs with others. */
async function run({ name, command, results }: Step, isAlone: boolean): Promise<void> {
  if (isAlone) process.stdout.write(`\n── ${name}\n`);
  const [program = "", ...args] = command;
  const started = performance.now();
  const output = isAlone ? "inherit" : "pipe";
  const child = spawn(program, args, {
    cwd: ROOT,
    stdio: ["ignore", output, output],
    env: {
      ...process.env,
      ...(options.long && { TEST_LENGTH: "long" }),
      E2E_RESULT_FILE: JOURNEYS,
      // Test files, and hundreds of programs that they start, load the same modules.
      NODE_COMPILE_CACHE: path.join(ROOT, "node_modules", ".cache", "node"),
    },
  });
  const [[status], ...outputs] = await Promise.all([
    once(child, "close") as Promise<[number | null]>,
    ...[child.stdout, child.stderr].map((stream) => (stream ? text(stream) : "")),
  ]);
  if (!isAlone) process.stdout.write(`\n── ${name}\n${outputs.join("")}`);
  const isOk = status === 0;
  // A step that failed without results is one failure.
  const tests = results && existsSync(results) ? readResults(results) : [];
  const failed = tests.filter(({ outcome }) => outcome === "failed");
  failures.push(...failed.map(failure));
  total.passed += results ? tests.filter(({ outcome }) => outcome === "passed").length : Number(isOk);
  total.failed += failed.length || Number(!isOk);
  if (!isOk) broken.push(name);
  const seconds = (performance.now() - started) / 1000;
  process.stdout.write(`── ${name}: ${isOk ? "ok" : "FAILED"} in ${seconds.toFixed(1)} s\n`);
  times.push(`${(seconds / 60).toFixed(1).padStart(6)} min  ${name}`);
}

await fs.rm(RESULTS, { recursive: true, force: true });
await fs.mkdir(RESULTS, { recursive: true });
const total = { passed: 0, failed: 0 };
const failures: string[] = [];
const broken: string[] = [];
const times: string[] = [];
for (const steps of options.long ? LONG_STEPS : STEPS) {
  const isAlone = steps.length === 1;
  await Promise.all(steps.map((step) => run(step, isAlone)));
}
process.stdout.write(`\n${times.join("\n")}\n`);
if (failures.length > 0) process.stdout.write(`\n${failures.join("\n\n")}\n`);
if (broken.length > 0) process.stdout.write(`\nFailed: ${broken.join(", ")}\n`);
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
process.exit(broken.length > 0 ? 1 : 0);
