import fs from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { ACCOUNT_LETTERS, type AccountLetter, projectTemplate, writeAccountLetter } from "./account-letters.ts";

const SUPABASE = fileURLToPath(new URL("../../supabase/", import.meta.url));
const LETTERS = Object.keys(ACCOUNT_LETTERS) as AccountLetter[];

test("a hosted project has our letters, all that the public key can have sent, with our subjects", async () => {
  const config = await fs.readFile(`${SUPABASE}config.toml`, "utf8");
  const named = config.matchAll(
    /^\[auth\.email\.(?:template|notification)\.(\w+)\]\n(?:enabled = true\n)?subject = "(.+)"\ncontent_path = "\.\/supabase\/templates\/(.+)\.html"$/gm,
  );
  const subjects = [...named].map(([, kind = "", subject, file]) => [kind.replaceAll("_", "-"), file, subject]);
  expect(subjects.toSorted()).toEqual(
    LETTERS.map((letter) => [letter, letter, writeAccountLetter(letter, "", "").subject]).toSorted(),
  );
  const files = await fs.readdir(`${SUPABASE}templates`);
  expect(files.toSorted()).toEqual(LETTERS.map((letter) => `${letter}.html`).toSorted());
});

test.each(LETTERS)("the template of the letter %s is the one that npm run templates writes", async (letter) => {
  expect(await fs.readFile(`${SUPABASE}templates/${letter}.html`, "utf8")).toBe(projectTemplate(letter));
});

test("letters to log in, to confirm a change or with a code can be used for nothing", () => {
  for (const letter of ["magic-link", "email-change", "reauthentication"] as const) {
    const html = projectTemplate(letter);
    expect(new Set(html.match(/\{\{.*?\}\}/g))).toEqual(new Set(["{{ .SiteURL }}"]));
    const links = [...html.matchAll(/href="(.+?)"/g)].map(([, address]) => address);
    expect(new Set(links)).toEqual(new Set(["{{ .SiteURL }}/forgot-password"]));
  }
});
