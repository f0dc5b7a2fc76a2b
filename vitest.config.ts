import { defineConfig } from "vitest/config";
import { readRequirements } from "./docs/requirements.ts";

const FAIL_ON_CONSOLE_ERROR = "./scripts/fail-on-console-error.ts";
const MIGRATED_DATA = "./scripts/migrated-data.ts";
const CLUSTER = "./supabase/tests/database/start-cluster.ts";
const SERVERS = "./supabase/tests/http/start-servers.ts";
const SOCKETS = "supabase/tests/http/attacks/sockets.test.ts";

/** A database or server starts first. With three workers on two processors, one computes while another waits. */
const WITH_SERVERS = { maxWorkers: 3, testTimeout: 30_000, hookTimeout: 120_000 };

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    // Tags are the numbers of the requirements that a test proves.
    tags: readRequirements().map(({ number: name, text: description }) => ({ name, description })),
    // An idle machine polls successfully at once, a busy one after seconds.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["{app,content,docs}/**/*.test.{ts,tsx}", "{server,scripts,bench}/**/*.test.ts"],
          setupFiles: [FAIL_ON_CONSOLE_ERROR, "./scripts/configure-fuzz-tests.ts", "./scripts/setup-each-test.ts"],
          globalSetup: ["./scripts/choose-fuzz-seed.ts"],
          mockReset: true,
          maxWorkers: "100%",
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "database",
          include: ["supabase/tests/database/*.test.ts"],
          setupFiles: [FAIL_ON_CONSOLE_ERROR, "./scripts/configure-fuzz-tests.ts"],
          globalSetup: [MIGRATED_DATA, "./scripts/choose-fuzz-seed.ts", CLUSTER],
          ...WITH_SERVERS,
        },
      },
      {
        extends: true,
        test: {
          name: "http",
          include: ["supabase/tests/http/**/*.test.ts"],
          exclude: ["**/node_modules/**", SOCKETS],
          setupFiles: [FAIL_ON_CONSOLE_ERROR, "./scripts/configure-fuzz-tests.ts"],
          globalSetup: [MIGRATED_DATA, "./scripts/choose-fuzz-seed.ts", SERVERS],
          ...WITH_SERVERS,
        },
      },
      {
        extends: true,
        test: {
          // Measures how long visitors wait, so it runs alone, last.
          name: "sockets",
          include: [SOCKETS],
          setupFiles: [FAIL_ON_CONSOLE_ERROR],
          globalSetup: [MIGRATED_DATA, SERVERS],
          ...WITH_SERVERS,
          maxWorkers: 1,
        },
      },
    ],
  },
});
