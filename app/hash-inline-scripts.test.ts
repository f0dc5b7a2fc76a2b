import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { hashInlineScripts } from "./hash-inline-scripts";

const CODE = 'window.__gharsach={"city":"बेंगलुरु"}';
const SOURCE = `'sha256-${createHash("sha256").update(CODE).digest("base64")}'`;

test("a script that was rendered with the nonce is named by its hash, once, and carries no nonce any more", () => {
  const script = `<script nonce="n1">${CODE}</script>`;
  const { page, sources } = hashInlineScripts(
    `<html><head>${script}</head><body><p>कमरा</p>${script}</body></html>`,
    "n1",
  );
  expect(page).toBe(
    `<html><head><script>${CODE}</script></head><body><p>कमरा</p><script>${CODE}</script></body></html>`,
  );
  expect(sources).toEqual([SOURCE]);
});

test("a script without the nonce of this rendering is not named", () => {
  const html = `<p><script>alert(1)</script><script nonce="n0">alert(2)</script><script nonce="">alert(3)</script></p>`;
  expect(hashInlineScripts(html, "n1")).toEqual({ page: html, sources: [] });
});

test("other elements only lose the nonce", () => {
  const { page, sources } = hashInlineScripts(
    `<link rel="modulepreload" href="/a.js" nonce="n1"/><script nonce="n1">${CODE}</script>`,
    "n1",
  );
  expect(page).toBe(`<link rel="modulepreload" href="/a.js"/><script>${CODE}</script>`);
  expect(sources).toEqual([SOURCE]);
});
