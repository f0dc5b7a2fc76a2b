import fs from "node:fs";
import { expect, test } from "vitest";

interface WebManifest {
  short_name: string;
  theme_color: string;
  background_color: string;
  icons: { sizes: string; purpose: string }[];
}

const WEB_MANIFEST = JSON.parse(fs.readFileSync("public/manifest.webmanifest", "utf8")) as WebManifest;
const CSS = fs.readFileSync("app/app.css", "utf8");
const ROOT = fs.readFileSync("app/root.tsx", "utf8");

test("the site can be put on a home screen with a name, a start and icons for every launcher", () => {
  expect(WEB_MANIFEST).toMatchObject({ short_name: "GharSach", lang: "en-IN", start_url: "/", scope: "/" });
  // Longer ones are cut off under an icon.
  expect(WEB_MANIFEST.short_name.length).toBeLessThanOrEqual(12);
  const icons = WEB_MANIFEST.icons.map(({ sizes, purpose }) => `${sizes} ${purpose}`);
  expect(icons).toEqual(["192x192 any", "512x512 any", "512x512 maskable"]);
});

test("the colours around the site are its paper", () => {
  const [paper, darkPaper] = Array.from(CSS.matchAll(/--color-paper: (#[\da-f]{6});/g), ([, colour]) => colour);
  expect(paper).toBeDefined();
  expect(WEB_MANIFEST.theme_color).toBe(paper);
  expect(WEB_MANIFEST.background_color).toBe(paper);
  expect(ROOT).toContain(`content="${paper}" media="(prefers-color-scheme: light)"`);
  expect(ROOT).toContain(`content="${darkPaper}" media="(prefers-color-scheme: dark)"`);
});
