import type { Page } from "@playwright/test";

export interface Download {
  url: string;
  type: string;
  /** The encoded body, without headers. */
  bytes: number;
}

/** Opens a URL in a new page on a phone, and returns what was downloaded. */
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
