import type { Page } from "@playwright/test";

export interface Download {
  url: string;
  /** What Chromium takes it for: Document, Script, Stylesheet, Font, Image … */
  type: string;
  /** Of the body, as it came over the network. Headers are a few bytes each over HTTP/2. */
  bytes: number;
}

/** Opens an address in a new page on a phone and does nothing more, and lists what came over the network. */
export async function firstVisit(page: Page, address: string): Promise<Download[]> {
  await page.setViewportSize({ width: 412, height: 823 });
  const network = await page.context().newCDPSession(page);
  const downloads = new Map<string, Download & { headerBytes: number }>();
  await network.send("Network.enable");
  network.on("Network.responseReceived", ({ requestId, response, type }) => {
    downloads.set(requestId, { url: response.url, type, bytes: 0, headerBytes: response.encodedDataLength });
  });
  network.on("Network.loadingFinished", ({ requestId, encodedDataLength }) => {
    const download = downloads.get(requestId);
    if (download) download.bytes = Math.max(0, encodedDataLength - download.headerBytes);
  });
  await page.goto(address, { waitUntil: "networkidle" });
  return [...downloads.values()];
}
