import { chromium } from "@playwright/test";
import { findBrowser } from "../scripts/find-browser.ts";
import { firstVisit } from "../scripts/first-visit.ts";
import type { Product } from "./product.ts";
import { fixed, type Part } from "./report.ts";

const KINDS = ["Document", "Script", "Stylesheet", "Font", "Image"];

/** What a first visit on a phone downloads before any interaction, in KB of 1,024 bytes. */
export async function measureWeight(products: Record<string, Product>): Promise<Part> {
  const figures: Part["figures"] = {};
  const rows: string[][] = [];
  const browser = await chromium.launch({ executablePath: findBrowser() });
  for (const [dataset, { url }] of Object.entries(products)) {
    for (const [page, address] of await visitedPages(url)) {
      const context = await browser.newContext();
      const files = await firstVisit(await context.newPage(), address);
      await context.close();
      const kilobytes = (kind?: string) =>
        files.reduce((sum, { type, bytes }) => sum + (kind === undefined || type === kind ? bytes : 0), 0) / 1024;
      figures[`${page} with ${dataset}, script`] = kilobytes("Script");
      figures[`${page} with ${dataset}, total`] = kilobytes();
      rows.push([`${page} with ${dataset}`, ...[...KINDS, undefined].map((kind) => fixed(kilobytes(kind), 1))]);
    }
  }
  await browser.close();
  const note = "Compressed, in KB of 1,024 bytes, before any interaction.";
  return { figures, title: "Weight of a first visit", note, head: ["", ...KINDS, "total"], rows };
}

/** By the names that targets.ts uses: Home, the list, and the home with the latest review of the first city. */
export async function visitedPages(url: string): Promise<[name: string, address: string][]> {
  const city = await firstLink(`${url}/homes`, /href="(\/homes\/[^"/]+)"/);
  const home = await firstLink(url + city, /href="(\/homes(?:\/[^"/]+){3})"/);
  return [
    ["/", url],
    ["/reviews", `${url}/reviews`],
    ["a home", url + home],
  ];
}

async function firstLink(address: string, link: RegExp): Promise<string> {
  const found = link.exec(await (await fetch(address)).text())?.[1];
  if (found === undefined) throw new Error(`${address} has no such link.`);
  return found;
}
