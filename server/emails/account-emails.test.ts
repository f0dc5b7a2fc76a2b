import fs from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { ACCOUNT_EMAILS, type AccountEmail, projectTemplate, writeAccountEmail } from "./account-emails.ts";

const SUPABASE = fileURLToPath(new URL("../../supabase/", import.meta.url));
const EMAILS = Object.keys(ACCOUNT_EMAILS) as AccountEmail[];

test("has a template and subject for every email that the public key can send", async () => {
  const config = await fs.readFile(`${SUPABASE}config.toml`, "utf8");
  const named = config.matchAll(
    /^\[auth\.email\.(?:template|notification)\.(\w+)\]\n(?:enabled = true\n)?subject = "(.+)"\ncontent_path = "\.\/supabase\/templates\/(.+)\.html"$/gm,
  );
  const subjects = [...named].map(([, kind = "", subject, file]) => [kind.replaceAll("_", "-"), file, subject]);
  expect(subjects.toSorted()).toEqual(
    EMAILS.map((email) => [email, email, writeAccountEmail(email, "", "", "GharSach").subject]).toSorted(),
  );
  const files = await fs.readdir(`${SUPABASE}templates`);
  expect(files.toSorted()).toEqual(EMAILS.map((email) => `${email}.html`).toSorted());
});

test.each(EMAILS)("keeps the template %s as npm run templates writes it", async (email) => {
  expect(await fs.readFile(`${SUPABASE}templates/${email}.html`, "utf8")).toBe(projectTemplate(email, "GharSach"));
});

test("has the colors of the pages in both schemes", { tags: ["10.543"] }, async () => {
  const [light = "", dark = ""] = (await fs.readFile("app/app.css", "utf8")).split(
    "@media screen and (prefers-color-scheme: dark)",
  );
  const colorsOf = (text: string) => Array.from(new Set(text.match(/#[\da-f]{6}/g)));
  const [, block = ""] =
    /@media \(prefers-color-scheme: dark\) \{([^]*?)<\/style>/.exec(projectTemplate("recovery", "GharSach")) ?? [];
  expect(colorsOf(block).length).toBeGreaterThan(7);
  expect(colorsOf(dark)).toEqual(expect.arrayContaining(colorsOf(block)));
  const inLight = projectTemplate("recovery", "GharSach").replace(block, "");
  expect(colorsOf(inLight).length).toBeGreaterThan(7);
  expect(colorsOf(light)).toEqual(expect.arrayContaining(colorsOf(inLight)));
  // Mail programs that drop the style element show the light scheme.
  expect(inLight).toContain('<meta name="color-scheme" content="light dark" />');
});

test("puts no usable link or code into emails that the product does not use", () => {
  for (const email of ["magic-link", "email-change", "reauthentication"] as const) {
    const html = projectTemplate(email, "GharSach");
    expect(new Set(html.match(/\{\{.*?\}\}/g))).toEqual(new Set(["{{ .SiteURL }}"]));
    const links = [...html.matchAll(/href="(.+?)"/g)].map(([, address]) => address);
    expect(new Set(links)).toEqual(new Set(["{{ .SiteURL }}/forgot-password"]));
  }
});
