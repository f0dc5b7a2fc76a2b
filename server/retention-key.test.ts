import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../scripts/temporary-folder.ts";
import { readSettings } from "./settings.ts";

const FILE = "supabase/tests/retention-key.asc";
const ARMORED = readFileSync(FILE, "utf8");
const PRIVATE = readFileSync("supabase/tests/retention-key-private.asc", "utf8");

const read = (RETENTION_KEY: string) => readSettings({ RETENTION_KEY }).retentionKey;

test("reads the retention key from a file, from armor, and from armor in one line", { tags: ["10.624"] }, () => {
  const key = read(FILE);
  expect(key).toMatch(/^mQENBGsMHMIB.+/);
  expect(read(ARMORED)).toBe(key);
  expect(read(ARMORED.replaceAll("\n", "\\n"))).toBe(key);
  const windows = path.join(temporaryFolder(), "key.asc");
  writeFileSync(windows, ARMORED.replace("\n\n", "\nComment: of the tests\n\n").replaceAll("\n", "\r\n"));
  expect(read(windows)).toBe(key);
  expect(readSettings({}).retentionKey).toBeNull();
});

test.each([
  ["a private key", PRIVATE, "holds a private key, which must stay offline"],
  ["both halves", ARMORED + PRIVATE, "holds a private key"],
  ["a file that does not exist", "no-such-key.asc", "is neither one armored OpenPGP public key nor the path"],
  ["another file", "package.json", "is neither one armored OpenPGP public key nor the path"],
  ["half a key", ARMORED.slice(0, 900), "is neither one armored"],
  ["two keys", ARMORED + ARMORED, "is neither one armored"],
])("refuses to start with %s", { tags: ["10.624"] }, (_, given, sentence) => {
  expect(() => read(given)).toThrow(sentence);
});

test("refuses a retention key without a database", { tags: ["10.624"] }, () => {
  expect(() => readSettings({ RETENTION_KEY: FILE, BACKEND: "browser" })).toThrow("RETENTION_KEY needs a database");
});
