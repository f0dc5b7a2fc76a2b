import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const css = readFileSync("app/app.css", "utf8");
const [lightCss = "", darkCss = ""] = css.split("@media screen and (prefers-color-scheme: dark)");
const light = coloursIn(lightCss);
const schemes = { light, dark: { ...light, ...coloursIn(darkCss.slice(0, darkCss.indexOf("@layer"))) } };

const BACKGROUNDS = ["paper", "surface", "surface-sunken"];
const TEXTS = ["ink", "ink-muted", "brand", "brand-strong", "verified", "warning", "danger"];
const SHAPES = ["line-strong", "star", "focus"];
const PAIRS: [text: string, background: string][] = [
  ["on-brand", "brand"],
  ["on-brand", "brand-strong"],
  ["paper", "ink"],
  ["paper", "danger"],
  ["brand", "brand-soft"],
  ["verified", "verified-soft"],
  ["warning", "warning-soft"],
  ["danger", "danger-soft"],
  ["ink", "brand-soft"],
  ["ink", "verified-soft"],
  ["ink", "warning-soft"],
  ["ink", "danger-soft"],
];

for (const [scheme, colours] of Object.entries(schemes)) {
  test(`keeps text readable on every background, ${scheme}`, () => {
    const pairs = [...TEXTS.flatMap((text) => BACKGROUNDS.map((background) => [text, background] as const)), ...PAIRS];
    const tooFaint = pairs.filter(([text, background]) => contrast(colours, text, background) < 4.5);
    expect(tooFaint).toEqual([]);
  });

  test(`makes borders, stars and the focus ring stand out, ${scheme}`, { tags: ["10.87"] }, () => {
    const pairs = SHAPES.flatMap((shape) => BACKGROUNDS.map((background) => [shape, background] as const));
    expect(pairs.filter(([shape, background]) => contrast(colours, shape, background) < 3)).toEqual([]);
  });
}

function coloursIn(text: string): Record<string, string> {
  return Object.fromEntries(
    [...text.matchAll(/--color-([a-z-]+): (#[0-9a-f]{6});/g)].map(([, name, hex]) => [name, hex]),
  );
}

/** Returns the contrast ratio of WCAG 2. */
function contrast(colours: Record<string, string>, one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(colours[one]), luminance(colours[other])].toSorted((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(hex: string | undefined): number {
  if (!hex) throw new Error("app.css has no such colour");
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) =>
    linear(Number.parseInt(hex.slice(start, start + 2), 16)),
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function linear(channel: number): number {
  const share = channel / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}
