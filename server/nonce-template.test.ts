import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { nonceTemplate } from "./nonce-template.ts";
import { newNonce } from "./security-headers.ts";

const OPEN = { br: brotliDecompressSync, gzip: gunzipSync, identity: (body: Buffer) => body };

test.each(["br", "gzip", "identity"] as const)(
  "a page comes out with whatever nonce it is sent with: %s",
  async (encoding) => {
    const nonce = newNonce();
    const page = (own: string) => pageWith(own, 12);
    const template = await nonceTemplate(page(nonce), nonce);
    for (const own of [newNonce(), newNonce()]) {
      const body = template.withNonce(own, encoding);
      expect(body && OPEN[encoding](body).toString()).toBe(page(own));
    }
  },
);

test("a compressed page is much smaller than the page", async () => {
  const nonce = newNonce();
  const page = pageWith(nonce, 12);
  const template = await nonceTemplate(page, nonce);
  expect(template.withNonce(nonce, "br")?.length).toBeLessThan(page.length / 5);
  expect(template.withNonce(nonce, "gzip")?.length).toBeLessThan(page.length / 5);
});

test("a page without any nonce is a page, too", async () => {
  const template = await nonceTemplate("<p>₹50,000</p>", newNonce());
  for (const encoding of ["br", "gzip", "identity"] as const) {
    const body = template.withNonce(newNonce(), encoding);
    expect(body && OPEN[encoding](body).toString()).toBe("<p>₹50,000</p>");
  }
});

test("a page that ends in a nonce is sent as it is", async () => {
  const nonce = newNonce();
  const template = await nonceTemplate(`<p>${nonce}`, nonce);
  expect(template.withNonce(newNonce(), "br")).toBeNull();
  const own = newNonce();
  expect(template.withNonce(own, "identity")?.toString()).toBe(`<p>${own}`);
});

test("five hundred pages of all kinds come out right", async () => {
  for (let seed = 1; seed <= 500; seed += 1) {
    const nonce = newNonce();
    const scripts = seed % 9;
    const template = await nonceTemplate(pageWith(nonce, scripts, seed), nonce);
    const own = newNonce();
    const body = template.withNonce(own, "br");
    expect(body && brotliDecompressSync(body).toString(), `seed ${seed}`).toBe(pageWith(own, scripts, seed));
  }
});

/** A page with so many inline scripts between paragraphs that resemble each other. */
function pageWith(nonce: string, scripts: number, seed = 1): string {
  let random = seed;
  const words = ["flat", "rent", "deposit", "पानी", "water", "lane", "₹50,000", "nonce", "=="];
  const paragraph = () => {
    random = (random * 48_271) % 2_147_483_647;
    return `<p class="x${random % 37}">${words[random % words.length]} ${words[(random >> 5) % words.length]}</p>`;
  };
  const part = () => Array.from({ length: 1 + (random % 90) }, paragraph).join("");
  const script = () => `<script nonce="${nonce}">run(${random % 7})</script>${part()}`;
  return `<html>${part()}${Array.from({ length: scripts }, script).join("")}</html>`;
}
