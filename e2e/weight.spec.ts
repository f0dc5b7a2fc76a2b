import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "@playwright/test";
import { firstVisit } from "../scripts/first-visit.ts";
import { expect, test } from "./fixtures.ts";
import budget from "./weight-budget.json" with { type: "json" };

/** The budget counts compressed kilobytes of 1,000 bytes. */
const KILOBYTE = 1000;

const ASSETS = path.join(import.meta.dirname, "../build/client/assets");
/** Code that is loaded on demand, recognized by strings that only it contains. */
const LOADED_ON_DEMAND = {
  "the auth client": "GoTrueClient",
  "the database client": "PostgrestError",
  "the report dialog": "Why are you reporting this ",
  "the fingerprint": "fontPreferences",
  "the list of cities": "Thiruvananthapuram",
};

for (const [address, { javascript, total }] of Object.entries(budget)) {
  test(`keeps a first visit of ${address} light`, async ({ page, context }) => {
    await context.clearCookies();
    const files = await firstVisit(page, await fullPath(page, address));
    const sum = (chosen: typeof files) => chosen.reduce((bytes, file) => bytes + file.bytes, 0) / KILOBYTE;
    const scripts = files.filter(({ type }) => type === "Script");
    const report = files.map((file) => `${file.bytes} ${file.url}`).join("\n");
    expect(sum(scripts), report).toBeGreaterThan(50);
    expect(sum(scripts), report).toBeLessThanOrEqual(javascript);
    expect(sum(files), report).toBeLessThanOrEqual(total);
    expect(
      files.filter(({ url }) => /auth-client|actions|local-reviews|fp\.esm|reporting|suggestion-list/.test(url)),
      "code for what this visitor has not asked for",
    ).toEqual([]);

    const loaded = files.map(({ url }) => url.split("/").at(-1));
    for (const [part, words] of Object.entries(LOADED_ON_DEMAND)) {
      const holders = scriptsWith(words);
      expect(holders, `the scripts with ${part}`).not.toEqual([]);
      expect(
        holders.filter((script) => loaded.includes(script)),
        part,
      ).toEqual([]);
    }
  });
}

/** Completes the path of a home, whose last digits differ in every database. */
async function fullPath(page: Page, address: string): Promise<string> {
  if (!address.startsWith("/homes/")) return address;
  const homes = await (await page.request.get("/sitemaps/homes.xml")).text();
  return new RegExp(`${address}-[\\da-f]{8}`).exec(homes)?.[0] ?? address;
}

function scriptsWith(words: string): string[] {
  return readdirSync(ASSETS)
    .filter((file) => file.endsWith(".js"))
    .filter((file) => readFileSync(path.join(ASSETS, file), "utf8").includes(words));
}
