import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { DB_PUSH } from "./db-push.ts";

test("wherever the pushing of migrations is spoken of, the command is the one that reaches a project", () => {
  const files = globSync(["*.md", "docs/**/*.md", "server/**/*.{md,ts}", "supabase/*.*", "supabase/tests/**/*.ts"]);
  const lines = files.flatMap((file) => readFileSync(file, "utf8").match(/.*\bdb push\b.*/g) ?? []);
  expect(lines.length).toBeGreaterThan(5);
  expect(lines.filter((line) => line.replaceAll(DB_PUSH, "").match(/\bdb push\b/))).toEqual([]);
});
