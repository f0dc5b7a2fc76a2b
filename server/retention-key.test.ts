import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../scripts/temporary-folder.ts";
import { readSettings } from "./settings.ts";

const FILE = "supabase/tests/retention-key.asc";
const ARMORED = readFileSync(FILE, "utf8");
const PRIVATE = readFileSync("supabase/tests/retention-key-private.asc", "utf8");

/** A key that gpg creates by default. */
const ELLIPTIC = `-----BEGIN PGP PUBLIC KEY BLOCK-----

mDMEawwcwhYJKwYBBAHaRw8BAQdA1Tbn8YD5IgHaC9GiDQGTd0YBlFAqZSMw63uG
M1bFc1G0CEVsbGlwdGljiJAEExYIADgWIQQ8j33kOnde9RUtW1pI1env1Scm6QUC
awwcwgIbAQULCQgHAgYVCgkICwIEFgIDAQIeAQIXgAAKCRBI1env1Scm6QQiAP9z
Hy0828hzo7nZOIAAyU7SyxYYDX4FXY3ZIpXbAfsvUgD+N0XrBBZUpf7+JX0uE0Ft
h8lsMPCjNvPdiH2T1QW7NQa4OARrDBzCEgorBgEEAZdVAQUBAQdArFdwrNpNhVVF
DQLCrnn/Wf/Ar9qHvURVtu1tK1HCvWcDAQgHiHgEGBYIACAWIQQ8j33kOnde9RUt
W1pI1env1Scm6QUCawwcwgIbDAAKCRBI1env1Scm6SP9AQCHqpvCOwqrcYujJD60
rVAYcjvsPUW0NvvIVrawGLF2owD/eVd5cZsbtmkqWD1z0jpfx3IDMSG9gUj3oeE9
tteGOgc=
=rQcr
-----END PGP PUBLIC KEY BLOCK-----
`;

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
  ["a private key in the armor of a public one", PRIVATE.replaceAll("PRIVATE", "PUBLIC"), "holds a private key"],
  ["both halves", ARMORED + PRIVATE, "holds a private key"],
  ["a file that does not exist", "no-such-key.asc", "is neither one armored OpenPGP public key nor the path"],
  ["another file", "package.json", "is neither one armored OpenPGP public key nor the path"],
  ["half a key", ARMORED.slice(0, 900), "is neither one armored"],
  [
    "a key that was cut",
    ARMORED.replace(/\n.{64}(?=\n)/g, (line, at: number) => (at > 900 ? "" : line)),
    "is neither one",
  ],
  ["two keys", ARMORED + ARMORED, "is neither one armored"],
  [
    "a key of elliptic curves",
    ELLIPTIC,
    "needs exactly one subkey for encryption, of type RSA, and no elliptic curves",
  ],
])("refuses to start with %s", { tags: ["10.624"] }, (_, given, sentence) => {
  expect(() => read(given)).toThrow(sentence);
});

test("refuses a retention key without a database", { tags: ["10.624"] }, () => {
  expect(() => readSettings({ RETENTION_KEY: FILE, BACKEND: "browser" })).toThrow("RETENTION_KEY needs a database");
});
