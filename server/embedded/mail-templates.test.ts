import fs from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { writeMail } from "./mail.ts";

const SUPABASE = fileURLToPath(new URL("../../supabase/", import.meta.url));
const TEMPLATES = `${SUPABASE}templates`;

/** The letters of config.toml: kind, subject and file. */
async function letters() {
  const config = await fs.readFile(`${SUPABASE}config.toml`, "utf8");
  const sections = config.matchAll(
    /^\[auth\.email\.(?:template|notification)\.(\w+)\]\n(?:enabled = true\n)?subject = "(.+)"\ncontent_path = "\.\/supabase\/templates\/(.+)"$/gm,
  );
  return [...sections].map(([, kind = "", subject = "", file = ""]) => ({ kind, subject, file }));
}

test("every letter that the public key can have sent has words of ours", async () => {
  const listed = await letters();
  expect(listed.map(({ kind }) => kind).toSorted()).toEqual([
    "confirmation",
    "email_change",
    "magic_link",
    "password_changed",
    "reauthentication",
    "recovery",
  ]);
  expect(listed.map(({ file }) => file).toSorted()).toEqual((await fs.readdir(TEMPLATES)).toSorted());
});

test.each(["confirmation", "recovery"] as const)(
  "a project sends the %s that the embedded server sends",
  async (kind) => {
    const { subject } = await writeMail(kind, "hash", { templates: TEMPLATES, siteUrl: "https://gharsach.in" });
    expect((await letters()).find((letter) => letter.kind === kind)?.subject).toBe(subject);
  },
);

test.each(["magic_link", "email_change", "reauthentication"])(
  "the letter %s can be used for nothing: it holds neither link nor code, and no words of others",
  async (kind) => {
    const { file = "" } = (await letters()).find((letter) => letter.kind === kind) ?? {};
    const html = await fs.readFile(`${TEMPLATES}/${file}`, "utf8");
    expect(new Set(html.match(/\{\{.*?\}\}/g))).toEqual(new Set(["{{ .SiteURL }}"]));
    const links = [...html.matchAll(/href="(.+?)"/g)].map(([, address]) => address);
    expect(links).toEqual(["{{ .SiteURL }}/forgot-password"]);
  },
);
