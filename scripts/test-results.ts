import fs from "node:fs";
import path from "node:path";

/** The folder of the results of Vitest and Playwright, relative to the root of the project. */
export const RESULTS = "test-results/counts";

export interface TestResult {
  file: string;
  /** Empty for a file that failed outside its tests. */
  title: string;
  /** Numbers of requirements. */
  tags: string[];
  outcome: "passed" | "failed" | "skipped";
  reason: string;
}

interface VitestFile {
  name: string;
  status: string;
  message?: string;
  assertionResults: { title: string; status: string; tags?: string[]; failureMessages?: string[] }[];
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs?: {
    file: string;
    title: string;
    tags: string[];
    tests: { projectName: string; status: string; results: { error?: { message?: string } }[] }[];
  }[];
}

export function readResults(file: string): TestResult[] {
  const found = JSON.parse(fs.readFileSync(file, "utf8")) as { testResults: VitestFile[] } | PlaywrightSuite;
  return "testResults" in found ? found.testResults.flatMap(ofVitest) : ofPlaywright(found);
}

function ofVitest({ name, status, message = "", assertionResults }: VitestFile): TestResult[] {
  const file = path.relative("", name);
  const results = assertionResults.map((test): TestResult => {
    const { title, tags = [], failureMessages = [] } = test;
    const outcome = test.status === "passed" || test.status === "failed" ? test.status : "skipped";
    return { file, title, tags, outcome, reason: failureMessages.join("\n") };
  });
  const isBroken = status === "failed" && results.every(({ outcome }) => outcome !== "failed");
  return isBroken ? [...results, { file, title: "", tags: [], outcome: "failed", reason: message }] : results;
}

const PLAYWRIGHT_OUTCOMES: Record<string, TestResult["outcome"]> = { expected: "passed", unexpected: "failed" };

function ofPlaywright({ suites = [], specs = [] }: PlaywrightSuite): TestResult[] {
  const results = specs.flatMap(({ file, title, tags, tests }) =>
    tests.map(({ projectName, status, results: tries }) => ({
      file: path.join("e2e", file),
      title: `${title} [${projectName}]`,
      // Other tags name the backends of a journey.
      tags: tags.map((tag) => tag.replace(/^@/, "")).filter((tag) => /^\d/.test(tag)),
      outcome: PLAYWRIGHT_OUTCOMES[status] ?? "skipped",
      reason: tries.at(-1)?.error?.message ?? "",
    })),
  );
  return [...results, ...suites.flatMap(ofPlaywright)];
}
