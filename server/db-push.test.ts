import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { DB_PUSH } from "./db-push.ts";

test("names the command that reaches a linked project wherever migrations are pushed", () => {
  const files = globSync(["*.md", "docs/**/*.md", "server/**/*.{md,ts}", "supabase/*.*", "supabase/tests/**/*.ts"]);
  const lines = files.flatMap((file) => readFileSync(file, "utf8").match(/.*\bdb push\b.*/g) ?? []);
  expect(lines.length).toBeGreaterThan(5);
  expect(lines.filter((line) => line.replaceAll(DB_PUSH, "").match(/\bdb push\b/))).toEqual([]);
});
