import { chromium } from "@playwright/test";
import { findBrowser } from "../scripts/find-browser.ts";
import { firstVisit } from "../scripts/first-visit.ts";
import type { Product } from "./product.ts";
import { fixed, type Part } from "./report.ts";
import { visitedPages } from "./visited-pages.ts";

const KINDS = ["Document", "Script", "Stylesheet", "Font", "Image"];

/** What a first visit on a phone downloads before any interaction, in KB of 1,024 bytes. */
export async function measureWeight(products: Record<string, Product>): Promise<Part> {
  const figures: Part["figures"] = {};
  const rows: string[][] = [];
  const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
  const browser = await chromium.launch({ executablePath: findBrowser(), ...signals });
  try {
    for (const [dataset, { url }] of Object.entries(products)) {
      for (const [page, path] of await visitedPages(url)) {
        const context = await browser.newContext();
        const files = await firstVisit(await context.newPage(), url + path);
        await context.close();
        const kilobytes = (kind?: string) =>
          files.reduce((sum, { type, bytes }) => sum + (kind === undefined || type === kind ? bytes : 0), 0) / 1024;
        figures[`${page} with ${dataset}, script`] = kilobytes("Script");
        figures[`${page} with ${dataset}, total`] = kilobytes();
        rows.push([`${page} with ${dataset}`, ...[...KINDS, undefined].map((kind) => fixed(kilobytes(kind), 1))]);
      }
    }
  } finally {
    await browser.close();
  }
  const note = "Compressed, in KB of 1,024 bytes, before any interaction.";
  return { figures, tables: [{ title: "Weight of a first visit", note, head: ["", ...KINDS, "total"], rows }] };
}
