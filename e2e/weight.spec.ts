import type { Page } from "@playwright/test";
import { expect, test } from "./fixtures.ts";
import budget from "./weight-budget.json" with { type: "json" };

/** The budget is in kilobytes of 1,000 bytes, compressed, as they come over the network. */
const KILOBYTE = 1000;

for (const [path, { javascript, total }] of Object.entries(budget)) {
  test(`a first visit of ${path} stays light`, async ({ page, context }) => {
    await context.clearCookies();
    const files = await visit(page, path);
    const sum = (chosen: typeof files) => chosen.reduce((bytes, file) => bytes + file.bytes, 0) / KILOBYTE;
    const scripts = files.filter(({ type }) => type === "Script");
    const report = files.map((file) => `${file.bytes} ${file.url}`).join("\n");
    expect(sum(scripts), report).toBeGreaterThan(50);
    expect(sum(scripts), report).toBeLessThanOrEqual(javascript);
    expect(sum(files), report).toBeLessThanOrEqual(total);
    expect(
      files.filter(({ url }) => /auth-js|postgrest|fp\.esm|report-dialog|combobox/.test(url)),
      "code for what this visitor has not asked for",
    ).toEqual([]);
  });
}

/** Loads a page as a newcomer on a phone, who does nothing, and lists what came over the network. */
async function visit(page: Page, path: string) {
  await page.setViewportSize({ width: 412, height: 823 });
  const network = await page.context().newCDPSession(page);
  const files = new Map<string, { url: string; type: string; bytes: number }>();
  await network.send("Network.enable");
  network.on("Network.responseReceived", ({ requestId, response, type }) => {
    files.set(requestId, { url: response.url, type, bytes: -response.encodedDataLength });
  });
  // What came in all, less the headers: over HTTP/2 they are a few bytes each.
  network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const file = files.get(requestId);
    if (file) file.bytes += encodedDataLength;
  });
  await page.goto(path, { waitUntil: "networkidle" });
  return [...files.values()];
}
