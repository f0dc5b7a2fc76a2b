import fs from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { ACCOUNT_EMAILS, type AccountEmail, projectTemplate, writeAccountEmail } from "./account-emails.ts";

const SUPABASE = fileURLToPath(new URL("../../supabase/", import.meta.url));
const EMAILS = Object.keys(ACCOUNT_EMAILS) as AccountEmail[];

test("a hosted project has our emails, all that the public key can have sent, with our subjects", async () => {
  const config = await fs.readFile(`${SUPABASE}config.toml`, "utf8");
  const named = config.matchAll(
    /^\[auth\.email\.(?:template|notification)\.(\w+)\]\n(?:enabled = true\n)?subject = "(.+)"\ncontent_path = "\.\/supabase\/templates\/(.+)\.html"$/gm,
  );
  const subjects = [...named].map(([, kind = "", subject, file]) => [kind.replaceAll("_", "-"), file, subject]);
  expect(subjects.toSorted()).toEqual(
    EMAILS.map((email) => [email, email, writeAccountEmail(email, "", "").subject]).toSorted(),
  );
  const files = await fs.readdir(`${SUPABASE}templates`);
  expect(files.toSorted()).toEqual(EMAILS.map((email) => `${email}.html`).toSorted());
});

test.each(EMAILS)("the template of the email %s is the one that npm run templates writes", async (email) => {
  expect(await fs.readFile(`${SUPABASE}templates/${email}.html`, "utf8")).toBe(projectTemplate(email));
});

test("emails to log in, to confirm a change or with a code can be used for nothing", () => {
  for (const email of ["magic-link", "email-change", "reauthentication"] as const) {
    const html = projectTemplate(email);
    expect(new Set(html.match(/\{\{.*?\}\}/g))).toEqual(new Set(["{{ .SiteURL }}"]));
    const links = [...html.matchAll(/href="(.+?)"/g)].map(([, address]) => address);
    expect(new Set(links)).toEqual(new Set(["{{ .SiteURL }}/forgot-password"]));
  }
});
