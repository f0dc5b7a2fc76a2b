import { defineConfig } from "vitest/config";
import { readRequirements } from "./docs/requirements.ts";

const FAIL_ON_CONSOLE_ERROR = "./scripts/fail-on-console-error.ts";
const MIGRATED_DATA = "./scripts/migrated-data.ts";

/** A database or server starts first. Three workers keep two processors busy: what one waits for, another computes. */
const WITH_SERVERS = { maxWorkers: 3, testTimeout: 30_000, hookTimeout: 120_000 };

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    // A test says by tags which requirements it proves.
    tags: readRequirements().map(({ number: name, text: description }) => ({ name, description })),
    // What is polled for comes at once on a machine with nothing else to do, and in seconds on a busy one.
    expect: { poll: { timeout: 10_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["{app,content,docs}/**/*.test.{ts,tsx}", "{server,scripts,bench}/**/*.test.ts"],
          setupFiles: [
            FAIL_ON_CONSOLE_ERROR,
            "./scripts/configure-fuzz-tests.ts",
            "./scripts/testing-library-timeout.ts",
          ],
          globalSetup: ["./scripts/choose-fuzz-seed.ts"],
          // One for each processor: nothing else runs beside them.
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
          setupFiles: [FAIL_ON_CONSOLE_ERROR],
          globalSetup: [MIGRATED_DATA],
          ...WITH_SERVERS,
        },
      },
      {
        extends: true,
        test: {
          name: "hosted",
          include: ["supabase/tests/hosted/*.test.ts"],
          setupFiles: [FAIL_ON_CONSOLE_ERROR],
          globalSetup: [MIGRATED_DATA],
          ...WITH_SERVERS,
        },
      },
      {
        extends: true,
        test: {
          name: "db",
          include: ["supabase/tests/*.test.ts"],
          setupFiles: [FAIL_ON_CONSOLE_ERROR, "./scripts/configure-fuzz-tests.ts"],
          globalSetup: [MIGRATED_DATA, "./scripts/choose-fuzz-seed.ts", "./supabase/tests/start-servers.ts"],
          ...WITH_SERVERS,
        },
      },
      {
        extends: true,
        test: {
          name: "contract",
          include: ["supabase/contract/**/*.test.ts"],
          setupFiles: [FAIL_ON_CONSOLE_ERROR],
          globalSetup: [MIGRATED_DATA, "./supabase/contract/choose-project.ts"],
          ...WITH_SERVERS,
        },
      },
      {
        extends: true,
        test: {
          name: "faults",
          include: ["faults/**/*.test.ts"],
          setupFiles: [FAIL_ON_CONSOLE_ERROR],
          globalSetup: [MIGRATED_DATA],
          ...WITH_SERVERS,
          testTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: {
          name: "security",
          include: ["security/**/*.test.ts"],
          exclude: ["security/node_modules/**", "security/sockets.test.ts"],
          setupFiles: [FAIL_ON_CONSOLE_ERROR],
          globalSetup: [MIGRATED_DATA, "./security/start-servers.ts"],
          ...WITH_SERVERS,
        },
      },
      {
        extends: true,
        test: {
          // Measures what visitors wait: alone, after all others.
          name: "sockets",
          include: ["security/sockets.test.ts"],
          setupFiles: [FAIL_ON_CONSOLE_ERROR],
          globalSetup: [MIGRATED_DATA],
          ...WITH_SERVERS,
          fileParallelism: false,
        },
      },
    ],
  },
});
