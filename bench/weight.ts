import { chromium } from "@playwright/test";
import { findBrowser } from "../scripts/find-browser.ts";
import { firstVisit } from "../scripts/first-visit.ts";
import { PAGES, type PagePath } from "./load.ts";
import type { Product } from "./product.ts";

const KILOBYTE = 1024;

export const KINDS = ["html", "script", "style", "font", "image", "other"] as const;
export type Kind = (typeof KINDS)[number];

/** Kilobytes of 1,024 bytes, as they come over the network. */
export type Weight = Record<Kind | "total", number>;

const KIND_OF: Record<string, Kind> = {
  Document: "html",
  Script: "script",
  Stylesheet: "style",
  Font: "font",
  Image: "image",
};

/** What a first visit of a newcomer on a phone downloads, without a touch of the page. */
export async function measureWeight(product: Product): Promise<Record<PagePath, Weight>> {
  const browser = await chromium.launch({
    executablePath: findBrowser(),
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  try {
    const weights: Partial<Record<PagePath, Weight>> = {};
    for (const path of PAGES) {
      const context = await browser.newContext();
      const weight: Weight = { html: 0, script: 0, style: 0, font: 0, image: 0, other: 0, total: 0 };
      for (const { type, bytes } of await firstVisit(await context.newPage(), product.url + path)) {
        weight[KIND_OF[type] ?? "other"] += bytes / KILOBYTE;
        weight.total += bytes / KILOBYTE;
      }
      weights[path] = weight;
      await context.close();
    }
    return weights as Record<PagePath, Weight>;
  } finally {
    await browser.close();
  }
}
