import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs/promises";
import path from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { parseArgs, stripVTControlCharacters } from "node:util";

/**
 * `npm test`: everything that must hold, in the order in which a mistake shows soonest; `npm run test:long` runs what takes
 * longer than a commit may wait. Every step runs even when an earlier one failed, so that one run shows everything. What failed
 * is shown once more at the end, for readers who see no more of the output. The last line counts the tests:
 * `N passed, N failed`.
 */
interface Count {
  passed: number;
  failed: number;
  /** What failed, and why. */
  failures: string[];
}

interface Step {
  name: string;
  command: string[];
  count?: () => Promise<Count>;
}

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const RESULTS = path.join(ROOT, "test-results", "counts");

const { values: options } = parseArgs({ options: { long: { type: "boolean" } } });

/** One after the other; those in one list at the same time, since each would leave a processor idle. */
const STEPS: Step[][] = [
  [{ name: "types of the routes", command: ["react-router", "typegen"] }],
  [
    { name: "format", command: ["prettier", "--check", "."] },
    { name: "lint", command: ["oxlint", "--deny-warnings"] },
    { name: "unused code", command: ["knip"] },
    { name: "types", command: ["tsc", "--noEmit"] },
    { name: "types of what browsers run", command: ["tsc", "--noEmit", "-p", "tsconfig.browser.json"] },
  ],
  [vitest("unit tests", ["unit"])],
  [{ name: "build", command: ["node", "scripts/build-if-needed.ts"] }],
  // Together: their files share three workers, each with databases and servers of its own.
  [vitest("databases and servers", ["database", "http", "sockets"])],
  [{ name: "browser journeys", command: ["node", "scripts/test-e2e.ts"], count: playwrightCount }],
  [{ name: "requirements", command: ["node", "docs/conformance.ts", "--findings"] }],
];

/** scripts/test-length.ts says how much longer. */
const LONG_STEPS: Step[][] = [
  [vitest("fuzz tests", ["unit", "database", "http"], "fuzz.test")],
  [vitest("killed servers", ["http"], "faults.test")],
  [{ name: "Firefox and WebKit", command: ["npm", "run", "--silent", "test:engines"] }],
];

function vitest(name: string, projects: string[], ...files: string[]): Step {
  const result = resultFile(name);
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${result}`];
  return {
    name,
    command: ["vitest", "run", ...projects.map((project) => `--project=${project}`), ...reporters, ...files],
    count: () => vitestCount(result),
  };
}

function resultFile(name: string): string {
  return path.join(RESULTS, `${name.replaceAll(" ", "-")}.json`);
}

async function vitestCount(file: string): Promise<Count> {
  const result = JSON.parse(await fs.readFile(file, "utf8")) as {
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
    const testFile = path.relative(ROOT, name);
    const failed = assertionResults.filter((test) => test.status === "failed");
    // A file can fail outside of its tests.
    if (status === "failed" && failed.length === 0) return [failure(testFile, message)];
    return failed.map((test) => failure(`${testFile} › ${test.fullName}`, test.failureMessages?.join("\n")));
  });
  return { passed: result.numPassedTests, failed: result.numFailedTests, failures };
}

async function playwrightCount(): Promise<Count> {
  const { stats, suites } = JSON.parse(await fs.readFile(resultFile("e2e"), "utf8")) as {
    stats: { expected: number; unexpected: number };
    suites: PlaywrightSuite[];
  };
  return { passed: stats.expected, failed: stats.unexpected, failures: suites.flatMap(journeysOf) };
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

/** Shows the output as it comes; that of a step beside others when it has ended. */
async function run({ name, command, count }: Step, isAlone: boolean): Promise<void> {
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
      E2E_RESULT_FILE: resultFile("e2e"),
      // Each test file, and hundreds of programs that tests start, load the same modules.
      NODE_COMPILE_CACHE: path.join(ROOT, "node_modules", ".cache", "node"),
    },
  });
  const [[status], ...outputs] = await Promise.all([
    once(child, "close") as Promise<[number | null]>,
    ...[child.stdout, child.stderr].map((stream) => (stream ? text(stream) : "")),
  ]);
  if (!isAlone) process.stdout.write(`\n── ${name}\n${outputs.join("")}`);
  const isOk = status === 0;
  // A step that counts no tests is one check; one that broke before it could count is one failure.
  const counted = (await count?.().catch(() => null)) ?? { passed: isOk ? 1 : 0, failed: isOk ? 0 : 1, failures: [] };
  total.failures.push(...counted.failures);
  total.passed += counted.passed;
  total.failed += counted.failed + (!isOk && counted.failed === 0 ? 1 : 0);
  if (!isOk) broken.push(name);
  const seconds = (performance.now() - started) / 1000;
  process.stdout.write(`── ${name}: ${isOk ? "ok" : "FAILED"} in ${seconds.toFixed(1)} s\n`);
  times.push(`${(seconds / 60).toFixed(1).padStart(6)} min  ${name}`);
}

await fs.rm(RESULTS, { recursive: true, force: true });
await fs.mkdir(RESULTS, { recursive: true });
const total: Count = { passed: 0, failed: 0, failures: [] };
const broken: string[] = [];
const times: string[] = [];
for (const steps of options.long ? LONG_STEPS : STEPS) {
  const isAlone = steps.length === 1;
  await Promise.all(steps.map((step) => run(step, isAlone)));
}
process.stdout.write(`\n${times.join("\n")}\n`);
if (total.failures.length > 0) process.stdout.write(`\n${total.failures.join("\n\n")}\n`);
if (broken.length > 0) process.stdout.write(`\nFailed: ${broken.join(", ")}\n`);
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
process.exit(broken.length > 0 ? 1 : 0);
