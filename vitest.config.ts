import { defineConfig } from "vitest/config";
import { readRequirements } from "./docs/requirements.ts";

export default defineConfig({
  resolve: { tsconfigPaths: true },
  test: {
    // A test says by tags which requirements it proves.
    tags: readRequirements().map(({ number: name, text: description }) => ({ name, description })),
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: ["{app,content,docs}/**/*.test.{ts,tsx}", "{server,scripts,bench}/**/*.test.ts"],
          setupFiles: [
            "./scripts/fail-on-console-error.ts",
            "./scripts/sow-fuzz-tests.ts",
            "./scripts/wait-on-busy-machines.ts",
          ],
          globalSetup: ["./scripts/draw-fuzz-seed.ts"],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        extends: true,
        test: {
          name: "database",
          include: ["supabase/tests/database/*.test.ts"],
          setupFiles: ["./scripts/fail-on-console-error.ts"],
          fileParallelism: false,
          testTimeout: 30_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: "hosted",
          include: ["supabase/tests/hosted/*.test.ts"],
          setupFiles: ["./scripts/fail-on-console-error.ts"],
          testTimeout: 30_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: "db",
          include: ["supabase/tests/*.test.ts"],
          setupFiles: ["./scripts/fail-on-console-error.ts", "./scripts/sow-fuzz-tests.ts"],
          globalSetup: ["./scripts/draw-fuzz-seed.ts", "./supabase/tests/start-server.ts"],
          fileParallelism: false,
          testTimeout: 30_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: "contract",
          include: ["supabase/contract/**/*.test.ts"],
          setupFiles: ["./scripts/fail-on-console-error.ts"],
          globalSetup: ["./supabase/contract/choose-project.ts"],
          fileParallelism: false,
          testTimeout: 30_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: "security",
          include: ["security/**/*.test.ts"],
          exclude: ["security/node_modules/**"],
          setupFiles: ["./scripts/fail-on-console-error.ts"],
          globalSetup: ["./security/start-servers.ts"],
          fileParallelism: false,
          testTimeout: 30_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: "faults",
          include: ["faults/**/*.test.ts"],
          setupFiles: ["./scripts/fail-on-console-error.ts"],
          fileParallelism: false,
          testTimeout: 300_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
